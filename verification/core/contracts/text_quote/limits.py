"""The numbers of the contracts `text-quote` and `quote` (code points unless another unit is named)."""

from __future__ import annotations

from typing import Final

TEXT: Final = 50_000
QUOTE: Final = 1_000  # after normalisation
SLICE: Final = 1_000
CONTEXT: Final = 280
PAGE_BYTES: Final = 2_000_000
PAGE_UNITS: Final = 1_000_000  # UTF-16 code units of extracted text, as `extracted_chars` counts them everywhere
