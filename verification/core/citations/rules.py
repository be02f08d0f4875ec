"""Decides the names of the published rules: what is quoted, what links, what goes together, what is left out.

One table, for a guide to print; `Pair.rule` and `Skipped.reason` are ids of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Part = Literal["quotation", "link", "pair", "skipped"]


@dataclass(frozen=True, slots=True)
class Rule:
    """An id that stays, and what it says in a sentence."""

    id: str
    part: Part
    sentence: str


RULES: Final = (
    Rule(
        "marks",
        "quotation",
        "Text between quotation marks of one block: \" \", ' ', “ ”, ‘ ’, „ “, ‚ ‘, « », » «, ‹ ›, › ‹, ” ”,"
        " 「 」, 『 』, 〝 〟, ＂ ＂. Apostrophes, inch and minute signs are no marks; of nested quotations the"
        " outermost counts.",
    ),
    Rule(
        "block_quotation",
        "quotation",
        "Lines behind “>”, or a <blockquote>, without the marks round them and what names their source; boxes that"
        " begin with “Note:” or the like, and a mail's lines that themselves quote and cite, are read as text.",
    ),
    Rule("q_element", "quotation", "The content of a <q>."),
    Rule(
        "as_read",
        "quotation",
        "A quotation is what a reader sees: without markup and reference marks, a line break as a space; marks of"
        " omission, editorial brackets and the comma inside the closing mark stay.",
    ),
    Rule("inline_link", "link", "A link over words: [words](address), <a href>."),
    Rule(
        "reference_link",
        "link",
        "[words][label] and [label] with a line [label]: address; links to a place below.",
    ),
    Rule(
        "bare_address", "link", "An address written out or in < >; “www.” and well-known sites may lack https://."
    ),
    Rule(
        "reference_mark",
        "link",
        "[1], [1, 3], [1–3], 【1】, ¹, [^1], (1) with a line in a list of sources that begins"
        " with the same number.",
    ),
    Rule(
        "address",
        "link",
        "Trackers' parameters (utm_source) fall away, letters outside ASCII are percent-encoded.",
    ),
    Rule("most_links", "link", "Of one quotation's links the first ten count."),
    Rule("cite_attribute", "pair", "A <blockquote> or <q> stands at the address in its cite attribute."),
    Rule("in_link_text", "pair", "A quotation inside a link's text stands where the link leads."),
    Rule(
        "mark_inside", "pair", "Reference marks inside a quotation, or a link in brackets at its end, are its own."
    ),
    Rule(
        "mark_behind",
        "pair",
        "A reference mark cites the quotations before it in the sentence, back to the last mark.",
    ),
    Rule(
        "link_behind",
        "pair",
        "A link in brackets, behind a dash or a word such as “Source:”, or right behind a quotation cites the"
        " quotations before it, also from behind the sentence's stop.",
    ),
    Rule("address_behind", "pair", "The same for an address that is written out."),
    Rule(
        "same_sentence",
        "pair",
        "A link that is part of the sentence: the one before a quotation if the sentence begins with a link, else"
        " the one behind it. None behind “see also”, and none of one who speaks next: “…, while the report [link]"
        " says …”.",
    ),
    Rule(
        "same_paragraph",
        "pair",
        "The link of the next sentence, if that only leads there, else the last link in the sentences before.",
    ),
    Rule(
        "attribution",
        "pair",
        "A last line, a caption or a block behind a quotation that only names its source.",
    ),
    Rule(
        "introduction",
        "pair",
        "The last link of the paragraph that leads up to a quotation or a list, or of the list item over it.",
    ),
    Rule("heading", "pair", "The link in the heading over a quotation."),
    Rule(
        "only_source",
        "pair",
        "The one source of a document that names a single one, in a list or behind “Source:”.",
    ),
    Rule(
        "too_short",
        "skipped",
        "Fewer than three words (Chinese, Japanese: two letters are a word): a term, or irony.",
    ),
    Rule(
        "title",
        "skipped",
        "The title of a work: in 《 》, in title case, behind “article”, “see also” or the like, as the whole text"
        " of a link, in a source list.",
    ),
    Rule("code", "skipped", "It stands in a block of code."),
    Rule(
        "unbalanced",
        "skipped",
        "An opening mark has no partner in its paragraph, and the next paragraph doesn't begin with it again.",
    ),
    Rule(
        "no_link",
        "skipped",
        "No link stands with it. Four words need one in their sentence, three right behind them.",
    ),
    Rule("ambiguous_link", "skipped", "Links to different pages stand equally near."),
    Rule("unknown_reference", "skipped", "Its reference mark leads to no source in the document."),
    Rule("relative_link", "skipped", "Its link leads to an address without a host."),
    Rule("not_https", "skipped", "Its link leads to an http address; pages are read over https alone."),
    Rule("unsupported_scheme", "skipped", "Its link leads to something other than a web page."),
    Rule("link_with_query", "skipped", "Its link has a query, and no page with a query is read."),
    Rule("invalid_link", "skipped", "Its link is no address that a page is read from."),
    Rule("too_long", "skipped", "Over 1,000 characters after normalisation."),
)
