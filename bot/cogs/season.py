"""`/season`: seasons of a server, begun and ended by its managers."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import command, group, pressed
from bot.front.protocols import Reply
from bot.front.typed import words
from bot.screens.core.screen import Screen
from bot.screens.server.periods import ALL_GAMES
from bot.screens.server.season import (
    BOARDS,
    SEASONS_LISTED,
    SeasonView,
    begun_screen,
    end_screen,
    season_screen,
)
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase
from storage.books.limits import day_of
from storage.db.transaction import Transaction
from storage.errors import NoSeason
from storage.standing import seasons
from storage.standing.seasons import Season


@group("season", phrase("Seasons: boards that start over"))
class SeasonCommands(TaproomCog):
    """A server's seasons."""

    @command(name="Its name")
    async def begin(self, reply: Reply, name: str) -> None:
        """Managers: begin a season; wallets stay as they are."""
        reply.visit.require_manager()
        called, at = words(name, seasons.NAME_LENGTH), self.house.tavern.now()
        begun = await self._once(reply, lambda tx: seasons.begin(tx, reply.server, called, at))
        await reply.whisper(begun_screen(begun, day_of(at)))

    @command()
    async def end(self, reply: Reply) -> None:
        """Managers: end the season, and name its champions."""
        reply.visit.require_manager()
        running = await self.house.database.read(lambda tx: seasons.current(tx, reply.server))
        if running is None:
            raise NoSeason
        await reply.whisper(end_screen(running))

    @command()
    async def show(self, reply: Reply) -> None:
        """How the season stands, and how earlier ones ended."""
        await reply.whisper(await self._page(reply))

    @pressed("season_end")
    async def _end(self, reply: Reply, meaning: TablePress) -> None:
        reply.visit.require_manager()
        number, at = _number(meaning), self.house.tavern.now()
        await self._once(reply, lambda tx: seasons.end(tx, reply.server, number, GAMES, at))
        await reply.update(await self._page(reply, number))

    @pressed("season")
    async def _choose_season(self, reply: Reply, meaning: TablePress) -> None:
        index, newest = reply.visit.chosen(), _number(meaning)
        listed = await self.house.database.read(
            lambda tx: seasons.latest(tx, reply.server, SEASONS_LISTED, newest)
        )
        if index >= len(listed):
            raise NotOffered
        await reply.update(await self._page(reply, listed[index].id))

    @pressed("season_board")
    async def _choose_board(self, reply: Reply, meaning: TablePress) -> None:
        index = reply.visit.chosen()
        if index > len(BOARDS):
            raise NotOffered
        await reply.update(await self._page(reply, _number(meaning), index - 1 if index else None))

    async def _page(self, reply: Reply, number: int | None = None, board: int | None = None) -> Screen:
        """A season of the server, the newest unless one is named."""
        settings = await self._settings(reply)

        def read(tx: Transaction) -> SeasonView:
            listed = seasons.latest(tx, reply.server, SEASONS_LISTED)
            if not listed:
                raise NoSeason
            meant = listed[0] if number is None else seasons.of_number(tx, reply.server, number)
            return _view(tx, meant, listed, board)

        view = await self.house.database.read_long(read)
        return await self._drawn(reply, lambda: season_screen(view, settings.currency))


def _view(tx: Transaction, season: Season, listed: tuple[Season, ...], board: int | None) -> SeasonView:
    if board is not None:
        by, game = BOARDS[board]
        placed = seasons.standings(tx, season, by, None if game == ALL_GAMES else game)
        return SeasonView(season, listed, board=board, placed=placed)
    champions = {
        game: seasons.standings(tx, season, "net", None if game == ALL_GAMES else game)
        for game in (ALL_GAMES, *GAMES)
    }
    return SeasonView(season, listed, champions)


def _number(meaning: TablePress) -> int:
    """The season that a press is about."""
    if not meaning.argument.isdecimal():
        raise NotOffered
    return int(meaning.argument)
