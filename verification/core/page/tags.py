"""Decides how each HTML, SVG and MathML element takes part in the text, before any style (HTML, "Rendering")."""

from __future__ import annotations

from typing import Final, NamedTuple

from verification.core.page.words import words


class Kind(NamedTuple):
    """`display` as CSS names it; `breaks`: the line breaks round it when it is a block."""

    display: str
    breaks: int = 1


INLINE: Final = Kind("inline")
_BLOCK: Final = Kind("block")
_PARAGRAPH: Final = Kind("block", 2)
_INLINE_BLOCK: Final = Kind("inline-block")

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LANDMARKS: Final = HEADINGS | {"section", "dt"}
LEAVES: Final = HEADINGS | {"p", "dt", "pre", "caption", "figcaption", "legend", "summary", "td", "th"}
TABLE_STRUCTURE: Final = frozenset({"table", "thead", "tbody", "tfoot", "tr"})
TABLE_PARTS: Final = (TABLE_STRUCTURE | {"caption", "colgroup", "col", "td", "th"}) - {"table"}
CELLS: Final = frozenset({"td", "th"})
# Void elements that libxml2 takes for containers of all that follows: they must be walked, not left out.
TRANSPARENT: Final = frozenset({"wbr", "source", "track", "image", "embed", "keygen", "bgsound"})

KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(
        words("""
            html body address article aside blockquote center dd details dialog dir div dl dt
            fieldset figcaption figure footer form header hgroup hr legend li main menu ol optgroup
            option search section summary ul pre listing xmp plaintext frameset caption thead tbody
            tfoot colgroup table foreignobject
        """),
        _BLOCK,
    ),
    **dict.fromkeys(("p", *HEADINGS), _PARAGRAPH),
    **dict.fromkeys(("button", "select", "meter", "progress", "marquee"), _INLINE_BLOCK),
    "tr": Kind("table-row"),
    "td": Kind("table-cell"),
    "th": Kind("table-cell"),
}

# Never part of the text, whatever the style says.
LEFT_OUT: Final = words("""
        script style template noscript noframes noembed iframe object applet title meta link
        base basefont param area col frame audio video canvas img input textarea datalist meter
        progress nav del s strike rt rp rtc annotation annotation-xml
    """)
# Text that stands directly in these isn't shown, until an element inside says otherwise: one of SPEAKING, or one
# of HTML's that a browser moves out of svg and math.
MUTE: Final = frozenset({"svg", "math", "select"})
SPEAKING: Final = frozenset({"option", "text", "foreignobject", "mi", "mn", "mo", "ms", "mtd", "mtext"})
BREAKS_OUT: Final = words("""
        b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img
        li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var
    """)
AS_WRITTEN: Final = frozenset({"button", "select", "option"})  # a text-transform isn't handed down to them
LEFT_OUT_OF_SVG: Final = words("""
        desc metadata defs symbol clippath mask pattern marker filter lineargradient radialgradient
    """)

REGIONS: Final = {
    "main": "main",
    "header": "header",
    "footer": "footer",
    "aside": "aside",
    "table": "table",
    "pre": "code",
    "code": "code",
    "listing": "code",
    "xmp": "code",
    "plaintext": "code",
}
ROLE_REGIONS: Final = {
    "main": "main",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "aside",
}
PREFORMATTED: Final = frozenset({"pre", "listing", "xmp", "plaintext"})
CODE: Final = PREFORMATTED | {"code"}
