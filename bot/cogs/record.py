"""`/record`: what people played here, won and did."""

from __future__ import annotations

import re
from dataclasses import dataclass

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import chosen, require_person
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen
from bot.screens.server.periods import ALL_GAMES, FOR, PERIODS, since
from bot.screens.server.record import record_screen
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.sentences import phrase
from storage import preferences, records
from storage.day_limits import day_of
from storage.records import PlayedFor, PlayRecord
from storage.transaction import Transaction

ASKED = re.compile(rf"([0-9]{{1,20}})_({'|'.join((ALL_GAMES, *GAMES))})")
"""Whose record of which game a select is about."""
USUAL = "month"
GAME_CHOICES = [app_commands.Choice(name=game.title, value=key) for key, game in GAMES.items()]
PERIOD_CHOICES = [app_commands.Choice(name=words, value=key) for key, (words, _days) in PERIODS.items()]


@dataclass(eq=False)
class KeptToThemselves(Slip):
    """Somebody's record is for nobody else to read."""

    says = phrase("{player} keeps their record to themselves. Yours is `/record show`.")
    player: int


@app_commands.guild_only()
class RecordCommands(
    TaproomCog,
    commands.GroupCog,
    group_name="record",
    group_description=phrase("What you played here, won and did"),
):
    """People's records in a server."""

    @command(
        member="Whose record; yours if left out",
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
    )
    @app_commands.choices(game=GAME_CHOICES, period=PERIOD_CHOICES)
    async def show(
        self,
        reply: Reply,
        member: discord.Member | None = None,
        game: str = ALL_GAMES,
        period: str = USUAL,
    ) -> None:
        """What you played, won and did, or somebody else."""
        meant = member or reply.interaction.user
        require_person(meant)
        await reply.whisper(await self._page(reply, meant.id, game, period))

    @pressed("record")
    async def _choose_period(self, reply: Reply, meaning: TablePress) -> None:
        index, asked = chosen(reply.interaction), ASKED.fullmatch(meaning.argument)
        if asked is None or index >= len(PERIODS):
            raise NotOffered
        await reply.update(await self._page(reply, int(asked[1]), asked[2], tuple(PERIODS)[index]))

    async def _page(self, reply: Reply, player: int, game: str, period: str) -> Screen:
        require_listed(game, period)
        settings = await self._settings(reply)
        first_day = since(period, day_of(self.bot.tavern.now()))

        def read(tx: Transaction) -> dict[PlayedFor, dict[str, PlayRecord]]:
            if player != reply.player and preferences.load(tx, player).record == "hidden":
                raise KeptToThemselves(player)
            return {
                money: _of(game, records.of_player(tx, reply.server, player, money, first_day))
                for money in FOR
            }

        played = await self.bot.database.read_long(read)
        return await self._drawn(
            reply, lambda: record_screen(player, game, period, played, settings.currency)
        )


def _of(game: str, found: dict[str, PlayRecord]) -> dict[str, PlayRecord]:
    return found if game == ALL_GAMES else {key: each for key, each in found.items() if key == game}


def require_listed(game: str, period: str) -> None:
    """Refuse what no client of Discord’s lets anybody choose."""
    if game not in (ALL_GAMES, *GAMES) or period not in PERIODS:
        raise NotOffered
