"""What must hold for every game, for every number of seats and every house rule.

The toy game is walked through beside those of the catalog, so that no law is empty: it
has secret cards, amounts to choose and decisions that are taken at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from random import Random
from typing import Any

import pytest

from games.dividha.model import State as Dividha
from games.dividha.tablets import Tablet
from games.engine.errors import NotOffered, NotYourTurn, OutOfRange, RuleError, Stale
from games.engine.game import HOUSE, AnyGame, Seat
from games.engine.offers import Answer, Number, Pick, Press, Split, checksum, find, take
from games.engine.play import answer, open_offers
from games.engine.table import AnyTable, facts, money
from games.engine.views import TableView, view_table
from tests.laws.toy import State as Fists
from tests.laws.walk import (
    ALL_GAMES,
    HANDS_MAX,
    MOVES_MAX,
    Case,
    Taken,
    cases,
    play_hands,
    reseeded,
    secret_seats,
    seeds,
    states_of,
    walk,
)

SOME, ALL = cases(), cases(is_thorough=True)
EVERY_CASE = pytest.mark.parametrize(
    "case",
    [*SOME, *(pytest.param(case, marks=pytest.mark.soak) for case in ALL if case not in SOME)],
    ids=lambda case: "-".join(map(str, case)),
)
SOME_STATES = pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.soak)])
AFTER = seeds("after")


@EVERY_CASE
def test_every_hand_ends(case: Case) -> None:
    """Law 1: a random game ends within a known number of moves."""
    key, _, seats = case
    table = walk(case)[-1].change.table

    assert table.phase == "closed"
    assert table.hands <= HANDS_MAX
    longest = max(len(hand.moves) for hand in play_hands(case))
    assert longest <= MOVES_MAX[key](max(seats, len(table.seats)))


@EVERY_CASE
def test_who_is_to_act_has_an_offer(case: Case) -> None:
    """Law 2: whoever is to act has an offer, nobody else has, and the timeout answers one of them."""
    game = ALL_GAMES[case[0]]
    for hand in play_hands(case):
        for state in states_of(game, hand):
            to_act = game.to_act(state)
            assert HOUSE not in to_act or len(to_act) == 1
            for seat in map(Seat, range(case[2] + 3)):
                offers = game.offers(state, seat)
                assert bool(offers) == (seat in to_act and seat != HOUSE)
                assert len({offer.key for offer in offers}) == len(offers)
                if offers:
                    mildest = game.timeout(state, seat)
                    take(find(offers, mildest.key), mildest.numbers)


@EVERY_CASE
def test_replay_gives_the_same_states(case: Case) -> None:
    """Law 3: replaying the log gives the same states."""
    game = ALL_GAMES[case[0]]
    for hand in play_hands(case):
        states = states_of(game, hand)
        for moves, state in hand.rests.items():
            assert state == states[moves]


@EVERY_CASE
def test_money_is_conserved(case: Case) -> None:
    """Law 4, TB-2: money is conserved at every step, and nothing is below zero."""
    game = ALL_GAMES[case[0]]
    paid: Counter[int | None] = Counter()
    for taken in walk(case):
        for payment in taken.change.payments:
            assert payment.amount != 0
            assert (payment.amount > 0) == (payment.reason == "buy_in")
            paid[payment.player] += payment.amount
        table = taken.change.table
        assert money(table, game) == sum(paid.values())
        assert all(each.stack >= 0 for each in table.seats)
        assert all(claim >= 0 for claim in game.claims(table.carry, None).values())


@SOME_STATES
@EVERY_CASE
def test_views_keep_secrets(case: Case, step: int) -> None:
    """Law 5, TB-11: other secrets in the House's hand and in other hands leave a view as it is."""
    game = ALL_GAMES[case[0]]
    for taken in walk(case)[::step]:
        table = taken.change.table
        for viewer in secret_seats(table):
            other = reseeded(reshuffled(table, viewer))
            assert seen(table, game, viewer) == seen(other, game, viewer)


@SOME_STATES
@EVERY_CASE
def test_views_name_only_cards_that_were_seen(case: Case, step: int) -> None:
    """Law 5, TB-11, TB-13: whatever card a view names, its viewer may have a proof of."""
    game = ALL_GAMES[case[0]]
    for taken in walk(case)[::step]:
        table = taken.change.table
        if table.hand is not None:
            deck = set(game.deck(facts(table), None))
            for viewer in secret_seats(table):
                named = strings(game.view(table.hand.state, viewer)) & deck
                assert named <= set(game.seen(table.hand.state, viewer))


@EVERY_CASE
def test_wrong_answers_are_refused(case: Case) -> None:
    """Law 6: a stale, foreign or out-of-range answer is refused and changes nothing."""
    game = ALL_GAMES[case[0]]
    for taken in walk(case)[::7]:
        table = taken.change.table
        if table.hand is not None:
            for seat, given, slip in wrong_answers(table, game):
                with pytest.raises(slip):
                    answer(table, game, AFTER, seat, given)


@EVERY_CASE
def test_old_buttons_are_stale(case: Case) -> None:
    """Law 6: what a seat was shown before it answered is stale afterwards."""
    game = ALL_GAMES[case[0]]
    for before, after in zip(walk(case), walk(case)[1:], strict=False):
        for seat, given in _shown_buttons(before, game):
            is_asked_again = _question(before.change.table, seat) == _question(after.change.table, seat)
            if after.change.table.hand is not None and not is_asked_again:
                with pytest.raises((Stale, NotOffered)):
                    answer(after.change.table, game, AFTER, seat, given)


@pytest.mark.parametrize("key", ALL_GAMES)
def test_every_game_has_a_key_of_its_own(key: str) -> None:
    """Law 8: a game goes by one name everywhere."""
    assert ALL_GAMES[key].key == key


def reshuffled(table: AnyTable, viewer: Seat | None) -> AnyTable:
    """The table with all else that this viewer may not know: the cards it has not seen change places.

    Games without cards have no secrets but the seeds; the toy's bets and the splits of tablets
    are each seat's own, too.
    """
    game = ALL_GAMES[table.game]
    hand = table.hand
    known = () if hand is None else game.seen(hand.state, viewer)
    unseen = [card for card in game.deck(facts(table), None) if card not in known]
    # One place further, so that not a single one stays where it is.
    places = dict(zip(unseen, unseen[1:] + unseen[:1], strict=True))
    if hand is not None:
        hand = replace(hand, state=_other_bets(_exchanged(hand.state, places), viewer))
    return replace(table, hand=hand, carry=_exchanged(table.carry, places))


def _exchanged(value: Any, places: Mapping[str, str]) -> Any:
    """A value with cards exchanged wherever they stand in it; itself where there are none."""
    if isinstance(value, str):
        return places.get(value, value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, tuple):
        parts = tuple(_exchanged(each, places) for each in value)
        return value if all(map(is_, parts, value)) else parts
    assert is_dataclass(value), f"cards may hide in a {type(value)}"
    before = {name: getattr(value, name) for name in _given(value.__class__)}
    after = {name: _exchanged(part, places) for name, part in before.items()}
    return value if all(map(is_, after.values(), before.values())) else replace(value, **after)  # type: ignore[type-var]


@cache
def _given(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init)


def _other_bets(state: Any, viewer: Seat | None) -> Any:
    if isinstance(state, Dividha):
        return _other_splits(state, viewer)
    if not isinstance(state, Fists) or state.is_bet:
        return state
    return replace(
        state,
        fists=tuple(
            fist if fist.seat == viewer or fist.bet is None else replace(fist, bet=fist.stack - fist.bet)
            for fist in state.fists
        ),
    )


def _other_splits(state: Dividha, viewer: Seat | None) -> Dividha:
    """What the others have on Win lies on Lose, until the pot is shared out; their usual splits for ever."""
    usual = tuple(
        each if each.seat == viewer else replace(each, percent=100 - each.percent) for each in state.usual
    )
    if state.outcome is not None:
        return replace(state, usual=usual)
    tablets = tuple(each if each.seat == viewer else _turned(each) for each in state.tablets)
    return replace(state, usual=usual, tablets=tablets)


def _turned(tablet: Tablet) -> Tablet:
    bets, trades = (
        tuple(replace(laid, win=laid.coins - laid.win) for laid in part)
        for part in (tablet.bets, tablet.trades)
    )
    return replace(tablet, bets=bets, trades=trades)


def strings(value: Any) -> set[str]:
    """All texts that stand in a value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, tuple):
        return set().union(*map(strings, value))
    if is_dataclass(value):
        return set().union(*(strings(getattr(value, name)) for name in _named(value.__class__)))
    return set()


@cache
def _named(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def seen(table: AnyTable, game: AnyGame, viewer: Seat | None) -> tuple[TableView[Any], str]:
    """All that is shown to a viewer; a commitment says nothing of its seed."""
    view = view_table(table, game, viewer)
    # Offers as text: what makes a move of an answer is a function, and no two of them are alike.
    return replace(view, questions=(), asides=None, commitment=""), repr((view.questions, view.asides))


def wrong_answers(table: AnyTable, game: AnyGame) -> list[tuple[Seat, Answer, type[RuleError]]]:
    """Answers that no seat may give to this table."""
    asked = open_offers(table, game)
    wrong: list[tuple[Seat, Answer, type[RuleError]]] = []
    for seat, offers in asked.items():
        wrong.append((seat, Answer("no such thing"), NotOffered))
        for offer in offers:
            right = random_numbers(offer)
            wrong.append((seat, Answer(offer.key, right, "000000"), Stale))
            wrong.extend((seat, Answer(offer.key, numbers), OutOfRange) for numbers in bad_numbers(offer))
    for each in table.present:
        if each.seat not in asked:
            wrong.append((each.seat, Answer("throw"), NotYourTurn))
            wrong.append((each.seat, Answer("throw", (), "000000"), Stale))
    return wrong


def random_numbers(offer: Any) -> tuple[int, ...]:
    """Numbers that the offer allows."""
    match offer:
        case Number(least=least):
            return (Random(least).choice(offer.numbers),)
        case Pick(count=count):
            return tuple(range(count))
        case Split(least=least):
            return least, offer.parts(least)[-1]
        case _:
            return ()


def bad_numbers(offer: Any) -> list[tuple[int, ...]]:
    """Numbers that it does not."""
    match offer:
        case Press():
            return [(0,), (1, 2)]
        case Number(least=least, most=most):
            odd = [(least + 1,)] if offer.is_even else []
            return [(), (least - 1,), (most + 1,), (2**63,), (least, least), *odd]
        case Pick(choices=choices, count=count):
            ordinary = tuple(range(count))
            return [(), (*ordinary, count), (-1, *ordinary[1:]), (len(choices), *ordinary[1:])]
        case Split(least=least, most=most):
            coins = offer.parts(least)[-1]
            uneven = [(least, 1)] if offer.parts(least).step > 1 else []
            beyond = [(least, coins + 1), (least, -1), (least, 0, 0), (least, 2**63)]
            return [(), (least - 1,), (most + 1,), (least - 1, 0), *beyond, *uneven]
        case _:
            raise AssertionError(offer)


def _shown_buttons(taken: Taken, game: AnyGame) -> list[tuple[Seat, Answer]]:
    table = taken.change.table
    return [
        (seat, Answer(offer.key, random_numbers(offer), checksum(offer, table.seated(seat).question)))
        for seat, offers in open_offers(table, game).items()
        for offer in offers
    ]


def _question(table: AnyTable, seat: Seat) -> int:
    return table.seated(seat).question
