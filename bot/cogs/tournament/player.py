"""`/tournament show`, `join` and `leave`, and everything on a tournament’s notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from bot.cogs.hand import CUT_LENGTH
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress, Verb, table_id
from bot.front.decorators import Amount, command, group, on_button, on_form
from bot.front.forms import reading, words
from bot.front.protocols import Context
from bot.screens.core.naming import person
from bot.screens.core.presenter import link, refusal, with_link
from bot.screens.core.screen import Screen, say
from bot.screens.table.fair_play import cut_form
from bot.screens.tournament import notice
from bot.screens.tournament.notice import AGAIN
from bot.screens.tournament.summary import PastTournament, past_screen, place_link
from bot.tavern.tournament.tournament_service import NoSuchTournament, NotAsked, NotIn, TournamentState
from bot.tavern.tournament.tournament_tables import TournamentView, view_tournament
from bot.text.translate import _, shown
from games.engine.core.errors import N_
from games.tournament import entries, prize_deals
from games.tournament.model import Entrant, NotEntered, Tournament, TournamentChange
from games.tournament.seating import Lots
from storage.db.transaction import Transaction
from storage.tournaments import results
from storage.tournaments.tournaments import TablePlace

OwnChange: TypeAlias = Callable[[Tournament, int], TournamentChange]
Which: TypeAlias = Amount | None
WHICH = "Which one, if there are several"
SHOWN: Mapping[Verb, Callable[[TournamentView], Screen]] = {
    "scores": notice.scores_screen,
    "cup_fair": notice.lots_screen,
    "cup_seats": notice.seats_screen,
}
"""The screens that a tournament's buttons open."""
PAST_SHOWN = 10
"""The maximum number of past tournaments shown, which always fit into a message."""


@group("tournament", N_("Tournaments and series: look, enter, leave"))
class EntrantCommands(TaproomCog):
    """Commands for players and spectators."""

    @command(number=WHICH)
    async def join(self, ctx: Context, number: Which = None) -> None:
        """Enter a tournament."""
        before = await self._tournament(ctx, number)
        state = await self.app.tournaments.join(ctx.request.actor(), before.id)
        is_seated = state.tournament.phase == "running"
        await ctx.send_ephemeral(
            _seat(state, ctx.player) if is_seated else _linked(state, _joined(state, ctx.player))
        )

    @command(number=WHICH)
    async def leave(self, ctx: Context, number: Which = None) -> None:
        """Leave a tournament before it begins."""
        before = await self._tournament(ctx, number)
        state = await self._change_own_entry(ctx, before.id, entries.withdraw)
        await ctx.send_ephemeral(_linked(state, _("You have left **{title}**.")))

    @command(number=WHICH)
    async def show(self, ctx: Context, number: Which = None) -> None:
        """Standings and scores; past tournaments and series."""
        try:
            state = await self._tournament(ctx, number)
        except NoSuchTournament:
            if number is not None:
                raise
            await ctx.send_ephemeral(await self._over(ctx, None))
            return
        await ctx.send_ephemeral(await self._standings(ctx, state))

    @on_button("cup_cut")
    async def _ask_cut(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_form(cut_form(table_id(press.table, "cup_cut")))

    @on_form("cup_cut")
    async def _cut(self, ctx: Context, press: TablePress) -> None:
        with reading("text"):
            cut = words(ctx.request.typed, CUT_LENGTH)
        await self._change_own_entry(ctx, press.table, lambda before, _player: TournamentChange(before), cut)
        text = _("Your words “{words}” are mixed into this tournament’s draws.")
        await ctx.send_ephemeral(say(text.format(words=shown(cut))))

    async def _change_own_entry(
        self, ctx: Context, number: int, change: OwnChange, words: str | None = None
    ) -> TournamentState:
        actor = ctx.request.actor()
        try:
            return await self.app.tournaments.do(
                actor, number, lambda before, _now, _lots: change(before, actor.player), words
            )
        except NotEntered as error:
            raise NotIn from error

    @on_button("enter")
    async def _enter(self, ctx: Context, press: TablePress) -> None:
        if press.argument == AGAIN:
            there = (await self._tournament(ctx, press.table)).tournament.entrants
            if all(each.player != ctx.player for each in there):
                raise NotIn
        state = await self.app.tournaments.join(ctx.request.actor(), press.table)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_button("cup_accept")
    async def _accept(self, ctx: Context, press: TablePress) -> None:
        if press.number != ctx.player:
            raise NotAsked(press.number)
        state = await self.app.tournaments.join(ctx.request.actor(), press.table)
        words = _("{player} has accepted, and is in **{title}**.")
        if any(each.player == ctx.player for each in state.tournament.waiting):
            words = _("{player} has accepted. **{title}** is full, so they’re on the waiting list.")
        await ctx.update(_linked(state, words.replace("{player}", person(ctx.player))))

    @on_button("withdraw", "check_in")
    async def _leave_or_check_in(self, ctx: Context, press: TablePress) -> None:
        change = entries.withdraw if press.verb == "withdraw" else entries.check_in
        state = await self._change_own_entry(ctx, press.table, change)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_button("my_seat")
    async def _show_seat(self, ctx: Context, press: TablePress) -> None:
        state = await self._tournament(ctx, press.table)
        place = _place(state, ctx.player)
        if place is None:
            await ctx.send_ephemeral(_seat(state, ctx.player))
        else:
            await self.app.front.panels.open(ctx, place.table, place.channel)

    @on_button("standings")
    async def _show_standings(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(await self._standings(ctx, await self._tournament(ctx, press.table)))

    @on_button("standings_page")
    async def _turn_standings(self, ctx: Context, press: TablePress) -> None:
        page, state = press.number, await self._tournament(ctx, press.table)
        await ctx.update(await self._standings(ctx, state, page))

    @on_button("cup_more")
    async def _show_more(self, ctx: Context, press: TablePress) -> None:
        state = await self._tournament(ctx, press.table)
        is_organiser = ctx.request.may_organise(state.settings.organiser_role)
        await ctx.send_ephemeral(notice.more_screen(state.view, ctx.player, is_organiser=is_organiser))

    @on_button("deal_ask")
    async def _ask_for_deal(self, ctx: Context, press: TablePress) -> None:
        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            return prize_deals.ask(before, ctx.player, now, lots)

        state = await self.app.tournaments.do_between_hands(ctx.request.actor(), press.table, make)
        await ctx.update(_linked(state, _("You have asked for a deal. Everyone sees it on the notice.")))

    @on_button("deal_agree")
    async def _agree(self, ctx: Context, press: TablePress) -> None:
        state = await self.app.tournaments.agree(ctx.request.actor(), press.table, press.argument)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_button("deal_end")
    async def _play_on(self, ctx: Context, press: TablePress) -> None:
        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            return prize_deals.play_on(before, ctx.player, now, lots)

        state = await self.app.tournaments.do(ctx.request.actor(), press.table, make)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_button(*SHOWN)
    async def _show(self, ctx: Context, press: TablePress) -> None:
        state = await self._tournament(ctx, press.table)
        await ctx.send_ephemeral(SHOWN[press.verb](state.view_for(ctx.player)))

    async def _standings(self, ctx: Context, state: TournamentState, page: int = 0) -> Screen:
        return await self._drawn(ctx, lambda: notice.standings_screen(state.view_for(ctx.player), page))

    @on_button("past")
    async def _turn_past(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._over(ctx, press.table or None))

    async def _over(self, ctx: Context, before: int | None) -> Screen:
        """Return the tournaments that ended before another one."""
        kept, games = self.app.tavern.tournaments, self.app.tavern.games

        def read(tx: Transaction) -> tuple[PastTournament, ...]:
            found = kept.past(tx, ctx.server, PAST_SHOWN + 1, before)
            return tuple(
                PastTournament(
                    replace(view_tournament(each, games[each.plan.game]), reader=ctx.player),
                    results.best(tx, each.id),
                )
                for each in found
            )

        settings = await self._settings(ctx)
        found = await self.app.database.read_long(read)
        has_more = len(found) > PAST_SHOWN
        return past_screen(found[:PAST_SHOWN], settings.currency, has_more=has_more)


def _linked(state: TournamentState, words: str) -> Screen:
    said = words.format(title=shown(state.stored.plan.title))
    return with_link(said, _("Go to the notice"), link(state.stored))


def _joined(state: TournamentState, player: int) -> str:
    if any(each.player == player for each in state.tournament.waiting):
        return _(
            "**{title}** is full. You’re on the waiting list, and I’ll tell you if a place becomes free."
        )
    return _("You’re in **{title}**.")


def _place(state: TournamentState, player: int) -> TablePlace | None:
    """Return the link to a user's table; None for a user without a seat."""
    entrant = _entrant(state, player)
    return None if entrant is None or entrant.seat is None else state.places.get(entrant.table or 0)


def _entrant(state: TournamentState, player: int) -> Entrant | None:
    return next((each for each in state.tournament.entrants if each.player == player), None)


def _seat(state: TournamentState, player: int) -> Screen:
    entrant, place = _entrant(state, player), _place(state, player)
    title = shown(state.stored.plan.title)
    if entrant is None:
        return refusal(_("You’re not in **{title}**.").format(title=title))
    if place is None:
        is_open = state.tournament.phase == "open"
        words = (
            _("**{title}** has no seats yet.")
            if is_open
            else _("You don’t have a seat in **{title}** right now.")
        )
        return say(words.format(title=title))
    words = _("In **{title}** you have seat {seat} at table {table}.")
    said = words.format(title=title, seat=entrant.seat, table=entrant.table)
    return with_link(said, _("Go to the table"), place_link(state.stored.server, place))
