"""Records of users in a server: `/record`, and the comparison of two."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.decorators import Member, command, on_button
from bot.front.protocols import Context, EphemeralMessage
from bot.front.request import User
from bot.screens.core.screen import Screen
from bot.screens.learn import review
from bot.screens.server import board, record
from bot.screens.server.board import ALL_GAMES
from bot.screens.tournament.summary import record_screen
from bot.tavern import coaching
from bot.tavern.table.finished_hands import AskedFor, may_watch
from games.catalog import GAMES
from games.engine.core.errors import N_, NotOffered, UserError
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.standing import records, titles
from storage.standing.records import PlayedFor, PlayRecord
from storage.tournaments import results

USUAL = "month"
TOURNAMENTS_SHOWN = 8
"""The number of tournaments that always fit into a message."""
GAME_CHOICES = {key: game.title for key, game in GAMES.items()}
PERIOD_CHOICES = {key: words for key, (words, _days) in board.PERIODS.items()}
GAME = "Which game; all if left out"
PERIOD = "Which days; the last 30 if left out"


class KeptToThemselves(UserError):
    template = N_("{player} keeps their record private. Yours is `/record`.")
    player: int


class SamePerson(UserError):
    template = N_("That’s the same person twice. Please choose someone else to compare with.")


class RecordCommand(TaproomCog):
    """People's records in a server."""

    @command(
        called="record",
        member="Whose record; yours if left out",
        compare="Who to put beside them",
        game=GAME,
        period=PERIOD,
        choices={"game": GAME_CHOICES, "period": PERIOD_CHOICES},
    )
    async def show_record(
        self,
        ctx: Context,
        member: Member | None = None,
        compare: Member | None = None,
        game: str = ALL_GAMES,
        period: str = USUAL,
    ) -> None:
        """What you or somebody else has played, won and done."""
        meant = member or ctx.request.person
        for each in filter(None, (meant, compare)):
            each.require_person()
        asked = record.RecordQuery(meant.id, game, period)
        if compare is None:
            await self._whisper(ctx, await self._page(ctx, asked))
        elif compare.id == meant.id:
            raise SamePerson
        else:
            await self._whisper(ctx, await self._comparison(ctx, (meant, compare), asked))

    async def _comparison(self, ctx: Context, people: Sequence[User], asked: record.RecordQuery) -> Screen:
        """Return two users' records side by side."""
        _require_listed(asked.game, asked.period)
        both = await self._both(ctx, people, asked.game, asked.period)
        settings = await self._settings(ctx)

        def draw() -> Screen:
            pictured = self._is_pictured(settings)
            return record.comparison_screen(
                both,
                asked.game,
                asked.period,
                settings.currency,
                is_pictured=pictured,
                reader=ctx.player,
            )

        return await self._drawn(ctx, draw)

    async def _both(
        self, ctx: Context, people: Sequence[User], game: str, period: str
    ) -> list[record.Compared]:
        since_day = board.since(period, day_of(self.app.tavern.now()))
        of_game = None if game == ALL_GAMES else game

        def of(tx: Transaction, player: int, money: PlayedFor) -> record.Days:
            return records.net_by_day(tx, ctx.server, player, money, of_game, since_day)

        def read(tx: Transaction) -> list[record.Compared]:
            for each in people:
                require_shown(tx, ctx.player, each.id)
            both = [
                record.Compared(each.id, each.name, _played_by(tx, ctx.server, each.id, game, since_day))
                for each in people
            ]
            first = record.first_of_both(*both)
            return both if first is None else [replace(one, days=of(tx, one.player, first)) for one in both]

        return await self.app.database.read_long(read)

    @on_button("played")
    async def _show_tournaments(self, ctx: Context, press: TablePress) -> None:
        """Show the tournaments that a user played."""
        settings = await self._settings(ctx)

        def read(tx: Transaction) -> tuple[results.TournamentResult, ...]:
            require_shown(tx, ctx.player, press.number)
            return results.record(tx, ctx.server, press.number, TOURNAMENTS_SHOWN)

        played = await self.app.database.read_long(read)
        await ctx.send_ephemeral(record_screen(press.number, played, settings.currency, ctx.player))

    @on_button("review")
    async def _review(self, ctx: Context, press: TablePress) -> None:
        """Tell which kind of answer cost the user most; defer first, since it takes a while."""
        game, actor = press.among(GAMES), ctx.request.actor()
        thoughts = self.app.tavern.second_thoughts
        found = await thoughts.lately(actor, game)
        if len(found) < coaching.HANDS_MIN:
            await ctx.send_ephemeral(review.too_few(game, len(found)))
            return
        whispered = await ctx.send_ephemeral(review.under_way(game, len(found)))
        kinds = await thoughts.review(actor, found)
        if whispered is not None:
            await whispered.edit(review.told(game, len(found), kinds))

    @on_button("record")
    async def _choose_period(self, ctx: Context, press: TablePress) -> None:
        about = About.of(press.argument)
        await self._update(
            ctx, record.RecordQuery(about.id, about.key, ctx.request.chosen_among(board.PERIODS))
        )

    @on_button("record_of")
    async def _choose_game(self, ctx: Context, press: TablePress) -> None:
        about, game = About.of(press.argument), ctx.request.chosen_among((ALL_GAMES, *GAMES))
        await self._update(ctx, record.RecordQuery(about.id, game, about.key))

    async def _page(self, ctx: Context, asked: record.RecordQuery) -> Screen:
        _require_listed(asked.game, asked.period)
        settings, actor = await self._settings(ctx), ctx.request.actor()
        since_day = board.since(asked.period, day_of(self.app.tavern.now()))
        tables, channel = self.app.tavern.tables, ctx.channel

        def read(tx: Transaction) -> record.RecordResult:
            require_shown(tx, actor.player, asked.player)
            played = _played_by(tx, ctx.server, asked.player, asked.game, since_day)
            first, of_game = record.first_of(played), None if asked.game == ALL_GAMES else asked.game
            earned = titles.of_player(tx, ctx.server, asked.player)
            is_own = asked.player == actor.player
            if first is None:
                return record.RecordResult(played, titles=earned, is_own=is_own)
            days = records.net_by_day(tx, ctx.server, asked.player, first, of_game, since_day)
            best_at = None if of_game is None else played[first][of_game].best_at
            is_kept = best_at is not None and may_watch(tx, tables, actor, AskedFor(channel, *best_at))
            return record.RecordResult(played, days, best_at if is_kept else None, earned, is_own)

        found = await self.app.database.read_long(read)
        is_pictured = self._is_pictured(settings)
        return await self._drawn(
            ctx, lambda: record.record_screen(asked, found, settings.currency, is_pictured=is_pictured)
        )

    async def _whisper(self, ctx: Context, screen: Screen) -> None:
        """Answer with a private page whose picture may follow later."""
        arrived: asyncio.Future[EphemeralMessage | None] = asyncio.get_running_loop().create_future()

        async def again() -> None:
            if (whispered := await arrived) is not None:
                await whispered.edit(screen)

        arrived.set_result(await ctx.send_ephemeral(screen, again))

    async def _update(self, ctx: Context, asked: record.RecordQuery) -> None:
        """Change the pressed page to another, whose picture may follow later."""
        screen = await self._page(ctx, asked)
        await ctx.update(screen, partial(ctx.edit_original, screen))


def require_shown(tx: Transaction, reader: int, player: int) -> None:
    """Raise `KeptToThemselves` if a user's record is private (TB-19)."""
    if player != reader and preferences.load(tx, player).record == "hidden":
        raise KeptToThemselves(player)


def _played_by(
    tx: Transaction, server: int, player: int, game: str, since_day: int
) -> dict[PlayedFor, dict[str, PlayRecord]]:
    """Return a player's records in all games that are installed, or in one, by what was played for."""
    found = {money: records.of_player(tx, server, player, money, since_day) for money in board.FOR}
    told = GAMES if game == ALL_GAMES else (game,)
    return {money: {key: each for key, each in of.items() if key in told} for money, of in found.items()}


def _require_listed(game: str, period: str) -> None:
    """Refuse what no client of Discord’s lets anybody choose."""
    if game not in (ALL_GAMES, *GAMES) or period not in board.PERIODS:
        raise NotOffered
