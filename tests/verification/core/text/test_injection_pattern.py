from __future__ import annotations

import re

import pytest

from verification.core.text.injection_pattern import compile_pattern, trie


def matched(pattern: str, text: str, language: str = "en") -> str | None:
    found = compile_pattern(pattern, language).regex.match(text)
    return found[1] if found else None


def test_words_stand_side_by_side() -> None:
    assert matched("red|green apple", "green apple pie") == "green apple"
    assert matched("red|green apple", "green, (apple") == "green, (apple"
    assert matched("red|green apple", "green. apple") is None
    assert matched("red|green apple", "green apples") is None


def test_a_gap_holds_up_to_so_many_words() -> None:
    assert matched("red ~2 apple", "red and juicy apple") == "red and juicy apple"
    assert matched("red ~2 apple", "red apple") == "red apple"
    assert matched("red ~2 apple", "red and very juicy apple") is None


def test_an_underscore_is_the_space_inside_a_phrase() -> None:
    assert matched("set_aside all", "set  aside\nall") == "set  aside\nall"


def test_an_item_may_be_missing() -> None:
    assert matched("a|the? red apple", "a red apple") == "a red apple"
    assert matched("red very? apple", "red apple") == "red apple"
    assert matched("red very? apple", "red very apple") == "red very apple"


def test_classes_are_the_words_of_the_language() -> None:
    assert matched("{drop} all", "forget all") == "forget all"
    assert matched("{drop} all", "vergiss all") is None
    assert matched("{drop} all", "vergiss all", "de") == "vergiss all"


def test_fragments_and_expressions_stand_as_they_are() -> None:
    assert matched("see <contact>", "see me@example.org now") == "see me@example.org"
    assert matched(r"see /\W(?:x|y\/z)/", "see y/z") == "see y/z"


def test_languages_without_spaces_join_directly() -> None:
    assert matched("忽略 ~3 指令", "忽略所有的指令吧", "zh") == "忽略所有的指令"
    assert matched("忽略 ~3 指令", "忽略一二三四指令", "zh") is None


def test_accents_and_case_of_the_words_are_folded() -> None:
    assert matched("Größe überall", "grosse uberall", "de") == "grosse uberall"


def test_a_pattern_knows_what_must_stand_near() -> None:
    pattern = compile_pattern("red|green_and the ~2 apple|pear very? ripe", "en")
    assert pattern.starts == {"red", "green"}
    assert pattern.meets == (frozenset({"apple", "pear"}), frozenset({"ripe"}))


def test_marks_before_a_word_belong_to_what_is_found() -> None:
    pattern = compile_pattern(r"when:system /\[system\]/", "")
    assert pattern.starts == {"system"} and pattern.lead > 0
    assert pattern.regex.match("... [system]")[1] == "[system]"


def test_unknown_classes_and_broken_expressions_are_refused() -> None:
    with pytest.raises(KeyError):
        compile_pattern("{nothing} at all", "en")
    with pytest.raises(re.error):
        compile_pattern("see /(/", "en")


def test_a_trie_matches_its_words_and_no_others() -> None:
    words = ["rule", "rules", "ruling", "a b"]
    expression = re.compile(trie(words))
    assert all(expression.fullmatch(word) for word in words)
    assert not any(expression.fullmatch(word) for word in ["rul", "rulesx", "ab", ""])
