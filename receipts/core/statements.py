"""Reads what the service stated of a receipt after it was issued, trusting nothing but the published keys.

What `/v1/receipts/{jti}/status` answers counts by its statements: each a token of its own type, signed by a key
while that was in use, about this very receipt, in one order, the newest first. A statement by a key that may be in
other hands never has the last word.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from payments.core import strict_json
from receipts.core import jcs, signing, status
from receipts.core.jwk import PublicKey
from receipts.core.status import Stated

MOST: Final = 262_144
"""Bytes of an answer."""
_DEPTH: Final = 8


class InvalidStatements(ValueError):
    """The answer doesn't hold; the message says why, in words of this module alone."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A statement and when it was made, in unix seconds."""

    stated: Stated
    iat: int


def read(answer: bytes, said: Mapping[str, Any], keys: Sequence[PublicKey]) -> tuple[str, Stated | None]:
    """What has become of the receipt that claims `said`, and the newest statement; InvalidStatements.

    Without any statement the status is the service's word alone, and signed by nobody.
    """
    known = _answer(answer)
    if known["jti"] != said["jti"]:
        raise InvalidStatements("the answer is about another receipt")
    dated = list(_verified(known["statements"], said, {key.kid: key for key in keys}))
    for newer, older in pairwise(dated):
        _check_order(newer, older)
    newest = dated[0].stated if dated else None
    if newest is not None and newest.status != known["status"]:
        raise InvalidStatements("the answer says otherwise than its newest statement")
    return known["status"], newest


def _answer(answer: bytes) -> dict[str, Any]:
    try:
        known = strict_json.loads(answer[: MOST + 1], max_depth=_DEPTH)
    except strict_json.NotStrict:
        known = None
    statements = known.get("statements") if isinstance(known, dict) else None
    if not isinstance(statements, list) or not all(isinstance(each, str) for each in statements):
        raise InvalidStatements("not an answer about a receipt's status")
    if not isinstance(known.get("jti"), str) or known.get("status") not in status.KNOWN:
        raise InvalidStatements("not an answer about a receipt's status")
    return dict(known)


def _verified(tokens: list[str], said: Mapping[str, Any], keys: Mapping[str, PublicKey]) -> Iterator[Dated]:
    verifiers = {kid: key.verifier() for kid, key in keys.items()}
    for at, token in enumerate(tokens):
        try:
            signed = signing.verify(token, verifiers, typ=status.TYPE)
        except signing.InvalidToken as error:
            raise InvalidStatements(f"statement {at}: {error.detail}") from None
        dated = _parse(signed.payload, said, at)
        key = keys[signed.header["kid"]]
        if not key.may_have_signed(dated.iat):
            raise InvalidStatements(f"statement {at}: not of its key's time")
        if at == 0 and key.revoked_at is not None:
            raise InvalidStatements("the newest statement is by a key that may be in other hands")
        yield dated


def _parse(payload: bytes, said: Mapping[str, Any], at: int) -> Dated:
    try:
        claims = strict_json.loads(payload, max_depth=_DEPTH)
        canonical = jcs.encode(claims)
        target = {"jti": said["jti"], "sha256": hashlib.sha256(jcs.encode(said)).hexdigest()}
        if canonical != payload or claims["v"] != status.VERSION or type(claims["iat"]) is not int:
            raise InvalidStatements(f"statement {at}: not one of this version")
        if claims["target"] != target:
            raise InvalidStatements(f"statement {at}: about another receipt")
        return Dated(Stated(claims["status"], claims.get("replacement"), claims.get("finality")), claims["iat"])
    except InvalidStatements:
        raise
    except (ValueError, TypeError, KeyError):
        raise InvalidStatements(f"statement {at}: not one of this version") from None


def _check_order(newer: Dated, older: Dated) -> None:
    again = newer.stated == older.stated
    if newer.iat < older.iat or not (again or status.may_follow(older.stated.status, newer.stated.status)):
        raise InvalidStatements("the statements are not in their order")
