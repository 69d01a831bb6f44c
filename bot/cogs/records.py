"""How people stand: `/record`, titles, `/board`, seasons, boards in channels, and prizes for points.

Managers run seasons and boards, and put prizes up: points earn them that last from game to game (SH-12).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.decorators import Amount, Group, Member, command, on_button
from bot.front.forms import AMOUNT_MAX, RoleOutOfReach, reading, whole, words
from bot.front.protocols import Context, EphemeralMessage
from bot.front.render import read_board, read_own_place
from bot.front.request import Request, User
from bot.screens.catalog import FACES
from bot.screens.core.screen import CHOICES_MAX, Screen, say
from bot.screens.learn import review
from bot.screens.server import board, record
from bot.screens.server.board import ALL_GAMES, BoardNamed, BoardQuery
from bot.screens.server.settings import prizes_screen, put_up_screen, won_screen
from bot.screens.tournament.summary import record_screen
from bot.tavern import coaching
from bot.tavern.table.finished_hands import AskedFor, may_watch
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import N_, NotOffered, UserError, must_find
from storage.books import ledger
from storage.books.audit_lines import ServerChange
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.errors import NoSeason
from storage.people import preferences
from storage.standing import boards, records, scores, titles
from storage.standing.boards import Measure, Placed, Season
from storage.standing.records import PlayedFor, PlayRecord
from storage.standing.scores import TEXT_LENGTH, Gift, Prize
from storage.tournaments import results

USUAL = "month"
TOURNAMENTS_SHOWN = 8
"""How many always fit into a message."""
GAME_CHOICES = {key: game.title for key, game in GAMES.items()}
PERIOD_CHOICES = {key: words for key, (words, _days) in board.PERIODS.items()}
GAME = "Which game; all if left out"
PERIOD = "Which days; the last 30 if left out"
PUT_UP_FOR = must_find(
    key for key, face in FACES.items() if face.lasting is not None and face.lasting.has_prizes
)
"""The game whose points earn them."""
NAME_LENGTH = 40
"""The length at which 25 prizes always fit into one message."""


@dataclass(eq=False)
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
        """Two people's records side by side."""
        _require_listed(asked.game, asked.period)
        both = await self._both(ctx, people, asked.game, asked.period)
        settings = await self._settings(ctx)

        def draw() -> Screen:
            pictured = self._is_pictured(settings)
            return record.comparison_screen(
                both, asked.game, asked.period, settings.currency, is_pictured=pictured
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
                _require_shown(tx, ctx.player, each.id)
            both = [
                record.Compared(each.id, each.name, _played_by(tx, ctx.server, each.id, game, since_day))
                for each in people
            ]
            first = record.first_of_both(*both)
            return both if first is None else [replace(one, days=of(tx, one.player, first)) for one in both]

        return await self.app.database.read_long(read)

    @on_button("played")
    async def _show_tournaments(self, ctx: Context, press: TablePress) -> None:
        """The tournaments that somebody played."""
        settings = await self._settings(ctx)

        def read(tx: Transaction) -> tuple[results.TournamentResult, ...]:
            _require_shown(tx, ctx.player, press.number)
            return results.record(tx, ctx.server, press.number, TOURNAMENTS_SHOWN)

        played = await self.app.database.read_long(read)
        await ctx.send_ephemeral(record_screen(press.number, played, settings.currency))

    @on_button("review")
    async def _review(self, ctx: Context, press: TablePress) -> None:
        """Tell what kind of answer cost the presser most; it takes a while, so the answer says so first."""
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
            _require_shown(tx, actor.player, asked.player)
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
        """Answer with a page whose picture may take a moment longer."""
        arrived: asyncio.Future[EphemeralMessage | None] = asyncio.get_running_loop().create_future()

        async def again() -> None:
            if (whispered := await arrived) is not None:
                await whispered.edit(screen)

        arrived.set_result(await ctx.send_ephemeral(screen, again))

    async def _update(self, ctx: Context, asked: record.RecordQuery) -> None:
        """Change the pressed page to another, whose picture may take a moment longer."""
        screen = await self._page(ctx, asked)
        await ctx.update(screen, partial(ctx.edit_original, screen))


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

    @on_button("titles")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(await self._page(ctx, press.number, record.EARNED))

    @on_button("titles_page")
    async def _turn(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._page(ctx, press.number, ctx.request.chosen_among(record.PAGES)))

    async def _page(self, ctx: Context, player: int, page: str) -> Screen:
        def read(tx: Transaction) -> tuple[titles.Earned, ...]:
            _require_shown(tx, ctx.player, player)
            return titles.of_player(tx, ctx.server, player)

        earned = await self.app.database.read(read)
        return await self._drawn(ctx, lambda: record.titles_screen(player, page, earned))


class Seasons(TaproomCog):
    """What is shown of a server’s seasons."""

    async def _season(self, ctx: Context, number: int | None = None, shown: str = board.CHAMPIONS) -> Screen:
        """A season of the server, the newest unless one is named."""
        settings = await self._settings(ctx)
        view = await self.app.database.read_long(lambda tx: _season_view(tx, ctx.server, number, shown))
        return await self._drawn(ctx, lambda: board.season_screen(view, settings.currency))


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
        self, ctx: Context, game: str = ALL_GAMES, period: str = USUAL, by: str = board.NET
    ) -> None:
        """Who leads here, by coins, points, seasons and more."""
        await ctx.send_ephemeral(await self._page(ctx, by, game, period))

    @on_button("boards")
    async def _show_others(self, ctx: Context, press: TablePress) -> None:
        named = BoardNamed.of(press.argument)
        await ctx.send_ephemeral(await self._page(ctx, named.by, named.game, named.period or USUAL))

    @on_button("board", "board_game", "board_by")
    async def _choose(self, ctx: Context, press: TablePress) -> None:
        """The same board in other days, of another game or by something else."""
        named = BoardNamed.of(press.argument)
        by, game, period = named.by, named.game, named.period or USUAL
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
        listed = await self.app.database.read(
            lambda tx: boards.latest_seasons(tx, ctx.server, board.SEASONS_LISTED, newest)
        )
        if index >= len(listed):
            raise NotOffered
        await ctx.update(await self._season(ctx, listed[index].id))

    @on_button("season_board")
    async def _choose_board(self, ctx: Context, press: TablePress) -> None:
        chosen = ctx.request.chosen_among((board.CHAMPIONS, *board.BOARDS))
        await ctx.update(await self._season(ctx, press.number, chosen))

    async def _page(self, ctx: Context, by: str, game: str, period: str) -> Screen:
        match by:
            case board.SEASON:
                return await self._season(ctx)
            case board.PURSE:
                return await self._purses(ctx)
            case board.POINTS:
                return await self._points(ctx, game)
            case _:
                return await self._of_days(ctx, asked_for(by, game, period))

    async def _of_days(self, ctx: Context, asked: BoardQuery) -> Screen:
        settings, today = await self._settings(ctx), day_of(self.app.tavern.now())

        def read(tx: Transaction) -> tuple[list[Placed], Season | None, Placed | None]:
            found = read_board(tx, ctx.server, asked, today)
            return *found, read_own_place(tx, ctx.server, asked, today, ctx.player)

        placed, season, own = await self.app.database.read_long(read)

        def draw() -> Screen:
            told = tuple(board.own_place(asked, placed, own, settings.currency))
            return board.board_screen(asked, placed, settings.currency, season, told)

        return await self._drawn(ctx, draw)

    async def _purses(self, ctx: Context) -> Screen:
        settings = await self._settings(ctx)
        richest = await self.app.database.read_long(lambda tx: ledger.top(tx, ctx.server))
        return board.purses_screen(richest, settings.currency)

    async def _points(self, ctx: Context, game: str) -> Screen:
        """The points of a game that last; of the first that has any, where this one has none."""
        lasting = [key for key, face in FACES.items() if face.lasting is not None]
        key = game if game in lasting else lasting[0]
        best = await self.app.database.read_long(lambda tx: scores.top(tx, ctx.server, key))
        return board.points_screen(key, best)


def asked_for(by: str, game: str, period: str) -> BoardQuery:
    """The board of days that is meant; refuses what no client of Discord’s lets anybody choose.

    Hands of different games cannot be compared: where no game is named, the best ones are of the first.
    """
    if by not in board.MEASURES or game not in (ALL_GAMES, *GAMES) or period not in board.BOARD_PERIODS:
        raise NotOffered
    measure = must_find(each for each in get_args(Measure) if each == by)
    if measure == "courts":
        return BoardQuery(measure, ALL_GAMES, period)
    if measure == "best" and game == ALL_GAMES:
        game = must_find(GAMES)
    return BoardQuery(measure, game, period)


def _season_view(tx: Transaction, server: int, number: int | None, shown: str) -> board.SeasonView:
    listed = boards.latest_seasons(tx, server, board.SEASONS_LISTED)
    if not listed:
        raise NoSeason
    season = listed[0] if number is None else boards.season_numbered(tx, server, number)
    if shown != board.CHAMPIONS:
        by, game = board.BOARDS[shown]
        placed = boards.season_standings(tx, season, by, None if game == ALL_GAMES else game)
        return board.SeasonView(season, listed, board=shown, placed=placed)
    champions = {
        game: boards.season_standings(tx, season, "net", None if game == ALL_GAMES else game)
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
        self, ctx: Context, game: str = ALL_GAMES, period: str = USUAL, by: str = board.NET
    ) -> None:
        """Post a board here, and keep it up to date."""
        ctx.request.require_manager()
        await self.app.front.board_posts.post(ctx, asked_for(by, game, period))


class SeasonCommands(Seasons):
    """How managers run a server's seasons."""

    season = Group("season", N_("Seasons: boards that start over"))

    @command(season, name="Its name")
    async def begin(self, ctx: Context, name: str) -> None:
        """Begin a season; wallets stay as they are."""
        ctx.request.require_manager()
        called, at = words(name, boards.SEASON_NAME_LENGTH), self.app.tavern.now()
        begun = await self._once_told(
            ctx, lambda tx: boards.begin_season(tx, ctx.server, called, at), partial(_said, "begun")
        )
        await ctx.send_ephemeral(board.begun_screen(begun, day_of(at)))

    @command(season)
    async def end(self, ctx: Context) -> None:
        """End the season, and name its champions."""
        ctx.request.require_manager()
        running = await self.app.database.read(lambda tx: boards.current_season(tx, ctx.server))
        if running is None:
            raise NoSeason
        await ctx.send_ephemeral(board.end_screen(running))

    @on_button("season_end")
    async def _end(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        number, at = press.number, self.app.tavern.now()
        await self._once_told(
            ctx, lambda tx: boards.end_season(tx, ctx.server, number, GAMES, at), partial(_said, "ended")
        )
        await ctx.update(await self._season(ctx, number))


def _said(what: str, season: Season) -> ServerChange:
    return ServerChange(kind="season", what=what, name=season.name)


class Prizes(TaproomCog):
    """What somebody's points earn."""

    @on_button("prizes")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(await self._page(ctx, press.among(GAMES)))

    @on_button("claim")
    async def _claim(self, ctx: Context, press: TablePress) -> None:
        """Take a prize that was chosen among those that one has the points for."""
        server, key, actor = ctx.server, press.among(GAMES), ctx.request.actor()
        settings, chosen = await self._settings(ctx), next(iter(ctx.request.values), "")
        # Checked before the prize is claimed, which happens only once.
        meant = await self.app.database.read(lambda tx: scores.find_prize(tx, server, key, chosen))
        roles = ctx.front.prize_roles
        role = roles.named(ctx, meant.value) if meant.gift == "role" else 0
        won = await self.app.tavern.once(
            actor, lambda tx: scores.claim(tx, server, key, actor.player, meant.name, actor.at)
        )
        if role:
            try:
                await roles.give(ctx, role, f"{GAMES[key].title}: {won.name}")
            except RoleOutOfReach:
                await self.app.database.write(
                    lambda tx: scores.unclaim(tx, server, key, actor.player, won.name)
                )
                raise
        await ctx.send_ephemeral(won_screen(won, settings.currency))

    async def _page(self, ctx: Context, key: str) -> Screen:
        server, player = ctx.server, ctx.player
        settings = await self._settings(ctx)
        prizes, claimed, points = await self.app.database.read(
            lambda tx: (
                scores.prizes(tx, server, key),
                scores.claimed(tx, server, key, player),
                scores.of_player(tx, server, key, player),
            )
        )
        return prizes_screen(key, prizes, claimed, points, settings.currency)


class PrizeCommands(TaproomCog):
    """How managers put up prizes, and take them back."""

    prize = Group("prize", "What points earn")

    @command(
        prize,
        name="Its name",
        threshold="How many points it takes",
        gift="What kind of gift",
        value="The words, the role, or how many coins",
    )
    async def add(self, ctx: Context, name: str, threshold: Amount, gift: Gift, value: str) -> None:
        """Put up a prize."""
        settings = await self._settings(ctx)
        ctx.request.require_manager()
        called = words(name, NAME_LENGTH)
        fresh = Prize(called, threshold, gift, self._worth(ctx, gift, value))
        await self._once_told(
            ctx,
            lambda tx: scores.add_prize(tx, ctx.server, PUT_UP_FOR, fresh),
            lambda _none: ServerChange(kind="prize", what="added", name=called),
        )
        await ctx.send_ephemeral(put_up_screen(fresh, settings.currency))

    @command(prize, name="Which", suggests={"name": "offer_names"})
    async def remove(self, ctx: Context, name: str) -> None:
        """Take a prize back."""
        ctx.request.require_manager()
        await self._once_told(
            ctx,
            lambda tx: scores.remove_prize(tx, ctx.server, PUT_UP_FOR, name),
            lambda _none: ServerChange(kind="prize", what="removed", name=name),
        )
        await ctx.send_ephemeral(say(_("That prize isn’t on offer any more.")))

    async def offer_names(self, request: Request, typed: str) -> list[str]:
        """The prizes whose names contain what was typed."""
        prizes = await self.app.database.read(lambda tx: scores.prizes(tx, request.place, PUT_UP_FOR))
        fitting = [each.name for each in prizes if scores.folded(typed) in scores.folded(each.name)]
        return fitting[:CHOICES_MAX]

    def _worth(self, ctx: Context, gift: Gift, value: str) -> str:
        """A prize's value as typed by a manager, checked."""
        match gift:
            case "role":
                roles = ctx.front.prize_roles
                role = roles.named(ctx, value)
                roles.require_own(ctx, role)
                return str(role)
            case "money":
                with reading("value"):
                    return str(whole(value, 1, AMOUNT_MAX))
            case "text":
                return words(value, TEXT_LENGTH)
            case _:  # no front of ours offers anything else
                raise NotOffered
