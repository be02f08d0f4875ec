"""Whatever a page is mutilated to, a check of it ends in a valid output with an honest reason, not in a fault."""

from __future__ import annotations

import json
import time
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quoteproof import work
from tests.mirror.answers import HTML, typed
from tests.mirror.behaviours import BEHAVIOURS, HOST, ROOT, Behaviour
from verification.core.contracts.canonical import canonical
from verification.core.contracts.quoteproof import request

PATH = ROOT + "mutilated.html"
WHOLE = (
    b'<!doctype html><html><head><meta charset="utf-8"><title>Queues</title><style>.x{display:none}</style></head>'
    b'<body><nav>Menu</nav><main><h1 id="q">Queues</h1><p>A job is retried <b>three</b> times.</p>'
    b"<table><tr><td>limit</td><td>10<sup>2</sup></td></tr></table><pre><code>max = 5\nmin = 1</code></pre>"
    b"<p data-nosnippet>Kept back.</p><p hidden>Not here.</p><p>A job is retried three times. &amp; &#x1F600;</p>"
    b"<script>var a = '<p>';</script></main></body></html>"
)
QUOTES = ("A job is retried three times.", "Kept back.", "max = 5 min = 1", "10²", "😀", "Not here.")

HONEST = ("extraction_uncertain", "unsupported_encoding", "empty_source", "source_unavailable")

cut = st.tuples(st.just("cut"), st.integers(0, len(WHOLE)), st.integers(0, 40))
swap = st.tuples(st.just("swap"), st.integers(0, len(WHOLE)), st.integers(0, len(WHOLE)))
put = st.tuples(st.just("put"), st.integers(0, len(WHOLE)), st.binary(max_size=12))


def mutilated(steps: list[tuple[str, int, Any]]) -> bytes:
    page = WHOLE
    for kind, at, detail in steps:
        if kind == "cut":
            page = page[:at] + page[at + detail :]
        elif kind == "swap":
            first, second = sorted((at, detail))
            page = page[:first] + page[second:] + page[first:second]
        else:
            page = page[:at] + detail + page[at:]
    return page


def check(hosts: tuple[str, ...]) -> dict[str, Any]:
    """What the work comes to; `work` raises where an output is not valid."""
    quotes = [{"source_index": 0, "quote": quote} for quote in QUOTES]
    asked = request.parse(canonical({"urls": [f"https://{HOST}{PATH}"], "quotes": quotes}), hosts)
    return json.loads(work.verify_quotes(asked, time.monotonic() + 12).answer)


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(cut, swap, put), max_size=6))
def test_a_mutilated_page_ends_in_an_output(mirror, settings, steps):
    with patch.dict(BEHAVIOURS, {PATH: Behaviour(typed(HTML, mutilated(steps)), "mutilated")}):
        output = check(settings.HOSTS)
    assert output["sources"][0]["reason"] in {None, *HONEST}
    assert output["summary"]["decisive"] + output["summary"]["unknown"] == len(QUOTES)
