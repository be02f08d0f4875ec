"""The pages for people. Views only choose what to show; how it is worded is in `quoteproof.presentation`."""

from __future__ import annotations
