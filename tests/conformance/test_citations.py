from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest

from tests.conformance.citations.__main__ import main, scored
from tests.conformance.citations.corpus import Answer, answers
from verification.core.contracts.text_quote.request import parse_page

OWN = answers("answers")


def test_precision_and_recall(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("folder", ["answers", "fresh"])
def test_each_language_is_read_well(folder: str) -> None:
    for score in scored(answers(folder), lambda answer: answer.language).values():
        assert score.right >= 0.8 * max(score.found, score.expected)


def test_the_answers_are_many_and_of_many_kinds() -> None:
    assert len(OWN) >= 80 and len({answer.name for answer in OWN}) == len(OWN)
    assert {"en", "de", "fr", "es", "it", "ru", "zh", "ja"} <= {answer.language for answer in OWN}
    assert {answer.format for answer in OWN} == {"markdown", "html", "text"}
    assert 0.3 < sum(answer.tuned_on for answer in OWN) / len(OWN) < 0.7


@pytest.mark.parametrize("answer", [*OWN, *answers("fresh")], ids=lambda answer: answer.name)
def test_what_is_expected_is_taken_by_the_route(answer: Answer) -> None:
    for url, quote in answer.pairs:
        body = json.dumps({"url": url, "quote": quote}).encode()
        assert parse_page(body, {urlsplit(url).hostname or ""}).url == url
