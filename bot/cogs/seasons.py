"""Seasons, in which boards start at zero: their display, and the managers' commands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.decorators import Group, command, on_button
from bot.front.forms import words
from bot.front.protocols import Context
from bot.screens.core.screen import Screen
from bot.screens.server import board
from bot.screens.server.board import ALL_GAMES
from games.catalog import GAMES
from games.engine.core.errors import N_
from storage.books.audit_lines import ServerChange
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.errors import NoSeason
from storage.standing import boards
from storage.standing.boards import Season


class Seasons(TaproomCog):
    """The display of a server’s seasons."""

    async def _season(self, ctx: Context, number: int | None = None, shown: str = board.CHAMPIONS) -> Screen:
        """Return the screen of a server's season, by default the newest; `shown` is the board on it."""
        settings = await self._settings(ctx)
        view = await self.app.database.read_long(lambda tx: _season_view(tx, ctx.server, number, shown))
        view = replace(view, reader=ctx.player)
        return await self._drawn(ctx, lambda: board.season_screen(view, settings.currency))


def _season_view(tx: Transaction, server: int, number: int | None, shown: str) -> board.SeasonView:
    seasons = boards.latest_seasons(tx, server, board.SEASONS_LISTED)
    if not seasons:
        raise NoSeason
    season = seasons[0] if number is None else boards.season_numbered(tx, server, number)
    if shown != board.CHAMPIONS:
        by, game = board.BOARDS[shown]
        placed = boards.season_standings(tx, season, by, None if game == ALL_GAMES else game)
        return board.SeasonView(season, seasons, board=shown, placed=placed)
    champions = {
        game: boards.season_standings(tx, season, "net", None if game == ALL_GAMES else game)
        for game in (ALL_GAMES, *GAMES)
    }
    return board.SeasonView(season, seasons, champions)


class SeasonCommands(Seasons):
    """Commands for managers that begin and end a server's seasons."""

    season = Group("season", N_("Seasons: boards that start over"))

    @command(season, name="Its name")
    async def begin(self, ctx: Context, name: str) -> None:
        """Begin a season; wallets stay as they are."""
        ctx.request.require_manager()
        season_name, now = words(name, boards.SEASON_NAME_LENGTH), self.app.tavern.now()
        season = await self._once_audited(
            ctx,
            lambda tx: boards.begin_season(tx, ctx.server, season_name, now),
            partial(_audit_entry, "begun"),
        )
        await ctx.send_ephemeral(board.begun_screen(season, day_of(now)))

    @command(season)
    async def end(self, ctx: Context) -> None:
        """End the season, and name its champions."""
        ctx.request.require_manager()
        season = await self.app.database.read(lambda tx: boards.current_season(tx, ctx.server))
        if season is None:
            raise NoSeason
        await ctx.send_ephemeral(board.end_screen(season))

    @on_button("season_end")
    async def _end(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        number, now = press.number, self.app.tavern.now()
        await self._once_audited(
            ctx,
            lambda tx: boards.end_season(tx, ctx.server, number, GAMES, now),
            partial(_audit_entry, "ended"),
        )
        await ctx.update(await self._season(ctx, number))


def _audit_entry(what: str, season: Season) -> ServerChange:
    return ServerChange(kind="season", what=what, name=season.name)
