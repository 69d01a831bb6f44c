"""PokerKit as an independent judge: random hands are bet in both, and must not differ.

Where its rules are others than ours, the difference is named here and looked for:

- Short blinds: PokerKit lowers what must be matched, TB-6 does not. Here all can pay them.
- Going all in beyond what anybody could match is allowed by TB-4; PokerKit refuses to raise
  where all others are all in.
- A raise after a smaller all in: TB-4 lets nobody raise again who has acted. PokerKit does
  where several small ones make up a full one, or where the small one was the round's first.
- Fixed limit: PokerKit does not count the big blind (so it is told of three raises in a first
  round with blinds), and keeps its ceiling when only two are in (TB-5).
- When all others are all in for no more than the big blind, TB-4 asks nobody; PokerKit has
  the big blind check.
- When all others have folded, TB-6 gives back what nobody matched; PokerKit the winner's whole bet.
- A fold where a check is possible is never tried: PokerKit refuses it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from pokerkit import Automation, BettingStructure, Deck, Opening, StandardHighHand, State, Street

from games.engine.betting.bets import AllIn, BettingMove, Call, Check, Fold, Limit, Raise, SeatBets, side_pots
from games.engine.betting.rounds import (
    RAISES_MAX,
    act,
    ante,
    betting_options,
    blind,
    close_round,
    contenders,
    open_betting,
    open_round,
)
from games.engine.core.game import Seat

LIMITS: list[Limit] = ["no_limit", "pot_limit", "fixed_limit"]
ROUNDS = 3
BIG_BLIND = 2


@dataclass(frozen=True)
class Setting:
    """The beginning of a random hand."""

    limit: Limit
    stacks: tuple[int, ...]
    ante: int
    has_blinds: bool

    @staticmethod
    def draw(limit: Limit, chance: random.Random) -> Setting:
        """Return short stacks, deep ones and equal ones; everybody can pay the forced bets."""
        ante, has_blinds = chance.choice([(0, True), (2, True), (2, False)])
        depth = chance.choice([8, 25, 100])
        stacks = [chance.randint(ante + BIG_BLIND, depth) for _ in range(chance.randint(2, 6))]
        return Setting(limit, tuple(stacks), ante, has_blinds)


@dataclass
class Trial:
    """A hand in both engines; the raises of the round explain why the two differ."""

    setting: Setting
    round: int = 0
    raises: list[int] = field(default_factory=list)
    """The amount added by each bet or raise of this round."""
    seen: dict[Seat, int] = field(default_factory=dict)
    """The number of raises when a seat last acted."""

    def __post_init__(self) -> None:
        """Post blinds and antes in both."""
        self.judge = _judge(self.setting)
        stacks = [(Seat(number), stack) for number, stack in enumerate(self.setting.stacks, 1)]
        betting = open_betting(stacks, self.setting.limit, BIG_BLIND)
        for seat, _ in stacks:
            betting = ante(betting, seat, self.setting.ante)
        if self.setting.has_blinds:
            small, big = (Seat(2), Seat(1)) if len(stacks) == 2 else (Seat(1), Seat(2))
            first = Seat(2 if len(stacks) == 2 else 3)
            betting = blind(blind(betting, small, 1), big, BIG_BLIND)
            self.ours = open_round(betting, first, bet_to_match=BIG_BLIND)
        else:
            self.ours = open_round(betting, Seat(1))

    def play(self, chance: random.Random) -> None:
        """Bet the whole hand, and compare at every step."""
        while True:
            while self.ours.to_act is not None:
                self._compare()
                self._do(self._choose(chance))
            if self.judge.street_index == self.round and self.judge.actor_index is not None:
                self._let_the_big_blind_check()
            self.ours, _ = close_round(self.ours)
            self.round += 1
            if self.round == ROUNDS or len(contenders(self.ours)) == 1:
                break
            self.raises, self.seen = [], {}
            self.ours = open_round(self.ours, Seat(1))
        self._compare_pots()

    def _compare(self) -> None:
        """Assert that the same seat is to act, for the same amount, with the same bounds of a raise."""
        stake, may = self._acting(), betting_options(self.ours)
        assert self.judge.actor_index == stake.seat - 1
        to_put_in = min(stake.stack, self.ours.to_match - stake.bet)
        assert self.judge.checking_or_calling_amount == to_put_in
        assert may.can_check == (to_put_in == 0)
        ours, theirs = self._bounds(), self._bounds_of_the_judge()
        if ours is None and theirs is not None:
            self._explain_why_only_the_judge_allows_a_raise(stake.seat)
        elif ours is not None and theirs is None:
            self._explain_why_only_we_allow_a_raise(stake.seat)
        else:
            assert ours == theirs

    def _choose(self, chance: random.Random) -> BettingMove:
        """Return a move that both allow."""
        may = betting_options(self.ours)
        bounds = self._bounds()
        if bounds is not None and self._bounds_of_the_judge() is not None and chance.random() < 0.5:
            least, most = bounds
            to = chance.choice([least, least, most, chance.randint(least, most)])
            return AllIn() if to == self._acting().max_bet else Raise(to)
        if may.can_check:
            return Check()
        if chance.random() < 0.25:
            return Fold()
        return Call() if may.match_amount is not None else AllIn()

    def _do(self, move: BettingMove) -> None:
        stake, before = self._acting(), self.ours.to_match
        self.ours, _ = act(self.ours, move)
        if isinstance(move, Fold):
            self.judge.fold()
        elif self.ours.to_match > before:
            self.judge.complete_bet_or_raise_to(self.ours.to_match)
            self.raises.append(self.ours.to_match - before)
        else:
            self.judge.check_or_call()
        self.seen[stake.seat] = len(self.raises)

    def _let_the_big_blind_check(self) -> None:
        assert self.round == 0
        assert self.judge.checking_or_calling_amount == 0
        assert self._bounds_of_the_judge() is None
        self.judge.check_or_call()

    def _acting(self) -> SeatBets:
        assert self.ours.to_act is not None
        return self.ours.stake(self.ours.to_act)

    def _bounds(self) -> tuple[int, int] | None:
        """Return the bounds of a raise, or of an all in if there is no other."""
        stake, may = self._acting(), betting_options(self.ours)
        if may.raise_to is not None:
            return may.raise_to.least, may.raise_to.most
        if may.all_in is not None and stake.max_bet > self.ours.to_match:
            return stake.max_bet, stake.max_bet
        return None

    def _bounds_of_the_judge(self) -> tuple[int, int] | None:
        least = self.judge.min_completion_betting_or_raising_to_amount
        most = self.judge.max_completion_betting_or_raising_to_amount
        return None if least is None or most is None else (least, most)

    def _explain_why_only_the_judge_allows_a_raise(self, seat: Seat) -> None:
        """Assert that all raises since the seat acted are small, and several or the round's first."""
        step, is_full = BIG_BLIND, []
        for added in self.raises:
            is_full.append(added >= step)
            step = max(step, added)
        since = is_full[self.seen[seat] :]
        assert since
        assert not any(since)
        assert len(since) > 1 or not any(is_full)

    def _explain_why_only_we_allow_a_raise(self, seat: Seat) -> None:
        """Assert that nobody could call it, or that the ceiling has gone because only two are in."""
        others = [stake for stake in self.ours.stakes if stake.seat != seat and not stake.has_folded]
        is_over_the_ceiling = self.ours.limit == "fixed_limit" and self.ours.raises >= RAISES_MAX
        nobody_can_match = all(stake.max_bet <= self.ours.to_match for stake in others)

        assert nobody_can_match or (is_over_the_ceiling and len(others) == 1)

    def _compare_pots(self) -> None:
        """Assert that the pots, their players and the stacks are the same."""
        assert self.judge.actor_index is None
        paid = [(stake.seat, stake.total) for stake in self.ours.stakes]
        pots = [(pot.amount, pot.contenders) for pot in side_pots(paid, contenders(self.ours))]
        judged = [(pot.amount, tuple(index + 1 for index in pot.player_indices)) for pot in self.judge.pots]
        stacks = [stake.stack for stake in self.ours.stakes]
        if len(contenders(self.ours)) > 1:
            assert pots == judged
            assert stacks == self.judge.stacks
        else:
            winner = contenders(self.ours)[0] - 1
            stacks[winner] += sum(amount for amount, _ in pots)
            judged_stacks = self.judge.stacks.copy()
            judged_stacks[winner] += sum(amount for amount, _ in judged) + self.judge.bets[winner]
            assert stacks == judged_stacks


def _judge(setting: Setting) -> State:
    structure = BettingStructure[setting.limit.upper()]
    most = RAISES_MAX if setting.limit == "fixed_limit" else None
    most_first = most - 1 if most and setting.has_blinds else most
    dealt = (Street(False, (False,), 0, False, Opening.POSITION, BIG_BLIND, most_first),)
    boards = (Street(False, (), 1, False, Opening.POSITION, BIG_BLIND, most) for _ in range(ROUNDS - 1))
    return State(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.HOLE_DEALING,
            Automation.BOARD_DEALING,
        ),
        Deck.STANDARD,
        (StandardHighHand,),
        (*dealt, *boards),
        structure,
        ante_trimming_status=True,
        raw_antes=setting.ante,
        raw_blinds_or_straddles=(1, BIG_BLIND) if setting.has_blinds else (),
        bring_in=0,
        raw_starting_stacks=setting.stacks,
        player_count=len(setting.stacks),
    )


def _try(limit: Limit, hands: int, seed: int) -> None:
    for number in range(hands):
        chance = random.Random(f"{limit}-{seed}-{number}")
        Trial(Setting.draw(limit, chance)).play(chance)


@pytest.mark.parametrize("limit", LIMITS)
def test_betting_is_judged(limit: Limit) -> None:
    """TB-4 to TB-7: random hands go as in PokerKit."""
    _try(limit, hands=200, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("limit", LIMITS)
def test_betting_is_judged_long(limit: Limit) -> None:
    """TB-4 to TB-7: thousands of random hands go as in PokerKit."""
    _try(limit, hands=10_000, seed=2)
