"""Decides the names: every rule by which a pair is made and every reason for which a quotation is left out."""

from __future__ import annotations

from typing import Final

RULES: Final = {
    "cite_attribute": "A <blockquote> or <q> stands at the address in its cite attribute.",
    "in_link_text": "A quotation inside a link's text stands where the link leads.",
    "mark_inside": "Reference marks inside a quotation, or a link in brackets at its end, are its own.",
    "mark_behind": "Reference marks ([1], 【1】, ¹, [^1]) cite the quotations before them in the sentence.",
    "link_behind": "A link in brackets, behind a dash or a word such as “Source:”, or right behind a quotation, cites it.",
    "address_behind": "The same for an address that is written out.",
    "same_sentence": "A link in the same sentence: the one before a quotation if the sentence begins with a link,"
    " else the one behind it.",
    "same_paragraph": "The link of the next sentence if that one quotes nothing, else the last link before.",
    "attribution": "A block that names a source right behind a quotation.",
    "introduction": "The link of the paragraph or list item that leads up to a quotation.",
    "heading": "The link in the heading over a quotation.",
    "only_source": "The one source that the whole document names at its end or beginning.",
}
REASONS: Final = {
    "too_short": "Fewer than three words (six characters in Chinese or Japanese): a term or a word at a distance.",
    "title": "The title of a work, not a quotation from it.",
    "code": "It stands in code.",
    "unbalanced": "An opening mark has no partner in its paragraph.",
    "no_link": "No link stands with it.",
    "ambiguous_link": "Several links stand with it that lead to different pages, and none is nearer.",
    "unknown_reference": "Its reference mark leads to no source in the document.",
    "relative_link": "Its link leads to an address without a host.",
    "not_https": "Its link leads to an http address; pages are read over https alone.",
    "unsupported_scheme": "Its link leads to something other than a web page.",
    "link_with_query": "Its link has a query (trackers' parameters aside), and no page with a query is read.",
    "invalid_link": "Its link is no address that a page is read from.",
    "too_long": "Over 1,000 characters after normalisation.",
}
