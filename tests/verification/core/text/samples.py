from __future__ import annotations

from hypothesis import strategies as st

# What the folds, joins and boundary rules act on, with plain letters in between.
HOSTILE = [
    *"ab c-.,'\"15\n\r\t\x0b\x0c\x85\x00\x1c",
    *"‘’‚‛′“”„‟″«»‐‑‒–—―−…ﬀﬁﬂﬃﬄﬅﬆßİŉǰΐéÅKΩ",
    *"\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202d\u202e\u2060\u2066\u2069\ufeff\ufe0f\U000e0041",
    *"\u0300\u0301\u0308\u0316\u0327\u0345\u0344\u093c\u09be\u0958\u0f73\u0340\u2126\uf900\ufb1d",
    *"\u1100\u1161\u11a8\uac00\uac01\u3042\u30ab\u3099退款十，。\u3000\u2028\u2029\u00a0\u2009",
    *"👨👩👧😀🇩🇪²½١",
]
hostile_text = st.lists(st.sampled_from(HOSTILE), max_size=30).map("".join)
any_text = st.one_of(hostile_text, st.text(max_size=30))
