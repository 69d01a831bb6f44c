"""Helpers that several tests about showdown share."""

from __future__ import annotations

from tests.games.knights_heads.scripted import Hand

COURT = "N03 N04 N05 N06 A03 M08 S03 D12 J08"


"""Four Knights, and with a Blacksmith a Court."""


KINGS = "K03 K04 K05 A04 M09 S04 D03 J09 J03"


"""Three Kings: a Triplet, with one more a Court."""


NOTHING = "K06 Q03 A05 M10 S05 D04 J04 B04 B03"


"""Cards that with a Merchant have two of many faces, and three of none."""


LUCK = "B05 Q04 M11"


def played(*stacks: int, **options: object) -> Hand:
    """Seats 1, 2 and 3 hold a Court, a Triplet and Rabble when all have their luck cards."""
    cards = {1: COURT, 2: KINGS, 3: NOTHING}
    here = {seat: cards[seat] for seat in range(1, len(stacks) + 1)}
    return Hand(*stacks, cards=here, luck=" ".join(LUCK.split()[: len(stacks)]), **options)  # type: ignore[arg-type]


def keeps(hand: Hand) -> Hand:
    """Pass for each seat cards that make no hand, and get such cards."""
    return hand.all_pass(s1="M08 D12 J08", s2="M09 D03 J09", s3="M10 D04 J04")
