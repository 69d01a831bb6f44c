"""Where presses are answered: answers to offers, and the buttons of a table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

import discord
from discord.ext import commands

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import AnswerPress, TablePress, Verb, parse, table_id
from bot.discord_io.command_input import (
    AMOUNT_MAX,
    all_chosen,
    chosen,
    given,
    press_of,
    require_channel,
    typed,
    whole,
)
from bot.discord_io.drawing import scene
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.notes import closed_note, refusal
from bot.screens.core.screen import Button, Row, Screen, Text
from bot.screens.games.rules import page_screen
from bot.screens.table.house_rules import rules_screen
from bot.screens.table.message import menu
from bot.tavern import actions
from bot.tavern.actions import Act
from bot.tavern.table_state import TableState
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from games.engine.table import lobby

log = logging.getLogger(__name__)

ACTS: Mapping[Verb, Act] = {
    "join": actions.sit_down,
    "leave": actions.leave,
    "begin": actions.begin,
    "house": actions.seat_house_player,
    "dismiss": actions.dismiss,
    "back": actions.come_back,
    "accept": actions.accept,
    "decline": actions.decline,
    "deal": actions.deal,
    "last": actions.call_last,
}


TAKEN = (discord.InteractionType.component, discord.InteractionType.modal_submit)
NUMBERS_MAX = 3
"""One number more than any form asks for, so that extra numbers are noticed."""


class Presses(TaproomCog):
    """Presses on tables and panels, and forms; both are known by their custom_id alone."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take a press, or a form that comes back, to what it means."""
        if interaction.type not in TAKEN or not self.bot.answers.is_new(interaction):
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
            given_now = _typed(reply.interaction) if is_form else all_chosen(reply.interaction)
            before = meaning.answer.numbers
            numbers = (*before, *given_now) if is_form else before or given_now
            whole_answer = replace(meaning.answer, numbers=numbers)
            await self.bot.act(reply, meaning.table, actions.answer(meaning.seat, whole_answer))
        elif method := (self.bot.forms if is_form else self.bot.verbs).get(meaning.verb):
            await method(reply, meaning)
        else:
            await self._refuse(reply)

    async def _refuse(self, reply: Reply) -> None:
        if reply.interaction.type is discord.InteractionType.modal_submit:
            raise NotOffered
        log.info("a press that we never offered")
        await reply.whisper(refusal(_("That button is not, or no longer, one of mine.")))

    @pressed(*ACTS)
    async def _act(self, reply: Reply, meaning: TablePress) -> None:
        await self.bot.act(reply, meaning.table, ACTS[meaning.verb])

    @pressed("rules")
    async def _show_rules(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        await reply.whisper(self._rules(reply, state))

    @pressed("rule")
    async def _change_rule(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        press = press_of(reply.interaction)
        state = await self.bot.tavern.act(press, meaning.table, actions.change_rule(meaning.argument, index))
        await reply.update(self._rules(reply, state))
        self.bot.table_messages.refresh(state)

    def _rules(self, reply: Reply, state: TableState) -> Screen:
        may_change = state.table.terms.host == reply.interaction.user.id and state.table.phase == "lobby"
        return rules_screen(scene(state, None), may_change=may_change)

    @pressed("page")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        if meaning.argument not in GAMES:
            raise NotOffered
        await reply.update(page_screen(meaning.argument, index))

    @pressed("close")
    async def _ask_close(self, reply: Reply, meaning: TablePress) -> None:
        press = press_of(reply.interaction)
        state = await self.bot.tavern.look(meaning.table, press)
        lobby.require_may_close(state.table, press.player, is_manager=press.is_manager)
        words = _("Close table {number}? A hand under way is played to its end first.")
        button = Button(_("Close the table"), table_id(state.table.id, "close_now"), "danger")
        await reply.whisper(Screen((Text(words.format(number=state.table.id)), Row((button,)))))

    @pressed("close_now")
    async def _close(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.close_table(press_of(reply.interaction), meaning.table)
        await reply.update(closed_note(state.stored))
        await self.bot.refresh(state)

    @pressed("sort")
    async def _sort(self, reply: Reply, meaning: TablePress) -> None:
        """Show the cards of a panel in another order."""
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        if meaning.argument not in scene(state, None).face.orders:
            raise NotOffered
        await self.bot.panels.answer(reply, state, meaning.argument)

    @pressed("more")
    async def _open_menu(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        await reply.whisper(menu(scene(state, None)))

    @pressed("again")
    async def _again(self, reply: Reply, meaning: TablePress) -> None:
        over = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        require_channel(reply.interaction, over.settings.channels)
        state = await self.bot.tavern.open_again(press_of(reply.interaction), over)
        await self.bot.table_messages.post(reply, state)


def _typed(interaction: Interaction) -> tuple[int, ...]:
    return tuple(whole(each, 0, AMOUNT_MAX) for each in (typed(interaction).split() or [""])[:NUMBERS_MAX])
