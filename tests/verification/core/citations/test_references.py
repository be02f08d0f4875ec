from __future__ import annotations

import pytest

from verification.core.citations import html, plain
from verification.core.citations.references import References

SOURCES = "\n\n[1] One https://one.org\n[2] https://two.org\n[3] https://three.org"


def urls(text: str) -> list[tuple[str, ...]]:
    return [mark.urls for mark in References(plain.read(text)).marks()]


@pytest.mark.parametrize(
    "marks, found",
    [
        ("x[1]", [("https://one.org",)]),
        ("x [1, 3]", [("https://one.org", "https://three.org")]),
        ("x [1-3]", [("https://one.org", "https://two.org", "https://three.org")]),
        ("x [2][3]", [("https://two.org",), ("https://three.org",)]),
        ("x【2†source】", [("https://two.org",)]),
        ("words³", [("https://three.org",)]),
        ("[cite: 1, 2]", [("https://one.org", "https://two.org")]),
        ("x [9]", [()]),
        ("x [1999–2003]", []),
        ("10² m² (3)", []),
    ],
)
def test_marks_lead_to_the_list(marks: str, found: list[tuple[str, ...]]) -> None:
    assert urls(marks + SOURCES) == found


@pytest.mark.parametrize("label", ["[{}]", "【{}】", "({})", "{}.", "^{}", "[{}]:"])
def test_labels_of_a_list(label: str) -> None:
    text = f"x [1] y [2]\n\nSources:\n{label.format(1)} https://one.org\n{label.format(2)} https://two.org"
    assert urls(text.replace("[1]", "(1)").replace("[2]", "(2)") if label == "({})" else text) == [
        ("https://one.org",),
        ("https://two.org",),
    ]


def test_a_note_is_reached_over_a_second_note() -> None:
    reading = html.read(
        "<p>x<a href='#n1'>[1]</a></p><ol><li id=n1><a href='#work'>Miller 1931</a></li></ol>"
        "<ul><li id=work>Miller, <a href='https://m.org'>Bridges</a></li></ul>"
    )
    assert References(reading).behind(reading.anchors[0]) == "https://m.org"


def test_notes_that_lead_to_each_other_lead_nowhere() -> None:
    reading = html.read("<a href='#a'>[1]</a><p id=a><a href='#b'>x</a></p><p id=b><a href='#a'>y</a></p>")
    assert References(reading).behind(reading.anchors[0]) == ""


def test_what_a_mark_leads_back_to_is_no_note() -> None:
    reading = html.read("<p id=up>x<a href='#n'>1</a></p><p id=n>https://n.org <a href='#up'>back</a></p>")
    references = References(reading)
    assert [references.inside(block.start) for block in reading.blocks] == [False, True]
