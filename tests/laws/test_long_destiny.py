"""Whole games, from the first field to their end, with every house rule in turn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any, Literal

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import (
    NO_FIELD,
    DestinyRules,
    DestinyState,
    FieldEmpty,
    FieldLaid,
    Reshuffled,
    Showdown,
    all_cards,
)
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.provable_chance import Draw, Seal
from games.engine.table.events import GameOver
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, BegunHand, LoggedMove, TableChange, Terms
from tests.laws.walk import random_answer, seeds

GAME: AnyGame = DESTINY
HANDS_MAX = 600
LONG = DestinyRules(limit="fixed_limit")
"""House rules with which no player is out of money soon."""
Wanted = Literal["new_field", "enough"]


@dataclass
class Game:
    """A game that is played out, and what was told of it."""

    table: AnyTable
    told: list[Any] = field(default_factory=list)
    state: Any = None
    rests: list[DestinyState] = field(default_factory=list)

    def follow(self, change: TableChange) -> None:
        """Take a change in; every move is played once more, for its events."""
        self.table = change.table
        begun = list(change.begun)
        for logged in change.moves:
            if logged.seat == CHANCE_SEAT:
                self._begin(begun.pop(0))
            self._move(logged)
        if change.table.hand is not None:
            assert change.table.hand.state == self.state
            self.rests.append(self.state)

    def _begin(self, begun: BegunHand) -> None:
        self.state = begun.state

    def _move(self, logged: LoggedMove) -> None:
        step = GAME.apply(self.state, logged.seat, logged.move)
        self.state = step.state
        self.told.extend(step.events)


@cache
def played_out(
    seats: int, rules: DestinyRules, wanted: Wanted, *, is_random: bool = False, buy_in: int = 200
) -> Game:
    """House players, or players who answer at random, until nobody can or will go on."""
    name = f"{seats} {rules} {wanted} {is_random}"
    secret, random = seeds(name), Random(name)
    terms = Terms(host=1, buy_in=buy_in, hands_max=90 if rules == LONG else HANDS_MAX)
    table = open_table(1, DESTINY, rules, terms, secret)
    for number in range(1, seats + 1):
        table = sit_down(table, DESTINY, number, f"p{number}", None).table
    game = Game(table)
    game.follow(begin(table, DESTINY, secret))
    while game.table.phase != "closed":
        if game.table.hand is None:
            game.follow(deal(game.table, DESTINY, secret))
            continue
        seat, offers = random.choice(list(open_offers(game.table, DESTINY).items()))
        if game.table.hand.state.stage == "agreeing":
            given = Answer(wanted)
        elif is_random:
            calm = tuple(offer for offer in offers if offer.key not in ("fold", "all_in"))
            given = random_answer(calm or offers, random)
        else:
            view = GAME.recollection(game.table.hand.state, seat)
            given = GAME.decide(view, offers, Draw(Seal(next(secret))))
        game.follow(answer(game.table, DESTINY, secret, seat, given))
        assert sum(each.stack for each in game.table.seats) == seats * buy_in
    return game


def count(game: Game, kind: type[Any]) -> int:
    """Return the number of events of a kind."""
    return sum(isinstance(event, kind) for event in game.told)


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (3, LONG),
        pytest.param(3, DestinyRules(), marks=pytest.mark.soak),
        pytest.param(8, DestinyRules(), marks=pytest.mark.soak),
    ],
)
def test_to_an_empty_field(seats: int, rules: DestinyRules) -> None:
    """DE-10: a game to an empty field: 25 cards were played from it, each place once."""
    game = played_out(seats, rules, "enough", is_random=rules == LONG, buy_in=2000)
    places = [
        each.place
        for event in game.told
        if isinstance(event, Showdown)
        for each in event.shown
        if each.place is not None
    ]

    assert count(game, FieldEmpty) == 1
    assert len(places) == len(set(places)) == 25
    assert count(game, FieldLaid) == 1
    assert game.table.hands < HANDS_MAX


@pytest.mark.parametrize("seats", [3, 8])
def test_to_a_single_player_with_money(seats: int) -> None:
    """DE-10: a game in which all always agree, until one has everything."""
    game = played_out(
        seats, DestinyRules(small_blind=5, big_blind=10), "new_field", is_random=True, buy_in=100
    )
    (winner,) = (event.winner for event in game.table.story if isinstance(event, GameOver))

    assert winner is not None
    assert game.table.seated(winner).stack == 100 * seats


@pytest.mark.parametrize(
    "rules",
    [
        DestinyRules(),
        DestinyRules(limit="pot_limit"),
        LONG,
        DestinyRules(jokers="above"),
        DestinyRules(jokers="below"),
        DestinyRules(short_all_in="whole_pot"),
        DestinyRules(memory_aid=True),
    ],
    ids=str,
)
def test_no_card_is_ever_lost(rules: DestinyRules) -> None:
    """DE-2, DE-5, DE-7, DE-9: at every moment field, deck and discard pile together are all the cards."""
    game = played_out(5, rules, "new_field", is_random=True)

    for state in game.rests:
        cards = [card for card in (*state.field, *state.deck, *state.discard) if card]
        assert sorted(cards) == sorted(all_cards(rules.jokers))


def test_fields_and_decks_run_out() -> None:
    """DE-9, DE-10: a long game sees more than one field, and the deck filled up again."""
    game = played_out(4, LONG, "new_field", is_random=True, buy_in=1000)

    assert count(game, FieldLaid) > 1
    assert count(game, Reshuffled) > 0
    assert all(state.deck or state.field == NO_FIELD for state in game.rests if state.stage == "first_round")


def test_a_viewer_learns_nothing_of_cards_unseen() -> None:
    """TB-11: with reshuffles, empty fields and new ones too, other unseen cards change no view."""
    game = played_out(4, LONG, "new_field", is_random=True, buy_in=1000)
    everything = all_cards("none")

    for state in game.rests[::9]:
        for viewer in (*state.order, None):
            known = DESTINY.seen(state, viewer)
            unseen = [card for card in everything if card not in known]
            places = dict(zip(unseen, reversed(unseen), strict=True))
            other = replace(state, field=_exchanged(state.field, places), deck=_exchanged(state.deck, places))
            assert DESTINY.view(other, viewer) == DESTINY.view(state, viewer)
            for seat in state.order:
                assert _keys(other, seat) == _keys(state, seat)


def _exchanged(cards: tuple[str, ...], places: dict[str, str]) -> tuple[str, ...]:
    return tuple(places.get(card, card) for card in cards)


def _keys(state: DestinyState, seat: Seat) -> list[str]:
    return [offer.key for offer in DESTINY.offers(state, seat)]
