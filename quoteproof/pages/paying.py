"""Pays for a form's request without JavaScript, in the sandbox: the same door as the API's, called in process."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from quoteproof import gate, ratelimit
from quoteproof.contracts import Paid
from quoteproof.pages import sandbox
from quoteproof.presentation import words


@dataclass(frozen=True, slots=True)
class Refused:
    """The door's answer was no check: what it says."""

    status: int
    title: str
    detail: str


def pay(request: HttpRequest, contract: Paid, body: bytes, key: str) -> str | Refused:
    """The id of the check that stands for `body`, claimed now or before; or why there is none."""
    if wait := too_many(request):
        return wait
    address = ratelimit.client_address(request)
    offered = _call(contract, body, address, {})
    if "PAYMENT-REQUIRED" not in offered:
        return refused(offered)
    signature = sandbox.sign(request.session, offered["PAYMENT-REQUIRED"])
    headers = {"PAYMENT-SIGNATURE": signature, "Prefer": "respond-async", "Idempotency-Key": key}
    answered = _call(contract, body, address, headers)
    return check_of(answered) or refused(answered)


def too_many(request: HttpRequest) -> Refused | None:
    """Where this address has sent too much: how long it must wait."""
    seconds = ratelimit.retry_after(ratelimit.client_address(request))
    text = f"Please wait {seconds} seconds and send the form again."
    return None if seconds is None else Refused(429, "Too many requests", text)


def key_for(form: str, body: bytes) -> str:
    """The idempotency key of a request made with one rendering of the form: sent twice, it is paid once."""
    return hashlib.sha256(form.encode() + b"\n" + body).hexdigest()


def _call(contract: Paid, body: bytes, address: str, headers: dict[str, str]) -> HttpResponse:
    return gate.answer(gate.Call(headers, QueryDict(), body, address), contract)


def check_of(response: HttpResponse) -> str | None:
    """The check that an answer belongs to, whether it is claimed, finished, or an earlier one still open."""
    if "QuoteProof-Check" in response:
        return response["QuoteProof-Check"]
    told = _problem(response)
    return told.get("check") or str(told.get("status_url", "")).rpartition("/")[2] or None


def refused(response: HttpResponse) -> Refused:
    told = _problem(response)
    if response.status_code == 402:
        return Refused(402, "Nothing was paid", words.REFUSALS[told["reason"]])
    return Refused(response.status_code, told["title"], told["detail"])


def _problem(response: HttpResponse) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(response.content)
    return told
