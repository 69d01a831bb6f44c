"""Law 5 over house players and coach: their words and times tell nothing hidden (TB-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from bot.tavern.deadlines import think_seconds
from games.bot_characters import reasons
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, NotOffered
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.history import PlayedMove, find_offer
from games.engine.table.table import AnyTable
from games.tools.replay import FinishedHand
from tests.games.luck import Luck
from tests.laws.asked import EVERY_GAME
from tests.laws.house_players import moments
from tests.laws.secrecy import possible_state, strings
from tests.laws.walk import ALL_GAMES, Case, cases, play_hands, secret_seats, walk

MOMENTS = [pytest.param(2), pytest.param(60, marks=pytest.mark.soak)]
"""The numbers of moments of each game at which every seat thinks."""
PEOPLE = (Character("apprentice", "talker"), MASTER)
STEP = pytest.mark.parametrize("step", [24, pytest.param(1, marks=pytest.mark.soak)])
"""One case in so many is looked at."""


def words(game: AnyGame, table: AnyTable, seat: Seat) -> list[object]:
    """All that a house player does and says in a seat, and a coach to it."""
    assert table.hand is not None
    state = table.hand.state
    view, offers = game.recollection(state, seat), game.offers(state, seat)
    found: list[object] = [game.advice(view, offers)]
    for character in PEOPLE:
        answer = game.decide(view, offers, Luck("mixing"), character)
        found.extend([answer, game.reason(view, offers, answer, character)])
    return found


@EVERY_GAME
@pytest.mark.parametrize("count", MOMENTS)
def test_what_cannot_be_told_apart_is_answered_alike(key: str, count: int) -> None:
    """Law 5: decision, reason and advice are the same in a state that the seat cannot tell from this one."""
    game, luck = ALL_GAMES[key], Luck(key)
    for table, seat in moments(key, count):
        other = possible_state(table, game, seat, luck)

        assert words(game, table, seat) == words(game, other, seat)


@EVERY_GAME
@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.soak)])
def test_a_pause_tells_nothing(key: str, count: int) -> None:
    """Law 5: nobody learns from how long a house player thinks, whatever the others hold."""
    game, luck = ALL_GAMES[key], Luck(key)
    for table, seat in moments(key, count):
        for viewer in secret_seats(table):
            other = possible_state(table, game, viewer, luck)

            assert think_seconds(table, game, seat) == think_seconds(other, game, seat)


@dataclass(frozen=True)
class Everything:
    """A reason that names all that its seat could see."""

    template = N_("")
    known: frozenset[str]


def tell_all(view: Any, _offers: object, _answer: Answer, _character: Character) -> Everything:
    """Stand in for a game's own reasons."""
    return Everything(frozenset(strings(view)))


@STEP
@pytest.mark.parametrize("key", ["destiny", "dividha", "knights_heads"])
def test_no_reason_names_a_card_that_was_not_shown(
    key: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-11: even a house player that tells all it knew tells no card that the asker has not seen."""
    game = ALL_GAMES[key]
    monkeypatch.setattr(game, "reason", tell_all)
    told = silent = 0
    for case in [each for each in cases() if each[0] == key][::step]:
        for over, table in finished(case, game):
            end = over.end(game)
            seats = tuple(game.result(end).stacks)
            for seat in seats:
                for viewer in seats:
                    player = table.seated(viewer).player
                    if viewer == seat or player is None or table.seated(viewer).since >= over.number:
                        continue
                    heard = reasons(table, game, over, seat, MASTER, player).told
                    named = {name for each in heard if isinstance(each, Everything) for name in each.known}
                    assert named & set(game.cards(end)) <= set(game.seen(end, viewer))
                    told, silent = told + bool(heard), silent + (not heard)

    assert told, "nobody ever says anything"
    assert silent, "there is always something to say"


@STEP
@pytest.mark.parametrize("key", ["destiny", "dividha", "knights_heads"])
def test_whoever_may_explain_does(key: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: hardly anybody is to be asked who keeps all reasons, and few are left out who have some."""
    game = ALL_GAMES[key]
    monkeypatch.setattr(game, "reason", tell_all)
    found = Counter[str]()
    for case in [each for each in cases() if each[0] == key][::step]:
        for over, table in finished(case, game):
            end = over.end(game)
            seats = tuple(game.result(end).stacks)
            for seat, asker in permutations(seats, 2):
                player = table.seated(asker).player
                if player is None or table.seated(asker).since >= over.number:
                    continue
                heard = reasons(table, game, over, seat, MASTER, player)
                is_asked = game.may_explain(game.view(end, None), seat)
                found["left out"] += bool(heard.told) and not is_asked
                found["silent"] += is_asked and heard.keeps_some and not heard.told
                found["all"] += 1

    assert found["silent"] <= found["all"] / 10
    assert found["left out"] <= found["all"] / 5


@STEP
@pytest.mark.parametrize("key", ["destiny", "dividha", "knights_heads"])
def test_a_reason_that_is_told_is_the_reason_it_had(key: str, step: int) -> None:
    """TB-12: the untold part of a house player's reason changes nothing about the told one."""
    game, told = ALL_GAMES[key], 0
    for case in [each for each in cases() if each[0] == key][::step]:
        for over, _table in finished(case, game):
            end = over.end(game)
            for viewer in game.result(end).stacks:
                seen = {*game.seen(end, viewer)}
                for made, answer in answered(game, over):
                    grounds = game.grounds(made.state, made.seat, made.move, seen)
                    if grounds is None:
                        continue
                    known, offers = (
                        game.recollection(made.state, made.seat),
                        game.offers(made.state, made.seat),
                    )
                    for character in PEOPLE:
                        reason = game.reason(grounds, offers, answer, character)
                        assert reason == game.reason(known, offers, answer, character)
                        told += reason is not None

    assert told, "nobody ever says anything"


def answered(game: AnyGame, over: FinishedHand) -> Iterator[tuple[PlayedMove, Answer]]:
    """Return the answers of seats in a hand when they were asked."""
    for made in over.played(game):
        offers = () if made.seat == CHANCE_SEAT else game.offers(made.state, made.seat)
        if offers and made.move != game.departure:
            with suppress(NotOffered):
                offer, numbers = find_offer(game, made, made.move, offers)
                yield made, Answer(offer.key, numbers)


def finished(case: Case, game: AnyGame) -> Iterator[tuple[FinishedHand, AnyTable]]:
    """The hands of a random game that were played to their end, with the table as it was then."""
    table = walk(case)[-1].change.table
    for hand in play_hands(case):
        if hand.seals and hand.moves:
            over = FinishedHand(hand.number, hand.beginning, hand.moves, hand.seals)
            if not game.to_act(over.end(game)):
                yield over, table
