"""`python -m quoteproof.verify` on what the whole service hands out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from quoteproof import contracts
from quoteproof.verify.command import MOST, main
from receipts import statuses
from receipts.core import fit, jwk, signing
from receipts.core.verification import NAMES
from receipts.models import Receipt
from tests.mirror.cases import CASES
from tests.quoteproof.conftest import Buyer, one

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
TEXT = {"text": "Refunds are paid within 14 days of purchase.", "quote": "within 15 days", "match": "fuzzy"}


@dataclass(frozen=True)
class Bought:
    """A buyer's files: what was posted, what came back, the keys."""

    folder: Path

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def verify(self, *more: str) -> int:
        return main([self.path("receipt.jws"), "--jwks", self.path("jwks.json"), *more])

    @property
    def whole(self) -> tuple[str, ...]:
        return "--result", self.path("result.json"), "--request", self.path("request.json")


def bought(folder: Path, route: str, body: Any) -> Bought:
    buyer = Buyer(route=route)
    response = buyer.pay(body)
    assert response.status_code == 200, response.content
    (folder / "request.json").write_text(json.dumps(body, indent=1))
    (folder / "result.json").write_bytes(response.content)
    (folder / "receipt.jws").write_text(response["QuoteProof-Receipt"] + "\n")
    (folder / "jwks.json").write_bytes(buyer.client.get("/.well-known/jwks.json").content)
    return Bought(folder)


@pytest.fixture
def files(tmp_path: Path) -> Bought:
    return bought(tmp_path, "/v1/verify/text-quote", TEXT)


def test_what_was_bought_is_valid(files: Bought, capsys):
    assert files.verify(*files.whole) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[: len(NAMES)]] == list(NAMES)
    assert lines[-1] == "valid" and all("FAILED" not in line for line in lines)


def test_what_was_stated_of_it_since_is_held_against_it(files: Bought, capsys):
    receipt = Receipt.objects.get()
    with transaction.atomic():
        statuses.state(receipt, "refunded", timezone.now())
    answer = Client().get(f"/v1/receipts/{receipt.jti}/status")
    (files.folder / "status.json").write_bytes(answer.content)
    assert files.verify("--status", files.path("status.json")) == 1
    assert capsys.readouterr().out.endswith("NOT VALID: status\n")
    (files.folder / "status.json").write_bytes(answer.content.replace(b'"refunded"', b'"valid"'))
    assert files.verify("--status", files.path("status.json")) == 1
    assert "otherwise than its newest statement" in capsys.readouterr().out


@pytest.mark.parametrize("status", ["exact_match", "ambiguous"])
def test_a_check_of_pages_is_valid_too(tmp_path: Path, mirror, status):
    case = next(case for case in CASES if case.status == status and not case.robots and not case.need)
    quotes = bought(tmp_path, "/v1/verify/quotes", one(case.url, case.quote, case.quote))
    assert quotes.verify(*quotes.whole) == 0


def test_a_check_of_one_quote_on_a_page_is_valid_too(tmp_path: Path, mirror):
    case = next(case for case in CASES if case.status == "exact_match" and not case.robots and not case.need)
    page = bought(tmp_path, "/v1/verify/quote", {"url": case.url, "quote": case.quote, "match": "passages"})
    assert page.verify(*page.whole) == 0


def test_every_route_that_is_sold_is_known_offline():
    assert {contract.name: contract.path for contract in contracts.ALL}.items() <= fit.ROUTES.items()


@pytest.mark.parametrize("at", [0, 1, 40, -40, -2])
def test_a_changed_byte_of_the_answer_is_named(files: Bought, capsys, at):
    path = files.folder / "result.json"
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    assert files.verify(*files.whole) == 1
    assert capsys.readouterr().out.endswith("NOT VALID: result\n")


def test_a_changed_request_is_named(files: Bought, capsys):
    (files.folder / "request.json").write_text(json.dumps(TEXT | {"quote": "within 14 days"}))
    assert files.verify(*files.whole) == 1
    assert capsys.readouterr().out.endswith("NOT VALID: request\n")


def test_another_services_keys_do_not_verify_it(files: Bought, capsys):
    keys = jwk.parse_private_set(jwk.new_private_set())
    (files.folder / "jwks.json").write_text(json.dumps(jwk.jwks(keys.published)))
    assert files.verify() == 1
    assert capsys.readouterr().out.endswith("NOT VALID: key\n")


def test_json_is_what_the_route_answers(files: Bought, capsys):
    assert files.verify(*files.whole, "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["valid"] is True and [check["name"] for check in shown["checks"]] == list(NAMES)
    assert shown["payload"]["jti"] == shown["jti"]


NO_TOKENS = ["", "a.b.c", "\ufeffa.b.c", "é" * 9, "x" * (signing.TOKEN_MAX + 1), "\x00" * 10**6]
NO_KEYS = [b"", b"\xff", b"[]", b'{"keys":[{"kty":"RSA"}]}', b"[" * 10**6]


@pytest.mark.parametrize("text", NO_TOKENS, ids=range(len(NO_TOKENS)))
def test_a_file_that_is_no_token_is_an_invalid_receipt(files: Bought, capsys, text):
    (files.folder / "receipt.jws").write_text(text)
    assert files.verify() == 1
    assert capsys.readouterr().out.endswith("NOT VALID: format\n")


@pytest.mark.parametrize("name", ["receipt.jws", "jwks.json", "result.json", "request.json"])
def test_a_file_that_is_not_there_is_unusable(files: Bought, capsys, name):
    (files.folder / name).unlink()
    assert files.verify(*files.whole) == 2
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("content", NO_KEYS, ids=range(len(NO_KEYS)))
def test_a_file_without_keys_is_unusable(files: Bought, capsys, content):
    (files.folder / "jwks.json").write_bytes(content)
    assert files.verify() == 2
    assert capsys.readouterr().out == ""


def test_an_endless_answer_is_unusable(files: Bought, capsys):
    with (files.folder / "result.json").open("r+b") as file:
        file.truncate(10 * MOST)
    assert files.verify(*files.whole) == 2
    assert f"over {MOST} bytes" in capsys.readouterr().err


def test_arguments_that_are_none_are_refused():
    with pytest.raises(SystemExit) as caught:
        main(["receipt.jws"])
    assert caught.value.code == 2


def test_a_date_past_the_calendars_end_is_shown_as_a_number(files: Bought, capsys):
    key = jwk.parse_private_set(jwk.new_private_set())
    token = (files.folder / "receipt.jws").read_text()
    claims = json.loads(signing.base64url.decode(token.split(".")[1])) | {"iat": 2**53 - 1}
    payload = json.dumps(claims, sort_keys=True, separators=(",", ":")).encode()
    (files.folder / "receipt.jws").write_text(signing.sign(payload, key.signing, typ=signing.RECEIPT_TYPE))
    (files.folder / "jwks.json").write_text(json.dumps(jwk.jwks(key.published)))
    assert files.verify() == 0 and "issued 9007199254740991 by" in capsys.readouterr().out


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment in which Python finds its standard library and `cryptography`, and nothing else."""
    packages = tmp_path / "packages"
    packages.mkdir()
    for found in ("platlib", "purelib"):
        for path in Path(sysconfig.get_path(found)).iterdir():
            if path.name.startswith(("cryptography", "cffi", "_cffi_backend", "pycparser")):
                (packages / path.name).unlink(missing_ok=True)
                (packages / path.name).symlink_to(path)
    yield {"PATH": os.environ["PATH"], "PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-S", "-W", "error", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def test_it_runs_where_nothing_but_cryptography_is_installed(files: Bought, bare):
    assert "No module named 'django'" in run(bare, "-c", "import django").stderr
    command = (
        "-m",
        "quoteproof.verify",
        files.path("receipt.jws"),
        "--jwks",
        files.path("jwks.json"),
        *files.whole,
    )
    sound = run(bare, *command)
    assert (sound.returncode, sound.stderr) == (0, "") and sound.stdout.endswith("valid\n")
    (files.folder / "result.json").write_bytes(b"{}")
    broken = run(bare, *command)
    assert broken.returncode == 1 and broken.stdout.endswith("NOT VALID: result\n")
