"""Commands and buttons common to all games: opening a table, `/play`, the deal of the day, and lessons.

With `/play` house players fill a table and the game begins. A deal of `/daily` is answered in private; a user
can share the result without revealing the deal. “Teach me” is a tutorial hand of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, ClassVar, TypeAlias, get_args

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import DailyDeal, LessonPress, OfGame, TablePress
from bot.front.decorators import IntRange, allow_dms, command, on_button
from bot.front.protocols import Context, Edit
from bot.front.request import Request
from bot.screens.catalog import DAILY_FACES, LESSONS, lessons_screen
from bot.screens.core.presenter import link
from bot.screens.core.screen import CHOICES_MAX, Screen, say
from bot.screens.learn.daily import deal_screen, fair_screen, shared_screen, today_screen, yesterday_screen
from bot.screens.learn.lesson import lesson_screen
from bot.screens.table.nearby import Nearby, nearby_screen
from bot.tavern.daily import Dealt, Graded, Seen, Ungraded
from bot.tavern.table import actions
from bot.tavern.table.nearby import NewTable, TableNearby, leaves_hand
from bot.tavern.table.table_state import TableState
from bot.text.translate import _, speaking
from games.catalog import DAILY, GAMES
from games.engine.core import errors
from games.engine.core.errors import N_, NotOffered, must_find
from games.engine.core.game import AnyGame
from games.engine.table import refusals, seating, time_bank
from games.engine.table.pace import PaceName
from games.engine.table.table import Terms
from storage.people.server_settings import rules_of
from storage.play.postings import is_server
from storage.standing.scores import folded

BET_MAX = 10_000
"""The largest ante or small blind."""
BuyIn: TypeAlias = Annotated[int, IntRange(1, seating.STAKE_MAX)]
Bet: TypeAlias = Annotated[int, IntRange(1, BET_MAX)]
BUY_IN = "The buy-in for each player; usually 100"
PRACTICE = "Play with chips, not coins"
INVITED = "Only people you invite can sit down"
PACE = "How much time a turn has; live if left out"
PACES: Mapping[str, str] = {
    "live": N_("Live: this server’s usual time for a turn"),
    "unhurried": N_("Unhurried: 10 minutes a turn"),
    "day": N_("A day a turn"),
    "three_days": N_("Three days a turn"),
}
PACE_CHOICES: Mapping[str, Mapping[str, str]] = {"pace": PACES}
GAME = must_find(GAMES)
"""The game that is played if none is named."""
NO_ROOM = (
    refusals.TableFull,
    refusals.TableClosed,
    refusals.ClosesSoon,
    refusals.LastHand,
    refusals.NotAdmitted,
    refusals.Uninvited,
    refusals.SentHome,
)
"""The refusals after which a player is seated at a new table instead."""
DEALS = {key: GAMES[key].title for key in DAILY}
PACE_NAMES: tuple[PaceName, ...] = get_args(PaceName)


class NoSuchGame(errors.UserError):
    template = N_("I don’t know that game. I have {games}.")
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """The options of all commands that open a table."""

    practice: bool = False
    invited: bool = False
    pace: str = "live"

    @property
    def pace_name(self) -> PaceName:
        """The pace. Raises `NotOffered` if there is none of that name."""
        pace = next((name for name in PACE_NAMES if name == self.pace), None)
        if pace is None:
            raise NotOffered
        return pace


@dataclass(frozen=True, slots=True)
class Way(Opening):
    """The options of `/play`: house players fill the seats, or only invited users may sit down."""

    with_house: bool = True

    @property
    def name(self) -> str:
        """The name in a button's custom_id."""
        filled = "house" if self.with_house else "people"
        return (
            filled + ("_invited" if self.invited else "") + ("" if self.pace == "live" else f"_{self.pace}")
        )

    @property
    def first(self) -> actions.TableAction:
        """The first action at the table."""
        return actions.play_at_once if self.with_house else actions.sit_down

    @classmethod
    def of(cls, name: str) -> Way:
        """Parse such a name. Raises `NotOffered` if it is invalid."""
        every = product((True, False), (True, False), PACE_NAMES)
        ways = (cls(invited=invited, pace=pace, with_house=house) for house, invited, pace in every)
        way = next((each for each in ways if each.name == name), None)
        if way is None:
            raise NotOffered
        return way


class GameCommands(TaproomCog):
    """The commands of a game."""

    game: ClassVar[AnyGame]

    async def _usual_rules(self, ctx: Context) -> Any:
        return rules_of(await self._settings(ctx), self.game)

    async def play_as_usual(self, ctx: Context, way: Way, *, closes: int = 0, is_alone: bool = False) -> None:
        """Open a table with the usual buy-in; with house players the game begins at once.

        If the player has an open table already, or another table has free seats, they are told so instead.
        `closes` is the own table that they agreed to close, and with `is_alone` free seats are ignored.
        """
        rules = await self._usual_rules(ctx)
        if way.with_house and self.game.key not in (await self._settings(ctx)).house_rules:
            rules = self.game.beside_house(rules)
        terms = await self._terms(ctx, rules, self.game.usual_stake(rules), way)
        is_slow = terms.pace.is_slow
        new_table = NewTable(
            ctx.channel, self.game, closes, is_alone=is_alone or way.invited, is_slow=is_slow
        )
        try:
            state, closed = await self.app.tavern.play(
                ctx.request.actor(), new_table, rules, terms, way.first
            )
        except TableNearby as nearby:
            currency = (await self._settings(ctx)).currency
            await ctx.send_ephemeral(
                nearby_screen(self._shown(nearby, ctx.player), currency, OfGame(self.game.key, way.name))
            )
            return
        if closed is not None:
            await self.app.refresh(closed)
        await self._begin(ctx, state)

    def _shown(self, near: TableNearby, player: int) -> Nearby:
        stored, table = near.stored, near.stored.table
        price = self.app.tavern.games[table.game].price(table.rules, table.terms.buy_in)
        is_waiting = table.phase == "lobby"
        return Nearby(
            *(stored.id, link(stored), near.free, is_waiting, near.host),
            has_hand=leaves_hand(table, player),
            price=price,
            money=table.money,
        )

    async def _open_table(
        self,
        ctx: Context,
        rules: object,
        buy_in: int,
        opening: Opening,
    ) -> None:
        """Open a table in this channel; with `invited` only users whom the host invites may sit down."""
        terms = await self._terms(ctx, rules, buy_in, opening)
        state = await self.app.tavern.open_table(ctx.request.actor(), ctx.channel, self.game, rules, terms)
        await self._begin(ctx, state)

    async def _begin(self, ctx: Context, state: TableState) -> None:
        """Post a new table, and tell its host why it has no thread where it should have one."""
        await self.app.begin(ctx, state)
        if state.settings.threads and (lacking := ctx.request.lacking_for_threads()):
            words = _(
                "In this server each table has a thread of its own, but here I don’t have: {permissions}. So "
                "this one is in the channel. A manager can give me that, and `/manage doctor` checks it."
            )
            await ctx.send_ephemeral(say(words.format(permissions=", ".join(lacking))))

    async def _terms(self, ctx: Context, rules: object, buy_in: int, opening: Opening) -> Terms:
        """Return the terms of a table that the user opens in this channel; raise if they may not."""
        if buy_in < (least := self.game.stake_min(rules)):
            raise errors.OutOfRange(least, seating.STAKE_MAX)
        settings = await self._settings(ctx)
        ctx.request.require_channel(settings)
        has_others = is_server(ctx.server)
        terms = Terms(
            host=ctx.player,
            buy_in=buy_in,
            money="practice" if opening.practice or not has_others else "coins",
            invited=(ctx.player,) if opening.invited and has_others else (),
            house_points=settings.house_points,
            minutes_max=time_bank.usual_minutes(self.game, rules),
        )
        terms = time_bank.paced(terms, opening.pace_name, settings.turn_seconds, terms.minutes_max)
        if terms.pace.is_slow:
            ctx.request.require_slow(settings)
        return terms


class PlayCommand(TaproomCog):
    """The command that starts any game at once."""

    @allow_dms
    @command(
        is_public=True,
        game=f"Which game; {GAMES[GAME].title} if left out",
        house_players="Fill seats with house players at once; yes if left out",
        invited=INVITED,
        pace=PACE,
        choices=PACE_CHOICES,
        suggests={"game": "offer_games"},
    )
    async def play(
        self,
        ctx: Context,
        game: str = "",
        house_players: bool = True,
        invited: bool = False,
        pace: str = "live",
    ) -> None:
        """Play now: house players fill the seats."""
        way = Way(invited=invited, pace=pace, with_house=house_players)
        key = self._key(game) if game else must_find(await self._offered_games(ctx.server))
        await self._game(key).play_as_usual(ctx, way)

    async def offer_games(self, request: Request, typed: str) -> list[str]:
        """Return the titles, of the games that can be opened here, that contain the typed text."""
        titles = [_(GAMES[key].title) for key in await self._offered_games(request.place)]
        return [each for each in titles if folded(typed) in folded(each)][:CHOICES_MAX]

    @on_button("play")
    async def _play_now(self, ctx: Context, press: TablePress) -> None:
        await self._game(press.argument).play_as_usual(ctx, Way())

    @on_button("play_own")
    async def _play_own(self, ctx: Context, press: TablePress) -> None:
        """Open a new table despite free seats elsewhere; close the player's table that the button names."""
        target = OfGame.of(press.argument)
        game, way = self._game(target.game), Way.of(target.name)
        await game.play_as_usual(ctx, way, closes=press.table, is_alone=True)

    @on_button("deal_me_in")
    async def _deal_me_in(self, ctx: Context, press: TablePress) -> None:
        """Deal the player in at the lesson's table, or else at their own table, or else at a new one."""
        number = press.table or await self._seated_at(ctx, press.argument)
        if not number:
            await self._play_now(ctx, press)
            return
        actor = ctx.request.actor()
        try:
            state = await self.app.tavern.act(actor, number, actions.deal_in)
        except NO_ROOM:
            await self._play_now(ctx, press)
            return
        except refusals.AlreadySeated:
            state = await self.app.tavern.look(number, actor)
        await self.app.respond(ctx, state)

    async def _seated_at(self, ctx: Context, game: str) -> int:
        """Return the user's table of a game in this channel, of no tournament; 0 if they have none."""
        for state in await self._own_tables(ctx):
            terms = state.table.terms
            if state.table.game == game and terms.tournament is None and terms.hands_max is None:
                return state.table.id
        return 0

    def _key(self, game: str) -> str:
        """Return the key of a game by its title, or as it is. Raises `NoSuchGame`."""
        for key, each in GAMES.items():
            if folded(game) in map(folded, (key, each.title, _(each.title))):
                return key
        raise NoSuchGame(tuple(GAMES))

    def _game(self, key: str) -> GameCommands:
        """Return the commands of a game. Raises `NotOffered` if the game is unknown."""
        cogs = (each for each in self.app.handlers if isinstance(each, GameCommands))
        cog = next((each for each in cogs if each.game.key == key), None)
        if cog is None:
            raise errors.NotOffered
        return cog


class DailyCommand(TaproomCog):
    """The deal of the day."""

    @command(game="Which deal; all of them if left out", choices={"game": DEALS})
    async def daily(self, ctx: Context, game: str = "") -> None:
        """The deals of the day: one go at each."""
        await self._show(ctx, game)

    @on_button("daily")
    async def _open(self, ctx: Context, press: TablePress) -> None:
        await self._show(ctx, press.argument)

    @on_button("daily_go")
    async def _answer(self, ctx: Context, press: TablePress) -> None:
        deal = _deal_of(press)
        if deal.answer is None:
            raise NotOffered
        answered = await self.app.daily_deals.answer(ctx.player, deal.game, deal.day, deal.answer)
        await self._show_deal(ctx, answered)

    @on_button("daily_pick")
    async def _pick(self, ctx: Context, press: TablePress) -> None:
        """Show the choice from a list, which counts once it is confirmed."""
        deal = _deal_of(press)
        state = await self.app.daily_deals.look(ctx.player, deal.game, deal.day)
        indices = ctx.request.all_chosen()
        picked = DAILY_FACES[deal.game].picked(state.deal, indices) if isinstance(state, Dealt) else None
        await self._show_deal(ctx, state, picked)

    @on_button("daily_share")
    async def _share(self, ctx: Context, press: TablePress) -> None:
        deal = _deal_of(press)
        shared = await self.app.daily_deals.share(ctx.player, deal.game, deal.day)
        # Everybody sees the message, so it is in the server's language.
        with speaking((await self._settings(ctx)).language):
            await ctx.post(shared_screen(shared, ctx.player))

    @on_button("daily_fair")
    async def _show_proof(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(fair_screen(await self.app.daily_deals.proof(press.number)))

    @on_button("daily_old")
    async def _show_yesterday(self, ctx: Context, _press: TablePress) -> None:
        """Show yesterday's deals, and add the best answers once they are calculated."""
        deals = await self.app.daily_deals.yesterday(ctx.player)
        edit = await _show_privately(ctx, await self._drawn(ctx, lambda: yesterday_screen(deals)))
        if edit is not None and deals.unsolved:
            solved = await self.app.daily_deals.solve(ctx.player, deals)
            await edit(await self._drawn(ctx, lambda: yesterday_screen(solved)))

    async def _show(self, ctx: Context, game: str) -> None:
        """Show today's deal of a game, or without a game all deals of today."""
        if game:
            await self._show_deal(ctx, await self.app.daily_deals.look(ctx.player, game))
            return
        today = await self.app.daily_deals.today(ctx.player)
        await _show_privately(ctx, await self._drawn(ctx, lambda: today_screen(today)))

    async def _show_deal(self, ctx: Context, seen: Seen, picked: int | None = None) -> None:
        """Show a deal, and add the grade of its answer once it is calculated."""
        is_pictured = self._is_pictured(await self._settings(ctx))
        screen = await self._drawn(ctx, lambda: deal_screen(seen, picked, is_pictured=is_pictured))
        edit = await _show_privately(ctx, screen)
        if edit is None or not isinstance(seen, Ungraded):
            return
        graded = await self.app.daily_deals.grade(ctx.player, seen)
        if isinstance(graded, Graded):
            await edit(await self._drawn(ctx, lambda: deal_screen(graded, is_pictured=is_pictured)))


async def _show_privately(ctx: Context, screen: Screen) -> Edit | None:
    """Show a screen in the pressed private message, or in a new one.

    Return the function that edits the message later; None if the response was lost.
    """
    if ctx.request.on_private:
        return ctx.update if await ctx.update(screen) else None
    message = await ctx.send_ephemeral(screen)
    return None if message is None else message.edit


def _deal_of(press: TablePress) -> DailyDeal:
    deal = DailyDeal.of(press.argument)
    if deal.game not in DAILY:
        raise NotOffered
    return deal


class Lessons(TaproomCog):
    """Handlers of lessons, each of which is one private message."""

    @on_button("teach")
    async def _teach(self, ctx: Context, press: TablePress) -> None:
        if press.argument:
            await ctx.send_ephemeral(await self._step(ctx, press.table, press.argument, ""))
        else:
            await ctx.update(lessons_screen())

    @on_button("lesson")
    async def _next_step(self, ctx: Context, press: TablePress) -> None:
        lesson = LessonPress.of(press.argument)
        await ctx.update(await self._step(ctx, press.table, lesson.game, lesson.signs))

    async def _step(self, ctx: Context, table: int, game: str, signs: str) -> Screen:
        if game not in LESSONS:
            raise NotOffered
        name = ctx.request.actor().name
        return await self._drawn(ctx, lambda: lesson_screen(LESSONS[game], table, signs, name))
