"""Verifies a receipt as the service itself can: with every key it ever published, and what it has on record."""

from __future__ import annotations

from receipts import keyring, selectors
from receipts.core import jcs, verification
from receipts.core.verification import Report


def report(
    token: str,
    *,
    result: bytes | None = None,
    request: bytes | None = None,
    log_proof: bytes | None = None,
) -> Report:
    """The ten checks, as `receipts.core.verification.verify` makes them, and what has become of the receipt.

    A receipt that isn't on record with exactly these claims isn't valid, whoever signed it.
    """
    found = verification.verify(token, keyring.published(), result=result, request=request, log_proof=log_proof)
    if found.payload is None or found.jti is None:
        return found
    receipt = selectors.by_jti(found.jti)
    if receipt is None or bytes(receipt.payload) != jcs.encode(found.payload):
        return found.with_status(None)
    return found.with_status(selectors.status(receipt))
