"""Which form an address answers in: the one that `Accept` prefers, or the address's first."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class FirstByDefault(DefaultContentNegotiation):
    """An answer, a paid one above all, is never lost to a header: there is no 406."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        forms = list(renderers)
        try:
            return super().select_renderer(request, forms, format_suffix)
        except NotAcceptable:
            return forms[0], forms[0].media_type
