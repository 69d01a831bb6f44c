"""`/record`: what people played here, won and did."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import Member, command, group, pressed
from bot.front.protocols import Reply, Whispered
from bot.front.visit import Somebody
from bot.screens.core.screen import Screen
from bot.screens.server.comparison import Compared, comparison_screen, first_of_both
from bot.screens.server.periods import ALL_GAMES, FOR, PERIODS, since
from bot.screens.server.record import Asked, Found, first_of, record_screen
from bot.screens.server.record_picture import Days
from bot.tavern.table.hand_viewing import AskedFor, may_watch
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.sentences import phrase
from storage.books.limits import day_of
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.people.server_settings import ServerSettings
from storage.standing import records, titles
from storage.standing.records import PlayedFor, PlayRecord

ASKED = re.compile(rf"([0-9]{{1,20}})_({'|'.join((ALL_GAMES, *GAMES))})")
"""Whose record of which game a select of days is about."""
ASKED_DAYS = re.compile(rf"([0-9]{{1,20}})_({'|'.join(PERIODS)})")
"""Whose record of which days a select of games is about."""
USUAL = "month"
GAME_CHOICES = {key: game.title for key, game in GAMES.items()}
PERIOD_CHOICES = {key: words for key, (words, _days) in PERIODS.items()}


@dataclass(eq=False)
class KeptToThemselves(Slip):
    """Somebody's record is for nobody else to read."""

    says = phrase("{player} keeps their record private. Yours is `/record show`.")
    player: int


class SamePerson(Slip):
    """Somebody is compared with themselves."""

    says = phrase("That’s the same person twice. Please name somebody else to compare with.")


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
        await self._whisper(reply, await self._page(reply, Asked(meant.id, game, period)))

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
        require_listed(game, period)
        both = await self._both(reply, people, game, period)
        settings = await self._settings(reply)

        def draw() -> Screen:
            pictured = self._is_pictured(settings)
            return comparison_screen(both, game, period, settings.currency, is_pictured=pictured)

        await self._whisper(reply, await self._drawn(reply, draw))

    async def _both(self, reply: Reply, people: Sequence[Somebody], game: str, period: str) -> list[Compared]:
        since_day = since(period, day_of(self.house.tavern.now()))
        of_game = None if game == ALL_GAMES else game

        def of(tx: Transaction, player: int, money: PlayedFor) -> Days:
            return records.net_by_day(tx, reply.server, player, money, of_game, since_day)

        def read(tx: Transaction) -> list[Compared]:
            for each in people:
                require_shown(tx, reply.player, each.id)
            both = [
                Compared(
                    each.id,
                    each.name,
                    played_by(tx, reply.server, each.id, game, since_day),
                )
                for each in people
            ]
            first = first_of_both(*both)
            return both if first is None else [replace(one, days=of(tx, one.player, first)) for one in both]

        return await self.house.database.read_long(read)

    @pressed("record")
    async def _choose_period(self, reply: Reply, meaning: TablePress) -> None:
        index, asked = reply.visit.chosen(), ASKED.fullmatch(meaning.argument)
        if asked is None or index >= len(PERIODS):
            raise NotOffered
        await self._update(reply, Asked(int(asked[1]), asked[2], tuple(PERIODS)[index]))

    @pressed("record_of")
    async def _choose_game(self, reply: Reply, meaning: TablePress) -> None:
        index, asked = reply.visit.chosen(), ASKED_DAYS.fullmatch(meaning.argument)
        if asked is None or index > len(GAMES):
            raise NotOffered
        game = (ALL_GAMES, *GAMES)[index]
        await self._update(reply, Asked(int(asked[1]), game, asked[2]))

    async def _page(self, reply: Reply, asked: Asked) -> Screen:
        require_listed(asked.game, asked.period)
        settings, press = await self._settings(reply), reply.visit.request()
        since_day = since(asked.period, day_of(self.house.tavern.now()))
        tables, channel = self.house.tavern.tables, reply.channel

        def read(tx: Transaction) -> Found:
            require_shown(tx, press.player, asked.player)
            played = played_by(tx, reply.server, asked.player, asked.game, since_day)
            first, of_game = first_of(played), None if asked.game == ALL_GAMES else asked.game
            earned = titles.of_player(tx, reply.server, asked.player)
            if first is None:
                return Found(played, titles=earned)
            days = records.net_by_day(tx, reply.server, asked.player, first, of_game, since_day)
            best_at = None if of_game is None else played[first][of_game].best_at
            is_kept = best_at is not None and may_watch(tx, tables, press, AskedFor(channel, *best_at))
            return Found(played, days, best_at if is_kept else None, earned)

        found = await self.house.database.read_long(read)
        is_pictured = self._is_pictured(settings)
        return await self._drawn(
            reply, lambda: record_screen(asked, found, settings.currency, is_pictured=is_pictured)
        )

    def _is_pictured(self, settings: ServerSettings) -> bool:
        return "never" not in (self.house.pictures, settings.pictures)

    async def _whisper(self, reply: Reply, screen: Screen) -> None:
        """Answer with a page whose picture may take a moment longer."""
        arrived: asyncio.Future[Whispered | None] = asyncio.get_running_loop().create_future()

        async def again() -> None:
            if (whispered := await arrived) is not None:
                await whispered.edit(screen)

        arrived.set_result(await reply.whisper(screen, again))

    async def _update(self, reply: Reply, asked: Asked) -> None:
        """Change the pressed page to another, whose picture may take a moment longer."""
        screen = await self._page(reply, asked)
        await reply.update(screen, partial(reply.edit, screen))


def require_shown(tx: Transaction, reader: int, player: int) -> None:
    """`KeptToThemselves` if somebody's record is for nobody else to read (TB-19)."""
    if player != reader and preferences.load(tx, player).record == "hidden":
        raise KeptToThemselves(player)


def played_by(
    tx: Transaction, server: int, player: int, game: str, since_day: int
) -> dict[PlayedFor, dict[str, PlayRecord]]:
    """What somebody played in all games or in one, by what it was played for."""
    found = {money: records.of_player(tx, server, player, money, since_day) for money in FOR}
    if game == ALL_GAMES:
        return found
    return {money: {key: each for key, each in of.items() if key == game} for money, of in found.items()}


def require_listed(game: str, period: str) -> None:
    """Refuse what no client of Discord’s lets anybody choose."""
    if game not in (ALL_GAMES, *GAMES) or period not in PERIODS:
        raise NotOffered
