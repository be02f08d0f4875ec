"""Makes one finding of several readers' findings: what all of them prove, and nothing more.

A reader that lags behind makes the others' proof wait; readers that prove different things are split, and
then nothing is known. The facts of a proof must be the same for all, but for what may differ between honest
readers: how final a block is by now (the lowest counts), and which finalized block shows an expiry.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from payments.core.evidence import Finality, Finding, Inclusion, Moved, Refutation, Undecided
from payments.core.states import Disproof

_ORDER: Final = tuple(Finality)
_Value = TypeVar("_Value", bound=Hashable)


class Split(Exception):
    """Readers contradict each other."""


def same(values: Iterable[_Value]) -> _Value:
    """The value that all readers gave; Split."""
    (value, *others) = set(values)
    if others:
        raise Split
    return value


def agreed(findings: Sequence[Finding]) -> Finding:
    """What all readers' findings come to. Split where two contradict each other.

    The block of an expiry is the oldest one named: the readers have yet to confirm that it is theirs.
    """
    proofs = [finding for finding in findings if not isinstance(finding, Undecided)]
    proven = _proven(proofs) if proofs else None
    if proven is None or len(proofs) < len(findings):
        return Undecided(nonce_used=any(map(_used, findings)))
    return proven


def _used(finding: Finding) -> bool:
    if isinstance(finding, Undecided):
        return finding.nonce_used
    return isinstance(finding, Inclusion) or finding.proof is not Disproof.EXPIRED


def _proven(proofs: Sequence[Inclusion | Refutation]) -> Inclusion | Refutation:
    same(_claim(proof) for proof in proofs)
    inclusions = [proof for proof in proofs if isinstance(proof, Inclusion)]
    refutations = [proof for proof in proofs if isinstance(proof, Refutation)]
    return lowest(inclusions) if inclusions else min(refutations, key=lambda proof: proof.block_number)


def _claim(proof: Inclusion | Refutation) -> Hashable:
    """What honest readers can't differ in."""
    if isinstance(proof, Inclusion):
        return bare(proof)
    return proof.proof if proof.proof is Disproof.EXPIRED else proof


def bare(place: Inclusion) -> Inclusion:
    """The place without how final it is."""
    return replace(place, finality=Finality.INCLUDED)


def lowest(places: Sequence[Inclusion]) -> Inclusion:
    """Of one place as several readers see it: the least final."""
    return min(places, key=lambda place: _ORDER.index(place.finality))


def agreed_moves(readings: Sequence[Sequence[Moved]]) -> list[Moved]:
    """The transfers that all readers list; Split where they list others."""
    same(tuple(replace(each, place=bare(each.place)) for each in reading) for reading in readings)
    return [replace(seen[0], place=lowest([each.place for each in seen])) for seen in zip(*readings, strict=True)]
