"""The words of the pages about one quote, on a supplied text or on a page. Keys are the contracts' codes."""

from __future__ import annotations

from typing import Final

from quoteproof.presentation.words import REASONS, Reason, Verdict

VERDICTS: Final = {
    verdict.code: verdict
    for verdict in (
        Verdict("exact", "Exact", "check", "found", "The quote stands there."),
        Verdict(
            "fuzzy",
            "Close match",
            "near",
            "repeated",
            "Something close to the quote stands there, but not the same.",
        ),
        Verdict("none", "Not found", "cross", "absent", "Nothing close enough to the quote stands there."),
        Verdict(
            "passages",
            "Passages",
            "list",
            "unknown",
            "Passages that share the claim's words: evidence to judge, not a verdict.",
        ),
    )
}
SHORT_QUOTE: Final = Reason(
    "The quote is too short for a close match to mean anything, and as it is it does not stand there.",
    "Check a longer quote that takes in the words beside it.",
)

KINDS: Final = {
    "negation": "Negation",
    "number": "Number",
    "unit": "Unit",
    "modal": "May, must or should",
    "order": "Order of words",
    "name": "Name",
    "word": "Word",
    "marker": "Note mark",
    "case": "Capitals",
    "punctuation": "Punctuation or spaces",
}
"""The kinds of difference, the gravest first."""

FOLDS: Final = {
    "nfc": "letters and their accents in one character or in two",
    "invisible": "invisible characters",
    "quotes": "the shape of quotation marks",
    "dashes": "the length of dashes",
    "ellipsis": "three dots or one character for them",
    "ligatures": "letters set as one (such as ﬁ)",
    "whitespace": "spaces and line breaks",
    "case": "capitals",
    "line_end_hyphen": "a hyphen at the end of a line",
    "cjk_line_wrap": "a line break between Chinese or Japanese characters",
}

GAPS: Final = {"ellipsis": "Left out by the quote", "bracket": "Replaced in the quote by words in brackets"}

FLAGS: Final = {
    "instruction_override": "Tells a model to ignore its instructions",
    "role_or_system_marker": "Poses as a system message or gives a model a role",
    "tool_or_exfiltration": "Asks a model to use tools or to give data away",
    "secrecy_request": "Asks a model to keep something from its user",
    "verdict_steering": "Tells a verifier what to answer",
    "encoded_payload": "Holds encoded text",
    "invisible_text": "Holds text that nobody sees",
    "bidi_control": "Changes the direction of the text",
    "confusable_letters": "Mixes letters that look alike",
    "hidden_markup": "Hides text in markup",
}
SEVERITIES: Final = {4: "severe", 3: "high", 2: "medium", 1: "low"}

_SMALLER: Final = "Check against a smaller page that holds the passage."
PAGE_REASONS: Final = {
    **REASONS,
    "html_absence_unverifiable": Reason(
        "Neither the quote nor anything close enough to it was found in the text of this HTML page. A browser may "
        "show more than that text holds, so this is no proof that it is missing.",
        REASONS["html_absence_unverifiable"].remedy,
    ),
    "source_disallows_excerpts": Reason(
        "The page asks that it, or the passage that comes closest to the quote, not be shown as an excerpt, so no "
        "evidence can be given.",
        REASONS["source_disallows_excerpts"].remedy,
    ),
    "source_too_large": Reason("The page is larger than the 2,000,000 bytes that are read.", _SMALLER),
}
"""Why nothing could be decided of a quote on a page: as for many quotes, but for what is different here."""

STEPS: Final = {"fetched": "Text read", "matched": "Quote compared"}
"""Of a supplied text, for which no page is fetched."""
WORKING: Final = "The quote is being compared with the text."
