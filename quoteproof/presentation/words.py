"""The words of the pages: what each verdict, reason, step and state means, and what a reader can do about it.

Keys are the contract's own codes, so that whoever reads the API and whoever reads the page see the same thing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Verdict:
    """A result's status in a word. `icon` names a drawing, `tone` a colour; neither stands without the word."""

    code: str
    word: str
    icon: str
    tone: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, in one sentence, and what the reader can do (empty where there is nothing to do)."""

    why: str
    remedy: str = ""


VERDICTS: Final = {
    verdict.code: verdict
    for verdict in (
        Verdict("exact_match", "Found", "check", "found", "The page holds the quote, letter for letter."),
        Verdict(
            "whitespace_normalized_match",
            "Found, spacing differs",
            "check",
            "found",
            "The page holds the quote, letter for letter; only spaces or line breaks differ.",
        ),
        Verdict(
            "ambiguous",
            "Found more than once",
            "repeat",
            "repeated",
            "The page holds the quote; which of its places is meant cannot be told.",
        ),
        Verdict("absent", "Not there", "cross", "absent", "The page does not hold the quote."),
        Verdict("unknown", "Undecided", "question", "unknown", "Nothing could be proven either way."),
    )
}

_TEXT_VERSION = "If the site offers the page as plain text or Markdown, check against that address."
_LATER = "Try again later."

REASONS: Final = {
    "single_occurrence": Reason("It stands there once."),
    "repeated_occurrence": Reason(
        "It stands there at least twice.",
        "If it matters which one is meant, check a longer quote that takes in the words beside it.",
    ),
    "complete_text": Reason(
        "The source is plain text and was read from beginning to end.",
        "Compare the wording: one changed letter, dash or quotation mark is enough. Copy it from the page itself.",
    ),
    "html_absence_unverifiable": Reason(
        "The quote was not found in the text of this HTML page. A browser may show more than that text holds, "
        "so this is no proof that it is missing.",
        f"Open the page and search for the quote there. {_TEXT_VERSION} There, its absence can be proven.",
    ),
    "source_too_large": Reason(
        "The page is larger than the 100,000 bytes that are read.",
        f"Check against a smaller page that holds the passage. {_TEXT_VERSION}",
    ),
    "empty_source": Reason("The page came without any text.", "Check the address: open it in your browser."),
    "robots_unavailable": Reason(
        "The site's robots.txt could not be read, and without it no page is asked for.",
        f"{_LATER} If it stays so, only the site can change it.",
    ),
    "source_disallows_access": Reason(
        "The site's robots.txt does not let QuoteProof read this page.",
        "Look for the same text at an address that the site lets robots read, or open the page yourself.",
    ),
    "source_disallows_excerpts": Reason(
        "The page asks that nothing of it be shown as an excerpt, so no evidence can be given.",
        "Open the page yourself and compare, or check another page that holds the same text.",
    ),
    "unsupported_redirect": Reason(
        "The address leads on to one that is not read here: another site, or a form that is not followed.",
        "Open it in your browser and give the address where you end up, if that is on a supported site.",
    ),
    "redirect_limit": Reason(
        "The address leads on more than twice, or leads nowhere.",
        "Open it in your browser and give the address where you end up.",
    ),
    "source_unavailable": Reason(
        "The page could not be had: the site answered with an error or with a barrier, or the connection failed.",
        f"Check the address: open it in your browser. If it opens there, try again later. {_TEXT_VERSION}",
    ),
    "unsupported_content_type": Reason(
        "The address holds neither HTML nor plain text nor Markdown.",
        f"Give the address of a page of text. {_TEXT_VERSION}",
    ),
    "unsupported_encoding": Reason(
        "The page's characters or its compression cannot be decoded without guessing.",
        f"Open the page yourself and compare. {_TEXT_VERSION}",
    ),
    "extraction_uncertain": Reason(
        "What a reader sees of this page cannot be told for certain without running its scripts.",
        f"Open the page yourself and compare. {_TEXT_VERSION}",
    ),
    "html_runtime_unavailable": Reason(
        "Reading this page took more time or memory than one page may take.",
        f"Try again once. {_TEXT_VERSION}",
    ),
    "deadline_exceeded": Reason(
        "The page did not arrive within the 12 seconds that a check may take.",
        f"{_LATER} Fewer pages in one check leave more time for each.",
    ),
}

EXTRACTIONS: Final = {
    "complete_plain_text": "plain text, complete",
    "static_html": "the text of the HTML page, without running scripts",
    "unavailable": "not read",
}

STEPS: Final = {
    "accepted": "Request and payment accepted",
    "fetched": "Pages fetched",
    "matched": "Quotes compared",
    "sealed": "Result sealed",
    "settled": "Payment settled",
    "published": "Result published",
}
STEP_STATES: Final = {"done": "done", "running": "under way", "waiting": "to come"}

EVENTS: Final = {
    "CLAIMED": "Payment authorization accepted",
    "SEALED": "Result sealed, not yet shown",
    "SETTLING": "Authorization handed over for settlement",
    "UNCERTAIN": "Waiting for proof of the payment",
    "INCLUDED": "Payment proven; result published",
    "SETTLED": "Payment final",
    "VOID": "Closed without a charge",
    "NOT_SETTLED": "Proven: the payment never happened",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """What a check's state means for whoever looks at it."""

    title: str
    text: str


STATES: Final = {
    "working": Headline("The check is under way", "The pages are being fetched and the quotes compared."),
    "settling": Headline(
        "The result is ready", "It is sealed and appears here as soon as the payment is settled."
    ),
    "unresolved": Headline(
        "Waiting for proof of the payment",
        "The payment was handed over and is not proven yet. Do not pay again: the result appears here once it is, "
        "and if the payment never happens, nothing is charged.",
    ),
    "published": Headline("Result", ""),
}
ENDINGS: Final = {
    "no_decisive_result": Headline(
        "Nothing could be decided, so nothing was charged",
        "The payment authorization was not used. Below stands, quote by quote, why.",
    ),
    "match_too_costly": Headline(
        "The comparison was given up, so nothing was charged",
        "Comparing this quote would have taken more work than one check may take. The payment authorization was "
        "not used; a shorter quote may go through.",
    ),
    "internal_error": Headline(
        "A fault of the service, so nothing was charged",
        "Something went wrong here and is logged. The payment authorization was not used; you can ask again.",
    ),
    "unavailable": Headline(
        "The check was given up, so nothing was charged",
        "The service could not do the work in time. The payment authorization was not used; you can ask again.",
    ),
    "payment_required": Headline(
        "The payment never happened, so there is no result",
        "It is proven that the authorization was not charged: it expired, was cancelled, or was spent elsewhere. "
        "You can ask again with a new payment.",
    ),
}

REFUSALS: Final = {
    "payment_required": "The payment was not taken. Please try again.",
    "invalid_signature": "The wallet's signature does not fit its payment.",
    "insufficient_funds": "The wallet does not hold enough USDC.",
    "amount_mismatch": "The wallet signed another amount than the price.",
    "recipient_mismatch": "The wallet signed a payment to somebody else.",
    "asset_mismatch": "The wallet signed for another token than USDC.",
    "network_mismatch": "The wallet signed for another network.",
    "expired": "The payment's time ran out before it was taken. Please pay again.",
    "not_yet_valid": "The payment is not valid yet: is the clock of this device right?",
    "window_too_long": "The payment would stay valid for too long: is the clock of this device right?",
    "nonce_used": "This payment was used or cancelled before. Please pay again.",
    "smart_wallet_unsupported": "Wallets that are smart contracts cannot pay here.",
}
"""Why a payment was not taken (402), by the problem's `reason`."""


def headline(state: str, problem_code: str | None) -> Headline:
    """The headline of a check in `state`; of one that ended unpaid by the code of its problem."""
    return ENDINGS[problem_code] if problem_code in ENDINGS else STATES[state]
