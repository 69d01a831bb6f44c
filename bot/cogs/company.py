"""What people decide about the company at a table: whom they ask for reasons, invite, send away or call.

House players tell why they played so, and a learner gets hints; a host has guests (TB-15, TB-16); and
everybody says whether, how and when they are called to tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.cogs.taproom_cog import CannotSee, TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.drawing import cut, scene
from bot.front.forms import reading
from bot.front.marks import filled_in, pressed
from bot.front.protocols import Reply
from bot.screens.core.game_screen import closed_note
from bot.screens.core.naming import person
from bot.screens.core.screen import Screen, say
from bot.screens.server.personal import WAYS, OwnCalls, call_me_screen, called_words, hours_form
from bot.screens.table import company
from bot.screens.table.company import ask_hand_over, ask_send_away, company_screen, guests_screen, is_host
from bot.tavern.coaching import askable, hint, why
from bot.tavern.table import actions, guests, hand_viewing, limits
from bot.tavern.tournament.moments import read_hours
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import Seat
from games.engine.table import lobby
from storage.db.transaction import Transaction
from storage.people import calls, server_settings


class Company(TaproomCog):
    """Presses on what house players say of themselves, and on what a master would do."""

    @pressed("company")
    async def _show_company(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self._table(ctx, meaning)
        await ctx.whisper(company_screen(scene(state, None)))

    @pressed("why")
    async def _ask_why(self, ctx: Reply, meaning: TablePress) -> None:
        """Ask one of the house players of the last hand; where there are several, first whom."""
        tavern, actor = self.house.tavern, ctx.visit.actor()
        state = await self._table(ctx, meaning)
        over = await tavern.database.read(lambda tx: hand_viewing.finished(tx, tavern.tables, state.stored))
        seats = askable(state.table, state.game, over, actor.player)
        own = cut(state, actor.player)
        # Lists that were sent before, as buttons, say the seat in their argument.
        wanted = next(iter(ctx.visit.values), meaning.argument)
        asked = next((seat for seat in seats if str(seat) == wanted), None)
        if wanted and asked is None:
            raise NotOffered
        if asked is None and len(seats) > 1:
            await ctx.whisper(company.whom_to_ask(own, seats))
            return
        seat = seats[0] if asked is None else asked
        told = await tavern.think(partial(why, state.table, state.game, over, seat, actor.player))
        answer = ctx.whisper if asked is None else ctx.update
        await answer(company.reasons_screen(own, seat, told, seats))

    @pressed("hint")
    async def _give_hint(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self._table(ctx, meaning)
        found = await self.house.tavern.think(partial(hint, state, ctx.player))
        await ctx.whisper(company.hint_screen(cut(state, ctx.player), found.offer, found.answer, found.why))

    @pressed("coach_off")
    async def _send_coach_away(self, ctx: Reply, meaning: TablePress) -> None:
        await self.house.tavern.prefer(ctx.player, coach="off")
        await self.house.front.panels.answer(ctx, await self._table(ctx, meaning))


class HostPresses(TaproomCog):
    """What hosts decide about their guests."""

    @pressed("guests")
    async def _show_guests(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self._table(ctx, meaning)
        lobby.require_host(state.table, ctx.player)
        await ctx.whisper(_guests(state, ctx))

    @pressed("invite")
    async def _invite(self, ctx: Reply, meaning: TablePress) -> None:
        people, state = ctx.visit.chosen_people(), await self._table(ctx, meaning)
        is_host = state.table.terms.host == ctx.player
        asked, stored = people if is_host else (), state.stored
        blind = await self.house.front.table_calls.blind(stored.server, stored.channel, asked)
        seeing = [each for each in people if each not in blind]
        state = await self._do(ctx, meaning.table, guests.invite(seeing))
        await self.house.front.table_calls.deliver(state)
        if blind:
            raise CannotSee(tuple(map(person, blind)))

    @pressed("private")
    async def _open_or_close(self, ctx: Reply, meaning: TablePress) -> None:
        await self._do(ctx, meaning.table, guests.set_private(is_private=meaning.argument == "on"))

    @pressed("send_away", "hand_over")
    async def _ask(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self._table(ctx, meaning)
        lobby.require_host(state.table, ctx.player)
        # Somebody sits or sat there.
        seat = state.table.seated(Seat(ctx.visit.chosen())).seat
        asks = ask_send_away if meaning.verb == "send_away" else ask_hand_over
        await ctx.update(asks(cut(state, ctx.player), seat))

    @pressed("send_away_now", "hand_over_now")
    async def _send_away_or_hand_over(self, ctx: Reply, meaning: TablePress) -> None:
        act = guests.send_away if meaning.verb == "send_away_now" else guests.hand_over
        await self._do(ctx, meaning.table, act(Seat(meaning.number)))

    @pressed("call_players")
    async def _call_players(self, ctx: Reply, meaning: TablePress) -> None:
        settings = await self._settings(ctx)
        role, front = settings.call_role, self.house.front
        by_role = ctx.front.surroundings.may_mention(ctx, role)
        state = await self._do(ctx, meaning.table, guests.call_players(by_role=by_role))
        if by_role and await front.table_calls.call_role(state, role):
            await ctx.whisper(say(_("I’ve called <@&{role}>.").format(role=role)))
        else:
            await ctx.whisper(say(called_words(await front.table_calls.deliver(state))))

    async def _do(self, ctx: Reply, table: int, act: actions.Act) -> limits.TableState:
        """Do what the host decided, and show it: on the table, or where the guests are listed."""
        actor = ctx.visit.actor()
        if ctx.visit.on_private:
            state = await self.house.tavern.act(actor, table, act)
            await ctx.update(_guests(state, ctx))
            await self.house.refresh(state)
            return state
        try:
            state = await self.house.tavern.act(actor, table, act)
        except RuleError:
            # The list on the table is empty again, whatever was chosen in it (F-25).
            await self.house.show_again(ctx, await self.house.tavern.look(table))
            raise
        await self.house.answer(ctx, state)
        return state


def _guests(state: limits.TableState, ctx: Reply) -> Screen:
    """The guests, for whoever hosts the table still."""
    own = cut(state, ctx.player)
    if state.is_over:
        return closed_note(state.stored)
    if is_host(own):
        return guests_screen(own)
    return say(_("<@{host}> hosts the table now.").format(host=own.view.terms.host))


class CallPresses(TaproomCog):
    """What somebody chooses about being called."""

    @pressed("call_me")
    async def _show(self, ctx: Reply, meaning: TablePress) -> None:
        """What is chosen; on a table's own button its game is switched on with the same press."""
        if meaning.argument:
            game = meaning.among(GAMES)
            screen = await self._changed(ctx, lambda tx, server: calls.wish(tx, server, ctx.player, game))
        else:
            server = ctx.visit.actor().in_server()
            own = await self.house.database.read(lambda tx: _own(tx, server, ctx.player))
            screen = self._screen(own)
        await ctx.whisper(screen)

    @pressed("call_game")
    async def _switch(self, ctx: Reply, meaning: TablePress) -> None:
        player, game = ctx.player, meaning.among(GAMES)

        def switch(tx: Transaction, server: int) -> None:
            is_on = game in calls.wished(tx, server, player)
            (calls.unwish if is_on else calls.wish)(tx, server, player, game)

        await ctx.update(await self._changed(ctx, switch))

    @pressed("call_none")
    async def _stop_all(self, ctx: Reply, _meaning: TablePress) -> None:
        await ctx.update(await self._changed(ctx, lambda tx, server: calls.unwish(tx, server, ctx.player)))

    @pressed("call_stop")
    async def _stop(self, ctx: Reply, meaning: TablePress) -> None:
        """The button on the call itself; in a direct message, too."""
        stopped = About.of(meaning.argument)
        if stopped.key not in GAMES:
            raise NotOffered
        await self._once(ctx, lambda tx: calls.unwish(tx, stopped.id, ctx.player, stopped.key))
        words = _("I won’t call you to {game} there any more. “Call me” on a table switches it on again.")
        await ctx.whisper(say(words.format(game=_(GAMES[stopped.key].title))))

    @pressed("call_way")
    async def _choose_way(self, ctx: Reply, _meaning: TablePress) -> None:
        await self._keep(ctx, way=ctx.visit.chosen_among(WAYS), unreachable_at=None)

    @pressed("call_again")
    async def _try_again(self, ctx: Reply, _meaning: TablePress) -> None:
        await self._keep(ctx, unreachable_at=None)

    @pressed("call_any")
    async def _choose_any(self, ctx: Reply, _meaning: TablePress) -> None:
        await self._keep(ctx, first=0, last=0)

    @pressed("call_hours")
    async def _ask_hours(self, ctx: Reply, _meaning: TablePress) -> None:
        kept = await self.house.database.read(lambda tx: calls.hours(tx, ctx.player))
        await ctx.ask(hours_form("" if kept.is_any else guests.hours_words(kept)))

    @filled_in("call_typed")
    async def _type_hours(self, ctx: Reply, _meaning: TablePress) -> None:
        with reading("text"):
            first, last, zone = read_hours(ctx.visit.typed)
        await self._keep(ctx, first=first, last=last, zone=zone)

    async def _keep(self, ctx: Reply, **chosen_now: str | float | None) -> None:
        player = ctx.player

        def keep(tx: Transaction, _server: int) -> None:
            kept = replace(calls.hours(tx, player), **chosen_now)  # type: ignore[arg-type]  # checked by the caller
            calls.keep_hours(tx, player, kept)

        await ctx.update(await self._changed(ctx, keep))

    async def _changed(self, ctx: Reply, change: Callable[[Transaction, int], object]) -> Screen:
        """What is chosen in a server, once this has changed."""
        server, player = ctx.visit.actor().in_server(), ctx.player

        def transaction(tx: Transaction) -> OwnCalls:
            change(tx, server)
            return _own(tx, server, player)

        return self._screen(await self._once(ctx, transaction))

    def _screen(self, own: OwnCalls) -> Screen:
        return call_me_screen(own, tuple(GAMES.values()), has_messages=self.house.front.has_messages)


def _own(tx: Transaction, server: int, player: int) -> OwnCalls:
    hours = calls.hours(tx, player)
    role = server_settings.load(tx, server).call_role
    return OwnCalls(calls.wished(tx, server, player), hours, guests.hours_words(hours), role)
