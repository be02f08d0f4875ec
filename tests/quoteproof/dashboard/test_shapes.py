from __future__ import annotations

import pytest

from quoteproof.dashboard.shapes import Kind, Unsearchable, Wanted, recognise

ID, H = "abcdefghijklmnopqrstuvwx27", "0123456789abcdef" * 4
KINDS = [
    (f" chk_{ID} ", Kind.CHECK, f"chk_{ID}"),
    (f"rcp_{ID}", Kind.RECEIPT, f"rcp_{ID}"),
    (f"dsp_{ID}", Kind.DISPUTE, f"dsp_{ID}"),
    ("0x" + H[:40].upper(), Kind.PAYER, "0x" + H[:40]),
    ("0x" + H, Kind.TRANSACTION, "0x" + H),
    ("sandbox:" + ID, Kind.TRANSACTION, "sandbox:" + ID),
    (H.upper(), Kind.HASH, H),
    ("sha256:" + H[:8], Kind.HASH, H[:8]),
    ("Docs.X402.org", Kind.HOST, "docs.x402.org"),
    ("https://Docs.x402.org", Kind.HOST, "docs.x402.org"),
    ("HTTPS://docs.x402.org/", Kind.HOST, "docs.x402.org"),
    ("https://docs.x402.org/A/b.html#c", Kind.URL, "https://docs.x402.org/A/b.html"),
    ("/A/b.html", Kind.PART, "/A/b.html"),
    ("guide", Kind.PART, "guide"),
    ("x402.org/", Kind.PART, "x402.org/"),
]


@pytest.mark.parametrize(("typed", "kind", "text"), KINDS)
def test_the_kind_is_told_by_the_shape(typed: str, kind: Kind, text: str):
    assert recognise(typed) == Wanted(kind, text)


@pytest.mark.parametrize(
    "typed", ["", "  ", "ab", "chk_abc", "rcp_1", "0x", "0x12", "0x" + H[:41], "a" * 601, "a\0bc"]
)
def test_what_can_be_no_name_is_refused_in_words(typed: str):
    with pytest.raises(Unsearchable, match=r"\."):
        recognise(typed)


def test_seven_digits_are_no_hash():
    assert recognise("abcdef0").kind is Kind.PART
