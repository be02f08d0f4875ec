"""`/guide`, the buyer's guide (`docs/guide.md`), and `/llms.txt`, the same in short for agents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from quoteproof import contracts
from quoteproof.presentation.amounts import usdc

ELSEWHERE: Final = "http://localhost:8000"
"""What the guide's own examples call this service."""
_LANGUAGES: Final = {"python": "Python", "js": "JavaScript", "bash": "Shell"}


@require_safe
@cache_control(public=True, max_age=300)
def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "quoteproof/guide.html", {"guide": _html(settings.PUBLIC_URL)})


@require_safe
@cache_control(public=True, max_age=300)
def llms(request: HttpRequest) -> HttpResponse:
    listed = [(contract, usdc(contract.minimum)) for contract in contracts.ALL]
    context = {"public_url": settings.PUBLIC_URL, "contracts": listed, "hosts": settings.HOSTS}
    return render(request, "llms.txt", context, content_type="text/plain; charset=utf-8")


@lru_cache(maxsize=1)
def _html(public_url: str) -> SafeString:
    """The guide as HTML; it is part of this tree, and markup in it is text."""
    source = (settings.BASE_DIR / "docs/guide.md").read_text(encoding="utf-8")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", _fence)
    tokens = markdown.parse(source.replace(ELSEWHERE, public_url))
    for opening, inline in _headings(tokens):
        opening.attrSet("id", re.sub(r"\W+", "-", inline.content.lower()).strip("-"))
    return mark_safe(markdown.renderer.render(tokens, markdown.options, {}))  # noqa: S308 - see above


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    return ((token, tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open")


def _fence(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """A block of code that scrolls, and can be reached to scroll it by keyboard."""
    label = _LANGUAGES.get(tokens[at].info, "Example")
    return f'<pre class="code" tabindex="0" aria-label="{label}"><code>{escape(tokens[at].content)}</code></pre>\n'
