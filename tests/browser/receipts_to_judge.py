"""Receipts, sound and hostile, with what is held against them: what the browser and Python must judge alike."""

from __future__ import annotations

import base64
import copy
import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from receipts.core import base64url, checkpoint, jcs, jwk, merkle, proof, signing, verification
from receipts.core.jwk import PublicKey, SigningKey
from tests.receipts import attested
from tests.receipts.attested import IAT, KEY, Attested
from tests.receipts.examples import signing_key

QUOTES, TEXT, DOCUMENT = attested.of_quotes(), attested.of_text(), attested.of_document()
OTHER = signing_key()
KEYS = attested.keys()
HEADER = {"alg": "EdDSA", "kid": KEY.public.kid, "typ": signing.RECEIPT_TYPE}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@dataclass(frozen=True)
class Judged:
    """A token and what is held against it."""

    token: str
    result: bytes | None = None
    request: bytes | None = None
    proof: bytes | None = None
    status: bytes | None = None
    keys: tuple[PublicKey, ...] = KEYS

    def by_python(self) -> list[list[Any]]:
        report = verification.verify(
            self.token,
            self.keys,
            result=self.result,
            request=self.request,
            log_proof=self.proof,
            status=self.status,
        )
        return [[check.name, check.ok] for check in report.checks]

    def plain(self) -> dict[str, str | None]:
        parts = {"result": self.result, "request": self.request, "proof": self.proof, "status": self.status}
        keys = json.dumps(jwk.jwks(self.keys)).encode()
        return {"token": self.token} | {name: _text(part) for name, part in (*parts.items(), ("keys", keys))}


def _text(part: bytes | None) -> str | None:
    return None if part is None else base64.b64encode(part).decode()


def claims_of(token: str) -> dict[str, Any]:
    return json.loads(base64url.decode(token.split(".")[1]))


def log_proof(token: str, key: SigningKey = KEY, origin: str = "quotes.example/log") -> bytes:
    """That a log of three entries holds the receipt as the last."""
    payload = base64url.decode(token.split(".")[1])
    leaf = merkle.leaf_hash(hashlib.sha256(payload).digest())
    left = merkle.node_hash(merkle.leaf_hash(b"\x01" * 32), merkle.leaf_hash(b"\x02" * 32))
    head = checkpoint.Checkpoint(origin, 3, merkle.node_hash(left, leaf))
    return proof.write(2, [left], checkpoint.sign(head, key))


def headed(case: Attested, key: SigningKey = KEY, **changes: Any) -> str:
    """The claims under another header, rightly signed by `key`: nothing but the header is wrong."""
    signed = _signed(case, **changes)
    return f"{signed}.{base64url.encode(key.private.sign(signed.encode()))}"


def _signed(case: Attested, **changes: Any) -> str:
    return f"{base64url.encode(json.dumps(HEADER | changes).encode())}.{case.token.split('.')[1]}"


def _hmac(case: Attested) -> str:
    """Signed with the public key as the secret: a reader that lets the token choose the algorithm takes it."""
    signed = _signed(case, alg="HS256")
    return f"{signed}.{base64url.encode(hmac.digest(KEY.public.raw, signed.encode(), 'sha256'))}"


def confusions(case: Attested = TEXT) -> dict[str, str]:
    """The attempts to have a token taken for what it is not, by name."""
    head, payload, signature = case.token.split(".")
    at = LETTERS.index(signature[-1])
    return {
        "alg none": headed(case, alg="none").rpartition(".")[0] + ".",
        "HS256 with the public key": _hmac(case),
        "an embedded jwk": headed(case, OTHER, kid=OTHER.public.kid, jwk=OTHER.public.jwk()),
        "a jku": headed(case, OTHER, kid=OTHER.public.kid, jku="https://thief.example/jwks.json"),
        "an unknown crit": headed(case, crit=["x"], x="y"),
        "another typ": headed(case, typ="JWT"),
        "17 kB": case.token + "A" * 17_000,
        "another last character": f"{head}.{payload}.{signature[:-1]}{LETTERS[at + 1]}",
        "another key": attested.of_text(OTHER).token,
        "another payload": ".".join((head, base64url.encode(b"{}"), signature)),
    }


REFUSED_BY = {
    "alg none": "algorithm",
    "HS256 with the public key": "algorithm",
    "an embedded jwk": "format",
    "a jku": "format",
    "an unknown crit": "format",
    "another typ": "type",
    "17 kB": "format",
    "another last character": "format",
    "another key": "key",
    "another payload": "signature",
}
"""The check that names each confusion."""


def changed(content: bytes, step: int) -> Iterator[bytes]:
    """The same with one byte changed, at every `step`th place."""
    for at in range(0, len(content), step):
        yield content[:at] + bytes([content[at] ^ (1 + at % 127)]) + content[at + 1 :]


def claims_changed(claims: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The claims with one value replaced or taken out, whatever its place."""
    for n, path in enumerate(_paths(claims)):
        other = copy.deepcopy(claims)
        holder: Any = other
        for step in path[:-1]:
            holder = holder[step]
        if n % 9 == 8:
            del holder[path[-1]]
        else:
            holder[path[-1]] = (None, 7, -1, "x", [], {}, True, 2**53 - 1)[n % 8]
        yield other


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield (*path, name)
        yield from _paths(each, (*path, name))


def payloads(claims: dict[str, Any]) -> Iterator[bytes]:
    """Payloads that no service writes."""
    sound = jcs.encode(claims)
    yield from (b"{}", b"[]", b'{"a":1,"a":1}', b'"\\ud800"', sound[:-1], sound + b"\n", b"\xff" + sound)
    yield from (b"\xef\xbb\xbf" + sound, sound.replace(b'"v":1', b'"v":1.0'), sound.replace(b'"v":1', b'"v": 1'))
    more: list[dict[str, Any]] = [
        {"deep": [[[[[[[[]]]]]]]]},
        {"__proto__": {"v": 2}},
        {"zz": 1e20},
        {"zz": 1.5},
        {"\U0001f600": 1, "\uffff": 2, "é": "\u2028"},
    ]
    yield from (jcs.encode(claims | each) for each in more)


def judged() -> Iterator[Judged]:
    """All of it: some hundreds."""
    for case in (QUOTES, TEXT, DOCUMENT):
        held = log_proof(case.token)
        yield Judged(case.token, case.answer, case.request, held)
        yield Judged(case.token, json.dumps(json.loads(case.answer), indent=2).encode())
        yield from (Judged(token.decode("latin-1")) for token in changed(case.token.encode(), 41))
        yield from (Judged(case.token, result=answer) for answer in changed(case.answer, 7))
        yield from (Judged(case.token, request=request) for request in changed(case.request, 7))
        yield from (Judged(case.token, proof=other) for other in changed(held, 7))
        yield from (Judged(token) for token in confusions(case).values())
        yield from (Judged(attested.sign(claims), case.answer) for claims in claims_changed(case.claims))
        yield from (Judged(attested.sign(payload)) for payload in payloads(case.claims))
    yield from _with_other_keys()
    yield from _with_other_parts()


def _with_other_keys() -> Iterator[Judged]:
    day = jwk.LATE_S
    for times in (
        {"nbf": IAT + 601},
        {"nbf": IAT + 600},
        {"exp": IAT - day - 1},
        {"exp": IAT - day},
        {"revoked_at": 5},
    ):
        keys = attested.keys(**times)
        yield Judged(TEXT.token, keys=keys)
        yield Judged(TEXT.token, proof=log_proof(TEXT.token), keys=keys)
    yield Judged(TEXT.token, proof=log_proof(TEXT.token, OTHER))
    yield Judged(TEXT.token, proof=log_proof(TEXT.token, origin="elsewhere.example/log"))


def _with_other_parts() -> Iterator[Judged]:
    later = attested.of_text(iat=IAT + 60, prev="rcp_" + "b" * 26)
    yield from (Judged(later.token, TEXT.answer), Judged(TEXT.token, later.answer))
    for held in ("", "a.b.c", QUOTES.token, 7, None):
        yield Judged(TEXT.token, jcs.encode(json.loads(TEXT.answer) | {"receipt": held}))
    for asked in (
        jcs.encode({"body": attested.TEXT, "route": "/v1/verify/text-quote"}),
        b"7",
        b"[",
        b'{"text":1}',
    ):
        yield Judged(TEXT.token, request=asked)
    for answer in (
        b"7",
        b"",
        b"{}",
        b'{"result":{"score":1e400}}',
        b'{"a":"\\ud800"}',
        b'{"result":{"score":1e-7}}',
    ):
        yield Judged(TEXT.token, answer)
