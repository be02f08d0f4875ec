"""A remote x402 facilitator: POST {url}/settle and GET {url}/supported, x402 version 2.

Its answer is a hint, and hostile data: read strictly whatever the status (Coinbase sends `settlement_pending`
with 500), put into our own words, and not kept. What can't be read means that nothing is known. An
authorization goes out once a call, to this origin alone, and `/verify` is never asked.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from payments.adapters import https, signature
from payments.adapters.https import Unreachable
from payments.core import settle_reasons, strict_json
from payments.core.authorization import Signed
from payments.core.header import SCHEME, VERSION
from payments.core.offer import Offer
from payments.core.strict_json import NotStrict
from payments.core.terms import Terms
from payments.ports import Answer, Verdict

TIMEOUT_S: Final = 20
SUPPORTED_TIMEOUT_S: Final = 5
MOST_BYTES: Final = 65_536
_TRANSACTION: Final = re.compile(r"0x[0-9a-fA-F]{64}")
_UNREADABLE: Final = {401: "unauthorized", 403: "unauthorized", 429: "rate_limited"}


class Remote:
    """Implements the port `Facilitator`. `ca_file` is for tests: trusted in place of the system's authorities."""

    def __init__(self, url: str, terms: Terms, *, timeout_s: int = TIMEOUT_S, ca_file: str = "") -> None:
        """ValueError: `url` is neither https nor http to loopback."""
        self.timeout_s = timeout_s
        self._url = url.rstrip("/")
        self._terms = terms
        self._ca_file = ca_file
        https.place(self._url)

    def settle(self, signed: Signed) -> Answer:
        """Hands the authorization over once. Raises nothing: no answer is UNKNOWN."""
        try:
            reply = https.post(
                f"{self._url}/settle",
                json.dumps(request(signed), separators=(",", ":")).encode("ascii"),
                timeout_s=self.timeout_s,
                most_bytes=MOST_BYTES,
                ca_file=self._ca_file,
            )
        except Unreachable as error:
            return _unknown(error.reason.value)
        return read(reply.status, reply.body, self._terms.chain)

    def supports(self) -> bool:
        """Whether it says that it settles x402 version 2, `exact`, on our network; False where it can't say."""
        try:
            reply = https.get(
                f"{self._url}/supported",
                timeout_s=min(self.timeout_s, SUPPORTED_TIMEOUT_S),
                most_bytes=MOST_BYTES,
                ca_file=self._ca_file,
            )
            return reply.status == 200 and self._is_listed(strict_json.loads(reply.body))
        except (Unreachable, NotStrict):
            return False

    def _is_listed(self, value: Any) -> bool:
        kinds = value.get("kinds") if isinstance(value, dict) else None
        return isinstance(kinds, list) and any(
            isinstance(kind, dict)
            and type(kind.get("x402Version")) is int
            and (kind["x402Version"], kind.get("scheme"), kind.get("network"))
            == (VERSION, SCHEME, self._terms.chain)
            for kind in kinds
        )


def request(signed: Signed) -> dict[str, Any]:
    """The content of a settle request; addresses are checksummed, numbers decimal strings."""
    wanted = signed.authorization
    pay_to = signature.checksum(wanted.pay_to)
    requirements = Offer(signed.terms, wanted.amount, pay_to).requirements()
    payload = {
        "signature": "0x" + signed.signature.hex(),
        "authorization": {
            "from": signature.checksum(wanted.payer),
            "to": pay_to,
            "value": str(wanted.amount),
            "validAfter": str(wanted.valid_after),
            "validBefore": str(wanted.valid_before),
            "nonce": wanted.nonce,
        },
    }
    return {
        "x402Version": VERSION,
        "paymentPayload": {"x402Version": VERSION, "accepted": requirements, "payload": payload},
        "paymentRequirements": requirements,
    }


def read(status: int, body: bytes, chain: str) -> Answer:
    """What a settle answer says about a payment on `chain` (CAIP-2)."""
    if 300 <= status < 400:
        return _unknown("redirected")
    try:
        value = strict_json.loads(body)
    except NotStrict:
        return _unknown(_UNREADABLE.get(status, "server_error" if status >= 500 else "not_json"))
    if not isinstance(value, dict):
        return _unknown("not_an_answer")
    if value.get("success") is True:
        return _settled(status, value, chain)
    return _not_settled(value, chain)


def _settled(status: int, value: dict[str, Any], chain: str) -> Answer:
    transaction = _transaction(value)
    if not 200 <= status < 300 or value.get("errorReason"):
        return _unknown("contradiction")
    if value.get("network") != chain:
        return _unknown("wrong_network")
    return Answer(Verdict.SETTLED, transaction=transaction) if transaction else _unknown("wrong_transaction")


def _not_settled(value: dict[str, Any], chain: str) -> Answer:
    """Failures may leave `network` out or empty, and a pending one `success`; another network is no answer."""
    reason = value.get("errorReason")
    if value.get("success", False) is not False or not isinstance(reason, str) or not reason:
        return _unknown("not_an_answer")
    if value.get("network") not in (None, "", chain):
        return _unknown("wrong_network")
    if reason == settle_reasons.PENDING:
        return Answer(Verdict.PENDING, transaction=_transaction(value))
    if "success" not in value:
        return _unknown("not_an_answer")
    return Answer(Verdict.REFUSED, settle_reasons.word(reason))


def _transaction(value: dict[str, Any]) -> str:
    """In lower case; empty if it isn't a transaction hash."""
    given = value.get("transaction")
    return given.lower() if isinstance(given, str) and _TRANSACTION.fullmatch(given) else ""


def _unknown(reason: str) -> Answer:
    return Answer(Verdict.UNKNOWN, reason)
