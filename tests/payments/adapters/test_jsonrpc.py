from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import repeat
from typing import Any

import pytest

from payments.adapters.jsonrpc import MOST_BYTES, Endpoint, ErrorAnswer, Fault, TooMuch
from tests.chain.fake_rpc import FakeChain, FakeRpc, Lie, Raw, in_the_envelope, on_the_wire

WORDS = "the endpoint's own words"


@pytest.fixture(scope="module")
def rpc() -> Iterator[FakeRpc]:
    with FakeRpc(FakeChain()) as rpc:
        yield rpc


@pytest.fixture(autouse=True)
def honest(rpc: FakeRpc) -> None:
    rpc.lie, rpc.status = None, 200
    rpc.asked.clear()


def told(rpc: FakeRpc, lie: Lie | None, timeout_s: float = 5.0) -> Fault:
    rpc.lie = lie
    with pytest.raises(Fault) as caught:
        Endpoint(rpc.url, timeout_s).ask("eth_chainId")
    return caught.value


def raw(text: str) -> Lie:
    return on_the_wire(text.encode())


def test_one_question_is_one_post_with_its_parameters(rpc: FakeRpc):
    block = Endpoint(rpc.url).ask("eth_getBlockByNumber", "0x3", False)
    assert block["number"] == "0x3"
    assert rpc.asked == [("eth_getBlockByNumber", ["0x3", False])]


def test_nothing_there_is_an_answer(rpc: FakeRpc):
    assert Endpoint(rpc.url).ask("eth_getBlockByNumber", "0xffff", False) is None


@pytest.mark.parametrize("number", [0, -1, 2, "1", 1.0, True, None, [1]])
def test_the_answer_carries_the_questions_id(rpc: FakeRpc, number: Any):
    assert told(rpc, in_the_envelope(id=number)).kind == "wrong_id"


@pytest.mark.parametrize(
    "members",
    [
        {"jsonrpc": "1.0"},
        {"jsonrpc": 2.0},
        {"error": {"code": 3}},
        {"error": None},
    ],
)
def test_the_envelope_is_of_version_2_with_either_result_or_error(rpc: FakeRpc, members: dict[str, Any]):
    assert told(rpc, in_the_envelope(**members)).kind == "not_jsonrpc"


@pytest.mark.parametrize("text", ["[]", "null", '"x"', "1", '{"id": 1}', '{"jsonrpc": "2.0", "id": 1}'])
def test_what_is_no_envelope_is_no_answer(rpc: FakeRpc, text: str):
    assert told(rpc, raw(text)).kind == "not_jsonrpc"


@pytest.mark.parametrize(
    "text",
    ["", "<html>", '{"id": 1, "id": 1}', '{"result": NaN}', "[" * 5_000, '{"a": 1} x', "1" * 5_000],
)
def test_what_is_no_strict_json_is_no_answer(rpc: FakeRpc, text: str):
    assert told(rpc, raw(text)).kind == "not_json"
    assert told(rpc, on_the_wire(b"\xff" + text.encode())).kind == "not_json"


@pytest.mark.parametrize("code", [3, -32000, -32015])
def test_an_error_keeps_its_code_and_nothing_else(rpc: FakeRpc, code: int):
    error = json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": WORDS, "data": WORDS}})
    fault = told(rpc, raw(error))
    assert isinstance(fault, ErrorAnswer)
    assert (fault.code, str(fault)) == (code, "error_answer")


@pytest.mark.parametrize("error", [None, "x", {}, {"code": "3"}, {"code": 3.0}, {"code": True}, [3]])
def test_an_error_without_a_code_is_no_answer(rpc: FakeRpc, error: Any):
    assert told(rpc, raw(json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}))).kind == "not_jsonrpc"


@pytest.mark.parametrize("status", [201, 301, 307, 401, 429, 500, 503])
def test_any_other_status_is_no_answer(rpc: FakeRpc, status: int):
    rpc.status = status
    assert told(rpc, None).kind == "http_status"


def test_a_huge_body_is_cut_short(rpc: FakeRpc):
    assert isinstance(told(rpc, on_the_wire(b" " * (MOST_BYTES + 1))), TooMuch)


def test_a_slow_drip_ends_at_the_deadline(rpc: FakeRpc):
    def drip() -> Raw:
        return repeat(b" ", 500)

    assert told(rpc, on_the_wire(drip), timeout_s=0.2).kind == "timeout"


def test_nobody_there_is_no_answer(rpc: FakeRpc):
    with FakeRpc(FakeChain()) as gone:
        endpoint = Endpoint(gone.url)
    with pytest.raises(Fault) as caught:
        endpoint.ask("eth_chainId")
    assert caught.value.kind == "connection"


@pytest.mark.parametrize("url", ["http://example.com/", "ftp://127.0.0.1/", "", "https://u:p@example.com/"])
def test_a_url_that_is_not_https_is_refused_at_once(url: str):
    with pytest.raises(ValueError):
        Endpoint(url)


def test_no_fault_holds_the_url_or_the_endpoints_words(rpc: FakeRpc):
    for lie in (raw(WORDS), raw(json.dumps({"jsonrpc": WORDS})), on_the_wire(WORDS.encode("utf-16"))):
        fault = told(rpc, lie)
        assert WORDS not in repr(fault) and rpc.url not in repr(fault)
        assert rpc.url not in repr(Endpoint(rpc.url))
