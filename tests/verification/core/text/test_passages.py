from __future__ import annotations

import random
import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.passages import FLOOR, MOST, Passage, passages
from verification.core.text.profile import normalise

_TERMS = (
    "The service publishes its terms on a public page. Each section has a number and a date. "
    "Refunds are paid within 14 days of purchase, to the card that was used. "
    "Buyers can't cancel an order once it is shipped. Dr. Lee answers questions by letter.\n\n"
    "The last section gives the address of the office."
)
_CLAIMS = [
    ("en", "The shop refunds a purchase in fourteen days", "Refunds are paid", _TERMS),
    ("en", "A shipped order cannot be cancelled by the buyer", "Buyers can't cancel", _TERMS),
    (
        "de",
        "Die Zahlung erfolgt nach 14 Tagen",
        "Gezahlt wird",
        "Das ist alles. Gezahlt wird binnen vierzehn Tagen. Zahlungen erfolgen per Karte. Ende der Seite.",
    ),
    (
        "fr",
        "Les acheteurs sont remboursés sous quatorze jours",
        "L'acheteur est",
        "Voici la page. L'acheteur est remboursé dans les 14 jours. Rien d'autre n'est dit.",
    ),
    (
        "es",
        "Los compradores reciben el reembolso en 14 días",
        "El comprador recibe",
        "Esta es la página. El comprador recibe el reembolso en catorce días. No hay más.",
    ),
    (
        "it",
        "Gli acquirenti ricevono il rimborso in 14 giorni",
        "L'acquirente riceve",
        "Questa è la pagina. L'acquirente riceve il rimborso in quattordici giorni. Non c'è altro.",
    ),
    (
        "pt",
        "Os compradores recebem o reembolso em 14 dias",
        "O comprador recebe",
        "Esta é a página. O comprador recebe o reembolso em catorze dias. Não há mais.",
    ),
    (
        "ru",
        "Покупателям возвращают деньги за 14 дней",
        "Покупатель получает",
        "Это страница. Покупатель получает деньги через четырнадцать дней. Больше ничего нет.",
    ),
    (
        "zh",
        "退款在十四天内支付",
        "退款将在",
        "服务公布其条款和价格。退款将在购买后十四天内支付到原卡。买方不得取消已发出的订单。",
    ),
]


def _find(claim: str, text: str, *, lines: bool = False) -> tuple[Passage, ...]:
    return passages(normalise(claim), normalise(text), lines=lines)


@pytest.mark.parametrize(("claim", "begins", "text"), [case[1:] for case in _CLAIMS], ids=[c[0] for c in _CLAIMS])
def test_the_passage_that_says_it_comes_first(claim: str, begins: str, text: str) -> None:
    assert _find(claim, text)[0].text.startswith(begins)


def test_words_shared_and_missing_are_the_claims_own() -> None:
    (first, *_) = _find("Refunds to guests take 15 days or 14", _TERMS)
    assert first.text.startswith("Refunds are paid")
    assert first.shared == ("refunds", "days", "14")
    assert first.missing == ("guests", "take", "15")


def test_pairs_of_characters_are_shown_as_words() -> None:
    (first,) = _find("退款在十四天内支付", _CLAIMS[-1][3])
    assert first.shared == ("退款", "十四天内支付")
    assert first.missing == ("款在十",)


def test_a_claim_that_shares_too_little_finds_nothing() -> None:
    assert _find("Elephants sleep standing in the shade of old trees", _TERMS) == ()
    assert _find("the of and", _TERMS) == ()
    assert _find("refund", "") == ()


def test_two_sentences_are_one_passage_where_both_help() -> None:
    text = "The harbour closed in March. Ships then used the river port. Nobody minded at all."
    (first, *_) = _find("Ships used the river port since the harbour closed in March", text)
    assert first.text == "The harbour closed in March. Ships then used the river port."


def test_a_second_sentence_that_adds_nothing_is_left_out() -> None:
    (first, *_) = _find(
        "the harbour closed", "The harbour closed in March. The harbour was old. Others stayed open."
    )
    assert first.text == "The harbour closed in March."


def test_a_rare_word_counts_for_more_than_a_common_one() -> None:
    text = "The port has a crane. The port has a lighthouse. The port has a ferry. The port is old."
    (first, *_) = _find("port lighthouse", text)
    assert first.text == "The port has a lighthouse."
    assert first.score > 0.5


def test_there_are_five_at_most_the_best_first_and_apart() -> None:
    text = "".join(f"The harbour closed in year {year}. " for year in range(1900, 1920))
    found = _find("the harbour is closed", text + "Before that it was open. It is the best.")
    assert len(found) == MOST
    assert found[0].text == "The harbour closed in year 1900."
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(one.end <= other.start or other.end <= one.start for one, other in combinations(found, 2))


def test_lines_of_a_page_are_passages_of_their_own() -> None:
    text = "Opening hours of the port\nThe crane is old and slow"
    assert [one.text for one in _find("port opening hours", text, lines=True)] == ["Opening hours of the port"]


def test_the_answer_has_the_published_fields() -> None:
    (found,) = _find("harbour closed", "  The “harbour”\nclosed.")
    assert found.to_json() == {
        "text": "The “harbour”\nclosed.",
        "start": 0,
        "end": 21,
        "raw_start": 2,
        "raw_end": 23,
        "score": 1.0,
        "shared": ["harbour", "closed"],
        "missing": [],
    }


_bits = st.lists(
    st.sampled_from(["refund ", "14 ", "not ", "退款", "。", ". ", "The ", "\n\n", "ß", "\u00ad", "é"]),
    max_size=30,
)


@given(st.one_of(any_text, _bits.map("".join)), st.one_of(any_text, _bits.map("".join)))
def test_offsets_and_scores_hold_for_any_text(raw_claim: str, raw: str) -> None:
    claim, text = normalise(raw_claim), normalise(raw)
    for found in passages(claim, text):
        assert found.text == raw[found.raw_start : found.raw_end]
        assert (found.raw_start, found.raw_end) == text.raw_span(found.start, found.end)
        assert FLOOR <= found.score <= 1
        assert set(found.shared).isdisjoint(found.missing) or not raw_claim.isascii()


def _seconds(claim: str, text: str) -> float:
    made = normalise(claim[:1000]), normalise(text[:50_000])
    started = time.process_time()
    passages(*made)
    return time.process_time() - started


def test_fifty_thousand_characters_take_milliseconds() -> None:
    choice = random.Random(2)
    known = [
        f"{head}{tail}"
        for head in ("har", "por", "ship", "clos", "riv")
        for tail in ("bour", "t", "ing", "er", "ed")
    ]
    text = "".join(" ".join(choice.choices(known, k=14)).capitalize() + ". " for _ in range(600))
    claim = " ".join(choice.choices(known, k=20))
    assert min(_seconds(claim, text) for _ in range(5)) < 0.12


@pytest.mark.parametrize(
    "pattern", ["?!", "!\u00a0", "a b c d ", "退款。", "é. ", "ا. ", "😀", "a\u0301", "refund. Refund ", "n't "]
)
def test_hostile_text_stays_within_bounds(pattern: str) -> None:
    text = pattern * (50_000 // len(pattern))
    assert min(_seconds(f"refund {text}", text) for _ in range(2)) < 0.6


def test_unspaced_noise_stays_within_bounds() -> None:
    choice = random.Random(3)
    claim, text = ("".join(chr(choice.randrange(0x4E00, 0x9F00)) for _ in range(size)) for size in (900, 50_000))
    assert _seconds(claim, text) < 0.6
