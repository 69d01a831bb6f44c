"""The values of Knights' Heads: its house rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.engine.house_rules import option, phrase

Scoring: TypeAlias = Literal["courts", "wins", "places"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of a table (KH-4, KH-12)."""

    triplet_counts: bool = option(
        phrase("Triplet"), {True: phrase("counts"), False: phrase("does not count")}, default=True
    )
    scoring: Scoring = option(
        phrase("Court score"),
        {
            "courts": phrase("courts of Knights"),
            "wins": phrase("also a point for each hand won"),
            "places": phrase("also points for each hand won, by its place"),
        },
        default="courts",
    )
    court_first: bool = option(
        phrase("Nothing scores before the first court of Knights"),
        {True: phrase("on"), False: phrase("off")},
        default=True,
    )
