"""The door of every paid route: what is refused, what is replayed, what is claimed; in one fixed order.

body (415, 413, 400) -> headers decode (400) -> contract pin (409) -> our terms (402) -> signature (402) -> the
record: this authorization, the payer's key, the payer's open request -> offer and window (402) -> funds (402)
-> limits (429) -> the claim. A refused request leaves no row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone

from payments import selectors, services
from payments.core import amounts
from payments.core.header import Presented
from payments.core.refusals import InvalidPaymentHeader, Refused, UnsupportedVersion
from payments.core.states import State
from payments.models import Charge
from payments.networks import WrongDeployment
from payments.ports import LedgerUnavailable, Standing
from payments.rows import Unit
from payments.transitions import StaleCharge
from quoteproof import answers, bodies, checks, flow, offers, ratelimit, tasks
from quoteproof.bodies import Refusal
from quoteproof.case import Case
from quoteproof.contracts import Asked, Paid
from quoteproof.problems import UNUSED, problem
from verification import services as verification
from verification.core.contracts import strict_json
from verification.core.contracts.canonical import canonical, request_sha256
from verification.core.contracts.faults import InvalidRequest

MAX_KEY, CLAIM_TRIES = 255, 5
_WAITERS = BoundedSemaphore(32)
"""Half of the web server's threads."""
NO_SETTLER = "Payments can't be settled at the moment, so none is taken. Send the same request again."
KEY = re.compile(r"[\x21-\x7e]{1,255}")
PIN = re.compile("sha256=[0-9a-f]{64}")
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Call:
    """What the door looks at: an HTTP request's parts, or those that the form without JavaScript makes.

    `headers` are looked up by their canonical names (`Idempotency-Key`); `address` is the client's.
    """

    headers: Mapping[str, str]
    parameters: QueryDict
    body: bytes
    address: str


@dataclass(frozen=True, slots=True)
class Door:
    """One valid request at the door."""

    call: Call
    contract: Paid
    amount: int | None
    asked: Asked

    @property
    def respond_async(self) -> bool:
        prefer = self.call.headers.get("Prefer", "")
        return any(part.split(";")[0].strip().lower() == "respond-async" for part in prefer.split(","))


def answer_http(request: HttpRequest, contract: Paid) -> HttpResponse:
    """The answer to one POST on a paid route: limited and read first."""
    address = ratelimit.client_address(request)
    if (seconds := ratelimit.retry_after(address)) is not None:
        # Of a payment that was sent along nothing is known here: it may be under way.
        paying = "PAYMENT-SIGNATURE" in request.headers
        known: dict[str, Any] = {"charged": None, **answers.SAME} if paying else {"charged": False}
        return problem("rate_limited", headers={"Retry-After": str(seconds)}, **known)
    try:
        body = bodies.read(request)
    except Refusal as refusal:
        return refusal.response
    return answer(Call(request.headers, request.GET, body, address), contract)


def answer(call: Call, contract: Paid) -> HttpResponse:
    """The answer to one call whose body is at most 65,536 bytes."""
    try:
        return _answer(call, contract)
    except Refusal as refusal:
        return refusal.response
    except LedgerUnavailable:
        return _unread(call)
    except services.NoSettler:
        return problem("unavailable", NO_SETTLER, headers={"Retry-After": "5"}, charged=False, **answers.UNTOUCHED)
    except WrongDeployment:
        log.error("wrong_deployment")
        return problem("unavailable", NO_SETTLER, headers={"Retry-After": "5"}, charged=False, **answers.UNTOUCHED)
    except Exception:
        log.exception("door_failed", route=contract.path)
        return _fault(call)


def _unread(call: Call) -> HttpResponse:
    """The chain can't be read: of an authorization on record (signed anew, say) nothing is known but that."""
    signed = services.read(call.headers["PAYMENT-SIGNATURE"]).signed
    members = {"charged": False, **answers.UNTOUCHED}
    if selectors.by_authorization(signed) is not None:
        members = {"charged": None, **answers.SAME}
    return problem("chain_unavailable", headers={"Retry-After": "5"}, **members)


def _fault(call: Call) -> HttpResponse:
    """500 only where nothing can have been claimed; a payment that may be on record is never said to be unused."""
    if "PAYMENT-SIGNATURE" not in call.headers:
        return problem("internal_error", charged=False)
    try:
        signed = services.read(call.headers["PAYMENT-SIGNATURE"]).signed
        if selectors.by_authorization(signed) is None:
            valid_before = signed.authorization.valid_before
            return problem("internal_error", valid_before=valid_before, **UNUSED)
    except (InvalidPaymentHeader, Refused):
        return problem("internal_error", charged=False)
    except Exception:
        log.exception("record_unreadable")
    return answers.unresolved()


def _answer(call: Call, contract: Paid) -> HttpResponse:
    asked = _read(call, contract)
    door = Door(call, contract, quoted_amount(call.parameters, contract), asked)
    presented, refused = _payment(call)
    _check_key(call)
    on_record = presented is not None and _on_record(door, presented)
    known = selectors.by_authorization(presented.signed) if presented and on_record else None
    if not (presented and known and _is_repeat(known, presented, asked)):
        _check_pin(call, contract)
    if refused is not None:
        return _refused(door, refused)
    if presented is None:
        return offers.payment_required(contract, amount=door.amount)
    try:
        services.check_signature(presented.signed, known)
        return (_recorded(door, presented, known) if on_record else None) or _claimed(door, presented)
    except Refused as refusal:
        return _refused(door, refusal)


def _on_record(door: Door, presented: Presented) -> bool:
    """Whether this authorization, the payer's key or the payer's request may be there already."""
    return selectors.any_known(presented.signed, _key(door, presented), door.asked.request_sha256)


def _refused(door: Door, refused: Refused) -> HttpResponse:
    return offers.payment_required(door.contract, amount=door.amount, reason=refused.reason, detail=refused.detail)


def _read(call: Call, contract: Paid) -> Asked:
    """The valid request. One that is on record stays valid when the host list has been narrowed since."""
    try:
        return contract.read(call.body)
    except InvalidRequest as error:
        if {fault.reason for fault in error.faults} == {"unsupported_host"}:
            presented, _ = _payment(call)
            asked = Asked(None, request_sha256(strict_json.loads(call.body), contract.path))
            known = selectors.by_authorization(presented.signed) if presented else None
            if presented and known and _is_repeat(known, presented, asked):
                return asked
        raise Refusal(bodies.invalid_request(error.faults)) from None


def quoted_amount(parameters: QueryDict, contract: Paid) -> int | None:
    """`?amount=` in atomic units; any other parameter, or two of them, is a fault of the request."""
    for unknown in sorted(set(parameters) - {"amount"}):
        raise Refusal(bodies.invalid_parameter(unknown, "unknown_field", "One parameter is known: amount."))
    if len(parameters.getlist("amount")) > 1:
        raise Refusal(bodies.invalid_parameter("amount", "duplicate_key", "May be given once."))
    if "amount" not in parameters:
        return None
    try:
        return amounts.parse_amount(contract.path, str(parameters["amount"]))
    except amounts.InvalidAmount as error:
        raise Refusal(bodies.invalid_parameter("amount", "out_of_range", error.detail)) from None


def _payment(call: Call) -> tuple[Presented | None, Refused | None]:
    """The decoded payment, if there is one; a decoded one on other terms is refused later, after the pin."""
    if "X-PAYMENT" in call.headers:
        raise Refusal(problem("unsupported_x402_version", charged=False))
    header = call.headers.get("PAYMENT-SIGNATURE")
    if header is None:
        return None, None
    try:
        return services.read(header), None
    except UnsupportedVersion as error:
        raise Refusal(problem("unsupported_x402_version", error.detail, charged=False)) from None
    except InvalidPaymentHeader as error:
        raise Refusal(problem("invalid_payment_header", error.detail, charged=False)) from None
    except Refused as refused:
        return None, refused


def _is_repeat(known: Charge, presented: Presented, asked: Asked) -> bool:
    """Whether the very request that claimed the known charge is made again."""
    signed = presented.signed
    same = selectors.same_request(known, signed, asked.request_sha256)
    return same and selectors.same_signature(known, signed)


def _check_pin(call: Call, contract: Paid) -> None:
    pin = call.headers.get("QuoteProof-Contract")
    if pin is None:
        return
    match = PIN.fullmatch(pin.strip())
    if match is None:
        detail = "Must be sha256= and 64 lower-case hex digits."
        raise Refusal(bodies.invalid_parameter("QuoteProof-Contract", "wrong_type", detail))
    current = contract.published().sha256
    if match[0] != f"sha256={current}":
        raise Refusal(problem("contract_changed", charged=False, contract_sha256=current))


def _check_key(call: Call) -> None:
    """Before the 402: a key that can't be used never costs a signature, and is never dropped without a word."""
    key = call.headers.get("Idempotency-Key")
    if key is None or KEY.fullmatch(key.strip()):
        return
    reason = "too_long" if len(key.strip()) > MAX_KEY else "wrong_type"
    detail = f"Must be 1 to {MAX_KEY} visible ASCII characters."
    raise Refusal(bodies.invalid_parameter("Idempotency-Key", reason, detail))


def _key(door: Door, presented: Presented) -> str:
    return door.call.headers.get("Idempotency-Key", presented.payment_id or "").strip()


def _recorded(door: Door, presented: Presented, known: Charge | None) -> HttpResponse | None:
    """The answer that the record gives: `known`, of this authorization, this key, or this request of the payer."""
    signed, digest = presented.signed, door.asked.request_sha256
    key = _key(door, presented)
    if known is not None:
        if not selectors.same_request(known, signed, digest):
            return problem("authorization_reused", charged=False)
        return _outcome(door, known)
    if not services.pays_us(signed):
        return None
    if charge := selectors.by_key(signed, key):
        if charge.request_sha256 != digest:
            return problem("idempotency_conflict", charged=False)
        return _outcome(door, charge)
    charge = selectors.unfinished(signed, digest)
    if charge is None:
        return None
    if charge.released_at is not None:
        return answers.of(charge, replayed=True)
    # Its own authorization, if a request beside this one claimed it between the two look-ups; or the work
    # on a text, which any request that has the text can do, under the authorization that was claimed for it.
    own = charge.authorization == signed.authorization
    lacks_text = charge.state == State.CLAIMED and not door.contract.keeps_request
    return _outcome(door, charge) if own or lacks_text else _open_elsewhere(charge)


def _open_elsewhere(charge: Charge) -> HttpResponse:
    return problem(
        "payment_unresolved",
        charged=False,
        status_url=answers.status_url(charge.reference),
        valid_before=charge.valid_before,
        **answers.SAME,
    )


def _outcome(door: Door, charge: Charge) -> HttpResponse:
    """A known charge: its outcome, waited for within the request's budget."""
    if door.respond_async and flow.has_outcome(charge):
        return answers.of(charge, replayed=True, amount=door.amount)
    return _carried_out(door, charge, replayed=True)


def _carried_out(door: Door, charge: Charge, *, leased: bool = False, replayed: bool = False) -> HttpResponse:
    """What becomes of a claimed charge. A fault from here on is a 503 for the same authorization, never a 500."""
    try:
        if door.respond_async:
            return _accepted(door, charge, leased=leased)
        return answers.of(_waited(door, charge, leased=leased), replayed=replayed, amount=door.amount)
    except Exception:
        log.exception("answer_failed", check=charge.reference)
        return answers.unresolved(charge)


def _waited(door: Door, charge: Charge, *, leased: bool) -> Charge:
    """The charge as far as this request brings it. Who only waits for another one's work holds a thread: when many
    do, the next is answered at once, as it stands."""
    if leased or flow.has_outcome(charge):
        return _brought_on(door, charge, leased=leased)
    if not _WAITERS.acquire(blocking=False):
        return charge
    try:
        return _brought_on(door, charge, leased=False)
    finally:
        _WAITERS.release()


def _brought_on(door: Door, charge: Charge, *, leased: bool) -> Charge:
    return flow.carry_out(charge, patience=flow.REQUEST_PATIENCE_S, asked=door.asked.value, leased=leased)


def _accepted(door: Door, charge: Charge, *, leased: bool) -> HttpResponse:
    """202. A text's work is done here and now all the same; only its settling is the queue's."""
    if not door.contract.keeps_request and charge.state == State.CLAIMED:
        flow.do_work(charge, patience=door.contract.seconds, asked=door.asked.value, leased=leased)
        tasks.ring(charge.reference)
    return checks.accepted(charge.reference)


def _claimed(door: Door, presented: Presented, tries: int = CLAIM_TRIES) -> HttpResponse:
    try:
        charge = _claim(door, presented, _admitted(door, presented), ratelimit.client_hash(door.call.address))
    except (Refused, services.NoSettler, LedgerUnavailable):
        # A request beside this one may have claimed meanwhile, and the money may be spent for just that claim.
        if recorded := _recorded_since(door, presented):
            return recorded
        raise
    except (services.ClaimConflict, StaleCharge):
        if recorded := _recorded_since(door, presented):
            return recorded
        if tries == 1:
            raise
        return _claimed(door, presented, tries - 1)  # what stood in the way is gone by now
    except services.NoRoom as full:
        limited = problem("rate_limited", headers={"Retry-After": str(full.seconds)}, charged=False)
        return _recorded_since(door, presented) or limited
    return _carried_out(door, charge, leased=charge.lease_until is not None)


def _admitted(door: Door, presented: Presented) -> Standing:
    """How the ledger has the payer, for the claim. Refused; NoSettler; LedgerUnavailable."""
    services.check_offer(presented, services.offers(door.contract.path, door.amount))
    services.check_settler()
    return services.check_funds(presented.signed.authorization)


def _recorded_since(door: Door, presented: Presented) -> HttpResponse | None:
    """As `_recorded`, by the record as it is now: a request beside this one was faster."""
    return _recorded(door, presented, selectors.by_authorization(presented.signed))


def _claim(door: Door, presented: Presented, standing: Standing, client: str) -> Charge:
    """The check and its charge, in one transaction.

    Refused: insufficient_funds; ClaimConflict, StaleCharge; NoRoom; WrongDeployment.
    """
    contract, published, authorization = door.contract, door.contract.published(), presented.signed.authorization
    later = door.respond_async and contract.keeps_request
    with transaction.atomic() if later else nullcontext():
        with Unit() as unit:
            services.queue_up(unit, authorization.payer)
            services.reserve(unit, authorization, standing.balance)
            if settings.RATE_LIMIT:
                services.check_room(unit, authorization.payer, client)
            check = verification.open_check(
                unit,
                contract=published.name,
                contract_version=published.version,
                contract_sha256=published.sha256,
                route=contract.path,
                request=canonical(door.asked.value.body) if contract.keeps_request else None,
                request_sha256=door.asked.request_sha256,
                now=timezone.now(),
            )
            charge = services.claim(
                presented.signed,
                reference=check.pk,
                route=contract.path,
                request_sha256=door.asked.request_sha256,
                height=standing.height,
                idempotency_key=_key(door, presented),
                client=client,
                lease_s=0 if later else flow.WORK_LEASE_S,
                unit=unit,
            )
        if later:
            tasks.ring(check.pk)
    charge.companion = Case(check)
    return charge
