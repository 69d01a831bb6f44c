"""The betting of Knights' Heads for training: the rules of `games/engine/betting`, in plain lists.

A test plays both side by side. Fewer actions are legal here: the only amounts are half the pot, the pot and
all in. One seat may be a *stranger*, who learns separately and may also raise the minimum, so that house
players learn to answer amounts that they never bet themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.knights_heads.bot_player import (
    ALL_IN,
    FOLD,
    HALF,
    POT,
    RAISES_MAX,
    RAISES_MAX_BEFORE_EXCHANGE,
    STAY,
    BettingStand,
    number,
)
from training.knights_deals import Course

LEAST = 5
"""The action of a minimum raise, which only strangers have."""
WIDTH = 6
"""The number of actions."""
ROUNDS = 3
HEADS_UP = 2
CHEAP = 0.35
"""A stranger with a plan calls a price up to this share of the final pot with any cards."""
TEDIUM = 1.0
"""The antes that house players are charged in training for a hand that ends before the exchange.

For the same reason, so that hands reach the exchange, the last two players always pay the smallest bet and do
not raise before it.
"""
STRANGER = 1 << 40
"""Added to the situations of a stranger, so that it learns separately."""
_SIZES = {HALF: 0.5, POT: 1.0}


class FixedPlan(NamedTuple):
    """The fixed plan of a stranger, who from a given round on raises with strong enough cards."""

    round: int
    action: int
    raises_from: int
    """The least strength with which it raises."""
    stays_from: int
    """The least strength with which it pays more than a cheap price."""

    def choose(self, bets: Bets, strength: int) -> int:
        """Return the action by the plan."""
        legal, standing = bets.legal, bets.standing
        if bets.round >= self.round and strength >= self.raises_from:
            return self.action if self.action in legal else legal[-1]
        is_cheap = standing.missing <= CHEAP * (standing.pot + standing.missing)
        return STAY if is_cheap or strength >= self.stays_from else FOLD


class Bets:
    """A hand for training; see `training.regret.Trial`."""

    __slots__ = (
        "acted",
        "actor",
        "ante",
        "bets",
        "courses",
        "folded",
        "legal",
        "plan",
        "raises",
        "round",
        "situations",
        "stacks",
        "standing",
        "step",
        "stranger",
        "to_match",
        "totals",
    )

    actor: int | None
    legal: Sequence[int]
    situations: list[int]
    standing: BettingStand

    def __init__(
        self,
        stacks: Sequence[int],
        ante: int,
        courses: Sequence[Sequence[Course]],
        stranger: int | None = None,
        plan: FixedPlan | None = None,
    ) -> None:
        """Give each seat one or several courses that its cards may take, and take the antes."""
        self.ante, self.courses, self.stranger, self.plan = ante, courses, stranger, plan
        self.totals = [min(ante, stack) for stack in stacks]
        self.stacks = [stack - paid for stack, paid in zip(stacks, self.totals, strict=True)]
        self.folded = [False] * len(stacks)
        self._open_round(0)

    def after(self, action: int) -> Bets:
        """Return the hand after that action."""
        assert self.actor is not None
        new = object.__new__(Bets)
        new.ante, new.courses = self.ante, self.courses
        new.stranger, new.plan = self.stranger, self.plan
        new.totals, new.stacks, new.bets = self.totals.copy(), self.stacks.copy(), self.bets.copy()
        new.folded, new.acted = self.folded.copy(), self.acted.copy()
        new.round, new.raises = self.round, self.raises
        new.to_match, new.step = self.to_match, self.step
        seat = self.actor
        if action == FOLD:
            new.folded[seat] = True
        elif action == STAY and self.price == self.to_match:
            new._pay(seat, self.standing.missing)
            new.acted[seat] = True
        else:
            new._raise(seat, self.amount(action))
        new._go_on(seat + 1)
        return new

    @property
    def planned(self) -> int | None:
        """The actor's action if it is a stranger with a plan; otherwise None."""
        if self.plan is None or self.actor is None or self.actor != self.stranger:
            return None
        return self.plan.choose(self, self.courses[self.actor][0].strengths[self.round])

    def gains(self, player: int) -> list[float]:
        """Return a player's gain with each of its courses, in antes; a loss is negative."""
        totals, courses = self.totals, self.courses[player]
        staying = [seat for seat, folded in enumerate(self.folded) if not folded]
        lost = float(totals[player])
        if self.round == 0 and len(staying) == 1 and player != self.stranger:
            lost += TEDIUM * self.ante
        if self.folded[player]:
            return [-lost / self.ante] * len(courses)
        if len(staying) == 1:
            return [(sum(totals) - lost) / self.ante] * len(courses)
        won = self._won(player, staying)
        return [(each - lost) / self.ante for each in won]

    @property
    def price(self) -> int:
        """The bet that a seat has to match to stay: in the first round at least the smallest bet (KH-6)."""
        return self.to_match or (0 if self.round else self.ante)

    def amount(self, action: int) -> int:
        """Return the actor's total bet of this round after that bet or raise."""
        assert self.actor is not None
        reach = self.bets[self.actor] + self.stacks[self.actor]
        least = self.to_match + self.step
        if action == ALL_IN:
            return reach
        if action in (STAY, LEAST):
            return min(reach, least)
        owed = max(0, self.to_match - self.bets[self.actor])
        pot = sum(self.totals) + owed
        return min(reach, max(least, self.to_match + int(_SIZES[action] * pot)))

    def _open_round(self, stage: int) -> None:
        seats = len(self.stacks)
        self.round, self.raises, self.to_match, self.step = stage, 0, 0, self.ante
        self.bets, self.acted = [0] * seats, [False] * seats
        self._go_on(0)

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.totals[seat] += chips

    def _raise(self, seat: int, to: int) -> None:
        added = to - self.to_match
        self._pay(seat, to - self.bets[seat])
        if added <= 0:
            self.acted[seat] = True
            return
        self.to_match = to
        self.raises += 1
        if added >= self.step:
            self.step = added
            self.acted = [False] * len(self.acted)
        self.acted[seat] = True

    def _go_on(self, start: int) -> None:
        """Ask the next player who has a decision, or open the next round, or end the hand."""
        seats = len(self.stacks)
        self.actor = None
        if self.folded.count(False) == 1:
            return
        for place in range(start, start + seats):
            seat = place % seats
            if self._is_asked(seat):
                self.actor = seat
                self._prepare_question()
                return
        if self.round < ROUNDS - 1:
            self._open_round(self.round + 1)

    def _is_asked(self, seat: int) -> bool:
        bets, stacks, folded = self.bets, self.stacks, self.folded
        if folded[seat] or not stacks[seat] or (self.acted[seat] and bets[seat] >= self.to_match):
            return False
        own = bets[seat]
        for other, bet in enumerate(bets):
            if other != seat and (bet > own or (stacks[other] and not folded[other])):
                return True
        return False

    def _prepare_question(self) -> None:
        """Set the actor's situations and its legal actions."""
        seat, bets, stacks, totals = self.actor, self.bets, self.stacks, self.totals
        assert seat is not None
        price, stack, reach = self.price, stacks[seat], bets[seat] + stacks[seat]
        missing = min(stack, price - bets[seat])
        most = totals[seat] + stack
        staying, richest, pot, is_behind = 1, 0, totals[seat], False
        for other, total in enumerate(totals):
            if other == seat:
                continue
            pot += min(most, total)
            if not self.folded[other]:
                staying += 1
                richest = max(richest, bets[other] + stacks[other])
                if stacks[other] and not (self.acted[other] and bets[other] >= self.to_match):
                    is_behind = True
        self.standing = BettingStand(
            self.round,
            staying,
            is_behind,
            self.raises,
            missing,
            pot,
            self.ante * len(stacks),
            max(0, min(reach, richest) - max(price, bets[seat])),
        )
        first = number(self.standing, 0) + (STRANGER if seat == self.stranger else 0)
        self.situations = [first + course.strengths[self.round] for course in self.courses[seat]]
        self.legal = self._actions(seat)

    def _actions(self, seat: int) -> list[int]:
        is_stranger = seat == self.stranger
        is_tedious = self.round == 0 and self.standing.staying == HEADS_UP and self.to_match <= self.ante
        pays_anyway = is_tedious and not is_stranger
        actions = [FOLD, STAY] if self.standing.missing and not pays_anyway else [STAY]
        rest, price = self.standing.rest, self.price
        raises = self._raises(is_stranger=is_stranger)
        if not rest or self.acted[seat] or not raises:
            return actions
        # A raise of everything is the action all in; two actions for one amount would teach nothing.
        last = price
        for action in raises:
            to = self.amount(action)
            if last < to < price + rest:
                actions.append(action)
                last = to
        if self.round or is_stranger or last == price:
            actions.append(ALL_IN)
        return actions

    def _raises(self, *, is_stranger: bool) -> Sequence[int]:
        """Return the raises below all in that the actor may try; none if it may not raise at all."""
        if self.raises >= (RAISES_MAX if self.round or is_stranger else RAISES_MAX_BEFORE_EXCHANGE):
            return ()
        if is_stranger:
            return LEAST, POT
        if self.round == 0:
            return (POT,) if self.standing.staying > HEADS_UP else ()
        return (POT,) if self.raises else (HALF, POT)

    def _won(self, player: int, staying: Sequence[int]) -> list[float]:
        """Return a player's winnings with each of its courses, with side pots (TB-6)."""
        totals, courses = self.totals, self.courses
        won, floor = [0.0] * len(courses[player]), 0
        edges = sorted({totals[seat] for seat in staying})
        for edge in edges:
            if edge > totals[player]:
                break
            # Chips of folded players beyond everybody else's bets belong to the last side pot.
            ceiling = edge if edge < edges[-1] else max(totals)
            layer = sum(min(total, ceiling) - floor for total in totals if total > floor)
            others = [courses[seat][0].rank for seat in staying if seat != player and totals[seat] >= edge]
            best = max(others, default=None)
            for index, course in enumerate(courses[player]):
                if best is None or course.rank > best:
                    won[index] += layer
                elif course.rank == best:
                    won[index] += layer / (1 + others.count(best))
            floor = edge
        return won
