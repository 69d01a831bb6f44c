"""Where presses are answered: answers to offers, what some of them ask for first, and a table's buttons."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import discord
from discord.ext import commands

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import AnswerPress, TablePress, Verb, answer_id, parse, table_id, with_numbers
from bot.discord_io.command_input import all_chosen, chosen, filled, given, press_of, require_channel
from bot.discord_io.drawing import cut, scene
from bot.discord_io.forms import Mistyped
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import MarkedMethod, pressed
from bot.screens.core.notes import closed_note, moved, refusal, sure, unchanged
from bot.screens.core.screen import Button, Screen
from bot.screens.games.rules import page_screen
from bot.screens.table.house_rules import rules_screen
from bot.screens.table.leaving import leave_question
from bot.screens.table.message import menu
from bot.screens.table.number_form import NUMBER_FIELDS, number_form
from bot.screens.table.parts import Scene
from bot.tavern import actions, challenges, company, topping_up
from bot.tavern.actions import Act
from bot.tavern.table_state import TableState
from bot.text.numbers import read_number
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.character import Skill
from games.engine.core.errors import NotHost, NotOffered, NotYourTurn, OutOfRange
from games.engine.core.offers import Number, Offer, Split, find
from games.engine.table import lobby
from games.engine.table.parting import parting
from games.engine.table.play import may_cut
from games.engine.table.remarks import PHRASES
from games.engine.table.views import Question

log = logging.getLogger(__name__)

ACTS: Mapping[Verb, Act] = {
    "join": company.join,
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
    "top_up": topping_up.top_up,
    "top_up_not": topping_up.take_back,
}


USUAL_SKILL: Skill = "regular"
"""Of those whom the house has most of."""
OPENING: frozenset[Verb] = frozenset({"join", "accept", "begin", "deal"})
"""What opens the presser's panel, where a game has cards to show there."""
TAKEN = (discord.InteractionType.component, discord.InteractionType.modal_submit)
NO_NUMBER = -1
"""Outside the bounds of every offer."""


class Presses(TaproomCog):
    """Presses on tables and panels, and forms; both are known by their custom_id alone."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take a press, or a form that comes back, to what it means."""
        if interaction.type not in TAKEN or not await self.bot.answers.accepts(interaction):
            return
        meaning = parse(str(given(interaction, "custom_id")))
        async with answering(interaction) as reply:
            # Bots cannot press anything, but they are refused all the same (F-26).
            if interaction.user.bot or meaning is None:
                await self._refuse(reply)
            else:
                await self._take(reply, meaning)

    async def _take(self, reply: Reply, meaning: AnswerPress | TablePress) -> None:
        is_form = reply.interaction.type is discord.InteractionType.modal_submit
        if meaning.table:
            await self.bot.admit(reply, meaning.table)
        if isinstance(meaning, AnswerPress):
            await (self._answer_typed if is_form else self._answer)(reply, meaning)
        elif method := (self.bot.forms if is_form else self.bot.verbs).get(meaning.verb):
            await self._ask_host(reply, meaning, method)
        else:
            await self._refuse(reply)

    async def _ask_host(self, reply: Reply, meaning: TablePress, method: MarkedMethod) -> None:
        """Do what a press asks for, and once more if the host, to whom it was left, is gone (TB-15)."""
        try:
            await method(reply, meaning)
        except NotHost as refused:
            departed, press = self.bot.departed_members, press_of(reply.interaction)
            await self.bot.refresh(await departed.pass_on_host(refused, press, meaning.table))
            await method(reply, meaning)

    async def _answer(self, reply: Reply, meaning: AnswerPress) -> None:
        """Answer an offer with the numbers of the button, or with what was chosen in a select."""
        numbers = meaning.answer.numbers or all_chosen(reply.interaction)
        whole_answer = replace(meaning.answer, numbers=numbers)
        await self.bot.act(reply, meaning.table, actions.answer(meaning.seat, whole_answer))

    async def _answer_typed(self, reply: Reply, meaning: AnswerPress) -> None:
        """The same with the numbers of a form, whose last fields may be empty."""
        amount, *more = (filled(reply.interaction).get(name, "") for name in NUMBER_FIELDS)
        numbers = (_number(amount), *(_number(each) for each in more if each.strip()))
        whole_answer = replace(meaning.answer, numbers=numbers)
        try:
            await self.bot.act(reply, meaning.table, actions.answer(meaning.seat, whole_answer))
        except OutOfRange as slip:
            raise Mistyped(NUMBER_FIELDS[slip.at], slip) from slip

    async def _refuse(self, reply: Reply) -> None:
        if reply.interaction.type is discord.InteractionType.modal_submit:
            raise NotOffered
        log.info("a press that we never offered")
        await reply.whisper(refusal(_("That button isn’t one of mine, or not any more.")))

    @pressed(*ACTS)
    async def _act(self, reply: Reply, meaning: TablePress) -> None:
        await self.bot.act(reply, meaning.table, ACTS[meaning.verb], opens_panel=meaning.verb in OPENING)

    @pressed("house")
    async def _add_house_player(self, reply: Reply, meaning: TablePress) -> None:
        skill = next((each for each in get_args(Skill) if each == (meaning.argument or USUAL_SKILL)), None)
        if skill is None:
            raise NotOffered
        await self._change_house(reply, meaning.table, partial(actions.seat_house_player, skill=skill))

    @pressed("dismiss")
    async def _send_house_player_away(self, reply: Reply, meaning: TablePress) -> None:
        await self._change_house(reply, meaning.table, actions.dismiss)

    async def _change_house(self, reply: Reply, table: int, act: Act) -> None:
        """Have somebody of the house come or go; the table's menu stays open for the next one."""
        message = reply.interaction.message
        if message is None or not message.flags.ephemeral:
            await self.bot.act(reply, table, act)
            return
        state = await self.bot.tavern.act(press_of(reply.interaction), table, act)
        await reply.update(_menu(reply, state))
        await self.bot.refresh(state)

    @pressed("say")
    async def _say(self, reply: Reply, meaning: TablePress) -> None:
        """Say something to the table; its menu stays open."""
        key = list(PHRASES)[chosen(reply.interaction)]
        state = await self.bot.tavern.act(press_of(reply.interaction), meaning.table, actions.say(key))
        await reply.update(_menu(reply, state))
        await self.bot.refresh(state)

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
        await reply.ask(self.bot.answers.asked_forms.find(reply.player, meaning.argument))

    @pressed("sure")
    async def _ask_again(self, reply: Reply, meaning: TablePress) -> None:
        """Ask for confirmation, for instance of all in; a second press does it."""
        own, question, offer = await self._offer(reply, meaning)
        face = own.face.face(offer, own.view)
        action = answer_id(meaning.table, question.seat, question.number, offer)
        if isinstance(offer, Split):
            action = with_numbers(action, offer.least)
        yes = Button(_("Yes"), action, "danger")
        await reply.whisper(sure(face.asks or face.label, yes, meaning.table))

    @pressed("no")
    async def _think_better(self, reply: Reply, meaning: TablePress) -> None:
        """Back to the panel of a table; where there is none, nothing was done."""
        if not meaning.table:
            await reply.update(unchanged())
            return
        await self.bot.panels.answer(reply, await self._table(reply, meaning))

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
        index = chosen(reply.interaction)
        press = press_of(reply.interaction)
        state = await self.bot.tavern.act(press, meaning.table, actions.change_rule(meaning.argument, index))
        await reply.update(_rules(reply, state))
        self.bot.table_messages.refresh(state)

    @pressed("page")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        """The page of that number, or the one that was chosen among all."""
        game, _parting, number = meaning.argument.partition("__")
        pages = all_chosen(reply.interaction) or ((int(number),) if number.isdecimal() else ())
        if game not in GAMES or not pages:
            raise NotOffered
        await reply.update(page_screen(game, pages[0]))

    @pressed("how")
    async def _show_how(self, reply: Reply, meaning: TablePress) -> None:
        if meaning.argument not in GAMES:
            raise NotOffered
        await reply.whisper(page_screen(meaning.argument, 0))

    @pressed("beats")
    async def _show_what_beats_what(self, reply: Reply, meaning: TablePress) -> None:
        own = cut(await self._table(reply, meaning), reply.player)
        await reply.whisper(await self._drawn(reply, lambda: own.face.beats(own.view)))

    @pressed("close")
    async def _ask_close(self, reply: Reply, meaning: TablePress) -> None:
        press = press_of(reply.interaction)
        state = await self.bot.tavern.look(meaning.table, press)
        lobby.require_may_close(state.table, press.player, is_manager=press.is_manager)
        words = _("Close table {number}? If a hand is under way, it’s finished first.")
        button = Button(_("Close the table"), table_id(state.table.id, "close_now"), "danger")
        await reply.whisper(sure(words.format(number=state.table.id), button))

    @pressed("close_now")
    async def _close(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.close_table(press_of(reply.interaction), meaning.table)
        await reply.update(closed_note(state.stored))
        await self.bot.refresh(state)

    @pressed("leave")
    async def _ask_leave(self, reply: Reply, meaning: TablePress) -> None:
        """Let somebody go, or ask first where something of theirs stays behind (TB-9)."""
        state = await self._table(reply, meaning)
        left = parting(state.table, state.game, state.table.seat_of(reply.player).seat)
        if left is None:
            await self.bot.act(reply, meaning.table, actions.leave)
            return
        yes = Button(_("Yes"), table_id(meaning.table, "leave_now"), "danger")
        await reply.whisper(sure(leave_question(scene(state, None), left), yes, meaning.table))

    @pressed("sort")
    async def _sort(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        if meaning.argument not in scene(state, None).face.orders:
            raise NotOffered
        await self.bot.panels.answer(reply, state, meaning.argument)

    @pressed("more")
    async def _open_menu(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(_menu(reply, await self._table(reply, meaning)))

    @pressed("again")
    async def _again(self, reply: Reply, meaning: TablePress) -> None:
        over = await self._table(reply, meaning)
        require_channel(reply.interaction, over.settings)
        state = await self.bot.tavern.play_again(press_of(reply.interaction), over)
        if state.stored.message is None:
            await self.bot.begin(reply, state)
        else:
            await reply.whisper(moved(state.stored))
            await self.bot.refresh(state)


def _menu(reply: Reply, state: TableState) -> Screen:
    own, may_now = cut(state, reply.player), may_cut(state.table, reply.player)
    return menu(own, is_manager=press_of(reply.interaction).is_manager, may_cut=may_now)


def _rules(reply: Reply, state: TableState) -> Screen:
    may_change = state.table.terms.host == reply.player and state.table.phase == "lobby"
    return rules_screen(scene(state, None), may_change=may_change)


def _number(text: str) -> int:
    """A number that was typed, or one that no offer takes: what fits, the offer knows."""
    number = read_number(text)
    return NO_NUMBER if number is None else number
