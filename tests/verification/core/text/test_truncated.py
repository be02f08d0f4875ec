from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.profile import normalise
from verification.core.text.truncated import NOTHING_CUT, Truncation, truncation


def _cut(quote: str, text: str) -> Truncation:
    made, part = normalise(text), normalise(quote).text
    start = made.text.index(part)
    return truncation(made, (start, start + len(part)))


@pytest.mark.parametrize(
    ("quote", "text", "word"),
    [
        ("authorised use", "The unauthorised use of it", "unauthorised"),
        ("it is possib", "and it is possible", "possible"),
        ("in 5", "paid in 50 days", "50"),
        ("10", "up to 10² units", "10²"),
        ("is 2", "the rate is 2.5 now", "2.5"),
        ("5 degrees", "down to -5 degrees", "-5"),
        ("refundable fee", "a non-refundable fee", "non-refundable"),
        ("do it", "we do it's own", "it's"),
    ],
)
def test_a_match_that_cuts_a_word_is_truncated(quote: str, text: str, word: str) -> None:
    assert _cut(quote, text).cut == (word,)
    assert _cut(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("十四", "四十四天内"),
        ("款将在", "退款将在购买"),
        ("year", "last year¹² it rose"),
        ("5", "from 3-5 on"),
        ("known fact", "a well-known fact"),
        ("the end", "the end"),
    ],
)
def test_a_match_of_whole_words_is_not(quote: str, text: str) -> None:
    assert _cut(quote, text) == NOTHING_CUT
    assert not _cut(quote, text)


@pytest.mark.parametrize(
    ("quote", "text", "phrase"),
    [
        ("within 14 days", "It is paid within 14 days, except on Sundays.", "except"),
        ("within 14 days", "It is paid within 14 days unless the buyer is away.", "unless"),
        ("within 14 days", "It is paid within 14 days – but not in May.", "but"),
        ("within 14 days", "It is paid within 14 days (provided that it is due).", "provided"),
        ("within 14 days", "It is paid within 14 days [3], however, not always.", "however"),
        ("within 14 days", "It is paid within 14 days and only if it is due.", "only if"),
        ("within 14 days", "It is paid within 14 days, other than in May.", "other than"),
        ('"within 14 days', "It is “within 14 days” until May.", "until"),
        ("it is paid", "Then it is paid without delay.", "without"),
        ("in 14 Tagen", "Es wird in 14 Tagen bezahlt, so in 14 Tagen, es sei denn, er fehlt.", None),
        ("wird bezahlt", "Es wird bezahlt, es sei denn, dass er fehlt.", "es sei denn"),
        ("est payé", "Le prix est payé à moins que le client refuse.", "à moins"),
        ("se paga", "El precio se paga siempre que se pida.", "siempre que"),
        ("viene pagato", "Il prezzo viene pagato, purché sia dovuto.", "purché"),
        ("é pago", "O preço é pago, desde que seja devido.", "desde que"),
        ("платят сразу", "Это платят сразу, если не указано иное.", "если"),
        ("即时支付", "货款即时支付，除非另有约定。", "除非"),
    ],
)
def test_a_sentence_that_goes_on_with_a_proviso_is_truncated(quote: str, text: str, phrase: str | None) -> None:
    assert _cut(quote, text).goes_on == phrase


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("within 14 days", "It is paid within 14 days. But not in May."),
        ("within 14 days.", "It is paid within 14 days. Except in May."),
        ("within 14 days", "It is paid within 14 days to the buyer, except in May."),
        ("within 14 days", "It is paid within 14 days butter or not."),
        ("即时支付", "货款即时支付。除非另有约定。"),
        ("the month is", "the month is si and bis"),
    ],
)
def test_another_sentence_or_word_is_no_proviso(quote: str, text: str) -> None:
    assert _cut(quote, text).goes_on is None


def test_case_does_not_hide_a_proviso() -> None:
    made = normalise("Paid at once, EXCEPT in May", case_sensitive=True)
    assert truncation(made, (0, 12)).goes_on == "except"


def test_nothing_is_cut_at_an_empty_span() -> None:
    assert truncation(normalise("word"), (2, 2)) == NOTHING_CUT


@given(any_text, st.data())
def test_any_span_of_any_text_can_be_asked_about(raw: str, data: st.DataObject) -> None:
    text = normalise(raw)
    start = data.draw(st.integers(0, len(text.text)))
    end = data.draw(st.integers(start, len(text.text)))
    found = truncation(text, (start, end))
    assert all(word in text.text for word in found.cut)
