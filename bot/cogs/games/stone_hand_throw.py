"""`/throw`: Stone Hand in passing, alone or against somebody (SH-14)."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot.cogs.games.stone_hand import UNIT, UNIT_CHOICES, Wager, with_unit
from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import chosen_person, press_of, require_open
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.notes import refusal
from bot.screens.core.people import person
from bot.screens.table.quick_throw import no_rival_screen, whom_screen
from bot.tavern import actions
from bot.tavern.actions import Act
from bot.text.translate import _
from games.engine.core.errors import NotInvited, NotOffered
from games.engine.core.offers import Answer
from games.engine.table.table import Money, Terms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules

USUAL = StoneHandRules()
"""The house rules of a throw in passing."""
THROW_SECONDS_MAX = 60
"""Maximum turn time of a quick throw, in seconds, whatever the server's is."""


class QuickThrow(TaproomCog):
    """SH-14: a throw in passing, alone or against somebody."""

    @app_commands.guild_only()
    @command(
        is_public=True,
        against="Who you challenge; pick me for a house player",
        stake="What each of you puts up; nothing if left out",
        unit=UNIT,
    )
    @UNIT_CHOICES
    async def throw(
        self,
        reply: Reply,
        against: discord.Member | None = None,
        stake: Wager | None = None,
        unit: int | None = None,
    ) -> None:
        """Throw the three dice, alone or against somebody."""
        if against is None and stake is not None:
            words = _("A stake needs somebody to play against: fill in “against” too.")
            await reply.whisper(refusal(words))
        elif stake is None and unit is not None:
            words = _("A unit needs a stake to be paid from: fill in “stake” too.")
            await reply.whisper(refusal(words))
        elif against is None:
            await self._throw_alone(reply)
        else:
            rules = with_unit(USUAL, unit)
            await self._challenge(reply, against.id, is_bot=against.bot, stake=stake, rules=rules)

    @pressed("throw")
    async def _throw_again(self, reply: Reply, _meaning: TablePress) -> None:
        await self._throw_alone(reply)

    @pressed("against_house")
    async def _against_house(self, reply: Reply, _meaning: TablePress) -> None:
        terms = await self._duel(reply, (reply.player,))
        await self._open(reply, USUAL, terms, actions.throw_against_house)

    @pressed("challenge")
    async def _ask_whom(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.whisper(whom_screen())

    @pressed("challenged")
    async def _challenge_chosen(self, reply: Reply, _meaning: TablePress) -> None:
        against, is_bot = chosen_person(reply.interaction)
        await self._challenge(reply, against, is_bot=is_bot)

    @pressed("rematch")
    async def _rematch(self, reply: Reply, meaning: TablePress) -> None:
        """The same two once more, for the same; whoever asks for it is the challenger now."""
        over = (await self.bot.tavern.look(meaning.table, press_of(reply.interaction))).table
        terms = over.terms
        if terms.hands_max != 1 or not terms.invited:
            raise NotOffered
        if reply.player not in terms.invited:
            raise NotInvited
        invited = (reply.player, *(each for each in terms.invited if each != reply.player))
        first = actions.sit_down if len(invited) > 1 else actions.throw_against_house
        again = replace(terms, host=reply.player, invited=invited)
        await self._open(reply, over.rules, again, first)

    async def _throw_alone(self, reply: Reply) -> None:
        settings = await self._settings(reply)
        seconds = min(settings.turn_seconds, THROW_SECONDS_MAX)
        terms = Terms(reply.player, 0, seconds, "practice", hands_max=1, seats_min=1)
        await self._open(reply, USUAL, terms, actions.accept_and(Answer("throw")))

    async def _challenge(
        self,
        reply: Reply,
        against: int,
        *,
        is_bot: bool,
        stake: int | None = None,
        rules: StoneHandRules = USUAL,
    ) -> None:
        """Challenge somebody; the bot has one of the house's people throw at once."""
        is_me = self.bot.user is not None and against == self.bot.user.id
        if against == reply.player:
            words = _("You can’t challenge yourself. Throw against one of the house’s people?")
            await reply.whisper(no_rival_screen(words))
        elif is_bot and not is_me:
            words = _("{name} has no hands to throw with. Throw against one of the house’s people?")
            await reply.whisper(no_rival_screen(words.format(name=person(against))))
        else:
            invited = (reply.player,) if is_me else (reply.player, against)
            first = actions.throw_against_house if is_me else actions.sit_down
            await self._open(reply, rules, await self._duel(reply, invited, stake), first)

    async def _duel(self, reply: Reply, invited: tuple[int, ...], stake: int | None = None) -> Terms:
        """One round between two; without a stake for nothing."""
        seconds, money = (await self._settings(reply)).turn_seconds, _money(stake)
        return Terms(reply.player, stake or 0, seconds, money, hands_max=1, invited=invited)

    async def _open(self, reply: Reply, rules: StoneHandRules, terms: Terms, first: Act) -> None:
        require_open(reply.interaction, await self._settings(reply))
        press = press_of(reply.interaction)
        state = await self.bot.tavern.open_table(press, reply.channel, STONE_HAND, rules, terms, first)
        await self.bot.table_messages.post(reply, state)
        await self.bot.show(state, by=reply.player)


def _money(stake: int | None) -> Money:
    return "practice" if stake is None else "coins"
