"""Users' records in a server: `/record`, and the comparison of two records."""

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

DEFAULT_PERIOD = "month"
TOURNAMENTS_SHOWN = 8
"""The maximum number of tournaments shown, which always fit into a message."""
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
    """The command and the buttons of users' records."""

    @command(
        called="record",
        member="Whose record; yours if left out",
        compare="Someone to compare with",
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
        period: str = DEFAULT_PERIOD,
    ) -> None:
        """What you or somebody else has played, won and done."""
        user = member or ctx.request.person
        for each in filter(None, (user, compare)):
            each.require_person()
        query = record.RecordQuery(user.id, game, period)
        if compare is None:
            await self._send(ctx, await self._page(ctx, query))
        elif compare.id == user.id:
            raise SamePerson
        else:
            await self._send(ctx, await self._comparison(ctx, (user, compare), query))

    async def _comparison(self, ctx: Context, people: Sequence[User], query: record.RecordQuery) -> Screen:
        """Return two users' records side by side."""
        _require_listed(query.game, query.period)
        records_of_both = await self._both(ctx, people, query.game, query.period)
        settings = await self._settings(ctx)

        def draw() -> Screen:
            pictured = self._is_pictured(settings)
            return record.comparison_screen(
                records_of_both,
                query.game,
                query.period,
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
        """Show which kinds of answers cost the user most; say first that this takes a while."""
        game, actor = press.among(GAMES), ctx.request.actor()
        reviews = self.app.tavern.hand_reviews
        hands = await reviews.recent_hands(actor, game)
        if len(hands) < coaching.HANDS_MIN:
            await ctx.send_ephemeral(review.too_few(game, len(hands)))
            return
        message = await ctx.send_ephemeral(review.under_way(game, len(hands)))
        kinds = await reviews.review(actor, hands)
        if message is not None:
            await message.edit(review.review_screen(game, len(hands), kinds))

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

    async def _page(self, ctx: Context, query: record.RecordQuery) -> Screen:
        _require_listed(query.game, query.period)
        settings, actor = await self._settings(ctx), ctx.request.actor()
        since_day = board.since(query.period, day_of(self.app.tavern.now()))
        tables, channel = self.app.tavern.tables, ctx.channel

        def read(tx: Transaction) -> record.RecordResult:
            require_shown(tx, actor.player, query.player)
            played = _played_by(tx, ctx.server, query.player, query.game, since_day)
            first, of_game = record.first_of(played), None if query.game == ALL_GAMES else query.game
            earned = titles.of_player(tx, ctx.server, query.player)
            is_own = query.player == actor.player
            if first is None:
                return record.RecordResult(played, titles=earned, is_own=is_own)
            days = records.net_by_day(tx, ctx.server, query.player, first, of_game, since_day)
            best_at = None if of_game is None else played[first][of_game].best_at
            is_kept = best_at is not None and may_watch(tx, tables, actor, AskedFor(channel, *best_at))
            return record.RecordResult(played, days, best_at if is_kept else None, earned, is_own)

        result = await self.app.database.read_long(read)
        is_pictured = self._is_pictured(settings)
        return await self._drawn(
            ctx, lambda: record.record_screen(query, result, settings.currency, is_pictured=is_pictured)
        )

    async def _send(self, ctx: Context, screen: Screen) -> None:
        """Respond with a private page whose picture may follow later."""
        sent: asyncio.Future[EphemeralMessage | None] = asyncio.get_running_loop().create_future()

        async def redraw() -> None:
            if (message := await sent) is not None:
                await message.edit(screen)

        sent.set_result(await ctx.send_ephemeral(screen, redraw))

    async def _update(self, ctx: Context, query: record.RecordQuery) -> None:
        """Replace the pressed page by another, whose picture may follow later."""
        screen = await self._page(ctx, query)
        await ctx.update(screen, partial(ctx.edit_original, screen))


def require_shown(tx: Transaction, reader: int, player: int) -> None:
    """Raise `KeptToThemselves` if a user's record is private (TB-19)."""
    if player != reader and preferences.load(tx, player).record == "hidden":
        raise KeptToThemselves(player)


def _played_by(
    tx: Transaction, server: int, player: int, game: str, since_day: int
) -> dict[PlayedFor, dict[str, PlayRecord]]:
    """Return a player's records by kind of money and by game, in all installed games or in one."""
    by_money = {money: records.of_player(tx, server, player, money, since_day) for money in board.FOR}
    games = GAMES if game == ALL_GAMES else (game,)
    return {
        money: {key: each for key, each in by_game.items() if key in games}
        for money, by_game in by_money.items()
    }


def _require_listed(game: str, period: str) -> None:
    """Raise `NotOffered` for values that Discord's own client does not offer."""
    if game not in (ALL_GAMES, *GAMES) or period not in board.PERIODS:
        raise NotOffered
