"""The laws of every hand's history, whatever the game (TB-13, TB-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from games.engine.core.game import Seat
from games.engine.history import History, RevealedDeck
from games.tools.replay import FinishedHand, history, to_file
from games.tools.verify import verify
from tests.laws.asked import of_every
from tests.laws.histories import (
    WITHOUT_AID,
    final_state,
    hands_over,
    last_table,
    looks,
    otherwise,
    over_of,
    players,
)
from tests.laws.walk import (
    ALL_GAMES,
    ALL_RECORDS,
    Case,
    cases,
    named,
    play_hands,
    rule_sets,
    walk,
)
from tests.soak import some_now


def has_cards(case: Case) -> bool:
    """Return True if the case's game is played with cards."""
    key, index, _ = case
    return bool(ALL_GAMES[key].deck(rule_sets(key)[index], None))


def some(keys: Iterable[str], also: Callable[[Case], bool] = lambda _case: True) -> Iterator[Any]:
    """Histories are made of what the other laws have looked at in every case; most are the soak's."""
    for place, case in enumerate(cases(keys)[::4]):
        if also(case):
            yield pytest.param(case, marks=pytest.mark.soak) if place % 4 else case


EVERY_CASE = of_every("case", some, named)
WITH_CARDS = of_every("case", lambda keys: some(keys, has_cards), named)


@dataclass(frozen=True, slots=True)
class Telling:
    """A hand, a viewer, the viewer's history, and the cards that the viewer has seen by its end."""

    over: FinishedHand
    player: int | None
    told: History
    known: set[str]


@cache
def tellings(case: Case) -> tuple[Telling, ...]:
    """Every hand of a walk as everybody who ever sat there is told of it."""
    table, game = last_table(case), ALL_GAMES[case[0]]
    found = []
    for over in hands_over(case):
        end = final_state(game, over)
        for player in players(table):
            told = history(table, game, over, player)
            known = {*game.seen(over.beginning, told.viewer), *game.seen(end, told.viewer)}
            found.append(Telling(over, player, told, known))
    return tuple(found)


@WITH_CARDS
def test_a_history_opens_what_was_seen_and_no_more(case: Case) -> None:
    """Law 9, TB-11, TB-13: the proofs are of exactly the cards that the viewer saw."""
    for each in tellings(case):
        decks = [seal for seal in each.told.seals if isinstance(seal, RevealedDeck)]

        assert {card.leaf.card for deck in decks for card in deck.cards} == each.known


@WITH_CARDS
def test_unseen_cards_leave_a_history_as_it_is(case: Case) -> None:
    """Law 9, TB-11: had all unseen cards lain elsewhere, only what is hashed from them would be other."""
    table, game = last_table(case), ALL_GAMES[case[0]]
    cards = game.deck(table.rules, None)
    for each in tellings(case):
        other = otherwise(each.over, [card for card in cards if card not in each.known])

        assert bare(history(table, game, other, each.player)) == bare(each.told)


@EVERY_CASE
def test_no_secret_of_the_house_is_told(case: Case) -> None:
    """Law 9, TB-13: a seed that shuffled a deck, from which every card follows, stands in no history."""
    table, game = last_table(case), ALL_GAMES[case[0]]
    for over in hands_over(case)[:1]:
        written = to_file(history(table, game, over, table.terms.host)).decode()
        for seal in over.seals:
            assert (seal.seed in written) == (not seal.cards)


NOBODY = -1
"""A player who never sat at the table."""

REMEMBERED = WITHOUT_AID[1::12]
"""Games in which much is looked at; a file for everybody after every hand takes long."""


@cache
def told_midway(case: Case) -> tuple[tuple[History, set[str]], ...]:
    """The histories that could be had whenever a hand was over, and the cards that only memory keeps then."""
    game, found = ALL_GAMES["destiny"], []
    for steps, taken in enumerate(walk(case), start=1):
        table, hands = taken.change.table, play_hands(case, steps) if taken.change.ended else []
        lying = [each for each in looks(game, hands) if each.is_lying and table.phase != "closed"]
        for over, seated in product(over_of(hands), table.seats):
            told = history(table, game, over, seated.player or NOBODY)
            own = {each.card for each in lying if each.seat == told.viewer and each.hand <= over.number}
            if (told, own) not in found:
                found.append((told, own))
    return tuple(found)


@pytest.mark.parametrize("case", some_now(WITHOUT_AID, REMEMBERED), ids=named)
def test_what_only_memory_keeps_is_in_no_history(case: Case) -> None:
    """DE-12: no history tells what was looked at before that card has left the field or the field is over."""
    for told, own in told_midway(case):
        file = to_file(told)

        assert not {card for card in own if f'"{card}"' in file.decode()}
        assert len(told.withheld) == len(own)
        assert verify(file, ALL_RECORDS).faults == ()


@pytest.mark.parametrize("case", REMEMBERED, ids=named)
def test_there_is_something_that_only_memory_keeps(case: Case) -> None:
    """DE-12: the law above is not empty."""
    assert any(own for _told, own in told_midway(case))


def bare(told: History) -> History:
    """A history without what is hashed from secrets, or placed by such a hash."""
    seals = tuple(
        replace(
            seal,
            commitment="",
            lots=replace(seal.lots, path=()),
            cards=tuple(replace(card, place=0, leaf=replace(card.leaf, path=())) for card in seal.cards),
        )
        if isinstance(seal, RevealedDeck)
        else seal
        for seal in told.seals
    )
    return replace(told, seals=seals)


def test_the_toy_has_secrets_to_keep() -> None:
    """The laws above are not empty: there are hands with cards that a viewer has not seen."""
    case = next(case for case in cases() if case[0] == "fists")
    game = ALL_GAMES["fists"]
    over = hands_over(case)[0]

    assert len(game.seen(final_state(game, over), Seat(1))) > len(game.seen(final_state(game, over), None))
    assert final_state(game, otherwise(over, list("abcdefghijklm"))) != final_state(game, over)
