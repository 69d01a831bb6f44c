"""Why one hand beats another: the first step of the ranking in which they differ (KH-1 to KH-3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from games.knights_heads.cards import FACES, Card
from games.knights_heads.hands import KnightsHand, key, made
from games.knights_heads.patterns import count


@dataclass(frozen=True, slots=True)
class ByHand:
    """Different hands: the higher one decides (KH-1)."""

    better: KnightsHand
    worse: KnightsHand


@dataclass(frozen=True, slots=True)
class ByFace:
    """The same hand of other faces: the first that differ decide (KH-2)."""

    hand: KnightsHand
    better: str
    worse: str
    alike: str
    """The faces before them, which both have, one letter each."""


@dataclass(frozen=True, slots=True)
class ByNotable:
    """The same faces: more notable cards decide, in the hand itself or else among all ten (KH-3)."""

    hand: KnightsHand
    better: int
    worse: int
    is_among_all: bool


@dataclass(frozen=True, slots=True)
class Alike:
    """Nothing decides: the pot is split (KH-3)."""

    hand: KnightsHand


Decision: TypeAlias = ByHand | ByFace | ByNotable | Alike


def compare(better: Collection[Card], worse: Collection[Card], *, triplet_counts: bool = True) -> Decision:
    """What decides between two hands of ten cards, of which the first is not the lower one."""
    higher, lower = (key(cards, triplet_counts=triplet_counts) for cards in (better, worse))
    assert higher >= lower
    hand, other = (made(cards, triplet_counts=triplet_counts).hand for cards in (better, worse))
    if hand is not other:
        return ByHand(hand, other)
    _place, faces, in_hand, among_all = higher
    _place, other_faces, other_in_hand, other_among_all = lower
    if faces != other_faces:
        return _by_face(hand, better, worse)
    if in_hand != other_in_hand:
        return ByNotable(hand, in_hand, other_in_hand, is_among_all=False)
    if among_all != other_among_all:
        return ByNotable(hand, among_all, other_among_all, is_among_all=True)
    return Alike(hand)


def _by_face(hand: KnightsHand, better: Collection[Card], worse: Collection[Card]) -> ByFace:
    ours, theirs = (
        "".join(FACES[at] for at in hand.pattern.compared(count(cards))) for cards in (better, worse)
    )
    place = next(at for at, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1])
    return ByFace(hand, ours[place], theirs[place], ours[:place])
