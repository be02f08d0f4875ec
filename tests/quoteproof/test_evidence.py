"""The evidence file, from the route to the command that checks it offline and does the work again."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from payments.core.states import State
from payments.models import Charge
from quoteproof import api_evidence, disputes
from quoteproof.verify.command import main
from receipts import log
from receipts.core import base64url, jcs, jwk, signing
from receipts.models import LogLeaf, Receipt
from tests.mirror.behaviours import HOST, ONCE, ROOT, TWICE
from tests.quoteproof import disputed
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.pages.conftest import advanced
from tests.quoteproof.verify.test_command import bare, run  # noqa: F401 - bare is a fixture
from tests.receipts.examples import NOW, signing_key
from verification.models import SourceBody

pytestmark = pytest.mark.django_db
TEXT = {"text": "Refunds are paid within 14 days of purchase.", "quote": "within 15 days", "threshold": 0.80}
HTML, PLAIN = f"https://{HOST}{ROOT}page.html", f"https://{HOST}{ROOT}plain.txt"
PAGES = {
    "urls": [HTML, PLAIN],
    "quotes": [{"source_index": 0, "quote": TWICE}, {"source_index": 1, "quote": ONCE}],
}
QUOTE = {"url": HTML, "quote": ONCE.replace("small", "little"), "threshold": 0.5}
DOCUMENT = {"pairs": [{"url": HTML, "quote": TWICE}, {"url": PLAIN, "quote": "Nothing of the kind."}]}
BOUGHT = [
    ("/v1/verify/quotes", PAGES),
    ("/v1/verify/quote", QUOTE),
    ("/v1/verify/document", DOCUMENT),
    ("/v1/verify/text-quote", TEXT),
]


def bought(route: str, body: Any) -> str:
    response = Buyer(route=route).pay(body)
    assert response.status_code == 200, response.content
    return response["QuoteProof-Check"]


@dataclass(frozen=True)
class Files:
    """An evidence file and the keys, in a folder."""

    folder: Path

    def put(self, document: dict[str, Any]) -> None:
        (self.folder / "evidence.json").write_text(json.dumps(document))

    def verify(self, *more: str) -> int:
        keys = self.folder / "jwks.json"
        keys.write_bytes(Client().get("/.well-known/jwks.json").content)
        return main(["--evidence", str(self.folder / "evidence.json"), "--jwks", str(keys), *more])


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def evidence(check: str) -> dict[str, Any]:
    response = Client().get(f"/v1/checks/{check}/evidence")
    assert response.status_code == 200 and response["Cache-Control"] == "private, no-store"
    return response.json()


def staff(*permissions: str) -> Client:
    user = User.objects.create_user("staff", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def with_bodies(check: str) -> dict[str, Any]:
    return staff("view_sourcebody").get(f"/admin/evidence/{check}.json").json()


@pytest.mark.parametrize(("route", "body"), BOUGHT)
def test_it_keeps_its_schema_and_holds_what_was_asked_and_answered(mirror, route, body):
    check = bought(route, body)
    shown = evidence(check)
    jsonschema.validate(shown, api_evidence.SCHEMA)
    state = Client().get(f"/v1/checks/{check}").json()
    assert (shown["result"], shown["receipt"]) == (state["result"], state["receipt"]["token"])
    assert shown["request"] == (None if body is TEXT else body) and "body" not in shown["sources"][0]


@pytest.mark.parametrize(("route", "body"), BOUGHT)
def test_it_is_checked_offline(mirror, files: Files, capsys, route, body):
    files.put(evidence(bought(route, body)))
    assert files.verify() == 0
    lines = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert ["evidence", "ok"] in lines and ["result", "ok"] in lines
    assert ["request", "-" if body is TEXT else "ok"] in lines


def test_once_the_log_holds_it_the_proof_is_in_it(files: Files, capsys):
    check = bought("/v1/verify/text-quote", TEXT)
    receipt = Receipt.objects.get()
    if not LogLeaf.objects.filter(subject=receipt.jti).exists():
        with transaction.atomic():
            log.append(LogLeaf.Kind.RECEIPT, receipt.jti, bytes.fromhex(receipt.payload_sha256), NOW)
    log.integrate(NOW)
    shown = evidence(check)
    assert shown["proof"].endswith(shown["checkpoint"])
    files.put(shown)
    assert files.verify() == 0 and "inclusion  ok" in capsys.readouterr().out


CHANGES = {
    "contract": lambda file: file["contract"].update(version="9"),
    "request_sha256": lambda file: file.update(request_sha256="0" * 64),
    "result_sha256": lambda file: file.update(result_sha256="0" * 64),
    "content_sha256 of source 0": lambda file: file["sources"][0].update(content_sha256="0" * 64),
    "final_url of source 1": lambda file: file["sources"][1].update(final_url="https://example.com/"),
    "body of source 0": lambda file: file["sources"][0].update(body="AAAA"),
    "the number of sources": lambda file: file["sources"].pop(),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_the_receipt_does_not_attest_is_named(mirror, files: Files, capsys, what):
    shown = evidence(bought(*BOUGHT[0]))
    CHANGES[what](shown)
    files.put(shown)
    assert files.verify() == 1
    out = capsys.readouterr().out
    assert what in out and out.endswith("NOT VALID: evidence\n")


def test_a_changed_result_fails_its_own_check(mirror, files: Files, capsys):
    shown = evidence(bought(*BOUGHT[0]))
    shown["result"]["results"][0]["evidence"][0]["start_char"] += 1
    files.put(shown)
    assert files.verify() == 1 and "NOT VALID: result" in capsys.readouterr().out


@pytest.mark.parametrize(("route", "body"), BOUGHT[:3])
def test_staff_extract_and_match_anew_and_get_the_same_hashes(mirror, files: Files, capsys, route, body):
    shown = with_bodies(bought(route, body))
    for source in shown["sources"]:
        assert hashlib.sha256(base64.b64decode(source["body"])).hexdigest() == source["content_sha256"]
    files.put(shown)
    assert files.verify("--recheck") == 0
    assert "recheck    ok" in capsys.readouterr().out


def test_a_supplied_text_is_rechecked_with_the_request(files: Files, capsys):
    files.put(evidence(bought("/v1/verify/text-quote", TEXT)))
    assert files.verify("--recheck") == 0 and "recheck    -" in capsys.readouterr().out
    (files.folder / "request.json").write_text(json.dumps(TEXT))
    assert files.verify("--recheck", "--request", str(files.folder / "request.json")) == 0
    assert "recheck    ok" in capsys.readouterr().out


LIES = {
    "the text extracted anew of source 0 has another SHA-256": {"extraction_sha256": "0" * 64},
    "the answer made anew has another SHA-256": {"extracted_chars": 7},
}


def lie(files: Files, shown: dict[str, Any], **fields: Any) -> str:
    """Has a service attest these fields of the first source, in receipt, answer and file alike; its key set."""
    key, claims = signing_key(), json.loads(base64url.decode(shown["receipt"].split(".")[1]))
    for place in (claims["src"][0], shown["sources"][0], shown["result"]["sources"][0]):
        place.update(fields)
    shown["result_sha256"] = claims["res"]["sha256"] = hashlib.sha256(jcs.encode(shown["result"])).hexdigest()
    shown["receipt"] = signing.sign(jcs.encode(claims), key, typ=signing.RECEIPT_TYPE)
    files.put(shown)
    keys = files.folder / "own.json"
    keys.write_text(json.dumps(jwk.jwks([key.public])))
    return str(keys)


@pytest.mark.parametrize("what", LIES)
def test_a_service_that_attests_what_is_not_so_is_found_out(mirror, files: Files, capsys, what):
    keys = lie(files, with_bodies(bought(*BOUGHT[0])), **LIES[what])
    assert files.verify("--recheck", "--jwks", keys) == 1
    out = capsys.readouterr().out
    assert what in out and out.endswith("NOT VALID: recheck\n")


def test_other_rules_of_extraction_say_nothing_against_it(mirror, files: Files, capsys):
    shown = with_bodies(bought(*BOUGHT[0]))
    shown["sources"][0]["extraction_rules"] = "static_html/0"
    keys = lie(files, shown, extraction_sha256="0" * 64)
    assert files.verify("--recheck", "--jwks", keys) == 0
    assert "recheck    -       source 0 was extracted by other rules" in capsys.readouterr().out


def test_after_a_correction_it_is_of_the_result_that_stands(mirror, files: Files, capsys, monkeypatch):
    with disputed.careless(monkeypatch):
        check = disputed.quotes_check(HTML, ONCE, TWICE)
    disputes.correct(disputed.opened(check), disputed.decision())
    shown = with_bodies(check.pk)
    assert (shown["result_sha256"], len(shown["history"])) != (check.result_sha256, 0)
    files.put(shown)
    assert files.verify("--recheck") == 0
    assert "recheck    ok" in capsys.readouterr().out


def test_what_is_not_attested_is_not_run(mirror, files: Files, capsys):
    shown = with_bodies(bought(*BOUGHT[0]))
    shown["sources"][0]["body"] = "AAAA"
    files.put(shown)
    assert files.verify("--recheck") == 1
    out = capsys.readouterr().out
    assert "recheck    -       not reached" in out and out.endswith("NOT VALID: evidence\n")


def test_without_the_fetched_bytes_there_is_nothing_to_run(mirror, files: Files, capsys):
    files.put(evidence(bought(*BOUGHT[0])))
    assert files.verify("--recheck") == 0
    assert "recheck    -       the bytes of source 0 are not in the file" in capsys.readouterr().out


ODD = {"receipt": 7, "route": [], "result": [], "sources": [7], "proof": 7, "contract": None}


@pytest.mark.parametrize("name", ODD)
def test_a_part_of_another_kind_makes_it_no_evidence(files: Files, capsys, name):
    files.put(evidence(bought("/v1/verify/text-quote", TEXT)) | {name: ODD[name]})
    assert files.verify("--recheck") == 2 and "not an evidence file" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format":"quoteproof-evidence/1"}', "[" * 10**5])
def test_a_file_that_is_no_evidence_is_unusable(files: Files, capsys, content):
    (files.folder / "evidence.json").write_text(content)
    assert files.verify() == 2 and "not an evidence file" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--recheck"], ["receipt.jws", "--recheck"]])
def test_a_receipt_or_evidence_is_needed(arguments):
    with pytest.raises(SystemExit) as caught:
        main(["--jwks", "jwks.json", *arguments])
    assert caught.value.code == 2


def test_before_the_release_there_is_none(mirror):
    accepted = Buyer(route="/v1/verify/quote").pay(QUOTE, Prefer="respond-async")
    response = Client().get(f"/v1/checks/{accepted.json()['id']}/evidence")
    assert (response.status_code, response.json()["code"]) == (409, "not_published")
    assert staff("view_sourcebody").get(f"/admin/evidence/{accepted.json()['id']}.json").status_code == 404


def test_an_unknown_check_has_none():
    response = Client().get("/v1/checks/chk_" + "a" * 26 + "/evidence")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_the_fetched_bytes_are_for_staff_who_may_see_them(mirror):
    address = f"/admin/evidence/{bought(*BOUGHT[0])}.json"
    assert Client().get(address).status_code == 302
    assert staff().get(address).status_code == 403


def test_who_is_no_staff_gets_no_bytes_whatever_else_they_may(mirror):
    address = f"/admin/evidence/{bought(*BOUGHT[0])}.json"
    client = staff("view_sourcebody")
    assert (client.get(address).status_code, client.post(address).status_code) == (200, 405)
    User.objects.update(is_staff=False)
    assert "/admin/login/" in client.get(address)["Location"]


def test_once_the_bytes_are_swept_the_file_has_none_of_them(mirror, files: Files, capsys):
    check = bought(*BOUGHT[0])
    SourceBody.objects.update(drop_after=NOW - timedelta(days=1))
    call_command("sweep")
    shown = with_bodies(check)
    assert [source["body"] for source in shown["sources"]] == [None, None]
    files.put(shown)
    assert files.verify("--recheck") == 0 and "recheck    -" in capsys.readouterr().out


@pytest.mark.parametrize("other", [b"", b"no zlib", zlib.compress(b"Another page.")])
def test_bytes_that_are_no_longer_those_are_left_out(mirror, other):
    check = bought(*BOUGHT[1])
    SourceBody.objects.update(body=other)
    assert with_bodies(check)["sources"][0]["body"] is None


def test_reading_it_hands_the_result_over(mirror):
    Buyer(route="/v1/verify/quote").pay(QUOTE, Prefer="respond-async")
    check = advanced(Charge.objects.get(), State.SETTLED).reference
    assert Client().head(f"/v1/checks/{check}/evidence").status_code == 200
    assert Charge.objects.get().handed_over_at is None
    evidence(check)
    assert Charge.objects.get().handed_over_at is not None


def test_it_needs_nothing_but_cryptography_unless_the_work_is_done_again(files: Files, bare):  # noqa: F811
    files.put(evidence(bought("/v1/verify/text-quote", TEXT)))
    assert files.verify() == 0
    command = ("-m", "quoteproof.verify", "--evidence", str(files.folder / "evidence.json"),
               "--jwks", str(files.folder / "jwks.json"))  # fmt: skip
    assert run(bare, *command).returncode == 0
    refused = run(bare, *command, "--recheck")
    assert (refused.returncode, refused.stdout) == (2, "") and "needs the project's install" in refused.stderr
