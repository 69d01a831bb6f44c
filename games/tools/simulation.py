"""Simulated hands of house players, which check the laws of every game; and the ranking of hands.

The laws: money is conserved, every answer was offered, every hand ends, and its moves lead to the same state
when they are played again. A broken law raises an `InternalError`. Hands to be ranked are read from text, one
per line; the ranking of each is a line of JSON.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import count
from time import perf_counter
from typing import Any

from games.engine.core.errors import BelowZero, MoneyMadeOrLost, NeverEnds, ReplayDiffers, ensure, must_find
from games.engine.core.game import AnyGame, Rank, Seat, UnreadableHand
from games.engine.core.house_rules import RulesClash, options
from games.engine.provable_chance import Draw, Seal
from games.engine.table.events import GameOver
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, BegunHand, LoggedMove, TableChange, Terms, money

HAND_MOVES_MAX = 10_000


class Simulation:
    """A simulation of one game, played again and again, with counted results."""

    def __init__(self, game: AnyGame, rules: object, seats: int, seed: int) -> None:
        self._game = game
        self._rules = rules
        self._seats = [Seat(number) for number in range(1, seats + 1)]
        self._seeds = _seeds(seed)
        self._hands = 0
        self._games = 0
        self._moves = 0
        self._seconds = 0.0
        self._won: Counter[Seat] = Counter()
        self._gained: Counter[Seat] = Counter()
        self._points: Counter[Seat] = Counter()
        self._replayed_hand: tuple[BegunHand, int] | None = None
        """The hand in progress as its moves so far replay it, and the number of these moves."""

    def play(self, hands: int) -> None:
        """Play this many hands, in as many games as they take."""
        started = perf_counter()
        while self._hands < hands:
            self._hands += self._play_game(hands - self._hands)
            self._games += 1
        self._seconds += perf_counter() - started

    def report(self) -> str:
        """Return each seat's wins and gains, and the time per hand, as text."""
        lines = [
            f"{self._game.key}: {self._hands} hands in {self._games} games, {self._moves} moves",
            *(
                f"seat {seat}: {self._won[seat]} games won, {self._gained[seat]:+} coins, "
                f"{self._points[seat]} points"
                for seat in self._seats
            ),
            "laws held: money conserved, answers legal, hands ended, replay the same",
            f"time a hand: {1000 * self._seconds / self._hands:.3f} ms",
        ]
        return "\n".join(lines)

    def _play_game(self, hands_max: int) -> int:
        game = self._game
        terms = Terms(host=1, buy_in=game.usual_stake(self._rules), hands_max=hands_max)
        table = open_table(1, game, self._rules, terms, self._seeds)
        for seat in self._seats:
            table = sit_down(table, game, seat, f"seat {seat}", None).table
        change, paid_in = begin(table, game, self._seeds), 0
        while True:
            paid_in += sum(payment.amount for payment in change.payments)
            self._count_and_check(change, paid_in)
            table = change.table
            if table.phase == "closed":
                break
            change = self._next_change(table)
        self._won.update(
            event.winner for event in table.story if isinstance(event, GameOver) and event.winner is not None
        )
        return table.hands

    def _next_change(self, table: AnyTable) -> TableChange:
        """Deal the next hand, or let a house player answer."""
        game = self._game
        if table.hand is None:
            return deal(table, game, self._seeds)
        seat, offers = must_find(open_offers(table, game).items())
        chance = Draw(Seal(next(self._seeds)))
        decision = game.decide(game.recollection(table.hand.state, seat), offers, chance)
        return answer(table, game, self._seeds, seat, decision)

    def _count_and_check(self, change: TableChange, paid_in: int) -> None:
        """Count the results of a change, and check the laws."""
        for payment in change.payments:
            assert payment.player is not None
            self._gained[Seat(payment.player)] -= payment.amount
        for player, points in change.points:
            self._points[Seat(player)] += points
        self._moves += len(change.moves)
        total = money(change.table, self._game)
        ensure(total == paid_in, MoneyMadeOrLost, paid_in, total)
        ensure(all(each.stack >= 0 for each in change.table.seats), BelowZero)
        self._check_replay(change)

    def _check_replay(self, change: TableChange) -> None:
        """Check that the hand's moves lead to the same state when they are played again."""
        if change.begun:
            self._replayed_hand = change.begun[-1], 0
        hand = change.table.hand
        if hand is None:
            return
        assert self._replayed_hand is not None
        replayed, count_before = self._replayed_hand
        moves = [logged for logged in change.moves if logged.hand == hand.number]
        ensure(count_before + len(moves) <= HAND_MOVES_MAX, NeverEnds)
        state = replay(self._game, replayed.state, moves)
        ensure(state == hand.state, ReplayDiffers)
        self._replayed_hand = BegunHand(hand.number, state), count_before + len(moves)


def replay(game: AnyGame, state: object, moves: Iterable[LoggedMove]) -> object:
    """Return the state to which these moves lead."""
    for logged in moves:
        state = game.apply(state, logged.seat, logged.move).state
    return state


def _seeds(seed: int) -> Iterator[str]:
    """Yield reproducible seeds; at real tables seeds come from the operating system."""
    return (hashlib.sha256(f"{seed}:{number}".encode()).hexdigest() for number in count())


class LineRefused(Exception):
    """A command that cannot be run; its message is one line."""


def read_rules(house_rules: type[Any], text: str) -> object:
    """Return house rules from a JSON object of field names and values. Raises `LineRefused`."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LineRefused(f"--rules: not JSON: {text[:80]!r}") from error
    if not isinstance(values, dict):
        raise LineRefused("--rules: not a JSON object")
    try:
        return choose_rules(house_rules, values)
    except LineRefused as error:
        raise LineRefused(f"--rules: {error}") from error


def choose_rules(house_rules: type[Any], given: Mapping[str, object]) -> object:
    """Return house rules from field names and values, with defaults for the rest. Raises `LineRefused`."""
    known = {each.name: each for each in options(house_rules)}
    for name, value in given.items():
        if name not in known:
            raise LineRefused(f"no such rule: {name!r}")
        choices = [choice for choice, _ in known[name].choices]
        # True and 1 are equal but not the same choice.
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise LineRefused(f"{name!r} is one of {json.dumps(choices)}")
    try:
        return house_rules(**given)
    except RulesClash as error:
        raise LineRefused(f"{error.first!r} and {error.second!r} exclude each other") from error


def rank_lines(rank: Rank, rules: object, lines: Iterable[str]) -> Iterator[str]:
    """Yield the ranking of the hand in each non-empty line, as a line of JSON.

    Raises `LineRefused` with the number of a line that contains no hand.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            ranking = rank(line, rules)
        except UnreadableHand as error:
            raise LineRefused(f"line {number}: {error}") from error
        shown = {name: value for name, value in asdict(ranking).items() if name != "discard" or value}
        yield json.dumps(shown)
