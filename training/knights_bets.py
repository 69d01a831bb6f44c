"""The betting of Knights' Heads for training: the rules of `games/engine/betting`, in plain lists.

A test plays both side by side. The legal actions are fewer here: of all amounts only half the pot, the pot
and all in. One seat may be a *stranger*, who learns separately and may also raise the minimum: so house
players learn to answer amounts that they never bet.
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
"""A minimum raise, an action of strangers only."""
WIDTH = 6
ROUNDS = 3
HEADS_UP = 2
CHEAP = 0.35
"""The share of the final pot up to which a price is cheap to a stranger with a plan."""
TEDIUM = 1.0
"""The antes that house players subjectively lose by a hand without an exchange.

They like to see an exchange: so the last two always pay the smallest bet, and do not raise before it.
"""
STRANGER = 1 << 40
"""Added to the situations of a stranger, who learns for itself."""
_SIZES = {HALF: 0.5, POT: 1.0}


class FixedPlan(NamedTuple):
    """A stranger with a fixed plan: from a given round on it raises with strong enough cards."""

    round: int
    action: int
    raises_from: int
    """The least strength with which it raises."""
    stays_from: int
    """The least strength with which it pays more than a cheap price."""

    def choose(self, bets: Bets, strength: int) -> int:
        """Return the action of the plan."""
        legal, stands = bets.legal, bets.standing
        if bets.round >= self.round and strength >= self.raises_from:
            return self.action if self.action in legal else legal[-1]
        is_cheap = stands.missing <= CHEAP * (stands.pot + stands.missing)
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
        """Deal to each seat one or several courses that it may have, and take the antes."""
        self.ante, self.courses, self.stranger, self.plan = ante, courses, stranger, plan
        self.totals = [min(ante, stack) for stack in stacks]
        self.stacks = [stack - paid for stack, paid in zip(stacks, self.totals, strict=True)]
        self.folded = [False] * len(stacks)
        self._open(0)

    def after(self, action: int) -> Bets:
        """Return the hand after that action."""
        assert self.actor is not None
        done = object.__new__(Bets)
        done.ante, done.courses = self.ante, self.courses
        done.stranger, done.plan = self.stranger, self.plan
        done.totals, done.stacks, done.bets = self.totals.copy(), self.stacks.copy(), self.bets.copy()
        done.folded, done.acted = self.folded.copy(), self.acted.copy()
        done.round, done.raises = self.round, self.raises
        done.to_match, done.step = self.to_match, self.step
        seat = self.actor
        if action == FOLD:
            done.folded[seat] = True
        elif action == STAY and self.asked == self.to_match:
            done._put(seat, self.standing.missing)
            done.acted[seat] = True
        else:
            done._raise(seat, self.amount(action))
        done._go_on(seat + 1)
        return done

    @property
    def planned(self) -> int | None:
        """The actor's action by its plan; None without a plan."""
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
    def asked(self) -> int:
        """The bet that a seat has to reach to stay: in the first round at least the smallest bet (KH-6)."""
        return self.to_match or (0 if self.round else self.ante)

    def amount(self, action: int) -> int:
        """Return the actor's bet of this round after a bet or raise."""
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

    def _open(self, stage: int) -> None:
        seats = len(self.stacks)
        self.round, self.raises, self.to_match, self.step = stage, 0, 0, self.ante
        self.bets, self.acted = [0] * seats, [False] * seats
        self._go_on(0)

    def _put(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.totals[seat] += chips

    def _raise(self, seat: int, to: int) -> None:
        added = to - self.to_match
        self._put(seat, to - self.bets[seat])
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
                self._look()
                return
        if self.round < ROUNDS - 1:
            self._open(self.round + 1)

    def _is_asked(self, seat: int) -> bool:
        bets, stacks, folded = self.bets, self.stacks, self.folded
        if folded[seat] or not stacks[seat] or (self.acted[seat] and bets[seat] >= self.to_match):
            return False
        own = bets[seat]
        for other, bet in enumerate(bets):
            if other != seat and (bet > own or (stacks[other] and not folded[other])):
                return True
        return False

    def _look(self) -> None:
        """Work out the actor's situation and its legal actions."""
        seat, bets, stacks, totals = self.actor, self.bets, self.stacks, self.totals
        assert seat is not None
        asked, stack, reach = self.asked, stacks[seat], bets[seat] + stacks[seat]
        missing = min(stack, asked - bets[seat])
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
            max(0, min(reach, richest) - max(asked, bets[seat])),
        )
        first = number(self.standing, 0) + (STRANGER if seat == self.stranger else 0)
        self.situations = [first + course.strengths[self.round] for course in self.courses[seat]]
        self.legal = self._actions(seat)

    def _actions(self, seat: int) -> list[int]:
        is_stranger = seat == self.stranger
        is_tedious = self.round == 0 and self.standing.staying == HEADS_UP and self.to_match <= self.ante
        pays_anyway = is_tedious and not is_stranger
        actions = [FOLD, STAY] if self.standing.missing and not pays_anyway else [STAY]
        rest, asked = self.standing.rest, self.asked
        raises = self._raises(is_stranger=is_stranger)
        if not rest or self.acted[seat] or not raises:
            return actions
        # A raise that would leave nothing to bet is all in already, and two names for one amount teach
        # nothing.
        last = asked
        for action in raises:
            to = self.amount(action)
            if last < to < asked + rest:
                actions.append(action)
                last = to
        if self.round or is_stranger or last == asked:
            actions.append(ALL_IN)
        return actions

    def _raises(self, *, is_stranger: bool) -> Sequence[int]:
        """Return the raises below all in that are tried; none if a house player does not raise at all."""
        if self.raises >= (RAISES_MAX if self.round or is_stranger else RAISES_MAX_BEFORE_EXCHANGE):
            return ()
        if is_stranger:
            return LEAST, POT
        if self.round == 0:
            return (POT,) if self.standing.staying > HEADS_UP else ()
        return (POT,) if self.raises else (HALF, POT)

    def _won(self, player: int, staying: Sequence[int]) -> list[float]:
        """Return a player's winnings with each of its courses, side pot by side pot (TB-6)."""
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
            for place, course in enumerate(courses[player]):
                if best is None or course.rank > best:
                    won[place] += layer
                elif course.rank == best:
                    won[place] += layer / (1 + others.count(best))
            floor = edge
        return won
