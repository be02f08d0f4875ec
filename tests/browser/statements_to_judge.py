"""Statements on what became of a receipt, sound and hostile: what the browser and Python must judge alike."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from receipts.core import jcs, signing, status
from receipts.core.jwk import SigningKey
from receipts.core.status import Stated
from tests.browser.receipts_to_judge import OTHER as STRANGER
from tests.browser.receipts_to_judge import TEXT, Judged, changed, confusions, log_proof
from tests.receipts import attested
from tests.receipts.attested import IAT, KEY
from tests.receipts.examples import ISSUER

OTHER = "rcp_" + "b" * 26
SHA256 = hashlib.sha256(jcs.encode(TEXT.claims)).hexdigest()
JTI: str = TEXT.claims["jti"]

FACTS: list[tuple[Any, dict[str, Any]]] = [
    ("lost", {}),
    (7, {}),
    (None, {}),
    ("replacement", {}),
    ("replacement", {"replacement": 7}),
    ("finality_upgraded", {}),
    ("finality_upgraded", {"finality": "sure"}),
    *(
        ("refunded", more)
        for more in (
            {"replacement": OTHER},
            {"replacement": None},
            {"finality": "safe"},
            {"v": 2},
            {"iat": "x"},
            {"iat": True},
            {"iat": 1.5},
            {"target": {}},
            {"target": {"jti": JTI, "sha256": SHA256, "more": 1}},
            {"more": 1},
        )
    ),
]
"""Statuses and members of statements, nearly all of them such as the service never makes."""


def stated(
    what: str, *, key: SigningKey = KEY, iat: int = IAT, jti: str = JTI, sha256: str = SHA256, **facts: str
) -> str:
    """The token of a statement about the receipt of a text."""
    payload = status.build(Stated(what, **facts), iss=ISSUER, iat=iat, jti=jti, sha256=sha256)
    return signing.sign(payload, key, typ=status.TYPE)


def told(what: Any, **more: Any) -> bytes:
    """The payload of a statement that the service would not make."""
    target = {"jti": JTI, "sha256": SHA256}
    return jcs.encode({"v": 1, "iss": ISSUER, "iat": IAT, "target": target, "status": what} | more)


def answer(*tokens: str, **more: Any) -> bytes:
    """What `/status` answers with these statements, the newest first."""
    known = "valid"
    if tokens:
        payload = signing.base64url.decode(tokens[0].split(".")[1])
        known = json.loads(payload).get("status", "valid")
    return json.dumps({"jti": JTI, "status": known, "statements": tokens, "checkpoint": None} | more).encode()


def judged() -> Iterator[Judged]:
    """All of it: the receipt of a text, with an answer about its status."""
    sound = [
        answer(),
        *(answer(status=word) for word in ("refunded", "reorged", "replacement", "key_compromise", "no status")),
        *(answer(stated(word)) for word in ("refunded", "reorged", "key_compromise")),
        answer(stated("replacement", replacement=OTHER)),
        *(answer(stated("finality_upgraded", finality=each)) for each in status.FINALITIES),
        answer(stated("refunded", iat=IAT + 1), stated("reorged"), stated("finality_upgraded", finality="safe")),
        answer(stated("refunded"), stated("refunded")),
    ]
    yield from (Judged(TEXT.token, status=each) for each in (*sound, *_hostile()))
    yield from (Judged(TEXT.token, status=each) for each in changed(sound[-2], 29))
    yield Judged(TEXT.token, status=answer(stated("key_compromise")), proof=log_proof(TEXT.token))
    for times in ({"nbf": IAT + 601}, {"nbf": IAT + 600}, {"exp": IAT - 86_401}, {"revoked_at": 5}):
        yield Judged(TEXT.token, status=answer(stated("refunded")), keys=attested.keys(**times))


def _hostile() -> Iterator[bytes]:
    yield from (b"", b"{", b"[]", b"{}", b'{"statements":[]}', b'{"jti":1,"status":2,"statements":[3]}')
    yield answer(jti=OTHER)
    yield answer(stated("refunded"), status="valid")
    yield answer(stated("reorged", iat=IAT + 1), stated("refunded"))
    yield answer(stated("refunded"), stated("reorged", iat=IAT + 1))
    yield answer(stated("refunded", key=STRANGER))
    yield answer(stated("refunded", jti=OTHER))
    yield answer(stated("refunded", sha256="0" * 64))
    for token in (TEXT.token, *confusions().values()):
        yield json.dumps({"jti": JTI, "status": "refunded", "statements": [token]}).encode()
    for what, more in FACTS:
        token = signing.sign(told(what, **more), KEY, typ=status.TYPE)
        yield json.dumps({"jti": JTI, "status": what, "statements": [token]}).encode()
    for payload in (b"{}", b"[]", b'"x"', told("refunded") + b"\n", b"\xff"):
        token = signing.sign(payload, KEY, typ=status.TYPE)
        yield json.dumps({"jti": JTI, "status": "refunded", "statements": [token]}).encode()
