"""The base class of handlers, with methods that several cogs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from bot.application import Application
from bot.custom_ids import TablePress
from bot.front.protocols import Context
from bot.screens.core.naming import person
from bot.screens.core.screen import Screen, with_emojis
from bot.tavern.table.finished_hands import by_relevance
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentState
from games.engine.core.errors import N_, UserError
from storage.books import audit_lines
from storage.books.audit_lines import ServerChange
from storage.db.transaction import Transaction
from storage.people.server_settings import ServerSettings, offered_games

T = TypeVar("T")


class CannotSee(UserError):
    template = N_(
        "{people} can’t see this channel, so I haven’t invited them. Give them access first, or open a table "
        "where they can see it."
    )
    people: tuple[str, ...]


class TaproomCog:
    """The base class of our cogs."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def _settings(self, ctx: Context) -> ServerSettings:
        return await self.app.tavern.settings(ctx.server)

    async def _offered_games(self, server: int) -> tuple[str, ...]:
        """Return the games that can be opened in a server."""
        return offered_games((await self.app.tavern.settings(server)).games_off, self.app.tavern.games)

    async def _drawn(self, ctx: Context, draw: Callable[[], Screen]) -> Screen:
        """Return a private screen, with or without emojis as the user, or else the server, has chosen."""
        if await self.app.tavern.faces(ctx.server, ctx.player) == "words":
            return draw()
        return with_emojis(self.app.front.application_emojis.markup, draw)

    def _is_pictured(self, settings: ServerSettings) -> bool:
        """Return True if a server shows any pictures."""
        return "never" not in (self.app.pictures, settings.pictures)

    async def _once(self, ctx: Context, function: Callable[[Transaction], T]) -> T:
        return await self.app.tavern.once(ctx.request.actor(), function)

    async def _once_audited(
        self, ctx: Context, function: Callable[[Transaction], T], audit_entry: Callable[[T], ServerChange]
    ) -> T:
        """Run a change, and write an audit entry of its result in the same transaction (TB-23)."""
        actor = ctx.request.actor()

        def transaction(tx: Transaction) -> T:
            result = function(tx)
            entry = replace(audit_entry(result), by=actor.player, at=actor.at)
            audit_lines.write_changes(tx, ctx.server, entry)
            return result

        return await self._once(ctx, transaction)

    async def _table(self, ctx: Context, press: TablePress) -> TableState:
        """Return the table of a press. Raises a `UserError` if the user has no access to it."""
        return await self.app.tavern.look(press.table, ctx.request.actor())

    async def _require_seeing(self, server: int, channel: int, people: Iterable[int]) -> None:
        """Raise `CannotSee` if any of these users can't see the channel (TB-16)."""
        if unable := await self.app.front.table_calls.unable_to_see(server, channel, people):
            raise CannotSee(tuple(map(person, unable)))

    async def _own_tables(self, ctx: Context) -> list[TableState]:
        """Return the user's tables in this channel and its threads, the table on their panel first."""
        tables = await self.app.tavern.around(ctx.server, ctx.channel)
        return by_relevance(tables, ctx.player, self.app.front.panels.shown_to(ctx.player))

    async def _tournament(self, ctx: Context, number: int | None) -> TournamentState:
        """Return the tournament with that number; without a number, this channel's tournament."""
        return await self.app.tournaments.find(ctx.request.actor(), ctx.channel, number)
