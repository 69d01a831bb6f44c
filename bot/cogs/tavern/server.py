"""`/tavern settings`, `tables`, `close`, `call-off` and `doctor`: how this server's tavern is run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io import permissions
from bot.discord_io.command_input import (
    NoSuchLanguage,
    NotARole,
    NotChannels,
    NotOnOff,
    NotPictures,
    Sum,
    chosen,
    press_of,
    require_manager,
    whole,
    words,
)
from bot.discord_io.host_messages import tell_voided
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.notes import closed_note
from bot.screens.core.screen import say
from bot.screens.server.doctor import commands_line, doctor_screen, emojis_line
from bot.screens.server.management import (
    PICTURES,
    TITLES,
    OpenTable,
    settings_screen,
    tables_screen,
    usual_rules_screen,
    voided_screen,
)
from bot.tavern import actions
from bot.tavern.table_state import Paused
from bot.text.translate import _, languages
from games.catalog import GAMES
from games.engine.core import house_rules
from games.engine.core.errors import NotOffered, Slip, TableClosed
from storage import settings as server_settings
from storage.settings import BOUNDS, CURRENCY_LENGTH, ServerSettings, rules_of, with_rules
from storage.transaction import Transaction

_CHANNEL = re.compile(r"<#([0-9]{1,20})>")
_ROLE = re.compile(r"<@&([0-9]{1,20})>")
EVERYWHERE = "all"
NOBODY = "none"
WHY_LENGTH = 120
CHOICES: Mapping[str, tuple[Mapping[str, Any], type[Slip]]] = {
    "house_points": ({"on": True, "off": False}, NotOnOff),
    "pictures": ({each: each for each in PICTURES}, NotPictures),
}
"""What can be typed for settings that are one of few, what it means, and what else is told."""


class Server(TaproomCog):
    """A server's settings and tables."""

    @command(change="What to change (leave it out to look)", to="What it shall be")
    @app_commands.choices(
        change=[app_commands.Choice(name=title, value=name) for name, title in TITLES.items()]
    )
    async def settings(self, reply: Reply, change: str | None = None, to: str = "") -> None:
        """Managers: how this server's tavern is run."""
        require_manager(reply.interaction)
        if change is None:
            settings = await self._settings(reply)
        else:
            fresh = _read(change, to, reply.interaction.guild)
            settings = await self._change(reply, lambda before: replace(before, **{change: fresh}))
        await reply.whisper(settings_screen(settings, list(GAMES.values())))

    @command()
    async def tables(self, reply: Reply) -> None:
        """Managers: the open tables of this server."""
        require_manager(reply.interaction)
        tables = self.bot.tavern.tables
        found = await self.bot.database.read_long(lambda tx: tables.open_tables(tx, reply.server))
        listed = tuple(OpenTable(each, each.table.game, len(each.table.present)) for each in found)
        await reply.whisper(tables_screen(listed, GAMES))

    @command(table="The table's number")
    async def close(self, reply: Reply, table: Sum) -> None:
        """Close a table, after the hand that is played there."""
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

    @command(table="The table's number", reason="Why, for the table and for the books")
    async def call_off(self, reply: Reply, table: Sum, reason: str) -> None:
        """Managers: call a hand off; every stake goes back."""
        settings = await self._settings(reply)
        # At a tournament's table any organiser may (TB-10).
        press, why = press_of(reply.interaction, settings.organiser_role), words(reason, WHY_LENGTH)
        state = await self.bot.tavern.mend(press, table, actions.call_off(why))
        said = _("The hand at table {number} is called off: everybody has what they began it with.")
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
        await reply.whisper(doctor_screen(_faults(reply.interaction, settings), lines))

    @pressed("settings")
    async def _show_settings(self, reply: Reply, _meaning: TablePress) -> None:
        require_manager(reply.interaction)
        await reply.update(settings_screen(await self._settings(reply), list(GAMES.values())))

    @pressed("usual_rules")
    async def _show_usual_rules(self, reply: Reply, meaning: TablePress) -> None:
        require_manager(reply.interaction)
        if meaning.argument not in GAMES:
            raise NotOffered
        await reply.update(usual_rules_screen(await self._settings(reply), GAMES[meaning.argument]))

    @pressed("usual_rule")
    async def _change_usual_rule(self, reply: Reply, meaning: TablePress) -> None:
        require_manager(reply.interaction)
        key, _parting, name = meaning.argument.partition("__")
        index = chosen(reply.interaction)
        if key not in GAMES:
            raise NotOffered
        game = GAMES[key]

        def with_choice(before: ServerSettings) -> ServerSettings:
            return with_rules(before, game, house_rules.change(rules_of(before, game), name, index))

        settings = await self._change(reply, with_choice)
        await reply.update(usual_rules_screen(settings, game))

    async def _change(
        self, reply: Reply, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change settings in one transaction, so that no two changes undo each other."""

        def transaction(tx: Transaction) -> ServerSettings:
            after = change(server_settings.load(tx, reply.server))
            server_settings.save(tx, reply.server, after)
            return after

        return await self._once(reply, transaction)


def _read(setting: str, text: str, guild: discord.Guild | None) -> Any:
    if setting in BOUNDS:
        return whole(text, *BOUNDS[setting])
    match setting:
        case "currency":
            return words(text, CURRENCY_LENGTH)
        case "language":
            if text not in languages():
                raise NoSuchLanguage(languages())
            return text
        case "channels":
            return _channels(text, guild)
        case "organiser_role":
            return _role(text, guild)
        case "house_points" | "pictures":
            choices, otherwise = CHOICES[setting]
            said = text.strip().casefold()
            if said not in choices:
                raise otherwise
            return choices[said]
        case _:
            raise NotOffered


def _channels(text: str, guild: discord.Guild | None) -> tuple[int, ...]:
    """Channel mentions of this server; () for all channels."""
    if text.strip().casefold() == EVERYWHERE:
        return ()
    found = tuple(dict.fromkeys(map(int, _CHANNEL.findall(text))))
    if not found or _CHANNEL.sub("", text).strip(" ,") or guild is None:
        raise NotChannels
    named = map(guild.get_channel, found)
    if any(each is None or isinstance(each, discord.CategoryChannel) for each in named):
        raise NotChannels
    return found


def _role(text: str, guild: discord.Guild | None) -> int:
    """A role mention of this server; 0 for none."""
    if text.strip().casefold() == NOBODY:
        return 0
    found = _ROLE.fullmatch(text.strip())
    if found is None or guild is None or guild.get_role(int(found[1])) is None:
        raise NotARole
    return int(found[1])


def _faults(interaction: Interaction, settings: ServerSettings) -> list[str]:
    channel = interaction.channel
    thread = channel if isinstance(channel, discord.Thread) else None
    lacking = permissions.missing(interaction.app_permissions, in_thread=thread is not None)
    faults = [_("I lack the permission **{name}**.").format(name=each) for each in lacking]
    here = {interaction.channel_id, getattr(channel, "parent_id", None)}
    if settings.channels and not here & set(settings.channels):
        faults.append(_("This channel is not among those for tables: see `/tavern settings`."))
    if thread is not None and thread.archived:
        faults.append(_("This thread is archived: somebody has to write in it."))
    if thread is not None and thread.locked:
        faults.append(_("This thread is locked: a moderator has to unlock it."))
    return faults
