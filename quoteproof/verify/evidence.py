"""Reads an evidence file (`GET /v1/checks/{id}/evidence`) and holds it against what the receipt in it attests.

Its own keys prove nothing, so they are passed over: who vouches for the receipt is said by the keys that the
caller brings. Standard library and this tree alone.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from payments.core import strict_json
from receipts.core import checkpoint, fit, jcs
from receipts.core.jwk import PublicKey
from receipts.core.verification import Check

FORMAT: Final = "quoteproof-evidence/1"
MOST: Final = 33_554_432
"""Bytes: five pages of two million bytes in base64 fit."""
_OF_A_PAGE: Final = (
    *("url", "final_url", "fetched_at", "extraction", "http_status", "content_type", "content_sha256"),
    *("extraction_sha256", "extracted_chars", "reason"),
)
_OF_A_SOURCE: Final = (
    *_OF_A_PAGE,
    *("index", "source_bytes", "extraction_rules", "robots_rule", "max_snippet"),
)
_DEPTH: Final = 40


class NoEvidence(ValueError):
    """The file is no evidence file of this version; the message repeats nothing of it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The parts that the ten checks take, as bytes, and the whole `document`."""

    token: str
    result: bytes
    request: bytes | None
    proof: bytes | None
    document: Mapping[str, Any]

    @property
    def sources(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.document["sources"]
        return found


def parse(content: bytes) -> Evidence:
    """NoEvidence for anything else. The size is the caller's to bound."""
    try:
        value = strict_json.loads(content, max_depth=_DEPTH)
        return _read(value)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise NoEvidence(f"not an evidence file ({FORMAT})") from None


def _read(value: Any) -> Evidence:
    if value["format"] != FORMAT or not isinstance(value["contract"], dict):
        raise NoEvidence(FORMAT)
    token, sources, proof = value["receipt"], value["sources"], value["proof"]
    if not isinstance(value["check"], str) or not isinstance(value["checkpoint"], str | None):
        raise NoEvidence(FORMAT)
    texts = isinstance(token, str) and isinstance(value["route"], str) and isinstance(value["result"], dict)
    if not texts or not sources or not all(isinstance(source, dict) for source in sources):
        raise NoEvidence(FORMAT)
    asked = None
    if value["request"] is not None:
        asked = jcs.encode({"body": value["request"], "route": value["route"]})
    return Evidence(token, jcs.encode(value["result"]), asked, None if proof is None else proof.encode(), value)


def check(
    evidence: Evidence,
    claims: Mapping[str, Any] | None,
    keys: Sequence[PublicKey],
    beside: Collection[str] = (),
) -> Check:
    """Whether all that the file says is what the receipt attests; null where no good receipt says anything.

    `beside`: which of `result` and `request` were given beside the file, so that its own are in no other check.
    """
    if claims is None:
        return Check("evidence", None, "not reached")
    unasked = _unasked(evidence, claims, beside)
    found = (*unasked, *_differing(evidence, claims), *_wrong_bodies(evidence.sources), *_unsigned(evidence, keys))
    wrong = ", ".join(dict.fromkeys(found))
    return Check("evidence", not wrong, f"another one than the receipt attests: {wrong}" if wrong else "")


def _unasked(evidence: Evidence, claims: Mapping[str, Any], beside: Collection[str]) -> Iterator[str]:
    """What of the answer and the request in the file neither of their own checks was asked about."""
    document, asked = evidence.document, evidence.request
    answer = {name: value for name, value in document["result"].items() if name != "receipt"}
    if "result" in beside and _sha256(jcs.encode(answer)) != claims["res"]["sha256"]:
        yield "result"
    if asked is None and document["route"] != fit.ROUTES.get(claims["tool"]["name"], document["route"]):
        yield "route"
    if asked is not None and "request" in beside and _sha256(asked) != claims["req"]["sha256"]:
        yield "request"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _differing(evidence: Evidence, claims: Mapping[str, Any]) -> Iterator[str]:
    document, tool = evidence.document, claims["tool"]
    contract = {"name": tool["name"], "version": tool["version"], "sha256": tool["contract_sha256"]}
    if document["contract"] != contract:
        yield "contract"
    for name, claim in (("request_sha256", "req"), ("result_sha256", "res")):
        if document.get(name) != claims[claim]["sha256"]:
            yield name
    if len(evidence.sources) != len(claims["src"]):
        yield "the number of sources"
    if document["check"] != document["result"].get("check", document["check"]):
        yield "check"
    for index, (shown, said) in enumerate(zip(evidence.sources, claims["src"], strict=False)):
        yield from (f"{name} of source {index}" for name in _other_fields(shown, said))
    for index, (shown, answered) in enumerate(zip(evidence.sources, _answered(document["result"]), strict=False)):
        names = (name for name in shown if name in answered and shown[name] != answered[name])
        yield from (f"{name if name in _OF_A_SOURCE else 'a member'} of source {index}" for name in names)


def _answered(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The sources as the answer describes them: it tells more of each than the receipt does."""
    sources = result.get("sources")
    one = result.get("result")
    found = sources if isinstance(sources, list) else [one.get("source")] if isinstance(one, dict) else []
    return [each if isinstance(each, dict) else {} for each in found]


def _other_fields(shown: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[str]:
    if said.get("kind") == "supplied":
        pairs = {"extraction_sha256": said["text_sha256"], "source_bytes": said["bytes"]}
    else:
        pairs = {name: said.get(name) for name in _OF_A_PAGE}
    return (name for name, value in pairs.items() if shown.get(name) != value)


def _wrong_bodies(sources: list[dict[str, Any]]) -> Iterator[str]:
    for index, source in enumerate(sources):
        if source.get("body") is not None:
            body = body_of(source)
            if body is None or _sha256(body) != source.get("content_sha256"):
                yield f"body of source {index}"


def _unsigned(evidence: Evidence, keys: Sequence[PublicKey]) -> Iterator[str]:
    """The log's newest checkpoint, where none of the caller's keys has signed it."""
    note = evidence.document["checkpoint"]
    if note is None:
        return
    try:
        checkpoint.verify(note.encode("utf-8", "replace"), {key.kid: key.verifier() for key in keys})
    except checkpoint.InvalidCheckpoint:
        yield "checkpoint"


def body_of(source: Mapping[str, Any]) -> bytes | None:
    """The fetched bytes of a source that has them; None for what is no base64, and where there are none."""
    try:
        return base64.b64decode(source["body"], validate=True)
    except (KeyError, TypeError, ValueError, binascii.Error):
        return None
