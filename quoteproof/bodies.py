"""Reads request bodies within their bounds, and words the 400s about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, UnreadablePostError

from quoteproof import ratelimit
from quoteproof.problems import problem
from verification.core.contracts.faults import Fault
from verification.core.contracts.limits import BODY_BYTES

DRAINED = 1_048_576


class Refusal(Exception):
    """The request has its answer already; carried up so that each rule at the door is one line."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(response.status_code)
        self.response = response


def read(request: HttpRequest, most: int = BODY_BYTES, *, paid: bool = True) -> bytes:
    """The body of a JSON request, at most `most` bytes; what is longer is read no further than that.

    A problem of a route that is paid says that nothing was charged; of a free one it doesn't speak of that.
    """
    told = _told(paid)
    if (request.content_type or "").lower() != "application/json":
        raise Refusal(problem("unsupported_media_type", **told))
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    charset = request.content_params.get("charset", "utf-8") if request.content_params else "utf-8"
    if encoding != "identity" or charset.strip('"').lower() not in ("utf-8", "utf8"):
        raise Refusal(problem("unsupported_media_type", "The body must be plain UTF-8 JSON.", **told))
    too_large = problem("body_too_large", f"The body may have at most {most:,} bytes.", **told)
    if _announced(request) > most:
        raise Refusal(too_large)
    try:
        body = _read(request, most + 1)
    except RequestDataTooBig:
        raise Refusal(too_large) from None
    except UnreadablePostError:
        raise Refusal(problem("invalid_request", "The body did not arrive whole.", errors=[], **told)) from None
    if len(body) > most:
        raise Refusal(too_large)
    return body


def read_free(request: HttpRequest, most: int) -> bytes:
    """As `read`, on a route that is free: the caller's address may ask as often as for a paid check, no more."""
    if (seconds := ratelimit.retry_after(ratelimit.client_address(request))) is not None:
        raise Refusal(problem("rate_limited", headers={"Retry-After": str(seconds)}))
    return read(request, most, paid=False)


def drain(request: HttpRequest) -> None:
    """Reads and drops what is left of a body that nobody wanted, if it is not over `DRAINED` bytes.

    Else the server would close the connection under the answer: a client that is still sending never sees the
    answer, and the next request that it sends on the connection is lost.
    """
    room = DRAINED if _announced(request) <= DRAINED else 0
    try:
        while room > 0 and (part := _read(request, BODY_BYTES)):
            room -= len(part)
    except UnreadablePostError:
        pass  # the client has gone


def _announced(request: HttpRequest) -> int:
    """The body's length by its header; 0 for one that comes in chunks."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdigit() else 0


def _read(request: HttpRequest, most: int) -> bytes:
    """At most `most` bytes. Django takes a body without a length, a chunked one, for an empty one: read it where
    the server ends its stream itself."""
    if request.META.get("CONTENT_LENGTH") or not request.META.get("wsgi.input_terminated"):
        return bytes(request.read(most))
    parts, room = [], most
    try:
        while room > 0 and (part := request.META["wsgi.input"].read(room)):
            parts.append(part)
            room -= len(part)
    except OSError as error:
        raise UnreadablePostError from error
    return b"".join(parts)


def invalid_request(faults: Iterable[Fault], *, paid: bool = True, **members: Any) -> HttpResponse:
    """400 with every fault; the first one's reason on top. `paid` as in `read`."""
    errors = [{"pointer": fault.pointer, "reason": fault.reason, "detail": fault.detail} for fault in faults]
    if any(error["reason"] == "unsupported_host" for error in errors):
        members["supported_hosts"] = list(settings.HOSTS)
    return _invalid(errors, **_told(paid), **members)


def invalid_parameter(parameter: str, reason: str, detail: str) -> HttpResponse:
    return _invalid([{"parameter": parameter, "reason": reason, "detail": detail}], **_told(paid=True))


def _invalid(errors: list[dict[str, str]], **members: Any) -> HttpResponse:
    first = errors[0]
    place = first.get("pointer", first.get("parameter", ""))
    detail = f"{place or 'The body'}: {first['detail']}" + (f" ({len(errors)} faults.)" if len(errors) > 1 else "")
    return problem("invalid_request", detail, reason=first["reason"], errors=errors, **members)


def _told(paid: bool) -> dict[str, Any]:
    return {"charged": False} if paid else {}
