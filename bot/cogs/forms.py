"""What takes a second step: any number, all in, words to cut the deck with.

A number can be typed into a form or given with `/hand bet`; what takes everything is asked
once more. Forms come back as interactions of their own, and are known by their custom_id
alone, after a restart too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from bot import acts
from bot.answering import Deliveries, answering
from bot.asking import AMOUNT_MAX, given, typed, whole, words
from bot.components import AnswerPress, TablePress, answer_id, parse, table_id
from bot.reply import Interaction, Reply
from bot.screens.parts import Scene
from bot.screens.screen import Button, Form, Row, Screen, Text
from bot.taproom import Taproom, cut
from bot.words import _
from games.engine.errors import NotOffered, NotYourTurn
from games.engine.offers import Number, Offer, find
from games.engine.views import Question

CUT_LENGTH = 60
"""A person's words to cut with are no longer."""


class Forms(commands.Cog):
    """Second steps."""

    def __init__(self, bot: Taproom) -> None:
        self.bot = bot
        self._deliveries = Deliveries()
        bot.verbs |= {"number": self._ask_number, "sure": self._ask_again, "cut": self._ask_words}

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take a form that comes back to what it was asked for."""
        if interaction.type is not discord.InteractionType.modal_submit or not self._deliveries.is_new(
            interaction
        ):
            return
        meaning = parse(str(given(interaction, "custom_id")))
        async with answering(interaction) as reply:
            match meaning:
                case AnswerPress(table=table, seat=seat, answer=answer):
                    number = whole(typed(interaction), 0, AMOUNT_MAX)
                    await self.bot.act(reply, table, acts.answer(seat, replace(answer, numbers=(number,))))
                case TablePress(verb="cut", table=table):
                    cut_with = words(typed(interaction), CUT_LENGTH)
                    await self.bot.act(reply, table, acts.cut_deck(cut_with))
                case _:
                    raise NotOffered

    async def _ask_number(self, reply: Reply, meaning: TablePress) -> None:
        own, question, offer = await self._offer(reply, meaning)
        if not isinstance(offer, Number):
            raise NotOffered
        title = own.face.face(offer, own.view).label
        bounds = _("From {least} to {most}").format(least=offer.least, most=offer.most)
        action = answer_id(meaning.table, question.seat, question.number, offer)
        await reply.ask(Form(title, action, bounds))

    async def _ask_again(self, reply: Reply, meaning: TablePress) -> None:
        """All in, for instance: what was pressed is named once more, and done by a second press."""
        own, question, offer = await self._offer(reply, meaning)
        face = own.face.face(offer, own.view)
        action = answer_id(meaning.table, question.seat, question.number, offer)
        await reply.whisper(
            Screen((Text(face.asks or face.label), Row((Button(_("Yes"), action, "danger"),))))
        )

    async def _ask_words(self, reply: Reply, meaning: TablePress) -> None:
        hint = _("Any words of your own")
        await reply.ask(Form(_("Cut the deck"), table_id(meaning.table, "cut"), _("Your words"), hint))

    async def _offer(self, reply: Reply, meaning: TablePress) -> tuple[Scene, Question, Offer[Any]]:
        """What the presser is offered under that key now; `NotYourTurn` where nothing is."""
        seen = await self.bot.tavern.look(meaning.table)
        own = cut(seen, reply.interaction.user.id)
        mine = (*own.view.questions, *([own.view.asides] if own.view.asides else []))
        for question in mine:
            if question.seat == own.view.viewer:
                return own, question, find(question.offers, meaning.argument)
        raise NotYourTurn
