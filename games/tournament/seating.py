"""The seating of a tournament during a change: tables, their players, and the lots drawn (TB-13).

In a game with blinds, the player moved to another table is the next big blind, who gets the worst seat (TDA);
in other games player and seat are drawn by lot. `last` is the seat that posted the big blind in the last
finished hand of the table: the next player to the left posts the next big blind (TN-27).

One seal serves a whole tournament: the notice shows its commitment, entrants mix in words of their own until
the start, and it is opened at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from games.engine.core.errors import SeatsDiffer, ensure
from games.engine.core.game import Seat, clockwise
from games.engine.provable_chance import Draw, Seal, shuffled
from games.tournament.model import Entrant, Tournament, TournamentTable, Wait
from games.tournament.orders import Order, SeatGiven, StoodUp, TableBroken, TableHeld, TableOpened

T = TypeVar("T")


class RandomSource(Protocol):
    """A source of random numbers: the part of a `Chance` that the director needs."""

    def below(self, bound: int) -> int:
        """Return a uniformly distributed number from 0 to bound - 1."""
        ...


class Lots:
    """The chance of one change; `seal` counts a draw once any lot has been drawn."""

    def __init__(self, seal: Seal) -> None:
        self.seal = seal
        self._draw = Draw(seal)
        self._seal_after = seal.after_a_draw()

    def below(self, bound: int) -> int:
        """Return a uniformly distributed number from 0 to bound - 1."""
        self.seal = self._seal_after
        return self._draw.below(bound)


def drawn(chance: RandomSource, lots: Iterable[T]) -> T:
    """Return one of these lots at random; a single lot needs no draw."""
    choices = tuple(lots)
    return choices[chance.below(len(choices))] if len(choices) > 1 else choices[0]


def next_big_blind(taken: Collection[Seat], last: Seat) -> Seat:
    """Return the seat that posts the big blind in the next hand."""
    return clockwise(taken, last)[0]


def worst_seat(taken: Collection[Seat], free: Collection[Seat], last: Seat, *, is_playing: bool) -> Seat:
    """Return the free seat that posts the big blind soonest.

    During a hand, the big blind has moved on by one player since the last finished hand.
    """
    return clockwise(free, next_big_blind(taken, last) if is_playing else last)[0]


class SeatingPlan:
    """The seats of a tournament: it moves players, opens and breaks tables, and collects orders for that."""

    def __init__(self, tournament: Tournament, chance: RandomSource) -> None:
        self.entrants = {each.player: each for each in tournament.entrants}
        self.tables = {each.number: each for each in tournament.tables}
        self.tables_ever = tournament.tables_ever
        self.orders: list[Order] = []
        self._chance = chance
        self._seats = tournament.terms.seats
        # Seats are counted so often that going through all entrants each time would be too slow.
        self._sitting = defaultdict[int, dict[Seat, int]](dict)
        for each in tournament.entrants:
            if each.table is not None and each.seat is not None:
                self._sitting[each.table][each.seat] = each.player

    @property
    def in_play(self) -> list[Entrant]:
        """The entrants who may still win."""
        return [each for each in self.entrants.values() if each.standing == "in"]

    @property
    def seated(self) -> int:
        """The number of players with a seat; players removed during a hand count until it is over."""
        return sum(map(len, self._sitting.values()))

    @property
    def idle(self) -> list[int]:
        """The tables without a hand under way."""
        return [number for number, table in self.tables.items() if not table.is_playing]

    @property
    def is_still(self) -> bool:
        """True if no hand is under way at any table."""
        return not any(table.is_playing for table in self.tables.values())

    @property
    def breaking(self) -> int | None:
        """The table to break (the highest number) if all players have room at the other tables."""
        others = len(self.tables) - 1
        return max(self.tables) if others > 0 and self.seated <= others * self._seats else None

    def size(self, number: int) -> int:
        """Return the number of players at a table."""
        return len(self._sitting[number])

    def players(self, number: int) -> list[int]:
        """Return the players at a table, in seat order."""
        return [player for _, player in sorted(self._sitting[number].items())]

    def change(self, player: int, **changes: Any) -> None:
        """Change fields of an entrant."""
        self.entrants[player] = replace(self.entrants[player], **changes)

    def open_table(self) -> int:
        """Open another table and return its number; numbers are never reused."""
        self.tables_ever += 1
        self.tables[self.tables_ever] = TournamentTable(self.tables_ever)
        self.orders.append(TableOpened(self.tables_ever))
        return self.tables_ever

    def break_table(self, number: int) -> None:
        """Remove an empty table."""
        ensure(not self._sitting.pop(number, None), SeatsDiffer, number)
        del self.tables[number]
        self.orders.append(TableBroken(number))

    def stand_up(self, player: int) -> None:
        """Free a player's seat for good."""
        self.orders.append(StoodUp(player, self._leave(player)))

    def place_by_lot(self, player: int, number: int, table_before: int | None = None) -> None:
        """Seat a player without a seat at a table, by lot."""
        self._place(player, number, drawn(self._chance, self._free_seats(number)), table_before)

    def draw_anew(self, numbers: Sequence[int]) -> None:
        """Draw new seats at these tables for all players in play, as evenly as possible."""
        order = shuffled((each.player for each in self.in_play), self._chance.below)
        before = {player: self._leave(player) for player in order if self.entrants[player].seat is not None}
        for index, player in enumerate(order):
            self.place_by_lot(player, numbers[index % len(numbers)], before.get(player))

    def shortest(self, numbers: Iterable[int]) -> int:
        """Return the table with the fewest players; equals are decided by lot."""
        sizes = {number: self.size(number) for number in numbers}
        fewest = min(sizes.values())
        return drawn(self._chance, (number for number, size in sizes.items() if size == fewest))

    def seat_newcomer(self, player: int) -> None:
        """Seat a latecomer by lot at the shortest table, or at a new one if all are full."""
        if self.seated >= len(self.tables) * self._seats:
            self.place_by_lot(player, self.open_table())
            return
        # A table to break gets no newcomer, unless with the newcomer it can't be broken any more.
        is_breaking = self.seated < (len(self.tables) - 1) * self._seats
        excluded = self.breaking if is_breaking else None
        self.place_by_lot(player, self.shortest(number for number in self.tables if number != excluded))

    def scatter(self, number: int) -> None:
        """Break a table: each of its players draws a seat at the shortest table at that moment."""
        others = [each for each in self.tables if each != number]
        for player in shuffled(self.players(number), self._chance.below):
            self.place_by_lot(player, self.shortest(others), self._leave(player))
        self.break_table(number)

    def move_one(self, source: int, target: int) -> None:
        """Move one player: the next big blind to the worst seat, or in games without blinds by lot."""
        last, sitting = self.tables[source].big_blind, self._sitting[source]
        if last is None:
            player = drawn(self._chance, self.players(source))
        else:
            player = sitting[next_big_blind(sitting, last)]
        before = self._leave(player)
        goal, taken, free = self.tables[target], self._sitting[target], self._free_seats(target)
        if goal.big_blind is None or not taken:
            seat = drawn(self._chance, free)
        else:
            seat = worst_seat(taken, free, goal.big_blind, is_playing=goal.is_playing)
        self._place(player, target, seat, before)

    def put_at(self, player: int, number: int) -> None:
        """Move a player to a table; if that would make it too long, swap them with a player there (TN-47)."""
        source = self.entrants[player].table
        assert source is not None
        is_even = self.size(number) < self.size(source)
        other = None if is_even else drawn(self._chance, self.players(number))
        self._leave(player)
        if other is not None:
            self.place_by_lot(other, source, self._leave(other))
        self.place_by_lot(player, number, source)

    def hold(self, number: int, wait: Wait) -> None:
        """Hold a table, with an order if the reason is new."""
        if self.tables[number].waits_for != wait:
            self.tables[number] = replace(self.tables[number], waits_for=wait)
            self.orders.append(TableHeld(number))

    def clear(self) -> None:
        """Remove all players from their tables, and all tables."""
        for player, each in self.entrants.items():
            if each.seat is not None:
                self.entrants[player] = replace(each, seat=None)
        self.tables = {}
        self._sitting.clear()

    def _free_seats(self, number: int) -> list[Seat]:
        taken = self._sitting[number]
        return [seat for seat in map(Seat, range(1, self._seats + 1)) if seat not in taken]

    def _place(self, player: int, number: int, seat: Seat, table_before: int | None) -> None:
        self._sitting[number][seat] = player
        self.entrants[player] = replace(self.entrants[player], table=number, seat=seat)
        self.orders.append(SeatGiven(player, number, seat, table_before))

    def _leave(self, player: int) -> int:
        """Free a player's seat, and return its table."""
        entrant = self.entrants[player]
        assert entrant.table is not None
        assert entrant.seat is not None
        del self._sitting[entrant.table][entrant.seat]
        self.entrants[player] = replace(entrant, seat=None)
        return entrant.table
