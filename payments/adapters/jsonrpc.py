"""JSON-RPC 2.0 over HTTPS: one question, one POST, one strictly checked answer.

What an endpoint says in words is never kept, shown or logged, nor is its URL, which may hold a key: a fault
is one of our own words.
"""

from __future__ import annotations

import json
from itertools import count
from typing import Any, Final

from payments.adapters.https import Reply, Trouble, Unreachable, place, post
from payments.core import strict_json
from payments.ports import LedgerUnavailable

MOST_BYTES: Final = 8 * 1024 * 1024
"""Of one answer: a full block's hashes, a batch's receipt."""
OK: Final = 200


class Fault(LedgerUnavailable):
    """No answer that can be used; `kind` is our own word for why."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class TooMuch(Fault):
    """The answer is over the limit: less may be asked for."""

    def __init__(self) -> None:
        super().__init__("too_large")


class ErrorAnswer(Fault):
    """The endpoint answered with a JSON-RPC error; `code` is all that is kept of it."""

    def __init__(self, code: int) -> None:
        super().__init__("error_answer")
        self.code = code


class Endpoint:
    """One node behind a URL. Threads may share it. ValueError for a URL that `https.place` refuses."""

    def __init__(self, url: str, timeout_s: float = 5.0) -> None:
        place(url)
        self._url = url
        self._timeout_s = timeout_s
        self._ids = count(1)

    def ask(self, method: str, *params: object) -> Any:
        """The result, within `timeout_s` seconds. Fault, TooMuch, ErrorAnswer."""
        number = next(self._ids)
        question = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        reply = self._exchange(json.dumps(question).encode())
        if reply.status == OK:
            return _result(_loads(reply.body), number)
        _raise_error(reply.body, number)
        raise Fault("http_status")

    def _exchange(self, question: bytes) -> Reply:
        try:
            return post(
                self._url, question, timeout_s=self._timeout_s, most_bytes=MOST_BYTES, repeat=True
            )  # every question is a reading: asking twice changes nothing
        except Unreachable as error:
            raise TooMuch if error.reason is Trouble.TOO_LARGE else Fault(error.reason.value) from error


def _raise_error(body: bytes, number: int) -> None:
    """ErrorAnswer, where another HTTP status than 200 carries one: some say so that a range is too wide."""
    try:
        _result(_loads(body), number)
    except ErrorAnswer:
        raise
    except Fault:
        return


def _loads(body: bytes) -> Any:
    try:
        return strict_json.loads(body)
    except strict_json.NotStrict as error:
        raise Fault("not_json") from error


def _result(answer: Any, number: int) -> Any:
    """The result in an envelope that answers question `number`, with either a result or an error."""
    if type(answer) is not dict or answer.get("jsonrpc") != "2.0":
        raise Fault("not_jsonrpc")
    if type(answer.get("id")) is not int or answer["id"] != number:
        raise Fault("wrong_id")
    if ("result" in answer) == ("error" in answer):
        raise Fault("not_jsonrpc")
    if "error" in answer:
        raise ErrorAnswer(_code(answer["error"]))
    return answer["result"]


def _code(error: Any) -> int:
    if type(error) is not dict or type(error.get("code")) is not int:
        raise Fault("not_jsonrpc")
    return int(error["code"])
