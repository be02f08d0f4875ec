"""The records of payments, and what the database itself holds about them.

Amounts are atomic units; addresses, nonces and hashes are lower-case hex. Transitions, write-once columns and
append-only tables are held by the triggers of `payments/triggers.py`.
"""

from __future__ import annotations

from payments.models.books import Acknowledgement, BooksRead, Received, Refund
from payments.models.charge import Charge, ChargeEvent, Deployment, Evidence, RefundDue
from payments.models.sandbox import SandboxAccount, SandboxTransfer
from payments.models.settling import PendingSettlement, SettlerLease

__all__ = [
    "Acknowledgement",
    "BooksRead",
    "Charge",
    "ChargeEvent",
    "Deployment",
    "Evidence",
    "PendingSettlement",
    "Received",
    "Refund",
    "RefundDue",
    "SandboxAccount",
    "SandboxTransfer",
    "SettlerLease",
]
