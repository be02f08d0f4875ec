"""The whole service under the killer: a buyer asks again, by HTTP, until the answer is there, and once more."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator

from django.http import HttpResponse
from django.test import Client

from payments import settlement
from payments.core.evidence import Inclusion
from payments.models import Charge
from quoteproof import flow, tasks
from receipts.models import Receipt
from tests.crash.stories import HISTORY, TICK_S, Story
from tests.payments.buyer import encoded, payload
from verification.models import Check

ROUTE = "/v1/verify/text-quote"
ENDS = (200, 402)


def serve(story: Story) -> None:
    """Asks until the result comes or the payment is proven unused; what is due is rung beside it."""
    flow.READS_S, flow.OTHERS_PAUSE_S = 0.0, TICK_S
    time.sleep = story.advance  # waiting is the story's time, not ours
    while (response := _ask(story)).status_code not in ENDS and story.now() < story.start + HISTORY:
        tasks.reconcile_all()
        story.advance(TICK_S)
    if response.status_code == 200:
        for answer in (response, _ask(story)):
            os.write(story.answers, f"{story.nonce} {_digest(answer)}\n".encode())


def serve_and_release_in_two_steps(story: Story) -> None:
    """Wrong on purpose: the harness must see it."""
    right = flow.release

    def release(charge: Charge, inclusion: Inclusion) -> None:
        settlement.record_inclusion(charge, inclusion)
        settlement.record_inclusion = lambda *_: True  # type: ignore[assignment]
        right(charge, inclusion)

    flow.release = release
    serve(story)


def _ask(story: Story) -> HttpResponse:
    body = {"quote": "within 14 days", "text": f"Refunds are paid within 14 days. {story.reference}"}
    header = encoded(payload(story.signed))
    return Client().post(ROUTE, json.dumps(body), "application/json", headers={"PAYMENT-SIGNATURE": header})


def _digest(answer: HttpResponse) -> str:
    said = answer.content + answer["PAYMENT-RESPONSE"].encode()
    return hashlib.sha256(b"%d" % answer.status_code + said).hexdigest()


def broken(story: Story) -> Iterator[str]:
    """What charge, check, receipt and the answers so far say of one another."""
    charge = Charge.objects.filter(nonce=story.nonce).first()
    check = Check.objects.filter(pk=charge.reference).first() if charge else None
    if charge is None:
        return
    if check is None:
        yield "a charge without its check"
        return
    receipts = Receipt.objects.filter(check_id=check.pk).count()
    if charge.sealed_sha256 != check.result_sha256:
        yield "a seal that isn't the stored result's"
    if {charge.released_at is not None, check.published_at is not None, receipts == 1} == {True, False}:
        yield "release, result and receipt are not one"
    with open(story.answers, "rb", closefd=False) as file:
        file.seek(0)
        rows = [line.split() for line in file]
    if len({digest for nonce, digest in rows if nonce.decode() == story.nonce}) > 1:
        yield "other bytes for the same payment"
