from __future__ import annotations

import pytest
import tinycss2

from verification.core.page.css.cascade import Cascade
from verification.core.page.css.variables import Pending, Variables, used, wanted
from verification.core.page.extract import ExtractionUncertain, extract


def tokens(css: str):
    return tinycss2.parse_component_value_list(css)


def variables(*generations: dict[str, str]) -> Variables:
    """Of the last of these, each a child of the one before it."""
    found = Variables()
    for own in generations:
        found = found.with_own({name: tokens(value) for name, value in own.items()})
    return found


def replaced(css: str, *generations: dict[str, str]) -> str | None:
    found = variables(*generations).replaced(tokens(css))
    return None if found is None else tinycss2.serialize(found).strip()


@pytest.mark.parametrize(
    ("css", "generations", "expected"),
    [
        ("var(--a)", [{"--a": "none"}], "none"),
        ("VAR( --a )", [{"--a": "none"}], "none"),
        ("var(--a)", [{"--a": "none"}, {"--b": "x"}], "none"),
        ("var(--a)", [{"--a": "none"}, {"--a": "block"}], "block"),
        ("var(--a)", [{"--a": "none"}, {"--a": "inherit"}], "none"),
        ("var(--a)", [{"--a": "var(--b)", "--b": "none"}], "none"),
        ("var(--a)", [{"--b": "none"}, {"--a": "var(--b)"}, {"--b": "block"}], "none"),
        ("var(--a, none)", [], "none"),
        ("var(--a, var(--b, none))", [], "none"),
        ("var(--a, none)", [{"--a": "x"}, {"--a": "initial"}], "none"),
        ("var(--a) none", [{"--a": ""}], "none"),
        ("calc(var(--a) * 2)", [{"--a": "1px"}], "calc(1px * 2)"),
        ("f(g(var(--a)) 2)", [{"--a": "1px"}], "f(g(1px) 2)"),
    ],
)
def test_what_a_variable_stands_for(css: str, generations: list, expected: str) -> None:
    assert replaced(css, *generations) == expected


@pytest.mark.parametrize(
    ("css", "generations"),
    [
        ("var(--a)", []),
        ("var(--A)", [{"--a": "x"}]),
        ("var(--a)", [{"--a": "var(--b)", "--b": "var(--a)"}]),
        ("var(--a)", [{"--a": "var(--a)"}]),
        ("var()", []),
        ("var(--a9)", [{f"--a{n}": f"var(--a{n - 1}) var(--a{n - 1})" for n in range(1, 10)} | {"--a0": "x"}]),
    ],
)
def test_a_variable_without_a_value(css: str, generations: list) -> None:
    assert replaced(css, *generations) is None


def test_variables_that_fail_again_and_again_are_tried_once() -> None:
    chain = {f"--a{n}": f"var(--a{n - 1}, var(--a{n - 1}))" for n in range(1, 30)}
    assert replaced("var(--a29)", chain) is None


def test_variables_on_every_element_cost_steps() -> None:
    many = ";".join(f"--a{n}:x" for n in range(300))
    shown = "".join(f"p{{display:var(--a{n})}}" for n in range(300))
    with pytest.raises(ExtractionUncertain):
        extract(f"<style>*{{{many}}}{shown}</style>" + "<div>" * 480)


def test_only_what_something_depends_on_is_wanted() -> None:
    styles = [
        {"display": Pending("display", tokens("var(--a, var(--b))"))},
        {"--a": tokens("var(--c)"), "--x": tokens("var(--y)")},
    ]
    assert wanted(styles) == {"--a", "--b", "--c"}
    assert set(used(tokens("x(var(--a)) [var(--b)] y"))) == {"--a", "--b"}


def test_pages_without_variables_that_matter_have_none() -> None:
    assert not Cascade([(":root{--c:red} p{border:var(--c)}", "")], [], 1_000).has_variables
    assert Cascade([("p{opacity:var(--c)}", "")], [], 1_000).has_variables


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<style>:root{--d:none}b{display:var(--d)}</style><p>a<b>b</b>", "a"),
        ("<style>:root{--d:none}b{--d:inline;display:var(--d)}</style><p>a<b>b</b>", "ab"),
        (
            "<style>:root{--d:none}.s{--d:inline}b{display:var(--d)}</style><p>a<b>b</b><i class=s>c<b>d</b></i>",
            "acd",
        ),
        ("<style>b{visibility:var(--v,hidden)}</style><p>a<b>b</b>", "a"),
        ("<style>b{display:none;display:var(--v)}</style><p>a<b>b</b>", "ab"),
        ("<style>b{display:none;display:var(--v)}</style><p>a<b style='--v:none'>b</b>c", "ac"),
        ("<style>:root{--d:none!important;--d:block}b{display:var(--d)}</style><p>a<b>b</b>", "a"),
        ("<style>@media print{:root{--d:none}}b{display:var(--d,inline)}</style><p>a<b>b</b>", "ab"),
        ("<p style='--o:0'>a<b style='opacity:var(--o)'>b</b>c", "ac"),
        ("<p style='--o:0'>a<b style='opacity:calc(var(--o) * 1)'>b</b>c", "ac"),
        ("<p style='--f:0;font-size:var(--f)'>a<b style='font-size:9px'>b</b>", "b"),
    ],
)
def test_pages_that_hide_by_a_variable(html: str, text: str) -> None:
    assert extract(html).text == text
