"""`/board`, who is first at what; and its seasons and boards in channels, which managers run."""

from __future__ import annotations

from functools import partial
from typing import get_args

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.drawing import read_board, read_own_place
from bot.front.forms import words
from bot.front.marks import Group, command, pressed
from bot.front.protocols import Reply
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen
from bot.screens.server import board
from bot.screens.server.board import ALL_GAMES, BoardAsked, BoardNamed
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, phrase
from storage.books import ledger
from storage.books.changes import ServerChange
from storage.books.limits import day_of
from storage.db.transaction import Transaction
from storage.errors import NoSeason
from storage.standing import scores, seasons
from storage.standing.boards import Measure, Placed
from storage.standing.seasons import Season

USUAL = "month"
GAME_CHOICES = {key: game.title for key, game in GAMES.items()}
GAME = "Which game; all if left out"
PERIOD = "Which days; the last 30 if left out"


class Seasons(TaproomCog):
    """What is shown of a server’s seasons."""

    async def _season(self, reply: Reply, number: int | None = None, shown: str = board.CHAMPIONS) -> Screen:
        """A season of the server, the newest unless one is named."""
        settings = await self._settings(reply)
        view = await self.house.database.read_long(lambda tx: _season_view(tx, reply.server, number, shown))
        return await self._drawn(reply, lambda: board.season_screen(view, settings.currency))


class Board(Seasons):
    """Who is first in a server, at whatever one can be first at."""

    @command(
        called="board",
        game=GAME,
        period=PERIOD,
        by="What to rank by; net winnings if left out",
        choices={"game": GAME_CHOICES, "period": board.BOARD_PERIODS, "by": board.WAYS},
    )
    async def show_board(
        self, reply: Reply, game: str = ALL_GAMES, period: str = USUAL, by: str = board.NET
    ) -> None:
        """Who leads here, by coins, points, seasons and more."""
        await reply.whisper(await self._page(reply, by, game, period))

    @pressed("boards")
    async def _show_others(self, reply: Reply, meaning: TablePress) -> None:
        named = BoardNamed.of(meaning.argument)
        await reply.whisper(await self._page(reply, named.by, named.game, named.period or USUAL))

    @pressed("board", "board_game", "board_by")
    async def _choose(self, reply: Reply, meaning: TablePress) -> None:
        """The same board in other days, of another game or by something else."""
        named = BoardNamed.of(meaning.argument)
        by, game, period = named.by, named.game, named.period or USUAL
        if meaning.verb == "board":
            period = reply.visit.chosen_among(board.BOARD_PERIODS)
        elif meaning.verb == "board_game":
            game = reply.visit.chosen_among((ALL_GAMES, *GAMES))
        else:
            by = reply.visit.chosen_among(board.WAYS)
        await reply.update(await self._page(reply, by, game, period))

    @pressed("season")
    async def _choose_season(self, reply: Reply, meaning: TablePress) -> None:
        index, newest = reply.visit.chosen(), meaning.number
        listed = await self.house.database.read(
            lambda tx: seasons.latest(tx, reply.server, board.SEASONS_LISTED, newest)
        )
        if index >= len(listed):
            raise NotOffered
        await reply.update(await self._season(reply, listed[index].id))

    @pressed("season_board")
    async def _choose_board(self, reply: Reply, meaning: TablePress) -> None:
        chosen = reply.visit.chosen_among((board.CHAMPIONS, *board.BOARDS))
        await reply.update(await self._season(reply, meaning.number, chosen))

    async def _page(self, reply: Reply, by: str, game: str, period: str) -> Screen:
        match by:
            case board.SEASON:
                return await self._season(reply)
            case board.PURSE:
                return await self._purses(reply)
            case board.POINTS:
                return await self._points(reply, game)
            case _:
                return await self._of_days(reply, asked_for(by, game, period))

    async def _of_days(self, reply: Reply, asked: BoardAsked) -> Screen:
        settings, today = await self._settings(reply), day_of(self.house.tavern.now())

        def read(tx: Transaction) -> tuple[list[Placed], Season | None, Placed | None]:
            found = read_board(tx, reply.server, asked, today)
            return *found, read_own_place(tx, reply.server, asked, today, reply.player)

        placed, season, own = await self.house.database.read_long(read)

        def draw() -> Screen:
            told = tuple(board.own_place(asked, placed, own, settings.currency))
            return board.board_screen(asked, placed, settings.currency, season, told)

        return await self._drawn(reply, draw)

    async def _purses(self, reply: Reply) -> Screen:
        settings = await self._settings(reply)
        richest = await self.house.database.read_long(lambda tx: ledger.top(tx, reply.server))
        return board.purses_screen(richest, settings.currency)

    async def _points(self, reply: Reply, game: str) -> Screen:
        """The points of a game that last; of the first that has any, where this one has none."""
        lasting = [key for key, face in FACES.items() if face.lasting is not None]
        key = game if game in lasting else lasting[0]
        best = await self.house.database.read_long(lambda tx: scores.top(tx, reply.server, key))
        return board.points_screen(key, best)


def asked_for(by: str, game: str, period: str) -> BoardAsked:
    """The board of days that is meant; refuses what no client of Discord’s lets anybody choose.

    Hands of different games cannot be compared: where no game is named, the best ones are of the first.
    """
    if by not in board.MEASURES or game not in (ALL_GAMES, *GAMES) or period not in board.BOARD_PERIODS:
        raise NotOffered
    measure = next(each for each in get_args(Measure) if each == by)
    if measure == "courts":
        return BoardAsked(measure, ALL_GAMES, period)
    if measure == "best" and game == ALL_GAMES:
        game = next(iter(GAMES))
    return BoardAsked(measure, game, period)


def _season_view(tx: Transaction, server: int, number: int | None, shown: str) -> board.SeasonView:
    listed = seasons.latest(tx, server, board.SEASONS_LISTED)
    if not listed:
        raise NoSeason
    season = listed[0] if number is None else seasons.of_number(tx, server, number)
    if shown != board.CHAMPIONS:
        by, game = board.BOARDS[shown]
        placed = seasons.standings(tx, season, by, None if game == ALL_GAMES else game)
        return board.SeasonView(season, listed, board=shown, placed=placed)
    champions = {
        game: seasons.standings(tx, season, "net", None if game == ALL_GAMES else game)
        for game in (ALL_GAMES, *GAMES)
    }
    return board.SeasonView(season, listed, champions)


class BoardPosting(TaproomCog):
    """Boards that stay in a channel."""

    @command(
        called="board",
        is_public=True,
        game=GAME,
        period=PERIOD,
        by="What to rank by; net winnings if left out",
        choices={"game": GAME_CHOICES, "period": board.BOARD_PERIODS, "by": board.MEASURES},
    )
    async def post_board(
        self, reply: Reply, game: str = ALL_GAMES, period: str = USUAL, by: str = board.NET
    ) -> None:
        """Post a board here, and keep it up to date."""
        reply.visit.require_manager()
        await self.house.front.board_posts.post(reply, asked_for(by, game, period))


class SeasonCommands(Seasons):
    """How managers run a server's seasons."""

    season = Group("season", phrase("Seasons: boards that start over"))

    @command(season, name="Its name")
    async def begin(self, reply: Reply, name: str) -> None:
        """Begin a season; wallets stay as they are."""
        reply.visit.require_manager()
        called, at = words(name, seasons.NAME_LENGTH), self.house.tavern.now()
        begun = await self._once_told(
            reply, lambda tx: seasons.begin(tx, reply.server, called, at), partial(_said, "begun")
        )
        await reply.whisper(board.begun_screen(begun, day_of(at)))

    @command(season)
    async def end(self, reply: Reply) -> None:
        """End the season, and name its champions."""
        reply.visit.require_manager()
        running = await self.house.database.read(lambda tx: seasons.current(tx, reply.server))
        if running is None:
            raise NoSeason
        await reply.whisper(board.end_screen(running))

    @pressed("season_end")
    async def _end(self, reply: Reply, meaning: TablePress) -> None:
        reply.visit.require_manager()
        number, at = meaning.number, self.house.tavern.now()
        await self._once_told(
            reply, lambda tx: seasons.end(tx, reply.server, number, GAMES, at), partial(_said, "ended")
        )
        await reply.update(await self._season(reply, number))


def _said(what: str, season: Season) -> ServerChange:
    return ServerChange(kind="season", what=what, name=season.name)
