"""`/tavern tables`, `close`, `call-off` and `doctor`: how this server's tables are looked after."""

from __future__ import annotations

import discord

from bot.cogs.taproom_cog import TaproomCog, command
from bot.discord_io import permissions
from bot.discord_io.command_input import (
    Sum,
    press_of,
    require_manager,
    words,
)
from bot.discord_io.host_messages import tell_voided
from bot.discord_io.reply import Interaction, Reply
from bot.screens.core.notes import closed_note
from bot.screens.core.screen import say
from bot.screens.games.catalog import FACES
from bot.screens.server.books import channel_line
from bot.screens.server.doctor import boards_line, commands_line, doctor_screen, emojis_line
from bot.screens.server.management import (
    OpenTable,
    tables_screen,
    voided_screen,
)
from bot.tavern import actions
from bot.tavern.table_state import Paused
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import TableClosed
from games.engine.core.sentences import phrase
from storage import audit_lines, board_posts
from storage.settings import ServerSettings

WHY_LENGTH = 120


class ServerCommands(TaproomCog):
    """A server's tables."""

    @command()
    async def tables(self, reply: Reply) -> None:
        """Managers: this server’s open tables."""
        require_manager(reply.interaction)
        tables = self.bot.tavern.tables
        found = await self.bot.database.read_long(lambda tx: tables.open_tables(tx, reply.server))
        listed = tuple(OpenTable(each, each.table.game, len(each.table.present)) for each in found)
        await reply.whisper(tables_screen(listed, GAMES))

    @command(table="The table’s number")
    async def close(self, reply: Reply, table: Sum) -> None:
        """Close a table after its current hand."""
        press = press_of(reply.interaction)
        try:
            state = await self.bot.close_table(press, table)
        except (TableClosed, Paused):
            # One that cannot be reached is ended by the books (TB-10).
            if not press.is_manager:
                raise
            settings = await self._settings(reply)
            voided = await self.bot.tavern.void(press, table)
            await reply.whisper(voided_screen(voided, settings.currency))
            await tell_voided(self.bot, voided, settings)
            return
        await reply.whisper(closed_note(state.stored))
        await self.bot.refresh(state)

    @command(table="The table’s number", reason="Why, for the table and for the books")
    async def call_off(self, reply: Reply, table: Sum, reason: str) -> None:
        """Managers: call off a hand; every stake goes back."""
        settings = await self._settings(reply)
        # At a tournament's table any organiser may (TB-10).
        press, why = press_of(reply.interaction, settings.organiser_role), words(reason, WHY_LENGTH)
        state = await self.bot.tavern.mend(press, table, actions.call_off(why))
        said = FACES[state.game.key].says(
            phrase(
                "The hand at table {number} has been called off. Everyone has back what they began it with."
            )
        )
        await reply.whisper(say(said.format(number=table)))
        await self.bot.refresh(state)

    @command()
    async def doctor(self, reply: Reply) -> None:
        """Managers: what is missing in this channel."""
        require_manager(reply.interaction)
        settings = await self._settings(reply)
        told, emojis = self.bot.command_sync, self.bot.application_emojis.progress
        lines = [commands_line(told.refusal, is_told=told.is_told)]
        lines += [] if emojis is None else [emojis_line(emojis)]
        posts, audit = await self.bot.database.read(
            lambda tx: (
                board_posts.of_server(tx, reply.server),
                audit_lines.of_server(tx, reply.server),
            )
        )
        lines += [boards_line(post) for post in posts]
        lines += [channel_line(audit)] if audit is not None and audit.status else []
        await reply.whisper(doctor_screen(_faults(reply.interaction, settings), lines))


def _faults(interaction: Interaction, settings: ServerSettings) -> list[str]:
    channel = interaction.channel
    thread = channel if isinstance(channel, discord.Thread) else None
    role = None if interaction.guild is None else interaction.guild.get_role(settings.call_role)
    lacking = permissions.missing(interaction.app_permissions, in_thread=thread is not None)
    faults = [_("I lack the permission **{name}**.").format(name=each) for each in lacking]
    here = {interaction.channel_id, getattr(channel, "parent_id", None)}
    if here & set(settings.closed_channels) or (settings.channels and not here & set(settings.channels)):
        faults.append(_("This channel isn’t set up for tables: see `/tavern settings`."))
    if settings.call_role and not permissions.may_mention(interaction.app_permissions, role):
        words = _("I can’t mention <@&{role}>, so tables call people one by one. Make that role mentionable.")
        faults.append(words.format(role=settings.call_role))
    if thread is not None and thread.archived:
        faults.append(_("This thread is archived. To open it, somebody has to write in it."))
    if thread is not None and thread.locked:
        faults.append(_("This thread is locked: a moderator has to unlock it."))
    return faults
