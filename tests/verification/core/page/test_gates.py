from __future__ import annotations

import pytest

from verification.core.page.extract import extract
from verification.core.page.gates import gate, shell_or_empty
from verification.core.page.pagetext import PageText

LONG = "<p>" + "Words of a real page. " * 120 + "</p>"


@pytest.mark.parametrize(
    "title",
    ["Just a moment...", "JUST A MOMENT", " Attention  Required! | x", "Access denied", "Verify you are human"],
)
def test_the_title_of_a_gate(title: str) -> None:
    assert gate(extract(f"<title>{title}</title><p>Checking.</p>"))
    assert not gate(extract(f"<title>{title}</title>{LONG}"))


@pytest.mark.parametrize("title", ["Not just a moment", "How access denied errors arise", "Momentum", ""])
def test_other_titles(title: str) -> None:
    assert not gate(extract(f"<title>{title}</title><p>Checking.</p>"))


@pytest.mark.parametrize(
    "body",
    [
        "<div id=cf-chl-widget>x</div>",
        "<p id=xcf-chl-y>x</p>",
        "<p>x</p><script src=/cdn-cgi/challenge-platform/h/b.js></script>",
        "<div id=challenge-platform>x</div>",
    ],
)
def test_a_challenge(body: str) -> None:
    assert gate(extract(body))
    assert not gate(extract(body + LONG))


def test_words_of_a_challenge_are_none() -> None:
    assert not gate(extract("<p>cf-chl- and challenge-platform</p><script>'challenge-platform'</script>"))


def test_a_password_form_as_the_only_block() -> None:
    form = "<form><label>Name</label><input><input type=Password><button>Sign in</button></form>"
    assert gate(extract(f"<main><div>{form}</div></main>"))
    assert not gate(extract(f"<p>How forms work</p>{form}"))
    assert not gate(extract(f"{form}<p>Read on</p>"))
    assert not gate(extract("<form>Search <input type=search></form>"))


def test_an_empty_password_form() -> None:
    assert gate(extract("<form><input type=password></form>"))


@pytest.mark.parametrize(
    "text",
    ["Enable JavaScript to go on", "please enable  JavaScript", "Too many requests", "ACCESS DENIED: no"],
)
def test_the_first_words_of_a_gate_in_html_and_plain_text(text: str) -> None:
    assert gate(extract(f"<p>{text}</p>"))
    assert gate(PageText(f"\n {text}"))
    assert not gate(PageText(f"A page on: {text}"))
    assert not gate(PageText(text + " x" * 1_000))


def test_noscript_text_does_not_count() -> None:
    assert not gate(extract("<noscript>Enable JavaScript</noscript><p>Here it is.</p>"))


def test_html_without_text() -> None:
    assert shell_or_empty(extract("<div id=root></div><script src=a.js></script>")) == "extraction_uncertain"
    assert shell_or_empty(extract("<div id=root> &nbsp;</div>")) == "empty_source"
    assert shell_or_empty(extract("<div id=root>Hello</div><script src=a.js></script>")) is None


def test_little_text_beside_large_scripts() -> None:
    script = "<script type=application/json>" + "x" * 3_000 + "</script>"
    assert shell_or_empty(extract(f"<p>{'a' * 199}</p>{script}")) == "extraction_uncertain"
    assert shell_or_empty(extract(f"<p>{'a' * 200}</p>{script}")) is None
    assert shell_or_empty(extract(f"<p>{'a' * 199}</p><script>{'x' * 1_990}</script>")) is None
    assert shell_or_empty(extract(f"<p>{'a' * 199}</p><script src=y>{'x' * 1_991}</script>")) is None


@pytest.mark.parametrize("blank", ["", " \n", "\u2003\u3000"])
def test_plain_text_of_white_space_only(blank: str) -> None:
    assert shell_or_empty(PageText(blank)) == "empty_source"
    assert shell_or_empty(PageText(blank + "\u200b")) is None
