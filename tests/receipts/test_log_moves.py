"""The public address changes: the same log goes on under another origin."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest

from receipts import log, services, verifier
from receipts.adapters import keys
from receipts.core import checkpoint, merkle, proof, witnessing
from receipts.core.witnessing import Refused
from receipts.models import LogCheckpoint, LogLeaf, Receipt
from tests.receipts.examples import DELIVERY, NOW, facts

pytestmark = pytest.mark.django_db
HERE, THERE = "https://quotes.example", "https://quotes.example:8443"
LATER = NOW + timedelta(hours=1)


@pytest.fixture(autouse=True)
def here(settings) -> None:
    settings.PUBLIC_URL = HERE


def issued(check: str) -> Receipt:
    return services.issue(check, facts(), DELIVERY, NOW)


def heads() -> list[tuple[str, int]]:
    read = [checkpoint.read(bytes(each.note)) for each in LogCheckpoint.objects.order_by("size")]
    return [(head.origin.removesuffix("/log"), head.size) for head in read]


def proven(receipt: Receipt) -> tuple[bool | None, int]:
    """Whether the receipt's proof holds against the receipt alone, and the size of its tree."""
    text = log.proof_of(receipt.jti)
    [found] = [
        each.ok for each in verifier.report(receipt.compact, log_proof=text).checks if each.name == "inclusion"
    ]
    return found, checkpoint.read(proof.parse(text).checkpoint).size


def test_a_moved_log_signs_a_checkpoint_under_its_new_origin_at_once(settings):
    issued("chk_a")
    log.integrate(NOW)
    settings.PUBLIC_URL = THERE
    assert log.integrate(LATER) == 1 and log.integrate(LATER) == 0
    assert heads() == [("quotes.example", 1), ("quotes.example:8443", 2)]


def test_the_move_is_an_entry_that_anyone_can_make(settings):
    log.integrate(NOW)
    settings.PUBLIC_URL = THERE
    log.integrate(LATER)
    leaf, said = LogLeaf.objects.get(), log.moved("quotes.example/log", "quotes.example:8443/log")
    assert (leaf.kind, leaf.subject, leaf.position) == ("origin", "quotes.example:8443/log", 0)
    assert bytes(leaf.entry) == hashlib.sha256(said).digest()


def test_what_waited_is_still_signed_under_the_origin_that_it_names(settings):
    waiting = issued("chk_a"), issued("chk_b")
    log.integrate(NOW)
    late = issued("chk_c")
    settings.PUBLIC_URL = THERE
    assert log.integrate(LATER) == 2
    assert heads() == [("quotes.example", 2), ("quotes.example", 3), ("quotes.example:8443", 4)]
    assert [proven(each) for each in (*waiting, late)] == [(True, 3)] * 3


def test_receipts_of_every_address_are_proven_for_ever(settings):
    receipts = []
    for move, url in enumerate((HERE, THERE, HERE, "https://third.example")):
        settings.PUBLIC_URL = url
        receipts.append(issued(f"chk_early{move}"))  # before the move is noticed
        log.integrate(LATER + move * timedelta(hours=1))
        receipts.append(issued(f"chk_{move}"))
        log.integrate(LATER + move * timedelta(hours=1))
    assert [proven(each)[0] for each in receipts] == [True] * 8


def test_two_addresses_on_one_database_do_not_fill_the_log(settings):
    log.integrate(NOW)
    for second in range(1, 20):
        settings.PUBLIC_URL = THERE if second % 2 else HERE
        log.integrate(NOW + timedelta(seconds=second))
    assert LogLeaf.objects.filter(kind="origin").count() == 1
    settings.PUBLIC_URL = HERE
    log.integrate(NOW + timedelta(minutes=2))
    assert LogLeaf.objects.filter(kind="origin").count() == 2


def test_a_witness_is_told_of_the_move_and_still_sees_a_fork(settings):
    issued("chk_a")
    log.integrate(NOW)
    before = checkpoint.read(bytes(log.head().note))
    settings.PUBLIC_URL = THERE
    log.integrate(LATER)
    note, trusted = bytes(log.head().note), {key.kid: key.verifier() for key in keys.current().published}
    with pytest.raises(Refused, match="another log"):
        witnessing.witness(before, note, trusted, log._hashes)
    assert witnessing.witness(before, note, trusted, log._hashes, moved=True).size == 2
    forked = checkpoint.Checkpoint(before.origin, 1, merkle.leaf_hash(bytes(32)))
    with pytest.raises(Refused, match="Fork"):
        witnessing.witness(forked, note, trusted, log._hashes, moved=True)
