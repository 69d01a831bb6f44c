"""`/stonehand` and `/homethrow`: Stone Hand at tables, and home throws (SH-3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, get_args

from bot.cogs.games.arcade import Arcade
from bot.cogs.games.opening import INVITED, PRACTICE
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import Member, Whole, command, group, pressed
from bot.front.protocols import Reply
from bot.front.typed import three_numbers
from bot.screens.core.screen import Screen, say
from bot.screens.learn.rules import page_screen
from bot.screens.stone_hand.home_throws import PAGE_LINES, home_screen, house_screen, list_screen
from bot.screens.stone_hand.screen import StoneHandScreen
from bot.text.escape import plain_text
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.house_rules import change
from games.engine.core.sentences import phrase
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import SIDES
from games.stone_hand.model import HomeThrow, StoneHandRules, Unit
from storage.db.transaction import Transaction
from storage.people import player_options

WAGER_MAX = 100_000
WHY_LENGTH = 120
ID_MAX = 2**63 - 1
UNITS: tuple[int, ...] = get_args(Unit)
UNIT = "How many coins each unit of the pay is"
UNIT_CHOICES = {"unit": {unit: str(unit) for unit in UNITS}}
Wager = Annotated[int, Whole(1, WAGER_MAX)]


@group(StoneHandScreen.command, phrase("Stone Hand: three dice, a falling pay"))
class StoneHandCommands(Arcade):
    """Stone Hand at a table, and its arcade."""

    game = STONE_HAND

    @command(
        is_public=True,
        wager="What each puts up; usually 20 units, 8 for a short game",
        practice=PRACTICE,
        invited=INVITED,
        unit=UNIT,
        choices=UNIT_CHOICES,
    )
    async def open(
        self,
        reply: Reply,
        wager: Wager | None = None,
        practice: bool = False,
        invited: bool = False,
        unit: int | None = None,
    ) -> None:
        """Open a Stone Hand table in this channel."""
        rules = with_unit(await self._usual_rules(reply), unit)
        stake = STONE_HAND.usual_stake(rules) if wager is None else wager
        await self._open_table(reply, rules, stake, practice=practice, invited=invited)

    @command()
    async def rules(self, reply: Reply) -> None:
        """How Stone Hand is played."""
        await reply.whisper(page_screen(STONE_HAND.key, 0))

    async def _usual_rules(self, reply: Reply) -> StoneHandRules:
        """The server's default house rules, with its fixed home throw (SH-3)."""
        rules: StoneHandRules = await super()._usual_rules(reply)
        fixed = await self.house.database.read(
            lambda tx: player_options.get(tx, reply.server, player_options.SERVER, STONE_HAND)
        )
        if fixed is None:
            return rules
        return replace(rules, house_throw=fixed.numbers, house_why=fixed.why)


@group("homethrow", phrase("Three numbers of your own that beat everything"))
class HomeThrows(TaproomCog):
    """Players' home throws, and the server's own."""

    @command(numbers="Three numbers from 1 to 8, such as 1-3-5", why="A home town, a teacher … as you like")
    async def set(self, reply: Reply, numbers: str, why: str = "") -> None:
        """Choose your home throw."""
        home = _home(numbers, why)
        await self._keep(reply, reply.player, home)
        await reply.whisper(home_screen(reply.player, home))

    @command(member="Whose; yours if left out")
    async def show(self, reply: Reply, member: Member | None = None) -> None:
        """Your home throw, or somebody else’s."""
        shown = member or reply.visit.person
        shown.require_person()
        home = await self.house.database.read(
            lambda tx: player_options.get(tx, reply.server, shown.id, STONE_HAND)
        )
        await reply.whisper(home_screen(shown.id, home))

    @command()
    async def clear(self, reply: Reply) -> None:
        """Remove your home throw."""
        await self._keep(reply, reply.player, None)
        await reply.whisper(say(_("You have no home throw now.")))

    @command()
    async def list(self, reply: Reply) -> None:
        """Everybody’s home throws."""
        await reply.whisper(await self._page(reply, player_options.SERVER))

    @command(
        called="house", numbers="Three numbers from 1 to 8; if left out, the dice decide", why="Why these"
    )
    async def choose_house_throw(self, reply: Reply, numbers: str | None = None, why: str = "") -> None:
        """Managers: the one home throw of all tables."""
        reply.visit.require_manager()
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
        found = await self.house.database.read_long(
            lambda tx: player_options.everybody(tx, reply.server, STONE_HAND, PAGE_LINES + 1, after)
        )
        return list_screen(found)


def with_unit(rules: StoneHandRules, unit: int | None) -> StoneHandRules:
    """The house rules with the chosen unit, if one was chosen (SH-2)."""
    if unit is None:
        return rules
    if unit not in UNITS:
        raise NotOffered
    return change(rules, "unit", UNITS.index(unit))


def _home(numbers: str, why: str) -> HomeThrow:
    return HomeThrow(three_numbers(numbers, SIDES), plain_text(why, WHY_LENGTH))
