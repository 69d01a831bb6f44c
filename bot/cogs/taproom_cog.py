"""The base class of the handlers: what several subjects ask of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.custom_ids import TablePress
from bot.front.protocols import Reply
from bot.house import House
from bot.screens.core.naming import person
from bot.screens.core.screen import Screen, with_emojis
from bot.tavern.table.hand_viewing import as_meant
from bot.tavern.table.limits import TableState
from bot.tavern.tournament.tournaments import TournamentState
from games.engine.core.errors import Slip, phrase
from storage.books import audit_lines
from storage.books.audit_lines import ServerChange
from storage.db.transaction import Transaction
from storage.people.server_settings import ServerSettings

T = TypeVar("T")


@dataclass(eq=False)
class CannotSee(Slip):
    says = phrase(
        "{people} can’t see this channel, so I haven’t invited them. Give them access first, or open a table "
        "where they can see it."
    )
    people: tuple[str, ...]


class TaproomCog:
    """The base of our cogs, with what several of them ask for."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def _settings(self, ctx: Reply) -> ServerSettings:
        return await self.house.tavern.settings(ctx.server)

    async def _drawn(self, ctx: Reply, draw: Callable[[], Screen]) -> Screen:
        """A private screen, in emojis where its reader, or else the server, has chosen them."""
        if await self.house.tavern.faces(ctx.server, ctx.player) == "words":
            return draw()
        return with_emojis(self.house.front.application_emojis.markup, draw)

    def _is_pictured(self, settings: ServerSettings) -> bool:
        """Whether there are pictures in a server at all."""
        return "never" not in (self.house.pictures, settings.pictures)

    async def _once(self, ctx: Reply, function: Callable[[Transaction], T]) -> T:
        return await self.house.tavern.once(ctx.visit.actor(), function)

    async def _once_told(
        self, ctx: Reply, function: Callable[[Transaction], T], said: Callable[[T], ServerChange]
    ) -> T:
        """The same, and the audit tells what was changed, in the same transaction (TB-23)."""
        actor = ctx.visit.actor()

        def transaction(tx: Transaction) -> T:
            made = function(tx)
            audit_lines.write_changes(tx, ctx.server, replace(said(made), by=actor.player, at=actor.at))
            return made

        return await self._once(ctx, transaction)

    async def _table(self, ctx: Reply, meaning: TablePress) -> TableState:
        """The table of a press, if the press reaches it."""
        return await self.house.tavern.look(meaning.table, ctx.visit.actor())

    async def _require_seeing(self, server: int, channel: int, people: Iterable[int]) -> None:
        """Refuse to name people in a channel that they cannot see (TB-16)."""
        if blind := await self.house.front.table_calls.blind(server, channel, people):
            raise CannotSee(tuple(map(person, blind)))

    async def _own_tables(self, ctx: Reply) -> list[TableState]:
        """The person's tables in this channel, the one on their panel first: what a command means."""
        here = await self.house.tavern.in_channel(ctx.server, ctx.channel)
        return as_meant(here, ctx.player, self.house.front.panels.shown_to(ctx.player))

    async def _tournament(self, ctx: Reply, number: int | None) -> TournamentState:
        """The tournament of that number; without one, the one meant in this channel."""
        return await self.house.tournaments.find(ctx.visit.actor(), ctx.channel, number)
