"""How people stand in a server: `/record`, `/titles`, `/board`, and `/season`, which managers run."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.drawing import read_board, read_own_place
from bot.front.forms import words
from bot.front.marks import Member, command, group, pressed
from bot.front.protocols import Reply, Whispered
from bot.front.visit import Somebody
from bot.screens.core.screen import Screen
from bot.screens.server import board, record
from bot.screens.server.board import ALL_GAMES, BoardAsked
from bot.tavern.table.hand_viewing import AskedFor, may_watch
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, Slip, phrase
from storage.books.changes import ServerChange
from storage.books.limits import day_of
from storage.db.transaction import Transaction
from storage.errors import NoSeason
from storage.people import preferences
from storage.standing import records, seasons, titles
from storage.standing.boards import Measure, Placed
from storage.standing.records import PlayedFor, PlayRecord
from storage.standing.seasons import Season

USUAL = "month"
GAME_CHOICES = {key: game.title for key, game in GAMES.items()}
PERIOD_CHOICES = {key: words for key, (words, _days) in board.PERIODS.items()}


@dataclass(eq=False)
class KeptToThemselves(Slip):
    says = phrase("{player} keeps their record private. Yours is `/record show`.")
    player: int


class SamePerson(Slip):
    says = phrase("That’s the same person twice. Please name somebody else to compare with.")


class HandsOfOneGame(Slip):
    says = phrase("Hands of different games can’t be compared. Please choose a game, too.")


@group("record", phrase("What you’ve played, won and done here"))
class RecordCommands(TaproomCog):
    """People's records in a server."""

    @command(
        member="Whose record; yours if left out",
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
        choices={"game": GAME_CHOICES, "period": PERIOD_CHOICES},
    )
    async def show(
        self,
        reply: Reply,
        member: Member | None = None,
        game: str = ALL_GAMES,
        period: str = USUAL,
    ) -> None:
        """What you or somebody else has played, won and done."""
        meant = member or reply.visit.person
        meant.require_person()
        await self._whisper(reply, await self._page(reply, record.Asked(meant.id, game, period)))

    @command(
        member="Who to compare",
        other="Who to compare with; you if left out",
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
        choices={"game": GAME_CHOICES, "period": PERIOD_CHOICES},
    )
    async def compare(
        self,
        reply: Reply,
        member: Member,
        other: Member | None = None,
        game: str = ALL_GAMES,
        period: str = USUAL,
    ) -> None:
        """Two people’s records side by side."""
        people = (other or reply.visit.person, member)
        for each in people:
            each.require_person()
        if people[0].id == people[1].id:
            raise SamePerson
        _require_listed(game, period)
        both = await self._both(reply, people, game, period)
        settings = await self._settings(reply)

        def draw() -> Screen:
            pictured = self._is_pictured(settings)
            return record.comparison_screen(both, game, period, settings.currency, is_pictured=pictured)

        await self._whisper(reply, await self._drawn(reply, draw))

    async def _both(
        self, reply: Reply, people: Sequence[Somebody], game: str, period: str
    ) -> list[record.Compared]:
        since_day = board.since(period, day_of(self.house.tavern.now()))
        of_game = None if game == ALL_GAMES else game

        def of(tx: Transaction, player: int, money: PlayedFor) -> record.Days:
            return records.net_by_day(tx, reply.server, player, money, of_game, since_day)

        def read(tx: Transaction) -> list[record.Compared]:
            for each in people:
                _require_shown(tx, reply.player, each.id)
            both = [
                record.Compared(each.id, each.name, _played_by(tx, reply.server, each.id, game, since_day))
                for each in people
            ]
            first = record.first_of_both(*both)
            return both if first is None else [replace(one, days=of(tx, one.player, first)) for one in both]

        return await self.house.database.read_long(read)

    @pressed("record")
    async def _choose_period(self, reply: Reply, meaning: TablePress) -> None:
        about = About.of(meaning.argument)
        await self._update(reply, record.Asked(about.id, about.key, reply.visit.chosen_among(board.PERIODS)))

    @pressed("record_of")
    async def _choose_game(self, reply: Reply, meaning: TablePress) -> None:
        about, game = About.of(meaning.argument), reply.visit.chosen_among((ALL_GAMES, *GAMES))
        await self._update(reply, record.Asked(about.id, game, about.key))

    async def _page(self, reply: Reply, asked: record.Asked) -> Screen:
        _require_listed(asked.game, asked.period)
        settings, press = await self._settings(reply), reply.visit.request()
        since_day = board.since(asked.period, day_of(self.house.tavern.now()))
        tables, channel = self.house.tavern.tables, reply.channel

        def read(tx: Transaction) -> record.Found:
            _require_shown(tx, press.player, asked.player)
            played = _played_by(tx, reply.server, asked.player, asked.game, since_day)
            first, of_game = record.first_of(played), None if asked.game == ALL_GAMES else asked.game
            earned = titles.of_player(tx, reply.server, asked.player)
            if first is None:
                return record.Found(played, titles=earned)
            days = records.net_by_day(tx, reply.server, asked.player, first, of_game, since_day)
            best_at = None if of_game is None else played[first][of_game].best_at
            is_kept = best_at is not None and may_watch(tx, tables, press, AskedFor(channel, *best_at))
            return record.Found(played, days, best_at if is_kept else None, earned)

        found = await self.house.database.read_long(read)
        is_pictured = self._is_pictured(settings)
        return await self._drawn(
            reply, lambda: record.record_screen(asked, found, settings.currency, is_pictured=is_pictured)
        )

    async def _whisper(self, reply: Reply, screen: Screen) -> None:
        """Answer with a page whose picture may take a moment longer."""
        arrived: asyncio.Future[Whispered | None] = asyncio.get_running_loop().create_future()

        async def again() -> None:
            if (whispered := await arrived) is not None:
                await whispered.edit(screen)

        arrived.set_result(await reply.whisper(screen, again))

    async def _update(self, reply: Reply, asked: record.Asked) -> None:
        """Change the pressed page to another, whose picture may take a moment longer."""
        screen = await self._page(reply, asked)
        await reply.update(screen, partial(reply.edit, screen))


def _require_shown(tx: Transaction, reader: int, player: int) -> None:
    """`KeptToThemselves` if somebody's record is for nobody else to read (TB-19)."""
    if player != reader and preferences.load(tx, player).record == "hidden":
        raise KeptToThemselves(player)


def _played_by(
    tx: Transaction, server: int, player: int, game: str, since_day: int
) -> dict[PlayedFor, dict[str, PlayRecord]]:
    """What somebody played in all games or in one, by what it was played for."""
    found = {money: records.of_player(tx, server, player, money, since_day) for money in board.FOR}
    if game == ALL_GAMES:
        return found
    return {money: {key: each for key, each in of.items() if key == game} for money, of in found.items()}


def _require_listed(game: str, period: str) -> None:
    """Refuse what no client of Discord’s lets anybody choose."""
    if game not in (ALL_GAMES, *GAMES) or period not in board.PERIODS:
        raise NotOffered


class Titles(TaproomCog):
    """People's titles in a server."""

    @command(member="Whose titles; yours if left out")
    async def titles(self, reply: Reply, member: Member | None = None) -> None:
        """Titles for deeds, and what else there is to earn."""
        meant = member or reply.visit.person
        meant.require_person()
        await reply.whisper(await self._page(reply, meant.id, record.EARNED))

    @pressed("titles")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(await self._page(reply, meaning.number, record.EARNED))

    @pressed("titles_page")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._page(reply, meaning.number, reply.visit.chosen_among(record.PAGES)))

    async def _page(self, reply: Reply, player: int, page: str) -> Screen:
        def read(tx: Transaction) -> tuple[titles.Earned, ...]:
            _require_shown(tx, reply.player, player)
            return titles.of_player(tx, reply.server, player)

        earned = await self.house.database.read(read)
        return await self._drawn(reply, lambda: record.titles_screen(player, page, earned))


class Board(TaproomCog):
    """Who is first in a server."""

    @command(
        is_public=True,
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
        by="What counts; net if left out",
        post="Managers: post it here, and keep it up to date",
        choices={"game": GAME_CHOICES, "period": board.BOARD_PERIODS, "by": board.MEASURES},
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
        named, period = board.BoardNamed.of(meaning.argument), reply.visit.chosen_among(board.BOARD_PERIODS)
        await reply.update(await self._page(reply, _asked(named.by, named.game, period)))

    @pressed("boards")
    async def _show_others(self, reply: Reply, meaning: TablePress) -> None:
        named = board.BoardNamed.of(meaning.argument)
        await reply.whisper(await self._page(reply, _asked(named.by, named.game, named.period or "")))

    async def _page(self, reply: Reply, asked: BoardAsked) -> Screen:
        settings, today = await self._settings(reply), day_of(self.house.tavern.now())

        def read(tx: Transaction) -> tuple[list[Placed], Season | None, Placed | None]:
            found = read_board(tx, reply.server, asked, today)
            return *found, read_own_place(tx, reply.server, asked, today, reply.player)

        placed, season, own = await self.house.database.read_long(read)

        def draw() -> Screen:
            told = tuple(board.own_place(asked, placed, own, settings.currency))
            return board.board_screen(asked, placed, settings.currency, season, told)

        return await self._drawn(reply, draw)


def _asked(by: str, game: str, period: str) -> BoardAsked:
    """The board that is meant; refuses what no client of Discord’s lets anybody choose."""
    if by not in board.MEASURES or game not in (ALL_GAMES, *GAMES) or period not in board.BOARD_PERIODS:
        raise NotOffered
    measure = next(each for each in get_args(Measure) if each == by)
    if measure == "best" and game == ALL_GAMES:
        raise HandsOfOneGame
    return BoardAsked(measure, ALL_GAMES if measure == "courts" else game, period)


@group("season", phrase("Seasons: boards that start over"))
class SeasonCommands(TaproomCog):
    """A server's seasons."""

    @command(name="Its name")
    async def begin(self, reply: Reply, name: str) -> None:
        """Managers: begin a season; wallets stay as they are."""
        reply.visit.require_manager()
        called, at = words(name, seasons.NAME_LENGTH), self.house.tavern.now()
        begun = await self._once_told(
            reply, lambda tx: seasons.begin(tx, reply.server, called, at), partial(_said, "begun")
        )
        await reply.whisper(board.begun_screen(begun, day_of(at)))

    @command()
    async def end(self, reply: Reply) -> None:
        """Managers: end the season, and name its champions."""
        reply.visit.require_manager()
        running = await self.house.database.read(lambda tx: seasons.current(tx, reply.server))
        if running is None:
            raise NoSeason
        await reply.whisper(board.end_screen(running))

    @command()
    async def show(self, reply: Reply) -> None:
        """How the season stands, and how earlier ones ended."""
        await reply.whisper(await self._page(reply))

    @pressed("season_end")
    async def _end(self, reply: Reply, meaning: TablePress) -> None:
        reply.visit.require_manager()
        number, at = meaning.number, self.house.tavern.now()
        await self._once_told(
            reply, lambda tx: seasons.end(tx, reply.server, number, GAMES, at), partial(_said, "ended")
        )
        await reply.update(await self._page(reply, number))

    @pressed("season")
    async def _choose_season(self, reply: Reply, meaning: TablePress) -> None:
        index, newest = reply.visit.chosen(), meaning.number
        listed = await self.house.database.read(
            lambda tx: seasons.latest(tx, reply.server, board.SEASONS_LISTED, newest)
        )
        if index >= len(listed):
            raise NotOffered
        await reply.update(await self._page(reply, listed[index].id))

    @pressed("season_board")
    async def _choose_board(self, reply: Reply, meaning: TablePress) -> None:
        chosen = reply.visit.chosen_among((board.CHAMPIONS, *board.BOARDS))
        await reply.update(await self._page(reply, meaning.number, chosen))

    async def _page(self, reply: Reply, number: int | None = None, shown: str = board.CHAMPIONS) -> Screen:
        """A season of the server, the newest unless one is named."""
        settings = await self._settings(reply)

        def read(tx: Transaction) -> board.SeasonView:
            listed = seasons.latest(tx, reply.server, board.SEASONS_LISTED)
            if not listed:
                raise NoSeason
            meant = listed[0] if number is None else seasons.of_number(tx, reply.server, number)
            return _view(tx, meant, listed, shown)

        view = await self.house.database.read_long(read)
        return await self._drawn(reply, lambda: board.season_screen(view, settings.currency))


def _said(what: str, season: Season) -> ServerChange:
    return ServerChange(kind="season", what=what, name=season.name)


def _view(tx: Transaction, season: Season, listed: tuple[Season, ...], shown: str) -> board.SeasonView:
    if shown != board.CHAMPIONS:
        by, game = board.BOARDS[shown]
        placed = seasons.standings(tx, season, by, None if game == ALL_GAMES else game)
        return board.SeasonView(season, listed, board=shown, placed=placed)
    champions = {
        game: seasons.standings(tx, season, "net", None if game == ALL_GAMES else game)
        for game in (ALL_GAMES, *GAMES)
    }
    return board.SeasonView(season, listed, champions)
