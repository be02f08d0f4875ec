"""One byte or one value changed anywhere in what a receipt attests: the command names the check that fails.

Every day a sample of all places, in the long run each of them.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from quoteproof.verify.command import main
from receipts import log
from receipts.adapters import keys
from receipts.core import merkle, proof, tiles
from receipts.models import Receipt
from tests.quoteproof.test_evidence import BOUGHT, TEXT, bought, evidence
from tests.receipts.logs import Log, entry

pytestmark = pytest.mark.django_db
OTHERS, LEAVES, HASH = (0, 1, 3, 4), 5, 32
"""Of five leaves the third is the receipt's."""


def sampled(places: list[Any], most: int) -> list[Any]:
    """Some of them, always the same, with the first and the last."""
    some = random.Random(5).sample(places, min(most, len(places)))
    return [places[0], *some, places[-1]]


class Desk:
    """An evidence file and the keys in a folder, and the command over them."""

    def __init__(self, folder: Path, capsys: Any, route: str, body: Any) -> None:
        self.folder, self._capsys = folder, capsys
        self.document = evidence(bought(route, body))
        (folder / "evidence.json").write_text(json.dumps(self.document))
        (folder / "jwks.json").write_bytes(Client().get("/.well-known/jwks.json").content)
        self.result = json.dumps(self.document["result"], separators=(",", ":"), ensure_ascii=False).encode()

    def named(self, document: dict[str, Any] | None = None, **files: bytes) -> str:
        """The command's last line; `files` are given beside the evidence."""
        if document is not None:
            (self.folder / "evidence.json").write_text(json.dumps(document))
        command = ["--evidence", str(self.folder / "evidence.json"), "--jwks", str(self.folder / "jwks.json")]
        for name, content in files.items():
            (self.folder / name).write_bytes(content)
            command += [f"--{name}", str(self.folder / name)]
        assert main(command) in (0, 1)
        return str(self._capsys.readouterr().out.splitlines()[-1])

    def without_byte(self, places: list[int], content: bytes, name: str) -> list[int]:
        """Places at which a changed byte is not named."""
        changed = ((at, content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]) for at in places)
        return [at for at, other in changed if self.named(**{name: other}) != f"NOT VALID: {name}"]


@pytest.fixture(params=BOUGHT, ids=[route for route, _ in BOUGHT])
def desk(request, mirror, tmp_path: Path, capsys) -> Desk:
    return Desk(tmp_path, capsys, *request.param)


def test_as_it_was_served_all_of_it_fits(desk: Desk):
    assert desk.named(result=desk.result) == "valid"


def test_a_changed_byte_of_the_result_is_named(desk: Desk):
    assert desk.without_byte(sampled(list(range(len(desk.result))), 30), desk.result, "result") == []


@pytest.mark.long
def test_every_changed_byte_of_the_result_is_named(desk: Desk):
    assert desk.without_byte(list(range(len(desk.result))), desk.result, "result") == []


# -- the request ---------------------------------------------------------------------------------


def altered(value: Any) -> Iterator[Any]:
    """The value with each of its parts changed: every character, number and name, one at a time."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from (value | {name: other} for other in altered(part))
            yield {(each + "x" if each == name else each): part for each, part in value.items()}
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in altered(part))
            yield value[:at] + value[at + 1 :]
    elif isinstance(value, str):
        yield from (value[:at] + chr(ord(char) ^ 1) + value[at + 1 :] for at, char in enumerate(value))
    else:
        yield not value if isinstance(value, bool) else value + 1


def unnamed(desk: Desk, most: int) -> list[Any]:
    """Changed requests, and another route, that are not named as what doesn't fit."""
    body = desk.document["request"] or TEXT
    changed = sampled(list(altered(body)), most)
    if desk.document["request"] is None:
        return [each for each in changed if "request" not in desk.named(request=json.dumps(each).encode())]
    files = [{"request": each} for each in changed] + [{"route": desk.document["route"] + "s"}]
    return [each for each in files if desk.named(desk.document | each) != "NOT VALID: request"]


def test_a_changed_value_of_the_request_is_named(desk: Desk):
    assert unnamed(desk, 30) == []


@pytest.mark.long
def test_every_changed_value_of_the_request_is_named(desk: Desk):
    assert unnamed(desk, 10**6) == []


# -- the log -------------------------------------------------------------------------------------


class Proven:
    """A log of the service's own key over five leaves, the third of them the receipt's."""

    def __init__(self) -> None:
        payload = bytes.fromhex(Receipt.objects.get().payload_sha256)
        self.entries = [payload if at not in OTHERS else entry(at) for at in range(LEAVES)]

    def proof(self, entries: list[bytes], *, signed: list[bytes]) -> str:
        """The proof that storage with these entries gives, under a checkpoint over those that were `signed`."""
        key, origin = keys.current().signing, log.origin()
        stored, note = Log(entries, key, origin), Log(signed, key, origin).note()
        hashes = tiles.Hashes(LEAVES, stored.read).spans(merkle.inclusion_spans(2, LEAVES))
        return proof.write(2, hashes, note).decode()

    def changed(self, leaf: int, at: int, bit: int) -> str:
        """With one bit of one stored leaf changed: the receipt's own before its tree was signed, another after."""
        entries = copy.copy(self.entries)
        content = bytearray(entries[leaf])
        content[at] ^= 1 << bit
        entries[leaf] = bytes(content)
        return self.proof(entries, signed=self.entries if leaf in OTHERS else entries)


def undetected(desk: Desk, bits: range) -> list[Any]:
    proven = Proven()
    sound = proven.proof(proven.entries, signed=proven.entries)
    assert desk.named(desk.document | {"proof": sound}) == "valid"
    places = [(leaf, at, bit) for leaf in range(LEAVES) for at in range(HASH) for bit in bits]
    files = ((place, desk.document | {"proof": proven.changed(*place)}) for place in places)
    return [place for place, file in files if desk.named(file) != "NOT VALID: inclusion"]


@pytest.fixture
def text_desk(tmp_path: Path, capsys) -> Desk:
    return Desk(tmp_path, capsys, "/v1/verify/text-quote", TEXT)


def test_a_changed_byte_of_a_leaf_is_named(text_desk: Desk):
    assert undetected(text_desk, range(1)) == []


@pytest.mark.long
def test_every_changed_bit_of_a_leaf_is_named(text_desk: Desk):
    assert undetected(text_desk, range(8)) == []


# -- what stands beside it in the file -----------------------------------------------------------


def test_a_changed_field_of_a_source_is_named(desk: Desk):
    for name in ("url", "final_url", "content_sha256", "extraction_sha256", "source_bytes", "http_status"):
        file = copy.deepcopy(desk.document)
        if file["sources"][0][name] is not None and name in shown(file):
            file["sources"][0][name] = next(altered(file["sources"][0][name]))
            assert desk.named(file) == "NOT VALID: evidence", name


def shown(file: dict[str, Any]) -> set[str]:
    """Fields of the first source that the receipt or the answer tells."""
    if file["sources"][0]["extraction"] == "supplied":
        return {"extraction_sha256", "source_bytes"}
    return set(file["sources"][0])


def test_another_checks_id_and_a_checkpoint_that_nobody_signed_are_named(desk: Desk):
    log.integrate(Receipt.objects.get().issued_at)
    note = log.head()
    assert note is not None
    signed = bytes(note.note).decode()
    assert desk.named(desk.document | {"checkpoint": signed}) == "valid"
    assert desk.named(desk.document | {"checkpoint": signed.replace("\n", "\n1", 1)}) == "NOT VALID: evidence"
    if "check" in desk.document["result"]:
        assert desk.named(desk.document | {"check": "chk_" + "a" * 26}) == "NOT VALID: evidence"
