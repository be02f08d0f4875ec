"""Verifies a receipt with what a stranger has at hand: the token, the published keys, and what it speaks of.

Ten checks, each true, false, or null where it was not asked for or could not be reached: the form of the token
(RFC 7515), its algorithm, type, key and signature, what it claims, whether the answer and the request are those
that it attests, whether the log holds it, and what has become of it since, which only the service can say.

A key's own times bound what it may have signed. One that may be in other hands proves nothing by itself: then
only the log, under a checkpoint that another key signed, shows that the receipt is the service's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from receipts.core import checkpoint, claims, fit, proof, signing, statements
from receipts.core.jwk import PublicKey
from receipts.core.statements import InvalidStatements
from receipts.core.status import VALID

NAMES: Final = (
    "format",
    "algorithm",
    "type",
    "key",
    "signature",
    "claims",
    "result",
    "request",
    "inclusion",
    "status",
)
GOOD: Final = ("valid", "finality_upgraded")
"""What may have become of a receipt that still says how things are."""
LOST: Final = "key_compromise"
"""So does one of a lost key that the log holds, as `key` says: it was the service that issued it."""
_NOT_REACHED: Final = "not reached"
_NOT_ASKED: Final = {
    "result": "no answer was given to hold against it",
    "request": "no request was given to hold against it",
    "inclusion": "no proof was given",
    "status": "only the service knows what has become of it",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `ok` is None if it was not made; `detail` repeats nothing of what was read."""

    name: str
    ok: bool | None
    detail: str


@dataclass(frozen=True, slots=True)
class Report:
    """What the checks found. `payload` is the claims, None unless their signature and form are good."""

    checks: tuple[Check, ...]
    payload: Mapping[str, Any] | None
    status: str | None = None

    @property
    def valid(self) -> bool:
        return all(check.ok is not False for check in self.checks)

    @property
    def jti(self) -> str | None:
        return self.payload["jti"] if self.payload is not None else None

    def with_status(self, status: str | None) -> Report:
        """The same with what the service has on record; None: it has no such receipt."""
        if status is None:
            check = Check("status", False, "the service has no such receipt on record")
        else:
            check = Check("status", _stands(status, self._in_log), status)
        return replace(self, checks=(*self.checks[:-1], check), status=status)

    @property
    def _in_log(self) -> bool:
        return any(check.name == "inclusion" and check.ok for check in self.checks)

    def members(self) -> dict[str, Any]:
        """As JSON shows it."""
        checks = [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in self.checks]
        payload = None if self.payload is None else dict(self.payload)
        return {"valid": self.valid, "jti": self.jti, "status": self.status, "checks": checks, "payload": payload}


def verify(
    token: str,
    keys: Sequence[PublicKey],
    *,
    result: bytes | None = None,
    request: bytes | None = None,
    log_proof: bytes | None = None,
    status: bytes | None = None,
) -> Report:
    """The report on a receipt. Sizes are the caller's to bound, but for the token's; nothing here raises.

    `result`: the answer's body; `request`: the body that was posted, or `{"body": …, "route": …}`;
    `log_proof`: a tlog-proof; `status`: what `/v1/receipts/{jti}/status` answered.
    """
    try:
        signed = signing.verify(token, {key.kid: key.verifier() for key in keys})
    except signing.InvalidToken as error:
        return _broken(error.check, error.detail)
    try:
        said = claims.parse(signed.payload)
    except claims.InvalidClaims as error:
        return _broken("claims", str(error))
    key = next(key for key in keys if key.kid == signed.header["kid"])
    included = _included(signed.payload, said, keys, log_proof)
    found = dict.fromkeys(("format", "algorithm", "type", "signature", "claims"), (True, "")) | {
        "key": _standing(key, said["iat"], included[0] is True),
        "result": _result(token, said, keys, result),
        "request": _request(said, request),
        "inclusion": included,
    }
    found["status"], stated = _stated(said, keys, status, in_log=included[0] is True)
    return Report(tuple(Check(name, *found[name]) for name in NAMES), said, stated)


Finding = tuple[bool | None, str]


def _broken(name: str, detail: str) -> Report:
    """What stands before the failed check was passed, what stands behind it can't be asked."""
    at = NAMES.index(name)
    passed = [Check(each, True, "") for each in NAMES[:at]]
    beyond = [Check(each, None, _NOT_REACHED) for each in NAMES[at + 1 :]]
    return Report((*passed, Check(name, False, detail), *beyond), None)


def _standing(key: PublicKey, iat: int, in_log: bool) -> Finding:
    """Whether the key may have signed at `iat`, in unix seconds."""
    if key.revoked_at is not None:
        why = "the key may be in other hands"
        return (
            (True, f"{why}, but the log holds the receipt") if in_log else (False, f"{why}; a log proof may help")
        )
    if key.is_early(iat):
        return False, "the receipt is older than its key's use"
    if key.is_late(iat):
        return False, "the receipt is younger than its key's use"
    return True, ""


def _stands(status: str, in_log: bool) -> bool:
    return status in GOOD or (status == LOST and in_log)


def _stated(
    said: Mapping[str, Any], keys: Sequence[PublicKey], answer: bytes | None, *, in_log: bool
) -> tuple[Finding, str | None]:
    """The check, and the status where it can be relied on. That nothing was stated is signed by nobody."""
    if answer is None:
        return (None, _NOT_ASKED["status"]), None
    try:
        status, newest = statements.read(answer, said, keys)
    except InvalidStatements as error:
        return (False, str(error)), None
    if newest is None and status == VALID:
        return (None, "nothing was stated of it by then, says the answer, unsigned"), None
    return (_stands(status, in_log), status), status


def _included(
    payload: bytes, said: Mapping[str, Any], keys: Sequence[PublicKey], log_proof: bytes | None
) -> Finding:
    if log_proof is None:
        return None, _NOT_ASKED["inclusion"]
    trusted = {key.kid: key.verifier() for key in keys if key.revoked_at is None}
    origin = said["log"]["origin"] if "log" in said else checkpoint.origin_of(said["iss"])
    try:
        proof.verify(hashlib.sha256(payload).digest(), proof.parse(log_proof), trusted, origin=origin)
    except proof.InvalidProof as error:
        return False, str(error)
    return True, ""


def _result(token: str, said: Mapping[str, Any], keys: Sequence[PublicKey], result: bytes | None) -> Finding:
    if result is None:
        return None, _NOT_ASKED["result"]
    try:
        held = fit.check_result(said, result)
    except fit.Misfit as error:
        return False, str(error)
    if held in (None, token) or _attests_the_same(held or "", said, keys):
        return True, ""
    return False, "the answer holds another receipt"


def _attests_the_same(held: str, said: Mapping[str, Any], keys: Sequence[PublicKey]) -> bool:
    """Whether the token in the answer is an earlier receipt of it: a later one leaves the answer as it was."""
    try:
        earlier = claims.parse(signing.verify(held, {key.kid: key.verifier() for key in keys}).payload)
    except (signing.InvalidToken, claims.InvalidClaims):
        return False
    same = all(earlier[name]["sha256"] == said[name]["sha256"] for name in ("res", "req"))
    return same and earlier["iss"] == said["iss"] and "prev" in said


def _request(said: Mapping[str, Any], request: bytes | None) -> Finding:
    if request is None:
        return None, _NOT_ASKED["request"]
    try:
        fit.check_request(said, request)
    except fit.Misfit as error:
        return False, str(error)
    return True, ""
