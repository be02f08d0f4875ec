"""Issued receipts, the transparency log over them, the keys that sign both, disputes. All of it is append-only.

Triggers refuse every change but these, each once: naming a receipt's successor, giving a leaf its position,
writing down what became of a key or of a dispute.
"""

from __future__ import annotations

from receipts.models.dispute import Correction, Dispute, DisputeText, Outcome
from receipts.models.key import ReceiptKey
from receipts.models.log import LogCheckpoint, LogLeaf, LogTile
from receipts.models.receipt import Receipt, Statement

__all__ = [
    "Correction",
    "Dispute",
    "DisputeText",
    "LogCheckpoint",
    "LogLeaf",
    "LogTile",
    "Outcome",
    "Receipt",
    "ReceiptKey",
    "Statement",
]
