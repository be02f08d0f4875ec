"""A facilitator over HTTP that really settles, or doesn't, and then answers with any of the faults.

`FAULTS` is the matrix: name -> (behaviour, whether the money moves). How money moves is the test's to say.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import re
import ssl
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Self

from payments.core import header, offer
from payments.core.authorization import Signed
from payments.core.terms import Terms
from tests.chain import raw_server
from tests.chain.raw_server import RawServer, Request, hanging, reply, reset, streamed

Move = Callable[[Signed], str]
INVENTED = "0x" + "ee" * 32
MOST_BYTES = 65_536
WORDS = "Zanzibar"
"""Stands in every text of the facilitator that may not get anywhere."""


@dataclass(frozen=True)
class Means:
    """What a facilitator can do on its ledger; each gives the transaction's name.

    `reverted`: broadcasts and has it fail; `batched`: settles with somebody else's transfer in one transaction.
    """

    settle: Move
    reverted: Move
    batched: Move


@dataclass(frozen=True)
class Asked:
    """One settle request that came in; `elsewhere` is another origin that should hear nothing."""

    signed: Signed
    means: Means
    elsewhere: str

    def content(self, transaction: str, /, **changes: Any) -> dict[str, Any]:
        plain = {
            "success": True,
            "transaction": transaction,
            "network": self.signed.terms.chain,
            "payer": self.signed.authorization.payer,
        }
        return plain | changes

    def move(self, moves: bool) -> str:
        return _hash(self.means.settle(self.signed)) if moves else INVENTED


Behaviour = Callable[[Asked], raw_server.Answer]


def _hash(transaction: str) -> str:
    """A ledger's own name as it is where it has a chain's form, else a hash of it."""
    if re.fullmatch("0x[0-9a-f]{64}", transaction):
        return transaction
    return "0x" + hashlib.sha256(transaction.encode()).hexdigest()


def honest(asked: Asked) -> raw_server.Answer:
    return _json(asked.content(asked.move(True)))


def says(*, moves: bool, status: int = 200, **changes: Any) -> Behaviour:
    """A well-formed answer, but for `changes`."""

    def behave(asked: Asked) -> raw_server.Answer:
        return _json(asked.content(asked.move(moves), **changes), status)

    return behave


def fails(reason: str, *, moves: bool, status: int = 200, **changes: Any) -> Behaviour:
    return says(moves=moves, status=status, success=False, errorReason=reason, errorMessage=WORDS, **changes)


def sends(make: Callable[[bytes], raw_server.Answer], *, moves: bool) -> Behaviour:
    """What `make` does with the body of an honest answer."""

    def behave(asked: Asked) -> raw_server.Answer:
        return make(json.dumps(asked.content(asked.move(moves))).encode())

    return behave


def page(status: int, *, moves: bool) -> Behaviour:
    """What stands before the facilitator answers, in HTML."""
    return sends(
        lambda _: reply(f"<html>{WORDS}</html>".encode(), status=status, Content_Type="text/html"), moves=moves
    )


def _reverted(asked: Asked) -> raw_server.Answer:
    return _json(asked.content(_hash(asked.means.reverted(asked.signed))))


def _batched(asked: Asked) -> raw_server.Answer:
    return _json(asked.content(_hash(asked.means.batched(asked.signed))))


def _redirected(asked: Asked) -> raw_server.Answer:
    return reply(status=307, Location=f"{asked.elsewhere}/settle")


def _json(content: Any, status: int = 200) -> bytes:
    return reply(json.dumps(content).encode(), status=status)


def _cut(body: bytes) -> raw_server.Answer:
    return reset(reply(body)[:-20])


def _bomb(body: bytes) -> raw_server.Answer:
    return reply(gzip.compress(body + b" " * 20_000_000), Content_Encoding="gzip")


def _dripped(body: bytes) -> raw_server.Answer:
    head = reply(Transfer_Encoding="chunked").replace(b"Content-Length: 0\r\n", b"")
    return streamed(head, then=itertools.repeat(b"1\r\n \r\n"), every=0.05)


def _many_headers(body: bytes) -> raw_server.Answer:
    lines = f"X-{WORDS}: {'x' * 1000}\r\n".encode()
    return streamed(b"HTTP/1.1 200 OK\r\n", then=itertools.repeat(lines))


def _many_hints(body: bytes) -> raw_server.Answer:
    return streamed(then=itertools.repeat(b"HTTP/1.1 103 Early Hints\r\n\r\n"))


def _huge(body: bytes) -> raw_server.Answer:
    return reply(body + b" " * MOST_BYTES)


def _huge_unannounced(body: bytes) -> raw_server.Answer:
    return streamed(b"HTTP/1.1 200 OK\r\n\r\n" + body, then=itertools.repeat(b" " * 10_000))


def _with(old: bytes, new: bytes) -> Callable[[bytes], raw_server.Answer]:
    return lambda body: reply(body.replace(old, new))


def _instead(body: bytes) -> Callable[[bytes], raw_server.Answer]:
    return lambda _: reply(body)


FAULTS: dict[str, tuple[Behaviour, bool]] = {
    "true, moved": (honest, True),
    "true, wrong transaction, moved": (says(moves=True, transaction=INVENTED), True),
    "true, not moved": (says(moves=False), False),
    "true, reverted": (_reverted, False),
    "true, two transfers in one transaction": (_batched, True),
    "pending, moved": (fails("settlement_pending", moves=True), True),
    "pending, not moved": (fails("settlement_pending", moves=False), False),
    "500 pending, moved": (fails("settlement_pending", moves=True, status=500), True),
    "500 pending, not moved": (fails("settlement_pending", moves=False, status=500), False),
    "pending with a rubbish transaction, moved": (
        fails("settlement_pending", moves=True, transaction=WORDS),
        True,
    ),
    "202 of its own, moved": (sends(lambda _: _json({"status": WORDS}, 202), moves=True), True),
    "202 of its own, not moved": (sends(lambda _: _json({"status": WORDS}, 202), moves=False), False),
    "nonce used, by this very call": (fails("invalid_exact_evm_nonce_already_used", moves=True), True),
    "failed without a transaction, moved": (fails("transaction_failed", moves=True, transaction=""), True),
    "failed without a transaction, not moved": (fails("transaction_failed", moves=False, transaction=""), False),
    "a reason of its own, moved": (fails(WORDS, moves=True, status=400), True),
    "402 page, not moved": (page(402, moves=False), False),
    "403 page, not moved": (page(403, moves=False), False),
    "429 page, not moved": (page(429, moves=False), False),
    "503 page, moved": (page(503, moves=True), True),
    "503 page, not moved": (page(503, moves=False), False),
    "200 page, moved": (page(200, moves=True), True),
    "no answer, moved": (sends(lambda _: hanging(), moves=True), True),
    "no answer, not moved": (sends(lambda _: hanging(), moves=False), False),
    "half an answer and silence, moved": (sends(lambda body: hanging(reply(body)[:-9]), moves=True), True),
    "reset in the body, moved": (sends(_cut, moves=True), True),
    "reset before an answer, moved": (sends(lambda _: reset(), moves=True), True),
    "gone without a word, not moved": (sends(lambda _: raw_server.CLOSE, moves=False), False),
    "redirected": (_redirected, False),
    "gzip bomb, moved": (sends(_bomb, moves=True), True),
    "dripping without end, moved": (sends(_dripped, moves=True), True),
    "headers without end, moved": (sends(_many_headers, moves=True), True),
    "hints without end, not moved": (sends(_many_hints, moves=False), False),
    "huge, moved": (sends(_huge, moves=True), True),
    "bytes without end, moved": (sends(_huge_unannounced, moves=True), True),
    "not HTTP, moved": (sends(lambda _: streamed(WORDS.encode() + b"\r\n\r\n"), moves=True), True),
    "success as text, moved": (says(moves=True, success="true"), True),
    "success as a number, not moved": (says(moves=False, success=1), False),
    "success left out, moved": (sends(_with(b'"success": true, ', b""), moves=True), True),
    "true with a reason, not moved": (says(moves=False, errorReason=WORDS), False),
    "true with 500, moved": (says(moves=True, status=500), True),
    "true on another network, moved": (says(moves=True, network="eip155:1"), True),
    "true on no network, moved": (says(moves=True, network=None), True),
    "refused on another network, not moved": (
        fails("transaction_failed", moves=False, network="eip155:1"),
        False,
    ),
    "true with half a transaction, moved": (says(moves=True, transaction="0x" + "ee" * 31), True),
    "true with a list of transactions, moved": (says(moves=True, transaction=[INVENTED]), True),
    "refused for no reason, moved": (fails("", moves=True), True),
    "refused for a list of reasons, moved": (says(moves=True, success=False, errorReason=[WORDS]), True),
    "a name twice, moved": (sends(_with(b"{", b'{"success": false, '), moves=True), True),
    "NaN, moved": (sends(_with(b"true", b'true, "amount": NaN'), moves=True), True),
    "not UTF-8, moved": (sends(_with(b"true", b'true, "payer2": "\xff"'), moves=True), True),
    "a list, moved": (sends(lambda body: reply(b"[" + body + b"]"), moves=True), True),
    "nothing, moved": (sends(_instead(b""), moves=True), True),
    "null, not moved": (sends(_instead(b"null"), moves=False), False),
    "nested deep, not moved": (sends(_instead(b'{"success":' + b"[" * 30_000), moves=False), False),
}
FOR_GOOD = ("true, not moved", "true, reverted", "pending, not moved", "500 pending, not moved")
"""After these no further call is made, and the money never comes."""


class FakeFacilitator:
    """Behaves as told, call by call, then honestly. `handed` is what it was given, in order.

    `settle`, `reverted` and `batched` run in the server's threads. `supported` is the answer of /supported.
    """

    def __init__(
        self,
        terms: Terms,
        settle: Move,
        *script: Behaviour,
        reverted: Move = lambda signed: INVENTED,
        batched: Move | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.script = list(script)
        self.handed: list[Signed] = []
        self.supported: raw_server.Answer = _json(
            {"kinds": [{"x402Version": 2, "scheme": "exact", "network": terms.chain}], "extensions": []}
        )
        self._terms = terms
        self._means = Means(settle, reverted, batched or settle)
        self._server = RawServer(self._answer, tls=tls)
        self._elsewhere = RawServer(lambda request: _json({}))
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def requests(self) -> list[Request]:
        """Everything that arrived, here or at the other origin."""
        return self._server.requests + self._elsewhere.requests

    def __enter__(self) -> Self:
        self._running.enter_context(self._elsewhere)
        self._running.enter_context(self._server)
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def _answer(self, request: Request) -> raw_server.Answer:
        if (request.method, request.path) == ("GET", "/supported"):
            return self.supported
        if (request.method, request.path) != ("POST", "/settle"):
            return reply(status=404)
        signed = _handed(json.loads(request.body), self._terms)
        self.handed.append(signed)
        behave = self.script.pop(0) if self.script else honest
        return behave(Asked(signed, self._means, self._elsewhere.url))


def _handed(content: dict[str, Any], terms: Terms) -> Signed:
    """What a settle request hands over, as a strict facilitator reads it. AssertionError if it's no good."""
    assert set(content) == {"x402Version", "paymentPayload", "paymentRequirements"}
    presented = header.read(offer.encode(content["paymentPayload"]), terms)
    assert content["x402Version"] == 2
    assert content["paymentRequirements"] == content["paymentPayload"]["accepted"]
    wanted = presented.signed.authorization
    assert (presented.accepted.pay_to, presented.accepted.amount) == (wanted.pay_to, wanted.amount)
    return presented.signed
