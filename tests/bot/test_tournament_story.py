"""The wording of a tournament's story (TN-40)."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.tournament.summary import story_lines
from games.engine.core.hand_stats import BestHand
from games.tournament.model import Entrant
from games.tournament.story import BestResult, Elimination, Leading, Story
from tests.bot.tournament_screens import ID, over, view_of


def test_the_story_in_five_lines() -> None:
    """TN-40: the leaders, the biggest pot, the best hand, the eliminations, and the last hand."""
    people = {1: "Ann", 2: "Ben_", 3: "Cora"}
    entrants = tuple(Entrant(ID + number, name, number) for number, name in people.items())
    pair, run = BestHand((2, 4), "pair", ("1", "1", "4")), BestHand((3, 5), "run", ("3", "4", "5"))
    story = Story(
        12,
        (Leading(1, 4), Leading(2, 7)),
        BestResult(2, 1, 9, 70),
        BestResult(1, 2, 3, 0, run),
        (Elimination(3, 2, pair), Elimination(1, 2), Elimination(9)),
        BestResult(2, 1, 12, 0, pair),
    )
    told = story_lines(view_of(replace(over(), entrants=entrants, story=story)))
    folded = replace(story, last=BestResult(3, 1, 12), best=None, most=None, falls=(), led=())

    assert [each.replace(chr(160), " ") for each in told] == [
        "**Ben\\_** led longest: 7 of 12 rounds.",
        "Biggest win: **Ben\\_** +70 in round 9 of table 1.",
        "Best hand: `3-4-5` a run, **4**, by **Ann**.",
        "Somebody went out · Ben\\_ knocked out Ann · Ben\\_ knocked out Cora (Pair, 4)",
        "**Ben\\_** won the last round (Pair, 4).",
    ]
    assert story_lines(view_of(replace(over(), entrants=entrants, story=folded))) == [
        "**Cora** won the last round."
    ]
    assert story_lines(view_of(replace(over(), story=Story()))) == []


def test_who_fell_in_the_last_hand_is_told_once() -> None:
    """TN-40: the winner of the last hand is told, unless it is the hand on which the last went out."""
    pair = BestHand((2, 4), "pair", ("1", "1", "4"))
    entrants = tuple(Entrant(ID + number, name, number) for number, name in ((1, "Ann"), (2, "Ben")))
    story = Story(12, falls=(Elimination(1, 2, pair),), last=BestResult(2, 1, 12, 0, pair))
    told = story_lines(view_of(replace(over(), entrants=entrants, story=story)))

    assert [each.replace(chr(160), " ") for each in told] == ["Ben knocked out Ann (Pair, 4)"]
