"""Leaving in the middle of a hand, with coins in the middle (TB-9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Self

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.betting.bets import Leave
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, SplitOffer
from games.engine.table.play import answer, begin
from games.engine.table.seating import (
    LeaveOutcome,
    leave,
    open_table,
    parting,
    send_away,
    send_home,
    sit_down,
)
from games.engine.table.table import AnyTable, EndedHand, LoggedMove, TableChange, Terms
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import KnightsRules
from tests.laws.bones import BONES, BonesRules

STAKE = 100
BETTING = [
    (DESTINY, DestinyRules()),
    (KNIGHTS_HEADS, KnightsRules()),
    (DIVIDHA, DividhaRules(limit="no_limit")),
]


class Played:
    """A real table with three people, 11, 12 and 13 in seats 1, 2 and 3, in its first hand."""

    def __init__(self, game: AnyGame, rules: Any, seed: int = 1, people: int = 3) -> None:
        self.game, self.seeds = game, _seeds(seed)
        self.moves: list[LoggedMove] = []
        self.ended: list[EndedHand] = []
        terms = Terms(host=11, buy_in=STAKE)
        self.table: AnyTable = open_table(1, game, rules, terms, self.seeds)
        for player in range(11, 11 + people):
            self.takes(sit_down(self.table, game, player, f"p{player}", None))
        self.takes(begin(self.table, game, self.seeds))

    @property
    def state(self) -> Any:
        """The hand under way."""
        assert self.table.hand is not None
        return self.table.hand.state

    @property
    def turn(self) -> Seat:
        """The seat to act, the first of them."""
        return min(self.game.to_act(self.state))

    def answers(self, seat: Seat, key: str, *numbers: int) -> Self:
        """A seat answers."""
        return self.takes(answer(self.table, self.game, self.seeds, seat, Answer(key, numbers)))

    def goes_all_in(self, seat: Seat) -> Self:
        """Put all that a seat has into the middle, with or without another's chips there."""
        offers = {each.key: each for each in self.game.offers(self.state, seat)}
        if self.game is DESTINY and "raise" in offers:
            # All in is only a pledge there (DE-11).
            return self.answers(seat, "raise", STAKE)
        offer = offers["all_in" if "all_in" in offers else "match"]
        return self.answers(seat, offer.key, *([offer.least] if isinstance(offer, SplitOffer) else []))

    def puts_all_in(self) -> Seat:
        """Go all in with the seat to act and the next one, and fold the third; return the first."""
        first = self.turn
        self.goes_all_in(first).goes_all_in(self.turn).answers(self.turn, "fold")
        return first

    def leaves(self, seat: Seat) -> Self:
        """Make the player in that seat leave."""
        player = self.table.seated(seat).player
        assert player is not None
        return self.takes(leave(self.table, self.game, player, self.seeds))

    def plays_mildly(self) -> Self:
        """Run the time out for each asked seat, until the hand is over."""
        while self.table.hand is not None:
            seat = self.turn
            given = self.game.timeout(self.state, seat)
            self.takes(answer(self.table, self.game, self.seeds, seat, given))
        return self

    def takes(self, change: TableChange) -> Self:
        """Apply a change, as the tavern would store it."""
        self.table = change.table
        self.moves.extend(change.moves)
        self.ended.extend(change.ended)
        return self


@pytest.mark.parametrize(("game", "rules"), BETTING, ids=lambda each: getattr(each, "key", ""))
def test_whoever_is_all_in_loses_nothing_by_leaving(game: AnyGame, rules: Any) -> None:
    """TB-9: nothing is folded; the hand is played to its end as for one whose time runs out."""
    won = 0
    for seed in range(1, 9):
        stays, goes = Played(game, rules, seed), Played(game, rules, seed)
        seat = goes.puts_all_in()
        assert stays.puts_all_in() == seat
        goes.leaves(seat)
        stays.plays_mildly()
        goes.plays_mildly()
        assert goes.ended[0].stacks == stays.ended[0].stacks
        assert sum(goes.ended[0].stacks.values()) == 3 * STAKE
        assert goes.table.seated(seat).standing == "gone"
        assert goes.table.seated(seat).home == goes.ended[0].stacks[seat]
        won += goes.ended[0].stacks[seat] > STAKE
    assert won


@pytest.mark.parametrize(("game", "rules"), BETTING, ids=lambda each: getattr(each, "key", ""))
def test_what_leaving_comes_to(game: AnyGame, rules: Any) -> None:
    """TB-9: the coins in the middle, and that the hand is folded, or played on for a player who is all in."""
    at = Played(game, rules)
    state = at.state
    for seat in (Seat(1), Seat(2), Seat(3)):
        laid = STAKE - game.stacks(state)[seat]
        assert parting(at.table, game, seat) == LeaveOutcome(laid, "folded")
    # The first seat left of the dealer in Destiny has the small blind of 1; the ante of the others is 2.
    assert sum(STAKE - stack for stack in game.stacks(state).values()) == (3 if game is DESTINY else 6)

    first = at.puts_all_in()
    matched, folded = _others(at, first)

    assert parting(at.table, game, first) == LeaveOutcome(STAKE, "all_in")
    assert parting(at.table, game, matched) == LeaveOutcome(STAKE, "all_in")
    assert parting(at.table, game, folded) is None
    at.leaves(first)
    assert parting(at.table, game, first) is None


def test_a_pledge_is_all_in_for_its_round_alone() -> None:
    """TB-9, DE-11: a pledge of 2 with 98 left; once the round is over there are 98 to decide about."""
    at = Played(DESTINY, DestinyRules())
    first = at.turn
    at.answers(first, "all_in")

    assert parting(at.table, DESTINY, first) == LeaveOutcome(2, "all_in")

    at.answers(at.turn, "match").answers(at.turn, "check")

    assert at.state.stage == "looking"
    assert parting(at.table, DESTINY, first) == LeaveOutcome(2, "folded")


def test_a_leaver_who_pledged_is_not_folded() -> None:
    """TB-9, DE-11: they match what is raised later in the round, though they have gone."""
    at = Played(DESTINY, DestinyRules())
    first = at.turn
    at.answers(first, "all_in").leaves(first).answers(at.turn, "raise", 20)
    stake = at.state.betting.stake(first)

    assert (stake.total, stake.stack, stake.has_folded) == (20, 80, False)


def test_a_leaver_has_no_vote_once_the_pot_is_shared_out() -> None:
    """TB-9, DV-14: a leaver who was all in and won is not asked about the next ante, and the hand is over."""
    for seed in range(1, 20):
        at = Played(DIVIDHA, DividhaRules(limit="no_limit", ante=4), seed)
        first = at.puts_all_in()
        folded = next(seat for seat in at.state.order if DIVIDHA.is_out(at.state, seat))
        at.answers(folded, "wish_lower", 2).leaves(first).plays_mildly()
        if at.ended[0].stacks[first] > STAKE:
            assert [each.move for each in at.moves if each.seat == first][-1] == Leave()
            return
    raise AssertionError


def voting(*, sends: str) -> Played:
    """A hand of Dividha after which all are asked about the ante, and seat 3 is sent before or after that."""
    at = Played(DIVIDHA, DividhaRules(ante=4))
    people = {each.seat: each.player or 0 for each in at.table.seats}
    at.answers(Seat(1), "wish_lower", 2)
    if sends == "before":
        at.takes(send_away(at.table, DIVIDHA, at.seeds, at.table.terms.host, people[Seat(3)]))
    while at.table.hand is not None and at.state.stage != "agreeing":
        at.answers(at.turn, "fold")
    if sends == "home":
        at.takes(send_home(at.table, DIVIDHA, people[Seat(3)], at.seeds))
    elif sends == "after":
        at.takes(send_away(at.table, DIVIDHA, at.seeds, at.table.terms.host, people[Seat(3)]))
    return at


@pytest.mark.parametrize("sends", ["before", "after", "home"])
def test_who_is_sent_home_has_no_vote(sends: str) -> None:
    """DV-14, TB-16, TB-23: a host's or manager's removal takes it, before the vote or during it."""
    at = voting(sends=sends)
    assert DIVIDHA.to_act(at.state) == {2}

    at.answers(Seat(2), "lower")

    assert at.table.hand is None
    assert at.table.carry is not None
    assert at.table.carry.risen == 2 - 4
    assert at.table.seated(Seat(3)).standing == "gone"


def test_who_stays_is_asked() -> None:
    """DV-14: without that all who played have a vote."""
    assert DIVIDHA.to_act(voting(sends="").state) == {2, 3}


def test_a_round_of_dice_is_played_for_who_leaves() -> None:
    """TB-9, SH-13: nothing lies in the middle, and the round is played to its end for them."""
    at = Played(BONES, BonesRules())
    assert parting(at.table, BONES, Seat(2)) == LeaveOutcome(0, "played")


def _others(at: Played, first: Seat) -> tuple[Seat, Seat]:
    """Return the seats that called and folded."""
    others = [each.seat for each in at.table.seats if each.seat != first]
    folded = next(seat for seat in others if at.game.is_out(at.state, seat))
    return next(seat for seat in others if seat != folded), folded


def _seeds(first: int) -> Iterator[str]:
    return (f"{number:064x}" for number in count(1000 * first))
