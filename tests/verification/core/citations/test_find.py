"""One small document for each published rule, in the format that shows it best."""

from __future__ import annotations

import pytest

from verification.core.citations.find import find

A, B = "https://a.org/x", "https://b.org/y"
SAID = "so it was said"


def pairs(document: str, form: str = "markdown") -> list[tuple[str, str, str]]:
    return [(pair.rule, pair.url, pair.quote) for pair in find(document, form).pairs]  # type: ignore[arg-type]


def reasons(document: str, form: str = "markdown") -> list[str]:
    return [each.reason for each in find(document, form).skipped]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rule, document",
    [
        ("cite_attribute", f"<blockquote cite='{A}'>{SAID}</blockquote><p><a href='{B}'>b</a></p>"),
        ("cite_attribute", f"<p>x <q cite='{A}'>{SAID}</q> <a href='{B}'>b</a></p>"),
        ("in_link_text", f"<p>x <a href='{A}'>“{SAID}”, he said</a></p>"),
        ("attribution", f"<blockquote>{SAID}<footer>F, <a href='{A}'>a</a></footer></blockquote>"),
        ("mark_behind", f"<p>“{SAID}”<sup><a href='#n'>1</a></sup></p><ol><li id=n><a href='{A}'>a</a></ol>"),
        ("link_behind", f"<p>“{SAID}” <cite><a href='{A}'>a</a></cite></p>"),
        ("same_sentence", f"<p>In <a href='{A}'>a</a>, <q>{SAID}</q>.</p>"),
    ],
)
def test_pairs_of_html(rule: str, document: str) -> None:
    assert pairs(document, "html") == [(rule, A, SAID)]


@pytest.mark.parametrize(
    "rule, document",
    [
        ("in_link_text", f"He [“{SAID}”]({A})."),
        ("mark_inside", f"“{SAID} [1]” ok\n\n[1]: {A}"),
        ("mark_behind", f"“{SAID}”.[^n] Then [b]({B}).\n\n[^n]: see {A}"),
        ("link_behind", f"“{SAID}” ([a]({A})); see also [b]({B})."),
        ("link_behind", f"“{SAID}” — [a]({A})"),
        ("link_behind", f"“{SAID}”. Source: [a]({A})"),
        ("same_sentence", f"As [a]({A}) says, “{SAID}”."),
        ("same_sentence", f"“{SAID}”, says [a]({A}). [b]({B}) differs."),
        ("same_paragraph", f"The [docs]({A}) are clear. They say “{SAID} by them”. Fine."),
        ("attribution", f"> {SAID}\n> — [a]({A})"),
        ("attribution", f"> {SAID}\n\nSource: <{A}>"),
        ("introduction", f"From [a]({A}):\n\n- “{SAID}”\n- more"),
        ("introduction", f"As [a]({A}) has it:\n\n> {SAID}\n\nAnd [b]({B})."),
        ("heading", f"## [a]({A})\n\nIt says “{SAID} by them”."),
        ("only_source", f"It says “{SAID} by them”, on and on.\n\nMore.\n\n## Sources\n- [a]({A})"),
    ],
)
def test_pairs_of_markdown(rule: str, document: str) -> None:
    assert [(found, url, quote.removesuffix(" by them")) for found, url, quote in pairs(document)] == [
        (rule, A, SAID)
    ]


@pytest.mark.parametrize(
    "document",
    [
        f"“{SAID}” ({A}).",
        f"“{SAID}”\n{A}",
        f"“{SAID}” -- see {A}",
        f"“{SAID}.” (Source: {A}) The rest is {B}.",
        f"“{SAID}” [{A}]",
    ],
)
def test_addresses_written_out(document: str) -> None:
    assert [pair[:2] for pair in pairs(document, "text")] == [("address_behind", A)]


LED_AWAY = [
    f"The claim that “{SAID}” is wrong, see also [a]({A}).",
    f"“{SAID},” he said, while the [report]({A}) has “it was not so said”.",
    f"“{SAID},” he said, while the report ({A}) has “it was not so said”.",
    f"I heard it on [the radio]({A}). It is late. A neighbour holds that “{SAID} by them all”.",
    f"[They]({A}) say “so it is said here”. The author told a paper that “{SAID} by them all”.",
    f"See [the site]({A}). My sister whispered that “{SAID} by them all”.",
    f"A [page][p] of theirs.\n\nA man told me that “{SAID} by them all”.\n\n[p]: {A}",
    f"> so it is said here\n\nSource: {A}\n\n“{SAID} by them all,” he laughed.",
]


@pytest.mark.parametrize("document", LED_AWAY)
def test_a_link_of_another_is_not_the_quotation_s(document: str) -> None:
    assert not [quote for _, _, quote in pairs(document) if quote.startswith(SAID)]


@pytest.mark.parametrize(
    "document",
    [
        f'x "{SAID}"[1]({A}) and',
        f'<p>x "{SAID}"<a href="{A}">1</a> and</p>',
        f"x “{SAID}” [1, p. 4].\n\n[1] {A}",
        f"x “{SAID}” [1: 4].\n\n[1] {A}",
        f"x “{SAID}” ([see also a]({A})).",
    ],
)
def test_reference_marks_as_they_are_pasted(document: str) -> None:
    form = "html" if document[0] == "<" else "markdown"
    assert [(url, quote) for _, url, quote in pairs(document, form)] == [(A, SAID)]


def test_a_quotation_behind_two_links_stands_at_both() -> None:
    assert [url for _, url, _ in pairs(f"Both {A} and {B} have “{SAID}”.")] == [A, B]


def test_each_paragraph_of_a_quotation_over_several() -> None:
    document = f'From {A}:\n\n"{SAID}.\n\n"So it is said again."'
    assert [quote for _, _, quote in pairs(document, "text")] == [f"{SAID}.", "So it is said again."]


def test_several_quotations_to_one_link_and_several_links_to_one_quotation() -> None:
    document = f"“{SAID}” and “{SAID} again” [1][2].\n\n[1]: {A}\n[2]: {B}"
    assert [(url, quote) for _, url, quote in pairs(document)] == [
        (A, SAID),
        (B, SAID),
        (A, f"{SAID} again"),
        (B, f"{SAID} again"),
    ]


def test_each_quotation_of_a_sentence_to_its_own_link() -> None:
    before = f"[a]({A}) says “{SAID}”, while [b]({B}) says “{SAID} again”."
    behind = f"“{SAID}”, says [a]({A}), and “{SAID} again”, says [b]({B})."
    assert [url for _, url, _ in pairs(before)] == [url for _, url, _ in pairs(behind)] == [A, B]


@pytest.mark.parametrize(
    "reason, document",
    [
        ("too_short", f"the “best idea” ([a]({A}))"),
        ("too_short", f"所谓的“人工智能”（[a]({A})）"),
        ("title", f"the article “How it was said” ([a]({A}))"),
        ("title", f"“The Way It Was Said” ([a]({A}))"),
        ("title", f"《一个很长很长的书名》（[a]({A})）"),
        ("code", f"```\nx = 'so it was said'\n```\n{A}"),
        ("unbalanced", f"He “said it so ([a]({A}))"),
        ("no_link", f"“{SAID}”\n\nMore words.\n\nAnd [a]({A})."),
        ("ambiguous_link", f"“{SAID} by them”. Here [a]({A}) is one thing, and at [b]({B}) is another."),
        ("unknown_reference", f"“{SAID}” [7]"),
        ("relative_link", f"“{SAID}” ([a](/x))"),
        ("not_https", f"“{SAID}” (http://a.org)"),
        ("unsupported_scheme", f"“{SAID}” ([a](ftp://a.org))"),
        ("link_with_query", f"“{SAID}” ({A}?q=1)"),
        ("invalid_link", f"“{SAID}” (https://a.org:99/)"),
        ("too_long", f"“{'so it was ' * 101}” ({A})"),
    ],
)
def test_reasons(reason: str, document: str) -> None:
    assert (pairs(document), reasons(document)) == ([], [reason])


def test_one_usable_link_is_enough() -> None:
    assert pairs(f"“{SAID}” ([a](http://a.org), [b]({B}))") == [("link_behind", B, SAID)]


def test_a_quotation_reads_as_on_the_page() -> None:
    document = f"> **so** `it`\n> was\u00a0said, &amp; \\*more\\*[1] …\n\n([a]({A}))\n\n[1]: {A}"
    (pair,) = find(document, "markdown").pairs
    assert pair.quote == "so it was\u00a0said, & *more* …"
    assert document[pair.start : pair.end].startswith("so** `it`\n> was")


def test_a_line_break_between_cjk_letters_is_left_to_the_matcher() -> None:
    (pair,) = find(f"“每个请求都必须\n包含签名”（{A}）", "text").pairs
    assert pair.quote == "每个请求都必须\n包含签名"
