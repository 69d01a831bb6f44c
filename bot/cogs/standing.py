"""How people stand in a server: `/record`, and the titles in it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.marks import Member, command, pressed
from bot.front.protocols import Reply, Whispered
from bot.front.visit import Somebody
from bot.screens.core.screen import Screen
from bot.screens.learn import review
from bot.screens.server import board, record
from bot.screens.server.board import ALL_GAMES
from bot.screens.tournament.summary import record_screen
from bot.tavern.people import reviewing
from bot.tavern.table.hand_viewing import AskedFor, may_watch
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, Slip, phrase
from storage.books.limits import day_of
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.standing import records, titles
from storage.standing.records import PlayedFor, PlayRecord
from storage.tournaments import results

USUAL = "month"
TOURNAMENTS_SHOWN = 8
"""How many always fit into a message."""
GAME_CHOICES = {key: game.title for key, game in GAMES.items()}
PERIOD_CHOICES = {key: words for key, (words, _days) in board.PERIODS.items()}


@dataclass(eq=False)
class KeptToThemselves(Slip):
    says = phrase("{player} keeps their record private. Yours is `/record`.")
    player: int


class SamePerson(Slip):
    says = phrase("That’s the same person twice. Please choose someone else to compare with.")


class RecordCommand(TaproomCog):
    """People's records in a server."""

    @command(
        called="record",
        member="Whose record; yours if left out",
        compare="Who to put beside them",
        game="Which game; all if left out",
        period="Which days; the last 30 if left out",
        choices={"game": GAME_CHOICES, "period": PERIOD_CHOICES},
    )
    async def show_record(
        self,
        reply: Reply,
        member: Member | None = None,
        compare: Member | None = None,
        game: str = ALL_GAMES,
        period: str = USUAL,
    ) -> None:
        """What you or somebody else has played, won and done."""
        meant = member or reply.visit.person
        for each in filter(None, (meant, compare)):
            each.require_person()
        asked = record.Asked(meant.id, game, period)
        if compare is None:
            await self._whisper(reply, await self._page(reply, asked))
        elif compare.id == meant.id:
            raise SamePerson
        else:
            await self._whisper(reply, await self._comparison(reply, (meant, compare), asked))

    async def _comparison(self, reply: Reply, people: Sequence[Somebody], asked: record.Asked) -> Screen:
        """Two people's records side by side."""
        _require_listed(asked.game, asked.period)
        both = await self._both(reply, people, asked.game, asked.period)
        settings = await self._settings(reply)

        def draw() -> Screen:
            pictured = self._is_pictured(settings)
            return record.comparison_screen(
                both, asked.game, asked.period, settings.currency, is_pictured=pictured
            )

        return await self._drawn(reply, draw)

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

    @pressed("played")
    async def _show_tournaments(self, reply: Reply, meaning: TablePress) -> None:
        """The tournaments that somebody played."""
        settings = await self._settings(reply)
        played = await self.house.database.read_long(
            lambda tx: results.record(tx, reply.server, meaning.number, TOURNAMENTS_SHOWN)
        )
        await reply.whisper(record_screen(meaning.number, played, settings.currency))

    @pressed("review")
    async def _review(self, reply: Reply, meaning: TablePress) -> None:
        """Tell what kind of answer cost the presser most; it takes a while, so the answer says so first."""
        game, press, tavern = meaning.among(GAMES), reply.visit.request(), self.house.tavern
        found = await reviewing.lately(tavern, press, game)
        if len(found) < reviewing.HANDS_MIN:
            await reply.whisper(review.too_few(game, len(found)))
            return
        whispered = await reply.whisper(review.under_way(game, len(found)))
        kinds = await reviewing.review(tavern, press, found)
        if whispered is not None:
            await whispered.edit(review.told(game, len(found), kinds))

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
            is_own = asked.player == press.player
            if first is None:
                return record.Found(played, titles=earned, is_own=is_own)
            days = records.net_by_day(tx, reply.server, asked.player, first, of_game, since_day)
            best_at = None if of_game is None else played[first][of_game].best_at
            is_kept = best_at is not None and may_watch(tx, tables, press, AskedFor(channel, *best_at))
            return record.Found(played, days, best_at if is_kept else None, earned, is_own)

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
