"""`/tavern tables`, `close`, `call-off` and `doctor`: how this server's tables are looked after."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.front.marks import Sum, command
from bot.front.protocols import Reply
from bot.front.typed import words
from bot.screens.catalog import FACES
from bot.screens.core.notes import closed_note
from bot.screens.core.screen import say
from bot.screens.server.books import channel_line
from bot.screens.server.doctor import boards_line, commands_line, doctor_screen, emojis_line
from bot.screens.server.management import OpenTable, tables_screen, voided_screen
from bot.tavern.table import actions
from bot.tavern.table.state import Paused
from games.catalog import GAMES
from games.engine.core.errors import TableClosed
from games.engine.core.sentences import phrase
from storage.books import audit_lines
from storage.standing import board_posts

WHY_LENGTH = 120


class ServerCommands(TaproomCog):
    """A server's tables."""

    @command()
    async def tables(self, reply: Reply) -> None:
        """Managers: this server’s open tables."""
        reply.visit.require_manager()
        tables = self.house.tavern.tables
        found = await self.house.database.read_long(lambda tx: tables.open_tables(tx, reply.server))
        listed = tuple(OpenTable(each, each.table.game, len(each.table.present)) for each in found)
        await reply.whisper(tables_screen(listed, GAMES))

    @command(table="The table’s number")
    async def close(self, reply: Reply, table: Sum) -> None:
        """Close a table after its current hand."""
        press = reply.visit.request()
        try:
            state = await self.house.close_table(press, table)
        except (TableClosed, Paused):
            # One that cannot be reached is ended by the books (TB-10).
            if not press.is_manager:
                raise
            settings = await self._settings(reply)
            voided = await self.house.tavern.void(press, table)
            await reply.whisper(voided_screen(voided, settings.currency))
            await self.house.front.tell_voided(voided, settings)
            return
        await reply.whisper(closed_note(state.stored))
        await self.house.refresh(state)

    @command(table="The table’s number", reason="Why, for the table and for the books")
    async def call_off(self, reply: Reply, table: Sum, reason: str) -> None:
        """Managers: call off a hand; every stake goes back."""
        settings = await self._settings(reply)
        # At a tournament's table any organiser may (TB-10).
        press, why = reply.visit.request(settings.organiser_role), words(reason, WHY_LENGTH)
        state = await self.house.tavern.mend(press, table, actions.call_off(why))
        said = FACES[state.game.key].says(
            phrase(
                "The hand at table {number} has been called off. Everyone has back what they began it with."
            )
        )
        await reply.whisper(say(said.format(number=table)))
        await self.house.refresh(state)

    @command()
    async def doctor(self, reply: Reply) -> None:
        """Managers: what is missing in this channel."""
        reply.visit.require_manager()
        settings = await self._settings(reply)
        told, emojis = self.house.front.command_sync, self.house.front.application_emojis.progress
        lines = [commands_line(told.refusal, is_told=told.is_told)]
        lines += [] if emojis is None else [emojis_line(emojis)]
        posts, audit = await self.house.database.read(
            lambda tx: (
                board_posts.of_server(tx, reply.server),
                audit_lines.of_server(tx, reply.server),
            )
        )
        lines += [boards_line(post) for post in posts]
        lines += [channel_line(audit)] if audit is not None and audit.status else []
        await reply.whisper(doctor_screen(self.house.front.surroundings.faults(reply, settings), lines))
