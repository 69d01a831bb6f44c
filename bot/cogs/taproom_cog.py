"""The base class of the cogs, and the mark of their commands."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Taproom
from bot.custom_ids import TablePress
from bot.discord_io.command_input import press_of
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.screens.core.emojis import with_emojis
from bot.screens.core.screen import Screen
from bot.tavern.reach import as_meant
from bot.tavern.table_state import TableState
from bot.tavern.tournaments import TournamentState
from storage.settings import ServerSettings
from storage.transaction import Transaction

T = TypeVar("T")
C = TypeVar("C")
Command: TypeAlias = app_commands.Command[Any, ..., None]
AnswerMenu: TypeAlias = Callable[[Reply, discord.User | discord.Member], Awaitable[None]]


def anywhere(command: C) -> C:
    """Mark a command as one for wherever Discord is, by those who put the app on their own account, too."""
    marked = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(marked)


def with_me(command: C) -> C:
    """Mark a command as one for servers with the bot, and for direct messages with it."""
    marked = app_commands.allowed_contexts(guilds=True, dms=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(marked)


def command(
    group: app_commands.Group | None = None,
    *,
    is_public: bool = False,
    named: Mapping[str, str] = MappingProxyType({}),
    **options: str,
) -> Callable[[Callable[..., Awaitable[None]]], Command]:
    """Make a cog's method a slash command with the method's name; Discord shows its docstring.

    The method is given a `Reply`, and then its options; `options` says what each of them is for, `named`
    what those are called in Discord that are not called as in the method.
    """
    make = app_commands.command if group is None else group.command

    def mark(method: Callable[..., Awaitable[None]]) -> Command:
        @wraps(method)
        async def answer(cog: commands.Cog, interaction: Interaction, **given: Any) -> None:
            async with answering(interaction, is_public=is_public) as reply:
                await method(cog, reply, **given)

        # Left as texts, the types of the options would be looked up in this module.
        vars(answer)["__signature__"] = inspect.signature(method, eval_str=True)
        shown = (method.__doc__ or "").partition("\n")[0].removesuffix(".")
        made = make(name=method.__name__.replace("_", "-"), description=shown)
        # A name can be translated only if it was given.
        names = {option: app_commands.locale_str(named.get(option, option)) for option in options}
        return made(app_commands.rename(**names)(app_commands.describe(**options)(answer)))

    return mark


def person_menu(title: str, answer: AnswerMenu) -> app_commands.ContextMenu:
    """A command in the menu of a person, for wherever Discord is."""

    async def chosen(interaction: Interaction, person: discord.User) -> None:
        async with answering(interaction, is_public=True) as reply:
            await answer(reply, person)

    # Left as texts, the types would be looked up in discord.py.
    vars(chosen)["__signature__"] = inspect.signature(chosen, eval_str=True)
    return anywhere(app_commands.ContextMenu(name=title, callback=chosen))


class TaproomCog(commands.Cog):
    """The base of our cogs, with what several of them ask for."""

    def __init__(self, bot: Taproom) -> None:
        self.bot = bot

    async def _settings(self, reply: Reply) -> ServerSettings:
        return await self.bot.tavern.settings(reply.server)

    async def _drawn(self, reply: Reply, draw: Callable[[], Screen]) -> Screen:
        """A private screen, in emojis where its reader, or else the server, has chosen them."""
        if await self.bot.tavern.faces(reply.server, reply.player) == "words":
            return draw()
        return with_emojis(self.bot.application_emojis.markup, draw)

    async def _once(self, reply: Reply, function: Callable[[Transaction], T]) -> T:
        return await self.bot.tavern.once(press_of(reply.interaction), function)

    async def _table(self, reply: Reply, meaning: TablePress) -> TableState:
        """The table of a press, if the press reaches it."""
        return await self.bot.tavern.look(meaning.table, press_of(reply.interaction))

    async def _tables_here(self, reply: Reply) -> list[TableState]:
        return await self.bot.tavern.in_channel(reply.server, reply.channel)

    async def _own_tables(self, reply: Reply) -> list[TableState]:
        """The person's tables in this channel, the one on their panel first: what a command means."""
        shown = self.bot.panels.shown_to(reply.player)
        return as_meant(await self._tables_here(reply), reply.player, shown)

    async def _tournament(self, reply: Reply, number: int | None) -> TournamentState:
        """The tournament of that number; without one, the one meant in this channel."""
        return await self.bot.tournaments.find(press_of(reply.interaction), reply.channel, number)
