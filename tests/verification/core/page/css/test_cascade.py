from __future__ import annotations

import pytest
from lxml.etree import Element

from verification.core.page.css.budget import TooCostly
from verification.core.page.css.cascade import Cascade
from verification.core.page.css.values import Length


def shown_as(sheets: str | list[tuple[str, str]], inline: str | None = None) -> str | None:
    """The display that wins for <p id=i class="a b">."""
    attributes = {"id": "i", "class": "a b"} | ({"style": inline} if inline is not None else {})
    sheets = [(sheets, "")] if isinstance(sheets, str) else sheets
    cascade = Cascade(sheets, [inline] if inline is not None else [], 10_000)
    element = Element("p", attributes)
    return cascade.declared(element, "p", list(attributes.items())).get("display")


@pytest.mark.parametrize(
    ("sheet", "inline", "winner"),
    [
        (".a{display:none}", None, "none"),
        (".a{display:none}.b{display:block}", None, "block"),
        (".a.b{display:none}.b{display:block}", None, "none"),
        ("#i{display:none}.a.b{display:block}", None, "none"),
        ("p{display:none!important}#i{display:block}", None, "none"),
        (".a{display:none}", "display:block", "block"),
        (".a{display:none!important}", "display:block", "none"),
        (".a{display:none!important}", "display:block!important", "block"),
        (".a{display:none;display:bogus}", None, "none"),
        (".a{display:none!important;display:block}", None, "none"),
        ("@layer x{#i{display:none}}p{display:block}", None, "block"),
        ("@layer x{p{display:none!important}}#i{display:block!important}", None, "none"),
        ("@layer x,y;@layer y{p{display:none}}@layer x{#i{display:block}}", None, "none"),
        ("@layer x{p{display:none}@layer z{#i{display:block}}}", None, "none"),
        ("@layer x{p{display:none!important}@layer z{p{display:block!important}}}", None, "block"),
        ("@layer{p{display:none}}@layer{p{display:block}}", None, "block"),
        ("@layer x.y{p{display:none}}@layer x{#j,p{display:block}}", None, "block"),
        ("@media print{p{display:none}}", None, None),
        ("@media screen{@supports (display:grid){p{display:none}}}", None, "none"),
        ("@container (width>1px){p{display:none}}", None, None),
        ("@keyframes x{from{display:none}}", None, None),
        ("@font-face{display:none}", None, None),
        ("@media screen;p{display:none}", None, "none"),
        ("p{&.a{display:none}}", None, "none"),
        ("body,p{&.a{display:none}@media print{&{display:block}}}", None, "none"),
        ("p{@media screen{display:none}}", None, "none"),
        ("p{display:block;&.a{display:none}}", None, "none"),
        ("p{&{display:block}display:none}", None, "none"),
        ("p{display:block;@media screen{display:none}display:flex}", None, "flex"),
        ("<!-- p{display:none} -->", None, "none"),
        ("p{display:none", None, "none"),
        ("p{color:red;}}p{display:none}", None, None),
        ("", "display:none", "none"),
        ("", "{display:none}", None),
        ("", "", None),
    ],
)
def test_the_winning_declaration(sheet: str, inline: str | None, winner: str | None) -> None:
    assert shown_as(sheet, inline) == winner


def test_later_sheets_win_and_media_attributes_hold() -> None:
    none, block = "p{display:none}", "p{display:block}"
    assert shown_as([(none, ""), (block, "")]) == "block"
    assert shown_as([(none, ""), (block, "print")]) == "none"
    assert shown_as([(none, ""), (block, "screen and (min-width: 10px)")]) == "block"


def test_rules_that_hide_nothing_are_not_even_compiled() -> None:
    assert shown_as(":not(" * 50 + "a" + ")" * 50 + "{color:red;padding:1px}p{display:none}") == "none"


def test_elements_with_the_same_declarations_share_them() -> None:
    cascade = Cascade([(".a{display:none}", "")], [], 100)
    attributes = [("class", "a")]
    one, other = (cascade.declared(Element("p"), "p", attributes) for _ in range(2))
    assert one is other


@pytest.mark.parametrize(
    "sheet",
    [
        "a{top:" + "9" * 5_000 + "px}",
        "p:not(" * 20 + "a" + ")" * 20 + "{display:none}",
        "@media screen{" * 20 + "p{display:none}" + "}" * 20,
        "p{&{" * 10 + "display:none" + "}}" * 10,
    ],
)
def test_a_sheet_beyond_reason_is_too_costly(sheet: str) -> None:
    with pytest.raises(TooCostly):
        Cascade([(sheet, "")], [], 10_000).declared(Element("p"), "p", [])


def test_every_candidate_rule_is_counted() -> None:
    cascade = Cascade([(".a{display:block}" * 60, "")], [], 100)
    cascade.declared(Element("p"), "p", [("class", "a")])
    with pytest.raises(TooCostly):
        cascade.declared(Element("p"), "p", [("class", "a")])


@pytest.mark.parametrize(
    ("sheet", "property_name", "value"),
    [
        (".a{opacity:0}.b{opacity:1}", "opacity", 1.0),
        ("p{height:0}.a{overflow:hidden}", "overflow-y", "hidden"),
        ("p{height:0}.a{height:auto}", "height", "auto"),
        (".a{overflow:hidden}", "overflow-y", None),
        (".a{padding:3px}", "padding-top", None),
        (".a{visibility:visible}", "visibility", None),
        (".c{visibility:hidden}.a{visibility:visible}", "visibility", "visible"),
        (".c{font-size:0}.a{font-size:9px}", "font-size", Length(9)),
        (".a{font-size:9px}", "font-size", None),
        (".a{position:absolute}", "position", "absolute"),
    ],
)
def test_what_hides_nothing_counts_beside_what_might(sheet: str, property_name: str, value: object) -> None:
    cascade = Cascade([(sheet, "")], [], 1_000)
    assert cascade.declared(Element("p"), "p", [("class", "a b")]).get(property_name) == value


def test_a_style_attribute_calls_for_the_rules_beside_it() -> None:
    cascade = Cascade([(".a{overflow:hidden}", "")], ["height:0"], 1_000)
    style = cascade.declared(Element("p"), "p", [("class", "a"), ("style", "height:0")])
    assert (style["height"], style["overflow-x"]) == (Length(), "hidden")
