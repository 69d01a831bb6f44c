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
    async def _act(self, reply: Reply, meaning: TablePress) -> None:
        await self.house.act(reply, meaning.table, ACTS[meaning.verb], opens_panel=meaning.verb in OPENING)

    @pressed("house")
    async def _add_house_player(self, reply: Reply, meaning: TablePress) -> None:
        act: Act = actions.seat_usual_house_player
        if meaning.argument:
            skill = next((each for each in get_args(Skill) if each == meaning.argument), None)
            if skill is None:
                raise NotOffered
            act = partial(actions.seat_house_player, skill=skill)
        await self._change_house(reply, meaning.table, act)

    @pressed("dismiss")
    async def _send_house_player_away(self, reply: Reply, meaning: TablePress) -> None:
        # A button that was sent before they were listed sends away whoever came last.
        seat = Seat(reply.visit.chosen()) if reply.visit.values else None
        await self._change_house(reply, meaning.table, partial(actions.dismiss, seat=seat))

    async def _change_house(self, reply: Reply, table: int, act: Act) -> None:
        """Add or remove a house player; the table's menu stays open for the next one."""
        if not reply.visit.on_private:
            await self.house.act(reply, table, act)
            return
        state = await self.house.tavern.act(reply.visit.request(), table, act)
        await reply.update(_menu(reply, state))
        await self.house.refresh(state)

    @pressed("say")
    async def _say(self, reply: Reply, meaning: TablePress) -> None:
        """Say something to the table; its menu stays open."""
        key = reply.visit.chosen_among(PHRASES)
        state = await self.house.tavern.act(reply.visit.request(), meaning.table, actions.say(key))
        await reply.update(_menu(reply, state))
        await self.house.refresh(state)

    @pressed("number")
    async def _ask_number(self, reply: Reply, meaning: TablePress) -> None:
        own, question, offer = await self._offer(reply, meaning)
        if not isinstance(offer, Number | Split):
            raise NotOffered
        face = own.face.face(offer, own.view)
        action = answer_id(meaning.table, question.seat, question.number, offer)
        await reply.ask(number_form(face.form or face.label, action, offer, own.face.side()))

    @pressed("retype")
    async def _ask_once_more(self, reply: Reply, meaning: TablePress) -> None:
        """Open a form that was refused, with what was typed."""
        await reply.ask(self.house.asked_forms.find(reply.player, meaning.argument))

    @pressed("sure")
    async def _ask_again(self, reply: Reply, meaning: TablePress) -> None:
        """Ask for confirmation, for instance of all in; or for what has to be chosen first."""
        own, question, offer = await self._offer(reply, meaning)
        face = own.face.face(offer, own.view)
        if face.first:
            await reply.whisper(first_screen(own, face.asks or ""))
            return
        action = answer_id(meaning.table, question.seat, question.number, offer)
        if isinstance(offer, Split):
            action = with_numbers(action, offer.least)
        yes = Button(_("Yes"), action, "danger")
        await reply.whisper(sure(face.asks or face.label, yes, meaning.table))

    @pressed("no")
    async def _think_better(self, reply: Reply, meaning: TablePress) -> None:
        """Back to the panel of a table; where there is none, nothing was done."""
        if not meaning.table:
            await reply.update(say(_("Nothing has changed.")))
            return
        await self.house.front.panels.answer(reply, await self._table(reply, meaning))

    async def _offer(self, reply: Reply, meaning: TablePress) -> tuple[Scene, Question, Offer[Any]]:
        """The offer under that key for the presser; `NotYourTurn` if there is none."""
        own = cut(await self._table(reply, meaning), reply.player)
        mine = (*own.view.questions, *([own.view.asides] if own.view.asides else []))
        asked = [question for question in mine if question.seat == own.view.viewer]
        for question in asked:
            if any(offer.key == meaning.argument for offer in question.offers):
                return own, question, find(question.offers, meaning.argument)
        raise NotOffered if asked else NotYourTurn

    @pressed("rules")
    async def _show_rules(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(_rules(reply, await self._table(reply, meaning)))

    @pressed("rule")
    async def _change_rule(self, reply: Reply, meaning: TablePress) -> None:
        change = actions.change_rule(meaning.argument, reply.visit.chosen())
        state = await self.house.tavern.act(reply.visit.request(), meaning.table, change)
        await reply.update(_rules(reply, state))
        self.house.front.table_messages.refresh(state)

    @pressed("stake")
    async def _ask_stake(self, reply: Reply, meaning: TablePress) -> None:
        """Ask the host what a seat is to cost (TB-15)."""
        state = await self._table(reply, meaning)
        lobby.require_host(state.table, reply.player)
        await reply.ask(stake_form(scene(state, None)))

    @filled_in("stake_typed")
    async def _type_stake(self, reply: Reply, meaning: TablePress) -> None:
        with reading("text"):
            stake = whole(reply.visit.typed, 1, STAKE_MAX)
            change = actions.change_stake(stake)
            state = await self.house.tavern.act(reply.visit.request(), meaning.table, change)
        await reply.update(_menu(reply, state))
        await self.house.refresh(state)

    @pressed("page")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        """The page of that number, or the one that was chosen among all."""
        page = OfGame.of(meaning.argument)
        named = read_whole(page.name)
        pages = reply.visit.all_chosen() or (() if named is None else (named,))
        if page.game not in GAMES or not pages:
            raise NotOffered
        await reply.update(page_screen(page.game, pages[0]))

    @pressed("how")
    async def _show_how(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(page_screen(meaning.among(GAMES), 0))

    @pressed("beats")
    async def _show_what_beats_what(self, reply: Reply, meaning: TablePress) -> None:
        own = cut(await self._table(reply, meaning), reply.player)
        await reply.whisper(await self._drawn(reply, lambda: own.face.beats(own.view)))

    @pressed("close")
    async def _ask_close(self, reply: Reply, meaning: TablePress) -> None:
        press = reply.visit.request()
        state = await self.house.tavern.look(meaning.table, press)
        lobby.require_may_close(state.table, press.player, is_manager=press.is_manager)
        if state.table.terms.host != press.player:
            says = _("What is under way is finished first. Everyone at the table reads the reason.")
            action = table_id(state.table.id, "close_now")
            await reply.ask(reason_form(_("Close the table"), action, says, WHY_LENGTH))
            return
        words = _("Close table {number}? What is under way is finished first.")
        button = Button(_("Close the table"), table_id(state.table.id, "close_now"), "danger")
        await reply.whisper(sure(words.format(number=state.table.id), button))

    @pressed("close_now")
    async def _close(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.house.close_table(reply.visit.request(), meaning.table)
        await reply.update(closed_note(state.stored))
        await self.house.refresh(state)

    @filled_in("close_now")
    async def _close_for(self, reply: Reply, meaning: TablePress) -> None:
        """A manager closes somebody else's table."""
        press = replace(reply.visit.request(), why=plain_text(reply.visit.typed, WHY_LENGTH))
        state = await self.house.close_table(press, meaning.table)
        await reply.whisper(closed_note(state.stored))
        await self.house.refresh(state)

    @pressed("leave")
    async def _ask_leave(self, reply: Reply, meaning: TablePress) -> None:
        """Let somebody go, after asking if they leave something behind (TB-9)."""
        state = await self._table(reply, meaning)
        left = parting(state.table, state.game, state.table.seat_of(reply.player).seat)
        if left is None:
            await self.house.act(reply, meaning.table, actions.leave)
            return
        yes = Button(_("Yes"), table_id(meaning.table, "leave_now"), "danger")
        await reply.whisper(sure(leave_question(scene(state, None), left), yes, meaning.table))

    @pressed("sort")
    async def _sort(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        order = meaning.among(scene(state, None).face.orders)
        await self.house.front.panels.answer(reply, state, order)

    @pressed("open")
    async def _open_page(self, reply: Reply, meaning: TablePress) -> None:
        """Open a table's page here, or say where it can be opened."""
        state = await self._table(reply, meaning)
        page = reply.front.surroundings.page_of(reply, state)
        self.house.travellers.set_out(reply.player, state.id)
        if not await reply.launch(state.id):
            if not page:
                raise NotOffered
            await reply.whisper(opened_elsewhere(reply.visit.parent, page))

    @pressed("more")
    async def _open_menu(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(_menu(reply, await self._table(reply, meaning)))

    @pressed("again")
    async def _again(self, reply: Reply, meaning: TablePress) -> None:
        over = await self._table(reply, meaning)
        reply.visit.require_channel(over.settings)
        state = await self.house.tavern.play_again(reply.visit.request(), over)
        if state.stored.message is None:
            await self.house.begin(reply, state)
        else:
            await reply.whisper(moved(state.stored))
            await self.house.refresh(state)


def _menu(reply: Reply, state: TableState) -> Screen:
    own, may_now = cut(state, reply.player), may_cut(state.table, reply.player)
    page = reply.front.surroundings.page_of(reply, state)
    return menu(own, is_manager=reply.visit.request().is_manager, may_cut=may_now, page=page)


def _rules(reply: Reply, state: TableState) -> Screen:
    may_change = state.table.terms.host == reply.player and state.table.phase == "lobby"
    return rules_screen(scene(state, None), may_change=may_change)
