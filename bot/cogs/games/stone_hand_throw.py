"""`/throw`: Stone Hand in passing, alone or against somebody (SH-14)."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.app import Taproom
from bot.cogs.games.stone_hand import UNIT, UNIT_CHOICES, WAGER_MAX, Wager, with_unit
from bot.cogs.taproom_cog import TaproomCog, anywhere, command, person_menu
from bot.custom_ids import TablePress
from bot.discord_io.command_input import NotAMember, chosen_person, filled, press_of, require_open, whole
from bot.discord_io.forms import reading
from bot.discord_io.places import is_unseen
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import filled_in, pressed
from bot.screens.core.notes import refusal
from bot.screens.core.people import person
from bot.screens.table.quick_throw import TWISTS, USUAL_RULES, no_rival_screen, throw_form, whom_screen
from bot.tavern import actions, challenges
from bot.tavern.actions import Act
from bot.text.escape import plain_name
from bot.text.translate import _
from games.engine.core.errors import NotInvited, NotOffered
from games.engine.core.house_rules import change, options
from games.engine.core.offers import Answer
from games.engine.core.sentences import phrase
from games.engine.table.table import Money, Terms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from storage.places import DIRECT, is_server

USUAL = StoneHandRules()
"""The house rules of a throw in passing."""
THROW_SECONDS_MAX = 60
"""Maximum turn time of a quick throw, in seconds, whatever the server's is."""
UNSEEN_HERE = phrase(
    "Only you can see what I answer in this server, so {name} couldn’t accept. Challenge {name} in a direct "
    "message or a group, or throw against one of the house’s people here."
)


# Translators: in the menu of a person, at most 32 letters.
CHALLENGE = phrase("Challenge to a throw")
# Translators: in the menu of a person, at most 32 letters; a form asks for the house rules, and for a stake.
THROW_WITH = phrase("Throw with…")


class QuickThrow(TaproomCog):
    """SH-14: a throw in passing, alone or against somebody, wherever Discord is."""

    def __init__(self, bot: Taproom) -> None:
        super().__init__(bot)
        self._menus = (
            person_menu(CHALLENGE, self._challenge_person),
            person_menu(THROW_WITH, self._ask_how),
        )

    async def cog_load(self) -> None:
        """Add what stands in a person's menu."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    @anywhere
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
        against: discord.User | None = None,
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
            _require_here(reply, against)
            await self._challenge(reply, against.id, is_bot=against.bot, stake=stake, rules=rules)

    @pressed("throw")
    async def _throw_again(self, reply: Reply, _meaning: TablePress) -> None:
        await self._throw_alone(reply)

    @pressed("against_house")
    async def _against_house(self, reply: Reply, _meaning: TablePress) -> None:
        terms = await self._duel(reply, (reply.player,))
        await self._open(reply, USUAL, terms, challenges.throw_against_house)

    @pressed("challenge")
    async def _ask_whom(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.whisper(whom_screen())

    @pressed("challenged")
    async def _challenge_chosen(self, reply: Reply, _meaning: TablePress) -> None:
        against, is_bot = chosen_person(reply.interaction)
        await self._challenge(reply, against, is_bot=is_bot)

    async def _challenge_person(self, reply: Reply, against: discord.User | discord.Member) -> None:
        _require_here(reply, against)
        await self._challenge(reply, against.id, is_bot=against.bot)

    async def _ask_how(self, reply: Reply, against: discord.User | discord.Member) -> None:
        """Ask for a stake, where there are coins, and for house rules."""
        _require_here(reply, against)
        if words := self._why_not(reply, against.id, is_bot=against.bot):
            await reply.whisper(no_rival_screen(words))
            return
        currency = (await self._settings(reply)).currency if is_server(reply.server) else ""
        name = plain_name(against.display_name, against.name)
        await reply.ask(throw_form(against.id, name, options(StoneHandRules), currency))

    @filled_in("throw_with")
    async def _throw_with(self, reply: Reply, meaning: TablePress) -> None:
        given = filled(reply.interaction)
        rule = given.get("rule", USUAL_RULES)
        if not meaning.argument.isdecimal() or rule not in (USUAL_RULES, *TWISTS):
            raise NotOffered
        with reading("stake"):
            stake = whole(given["stake"], 1, WAGER_MAX) if given.get("stake", "").strip() else None
        rules = USUAL if rule == USUAL_RULES else change(USUAL, rule, 1)
        await self._challenge(reply, int(meaning.argument), is_bot=False, stake=stake, rules=rules)

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
        first = actions.sit_down if len(invited) > 1 else challenges.throw_against_house
        again = replace(terms, host=reply.player, invited=invited)
        await self._open(reply, over.rules, again, first)

    async def _throw_alone(self, reply: Reply) -> None:
        settings = await self._settings(reply)
        seconds = min(settings.turn_seconds, THROW_SECONDS_MAX)
        terms = Terms(reply.player, 0, seconds, "practice", hands_max=1, seats_min=1)
        await self._open(reply, USUAL, terms, challenges.accept_and(Answer("throw")))

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
        if words := self._why_not(reply, against, is_bot=is_bot):
            await reply.whisper(no_rival_screen(words))
            return
        is_me = self._is_me(against)
        invited = (reply.player,) if is_me else (reply.player, against)
        first = challenges.throw_against_house if is_me else actions.sit_down
        await self._open(reply, rules, await self._duel(reply, invited, stake), first)

    def _why_not(self, reply: Reply, against: int, *, is_bot: bool) -> str:
        """Why somebody cannot be challenged here, and what can be done instead; may be empty."""
        if self._is_me(against):
            return ""
        words = ""
        if against == reply.player:
            words = _("You can’t challenge yourself. Throw against one of the house’s people?")
        elif is_bot:
            words = _("{name} has no hands to throw with. Throw against one of the house’s people?")
        elif reply.server == DIRECT:
            words = _(
                "Only you and I are here, so {name} couldn’t accept. Challenge {name} where you both are, or "
                "throw against one of the house’s people here."
            )
        elif is_unseen(reply.interaction):
            words = _(UNSEEN_HERE)
        return words.format(name=person(against))

    def _is_me(self, player: int) -> bool:
        return self.bot.user is not None and player == self.bot.user.id

    async def _duel(self, reply: Reply, invited: tuple[int, ...], stake: int | None = None) -> Terms:
        """One round between two; without a stake for nothing."""
        seconds, money = (await self._settings(reply)).turn_seconds, _money(stake)
        return Terms(reply.player, stake or 0, seconds, money, hands_max=1, invited=invited)

    async def _open(self, reply: Reply, rules: StoneHandRules, terms: Terms, first: Act) -> None:
        require_open(reply.interaction, await self._settings(reply))
        press = press_of(reply.interaction)
        state = await self.bot.tavern.open_table(press, reply.channel, STONE_HAND, rules, terms, first)
        await self.bot.table_messages.post(reply, state)
        if reply.is_unseen and len(terms.invited) > 1:
            # Discord hid it all the same: nobody could ever accept it.
            state = await self.bot.tavern.depart(state.id, reply.player, challenges.decline)
            self.bot.table_messages.refresh(state)
            rival = next(each for each in terms.invited if each != reply.player)
            await reply.whisper(no_rival_screen(_(UNSEEN_HERE).format(name=person(rival))))
        await self.bot.show(state, by=reply.player)


def _require_here(reply: Reply, person: discord.User | discord.Member) -> None:
    """Refuse somebody who is not in this server; elsewhere Discord offers those who are there."""
    if is_server(reply.server) and not isinstance(person, discord.Member):
        raise NotAMember


def _money(stake: int | None) -> Money:
    return "practice" if stake is None else "coins"
