"""Handlers that concern other people at a table: reasons, hints, invitations, removals, and calls.

House players explain their play, and learners get hints. A host invites and removes guests (TB-15, TB-16).
Each user chooses whether, how and when they are called to tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.cogs.taproom_cog import CannotSee, TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.decorators import on_button, on_form
from bot.front.forms import reading
from bot.front.protocols import Context
from bot.front.render import scene, scene_for
from bot.screens.core.naming import person
from bot.screens.core.presenter import closed_note
from bot.screens.core.screen import Screen, say
from bot.screens.server.personal import WAYS, OwnCalls, call_me_screen, called_words, hours_form
from bot.screens.table import table_people
from bot.screens.table.table_people import (
    ask_hand_over,
    ask_send_away,
    company_screen,
    guests_screen,
    is_host,
)
from bot.tavern.coaching import askable, hint, why
from bot.tavern.table import actions, finished_hands, invitations, table_state
from bot.tavern.tournament.parse_times import read_hours
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import Seat
from games.engine.table import seating
from storage.db.transaction import Transaction
from storage.people import invite_preferences, server_settings


class Company(TaproomCog):
    """Handlers for house players' explanations, and for hints."""

    @on_button("company")
    async def _show_company(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        await ctx.send_ephemeral(company_screen(scene(state, None)))

    @on_button("why")
    async def _ask_why(self, ctx: Context, press: TablePress) -> None:
        """Show a house player's reasons in the last hand; with several house players, list them first."""
        tavern, actor = self.app.tavern, ctx.request.actor()
        state = await self._table(ctx, press)
        hand = await tavern.database.read(lambda tx: finished_hands.finished(tx, tavern.tables, state.stored))
        seats = askable(state.table, state.game, hand, actor.player)
        own = scene_for(state, actor.player)
        # Older versions sent one button for each house player, with the seat in its argument.
        requested = next(iter(ctx.request.values), press.argument)
        chosen = next((seat for seat in seats if str(seat) == requested), None)
        if requested and chosen is None:
            raise NotOffered
        if chosen is None and len(seats) > 1:
            await ctx.send_ephemeral(table_people.house_player_choice(own, seats))
            return
        seat = seats[0] if chosen is None else chosen
        reasons = await tavern.think(partial(why, state.table, state.game, hand, seat, actor.player))
        respond = ctx.send_ephemeral if chosen is None else ctx.update
        await respond(table_people.reasons_screen(own, seat, reasons, seats))

    @on_button("hint")
    async def _give_hint(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        advice = await self.app.tavern.think(partial(hint, state, ctx.player))
        await ctx.send_ephemeral(
            table_people.hint_screen(scene_for(state, ctx.player), advice.offer, advice.answer, advice.why)
        )

    @on_button("coach_off")
    async def _send_coach_away(self, ctx: Context, press: TablePress) -> None:
        await self.app.tavern.prefer(ctx.player, coach="off")
        await self.app.front.panels.respond(ctx, await self._table(ctx, press))


class HostPresses(TaproomCog):
    """Handlers of a host's decisions about guests."""

    @on_button("guests")
    async def _show_guests(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        seating.require_host(state.table, ctx.player)
        await ctx.send_ephemeral(_guests(state, ctx))

    @on_button("invite")
    async def _invite(self, ctx: Context, press: TablePress) -> None:
        people, state = ctx.request.chosen_people(), await self._table(ctx, press)
        is_host = state.table.terms.host == ctx.player
        # Anybody else's invitation is refused by `invite`, without a request to Discord.
        to_check, stored = people if is_host else (), state.stored
        unable = await self.app.front.table_calls.unable_to_see(stored.server, stored.channel, to_check)
        invited = [each for each in people if each not in unable]
        state = await self._act_as_host(ctx, press.table, invitations.invite(invited))
        await self.app.front.table_calls.deliver(state)
        if unable:
            raise CannotSee(tuple(map(person, unable)))

    @on_button("private")
    async def _open_or_close(self, ctx: Context, press: TablePress) -> None:
        await self._act_as_host(ctx, press.table, invitations.set_private(is_private=press.argument == "on"))

    @on_button("send_away", "hand_over")
    async def _ask(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        seating.require_host(state.table, ctx.player)
        seat = state.table.seated(Seat(ctx.request.chosen())).seat
        asks = ask_send_away if press.verb == "send_away" else ask_hand_over
        await ctx.update(asks(scene_for(state, ctx.player), seat))

    @on_button("send_away_now", "hand_over_now")
    async def _send_away_or_hand_over(self, ctx: Context, press: TablePress) -> None:
        act = invitations.send_away if press.verb == "send_away_now" else invitations.transfer_host
        await self._act_as_host(ctx, press.table, act(Seat(press.number)))

    @on_button("call_players")
    async def _call_players(self, ctx: Context, press: TablePress) -> None:
        settings = await self._settings(ctx)
        role, front = settings.call_role, self.app.front
        by_role = ctx.front.surroundings.may_mention(ctx, role)
        state = await self._act_as_host(ctx, press.table, invitations.call_players(by_role=by_role))
        if by_role and await front.table_calls.call_role(state, role):
            await ctx.send_ephemeral(say(_("I’ve called <@&{role}>.").format(role=role)))
        else:
            await ctx.send_ephemeral(say(called_words(await front.table_calls.deliver(state))))

    @on_button("turn_down")
    async def _turn_down(self, ctx: Context, press: TablePress) -> None:
        """Give up a seat that is kept for oneself, and tell the host."""
        state = await self.app.tavern.act(ctx.request.actor(), press.table, invitations.turn_down)
        await self.app.refresh(state)
        host = state.table.terms.host
        words = _("<@{host}>, {player} can’t come to table {number}.")
        said = words.format(host=host, player=person(ctx.player), number=press.table)
        await ctx.post(replace(say(said), pings=(host,)))
        await ctx.send_ephemeral(say(_("I’ve told <@{host}> that you can’t come.").format(host=host)))

    async def _act_as_host(
        self, ctx: Context, table: int, act: actions.TableAction
    ) -> table_state.TableState:
        """Apply the host's decision, and show the result in the pressed message: guest list or table."""
        actor = ctx.request.actor()
        if ctx.request.on_private:
            state = await self.app.tavern.act(actor, table, act)
            await ctx.update(_guests(state, ctx))
            await self.app.refresh(state)
            return state
        try:
            state = await self.app.tavern.act(actor, table, act)
        except RuleError:
            # Redrawn, because the select in the table's message still shows the refused choice (F-25).
            await self.app.show_again(ctx, await self.app.tavern.look(table))
            raise
        await self.app.respond(ctx, state)
        return state


def _guests(state: table_state.TableState, ctx: Context) -> Screen:
    """Return the list of guests, or a note if the user is no longer host, or the table closed."""
    own = scene_for(state, ctx.player)
    if state.is_over:
        return closed_note(state.stored)
    if is_host(own):
        return guests_screen(own)
    return say(_("<@{host}> hosts the table now.").format(host=own.view.terms.host))


class CallPresses(TaproomCog):
    """Handlers of a user's choices about calls."""

    @on_button("call_me")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        """Show the user's choices; a table's button first switches calls to its game on."""
        if press.argument:
            game = press.among(GAMES)
            screen = await self._changed(
                ctx, lambda tx, server: invite_preferences.wish(tx, server, ctx.player, game)
            )
        else:
            server = ctx.request.actor().in_server()
            own = await self.app.database.read(lambda tx: _own(tx, server, ctx.player))
            screen = self._screen(own)
        await ctx.send_ephemeral(screen)

    @on_button("call_game")
    async def _switch(self, ctx: Context, press: TablePress) -> None:
        player, game = ctx.player, press.among(GAMES)

        def switch(tx: Transaction, server: int) -> None:
            is_on = game in invite_preferences.wished(tx, server, player)
            (invite_preferences.unwish if is_on else invite_preferences.wish)(tx, server, player, game)

        await ctx.update(await self._changed(ctx, switch))

    @on_button("call_none")
    async def _stop_all(self, ctx: Context, _press: TablePress) -> None:
        await ctx.update(
            await self._changed(ctx, lambda tx, server: invite_preferences.unwish(tx, server, ctx.player))
        )

    @on_button("call_stop")
    async def _stop(self, ctx: Context, press: TablePress) -> None:
        """Switch calls to a game off, by the button on a call, in a direct message, too."""
        call = About.of(press.argument)
        if call.key not in GAMES:
            raise NotOffered
        await self._once(ctx, lambda tx: invite_preferences.unwish(tx, call.id, ctx.player, call.key))
        words = _("I won’t call you to {game} there any more. “Call me” on a table switches it on again.")
        await ctx.send_ephemeral(say(words.format(game=_(GAMES[call.key].title))))

    @on_button("call_way")
    async def _choose_way(self, ctx: Context, _press: TablePress) -> None:
        await self._store_hours(ctx, way=ctx.request.chosen_among(WAYS), unreachable_at=None)

    @on_button("call_again")
    async def _try_again(self, ctx: Context, _press: TablePress) -> None:
        await self._store_hours(ctx, unreachable_at=None)

    @on_button("call_any")
    async def _choose_any(self, ctx: Context, _press: TablePress) -> None:
        await self._store_hours(ctx, first=0, last=0)

    @on_button("call_hours")
    async def _ask_hours(self, ctx: Context, _press: TablePress) -> None:
        hours = await self.app.database.read(lambda tx: invite_preferences.hours(tx, ctx.player))
        await ctx.send_form(hours_form("" if hours.is_any else invitations.hours_words(hours)))

    @on_form("call_typed")
    async def _type_hours(self, ctx: Context, _press: TablePress) -> None:
        with reading("text"):
            first, last, zone = read_hours(ctx.request.typed)
        await self._store_hours(ctx, first=first, last=last, zone=zone)

    async def _store_hours(self, ctx: Context, **fields: str | float | None) -> None:
        player = ctx.player

        def store(tx: Transaction, _server: int) -> None:
            hours = replace(invite_preferences.hours(tx, player), **fields)  # type: ignore[arg-type]  # checked by the caller
            invite_preferences.keep_hours(tx, player, hours)

        await ctx.update(await self._changed(ctx, store))

    async def _changed(self, ctx: Context, change: Callable[[Transaction, int], object]) -> Screen:
        """Apply a change of the user's choices in this server; return the screen of all choices."""
        server, player = ctx.request.actor().in_server(), ctx.player

        def transaction(tx: Transaction) -> OwnCalls:
            change(tx, server)
            return _own(tx, server, player)

        return self._screen(await self._once(ctx, transaction))

    def _screen(self, own: OwnCalls) -> Screen:
        return call_me_screen(own, tuple(GAMES.values()), has_messages=self.app.front.has_messages)


def _own(tx: Transaction, server: int, player: int) -> OwnCalls:
    hours = invite_preferences.hours(tx, player)
    role = server_settings.load(tx, server).call_role
    return OwnCalls(
        invite_preferences.wished(tx, server, player), hours, invitations.hours_words(hours), role
    )
