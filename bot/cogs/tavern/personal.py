"""`/tavern me`, `help`, `about` and `privacy`: for everybody."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import chosen, press_of
from bot.discord_io.greeting import greet
from bot.discord_io.places import is_anywhere
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen, say
from bot.screens.games.catalog import FACES
from bot.screens.server.about import (
    MANAGERS,
    GameCard,
    ListedCommand,
    about_screen,
    commands_screen,
    farewell_screen,
    greeting_screen,
    help_screen,
)
from bot.screens.server.personal import CHOICES, me_screen
from bot.text.translate import _, speaking, spoken
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from storage import calls, preferences, privacy
from storage.places import ELSEWHERE, is_server

FILE_BYTES_MAX = 8 * 2**20
"""A larger export is compressed: Discord takes ten megabytes."""


class PersonalCommands(TaproomCog):
    """Commands about oneself."""

    privacy = app_commands.Group(name="privacy", description="What I keep about you")

    @command()
    async def me(self, reply: Reply) -> None:
        """How you see your cards, and when you are called."""
        await reply.whisper(await self._me(reply.player))

    @command()
    async def help(self, reply: Reply) -> None:
        """The games, and what else there is."""
        await reply.whisper(help_screen(_cards(), has_tables=reply.server != ELSEWHERE))

    @pressed("commands")
    async def _list_commands(self, reply: Reply, meaning: TablePress) -> None:
        for_managers, has_all = meaning.argument == MANAGERS, is_server(reply.server)
        typed = self.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
        here = [each for each in typed if has_all or is_anywhere(each)]
        found = (_listed(each, for_managers=for_managers) for each in here)
        listed = [each for each in found if each is not None]
        await reply.whisper(commands_screen(listed, for_managers=for_managers))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say good evening once, in the first channel that takes it."""
        settings = await self.bot.tavern.welcome(guild.id, spoken(guild.preferred_locale.value))
        with speaking(settings.language):
            await greet(guild, greeting_screen(_cards()), self.bot.command_sync.ids)

    @command()
    async def about(self, reply: Reply) -> None:
        """What this is, and what its money is worth."""
        games = self.bot.tavern.games.values()
        credits_ = [f"- **{_(game.title)}**: {_(FACES[game.key].credit)}" for game in games]
        await reply.whisper(about_screen(__version__, credits_, *self.bot.policies))

    @command(privacy)
    async def export(self, reply: Reply) -> None:
        """Everything I keep about you, as a file."""
        tables = self.bot.tavern.tables
        written, name = await self.bot.database.read_long(
            lambda tx: _file(privacy.export(tx, tables, reply.player))
        )
        file = discord.File(io.BytesIO(written), name)
        await reply.hand_over(_("Everything I keep about you, in every server."), file)

    @command(privacy)
    async def delete(self, reply: Reply) -> None:
        """Delete everything about you, in every server."""
        await reply.whisper(farewell_screen())

    @pressed("prefer")
    async def _choose(self, reply: Reply, meaning: TablePress) -> None:
        index, name = chosen(reply.interaction), meaning.argument
        among = tuple(CHOICES.get(name, ()))
        if index >= len(among):
            raise NotOffered
        await self.bot.tavern.prefer(reply.player, **{name: among[index]})
        await reply.update(await self._me(reply.player))

    @pressed("write_again")
    async def _write_again(self, reply: Reply, _meaning: TablePress) -> None:
        await self.bot.database.write(lambda tx: calls.note_open(tx, reply.player))
        await reply.update(await self._me(reply.player))

    async def _me(self, player: int) -> Screen:
        preferred, hours = await self.bot.database.read(
            lambda tx: (preferences.load(tx, player), calls.hours(tx, player))
        )
        return me_screen(preferred, hours.unreachable_at, has_messages=self.bot.has_messages)

    @pressed("forget_me")
    async def _forget(self, reply: Reply, _meaning: TablePress) -> None:
        await self.bot.tavern.forget(press_of(reply.interaction))
        words = _(
            "I’ve forgotten you. Only a scrambled form of your ID stays, so that nobody can "
            "get a second purse or around a bar."
        )
        await reply.update(say(words))


def _file(kept: dict[str, Any]) -> tuple[bytes, str]:
    written = io.StringIO()
    for piece in json.JSONEncoder(indent=1).iterencode(kept):
        # Piece by piece: joining all at once would keep every other thread waiting.
        written.write(piece)
    content = written.getvalue().encode()
    if len(content) <= FILE_BYTES_MAX:
        return content, "taproom.json"
    return gzip.compress(content), "taproom.json.gz"


def _cards() -> list[GameCard]:
    faces = ((GAMES[key], face) for key, face in FACES.items())
    return [GameCard(game.key, f"{face.emoji} {_(game.title)}", _(face.intro)) for game, face in faces]


def _listed(command: object, *, for_managers: bool) -> ListedCommand | None:
    """A command’s name in the help, without its group’s name; None if it is for the others alone."""
    assert isinstance(command, app_commands.Command | app_commands.Group)
    found = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
    inner = [
        each.qualified_name.removeprefix(f"{command.name} ")
        for each in found
        if isinstance(each, app_commands.Command)
        and each.description.startswith(("Managers:", "Organisers:")) == for_managers
    ]
    if not inner:
        return None
    return ListedCommand(command.name, command.description, () if inner == [command.name] else tuple(inner))
