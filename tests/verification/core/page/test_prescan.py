from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.page.prescan import labels

FOUND = [
    (b"<meta charset=utf-8>", ["utf-8"]),
    (b"<!doctype html>\n<META CharSet='koi8-r'>", ["koi8-r"]),
    (b'<meta charset = "utf-8" >', ["utf-8"]),
    (b"<meta/charset=utf-8/>", ["utf-8/"]),
    (b"<meta\x0ccharset=utf-8\x0c>", ["utf-8"]),
    (b"<meta name=a charset=utf-8>", ["utf-8"]),
    (b"<meta charset=a charset=b>", ["a"]),
    (b"<meta charset=''>", [""]),
    (b"<meta charset=a><meta charset=b>", ["a", "b"]),
    (b'<meta http-equiv="Content-Type" content="text/html; charset=a">', ["a"]),
    (b"<meta content='text/html;charset=a' http-equiv=CONTENT-TYPE>", ["a"]),
    (b"<meta http-equiv=content-type content=\"charset = 'a b' ;\">", ["a b"]),
    (b'<meta http-equiv=content-type content="charset charset=a;b">', ["a"]),
    (b"<meta http-equiv=content-type content='x; charset=\"a'>", []),
    (b'<meta http-equiv=content-type content="text/html">', []),
    (b'<meta content="text/html; charset=a">', []),
    (b'<meta http-equiv=refresh content="0; charset=a">', []),
    (b'<meta charset=b http-equiv=content-type content="charset=a">', ["b"]),
    (b'<meta name="description" content="x">', []),
    (b"<metadata charset=a>", []),
    (b"<meta>charset=a", []),
    (b"<!-- <meta charset=a> --><meta charset=b>", ["b"]),
    (b"<!--><meta charset=b>", ["b"]),
    (b"<!-- <meta charset=a>", []),
    (b"<a title='<meta charset=a>'><meta charset=b>", ["b"]),
    (b"<a title='><meta charset=a>", []),
    (b"</a <meta charset=a><meta charset=b>", ["b"]),
    (b"<!x <meta charset=a><meta charset=b>", ["b"]),
    (b"<?php <meta charset=a>?><meta charset=b>", ["b"]),
    (b"<3 <meta charset=b>", ["b"]),
    (b"<script>'<meta charset=a>'</script>", ["a"]),
    (b"<meta charset=a", []),
    (b"<meta charset='a", []),
    (b"<meta ==a charset=b>", ["b"]),
    (b'<?xml version="1.0" encoding="iso-8859-2"?>', ["iso-8859-2"]),
    (b"<?xml version='1.0' encoding = 'a' ?><meta charset=b>", ["b", "a"]),
    (b'<?xml version="1.0"?><a encoding="b"/>', []),
    (b' <?xml version="1.0" encoding="a"?>', []),
    (b"charset=utf-8", []),
    (b"", []),
]


@pytest.mark.parametrize(("body", "found"), FOUND)
def test_finds_what_the_standard_finds(body, found):
    assert list(labels(body)) == found


def test_reads_1024_bytes_and_no_more():
    tag = b"<meta charset=a>"
    assert list(labels(b" " * (1023 - len(tag)) + tag + b"x")) == ["a"]
    assert list(labels(b" " * (1025 - len(tag)) + tag + b"x")) == []


@given(
    st.lists(
        st.sampled_from([b"<", b">", b"meta ", b"charset", b"=", b'"', b"'", b"/", b"!--", b"--", b"?xml ", b"a"])
    )
)
def test_no_page_makes_it_fail(parts):
    assert all(label in b"".join(parts).decode() for label in labels(b"".join(parts)))
