"""`/stonehand`, `/throw` and `/homethrow`: Stone Hand at tables and in passing, and home throws (SH-3)."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.games.arcade import Arcade
from bot.cogs.games.opening import PRACTICE
from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Amount, press_of, require_manager, require_person, three_numbers
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.notes import refusal
from bot.screens.core.screen import Screen, say
from bot.screens.games.rules import page_screen
from bot.screens.games.stone_hand import StoneHandScreen
from bot.screens.games.stone_hand_home_throws import PAGE_LINES, home_screen, house_screen, list_screen
from bot.tavern import actions
from bot.tavern.actions import Act
from bot.text.escape import plain_text
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.house_rules import change
from games.engine.core.offers import Answer
from games.engine.core.sentences import phrase
from games.engine.table.table import Money, Terms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import SIDES
from games.stone_hand.model import HomeThrow, StoneHandRules, Unit
from storage import player_options
from storage.transaction import Transaction

WAGER_MAX = 100_000
WHY_LENGTH = 120
ID_MAX = 2**63 - 1
THROW_SECONDS_MAX = 60
"""Maximum turn time of a quick throw, in seconds, whatever the server's is."""
UNITS: tuple[int, ...] = get_args(Unit)
UNIT = "How many coins each unit of the pay is"
UNIT_CHOICES = app_commands.choices(unit=[app_commands.Choice(name=str(unit), value=unit) for unit in UNITS])
Wager = app_commands.Transform[int, Amount(1, WAGER_MAX)]


@app_commands.guild_only()
class StoneHandCommands(
    Arcade,
    commands.GroupCog,
    group_name=StoneHandScreen.command,
    group_description=phrase("Stone Hand: three dice, a falling pay"),
):
    """Stone Hand at a table, and its arcade."""

    game = STONE_HAND

    @command(
        is_public=True,
        wager="What each player puts up (20 units unless you say)",
        practice=PRACTICE,
        unit=UNIT,
    )
    @UNIT_CHOICES
    async def open(
        self, reply: Reply, wager: Wager | None = None, practice: bool = False, unit: int | None = None
    ) -> None:
        """Open a Stone Hand table in this channel."""
        rules = _with_unit(await self._usual_rules(reply), unit)
        stake = STONE_HAND.usual_stake(rules) if wager is None else wager
        await self._open_table(reply, rules, stake, practice=practice)

    @command()
    async def rules(self, reply: Reply) -> None:
        """How Stone Hand is played."""
        await reply.whisper(page_screen(STONE_HAND.key, 0))

    async def _usual_rules(self, reply: Reply) -> StoneHandRules:
        """The server's default house rules, with its fixed home throw (SH-3)."""
        rules: StoneHandRules = await super()._usual_rules(reply)
        fixed = await self.bot.database.read(
            lambda tx: player_options.get(tx, reply.server, player_options.SERVER, STONE_HAND)
        )
        if fixed is None:
            return rules
        return replace(rules, house_throw=fixed.numbers, house_why=fixed.why)


class QuickThrow(TaproomCog):
    """SH-14: a throw in passing, alone or against somebody."""

    @app_commands.guild_only()
    @command(
        is_public=True,
        against="Whom you challenge; me for one of the house’s people",
        stake="What each of you puts up (nothing unless you say)",
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
        settings = await self._settings(reply)
        wrong = self._wrong(reply, against, stake, unit)
        if wrong:
            await reply.whisper(refusal(wrong))
            return
        state = await self.bot.tavern.open_table(
            press_of(reply.interaction),
            reply.channel,
            STONE_HAND,
            _with_unit(StoneHandRules(), unit),
            _passing(reply.player, against, stake, settings.turn_seconds),
            self._first(against),
        )
        await self.bot.table_messages.post(reply, state)
        await self.bot.show(state, by=reply.player)

    def _wrong(
        self, reply: Reply, against: discord.Member | None, stake: int | None, unit: int | None
    ) -> str:
        """Why a throw's options do not go together; empty if they do."""
        if against is None and stake is not None:
            return _("A stake needs somebody to play against: fill in “against” too.")
        if stake is None and unit is not None:
            return _("A unit needs a stake to be paid from: fill in “stake” too.")
        if against is not None and not self._is_me(against) and (against.bot or against.id == reply.player):
            return _("Challenge another person, or me: then one of the house’s people throws against you.")
        return ""

    def _first(self, against: discord.Member | None) -> Act:
        """The first act at the new table; a challenge to the bot seats a house player."""
        if against is None:
            return actions.accept_and(Answer("throw"))
        return actions.throw_against_house if self._is_me(against) else actions.sit_down

    def _is_me(self, member: discord.Member) -> bool:
        return self.bot.user is not None and member.id == self.bot.user.id


@app_commands.guild_only()
class HomeThrows(
    TaproomCog,
    commands.GroupCog,
    group_name="homethrow",
    group_description=phrase("Three numbers of your own that beat everything"),
):
    """Players' home throws, and the server's own."""

    @command(numbers="Three numbers from 1 to 8, such as 1-3-5", why="A home town, a teacher … as you like")
    async def set(self, reply: Reply, numbers: str, why: str = "") -> None:
        """Choose your home throw."""
        home = _home(numbers, why)
        await self._keep(reply, reply.player, home)
        await reply.whisper(home_screen(reply.player, home))

    @command(member="Whose (yours unless you say)")
    async def show(self, reply: Reply, member: discord.Member | None = None) -> None:
        """Your home throw, or somebody else's."""
        shown = member or reply.interaction.user
        require_person(shown)
        home = await self.bot.database.read(
            lambda tx: player_options.get(tx, reply.server, shown.id, STONE_HAND)
        )
        await reply.whisper(home_screen(shown.id, home))

    @command()
    async def clear(self, reply: Reply) -> None:
        """Have no home throw any more."""
        await self._keep(reply, reply.player, None)
        await reply.whisper(say(_("You have no home throw now.")))

    @command()
    async def list(self, reply: Reply) -> None:
        """Everybody's home throws."""
        await reply.whisper(await self._page(reply, player_options.SERVER))

    @command(numbers="Three numbers from 1 to 8; leave them out to let the dice decide", why="Why these")
    async def house(self, reply: Reply, numbers: str | None = None, why: str = "") -> None:
        """Managers: the home throw of tables that play with one."""
        require_manager(reply.interaction)
        home = None if numbers is None else _home(numbers, why)
        await self._keep(reply, player_options.SERVER, home)
        await reply.whisper(house_screen(home))

    async def _keep(self, reply: Reply, player: int, home: HomeThrow | None) -> None:
        def keep(tx: Transaction) -> None:
            if home is None:
                player_options.clear(tx, reply.server, player, STONE_HAND)
            else:
                player_options.put(tx, reply.server, player, STONE_HAND, home)

        await self._once(reply, keep)

    @pressed("homes")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        after = min(int(meaning.argument), ID_MAX) if meaning.argument.isdecimal() else player_options.SERVER
        await reply.update(await self._page(reply, after))

    async def _page(self, reply: Reply, after: int) -> Screen:
        found = await self.bot.database.read_long(
            lambda tx: player_options.everybody(tx, reply.server, STONE_HAND, PAGE_LINES + 1, after)
        )
        return list_screen(found)


def _with_unit(rules: StoneHandRules, unit: int | None) -> StoneHandRules:
    """The house rules with the chosen unit, if one was chosen (SH-2)."""
    if unit is None:
        return rules
    if unit not in UNITS:
        raise NotOffered
    return change(rules, "unit", UNITS.index(unit))


def _passing(thrower: int, against: discord.Member | None, stake: int | None, turn_seconds: int) -> Terms:
    """The terms of a quick throw: alone, or as a challenge to one round."""
    if against is None:
        seconds = min(turn_seconds, THROW_SECONDS_MAX)
        return Terms(thrower, 0, seconds, "practice", hands_max=1, seats_min=1)
    money: Money = "practice" if stake is None else "coins"
    invited = (thrower,) if against.bot else (thrower, against.id)
    return Terms(thrower, stake or 0, turn_seconds, money, hands_max=1, invited=invited)


def _home(numbers: str, why: str) -> HomeThrow:
    return HomeThrow(three_numbers(numbers, SIDES), plain_text(why, WHY_LENGTH))
