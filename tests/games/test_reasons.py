"""A house player's reasons: told if its cards were shown, and never otherwise (TB-11, TB-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.bot_characters import Reasons, reasons
from games.destiny.bot_player import REASONS
from games.destiny.model import DestinyRules
from games.dividha.model import DividhaCarry
from games.engine.core.characters import MASTER
from games.engine.core.game import Seat
from games.tools.replay import FinishedHand
from tests.games.destiny import played as destiny
from tests.games.dividha import played as dividha
from tests.games.knights_heads import played as knights_heads
from tests.games.retold import PEOPLE, finished, table_of
from tests.games.scripted import Scripted
from tests.laws.toy import FISTS
from tests.laws.walk import play_hands, walk

CASE = (FISTS.key, 0, 2)
SEATS = (Seat(1), Seat(2), Seat(3))


def heard(hand: Scripted[Any, Any], seat: Seat) -> list[tuple[str, ...]]:
    """Return the reasons of a seat that each of the two others is told."""
    table, over = table_of(hand), finished(hand)
    return [
        tuple(why.template for why in reasons(table, hand.game, over, seat, MASTER, player).told)
        for player, own in zip(PEOPLE, SEATS, strict=True)
        if own != seat
    ]


@pytest.mark.parametrize("play", [destiny.showdown, knights_heads.showdown])
def test_who_showed_its_cards_says_why(play: Callable[[], Scripted[Any, Any]]) -> None:
    """Whatever was decided in a hand that all have seen is explained, once, to both others alike."""
    for seat in SEATS:
        one, other = heard(play(), seat)

        assert one == other
        assert one


def test_who_keeps_something_says_so() -> None:
    """TB-11: two folded and keep why; the last one was asked nothing; at a showdown nobody keeps anything."""
    folded, shown = knights_heads.last_standing(), knights_heads.showdown()
    out = [folded.game.is_out(folded.state, seat) for seat in SEATS]

    assert [keeps(folded, seat) for seat in SEATS] == out
    assert [keeps(shown, seat) for seat in SEATS] == [False] * 3


def keeps(hand: Scripted[Any, Any], seat: Seat) -> bool:
    """Return True if a seat has reasons that it keeps secret, before the next one."""
    asker = PEOPLE[seat % len(PEOPLE)]
    return reasons(table_of(hand), hand.game, finished(hand), seat, MASTER, asker).keeps_some


@pytest.mark.parametrize("play", [knights_heads.last_standing, dividha.left_alone])
def test_who_showed_nothing_says_nothing(play: Callable[[], Scripted[Any, Any]]) -> None:
    """A hand that was folded, or won without a showdown, stays its owner's."""
    assert [heard(play(), seat) for seat in SEATS] == [[(), ()]] * 3


@pytest.mark.parametrize(
    "play",
    [
        destiny.showdown,
        destiny.later,
        knights_heads.showdown,
        knights_heads.last_standing,
        dividha.left_alone,
    ],
)
def test_who_has_nothing_to_say_is_not_asked(play: Callable[[], Scripted[Any, Any]]) -> None:
    """TB-12: from what all can see follows whether a seat could give a reason."""
    hand = play()
    public = hand.game.view(hand.state, None)

    assert [hand.game.may_explain(public, seat) for seat in SEATS] == [
        any(heard(play(), seat)) for seat in SEATS
    ]


def test_with_the_demons_wager_there_is_something_to_say() -> None:
    """DV-18: a bet before there are cards rests on none, after any fold."""
    hand = dividha.left_alone()
    public = hand.game.view(hand.state, None)
    wager = replace(public, rules=replace(public.rules, demons_wager=True))

    assert [hand.game.may_explain(each, Seat(1)) for each in (public, wager)] == [False, True]


def test_a_card_of_earlier_hands_stays_secret() -> None:
    """DE-12: seat 1 knows a card that still lies there face down: it says why it looked, and no odds."""
    assert heard(destiny.later(), Seat(1)) == [(REASONS["look"].template,)] * 2
    assert all(heard(destiny.later(), Seat(2)))


def test_nobody_explains_leaving() -> None:
    """Leaving is nobody's decision about the cards: there is one reason for all that came before it."""
    assert [len(told) for told in heard(destiny.leaving_after_folding(), Seat(3))] == [1, 1]


def test_nobody_explains_a_wish_for_a_new_field() -> None:
    """DE-10: the wish to go on is no matter of cards: a refusal says no more than the others."""
    for seat in SEATS:
        assert heard(destiny.agreed(), seat) == heard(destiny.refused(), seat)


def test_nobody_explains_what_was_not_asked() -> None:
    """A wish of one's own for a lower ante (DV-14) belongs to no question, and changes no reason."""
    without, wishing = (
        dividha.Kept(100, 100, 100, carry=DividhaCarry(Seat(1), 5, 2, (), ())) for _ in range(2)
    )
    wishing.answers(3, "wish_lower 2")
    one, other = (
        heard(dividha.to_the_end(each.checks_to("showdown")), Seat(3)) for each in (without, wishing)
    )

    assert one == other
    assert all(one)


def test_what_may_not_be_told_again_hides_reasons_too() -> None:
    """DE-12: seat 1 looked at the card of A1 before, and without the memory aid isn’t reminded."""
    hand = destiny.Later(destiny.lying(20, 3), DestinyRules(memory_aid=False))
    hand.checks_down().plays("- -", "A1 A2", "- -").checks_down()
    table, over, looker = table_of(hand), finished(hand), hand.state.order[1]
    later = replace(table, carry=hand.game.result(hand.state).carry)
    told, cut = (reasons(each, hand.game, over, looker, MASTER, PEOPLE[0]).told for each in (table, later))

    assert looker != 1
    assert len(cut) < len(told)


def test_a_game_without_reasons_gives_none() -> None:
    """A game's missing reasons are told to no player."""
    table = walk(CASE)[-1].change.table
    hand = next(each for each in play_hands(CASE) if each.seals and each.moves)
    over = FinishedHand(hand.number, hand.beginning, hand.moves, hand.seals)
    seats = tuple(FISTS.result(over.end(FISTS)).stacks)

    assert FISTS.may_explain(FISTS.view(over.end(FISTS), None), seats[0])
    assert [reasons(table, FISTS, over, seat, MASTER, 1) for seat in seats] == [
        Reasons((), keeps_some=False)
    ] * len(seats)
