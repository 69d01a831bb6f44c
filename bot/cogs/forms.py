"""Presses that take a second step: typing a number, confirming all in.

A number can be typed into a form or given with `/hand bet`; all in has to be confirmed.
"""

from __future__ import annotations

from typing import Any

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress, answer_id
from bot.discord_io.command_input import press_of
from bot.discord_io.drawing import cut
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Button, Form, Row, Screen, Text
from bot.screens.table.parts import Scene, split_rows
from bot.text.translate import _
from games.engine.core.errors import NotOffered, NotYourTurn
from games.engine.core.offers import Number, Offer, Split, find
from games.engine.table.views import Question


class Forms(TaproomCog):
    """Second steps."""

    @pressed("number")
    async def _ask_number(self, reply: Reply, meaning: TablePress) -> None:
        own, question, offer = await self._offer(reply, meaning)
        title, bounds, hint = own.face.face(offer, own.view).label, _("From {least} to {most}"), ""
        if isinstance(offer, Number) and offer.is_even:
            bounds = _("An even number from {least} to {most}")
        least, most, fixed = _asked_for(offer)
        if isinstance(offer, Split) and fixed:
            title = own.face.wager(offer, offer.least, own.view)
            bounds = _("On {side}, from {least} to {most}")
        elif isinstance(offer, Split):
            hint = _("The amount, or amount and how much on {side}: 12 5").format(side=own.face.side())
        action = answer_id(meaning.table, question.seat, question.number, offer, *fixed)
        label = bounds.format(side=own.face.side(), least=least, most=most)
        await reply.ask(Form(title, action, label, hint))

    @pressed("sure")
    async def _ask_again(self, reply: Reply, meaning: TablePress) -> None:
        """Ask for confirmation, for instance of all in; a second press does it."""
        own, question, offer = await self._offer(reply, meaning)
        face = own.face.face(offer, own.view)
        asks = Text(face.asks or face.label)
        action = answer_id(meaning.table, question.seat, question.number, offer)
        if isinstance(offer, Split):
            await reply.whisper(Screen((asks, *split_rows(own, action, offer, face))))
            return
        await reply.whisper(Screen((asks, Row((Button(_("Yes"), action, "danger"),)))))

    async def _offer(self, reply: Reply, meaning: TablePress) -> tuple[Scene, Question, Offer[Any]]:
        """The offer under that key for the presser; `NotYourTurn` if there is none."""
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        own = cut(state, reply.interaction.user.id)
        mine = (*own.view.questions, *([own.view.asides] if own.view.asides else []))
        asked = [question for question in mine if question.seat == own.view.viewer]
        for question in asked:
            if any(offer.key == meaning.argument for offer in question.offers):
                return own, question, find(question.offers, meaning.argument)
        raise NotOffered if asked else NotYourTurn


def _asked_for(offer: Offer[Any]) -> tuple[int, int, tuple[int, ...]]:
    """The bounds of the number asked for, and the part of the answer that is fixed."""
    match offer:
        case Split(least=least, most=most) if least == most:
            return 0, offer.parts(least)[-1], (least,)
        case Split(least=least, most=most) | Number(least=least, most=most):
            return least, most, ()
        case _:
            raise NotOffered
