"""Decides whether a reader sees an element, from its attributes and the styles that are known for it.

As on a screen of 1280 x 720 px. Hidden with all it contains: `display: none`, `opacity: 0`, clipping to nothing,
no size with hidden overflow, more than 999 px off the screen, and the well-known visually-hidden classes. Hidden
until something inside it says otherwise: `visibility`, `font-size: 0`, a text indent off the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from verification.core.page.css.properties import UNKNOWN, WIDE, Style
from verification.core.page.css.shapes import Move
from verification.core.page.css.values import SCREEN_HEIGHT, SCREEN_WIDTH, TEXT_SIZE, Length
from verification.core.page.scope import Scope
from verification.core.page.tags import Kind
from verification.core.page.words import words
from verification.core.page.writer import COLLAPSE, LINES, PRESERVE

NONE: Final = "none"
FAR: Final = 999.0  # pixels off the screen
_TINY: Final = 1.0  # pixels: what clips a box to one pixel shows nothing of its text
_SLIT: Final = 3.0  # pixels: a box as low as this ends above the letters of its text
_FAINT: Final = 0.01

VISUALLY_HIDDEN: Final = words("""
        sr-only sr-only-focusable sr_only is-sr-only usa-sr-only show-for-sr a11y-hidden
        visually-hidden visually-hidden-focusable visuallyhidden visuallyHidden VisuallyHidden
        u-visually-hidden is-visually-hidden cdk-visually-hidden govuk-visually-hidden
        screen-reader-text screen-reader-only screenreader-only hidden-visually element-invisible
        assistive-text slds-assistive-text
    """)
# Undone at some width of at most 1280 px, as Tailwind names it.
_SHOWN_AGAIN: Final = frozenset({"not-sr-only", *(f"{size}:not-sr-only" for size in ("sm", "md", "lg", "xl"))})
_LAID_OUT: Final = frozenset({"flex", "grid", "inline-flex", "inline-grid", "-webkit-box", "-webkit-inline-box"})
_AS_BLOCK: Final = {
    "inline": "block",
    "inline-block": "block",
    "inline-flex": "flex",
    "inline-grid": "grid",
    "inline-table": "table",
    "-webkit-inline-box": "-webkit-box",
    "ruby": "block",
}
_BOXES: Final = frozenset(("block", "inline-block", "list-item", "flow-root")) | _LAID_OUT
_SCROLLING: Final = frozenset({"hidden", "scroll", "auto", "overlay"})
_SPACES: Final = {"collapse": COLLAPSE, "nowrap": COLLAPSE, "lines": LINES, "preserve": PRESERVE}


def display(style: Style, kind: Kind, tag: str, attributes: Mapping[str, str], parent: Scope) -> str:
    """The computed display: the author's, or the browser's own, which the hidden attribute and its kin change."""
    said = style.get("display")
    if said is None or said == "revert-layer" or (said == "revert" and "hidden" not in attributes):
        said = NONE if _hidden_by_attribute(tag, attributes) else kind.display
    elif said in ("inherit", "revert"):  # which undo the hidden attribute, a presentational hint
        said = kind.display
    elif said in ("initial", "unset", UNKNOWN):
        said = "inline"
    elif said in ("table-column", "table-column-group"):  # whatever stands in a column isn't laid out
        return NONE
    blockified = parent.blockifies or style.get("position") in ("absolute", "fixed")
    return _AS_BLOCK.get(said, said) if blockified else said


def _hidden_by_attribute(tag: str, attributes: Mapping[str, str]) -> bool:
    if "hidden" in attributes:
        return attributes["hidden"].strip().lower() != "until-found"
    if tag == "dialog":
        return "open" not in attributes
    return "popover" in attributes


def hidden_by_class(classes: frozenset[str]) -> bool:
    return bool(classes & VISUALLY_HIDDEN) and not classes & _SHOWN_AGAIN


def hidden_box(style: Style, shown_as: str, text_size: float) -> bool:
    """Whether the box, shown as that display, lets nothing of what it contains be seen."""
    if shown_as == "contents":  # there is none, but a zoom is handed down
        return style.get("zoom") is True
    return bool(style) and (
        _see_through(style)
        or _clipped(style)
        or _without_size(style, shown_as, text_size)
        or _indented_away(style, shown_as)
        or _off_screen(style, text_size)
        or (shown_as != "inline" and _transformed_away(style, text_size))
    )


def _see_through(style: Style) -> bool:
    opacity = style.get("opacity")
    return (isinstance(opacity, float) and opacity < _FAINT) or style.get("filter") is True


def _clipped(style: Style) -> bool:
    clipped = style.get("clip") is True and style.get("position") in ("absolute", "fixed")
    return clipped or style.get("clip-path") is True or style.get("zoom") is True


def _without_size(style: Style, shown_as: str, text_size: float) -> bool:
    if shown_as not in _BOXES and style.get("float") != "aside":
        return False
    if style.get("content-visibility") == "hidden":
        return True

    def tiny(size: str, most: float, padding: str) -> bool:
        """Text runs over into the padding at its end; before its start there is none."""
        sizes = [_pixels(style.get(name), text_size) for name in (size, f"max-{size}")]
        rooms = [style.get(f"min-{size}"), style.get(padding)]
        return any(known is not None and known <= most for known in sizes) and all(
            not isinstance(room, Length) or (_pixels(room, text_size) or room.percent) <= most for room in rooms
        )

    return (_clips(style, "overflow-y", "overflow-x") and tiny("height", _SLIT, "padding-bottom")) or (
        _clips(style, "overflow-x", "overflow-y") and tiny("width", _TINY, "padding-right")
    )


def _clips(style: Style, axis: str, other: str) -> bool:
    """CSS Overflow, §3.1: beside an axis that scrolls, `visible` becomes `auto`."""
    said = style.get(axis, "visible")
    return said in _SCROLLING or said == "clip" or (said == "visible" and style.get(other) in _SCROLLING)


def _indented_away(style: Style, shown_as: str) -> bool:
    """A line that can't be broken, pushed out of its box at the far side: a way to put an image in its place."""
    indent = style.get("text-indent")
    if shown_as not in _BOXES or not isinstance(indent, Length) or style.get("white-space") != "nowrap":
        return False
    far = indent.percent >= 100 or indent.resolve(TEXT_SIZE, 0) >= SCREEN_WIDTH
    return far and _clips(style, "overflow-x", "overflow-y")


def _transformed_away(style: Style, text_size: float) -> bool:
    """Scaled to nothing, or moved off the screen."""
    moves = [move for name in ("transform", "translate") if isinstance(move := style.get(name), Move)]
    steps = [step.resolve(text_size, 0) for move in moves for step in (move.right, move.down)]
    far = any(step < -FAR or step > SCREEN_WIDTH + FAR for step in steps)
    return far or style.get("scale") is True or any(move.vanishes for move in moves)


def _pixels(value: Any, text_size: float) -> float | None:
    """A length in pixels; None for a keyword and for a share of a box whose size isn't known."""
    if not isinstance(value, Length) or value.percent:
        return None
    return value.resolve(text_size, 0)


def _off_screen(style: Style, text_size: float) -> bool:
    if style.get("position") in ("absolute", "fixed", "relative") and _shifted(style, text_size):
        return True
    across, down = (_way(style.get(name), text_size, SCREEN_WIDTH) for name in ("margin-left", "margin-top"))
    return min(across, down) < -FAR


def _shifted(style: Style, text_size: float) -> bool:
    """Whether the insets put the box off the screen; the left and the top one win over their opposites.

    What is fixed can't be scrolled to: unless something moves it back, the screen's edge is enough.
    """
    stays = style.get("position") == "fixed" and "transform" not in style and "translate" not in style
    for near, far, whole in (("left", "right", SCREEN_WIDTH), ("top", "bottom", SCREEN_HEIGHT)):
        name = near if isinstance(style.get(near), Length) else far
        way = _way(style.get(name), text_size, whole)
        if way < -FAR or (stays and way >= whole) or (name != "top" and way > whole + FAR):
            return True
    return False


def _way(value: Any, text_size: float, whole: float) -> float:
    return value.resolve(text_size, whole) if isinstance(value, Length) else 0.0


def inherit(style: Style, shown_as: str, parent: Scope) -> Scope:
    """What the element hands down of its own style."""
    blocky = not shown_as.startswith("inline") or shown_as in _BOXES
    indent = _indent(style, parent)
    return parent._replace(
        visible=_visible(style, parent),
        text_size=text_size(style, parent),
        indent=indent,
        off_screen=indent < -FAR if blocky else parent.off_screen,
        spaces=_spaces(style, parent),
        case=_case(style, parent),
        blockifies=parent.blockifies if shown_as == "contents" else shown_as in _LAID_OUT,
    )


def _visible(style: Style, parent: Scope) -> bool:
    said = style.get("visibility")
    if said == "initial":
        return True
    return parent.visible if said is None or said in WIDE or said == UNKNOWN else said == "visible"


def text_size(style: Style, parent: Scope) -> float:
    """The font size in pixels."""
    said = style.get("font-size")
    if isinstance(said, Length):
        return said.resolve(parent.text_size, parent.text_size)
    return TEXT_SIZE if said in ("initial", UNKNOWN) else parent.text_size


def _indent(style: Style, parent: Scope) -> float:
    said = style.get("text-indent")
    if isinstance(said, Length):
        return said.resolve(parent.text_size, SCREEN_WIDTH)
    return 0.0 if said in ("initial", UNKNOWN) else parent.indent


def _spaces(style: Style, parent: Scope) -> str:
    said = style.get("white-space")
    return COLLAPSE if said == "initial" else _SPACES.get(said or "", parent.spaces)


def _case(style: Style, parent: Scope) -> str:
    said = style.get("text-transform")
    if said is None or said in ("inherit", "unset", UNKNOWN):
        return parent.case
    return "" if said in ("none", *WIDE) else str(said)
