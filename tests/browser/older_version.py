"""Makes a published check as a mistaken version of the service would have: python older_version.py QUOTE TEXT.

Runs beside the service on the same database and prints the check's id. That version sees no near match.
"""

from __future__ import annotations

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
    django.setup()
    import pytest

    from tests.quoteproof import disputed

    with pytest.MonkeyPatch.context() as patch, disputed.blind(patch):
        print(disputed.text_check({"text": sys.argv[2], "quote": sys.argv[1]}).pk)
