"""The story of a finished tournament (TN-40)."""

from __future__ import annotations

from typing import Any

from games.engine.core.hand_stats import BestHand
from games.tournament import director
from games.tournament.model import Report, Scored
from games.tournament.story import FALLS_KEPT, BestResult, Elimination, Leading, Story, StoryHand
from tests.games.tournament.evening import Evening, Script, announced, under_way

PAIR, RUN = BestHand((2, 4), "pair", ("1", "1", "4")), BestHand((3, 5), "run", ("3", "4", "5"))
ANN, BEN, CORA = 11, 12, 13
"""The players, whose numbers are 1, 2 and 3."""


def hand(evening: Evening, stacks: dict[int, int], **told: Any) -> Evening:
    """Finish a hand at table 1."""
    report = Report(1, evening.table(1).hands, stacks, **told)
    return evening.takes(director.report_hand(evening.tournament, report, evening.now, Script()))


def three() -> Evening:
    """Return three at one table, with 50 chips each."""
    return under_way({1: f"{ANN}:50 {BEN}:50 {CORA}:50"})


def test_the_story_of_a_tournament() -> None:
    """TN-40: leaders, the biggest pot, eliminations with their hands, the best hand and the last one."""
    evening = hand(three(), {ANN: 70, BEN: 30, CORA: 50}, won=(ANN,), shown={ANN: PAIR})
    evening = hand(evening, {ANN: 70, BEN: 80, CORA: 0}, won=(BEN,), shown={BEN: RUN, CORA: PAIR})
    evening = hand(evening, {ANN: 0, BEN: 150}, won=(BEN,), shown={BEN: PAIR})
    story = evening.tournament.story

    assert evening.tournament.phase == "over"
    assert story == Story(
        hands=3,
        led=(Leading(1, 1), Leading(2, 2)),
        most=BestResult(2, 1, 3, 70),
        best=BestResult(2, 1, 2, 0, RUN),
        falls=(Elimination(3, 2, RUN), Elimination(1, 2, PAIR)),
        last=BestResult(2, 1, 3, 0, PAIR),
    )


def test_nobody_leads_where_two_have_as_much() -> None:
    """TN-40: after such a hand nobody led; a hand that was called off is left out."""
    evening = hand(three(), {ANN: 60, BEN: 60, CORA: 30}, won=(ANN, BEN))
    once = evening.tournament.story
    evening = hand(evening, {ANN: 60, BEN: 60, CORA: 30})

    assert (once.hands, once.led, once.last) == (1, (), BestResult(1, 1, 1))
    assert evening.tournament.story == once


def test_in_a_race_points_lead() -> None:
    """TN-13, TN-40: nobody wins chips; the most points lead, and the last hand's winner is told."""
    evening = announced(seats=3, chips=0, goal=10).enters(ANN, BEN, CORA).starts()
    stacks = dict.fromkeys((ANN, BEN, CORA), 0)
    evening = hand(evening, stacks, won=(CORA,), scores={CORA: Scored(2)})

    assert evening.tournament.story == Story(1, (Leading(3, 1),), last=BestResult(3, 1, 1))


def test_a_hand_that_nobody_won() -> None:
    """SH-7: if all hands tie nobody won it; shown hands count, and the winner before stays."""
    evening = hand(three(), {ANN: 70, BEN: 30, CORA: 50}, won=(ANN,))
    evening = hand(evening, {ANN: 70, BEN: 30, CORA: 50}, shown={CORA: PAIR})

    assert evening.tournament.story.last == BestResult(1, 1, 1)
    assert evening.tournament.story.best == BestResult(3, 1, 2, 0, PAIR)


def test_the_last_falls_are_kept() -> None:
    """TN-40: only the last eliminations of a large tournament are kept."""
    story = Story()
    for number in range(1, 10):
        story = story.after(StoryHand(1, number, {99: 5, number: -5}, {}, (99,), (number,), None))

    assert [each.number for each in story.falls] == [*range(10 - FALLS_KEPT, 10)]
    assert {each.by for each in story.falls} == {99}


def test_hands_of_somebody_forgotten_are_left_out() -> None:
    """F-53: their shown hands may be home throws, which are typed text; their wins stay, without a name."""
    evening = hand(three(), {ANN: 100, BEN: 50, CORA: 0}, won=(ANN,), shown={ANN: RUN})
    story = evening.tournament.story

    assert story.without([2]) == story
    assert story.without([1]) == Story(
        1, story.led, story.most, None, (Elimination(3, 1, None),), BestResult(1, 1, 1, 0, None)
    )
    assert Story().without([1]) == Story()
