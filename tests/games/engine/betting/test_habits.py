"""The frequency of a seat's raises: public, kept from hand to hand, and gone with its player."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from games.catalog import GAMES
from games.engine.betting.bets import HANDS_MAX, RaiseFrequency, habit, observed, without
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, NumberOffer, SplitOffer
from games.engine.table.play import answer, begin, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import Terms
from tests.games.engine.betting_script import read_hand

ANN, BOB, CYD = Seat(1), Seat(2), Seat(3)


def test_raisers_of_a_hand() -> None:
    """TB-4: bets and raises of all rounds count, with all in for more; blinds and matches do not."""
    told = "50 50 50, blinds 1 2: 3 raises to 6, 1 matches, 2 folds / 1 bets 10, 3 all in, 1 matches"

    assert read_hand(told).run().raisers == (CYD, ANN, CYD)


def test_counts_hands() -> None:
    """A hand in which a seat raised counts once, however often it raised."""
    first = observed((), (ANN, BOB), (ANN, ANN))
    second = observed(first, (BOB, CYD), (BOB,))

    assert second == (RaiseFrequency(ANN, 1, 1), RaiseFrequency(BOB, 2, 1), RaiseFrequency(CYD, 1, 0))
    assert habit(second, BOB) == RaiseFrequency(BOB, 2, 1)
    assert habit(second, Seat(4)) == RaiseFrequency(Seat(4), 0, 0)


def test_late_hands_count_for_more() -> None:
    """After a while all counts are halved, so that a new way to play is noticed."""
    before = (RaiseFrequency(ANN, HANDS_MAX - 1, HANDS_MAX - 1),)

    assert observed(before, (ANN,), ()) == (RaiseFrequency(ANN, HANDS_MAX // 2, HANDS_MAX // 2 - 1),)


def test_goes_with_the_player() -> None:
    """TB-9: a seat's habits say nothing of others."""
    assert without((RaiseFrequency(ANN, 3, 1), RaiseFrequency(BOB, 3, 2)), [ANN]) == (
        RaiseFrequency(BOB, 3, 2),
    )


def raises_once(key: str) -> tuple[Any, Any, Seat]:
    """A game, a hand of three that is over, and the one seat that bet or raised in it."""
    game, seeds = GAMES[key], (f"{number:064x}" for number in count())
    table = open_table(1, game, game.house_rules(), Terms(host=1, buy_in=100, hands_max=3), seeds)
    for number in range(1, 4):
        table = sit_down(table, game, number, f"p{number}", None).table
    table = begin(table, game, seeds).table
    raiser = None
    while table.hand is not None:
        seat, offers = next(iter(open_offers(table, game).items()))
        given = game.timeout(table.hand.state, seat)
        for offer in offers:
            if (
                raiser is None
                and isinstance(offer, NumberOffer | SplitOffer)
                and offer.key in {"bet", "raise"}
            ):
                raiser, given = seat, Answer(offer.key, (offer.least,))
        table = answer(table, game, seeds, seat, given).table
    assert table.last is not None
    assert raiser is not None
    return game, table, raiser


@pytest.mark.parametrize("key", ["destiny", "knights_heads", "dividha"])
def test_everybody_sees_it_in_the_next_hand(key: str) -> None:
    """A raiser of this hand is in its view, and in the carry; a new player in the seat starts without."""
    game, table, raiser = raises_once(key)
    due = tuple(RaiseFrequency(Seat(number), 1, int(number == raiser)) for number in (1, 2, 3))

    assert game.view(table.last.state, None).betting.raisers == (raiser,)
    assert table.carry.habits == due
    assert game.vacated(table.carry, raiser).habits == tuple(each for each in due if each.seat != raiser)
