"""The routes of `/v1` that put records of more than one app together: the paid checks, their state, contracts."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request
from rest_framework.views import APIView

from quoteproof import bodies, checks, contracts, gate, offers, openapi
from verification.core.contracts import canonical


class PaidRoute(APIView):
    """A paid check. `path` names its row in `quoteproof.contracts`."""

    path = ""
    charges = True

    @property
    def contract(self) -> contracts.Paid:
        return contracts.BY_PATH[self.path]

    def post(self, request: Request) -> HttpResponse:
        return gate.answer_http(request._request, self.contract)

    def get(self, request: Request) -> HttpResponse:
        """The unsigned offer; no work is done."""
        try:
            amount = gate.quoted_amount(request.GET, self.contract)
        except bodies.Refusal as refusal:
            return refusal.response
        return offers.payment_required(self.contract, amount=amount, signed=False)


@extend_schema_view(post=openapi.QUOTES, get=openapi.offer(contracts.QUOTES, "The offer for checking quotes"))
class VerifyQuotes(PaidRoute):
    path = contracts.QUOTES.path


@extend_schema_view(
    post=openapi.TEXT_QUOTE,
    get=openapi.offer(contracts.TEXT_QUOTE, "The offer for checking a quote against a text"),
)
class VerifyTextQuote(PaidRoute):
    path = contracts.TEXT_QUOTE.path


@extend_schema_view(
    post=openapi.QUOTE, get=openapi.offer(contracts.QUOTE, "The offer for checking a quote against a page")
)
class VerifyQuote(PaidRoute):
    path = contracts.QUOTE.path


@extend_schema_view(
    post=openapi.DOCUMENT,
    get=openapi.offer(contracts.DOCUMENT, "The offer for checking the quotes of a text"),
)
class VerifyDocument(PaidRoute):
    path = contracts.DOCUMENT.path


class CheckState(APIView):
    @openapi.CHECK_STATE
    def get(self, request: Request, check_id: str) -> HttpResponse:
        found = checks.known(check_id)
        if found is None:
            raise Http404
        return checks.response(*found, hands_over=request.method == "GET")


class ContractList(APIView):
    @openapi.CONTRACT_LIST
    def get(self, request: Request) -> HttpResponse:
        listed = [_listed(contract) for contract in contracts.ALL]
        return _json(json.dumps({"contracts": listed}).encode())


class ContractDocument(APIView):
    """Exactly the canonical bytes; their SHA-256 is the ETag."""

    @openapi.CONTRACT_DOCUMENT
    def get(self, request: Request, name: str) -> HttpResponse:
        published = _named(name).published()
        tag = f'"{published.sha256}"'
        if tag in request.headers.get("If-None-Match", ""):
            response = HttpResponse(status=304)
        else:
            response = _json(published.body)
        response["ETag"] = tag
        return response


class ContractExamples(APIView):
    @openapi.CONTRACT_EXAMPLES
    def get(self, request: Request, name: str) -> HttpResponse:
        return _json(canonical.canonical(_named(name).examples()))


def _listed(contract: contracts.Paid) -> dict[str, Any]:
    published = contract.published()
    return {
        "name": published.name,
        "version": published.version,
        "path": contract.path,
        "method": "POST",
        "minimum_amount": str(contract.minimum),
        "contract_sha256": published.sha256,
        "url": f"{settings.PUBLIC_URL}/v1/contracts/{contract.name}",
    }


def _named(name: str) -> contracts.Paid:
    try:
        return contracts.BY_NAME[name]
    except KeyError:
        raise Http404 from None


def _json(content: bytes) -> HttpResponse:
    return HttpResponse(content, content_type="application/json", headers={"Cache-Control": "public, max-age=300"})
