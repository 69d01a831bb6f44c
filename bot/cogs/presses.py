"""Where presses are answered: answers to offers, what some of them ask for first, and a table's buttons."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import OfGame, TablePress, Verb, answer_id, read_whole, table_id, with_numbers
from bot.front.drawing import cut, scene
from bot.front.forms import WHY_LENGTH, reading, whole
from bot.front.marks import filled_in, pressed
from bot.front.protocols import Reply
from bot.screens.core.game_screen import closed_note, moved, reason_form, sure
from bot.screens.core.screen import Button, Screen, say
from bot.screens.learn.rules import page_screen
from bot.screens.table.company import rules_screen, stake_form
from bot.screens.table.message import menu, opened_elsewhere
from bot.screens.table.panel import first_screen, leave_question, number_form
from bot.screens.table.parts import Scene
from bot.tavern.table import actions, challenges
from bot.tavern.table.actions import Act
from bot.tavern.table.limits import TableState
from bot.text.translate import _, plain_text
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, NotYourTurn
from games.engine.core.game import Seat
from games.engine.core.names import Skill
from games.engine.core.offers import Number, Offer, Split, find
from games.engine.table import lobby
from games.engine.table.agreements import PHRASES
from games.engine.table.lobby import STAKE_MAX, parting
from games.engine.table.play import may_cut
from games.engine.table.views import Question

log = logging.getLogger(__name__)

ACTS: Mapping[Verb, Act] = {
    "join": actions.join,
    "leave_now": actions.leave,
    "begin": actions.begin,
    "back": actions.come_back,
    "accept": challenges.accept,
    "decline": challenges.decline,
    "deal": actions.deal,
    "last": actions.call_last,
    "sit_out": actions.sit_out,
    "post_blind": actions.post_blind,
    "pause": actions.pause,
    "show_cards": actions.show_cards,
    "pause_not": actions.refuse_pause,
    "play_on": actions.play_on,
    "top_up": actions.top_up,
    "top_up_not": actions.take_back,
}
OPENING: frozenset[Verb] = frozenset({"join", "accept", "begin", "deal"})
"""What opens the presser's panel, where a game has cards to show there."""


class Presses(TaproomCog):
    """Presses on tables and panels, and forms; both are known by their custom_id alone."""

    @pressed(*ACTS)
    async def _act(self, ctx: Reply, meaning: TablePress) -> None:
        await self.house.act(ctx, meaning.table, ACTS[meaning.verb], opens_panel=meaning.verb in OPENING)

    @pressed("house")
    async def _add_house_player(self, ctx: Reply, meaning: TablePress) -> None:
        act: Act = actions.seat_usual_house_player
        if meaning.argument:
            skill = next((each for each in get_args(Skill) if each == meaning.argument), None)
            if skill is None:
                raise NotOffered
            act = partial(actions.seat_house_player, skill=skill)
        await self._change_house(ctx, meaning.table, act)

    @pressed("dismiss")
    async def _send_house_player_away(self, ctx: Reply, meaning: TablePress) -> None:
        # A button that was sent before they were listed sends away whoever came last.
        seat = Seat(ctx.visit.chosen()) if ctx.visit.values else None
        await self._change_house(ctx, meaning.table, partial(actions.dismiss, seat=seat))

    async def _change_house(self, ctx: Reply, table: int, act: Act) -> None:
        """Add or remove a house player; the table's menu stays open for the next one."""
        if not ctx.visit.on_private:
            await self.house.act(ctx, table, act)
            return
        state = await self.house.tavern.act(ctx.visit.actor(), table, act)
        await ctx.update(_menu(ctx, state))
        await self.house.refresh(state)

    @pressed("say")
    async def _say(self, ctx: Reply, meaning: TablePress) -> None:
        """Say something to the table; its menu stays open."""
        key = ctx.visit.chosen_among(PHRASES)
        state = await self.house.tavern.act(ctx.visit.actor(), meaning.table, actions.say(key))
        await ctx.update(_menu(ctx, state))
        await self.house.refresh(state)

    @pressed("number")
    async def _ask_number(self, ctx: Reply, meaning: TablePress) -> None:
        own, question, offer = await self._offer(ctx, meaning)
        if not isinstance(offer, Number | Split):
            raise NotOffered
        face = own.face.face(offer, own.view)
        action = answer_id(meaning.table, question.seat, question.number, offer)
        await ctx.ask(number_form(face.form or face.label, action, offer, own.face.side()))

    @pressed("retype")
    async def _ask_once_more(self, ctx: Reply, meaning: TablePress) -> None:
        """Open a form that was refused, with what was typed."""
        await ctx.ask(self.house.asked_forms.find(ctx.player, meaning.argument))

    @pressed("sure")
    async def _ask_again(self, ctx: Reply, meaning: TablePress) -> None:
        """Ask for confirmation, for instance of all in; or for what has to be chosen first."""
        own, question, offer = await self._offer(ctx, meaning)
        face = own.face.face(offer, own.view)
        if face.first:
            await ctx.whisper(first_screen(own, face.asks or ""))
            return
        action = answer_id(meaning.table, question.seat, question.number, offer)
        if isinstance(offer, Split):
            action = with_numbers(action, offer.least)
        yes = Button(_("Yes"), action, "danger")
        await ctx.whisper(sure(face.asks or face.label, yes, meaning.table))

    @pressed("no")
    async def _think_better(self, ctx: Reply, meaning: TablePress) -> None:
        """Back to the panel of a table; where there is none, nothing was done."""
        if not meaning.table:
            await ctx.update(say(_("Nothing has changed.")))
            return
        await self.house.front.panels.answer(ctx, await self._table(ctx, meaning))

    async def _offer(self, ctx: Reply, meaning: TablePress) -> tuple[Scene, Question, Offer[Any]]:
        """The offer under that key for the presser; `NotYourTurn` if there is none."""
        own = cut(await self._table(ctx, meaning), ctx.player)
        mine = (*own.view.questions, *([own.view.asides] if own.view.asides else []))
        asked = [question for question in mine if question.seat == own.view.viewer]
        for question in asked:
            if any(offer.key == meaning.argument for offer in question.offers):
                return own, question, find(question.offers, meaning.argument)
        raise NotOffered if asked else NotYourTurn

    @pressed("rules")
    async def _show_rules(self, ctx: Reply, meaning: TablePress) -> None:
        await ctx.whisper(_rules(ctx, await self._table(ctx, meaning)))

    @pressed("rule")
    async def _change_rule(self, ctx: Reply, meaning: TablePress) -> None:
        change = actions.change_rule(meaning.argument, ctx.visit.chosen())
        state = await self.house.tavern.act(ctx.visit.actor(), meaning.table, change)
        await ctx.update(_rules(ctx, state))
        self.house.front.table_messages.refresh(state)

    @pressed("stake")
    async def _ask_stake(self, ctx: Reply, meaning: TablePress) -> None:
        """Ask the host what a seat is to cost (TB-15)."""
        state = await self._table(ctx, meaning)
        lobby.require_host(state.table, ctx.player)
        await ctx.ask(stake_form(scene(state, None)))

    @filled_in("stake_typed")
    async def _type_stake(self, ctx: Reply, meaning: TablePress) -> None:
        with reading("text"):
            stake = whole(ctx.visit.typed, 1, STAKE_MAX)
            change = actions.change_stake(stake)
            state = await self.house.tavern.act(ctx.visit.actor(), meaning.table, change)
        await ctx.update(_menu(ctx, state))
        await self.house.refresh(state)

    @pressed("page")
    async def _turn_page(self, ctx: Reply, meaning: TablePress) -> None:
        """The page of that number, or the one that was chosen among all."""
        page = OfGame.of(meaning.argument)
        named = read_whole(page.name)
        pages = ctx.visit.all_chosen() or (() if named is None else (named,))
        if page.game not in GAMES or not pages:
            raise NotOffered
        await ctx.update(page_screen(page.game, pages[0]))

    @pressed("how")
    async def _show_how(self, ctx: Reply, meaning: TablePress) -> None:
        await ctx.whisper(page_screen(meaning.among(GAMES), 0))

    @pressed("beats")
    async def _show_what_beats_what(self, ctx: Reply, meaning: TablePress) -> None:
        own = cut(await self._table(ctx, meaning), ctx.player)
        await ctx.whisper(await self._drawn(ctx, lambda: own.face.beats(own.view)))

    @pressed("close")
    async def _ask_close(self, ctx: Reply, meaning: TablePress) -> None:
        actor = ctx.visit.actor()
        state = await self.house.tavern.look(meaning.table, actor)
        lobby.require_may_close(state.table, actor.player, is_manager=actor.is_manager)
        if state.table.terms.host != actor.player:
            says = _("What is under way is finished first. Everyone at the table reads the reason.")
            action = table_id(state.table.id, "close_now")
            await ctx.ask(reason_form(_("Close the table"), action, says, WHY_LENGTH))
            return
        words = _("Close table {number}? What is under way is finished first.")
        button = Button(_("Close the table"), table_id(state.table.id, "close_now"), "danger")
        await ctx.whisper(sure(words.format(number=state.table.id), button))

    @pressed("close_now")
    async def _close(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self.house.close_table(ctx.visit.actor(), meaning.table)
        await ctx.update(closed_note(state.stored))
        await self.house.refresh(state)

    @filled_in("close_now")
    async def _close_for(self, ctx: Reply, meaning: TablePress) -> None:
        """A manager closes somebody else's table."""
        actor = replace(ctx.visit.actor(), why=plain_text(ctx.visit.typed, WHY_LENGTH))
        state = await self.house.close_table(actor, meaning.table)
        await ctx.whisper(closed_note(state.stored))
        await self.house.refresh(state)

    @pressed("leave")
    async def _ask_leave(self, ctx: Reply, meaning: TablePress) -> None:
        """Let somebody go, after asking if they leave something behind (TB-9)."""
        state = await self._table(ctx, meaning)
        left = parting(state.table, state.game, state.table.seat_of(ctx.player).seat)
        if left is None:
            await self.house.act(ctx, meaning.table, actions.leave)
            return
        yes = Button(_("Yes"), table_id(meaning.table, "leave_now"), "danger")
        await ctx.whisper(sure(leave_question(scene(state, None), left), yes, meaning.table))

    @pressed("sort")
    async def _sort(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self._table(ctx, meaning)
        order = meaning.among(scene(state, None).face.orders)
        await self.house.front.panels.answer(ctx, state, order)

    @pressed("open")
    async def _open_page(self, ctx: Reply, meaning: TablePress) -> None:
        """Open a table's page here, or say where it can be opened."""
        state = await self._table(ctx, meaning)
        page = ctx.front.surroundings.page_of(ctx, state)
        self.house.travellers.set_out(ctx.player, state.id)
        if not await ctx.launch(state.id):
            if not page:
                raise NotOffered
            await ctx.whisper(opened_elsewhere(ctx.visit.parent, page))

    @pressed("more")
    async def _open_menu(self, ctx: Reply, meaning: TablePress) -> None:
        await ctx.whisper(_menu(ctx, await self._table(ctx, meaning)))

    @pressed("again")
    async def _again(self, ctx: Reply, meaning: TablePress) -> None:
        over = await self._table(ctx, meaning)
        ctx.visit.require_channel(over.settings)
        state = await self.house.tavern.play_again(ctx.visit.actor(), over)
        if state.stored.message is None:
            await self.house.begin(ctx, state)
        else:
            await ctx.whisper(moved(state.stored))
            await self.house.refresh(state)


def _menu(ctx: Reply, state: TableState) -> Screen:
    own, may_now = cut(state, ctx.player), may_cut(state.table, ctx.player)
    page = ctx.front.surroundings.page_of(ctx, state)
    return menu(own, is_manager=ctx.visit.actor().is_manager, may_cut=may_now, page=page)


def _rules(ctx: Reply, state: TableState) -> Screen:
    may_change = state.table.terms.host == ctx.player and state.table.phase == "lobby"
    return rules_screen(scene(state, None), may_change=may_change)
