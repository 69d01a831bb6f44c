"""A tournament's evening as a test writes it, with every law checked at every step.

Tables are written seat by seat, `11:50 - 13:20` being player 11 with 50 chips in seat 1, nobody in seat 2 and
player 13 with 20 chips in seat 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.core.game import Seat
from games.tournament import director, entries
from games.tournament.model import (
    Entrant,
    Report,
    Scored,
    Tournament,
    TournamentChange,
    TournamentTable,
    TournamentTerms,
)
from games.tournament.orders import Order
from games.tournament.placing import standings
from tests.games.tournament.laws import Laws


class Script:
    """Lots as a test has written them, and then always the first."""

    def __init__(self, *lots: int) -> None:
        self.lots = list(lots)

    def below(self, bound: int) -> int:
        """Return the next lot of the script."""
        lot = self.lots.pop(0) if self.lots else 0
        assert 0 <= lot < bound
        return lot


class Evening:
    """A tournament, all orders of the last change, and all payments so far."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.now = 0
        self.orders: tuple[Order, ...] = ()
        self.told: set[type[Order]] = set()
        """The kinds of all orders so far."""
        self.paid: Counter[int | None] = Counter()
        self._laws = Laws(tournament)

    @property
    def places(self) -> dict[int, int]:
        """Every player's current place."""
        return {entrant.player: place for place, entrant in standings(self.tournament)}

    @property
    def playing(self) -> list[int]:
        """The tables with a hand under way."""
        return [table.number for table in self.tournament.tables if table.is_playing]

    def entrant(self, player: int) -> Entrant:
        """Return a player's entrant."""
        return next(each for each in self.tournament.entrants if each.player == player)

    def table(self, number: int) -> TournamentTable:
        """Return a table of the tournament."""
        return next(each for each in self.tournament.tables if each.number == number)

    def seats(self, number: int) -> str:
        """Return the players at a table, seat by seat."""
        sitting = {
            each.seat: each.player
            for each in self.tournament.entrants
            if each.table == number and each.seat is not None
        }
        last = max(sitting, default=0)
        return " ".join(str(sitting.get(Seat(seat), "-")) for seat in range(1, last + 1))

    def ordered(self, kind: type[Any]) -> list[Any]:
        """Return the orders of one kind in the last change."""
        return [order for order in self.orders if isinstance(order, kind)]

    def enters(self, *players: int, lots: tuple[int, ...] = ()) -> Evening:
        """Enter some players, one after the other."""
        for player in players:
            entered = entries.enter(self.tournament, player, f"p{player}", self.now, Script(*lots))
            self.takes(entered)
        return self

    def starts(self, *lots: int) -> Evening:
        """Start the tournament as the organiser."""
        return self.takes(director.start(self.tournament, self.now, Script(*lots)))

    def hand(
        self,
        number: int,
        stacks: str,
        *lots: int,
        big_blind: int | None = None,
        scores: Mapping[int, Scored] | None = None,
    ) -> Evening:
        """Finish the hand at a table; players without a new stack keep their chips."""
        told = {int(player): int(chips) for player, chips in (each.split(":") for each in stacks.split())}
        before = {
            each.player: each.chips
            for each in self.tournament.entrants
            if each.table == number and each.seat is not None
        }
        seat = None if big_blind is None else Seat(big_blind)
        report = Report(number, self.table(number).hands, {**before, **told}, seat, scores or {})
        return self.takes(director.report_hand(self.tournament, report, self.now, Script(*lots)))

    def does(self, action: Any, *arguments: Any, lots: tuple[int, ...] = ()) -> Evening:
        """Apply another function of the director's."""
        return self.takes(action(self.tournament, *arguments, self.now, Script(*lots)))

    def takes(self, change: TournamentChange) -> Evening:
        """Apply a change, as the tavern would store it."""
        self._laws.check(self.tournament, change)
        self.tournament = change.tournament
        self.orders = change.orders
        self.told.update(map(type, change.orders))
        for payment in change.payments:
            self.paid[payment.player] += payment.amount
        return self


def announced(seats: int = 6, chips: int = 50, **terms: Any) -> Evening:
    """Return a tournament that can be entered."""
    return Evening(entries.announce(TournamentTerms(seats, chips, **terms), range(2, 13)))


def under_way(
    tables: Mapping[int, str],
    out: int = 0,
    seats: int = 6,
    big_blinds: Mapping[int, int] | None = None,
    *,
    is_time_up: bool = False,
    **terms: Any,
) -> Evening:
    """Return a tournament whose tables all play a hand; players 901 and up are out already, one by one."""
    agreed = TournamentTerms(seats, terms.pop("chips", 50), **terms)
    posted = {number: Seat(seat) for number, seat in (big_blinds or {}).items()}
    entrants = [
        Entrant(900 + fell, f"p{900 + fell}", fell, standing="out", paid=agreed.entry, fell=fell)
        for fell in range(1, out + 1)
    ]
    for number, text in tables.items():
        for seat, each in enumerate(text.split(), start=1):
            if each != "-":
                player, chips = map(int, each.split(":"))
                sat = Entrant(player, f"p{player}", 0, chips=chips, table=number, seat=Seat(seat))
                entrants.append(replace(sat, number=len(entrants) + 1, paid=agreed.entry))
    tournament = Tournament(
        agreed,
        phase="running",
        entrants=tuple(entrants),
        numbers=len(entrants),
        tables=tuple(TournamentTable(number, True, 1, big_blind=posted.get(number)) for number in tables),
        tables_ever=max(tables),
        falls=out,
        is_time_up=is_time_up,
    )
    return Evening(tournament)
