"""The laws of every hand that is bet by the offers, whatever is pressed."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.betting.bets import Betting, BettingEvent, BettingMove, Limit, side_pots
from games.engine.betting.rounds import (
    act,
    ante,
    bet_ceiling,
    blind,
    close_round,
    contenders,
    leave,
    offers,
    open_betting,
    open_round,
    passive_answer,
)
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, find, take
from storage.db.codec import Codec

BETTINGS: Codec[Betting] = Codec(Betting)
MOVES: Codec[BettingMove] = Codec(BettingMove)
EVENTS: Codec[BettingEvent] = Codec(BettingEvent)
LAW = settings(max_examples=60, deadline=None)
ACTIONS_MAX = 200
"""More than a round of six with these stacks can take."""


def begun(data: st.DataObject) -> Betting:
    """A hand with antes or blinds, some of them short."""
    stacks = data.draw(st.lists(st.integers(1, 40), min_size=2, max_size=6))
    limit: Limit = data.draw(st.sampled_from(["no_limit", "pot_limit", "fixed_limit"]))
    seated = [(Seat(number), stack) for number, stack in enumerate(stacks, 1)]
    betting = open_betting(
        seated, limit, 2, is_pledging=data.draw(st.booleans()), dead=data.draw(st.integers(0, 3))
    )
    for seat, _ in seated:
        betting = ante(betting, seat, data.draw(st.sampled_from([0, 2])))
    if data.draw(st.booleans()):
        return open_round(blind(blind(betting, Seat(1), 1), Seat(2), 2), Seat(1), bet_to_match=2)
    return open_round(betting, Seat(1), may_check=data.draw(st.booleans()))


def press(data: st.DataObject, betting: Betting) -> tuple[Betting, BettingMove, tuple[BettingEvent, ...]]:
    """Take up one of the offers, at one of its bounds or marks."""
    has_purse = data.draw(st.booleans())
    offer = data.draw(st.sampled_from(offers(betting, ceiling=bet_ceiling(betting) if has_purse else None)))
    numbers: tuple[int, ...] = ()
    if isinstance(offer, NumberOffer):
        numbers = (data.draw(st.sampled_from([offer.least, offer.most, *offer.marks])),)
    move = take(offer, numbers)
    acted, events = act(betting, move)
    return acted, move, events


def chips(betting: Betting) -> int:
    """All chips of the hand."""
    return betting.pot + sum(stake.stack for stake in betting.stakes)


@LAW
@given(data=st.data())
def test_round(data: st.DataObject) -> None:
    """TB-2, TB-4: no chip comes or goes, every round ends, and then all who can have matched."""
    betting = begun(data)
    before = chips(betting)
    for _ in range(ACTIONS_MAX):
        if betting.to_act is None:
            break
        assert betting.stake(betting.to_act).can_bet
        betting, _, _ = press(data, betting)
        assert chips(betting) == before
        assert all(stake.stack >= 0 for stake in betting.stakes)

    assert betting.to_act is None
    able = [stake for stake in betting.stakes if stake.can_bet]
    if len(able) > 1:
        assert {stake.bet for stake in able} == {betting.to_match}


@LAW
@given(data=st.data())
def test_pots(data: st.DataObject) -> None:
    """TB-6: each chip lies with those who reached it, or else with those who reached the one below."""
    betting = begun(data)
    while betting.to_act is not None:
        if data.draw(st.integers(0, 9)) == 0:
            betting, _ = leave(betting, data.draw(st.sampled_from(contenders(betting))))
        else:
            betting, _, _ = press(data, betting)
    betting, _ = close_round(betting)
    paid = {stake.seat: stake.total for stake in betting.stakes}
    expected: defaultdict[tuple[Seat, ...], int] = defaultdict(int)
    reached = contenders(betting)
    for level in range(max(paid.values())):
        reached = tuple(seat for seat in contenders(betting) if paid[seat] > level) or reached
        expected[reached] += sum(amount > level for amount in paid.values())
    pots = side_pots(list(paid.items()), contenders(betting), betting.dead)

    assert sum(pot.amount for pot in pots) == betting.pot
    assert {pot.contenders: pot.amount - (0 if pot.floor else betting.dead) for pot in pots} == (
        expected or {contenders(betting): 0} if pots else {}
    )
    assert all(low.ceiling == high.floor for low, high in pairwise(pots))


@LAW
@given(data=st.data())
def test_written_and_read(data: st.DataObject) -> None:
    """F-51: betting, moves and events outlive a restart."""
    betting = begun(data)
    while betting.to_act is not None:
        betting, move, events = press(data, betting)
        assert MOVES.decode(MOVES.encode(move)) == move
        assert [EVENTS.decode(EVENTS.encode(event)) for event in events] == list(events)
        assert BETTINGS.decode(BETTINGS.encode(betting)) == betting


@LAW
@given(data=st.data())
def test_mildest_is_offered(data: st.DataObject) -> None:
    """TB-8: a player who is to act can be played for, and then puts in nothing."""
    betting = begun(data)
    while betting.to_act is not None:
        move = take(find(offers(betting), passive_answer(betting)), ())
        acted, _ = act(betting, move)
        assert acted.pot == betting.pot
        betting, _, _ = press(data, betting)
