from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.page.encoding import UnsupportedEncoding, decode

TABLES = json.loads(
    (Path(__file__).parents[3] / "conformance/single-byte-encodings.json").read_text(encoding="utf-8")
)
UNMAPPED = "\ufffd"


def plain(body: bytes, charset: str | None = None) -> str:
    return decode(body, "text/plain" if charset is None else f"text/plain; charset={charset}", html=False)


def html(body: bytes, content_type: str | None = "text/html") -> str:
    return decode(body, content_type, html=True)


def refused(body: bytes, content_type: str | None = "text/html", is_html: bool = True) -> bool:
    try:
        decode(body, content_type, is_html)
    except UnsupportedEncoding:
        return True
    return False


def test_nothing_declared_is_strict_utf_8():
    assert plain("naïve 重试 🙂".encode()) == "naïve 重试 🙂"
    assert refused(b"na\xefve", "text/plain", False)
    assert refused("é".encode()[:1], None)
    assert refused(b"\xed\xa0\x80")


@pytest.mark.parametrize(
    "declared",
    [
        "charset=koi8-r",
        'Charset="koi8-r"',
        "charset=KOI",
        "a=b; charset= koi8-r ;c",
        'x="a;charset=utf-8"; charset=koi8_r',
    ],
)
def test_the_header_declares(declared):
    assert html(b"\xd7\xcf<meta charset=utf-8>", f"text/html; {declared}").startswith("во")


@pytest.mark.parametrize("declared", ["charset=", "charset=;x", "", "charset", "xcharset=koi8-r"])
def test_a_header_without_a_label_declares_nothing(declared):
    assert html("é".encode(), f"text/html; {declared}") == "é"


@pytest.mark.parametrize(
    "label", ["utf-7", "utf-32", "klingon", "utf8mb4", "'utf-8'", "iso-2022-kr", "hz-gb-2312", "replacement"]
)
def test_an_unknown_or_dangerous_label_is_refused(label):
    assert refused(b"abc", f"text/plain; charset={label}", False)
    assert refused(f'<meta charset="{label}">'.encode())


def test_a_byte_order_mark_beats_header_and_meta_and_one_of_them_goes():
    assert plain(b"\xef\xbb\xbf\xef\xbb\xbfa", "koi8-r") == "\ufeffa"
    assert html("\ufeff<meta charset=koi8-r>é".encode("utf-16-le"), "text/html; charset=utf-7").endswith("é")
    assert plain("\ufeffé".encode("utf-16-be")) == "é"


def test_the_header_beats_the_page_and_the_page_beats_the_default():
    body = b"<meta charset=windows-1251>\xc0"
    assert html(body, "text/html; charset=windows-1252").endswith("À")
    assert html(body).endswith("А")
    assert decode(b"<meta charset=windows-1251>", "text/plain", html=False)
    assert refused(body, "text/plain", False)


def test_a_page_that_says_utf_16_of_itself_is_utf_8_and_x_user_defined_is_windows_1252():
    assert html("<meta charset=utf-16>é".encode()).endswith("é")
    assert html(b"<meta charset=x-user-defined>\xe9").endswith("é")
    assert html('<?xml version="1.0" encoding="UTF-16"?>é'.encode()).endswith("é")


def test_an_xml_declaration_in_utf_16_is_seen_by_its_bytes():
    assert html('<?xml version="1.0"?>é'.encode("utf-16-le")).endswith("é")
    assert html('<?xml version="1.0"?>é'.encode("utf-16-be")).endswith("é")


def test_a_known_declaration_behind_an_unknown_one_counts():
    assert html(b"<meta charset=klingon><meta charset=koi8-r>\xd7").endswith("в")


def test_plain_text_keeps_everything_but_the_mark():
    text = "a\r\nb\tc\0d\u00a0e\u200b\n\n"
    assert plain(text.encode()) == text


def test_utf_16_is_strict():
    assert refused(b"a\0b", "text/plain; charset=utf-16le", False)
    assert refused(b"\x00\xd8", "text/plain; charset=utf-16le", False)
    assert plain("a🙂".encode("utf-16-le"), "utf-16") == "a🙂"


@pytest.mark.parametrize(("name", "table"), TABLES.items())
def test_single_byte_encodings_give_the_standards_character_or_refuse(name, table):
    for byte, expected in enumerate("".join(map(chr, range(128))) + table):
        if not refused(bytes([byte]), f"text/plain; charset={name}", False):
            assert plain(bytes([byte]), name) == expected != UNMAPPED


@pytest.mark.parametrize(("name", "table"), TABLES.items())
def test_single_byte_encodings_refuse_few_letters(name, table):
    letters = [byte for byte, letter in enumerate(table, 128) if letter.isalpha()]
    lost = [byte for byte in letters if refused(bytes([byte]), f"text/plain; charset={name}", False)]
    assert len(lost) == (2 if name == "koi8-u" else 0)


MULTI_BYTE = {
    "shift_jis": "再試行 カタカナ ～",
    "euc-jp": "再試行 カタカナ",
    "iso-2022-jp": "再試行 カタカナ",
    "gbk": "重试次数",
    "gb18030": "重试 𠀀",
    "big5": "重試次數",
    "euc-kr": "재시도 횟수",
}
PYTHON_NAMES = {"shift_jis": "cp932", "big5": "big5hkscs", "euc-kr": "cp949"}


@pytest.mark.parametrize(("name", "text"), MULTI_BYTE.items())
def test_multi_byte_encodings_are_read(name, text):
    assert plain(text.encode(PYTHON_NAMES.get(name, name)), name) == text


UNFAITHFUL = {
    "euc-jp": [b"\xa1\xc1", b"\xa1\xdd", b"\xa2\xcc"],
    "iso-2022-jp": [b"\x1b$B!A\x1b(B"],
    "big5": [b"\xa1\x45", b"\xa2\x44", b"\xa2\x46"],
    "gb18030": [b"\xa3\xa0", b"\xa6\xd9", b"\x81\x35\xf4\x37", b"\xfe\x59"],
    "shift_jis": [b"\xa0", b"\xfd", b"\xff"],
    "koi8-u": [b"\xae", b"\xbe"],
}


@pytest.mark.parametrize(
    ("name", "body"), [(name, body) for name, bodies in UNFAITHFUL.items() for body in bodies]
)
def test_what_python_reads_otherwise_than_the_standard_is_refused(name, body):
    assert refused(b"a" + body, f"text/plain; charset={name}", False)


@given(st.text())
def test_utf_8_comes_back_as_it_went_in(text):
    body = text.encode()
    assert plain(body) == text.removeprefix("\ufeff")


@given(
    st.binary(max_size=80),
    st.sampled_from([None, "text/html", "text/html; charset=gb18030", "text/html; charset=euc-kr"]),
)
def test_a_body_is_read_whole_or_refused(body, content_type):
    if not refused(body, content_type):
        assert not any(0xD800 <= ord(char) < 0xE000 for char in html(body, content_type))
