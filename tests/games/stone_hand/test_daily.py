"""Stone Hand's deal of the day: junk, a hand that stands, and what keeping and throwing bring."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatedPlayer, graded
from games.engine.core.offers import find, take
from games.stone_hand.game import CLOSE, DAILY, STONE_HAND, StoneHandDeal, brings
from games.stone_hand.hands import Dice, read_dice
from games.stone_hand.model import HomeThrow, Roll, StoneHandRules


def laid(lying: Dice, rival: Dice, pay: int, throws: int = 1) -> StoneHandDeal:
    """A deal with these dice."""
    return StoneHandDeal(read_dice(lying), read_dice(rival), pay, throws)


@pytest.mark.parametrize(
    ("lying", "rival", "pay", "kept"),
    [
        ((2, 7, 8), (3, 6, 6), 3, -3),
        ((1, 2, 6), (1, 7, 8), 7, 2),
        ((1, 3, 7), (3, 4, 5), 4, -3),
        ((1, 2, 8), (2, 2, 8), 8, -2),
        ((1, 6, 8), (1, 4, 7), 8, 6),
        ((1, 3, 8), (2, 3, 8), 3, 0),
    ],
)
def test_keeping_pays_or_costs_the_pay(lying: Dice, rival: Dice, pay: int, kept: int) -> None:
    """SH-2, SH-6, SH-7: the worse hand pays, at most what either of the two scores; nobody at a tie."""
    assert brings(laid(lying, rival, pay))[0] == kept


def test_the_last_throw_stands() -> None:
    """SH-4: against a triple of ones, at a pay of 1, every throw costs about 1, and a show-up a little more.

    Of 512 throws 1 ties, 12 are show-ups, 499 lose 1; after a show-up most lose 2 or 3.
    """
    _, thrown = brings(laid((2, 5, 7), (1, 1, 1), 1))

    assert -(499 + 12 * 4) / 512 < thrown < -(499 + 12 * 1.5) / 512


def test_more_throws_are_worth_more() -> None:
    """Junk that comes again need not be kept."""
    one, two, three = (brings(laid((1, 7, 8), (2, 3, 4), 3, throws))[1] for throws in (1, 2, 3))

    assert one < two < three


@pytest.mark.parametrize("throws", [1, 2, 3])
@pytest.mark.parametrize("rival", [(4, 4, 6), (1, 1, 1), (1, 4, 7)])
def test_a_master_reckons_the_same(rival: Dice, throws: int) -> None:
    """TB-12, TB-20: at a table where the same hands lie, either answer is worth what the deal says."""
    junk: Dice = (1, 7, 8)
    players: tuple[SeatedPlayer[HomeThrow], ...] = (SeatedPlayer(Seat(1), 20), SeatedPlayer(Seat(2), 20))
    state = STONE_HAND.start(HandSetup(StoneHandRules(), players, Seat(1)), None)

    for seat, key, dice in [(1, "throw", rival), (2, "throw", junk), *[(2, "rethrow", junk)] * (3 - throws)]:
        move = take(find(STONE_HAND.offers(state, Seat(seat)), key), ())
        state = STONE_HAND.apply(state, Seat(seat), move).state
        state = STONE_HAND.apply(state, CHANCE_SEAT, Roll(dice)).state

    thought = STONE_HAND.estimate(STONE_HAND.view(state, Seat(2)), STONE_HAND.offers(state, Seat(2)))
    assert thought is not None
    worths = thought.ev["keep"], thought.ev["rethrow"]
    assert worths == pytest.approx(brings(laid(junk, rival, state.pay, throws)))


def test_the_worths_are_in_tenths() -> None:
    """Keeping brings 2 coins, which are 20 tenths."""
    deal = laid((1, 2, 6), (1, 7, 8), 7)

    assert graded(DAILY.grading(deal)) == (20, round(10 * brings(deal)[1]))


def test_a_deal_is_junk_and_a_close_choice() -> None:
    """No show-up lies there, the hand that stands has pulled the pay down, one to three throws are left."""
    chance = Random(3)
    for _ in range(40):
        deal = DAILY.deal(chance.randrange)
        kept, thrown = brings(deal)

        assert deal.lying.kind == "junk"
        assert deal.rival.kind in {"triple", "run", "pair", "junk", "empty"}
        assert deal.pay == min(8, deal.rival.score or 8)
        assert 1 <= deal.throws <= 3
        assert CLOSE[0] <= abs(kept - thrown) <= CLOSE[1]


def test_it_is_told_in_a_line() -> None:
    """It is a line for players who deal it again."""
    assert DAILY.told(laid((1, 2, 6), (1, 7, 8), 7, 2)) == "1-2-6 against 1-7-8, pay 7, throws left 2"
