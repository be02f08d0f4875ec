"""Decides whether an answer and a request are those that a receipt attests.

The hash decides: SHA-256 of the canonical answer without its member `receipt`, and of the canonical
`{"body": …, "route": …}`. By value, that is: white space and the order of members are free. Where the hash is
another one, what the receipt says in clear narrows down what was changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from payments.core import strict_json
from receipts.core import jcs

ROUTES: Mapping[str, str] = {
    "quoteproof": "/v1/verify/quotes",
    "text-quote": "/v1/verify/text-quote",
    "quote": "/v1/verify/quote",
    "document": "/v1/verify/document",
}
"""Where each contract's requests are sent: the part of a request that is not in its body."""


class Misfit(ValueError):
    """It is not what the receipt attests; the message says what of it, in words of this module alone."""


def check_result(claims: Mapping[str, Any], answer: bytes) -> str | None:
    """The token that the answer holds, or None if it holds none; Misfit if the answer is another one.

    One as long as the answer that was served must be that to the byte: nothing but a change of some of its
    bytes leaves the length alone.
    """
    value = _loads(answer, "the answer")
    if not isinstance(value, dict):
        raise Misfit("the answer is not a JSON object")
    whole = _canonical(value, "the answer")
    token = value.pop("receipt", None)
    places = ", ".join(_disagreements(claims["res"], value))
    if hashlib.sha256(jcs.encode(value)).hexdigest() != claims["res"]["sha256"]:
        raise Misfit("the answer's SHA-256 is another one" + (f"; what differs: {places}" if places else ""))
    if len(whole) == len(answer) and whole != answer:
        raise Misfit("the answer is not spelled as it was served")
    if places:
        raise Misfit(f"the receipt's own summary says otherwise: {places}")
    if token is not None and not isinstance(token, str):
        raise Misfit("the answer's receipt is no token")
    return token


def check_request(claims: Mapping[str, Any], request: bytes) -> None:
    """Misfit if it is not the request: its body as it was posted, or an object of `body` and `route` alone."""
    value = _loads(request, "the request")
    if isinstance(value, dict) and value.keys() == {"body", "route"}:
        asked = value
    else:
        asked = {"body": value, "route": ROUTES.get(claims["tool"]["name"], "")}
    if hashlib.sha256(_canonical(asked, "the request")).hexdigest() != claims["req"]["sha256"]:
        places = ", ".join(_changes(claims, asked["body"]))
        raise Misfit("the request's SHA-256 is another one" + (f"; what differs: {places}" if places else ""))


def _loads(text: bytes, what: str) -> Any:
    try:
        return strict_json.loads(text)
    except strict_json.NotStrict:
        raise Misfit(f"{what} is not strict JSON") from None


def _canonical(value: Any, what: str) -> bytes:
    try:
        return jcs.encode(value)
    except jcs.NoForm:
        raise Misfit(f"{what} has no canonical form") from None


def _disagreements(res: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """Places in the answer that differ from the receipt's summary of it."""
    rows = _rows(answer)
    said = {verdict["index"]: verdict for verdict in res["verdicts"]}
    if rows.keys() != said.keys():
        yield "the number of verdicts"
    for index in sorted(rows.keys() & said.keys()):
        row = rows[index]
        yield from (f"{name} of verdict {index}" for name in sorted(row) if row[name] != said[index].get(name))
    summary = answer.get("summary")
    if isinstance(summary, dict):
        yield from (f"summary/{name}" for name in ("decisive", "unknown") if summary.get(name) != res[name])


def _rows(answer: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """What an answer of any contract says of each quote, in the receipt's words."""
    one, several = answer.get("result"), answer.get("results")
    if isinstance(one, dict):
        return {0: _one(one)}
    rows: dict[int, dict[str, Any]] = {}
    for each in several if isinstance(several, list) else ():
        if isinstance(each, dict):
            index = each.get("quote_index", each.get("pair_index"))
            rows[index if type(index) is int else -1] = _one(each) if "match" in each else _row(each)
    return rows


def _one(result: Mapping[str, Any]) -> dict[str, Any]:
    found = result.get("match") in ("exact", "fuzzy")
    score = result.get("score")
    return {
        "match": result.get("match"),
        "reason": result.get("reason"),
        "score": f"{score:.3f}" if isinstance(score, int | float) else score,
        "start": result.get("raw_start") if found else None,
        "end": result.get("raw_end") if found else None,
        "occurrences": result.get("occurrences"),
    }


def _row(result: Mapping[str, Any]) -> dict[str, Any]:
    evidence = result.get("evidence")
    first = evidence[0] if isinstance(evidence, list) and evidence and isinstance(evidence[0], dict) else {}
    return {
        "source_index": result.get("source_index"),
        "status": result.get("status"),
        "reason": result.get("reason"),
        "start": first.get("start_char"),
        "end": first.get("end_char"),
        "occurrences": result.get("occurrences"),
    }


def _changes(claims: Mapping[str, Any], body: Any) -> Iterator[str]:
    """Members of a request that are not those whose hashes the receipt holds."""
    if not isinstance(body, dict):
        return
    source = claims["src"][0] if claims["src"] else {}
    for name, expected in (("quote", claims["req"].get("quote_sha256")), ("text", source.get("text_sha256"))):
        if expected is not None and _text_sha256(body.get(name)) != expected:
            yield name
    yield from _other_pairs(claims["res"]["verdicts"], body.get("pairs"))


def _other_pairs(verdicts: Sequence[Mapping[str, Any]], pairs: Any) -> Iterator[str]:
    """The same of the quotes in a request about several."""
    listed = pairs if isinstance(pairs, list) else []
    for verdict in verdicts:
        if "quote_sha256" in verdict:
            pair = listed[verdict["index"]] if verdict["index"] < len(listed) else None
            quote = pair.get("quote") if isinstance(pair, dict) else None
            if _text_sha256(quote) != verdict["quote_sha256"]:
                yield f"the quote of pair {verdict['index']}"


def _text_sha256(text: Any) -> str | None:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() if isinstance(text, str) else None
