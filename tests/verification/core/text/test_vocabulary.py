from __future__ import annotations

import pytest

from verification.core.text.vocabulary import LEXICONS, latin_languages, vocabulary, vocabulary_at, vocabulary_of

SENTENCES = {
    "en": "The buyer may not return the goods after this day.",
    "de": "Der Käufer darf die Ware nach diesem Tag nicht zurückgeben.",
    "fr": "L'acheteur ne peut pas rendre la marchandise après ce jour.",
    "es": "El comprador no puede devolver la mercancía después de este día.",
    "it": "L'acquirente non può restituire la merce dopo questo giorno.",
    "pt": "O comprador não pode devolver a mercadoria depois deste dia.",
}


@pytest.mark.parametrize(("code", "sentence"), SENTENCES.items())
def test_a_language_of_latin_script_is_told_by_its_function_words(code: str, sentence: str) -> None:
    assert vocabulary_of(sentence).codes == (code, "ru", "zh")


@pytest.mark.parametrize(("code", "sentence"), SENTENCES.items())
def test_case_does_not_hide_a_language(code: str, sentence: str) -> None:
    assert vocabulary_of(sentence.upper()).codes[0] == code


def test_texts_are_judged_together() -> None:
    assert vocabulary_of("no", SENTENCES["es"]).codes[0] == "es"
    assert vocabulary_of("no", SENTENCES["en"]).codes[0] == "en"


@pytest.mark.parametrize("code", [code for code in SENTENCES if code != "en"])
def test_a_sentence_of_another_language_has_its_own_tables_too(code: str) -> None:
    around = f"{SENTENCES['en']} " * 4
    text = around + SENTENCES[code] + " " + around
    start = len(around)
    assert vocabulary_at(text, start, start + len(SENTENCES[code])).codes == (code, "en", "ru", "zh")
    assert vocabulary_at(text, 0, len(SENTENCES["en"])).codes == ("en", "ru", "zh")


def test_a_long_quote_needs_nothing_round_it() -> None:
    long = f"{SENTENCES['de']} " * 8
    text = f"{SENTENCES['en']} {long} {SENTENCES['en']}"
    assert vocabulary_at(text, 51, 51 + len(long)).codes == ("de", "ru", "zh")


def test_a_word_or_two_make_no_other_language() -> None:
    text = "The pas de deux and the pas de trois are danced by the same four of them."
    assert vocabulary_at(text, 0, 31, "The pas de deux and the pas de").codes == ("en", "ru", "zh")


def test_without_any_function_word_it_is_english() -> None:
    assert latin_languages(["xyz"]) == ("en",)
    assert vocabulary_of("").codes == ("en", "ru", "zh")


def test_languages_that_are_level_apply_together() -> None:
    both = latin_languages(["der", "gli"])
    assert both == ("de", "it")
    words = vocabulary(both)
    assert {"nicht", "non", "не", "不"} <= words.negations
    assert words.modals["muss"] == "muss"
    assert words.modals["deve"] == "deve"


def test_the_same_word_is_read_in_its_own_language() -> None:
    assert vocabulary(("en",)).numbers["billion"] != vocabulary(("de",)).numbers["billion"]
    assert "sin" in vocabulary(("es",)).negations
    assert "sin" not in vocabulary(("en",)).negations


def test_units_of_different_languages_have_one_name() -> None:
    names = {
        LEXICONS[code].units[word]
        for code, word in [("en", "days"), ("de", "tagen"), ("ru", "дней"), ("zh", "天")]
    }
    assert names == {"day"}
