"""The command: reads the files, lets `receipts.core.verification` judge, prints each check.

An evidence file brings receipt, answer, request and proof; what is named beside it counts instead of its own. Two
checks follow the ten then: `evidence`, that all it says is what the receipt attests, and `recheck`, if asked for.

Status 0: the receipt is valid. 1: it is not; the output names what does not fit. 2: the input cannot be used.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from quoteproof.verify import evidence
from quoteproof.verify.evidence import Evidence
from receipts.core import jwk, signing, statements, verification
from receipts.core.jwk import PublicKey
from receipts.core.proof import PROOF_MAX
from receipts.core.verification import Report

VALID, INVALID, UNUSABLE = 0, 1, 2
MOST = 4_194_304
"""Bytes of an answer, a request or a key set."""
_WORDS = {True: "ok", False: "FAILED", None: "-"}


class Unusable(Exception):
    """A file can't be read, is too long, or holds no keys."""


def main(arguments: Sequence[str]) -> int:
    """The exit status; argparse's own, 2 as well, for arguments that are none of these."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.evidence is None and (options.receipt is None or options.recheck):
        parser.error("a receipt is needed, or --evidence; --recheck needs --evidence")
    try:
        report = _report(options)
    except Unusable as error:
        print(f"quoteproof.verify: {error}", file=sys.stderr)
        return UNUSABLE
    print(json.dumps(report.members(), indent=2) if options.json else "\n".join(_lines(report)))
    return VALID if report.valid else INVALID


def _report(options: argparse.Namespace) -> Report:
    held = _evidence(options.evidence) if options.evidence else None
    token = held.token if held and options.receipt is None else _token(options.receipt)
    result, request = _given(options.result, MOST), _given(options.request, MOST)
    status = _given(options.status, statements.MOST)
    proof, keys = _given(options.proof, PROOF_MAX), _keys(options.jwks)
    if held is None:
        return verification.verify(token, keys, result=result, request=request, log_proof=proof, status=status)
    report = verification.verify(
        token,
        keys,
        result=held.result if result is None else result,
        request=held.request if request is None else request,
        log_proof=held.proof if proof is None else proof,
        status=status,
    )
    beside = [name for name, given in (("result", result), ("request", request)) if given is not None]
    found = evidence.check(held, report.payload, keys, beside)
    report = replace(report, checks=(*report.checks, found))
    if not options.recheck:
        return report
    again = _recheck(held, request) if report.valid else verification.Check("recheck", None, "not reached")
    return replace(report, checks=(*report.checks, again))


def _recheck(held: Evidence, request: bytes | None) -> verification.Check:
    """Looked for only now: it needs the whole install, the other checks do not."""
    try:
        found: verification.Check = importlib.import_module("quoteproof.verify.recheck").check(held, request)
    except ModuleNotFoundError:
        raise Unusable("--recheck needs the project's install (make run)") from None
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m quoteproof.verify",
        description="Checks a receipt offline: who signed it, and whether an answer and a request are those that "
        "it attests. It attests what was quoted, not that it is true.",
        epilog="Exit status: 0 valid, 1 not valid, 2 input that cannot be used.",
    )
    parser.add_argument("receipt", type=Path, nargs="?", help="the token, a compact JWS")
    parser.add_argument("--jwks", type=Path, required=True, help="the service's /.well-known/jwks.json")
    parser.add_argument("--request", type=Path, help="the body that was posted, or {body, route}")
    parser.add_argument("--result", type=Path, help="the answer's body")
    parser.add_argument("--proof", type=Path, help="the receipt's /v1/receipts/{jti}/proof")
    parser.add_argument(
        "--status", type=Path, help="the receipt's /v1/receipts/{jti}/status: what was stated since"
    )
    parser.add_argument("--evidence", type=Path, help="the check's /v1/checks/{id}/evidence: brings all of these")
    parser.add_argument("--recheck", action="store_true", help="extract and match anew what the evidence holds")
    parser.add_argument("--json", action="store_true", help="print what POST /v1/receipts/verify answers")
    return parser


def _read(path: Path, most: int) -> bytes:
    """The first bytes of a file, one more than `most` if it is longer: never all of an endless one."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None


def _whole(path: Path, most: int) -> bytes:
    content = _read(path, most)
    if len(content) > most:
        raise Unusable(f"{path}: over {most} bytes")
    return content


def _given(path: Path | None, most: int) -> bytes | None:
    return None if path is None else _whole(path, most)


def _token(path: Path) -> str:
    """The token without the line's end that editors add. One that is too long or no ASCII has no token's form,
    which is for the checks to say."""
    return _read(path, signing.TOKEN_MAX + 2).decode("ascii", "replace").rstrip("\r\n")


def _keys(path: Path) -> tuple[PublicKey, ...]:
    try:
        return jwk.parse_public_set(_whole(path, MOST).decode("utf-8"))
    except UnicodeDecodeError:
        raise Unusable(f"{path}: not UTF-8") from None
    except jwk.InvalidKeySet as error:
        raise Unusable(f"{path}: {error}") from None


def _evidence(path: Path) -> Evidence:
    try:
        return evidence.parse(_whole(path, evidence.MOST))
    except evidence.NoEvidence as error:
        raise Unusable(f"{path}: {error}") from None


def _lines(report: Report) -> Iterator[str]:
    for check in report.checks:
        yield f"{check.name:<10} {_WORDS[check.ok]:<7} {check.detail}".rstrip()
    if report.payload is not None:
        yield _issue(report)
    yield "valid" if report.valid else f"NOT VALID: {', '.join(_failed(report))}"


def _failed(report: Report) -> Iterator[str]:
    return (check.name for check in report.checks if check.ok is False)


def _issue(report: Report) -> str:
    """Who issued it, and when; a time past the calendar's end stays a number."""
    assert report.payload is not None
    try:
        at = datetime.fromtimestamp(report.payload["iat"], UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        at = str(report.payload["iat"])
    return f"{report.jti} issued {at} by {report.payload['iss']}"
