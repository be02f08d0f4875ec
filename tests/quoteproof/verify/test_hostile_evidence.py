"""Evidence files that were made to mislead or to break whoever checks them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quoteproof.verify.command import main
from tests.receipts import attested

CASE = attested.of_text()
ESCAPE = "\x1b[2J"


def document(**more: Any) -> dict[str, Any]:
    """The evidence file of a check of a supplied text, before anything is in the log."""
    claims = CASE.claims
    tool, [text] = claims["tool"], claims["src"]
    contract = {"name": tool["name"], "version": tool["version"], "sha256": tool["contract_sha256"]}
    source = {"extraction_sha256": text["text_sha256"], "source_bytes": text["bytes"]}
    known = {"request": None, "proof": None, "checkpoint": None, "sources": [source], "contract": contract}
    known |= {"format": "quoteproof-evidence/1", "check": "chk_a", "route": "/v1/verify/text-quote"}
    known |= {"request_sha256": claims["req"]["sha256"], "result_sha256": claims["res"]["sha256"]}
    return known | {"result": json.loads(CASE.answer), "receipt": CASE.token} | more


@pytest.fixture
def told(tmp_path: Path, capsys) -> Callable[..., tuple[int, str]]:
    """The exit status and what is said of a file, with the answer or the request beside it if they are given."""
    (tmp_path / "jwks").write_text(json.dumps({"keys": [attested.KEY.public.jwk()]}))

    def run(file: dict[str, Any], **beside: bytes) -> tuple[int, str]:
        arguments = ["--jwks", str(tmp_path / "jwks"), "--evidence", str(tmp_path / "evidence")]
        (tmp_path / "evidence").write_text(json.dumps(file))
        for name, content in beside.items():
            (tmp_path / name).write_bytes(content)
            arguments += [f"--{name}", str(tmp_path / name)]
        return main(arguments), capsys.readouterr().out

    return run


def test_as_it_was_made_it_is_valid(told):
    assert told(document())[0] == 0
    assert told(document(), result=CASE.answer, request=CASE.request)[0] == 0


@pytest.mark.parametrize("note", ["\ud800", "", "x", "\n\n", "\x00" * 70_000])
def test_a_checkpoint_that_is_none_is_named(told, note):
    status, said = told(document(checkpoint=note))
    assert status == 1 and said.endswith("NOT VALID: evidence\n")


@pytest.mark.parametrize("route", ["/v1/verify/quote", "/v1/verify/text-quotes", ""])
def test_another_route_is_named_where_the_request_was_not_kept(told, route):
    status, said = told(document(route=route))
    assert status == 1 and "attests: route" in said


def test_the_names_of_members_are_not_repeated(told):
    file = document()
    file["sources"][0][ESCAPE], file["result"]["sources"] = 1, [{ESCAPE: 2}]
    status, said = told(file)
    assert status == 1 and "a member of source 0" in said and ESCAPE not in said


def test_its_own_answer_is_checked_where_another_one_is_given(told):
    file = document(result=json.loads(CASE.answer) | {"advice": "It is true."})
    status, said = told(file, result=CASE.answer)
    assert status == 1 and "attests: result" in said and said.endswith("NOT VALID: evidence\n")


def test_its_own_request_is_checked_where_another_one_is_given(told):
    file = document(request={"text": "Anything.", "quote": "Anything.", "threshold": 0.8})
    status, said = told(file, request=CASE.request)
    assert status == 1 and "attests: request" in said and said.endswith("NOT VALID: evidence\n")
