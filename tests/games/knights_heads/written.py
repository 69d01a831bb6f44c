"""Hands that are written out, one for each line of the table."""

from __future__ import annotations

from games.knights_heads.hands import HAND_SIZE, Key, key, made

IS = {
    "Dynasty": "A03 A04 A05 A06 A07 A08 A09 A10 A11 A12",
    "Council of Kings": "K01 K02 K03 K04 K05 K06 K07 K08 M03 S03",
    "Twin Courts": "S03 S04 S05 S06 S07 S08 S09 S10 K03 Q03",
    "Kingdom": "K03 N03 N04 N05 A03 M08 S03 D12 J08 B03",
    "Royal House": "K03 K04 K05 Q03 Q04 Q05 N03 N04 N05 N06",
    "Queendom": "K03 Q03 N03 N04 A03 M03 S03 D03 J03 B03",
    "Ladies in Waiting": "Q03 Q04 M03 M04 D03 D04 D05 J03 J04 B12",
    "War Room": "K03 N03 A03 A04 A05 A06 B03 B04 B05 B06",
    "House Divided": "K03 K04 K05 K06 K07 D03 D04 D05 D06 D07",
    "Entourage": "A03 A04 A05 A06 M03 M04 S03 S04 S05 S06",
    "House of Twins": "K01 K02 Q01 Q02 S01 S02 A01 A02 M01 M02",
    "Royal Assembly": "K03 K04 Q03 Q04 N03 N04 N05 N06 A03 B03",
    "Gala": "M03 M04 D03 D04 D05 D06 J03 J04 J05 J06",
    "Council": "Q03 Q04 Q05 Q06 S03 S04 S05 S06 K03 B03",
    "Court of Twins": "K01 K02 Q01 Q02 A01 A02 B01 B02 S03 D12",
    "House of Mirrors": "K03 K04 A03 A04 S03 S04 D03 D04 J03 J04",
    "Hamlet": "A03 A04 M08 M09 S03 S04 D12 J08 B03 B04",
    "Royal Family": "K03 Q03 N03 N04 A03 A04 S03 S04 B03 B04",
    "Three Twins": "K01 K02 A01 A02 S01 S02 M08 D12 J08 B03",
    "Family": "K03 K04 A03 A04 S03 Q03 Q04 M03 D03 D04",
    "Three Triplets": "K03 K04 K05 A03 A04 A05 S03 S04 S05 B03",
    "Court": "K03 K04 K05 K06 A03 A04 S03 S04 B03 B04",
    "Pair of Twins": "K01 K02 A01 A02 S03 S04 B03 B04 M08 D12",
    "Pair of Triplets": "K03 K04 K05 A03 A04 A05 S03 B03 M08 D12",
    "Twins": "K01 K02 A03 A04 S03 S04 B03 B04 M08 D12",
    "Triplet": "K03 K04 K05 A03 A04 S03 S04 B03 M08 D12",
    "Rabble": "K03 K04 A03 A04 S03 S04 B03 B04 M08 D12",
}


def rank(text: str, *, triplet_counts: bool = True) -> Key:
    """The key of a hand that is written out."""
    cards = text.split()
    assert len(set(cards)) == HAND_SIZE
    return key(cards, triplet_counts=triplet_counts)


def name(text: str, *, triplet_counts: bool = True) -> str:
    """Return the name of a hand that is written out; its key has to say the same."""
    read = made(text.split(), triplet_counts=triplet_counts).hand
    assert read.place == rank(text, triplet_counts=triplet_counts)[0]
    return read.name
