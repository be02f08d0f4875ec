from __future__ import annotations

import pytest

from verification.core.text.profile import normalise
from verification.core.text.terms import Terms
from verification.core.text.vocabulary import vocabulary


def _terms(claim: str, language: str = "en") -> Terms:
    return Terms(normalise(claim).text, vocabulary((language,)))


def _words(claim: str, language: str = "en") -> list[str]:
    return [term.word for term in _terms(claim, language).asked]


def test_function_words_fall_away_and_negations_stay() -> None:
    assert _words("The buyer may not return the goods") == ["buyer", "may", "not", "return", "goods"]
    assert _words("It's not theirs, I can't and won't") == ["not", "theirs", "can", "not", "will", "not"]
    assert _words("the of and") == []


def test_elided_articles_fall_away() -> None:
    assert _words("L'acheteur n'annule pas l'ordre", "fr") == ["acheteur", "annule", "pas", "ordre"]


@pytest.mark.parametrize(
    ("language", "claim", "text"),
    [
        ("en", "refunded purchases", "the purchase is a refund"),
        ("de", "Rückzahlungen", "die Rückzahlung"),
        ("fr", "remboursements", "le remboursement"),
        ("es", "compradores", "el comprador"),
        ("it", "pagamenti", "il pagamento"),
        ("pt", "compradores", "o comprador"),
        ("en", "покупателям", "для покупателя"),
    ],
)
def test_forms_of_one_word_are_the_same(language: str, claim: str, text: str) -> None:
    terms = _terms(claim, language)
    assert terms.held(normalise(text).text) == {term.stem for term in terms.asked}


def test_number_words_and_digits_are_the_same() -> None:
    terms = _terms("fourteen days, 1,000 people")
    assert [term.number for term in terms.asked] == [True, False, True, False]
    assert terms.held("14 people in 1000") >= {"14", "1000"}
    assert "14" not in terms.held("114 or 1.4")


def test_unspaced_scripts_are_compared_by_pairs() -> None:
    terms = _terms("退款支付 API接口")
    assert [term.stem for term in terms.asked] == ["退款", "款支", "支付", "api", "接口"]
    assert [term.overlaps for term in terms.asked] == [False, True, True, False, False]
    assert terms.held("支付接口的api") == {"支付", "接口", "api"}
    assert terms.held("我的api接口") == {"api", "接口"}


def test_a_character_that_stands_alone_is_a_term() -> None:
    assert _words("退 1") == ["退", "1"]
    assert _terms("退").held("要退款") == {"退"}


def test_what_a_text_does_not_hold_is_not_found() -> None:
    assert _terms("buyer not").held("the seller may") == frozenset()
    assert _terms("not").held("he can't") == {"not"}
