"""The actions of programs, at tables that allow them."""

from __future__ import annotations

from typing import Any

from bot.tavern.table.actions import Actor, OnlyInServer, Scope, TableAction, answer_at
from games.engine.core.offers import Answer
from games.engine.table import seating
from games.engine.table.refusals import NotSeated
from games.engine.table.table import AnyTable, TableChange, TableSeat
from storage.play.postings import is_server


def seat_of(table: AnyTable, program: str) -> TableSeat[Any] | None:
    """Return a program's seat, whose number may change in the lobby; None if it has none."""
    return next((each for each in table.present if each.program == program), None)


def seat(program: str, name: str) -> TableAction:
    """Seat a program, if the table allows programs."""

    def act(_press: Actor, scope: Scope) -> TableChange:
        if not is_server(scope.stored.server):
            raise OnlyInServer
        return seating.seat_program(scope.table, scope.game, program, name)

    return act


def answer(program: str, given: Answer) -> TableAction:
    """Answer an offer for the program's seat."""
    return lambda actor, scope: answer_at(actor, scope, _seated_program(scope.table, program).seat, given)


def unseat(program: str) -> TableAction:
    """Free the program's seat (TB-9)."""
    return lambda _actor, scope: seating.give_up(
        scope.table, scope.game, _seated_program(scope.table, program), scope.seeds
    )


def _seated_program(table: AnyTable, program: str) -> TableSeat[Any]:
    seated = seat_of(table, program)
    if seated is None:
        raise NotSeated
    return seated
