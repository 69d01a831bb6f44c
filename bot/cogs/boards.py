"""Boards: `/board`, and boards that are kept up to date in a channel."""

from __future__ import annotations

from typing import get_args

from bot.cogs.records import DEFAULT_PERIOD, GAME, GAME_CHOICES, PERIOD
from bot.cogs.seasons import Seasons
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.decorators import command, on_button
from bot.front.protocols import Context
from bot.front.render import read_board, read_own_place
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen
from bot.screens.server import board
from bot.screens.server.board import ALL_GAMES, BoardNamed, BoardQuery
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, must_find
from storage.books import ledger
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.standing import boards, scores
from storage.standing.boards import Measure, Placed, Season


class Board(Seasons):
    """A server's boards: rankings by coins, points, seasons and more."""

    @command(
        called="board",
        game=GAME,
        period=PERIOD,
        by="What to rank by; net winnings if left out",
        choices={"game": GAME_CHOICES, "period": board.BOARD_PERIODS, "by": board.WAYS},
    )
    async def show_board(
        self, ctx: Context, game: str = ALL_GAMES, period: str = DEFAULT_PERIOD, by: str = board.NET
    ) -> None:
        """Who leads here, by coins, points, seasons and more."""
        await ctx.send_ephemeral(await self._page(ctx, by, game, period))

    @on_button("boards")
    async def _show_others(self, ctx: Context, press: TablePress) -> None:
        target = BoardNamed.of(press.argument)
        await ctx.send_ephemeral(
            await self._page(ctx, target.by, target.game, target.period or DEFAULT_PERIOD)
        )

    @on_button("board", "board_game", "board_by")
    async def _choose(self, ctx: Context, press: TablePress) -> None:
        """Show the board of another period, of another game or by another measure."""
        current = BoardNamed.of(press.argument)
        by, game, period = current.by, current.game, current.period or DEFAULT_PERIOD
        if press.verb == "board":
            period = ctx.request.chosen_among(board.BOARD_PERIODS)
        elif press.verb == "board_game":
            game = ctx.request.chosen_among((ALL_GAMES, *GAMES))
        else:
            by = ctx.request.chosen_among(board.WAYS)
        await ctx.update(await self._page(ctx, by, game, period))

    @on_button("season")
    async def _choose_season(self, ctx: Context, press: TablePress) -> None:
        index, newest = ctx.request.chosen(), press.number
        seasons = await self.app.database.read(
            lambda tx: boards.latest_seasons(tx, ctx.server, board.SEASONS_LISTED, newest)
        )
        if index >= len(seasons):
            raise NotOffered
        await ctx.update(await self._season(ctx, seasons[index].id))

    @on_button("season_board")
    async def _choose_board(self, ctx: Context, press: TablePress) -> None:
        chosen = ctx.request.chosen_among((board.CHAMPIONS, *board.BOARDS))
        await ctx.update(await self._season(ctx, press.number, chosen))

    async def _page(self, ctx: Context, by: str, game: str, period: str) -> Screen:
        match by:
            case board.SEASON:
                return await self._season(ctx)
            case board.PURSE:
                return await self._wallets(ctx)
            case board.POINTS:
                return await self._points(ctx, game)
            case _:
                return await self._of_period(ctx, board_query(by, game, period))

    async def _of_period(self, ctx: Context, query: BoardQuery) -> Screen:
        settings, today = await self._settings(ctx), day_of(self.app.tavern.now())

        def read(tx: Transaction) -> tuple[list[Placed], Season | None, Placed | None]:
            ranked_and_season = read_board(tx, ctx.server, query, today)
            return *ranked_and_season, read_own_place(tx, ctx.server, query, today, ctx.player)

        placed, season, own = await self.app.database.read_long(read)

        def draw() -> Screen:
            own_lines = tuple(board.own_place(query, placed, own, settings.currency))
            return board.board_screen(query, placed, settings.currency, season, own_lines, ctx.player)

        return await self._drawn(ctx, draw)

    async def _wallets(self, ctx: Context) -> Screen:
        settings = await self._settings(ctx)
        richest = await self.app.database.read_long(lambda tx: ledger.top(tx, ctx.server))
        return board.purses_screen(richest, settings.currency, ctx.player)

    async def _points(self, ctx: Context, game: str) -> Screen:
        """Return the board of the game's lasting points, or else of the first game that has any."""
        lasting = [key for key, face in FACES.items() if face.lasting is not None]
        key = game if game in lasting else lasting[0]
        best = await self.app.database.read_long(lambda tx: scores.top(tx, ctx.server, key))
        return board.points_screen(key, best, ctx.player)


def board_query(by: str, game: str, period: str) -> BoardQuery:
    """Return a board's query. Raises `NotOffered` for values that Discord's own client does not offer.

    Hands of different games can't be compared, so without a game the board of best hands is the first game's.
    """
    if by not in board.MEASURES or game not in (ALL_GAMES, *GAMES) or period not in board.BOARD_PERIODS:
        raise NotOffered
    measure = must_find(each for each in get_args(Measure) if each == by)
    if measure == "courts":
        return BoardQuery(measure, ALL_GAMES, period)
    if measure == "best" and game == ALL_GAMES:
        game = must_find(GAMES)
    return BoardQuery(measure, game, period)


class BoardPosting(TaproomCog):
    """Boards that are kept up to date in a channel."""

    @command(
        called="board",
        is_public=True,
        game=GAME,
        period=PERIOD,
        by="What to rank by; net winnings if left out",
        choices={"game": GAME_CHOICES, "period": board.BOARD_PERIODS, "by": board.MEASURES},
    )
    async def post_board(
        self, ctx: Context, game: str = ALL_GAMES, period: str = DEFAULT_PERIOD, by: str = board.NET
    ) -> None:
        """Post a board here, and keep it up to date."""
        ctx.request.require_manager()
        await self.app.front.board_posts.post(ctx, board_query(by, game, period))
