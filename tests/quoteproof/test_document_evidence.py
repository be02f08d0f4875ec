"""A check of a text's quotes on record: its receipt's size, evidence file, the work done again, a correction."""

from __future__ import annotations

import json

import jsonschema
import pytest

from quoteproof import api_evidence, disputes
from receipts.core import claims
from receipts.models import Receipt
from tests.mirror.answers import TEXT, typed
from tests.mirror.behaviours import BEHAVIOURS, HOST, ONCE, ROOT, TWICE, Behaviour
from tests.quoteproof import disputed
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.test_document import CHANGED, HTML, MIXED, PLAIN, ROUTE, asking
from tests.quoteproof.test_evidence import Files, bought, evidence, with_bodies
from verification.models import Check

pytestmark = pytest.mark.django_db
READ = asking((HTML, ONCE), (PLAIN, CHANGED), (HTML, "It is not to be found there at all."))


@pytest.fixture
def files(mirror, tmp_path) -> Files:
    return Files(tmp_path)


def test_a_receipt_of_ten_quotes_on_five_pages_with_the_longest_addresses_is_within_its_bytes(mirror, monkeypatch):
    content_type = TEXT + "; note=" + "n" * (73 - len(TEXT))
    urls = []
    for name in "abcde":
        path = ROOT + name * (512 - len(f"https://{HOST}{ROOT}"))
        monkeypatch.setitem(BEHAVIOURS, path, Behaviour(typed(content_type, f"{ONCE}\n" * 15_000), ""))
        urls.append(f"https://{HOST}{path}")
    answer = Buyer(route=ROUTE).pay(asking(*[(urls[at % 5], CHANGED) for at in range(10)]))
    assert answer.status_code == 200, answer.content
    payload = claims.parse(bytes(Receipt.objects.get().payload))
    assert len(answer.json()["receipt"]) <= 16_384 and len(payload["res"]["verdicts"]) == 10
    assert len(bytes(Receipt.objects.get().payload)) <= 12_000
    assert {len(source["url"]) for source in payload["src"]} == {512}


def test_its_evidence_keeps_the_schema_and_holds_what_was_asked_and_answered(mirror):
    check = bought(ROUTE, MIXED)
    shown = evidence(check)
    jsonschema.validate(shown, api_evidence.SCHEMA)
    assert shown["request"] == MIXED and len(shown["sources"]) == 3
    assert shown["result"]["results"][1]["match"] == "fuzzy"
    assert [source["reason"] for source in shown["sources"]] == [None, None, "source_disallows_access"]


def test_it_is_checked_offline(files: Files, capsys):
    files.put(evidence(bought(ROUTE, MIXED)))
    assert files.verify() == 0
    lines = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert all([name, "ok"] in lines for name in ("evidence", "result", "request", "signature"))


def test_staff_extract_and_match_anew_and_get_the_same_hash(files: Files, capsys):
    files.put(with_bodies(bought(ROUTE, MIXED)))
    assert files.verify("--recheck") == 0
    assert "recheck    ok" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change",
    [
        lambda result: result["results"][1].update(raw_start=0),
        lambda result: result["results"][2].update(match="none"),
        lambda result: result["results"][0]["source"].update(url=PLAIN),
        lambda result: result["summary"].update(decisive=4),
        lambda result: result["injection_flags"].append({}),
    ],
)
def test_a_changed_answer_fails_its_own_check(files: Files, capsys, change):
    shown = evidence(bought(ROUTE, MIXED))
    change(shown["result"])
    files.put(shown)
    assert files.verify() == 1 and "NOT VALID: result" in capsys.readouterr().out


def test_a_mistaken_answer_is_corrected_on_the_stored_pages(files: Files, capsys, monkeypatch):
    with disputed.careless(monkeypatch):
        check = Check.objects.get(pk=bought(ROUTE, asking((PLAIN, ONCE), (HTML, TWICE))))
    assert json.loads(bytes(check.result))["results"][0]["match"] == "none"
    disputes.correct(disputed.opened(check), disputed.decision())
    shown = with_bodies(check.pk)
    assert [each["match"] for each in shown["result"]["results"]] == ["exact", "exact"]
    assert len(shown["history"]) == 1 and shown["result_sha256"] != check.result_sha256
    files.put(shown)
    assert files.verify("--recheck") == 0 and "recheck    ok" in capsys.readouterr().out


def test_the_same_work_is_no_correction(mirror):
    check = Check.objects.get(pk=bought(ROUTE, READ))
    with pytest.raises(disputes.NotCorrected, match="to the byte"):
        disputes.correct(disputed.opened(check), disputed.decision())
