"""Entry point of `python -m quoteproof.verify`."""

from __future__ import annotations

import sys

from quoteproof.verify.command import main

sys.exit(main(sys.argv[1:]))
