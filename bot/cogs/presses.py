"""Everything that is pressed: answers to offers, and what there is to do about a table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

import discord
from discord.ext import commands

from bot.app import Taproom, scene
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import AnswerPress, TablePress, Verb, parse, table_id
from bot.discord_io.command_input import all_chosen, chosen, given, is_manager, press_of, require_channel
from bot.discord_io.interactions import Deliveries, answering
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


class Presses(TaproomCog):
    """Presses on tables and panels."""

    def __init__(self, bot: Taproom) -> None:
        super().__init__(bot)
        self._deliveries = Deliveries()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take a press to what it means."""
        if interaction.type is not discord.InteractionType.component or not self._deliveries.is_new(
            interaction
        ):
            return
        meaning = parse(str(given(interaction, "custom_id")))
        # Discord gives bots no components to press, but what is not a person is refused all the same (F-26).
        if interaction.user.bot or meaning is None:
            log.info("a press that we never offered")
            async with answering(interaction) as reply:
                await reply.whisper(refusal(_("That button is not, or no longer, one of mine.")))
            return
        async with answering(interaction) as reply:
            await self._press(reply, meaning)

    @pressed(*ACTS)
    async def _act(self, reply: Reply, meaning: TablePress) -> None:
        await self.bot.act(reply, meaning.table, ACTS[meaning.verb])

    async def _press(self, reply: Reply, meaning: AnswerPress | TablePress) -> None:
        if meaning.table:
            await self.bot.admit(reply, meaning.table)
        if isinstance(meaning, AnswerPress):
            answer = replace(meaning.answer, numbers=meaning.answer.numbers or all_chosen(reply.interaction))
            await self.bot.act(reply, meaning.table, actions.answer(meaning.seat, answer))
        elif meaning.verb in self.bot.verbs:
            await self.bot.verbs[meaning.verb](reply, meaning)
        else:
            await reply.whisper(refusal(_("That button is not, or no longer, one of mine.")))

    @pressed("rules")
    async def _show_rules(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        await reply.whisper(self._rules(reply, state))

    @pressed("rule")
    async def _change_rule(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        if index is None:
            raise NotOffered
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
        if meaning.argument not in GAMES or index is None:
            raise NotOffered
        await reply.update(page_screen(meaning.argument, index))

    @pressed("close")
    async def _ask_close(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        if not is_manager(reply.interaction) and state.table.terms.host != reply.interaction.user.id:
            await reply.whisper(refusal(_("Only the host of this table, or a manager, can close it.")))
            return
        words = _("Close table {number}? A hand under way is played to its end first.")
        button = Button(_("Close the table"), table_id(state.table.id, "close_now"), "danger")
        await reply.whisper(Screen((Text(words.format(number=state.table.id)), Row((button,)))))

    @pressed("close_now")
    async def _close(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.close_table(press_of(reply.interaction), meaning.table)
        await reply.update(closed_note(state.stored))
        self.bot.table_messages.refresh(state)
        await self.bot.show(state)

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
