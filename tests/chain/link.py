"""The link between a service and its node, with faults: an HTTP proxy in front of anvil.

    with Link(chain) as link:
        link.faults["eth_sendRawTransaction"] = link.lose_answer

A fault gets the question and answers for the node, or raises `Cut` to end the connection without an answer.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from tests.chain.anvil import Anvil, RpcError

Fault = Callable[[str, list[Any]], Any]


class Cut(Exception):
    """The connection ends."""


class Link:
    """Counts the questions that came, by method."""

    def __init__(self, chain: Anvil) -> None:
        self.chain = chain
        self.faults: dict[str, Fault] = {}
        self.asked: Counter[str] = Counter()
        self.closing = threading.Event()

    def __enter__(self) -> Link:
        link = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                try:
                    answer = link.answer(question["method"], question["params"])
                except Cut:
                    self.close_connection = True
                    return
                body = json.dumps({"jsonrpc": "2.0", "id": question["id"], **answer}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()

    def answer(self, method: str, params: list[Any]) -> dict[str, Any]:
        self.asked[method] += 1
        try:
            return {"result": self.faults.get(method, self.ask)(method, params)}
        except RpcError as error:
            return {"error": {"code": -32000, "message": str(error)}}

    def ask(self, method: str, params: list[Any]) -> Any:
        return self.chain.rpc(method, *params)

    # Faults

    def cut(self, method: str, params: list[Any]) -> Any:
        """The node never gets it."""
        raise Cut

    def lose_answer(self, method: str, params: list[Any]) -> Any:
        """The node takes it, and nobody hears of it, however often it is asked."""
        with suppress(RpcError):
            self.ask(method, params)
        raise Cut

    def stall(self, method: str, params: list[Any]) -> Any:
        """No answer until the link closes."""
        self.closing.wait()
        raise Cut

    def refuse(self, method: str, params: list[Any]) -> Any:
        raise RpcError("no, and <script>what the node says</script>")

    def refuse_though_taken(self, method: str, params: list[Any]) -> Any:
        self.ask(method, params)
        raise RpcError("already known")

    def once(self, fault: Fault) -> Fault:
        """The first time only."""
        left = [fault]

        def behave(method: str, params: list[Any]) -> Any:
            return (left.pop() if left else self.ask)(method, params)

        return behave
