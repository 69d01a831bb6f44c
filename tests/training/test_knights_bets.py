"""House players of Knights' Heads learn from the betting of the rules (TB-4, TB-6, KH-6 to KH-10)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.betting.bets import AllIn, Betting, BettingMove, Call, Check, Fold, Raise, share, side_pots
from games.engine.betting.rounds import act, ante, close_round, contenders, open_betting, open_round
from games.engine.core.game import Seat
from games.knights_heads.bot_player import ALL_IN, FOLD, HALF, POT, STAY, standing
from games.knights_heads.model import Stage
from training.knights_bets import LEAST, TEDIUM, Bets
from training.knights_deals import Course

ANTE = 2
STAGES: tuple[Stage, ...] = ("first_round", "second_round", "final_round")
HANDS = 300


def begun(stacks: list[int]) -> Betting:
    """Return the betting after the antes."""
    betting = open_betting([(Seat(at + 1), stack) for at, stack in enumerate(stacks)], "no_limit", ANTE)
    for seat in betting.order:
        betting = ante(betting, seat, ANTE)
    return open_round(betting, Seat(1), may_check=False)


def move(bets: Bets, action: int) -> BettingMove:
    """Return the move of an action."""
    standing_now = bets.standing
    if action == FOLD:
        return Fold()
    if action == STAY and bets.price == bets.to_match:
        return Call() if standing_now.missing else Check()
    if action == ALL_IN:
        return AllIn()
    return Raise(bets.amount(action))


def settled(betting: Betting, ranks: list[int]) -> dict[Seat, int]:
    """Return each seat's share of the pot."""
    order = contenders(betting)
    won = dict.fromkeys(betting.order, 0)
    if len(order) == 1:
        return {**won, order[0]: betting.pot}
    for pot in side_pots([(stake.seat, stake.paid) for stake in betting.stakes], order):
        best = max(ranks[seat - 1] for seat in pot.contenders)
        winners = [seat for seat in pot.contenders if ranks[seat - 1] == best]
        for seat, amount in share(pot.amount, winners).items():
            won[seat] += amount
    return won


def course(rank: int) -> Course:
    """Return a course that ends in that rank."""
    return Course((rank, rank, rank), (rank, 0, 0, 0))


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_both_agree_at_every_step(seats: int) -> None:
    """The player to act, the situation and the final amounts are the same in both at every step."""
    dice = Random(seats)
    for _ in range(HANDS):
        stacks = [dice.choice((3, 7, 20, 60, 100)) for _ in range(seats)]
        ranks = dice.sample(range(10), seats)
        bets = Bets(stacks, ANTE, [[course(rank)] for rank in ranks], dice.randrange(seats))
        betting, stage = begun(stacks), 0
        while bets.actor is not None:
            while betting.to_act is None:
                stage += 1
                betting = open_round(close_round(betting)[0], Seat(1), is_last=stage == len(STAGES) - 1)
            assert betting.to_act == bets.actor + 1
            assert standing(betting, STAGES[stage], ANTE) == bets.standing
            action = dice.choice(bets.legal)
            betting, _ = act(betting, move(bets, action))
            bets = bets.after(action)
        betting = close_round(betting)[0]
        won = settled(betting, ranks)
        ended_early = stage == 0 and len(contenders(betting)) == 1
        for seat in range(seats):
            stake = betting.stake(Seat(seat + 1))
            gained = (stake.stack + won[stake.seat] - stacks[seat]) / ANTE
            bored = TEDIUM if ended_early and seat != bets.stranger else 0
            assert bets.gains(seat) == [pytest.approx(gained - bored)]


def test_equal_hands_share() -> None:
    """Two equal hands each get their own coins back, and a better course gets all."""
    bets = Bets([10, 10], ANTE, [[course(5), course(6), course(4)], [course(5)]])

    while bets.actor is not None:
        bets = bets.after(ALL_IN if ALL_IN in bets.legal else STAY)

    assert bets.gains(0) == [0, 5, -5]
    assert bets.gains(1) == [0]


def test_house_players_bet_nothing_small() -> None:
    """A house player's raises below all in are half the pot and the pot; a stranger has one more."""
    course_now = [[course(3)], [course(3)]]
    house, stranger = Bets([100, 100], ANTE, course_now), Bets([100, 100], ANTE, course_now, stranger=0)

    # The pot is 4: the smallest bet of 2 is the price of staying, and nobody else goes all in before the
    # exchange.
    assert house.legal == [STAY]
    assert stranger.legal == [FOLD, STAY, POT, ALL_IN]
    assert [stranger.amount(action) for action in stranger.legal[1:]] == [2, 4, 98]
    assert house.after(STAY).after(STAY).legal == [STAY, HALF, POT, ALL_IN]
    assert [house.after(STAY).after(STAY).amount(action) for action in (HALF, POT)] == [4, 8]


def test_a_stranger_may_raise_by_the_least() -> None:
    """After a bet of 2, a minimum raise is one to 4; one of the pot is to 10."""
    stranger = Bets([100, 100], ANTE, [[course(3)], [course(3)]], stranger=1).after(STAY)

    assert stranger.legal == [FOLD, STAY, LEAST, POT, ALL_IN]
    assert [stranger.amount(action) for action in (LEAST, POT)] == [4, 10]


def test_house_players_like_to_see_the_exchange() -> None:
    """Issue 16: they raise once, against at least two; the last two always pay the smallest bet."""
    bets = Bets([100, 100, 100], ANTE, [[course(3)], [course(4)], [course(5)]])

    assert bets.after(STAY).legal == [FOLD, STAY, POT]
    assert bets.after(STAY).after(FOLD).legal == [STAY]
    assert bets.after(STAY).after(POT).legal == [FOLD, STAY]
    assert bets.after(STAY).after(POT).after(FOLD).legal == [FOLD, STAY]


def test_short_stacks_go_all_in() -> None:
    """If a raise of the pot would leave nothing to bet, it is all in."""
    bets = Bets([8, 8, 8], ANTE, [[course(3)], [course(4)], [course(5)]])

    assert bets.legal == [FOLD, STAY, ALL_IN]
