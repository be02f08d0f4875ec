"""A process that signs with the keys of a folder, or of a file that is named: one token for each line it reads.

Started as `python -m tests.receipts.signer FOLDER [FILE]`.
"""

from __future__ import annotations

import sys

from django.conf import settings

from receipts.adapters import keys
from receipts.core import signing


def main(folder: str, named: str = "") -> None:
    settings.configure(SIGNING_KEY="", SIGNING_KEY_FILE=named, KEYS_DIR=folder, PRODUCTION=True)
    for number, _ in enumerate(sys.stdin):
        payload = b'{"n":%d}' % number
        print(signing.sign(payload, keys.current().signing, typ=signing.RECEIPT_TYPE), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
