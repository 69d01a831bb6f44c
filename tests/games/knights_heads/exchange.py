"""Helpers that several tests about exchange share."""

from __future__ import annotations

CARDS = {
    1: "K01 K02 K03 N01 N02 N03 B01 B02 B03",
    2: "Q01 Q02 Q03 A01 A02 A03 J01 J02 J03",
    3: "M01 M02 M03 S01 S02 S03 D01 D02 D03",
}


THREE_PASS = {"s1": "B01 B02 B03", "s2": "J01 J02 J03", "s3": "D01 D02 D03"}
