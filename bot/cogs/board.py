"""`/board`: who is first in a server."""

from __future__ import annotations

import re
from typing import get_args

from bot.cogs.record import GAME_CHOICES, USUAL
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.boards import read_board
from bot.front.marks import command, pressed
from bot.front.protocols import Reply
from bot.screens.core.screen import Screen
from bot.screens.server.board import BOARD_PERIODS, MEASURES, BoardAsked, board_screen
from bot.screens.server.periods import ALL_GAMES
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.sentences import phrase
from storage.books.limits import day_of
from storage.standing.boards import Measure

GAME = "|".join((ALL_GAMES, *GAMES))
BOARD = re.compile(rf"({'|'.join(MEASURES)})_({GAME})(?:_({'|'.join(BOARD_PERIODS)}))?")
"""What a board goes by, of which game and which days."""


class HandsOfOneGame(Slip):
    """Hands of several games cannot be compared."""

    says = phrase("Hands of different games can’t be compared. Please choose a game, too.")


class Board(TaproomCog):
    """Who is first in a server."""

    @command(
        is_public=True,
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
        by="What counts; net if left out",
        post="Managers: post it here, and keep it up to date",
        choices={"game": GAME_CHOICES, "period": BOARD_PERIODS, "by": MEASURES},
    )
    async def board(
        self,
        reply: Reply,
        game: str = ALL_GAMES,
        period: str = USUAL,
        by: str = "net",
        post: bool = False,
    ) -> None:
        """Who won most here for coins, or had the best hand."""
        asked = _asked(by, game, period)
        if post:
            reply.visit.require_manager()
            await self.house.front.board_posts.post(reply, asked)
        else:
            await reply.whisper(await self._page(reply, asked))

    @pressed("board")
    async def _choose_period(self, reply: Reply, meaning: TablePress) -> None:
        index, asked = reply.visit.chosen(), BOARD.fullmatch(meaning.argument)
        if asked is None or index >= len(BOARD_PERIODS):
            raise NotOffered
        await reply.update(await self._page(reply, _asked(asked[1], asked[2], tuple(BOARD_PERIODS)[index])))

    @pressed("boards")
    async def _show_others(self, reply: Reply, meaning: TablePress) -> None:
        asked = BOARD.fullmatch(meaning.argument)
        if asked is None or asked[3] is None:
            raise NotOffered
        await reply.whisper(await self._page(reply, _asked(asked[1], asked[2], asked[3])))

    async def _page(self, reply: Reply, asked: BoardAsked) -> Screen:
        settings, today = await self._settings(reply), day_of(self.house.tavern.now())
        placed, season = await self.house.database.read_long(
            lambda tx: read_board(tx, reply.server, asked, today)
        )
        return await self._drawn(reply, lambda: board_screen(asked, placed, settings.currency, season))


def _asked(by: str, game: str, period: str) -> BoardAsked:
    """The board that is meant; refuses what no client of Discord’s lets anybody choose."""
    if by not in MEASURES or game not in (ALL_GAMES, *GAMES) or period not in BOARD_PERIODS:
        raise NotOffered
    measure = next(each for each in get_args(Measure) if each == by)
    if measure == "best" and game == ALL_GAMES:
        raise HandsOfOneGame
    return BoardAsked(measure, ALL_GAMES if measure == "courts" else game, period)
