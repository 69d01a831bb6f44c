"""Luck in words: how often a fair game would have gone less well (TB-19).

Over many throws what they are worth adds up to a standard score: their sum, by the root of its variance. With
fair dice it is 0 on average, beyond 1 on one evening in six to either side, and beyond 3 on one in 740.
"""

from __future__ import annotations

from math import erfc, sqrt

from bot.text.numbers import number
from bot.text.translate import _, ngettext
from storage.standing.records import PlayRecord

THROWS_MIN = 30
"""With fewer throws there is nothing to say."""
MILLION = 1_000_000
USUAL = 0.6
"""So often at most, either way, an evening is as it mostly is."""
RARE = (1000, 100)
"""All but one of so many is said where so few are as lucky; else so many of ten."""


def standard_score(luck: int, spread: int) -> float:
    """By how many standard errors luck differs from none; both in millionths."""
    return luck / MILLION / sqrt(spread / MILLION) if spread else 0.0


def luck_line(record: PlayRecord, throws: int) -> str:
    """How lucky somebody's throws were; empty where there are none."""
    if not throws or not record.spread:
        return ""
    if throws < THROWS_MIN:
        words = ngettext(
            "Luck: too early to tell, after {count} throw.",
            "Luck: too early to tell, after {count} throws.",
            throws,
        )
        return words.format(count=throws)
    said = told(standard_score(record.luck, record.spread))
    words = ngettext(
        "Luck with dice: **{said}** with {count} throw.",
        "Luck with dice: **{said}** with {count} throws.",
        throws,
    )
    return words.format(said=said, count=number(throws))


def told(score: float) -> str:
    """A standard score as a share of fair evenings."""
    share = erfc(-abs(score) / sqrt(2)) / 2
    if share < USUAL:
        return _("much as on any evening")
    whole = next((each for each in RARE if share >= 1 - 1 / each), 10)
    often = min(int(share * whole), whole - 1)
    words = _("luckier than {often} evenings out of {whole}")
    if score < 0:
        words = _("unluckier than {often} evenings out of {whole}")
    return words.format(often=often, whole=number(whole))
