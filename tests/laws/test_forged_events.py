"""Referees are held to account: what was played is accepted, and what is told otherwise is not (Law 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.catalog import CATALOG, GAMES
from games.dividha.model import DividhaRules
from games.engine.history import History
from games.engine.record import Referee
from games.tools.replay import history, to_file
from games.tools.simulation import LineRefused
from games.tools.verify import verify
from tests.games import retold
from tests.games.dividha.played import Kept
from tests.laws.asked import of_every
from tests.laws.forgery import Part, forged, forgeries
from tests.laws.histories import hands_over, last_table, players
from tests.laws.secrecy import LawBroken, require
from tests.laws.walk import ALL_GAMES, ALL_RECORDS, Case, cases, named

FORGERIES = 2
"""The number of forged events of each hand, and of forged answers."""
PARTS: tuple[Part, ...] = ("events", "answers")


def every_sixteenth(keys: Iterable[str]) -> Iterator[Any]:
    """The others in the soak."""
    for place, case in enumerate(cases(keys)):
        yield pytest.param(case, marks=pytest.mark.soak) if place % 16 else case


@pytest.mark.parametrize("count", [FORGERIES, pytest.param(40, marks=pytest.mark.soak)])
@of_every("case", every_sixteenth, named)
def test_one_field_of_one_event_or_answer(case: Case, count: int) -> None:
    """Law 9, TB-13: whatever one field of an event or an answer is another is refused; an honest one not."""
    check_referee(case, ALL_RECORDS[case[0]].referee, count)


@pytest.mark.parametrize("key", GAMES)
def test_a_referee_that_lets_everything_pass(key: str) -> None:
    """Law 9: the law sees one, in each game."""
    with pytest.raises(LawBroken, match="is let pass"):
        check_referee(first_case(key), lambda _history: iter(()), 10)


@pytest.mark.parametrize("key", GAMES)
def test_a_referee_that_lets_nothing_pass(key: str) -> None:
    """Law 9: and one that finds fault with what was played."""
    with pytest.raises(LawBroken, match="is refused"):
        check_referee(first_case(key), lambda _history: iter(["no"]), 1)


@pytest.mark.parametrize("key", GAMES)
def test_a_referee_that_overlooks_the_events(key: str) -> None:
    """Law 9: and one that judges all but what was told between the beginning and the end."""

    def overlooks(told: History) -> Iterator[str]:
        return (fault for fault in CATALOG[key].referee(told) if not fault.startswith("events"))

    with pytest.raises(LawBroken, match="is let pass"):
        check_referee(first_case(key), overlooks, 40)


@pytest.mark.parametrize("player", [None, *retold.PEOPLE])
def test_how_many_private_cards_were_traded(player: int | None) -> None:
    """Law 9, DV-19: nobody is shown them, and how many there were is told in two places."""
    hand = Kept(100, 100, 100, rules=DividhaRules()).checks_to("trade").presses("no_trade", "no_trade")
    hand.presses(f"trade_one {hand.own(3).private[0]}").presses("bet 6 3", "fold", "fold")
    told = retold.told(hand, player)

    assert verify(to_file(told)).faults == ()
    assert verify(to_file(retold.changed(told, "traded", private_count=2))).faults != ()


def first_case(key: str) -> Case:
    """A game of that kind."""
    return cases([key])[0]


def check_referee(case: Case, referee: Referee, count: int) -> None:
    """Every hand of a walk, told to one of those who sat there or looked on; and some forgeries of that."""
    table, game, random = last_table(case), ALL_GAMES[case[0]], Random(repr(case))
    for over in hands_over(case):
        told = history(table, game, over, random.choice(players(table)))
        require(is_accepted(told, referee), f"hand {over.number} of {case} is refused")
        for part in PARTS:
            found = list(forgeries(told, part))
            for place, value in random.sample(found, min(count, len(found))):
                is_let_pass = is_accepted(forged(told, part, place, value), referee)
                what = f"hand {over.number} of {case}, {part} {place} as {value!r}"
                require(not is_let_pass, f"{what} is let pass")


def is_accepted(told: History, referee: Referee) -> bool:
    """Return True if a history with a right checksum is found to be right."""
    try:
        record = replace(ALL_RECORDS[told.game], referee=referee)
        return verify(to_file(told), {told.game: record}).faults == ()
    except LineRefused:
        return False
