from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.page.casing import CAPITALS, cased
from verification.core.page.extract import extract


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p style=text-transform:uppercase>the fee ß</p>", "THE FEE SS"),
        ("<p style='text-transform: lowercase'>THE ΑΣ İ</p>", "the ας i̇"),
        ("<style>th{text-transform:uppercase}</style><table><tr><th>Name<td>x</table>", "NAME\tx"),
        ("<div style=text-transform:uppercase>a<span style=text-transform:none>b</span>c</div>", "AbC"),
        ("<div style=text-transform:uppercase>a<span style=text-transform:loud>b</span></div>", "AB"),
        ("<div style=text-transform:uppercase>a<span style=text-transform:initial>b</span></div>", "Ab"),
        ("<div style=text-transform:uppercase>a <button>b</button></div>", "A b"),
        ("<p><button style=text-transform:uppercase>b</button></p>", "B"),
        ("<pre style=text-transform:uppercase>a\n  b</pre>", "A\n  B"),
    ],
)
def test_text_reads_in_the_letters_that_it_is_shown_in(html: str, text: str) -> None:
    assert extract(html).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('the (fee) "is" 3rd e-mail o’neil it\'s éa', 'The (Fee) "Is" 3rd E-Mail O’neil It\'s Éa'),
        ("node.js 1'b a&#x200b;b rock’n’roll", "Node.Js 1'B A\u200bB Rock’n’roll"),
        ("<b>b</b>old a<b>b</b>c <i>new</i>", "Bold Abc New"),
        ("cafe&#x301;s snake_case ﬁne ß", "Cafe\u0301s Snake_case ﬁne ß"),
    ],
)
def test_capitals_begin_words_also_across_elements(html: str, text: str) -> None:
    assert extract(f"<p style=text-transform:capitalize>{html}</p>").text == text


@given(st.text(max_size=20), st.sampled_from(("", " ", "a", "’", "漢")))
def test_capitals_move_no_character(text: str, before: str) -> None:
    shown = cased(text, CAPITALS, before)
    assert len(shown) == len(text)
    assert all(new in (old, old.title()) for old, new in zip(text, shown, strict=True))


@pytest.mark.parametrize(
    ("before", "shown"), [("", "One Two"), (" ", "One Two"), ("n", "one Two"), ("漢", "one Two")]
)
def test_a_word_goes_on_where_nothing_parts_it_from_what_stands_before(before: str, shown: str) -> None:
    assert cased("one two", CAPITALS, before) == shown
