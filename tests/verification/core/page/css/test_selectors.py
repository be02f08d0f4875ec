from __future__ import annotations

import pytest
import tinycss2
from lxml import etree

from verification.core.page.css.budget import Budget, TooCostly
from verification.core.page.css.selector import ANYTHING, Key, Selector
from verification.core.page.css.selectors import Parser, Selectors

PAGE = etree.fromstring(
    """
    <html lang="en"><head/><body>
      <div id="one" class="a b"><p id="p1" class="x">t</p><p id="p2" class="x y" title="Ab-c d">t</p></div>
      <div id="two" class="b"><span id="s1"/><p id="p3"><b id="b1" class="a"/></p><p id="p4" lang="de-CH"/></div>
      <form id="f"><input id="i1" type="TEXT" checked="" required=""/><input id="i2" disabled=""/>
        <a id="l" href="/"/></form>
      <details id="d" open=""/><details id="e"/>
    </body></html>
    """,
    etree.XMLParser(remove_blank_text=True),
)
EVERY = [element for element in PAGE.iter() if element.get("id")]


def nodes(css: str) -> list:
    return tinycss2.parse_component_value_list(css, skip_comments=True)


def matched(css: str) -> str:
    return ids_of(Parser(Budget(100_000)).rule(nodes(css)))


def ids_of(selectors: list[Selector]) -> str:
    return " ".join(each.get("id") for each in EVERY if any(selector.matches(each) for selector in selectors))


@pytest.mark.parametrize(
    ("css", "ids"),
    [
        ("b", "b1"),
        ("B", "b1"),
        (".x", "p1 p2"),
        (".X", ""),
        ("p.x.y", "p2"),
        ("#one", "one"),
        ("p#p3", "p3"),
        ("[title]", "p2"),
        ("[title='Ab-c d']", "p2"),
        ("[title=ab-c\\ d]", ""),
        ("[title='AB-C D' i]", "p2"),
        ("[title~=d]", "p2"),
        ("[title|=Ab]", "p2"),
        ("[title^=Ab]", "p2"),
        ("[title$=d]", "p2"),
        ("[title*='-']", "p2"),
        ("[title*='']", ""),
        ("[TITLE]", "p2"),
        ("[type=text]", "i1"),
        ("[type='text' s]", ""),
        ("div p", "p1 p2 p3 p4"),
        ("div > p.x", "p1 p2"),
        ("body > p", ""),
        ("span + p", "p3"),
        ("span ~ p", "p3 p4"),
        (".a .a", ""),
        (".b .a", "b1"),
        ("div>p>b", "b1"),
        ("p:first-child", "p1"),
        ("p:last-child", "p2 p4"),
        ("b:only-child", "b1"),
        ("p:nth-child(2)", "p2 p3"),
        ("p:nth-child(odd)", "p1 p4"),
        ("p:nth-last-child(1)", "p2 p4"),
        ("p:nth-of-type(2n)", "p2 p4"),
        ("p:nth-child(2 of .x)", "p2"),
        ("p:first-of-type", "p1 p3"),
        ("span:only-of-type", "s1"),
        ("p:nth-last-of-type(2)", "p1 p3"),
        ("p:not(.x)", "p3 p4"),
        ("p:not(.y, :nth-child(3))", "p1 p3"),
        (":is(b, span)", "s1 b1"),
        (":where(.a .x, :bogus)", "p1 p2"),
        ("div:has(> span)", "two"),
        ("p:has(b.a)", "p3"),
        ("span:has(+ p b)", "s1"),
        ("p:has(~ p)", "p1 p3"),
        (":empty:not(input, a, details)", "s1 b1 p4"),
        ("p:lang(de)", "p4"),
        ("p:lang('en')", "p1 p2 p3"),
        (":checked", "i1"),
        (":required", "i1"),
        ("input:optional", "i2"),
        (":disabled", "i2"),
        (":enabled", "i1"),
        ("a:any-link", "l"),
        ("details:open", "d"),
        ("details:not([open])", "e"),
        ("p:hover", ""),
        ("b:not(:hover, :focus)", "b1"),
        ("*|b", "b1"),
        ("|b", "b1"),
        ("svg|b, span", "s1"),
        ("b::before, span", "s1"),
        ("b:before, span", "s1"),
        ("b::-webkit-anything, span", "s1"),
        ("p:default, span", "s1"),
        (":read-write", "i1"),
        ("span:read-only, input:read-only", "s1 i2"),
        ("b:dir(ltr), span:dir(rtl)", "b1"),
        ("b:dir(), b:dir(up)", ""),
        ("#\\70 1", "p1"),
        (".x, .a", "one p1 p2 b1"),
        ("/* c */ b /* d */", "b1"),
    ],
)
def test_a_selector_matches_as_in_a_browser(css: str, ids: str) -> None:
    assert matched(css) == ids


@pytest.mark.parametrize(
    "css",
    [
        "b:-moz-x",
        "b::-ms-x",
        "b:bogus",
        "b..a",
        ">b",
        "b >",
        "b > > a",
        "",
        "b,,a",
        "b[",
        "b[=x]x]",
        "b::before a",
        "b.5",
        ".x*",
        ".x b::before.c",
        "b:nth-child(x)",
        "b:not()",
        "b:not(::before)",
        "&b",
        "b:has()",
        "b @c",
        ":",
        ".",
    ],
)
def test_a_selector_that_browsers_refuse_drops_the_whole_rule(css: str) -> None:
    assert matched(f"{css}, span") == ""


@pytest.mark.parametrize(
    ("css", "specificity", "key"),
    [
        ("b", (0, 0, 1), Key("tag", "b")),
        ("*", (0, 0, 0), ANYTHING),
        ("p.x#p2", (1, 1, 1), Key("id", "p2")),
        ("div > p.x", (0, 1, 2), Key("class", "x")),
        ("[title]", (0, 1, 0), Key("attribute", "title")),
        (":is(b, #x, .y)", (1, 0, 0), ANYTHING),
        (":where(#x) b", (0, 0, 1), Key("tag", "b")),
        ("b:not(.x, #y)", (1, 0, 1), Key("tag", "b")),
        ("b:has(.x)", (0, 1, 1), Key("tag", "b")),
        ("b:nth-child(1 of .x)", (0, 2, 1), Key("tag", "b")),
        ("b:hover", (0, 1, 1), Key("tag", "b")),
    ],
)
def test_specificity_and_place_in_the_index(css: str, specificity: tuple, key: Key) -> None:
    (selector,) = Parser(Budget(100)).rule(nodes(css))
    assert (selector.specificity, selector.key) == (specificity, key)


@pytest.mark.parametrize(
    ("parent", "css", "ids"),
    [
        ("#two", "p", "p3 p4"),
        ("#two", "> p", "p3 p4"),
        ("#two", "& > span", "s1"),
        (".b", "&#one", "one"),
        ("p", "div &", "p1 p2 p3 p4"),
        ("#s1", "+ p", "p3"),
        (".x, .a", "&.y", "p2"),
        ("#two", ":not(p)", "s1 b1"),
        ("#two", ":is(&) b", "b1"),
    ],
)
def test_a_nested_rule_leads_on_from_its_parent(parent: str, css: str, ids: str) -> None:
    budget = Budget(100_000)
    nested = Selectors(nodes(css), Selectors(nodes(parent), None, budget), budget)
    assert ids_of(nested.compiled()) == ids


def test_a_rule_inside_one_that_browsers_drop_is_dropped() -> None:
    budget = Budget(100)
    assert Selectors(nodes("p"), Selectors(nodes("a:bogus"), None, budget), budget).compiled() == []


def test_every_test_of_an_element_is_counted() -> None:
    (selector,) = Parser(Budget(3)).rule(nodes("html body div p b"))
    with pytest.raises(TooCostly):
        selector.matches(EVERY[-1])
        for element in EVERY:
            selector.matches(element)


@pytest.mark.parametrize("css", [":not(" * 20 + "a" + ")" * 20, ":is(" * 20 + "a" + ")" * 20, "a " * 50])
def test_selectors_beyond_reason_are_too_costly(css: str) -> None:
    with pytest.raises(TooCostly):
        Parser(Budget(100)).rule(nodes(css))
