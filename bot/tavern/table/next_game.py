"""Another game of the people at a table: the same one, or any other, at a table of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor, Scope
from bot.tavern.table.table_state import TableState
from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame
from games.engine.table import seating
from games.engine.table.pace import name_of
from games.engine.table.refusals import NotStarted
from games.engine.table.table import TableChange, Terms, require_free, require_resting
from games.engine.table.time_bank import usual_minutes
from storage.people.server_settings import rules_of
from storage.play.tables import StoredTable


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game that the people of a table play next, and the terms of its table."""

    game: AnyGame
    rules: Any
    terms: Terms

    @classmethod
    def of(cls, actor: Actor, before: TableState, game: AnyGame) -> NextGame:
        """Return the next game, hosted by the actor: the same one as it was played, others as usual.

        Raises `NotOffered` after a quick throw.
        """
        table, settings = before.table, before.settings
        if table.terms.hands_max is not None:
            raise NotOffered
        rules, buy_in, minutes = table.rules, table.terms.buy_in, table.terms.minutes_max
        if game.key != table.game:
            rules = rules_of(settings, game)
            buy_in, minutes = game.usual_stake(rules), usual_minutes(game, rules)
        is_live, is_slow = name_of(table.terms.turn_seconds) == "live", table.terms.pace.is_slow
        terms = replace(
            table.terms,
            host=actor.player,
            buy_in=buy_in,
            minutes_max=0 if is_slow else minutes,
            turn_seconds=settings.turn_seconds if is_live else table.terms.turn_seconds,
            house_points=settings.house_points,
            company=_fitting(actions.company_of(table), game.seats.stop - 1),
        )
        return cls(game, rules, terms)

    def awaiting(self, open_tables: Iterable[StoredTable], player: int) -> StoredTable | None:
        """Return the table at which others of the company wait for this player, if there is one."""
        return next((each for each in open_tables if actions.awaits(each.table, self.game.key, player)), None)


def close_between_hands(actor: Actor, scope: Scope) -> TableChange:
    """Close a table between two hands for another game; its host may."""
    table = scope.table
    require_free(table)
    seating.require_host(table, actor.player)
    if table.phase == "lobby":
        raise NotStarted
    require_resting(table)
    return actions.close()(actor, scope)


def _fitting(company: tuple[int | str, ...], seats: int) -> tuple[int | str, ...]:
    """Return a company without the house players for whom a game has no seats."""
    spare = len(company) - seats
    if spare <= 0:
        return company
    house = [each for each in company if isinstance(each, str)]
    return tuple(each for each in company if each not in house[max(0, len(house) - spare) :])
