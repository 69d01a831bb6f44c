"""`/board`: who is first in a server."""

from __future__ import annotations

import re
from typing import cast

from discord import app_commands

from bot.cogs.record import GAME_CHOICES, PERIOD_CHOICES, USUAL, require_listed
from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import chosen
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen
from bot.screens.server.board import BOARD_ROWS, MEASURES, board_screen
from bot.screens.server.periods import ALL_GAMES, PERIODS, since
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.sentences import phrase
from storage import boards
from storage.boards import Measure
from storage.day_limits import day_of

BOARD = re.compile(rf"({'|'.join(MEASURES)})_({'|'.join((ALL_GAMES, *GAMES))})")
"""What a board goes by, and of which game."""


class HandsOfOneGame(Slip):
    """Hands of several games cannot be compared."""

    says = phrase("Hands of different games can’t be compared. Please choose a game, too.")


class Board(TaproomCog):
    """Who is first in a server."""

    @app_commands.guild_only()
    @command(
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
        by="What counts; net if left out",
    )
    @app_commands.choices(
        game=GAME_CHOICES,
        period=PERIOD_CHOICES,
        by=[app_commands.Choice(name=words, value=key) for key, words in MEASURES.items()],
    )
    async def board(self, reply: Reply, game: str = ALL_GAMES, period: str = USUAL, by: str = "net") -> None:
        """Who won most here for coins, or had the best hand."""
        await reply.whisper(await self._page(reply, by, game, period))

    @pressed("board")
    async def _choose_period(self, reply: Reply, meaning: TablePress) -> None:
        index, asked = chosen(reply.interaction), BOARD.fullmatch(meaning.argument)
        if asked is None or index >= len(PERIODS):
            raise NotOffered
        await reply.update(await self._page(reply, asked[1], asked[2], tuple(PERIODS)[index]))

    async def _page(self, reply: Reply, measure: str, game: str, period: str) -> Screen:
        require_listed(game, period)
        if measure not in MEASURES:
            raise NotOffered
        by = cast(Measure, measure)
        if by == "best" and game == ALL_GAMES:
            raise HandsOfOneGame
        settings = await self._settings(reply)
        first_day = since(period, day_of(self.bot.tavern.now()))
        of_game = None if game == ALL_GAMES else game
        placed = await self.bot.database.read_long(
            lambda tx: boards.ranked(tx, reply.server, by, of_game, first_day, BOARD_ROWS)
        )
        return await self._drawn(reply, lambda: board_screen(by, game, period, placed, settings.currency))
