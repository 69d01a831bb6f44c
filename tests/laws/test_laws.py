"""The laws of every game, for every number of seats and every house rule.

Two toy games are walked through beside those of the catalog, so that no law is empty: one has secret
cards and numbers, and decisions that are taken at the same time; the other a pool, points and no cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from re import fullmatch
from typing import Any

import pytest

from games.engine.core.errors import NotOffered, NotYourTurn, OutOfRange, RuleError, Stale
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from games.engine.core.offers import (
    KEY,
    Action,
    Answer,
    NumberAction,
    NumberOffer,
    Offer,
    PickAction,
    PickOffer,
    PlainAction,
    PlainOffer,
    SplitAction,
    SplitOffer,
    checksum,
    find,
    take,
)
from games.engine.table.play import answer, call_off, open_offers
from games.engine.table.seating import close, leave
from games.engine.table.table import AnyTable, TableRecap, money
from tests.games.luck import Luck
from tests.laws.asked import EVERY_GAME, of_every
from tests.laws.secrecy import check_buttons, check_possible_states, check_proofs, check_secrecy
from tests.laws.walk import (
    ALL_GAMES,
    ALL_RECORDS,
    HANDS_MAX,
    Case,
    Taken,
    cases,
    few_cases,
    named,
    play_hands,
    random_answer,
    secret_seats,
    seeds,
    states_of,
    walk,
)
from tests.soak import some_now


def every_case(keys: Iterable[str]) -> list[Any]:
    """Some now, and all in the soak."""
    return some_now(cases(keys, is_thorough=True), few_cases(keys))


EVERY_CASE = of_every("case", every_case, named)
SOME_STATES = pytest.mark.parametrize("step", [24, pytest.param(1, marks=pytest.mark.soak)])
AFTER = seeds("after")


def declares(action: Action, offer: Offer[Any]) -> bool:
    """Return True if the declaration covers the offer."""
    if action.key != offer.key:
        return False
    match action, offer:
        case (PlainAction(), PlainOffer()) | (NumberAction(), NumberOffer()):
            return True
        case PickAction(count=count, most=most), PickOffer(choices=choices):
            return offer.count == count and len(choices) <= most
        case SplitAction(is_ranged=is_ranged), SplitOffer():
            return is_ranged or offer.least == offer.most
        case _:
            return False


def moments(case: Case, step: int) -> tuple[Taken, ...]:
    """One in so many, and of a short game five in all."""
    taken = walk(case)
    return taken[:: min(step, 1 + len(taken) // 5)]


@EVERY_CASE
def test_every_hand_ends(case: Case) -> None:
    """Law 1: a random game ends within a known number of moves."""
    key, _, seats = case
    table = walk(case)[-1].change.table

    assert table.phase == "closed"
    assert table.hands <= HANDS_MAX
    longest = max(len(hand.moves) for hand in play_hands(case))
    once, each_seat = ALL_RECORDS[key].moves_max
    assert longest <= once + each_seat * max(seats, len(table.seats))


@EVERY_CASE
def test_who_is_to_act_has_an_offer(case: Case) -> None:
    """Law 2: a player who is to act has an offer that its game declares; the timeout answers one of them."""
    game = ALL_GAMES[case[0]]
    for hand in play_hands(case):
        for state in states_of(game, hand):
            to_act = game.to_act(state)
            assert CHANCE_SEAT not in to_act or len(to_act) == 1
            for seat in map(Seat, range(case[2] + 3)):
                offers = game.offers(state, seat)
                assert bool(offers) == (seat in to_act and seat != CHANCE_SEAT)
                assert len({offer.key for offer in offers}) == len(offers)
                assert all(sum(declares(each, offer) for each in game.actions) == 1 for offer in offers)
                assert all(fullmatch(KEY, offer.key) for offer in (*offers, *game.asides(state, seat)))
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


@EVERY_CASE
def test_nobody_escapes_a_hand(case: Case) -> None:
    """TB-9, TB-10, SH-13: neither leaving nor closing pays anything out before the hand is over."""
    game = ALL_GAMES[case[0]]
    for taken in walk(case)[::5]:
        table = taken.change.table
        if table.hand is None:
            continue
        closing = close(table, game, 1)
        assert closing.payments == ()
        assert replace(closing.table, closing=table.closing) == table
        seated = [table.seated(seat) for seat in table.hand.seats]
        for each in seated:
            if each.player is not None and each.standing in ("in", "away"):
                left = leave(table, game, each.player, AFTER)
                assert left.ended or left.payments == ()


@EVERY_CASE
def test_a_hand_that_is_called_off_never_was(case: Case) -> None:
    """TB-10: all have what they began it with, whenever it is called off."""
    game = ALL_GAMES[case[0]]
    for taken in walk(case)[::5]:
        table = taken.change.table
        if table.hand is None:
            continue
        before = {seat: table.seated(seat).stack for seat in table.hand.seats}
        change = call_off(table, game, AFTER, 99, "spilt ale")
        assert change.ended[-1].stacks == before
        assert money(change.table, game) == money(table, game) + sum(each.amount for each in change.payments)


@SOME_STATES
@EVERY_CASE
def test_every_offer_can_be_a_button(case: Case, step: int) -> None:
    """Law 2: a button's content is read back as the same answer, and taken."""
    game = ALL_GAMES[case[0]]
    for taken in moments(case, step):
        check_buttons(taken.change.table, game)


@SOME_STATES
@EVERY_CASE
def test_secrets_are_kept(case: Case, step: int) -> None:
    """Law 5, TB-11: nobody is shown, offered or told anything that depends on what they may not know."""
    game, luck = ALL_GAMES[case[0]], Luck(repr(case))
    for taken in moments(case, step):
        check_secrecy(taken.change.table, game, luck)


@EVERY_CASE
def test_records_keep_no_secret(case: Case) -> None:
    """Law 5, TB-10, TB-19, TN-40: a hand's entries in records and recaps rest on shown cards only."""
    game, luck = ALL_GAMES[case[0]], Luck(repr(case))
    for hand in play_hands(case):
        end: Any = states_of(game, hand)[-1]
        if not game.to_act(end):
            other = game.sample_possible_state(end, None, luck)
            deeds, stacks = game.hand_stats(end), game.result(end).stacks
            assert (game.hand_stats(other), game.result(other).stacks) == (deeds, stacks)
            assert TableRecap().after(1, stacks, game.hand_stats(other)) == TableRecap().after(
                1, stacks, deeds
            )


@EVERY_CASE
def test_proofs_are_of_cards_that_were_seen(case: Case) -> None:
    """Law 5, TB-11, TB-13: nobody may have a proof of a card that stood in none of their views."""
    check_proofs(case, ALL_GAMES[case[0]])


@EVERY_GAME
def test_every_secret_could_be_another(key: str) -> None:
    """Law 5, TB-11: the laws above try all that a game hides, in each hand, and nothing that it shows."""
    check_possible_states(few_cases([key]), ALL_GAMES[key])


@EVERY_GAME
def test_what_could_be_can_be_played(key: str) -> None:
    """Law 5: a possible state of a viewer is a hand like any other, and comes to an end."""
    game, luck, random = ALL_GAMES[key], Luck(key), Random(key)
    for case in few_cases([key])[::5]:
        for table in (taken.change.table for taken in walk(case)[::24]):
            if table.hand is not None:
                state = game.sample_possible_state(table.hand.state, random.choice(secret_seats(table)), luck)
                result = game.result(play_on(game, state, random, luck))
                stacks = {each.seat: each.stack for each in table.seats}
                lying = sum(game.claims(table.carry, None).values())
                began = sum(stacks[seat] for seat in result.stacks) + lying
                assert sum(result.stacks.values()) + sum(game.claims(result.carry, None).values()) == began


def play_on(game: AnyGame, state: Any, random: Random, luck: Luck) -> Any:
    """A hand at its end, answered at random."""
    while asked := game.to_act(state):
        seat = random.choice(sorted(asked))
        if seat == CHANCE_SEAT:
            move = game.chance_move(state, luck)
        else:
            offers = game.offers(state, seat)
            given = random_answer(offers, random)
            move = take(find(offers, given.key), given.numbers)
        state = game.apply(state, seat, move).state
    return state


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
    """Law 6: an offer of before an answer is stale afterwards."""
    game = ALL_GAMES[case[0]]
    for before, after in zip(walk(case), walk(case)[1:], strict=False):
        for seat, given in _shown_buttons(before, game):
            is_asked_again = _question(before.change.table, seat) == _question(after.change.table, seat)
            if after.change.table.hand is not None and not is_asked_again:
                with pytest.raises((Stale, NotOffered)):
                    answer(after.change.table, game, AFTER, seat, given)


@EVERY_GAME
def test_every_game_has_a_key_of_its_own(key: str) -> None:
    """Law 8: a game goes by one name everywhere."""
    assert ALL_GAMES[key].key == key


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
        case NumberOffer(least=least):
            return (Random(least).choice(offer.numbers),)
        case PickOffer(count=count):
            return tuple(range(count))
        case SplitOffer(least=least):
            return least, offer.parts(least)[-1]
        case _:
            return ()


def bad_numbers(offer: Any) -> list[tuple[int, ...]]:
    """Numbers that it does not."""
    match offer:
        case PlainOffer():
            return [(0,), (1, 2)]
        case NumberOffer(least=least, most=most):
            odd = [(least + 1,)] if offer.is_even else []
            return [(), (least - 1,), (most + 1,), (2**63,), (least, least), *odd]
        case PickOffer(choices=choices, count=count):
            ordinary = tuple(range(count))
            return [(), (*ordinary, count), (-1, *ordinary[1:]), (len(choices), *ordinary[1:])]
        case SplitOffer(least=least, most=most):
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


@EVERY_CASE
def test_turns_are_counted_up(case: Case) -> None:
    """Law 2: a turn keeps its number through all of its questions, and no later one has it again (DV-19)."""
    game = ALL_GAMES[case[0]]
    for hand in play_hands(case):
        turns = [state.turn for state in states_of(game, hand)]  # type: ignore[attr-defined]

        assert turns == sorted(turns)
