"""Handlers of presses at a table: the table's buttons, and forms and confirmations of answers to offers."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import OfGame, TablePress, Verb, answer_id, read_whole, table_id, with_numbers
from bot.front.decorators import on_button, on_form
from bot.front.forms import WHY_LENGTH, reading, whole
from bot.front.protocols import Context
from bot.front.render import scene, scene_for
from bot.screens.core.presenter import closed_note, confirm_screen, moved, reason_form
from bot.screens.core.screen import Button, Screen, say
from bot.screens.learn.rules import page_screen
from bot.screens.table.message import menu, opened_elsewhere
from bot.screens.table.panel import first_screen, leave_question, number_form
from bot.screens.table.scenes import Scene
from bot.screens.table.table_people import rules_screen, stake_form
from bot.tavern.table import actions, challenges
from bot.tavern.table.actions import Actor, Scope, TableAction
from bot.tavern.table.table_state import TableState
from bot.text.translate import _, plain_text
from games.catalog import GAMES
from games.engine.core.characters import Skill
from games.engine.core.errors import NotOffered, NotYourTurn
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, Offer, SplitOffer, find
from games.engine.table import seating
from games.engine.table.play import may_cut
from games.engine.table.seating import STAKE_MAX, parting
from games.engine.table.table import TableChange
from games.engine.table.table_talk import PHRASES
from games.engine.table.views import Question
from storage.people.server_settings import ServerSettings

log = logging.getLogger(__name__)

ACTS: Mapping[Verb, TableAction] = {
    "join": actions.join,
    "leave_now": actions.leave,
    "begin": actions.begin,
    "back": actions.come_back,
    "accept": challenges.accept,
    "decline": challenges.decline,
    "deal": actions.deal,
    "go_on": actions.go_on,
    "last": actions.call_last,
    "sit_out": actions.sit_out,
    "post_blind": actions.post_blind,
    "pause": actions.pause,
    "show_cards": actions.show_cards,
    "pause_not": actions.refuse_pause,
    "play_on": actions.play_on,
    "here": actions.be_here,
    "top_up": actions.top_up,
    "top_up_not": actions.take_back,
}
OPENS_PANEL: frozenset[Verb] = frozenset({"join", "accept", "begin", "deal"})
"""The verbs that open the user's panel, if the game shows private cards there."""


class Presses(TaproomCog):
    """Handlers of presses on tables and panels, and of forms; both are identified by their custom_id."""

    @on_button(*ACTS)
    async def _act(self, ctx: Context, press: TablePress) -> None:
        await self.app.act(ctx, press.table, ACTS[press.verb], opens_panel=press.verb in OPENS_PANEL)

    @on_button("house")
    async def _add_house_player(self, ctx: Context, press: TablePress) -> None:
        act: TableAction = actions.seat_usual_house_player
        if press.argument:
            skill = next((each for each in get_args(Skill) if each == press.argument), None)
            if skill is None:
                raise NotOffered
            act = partial(actions.seat_house_player, skill=skill)
        await self._change_house(ctx, press.table, act)

    @on_button("dismiss")
    async def _send_house_player_away(self, ctx: Context, press: TablePress) -> None:
        # Older versions sent a button without a list of house players; it removes the last one seated.
        seat = Seat(ctx.request.chosen()) if ctx.request.values else None
        await self._change_house(ctx, press.table, partial(actions.dismiss, seat=seat))

    async def _change_house(self, ctx: Context, table: int, act: TableAction) -> None:
        """Add or remove a house player; pressed in the table's menu, redraw the menu."""
        if not ctx.request.on_private:
            await self.app.act(ctx, table, act)
            return
        state = await self.app.tavern.act(ctx.request.actor(), table, act)
        await ctx.update(_menu(ctx, state))
        await self.app.refresh(state)

    @on_button("without")
    async def _go_on_without(self, ctx: Context, press: TablePress) -> None:
        await self.app.act(ctx, press.table, actions.go_on_without(Seat(press.number)))

    @on_button("say")
    async def _say(self, ctx: Context, press: TablePress) -> None:
        """Say a phrase to the table, and redraw the menu."""
        key = ctx.request.chosen_among(PHRASES)
        state = await self.app.tavern.act(ctx.request.actor(), press.table, actions.say(key))
        await ctx.update(_menu(ctx, state))
        await self.app.refresh(state)

    @on_button("number")
    async def _ask_number(self, ctx: Context, press: TablePress) -> None:
        own, question, offer = await self._offer(ctx, press)
        if not isinstance(offer, NumberOffer | SplitOffer):
            raise NotOffered
        look = own.face.face(offer, own.view)
        action = answer_id(press.table, question.seat, question.number, offer)
        await ctx.send_form(number_form(look.form or look.label, action, offer, own.face.side()))

    @on_button("retype")
    async def _reopen_form(self, ctx: Context, press: TablePress) -> None:
        """Open a refused form again with the submitted values."""
        await ctx.send_form(self.app.pending_forms.find(ctx.player, press.argument))

    @on_button("sure")
    async def _ask_confirmation(self, ctx: Context, press: TablePress) -> None:
        """Ask for confirmation, for instance of all in, or for a choice that has to be made first."""
        own, question, offer = await self._offer(ctx, press)
        look = own.face.face(offer, own.view)
        if look.first:
            await ctx.send_ephemeral(first_screen(own, look.asks or ""))
            return
        action = answer_id(press.table, question.seat, question.number, offer)
        if isinstance(offer, SplitOffer):
            action = with_numbers(action, offer.least)
        yes = Button(_("Yes"), action, "danger")
        await ctx.send_ephemeral(confirm_screen(look.asks or look.label, yes, press.table))

    @on_button("no")
    async def _cancel_confirmation(self, ctx: Context, press: TablePress) -> None:
        """Cancel a confirmation: redraw the table's panel, or say that nothing has changed."""
        if not press.table:
            await ctx.update(say(_("Nothing has changed.")))
            return
        await self.app.front.panels.respond(ctx, await self._table(ctx, press))

    async def _offer(self, ctx: Context, press: TablePress) -> tuple[Scene, Question, Offer[Any]]:
        """Return the user's offer with the pressed key. Raises `NotYourTurn` or `NotOffered`."""
        own = scene_for(await self._table(ctx, press), ctx.player)
        questions = (*own.view.questions, *([own.view.asides] if own.view.asides else []))
        own_questions = [question for question in questions if question.seat == own.view.viewer]
        for question in own_questions:
            if any(offer.key == press.argument for offer in question.offers):
                return own, question, find(question.offers, press.argument)
        raise NotOffered if own_questions else NotYourTurn

    @on_button("rules")
    async def _show_rules(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(_rules(ctx, await self._table(ctx, press)))

    @on_button("rule")
    async def _change_rule(self, ctx: Context, press: TablePress) -> None:
        change = actions.change_rule(press.argument, ctx.request.chosen())
        if press.argument == "pace":
            # A thread counts as its channel, which only the front knows.
            change = _with_pace(ctx, change, await self._settings(ctx))
        state = await self.app.tavern.act(ctx.request.actor(), press.table, change)
        await ctx.update(_rules(ctx, state))
        self.app.front.table_messages.refresh(state)

    @on_button("stake")
    async def _ask_stake(self, ctx: Context, press: TablePress) -> None:
        """Open the form in which the host changes the buy-in (TB-15)."""
        state = await self._table(ctx, press)
        seating.require_host(state.table, ctx.player)
        await ctx.send_form(stake_form(scene(state, None)))

    @on_form("stake_typed")
    async def _type_stake(self, ctx: Context, press: TablePress) -> None:
        with reading("text"):
            stake = whole(ctx.request.typed, 1, STAKE_MAX)
            change = actions.change_stake(stake)
            state = await self.app.tavern.act(ctx.request.actor(), press.table, change)
        await ctx.update(_menu(ctx, state))
        await self.app.refresh(state)

    @on_button("page")
    async def _turn_page(self, ctx: Context, press: TablePress) -> None:
        """Show the rules page that was chosen in the list, or else the button's page."""
        target = OfGame.of(press.argument)
        number = read_whole(target.name)
        pages = ctx.request.all_chosen() or (() if number is None else (number,))
        if target.game not in GAMES or not pages:
            raise NotOffered
        await ctx.update(page_screen(target.game, pages[0]))

    @on_button("how")
    async def _show_how(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(page_screen(press.among(GAMES), 0))

    @on_button("beats")
    async def _show_what_beats_what(self, ctx: Context, press: TablePress) -> None:
        own = scene_for(await self._table(ctx, press), ctx.player)
        await ctx.send_ephemeral(await self._drawn(ctx, lambda: own.face.beats(own.view)))

    @on_button("close")
    async def _ask_close(self, ctx: Context, press: TablePress) -> None:
        actor = ctx.request.actor()
        state = await self.app.tavern.look(press.table, actor)
        seating.require_may_close(state.table, actor.player, is_manager=actor.is_manager)
        if state.table.terms.host != actor.player:
            says = _(
                "The hand or round in progress is finished first. Everyone at the table sees the reason."
            )
            action = table_id(state.table.id, "close_now")
            await ctx.send_form(reason_form(_("Close the table"), action, says, WHY_LENGTH))
            return
        words = _("Close table {number}? The hand or round in progress is finished first.")
        button = Button(_("Close the table"), table_id(state.table.id, "close_now"), "danger")
        await ctx.send_ephemeral(confirm_screen(words.format(number=state.table.id), button))

    @on_button("close_now")
    async def _close(self, ctx: Context, press: TablePress) -> None:
        state = await self.app.close_table(ctx.request.actor(), press.table)
        await ctx.update(closed_note(state.stored))
        await self.app.refresh(state)

    @on_form("close_now")
    async def _close_for(self, ctx: Context, press: TablePress) -> None:
        """Close another host's table as a manager, with a reason."""
        actor = replace(ctx.request.actor(), why=plain_text(ctx.request.typed, WHY_LENGTH))
        state = await self.app.close_table(actor, press.table)
        await ctx.send_ephemeral(closed_note(state.stored))
        await self.app.refresh(state)

    @on_button("leave")
    async def _ask_leave(self, ctx: Context, press: TablePress) -> None:
        """Remove the user from the table; ask for confirmation if leaving costs them something (TB-9)."""
        state = await self._table(ctx, press)
        loss = parting(state.table, state.game, state.table.seat_of(ctx.player).seat)
        if loss is None:
            await self.app.act(ctx, press.table, actions.leave)
            return
        yes = Button(_("Yes"), table_id(press.table, "leave_now"), "danger")
        await ctx.send_ephemeral(confirm_screen(leave_question(scene(state, None), loss), yes, press.table))

    @on_button("sort")
    async def _sort(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        order = press.among(scene(state, None).face.orders)
        await self.app.front.panels.respond(ctx, state, order)

    @on_button("open")
    async def _open_page(self, ctx: Context, press: TablePress) -> None:
        """Open a table's page as an Activity, or send its address if that is impossible here."""
        state = await self._table(ctx, press)
        url = ctx.front.surroundings.page_of(ctx, state)
        self.app.pending_entries.add(ctx.player, state.id)
        if not await ctx.launch(state.id):
            if not url:
                raise NotOffered
            await ctx.send_ephemeral(opened_elsewhere(ctx.request.parent, url))

    @on_button("more")
    async def _open_menu(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(_menu(ctx, await self._table(ctx, press)))

    @on_button("again", "next_game")
    async def _again(self, ctx: Context, press: TablePress) -> None:
        """Open a table for another game of the same people: the chosen one, or else the same."""
        over = await self._table(ctx, press)
        ctx.request.require_channel(over.settings)
        if over.table.terms.pace.is_slow:
            ctx.request.require_slow(over.settings)
        key = ctx.request.chosen_among(GAMES) if ctx.request.values else over.table.game
        again = self.app.tavern.play_again(ctx.request.actor(), over, self.app.tavern.games[key])
        state, closed = await again
        if closed is not None:
            await self.app.refresh(closed)
        if state.stored.message is None:
            await self.app.begin(ctx, state)
        else:
            await ctx.send_ephemeral(moved(state.stored))
            await self.app.refresh(state)


def _with_pace(ctx: Context, change: TableAction, settings: ServerSettings) -> TableAction:
    """Return a change of the pace that is refused where there are no slow tables (TB-28)."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        changed = change(actor, scope)
        if changed.table.terms.pace.is_slow:
            ctx.request.require_slow(settings)
        return changed

    return act


def _menu(ctx: Context, state: TableState) -> Screen:
    own, can_cut = scene_for(state, ctx.player), may_cut(state.table, ctx.player)
    url = ctx.front.surroundings.page_of(ctx, state)
    return menu(own, is_manager=ctx.request.actor().is_manager, may_cut=can_cut, page=url)


def _rules(ctx: Context, state: TableState) -> Screen:
    may_change = state.table.terms.host == ctx.player and state.table.phase == "lobby"
    return rules_screen(scene(state, None), may_change=may_change)
