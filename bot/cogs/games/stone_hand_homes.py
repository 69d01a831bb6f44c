"""Home throws (SH-3): everybody's own, by `/me home-throw`, and a server's, by `/manage home-throw`."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.forms import three_numbers
from bot.front.marks import command, pressed
from bot.front.protocols import Reply
from bot.screens.core.screen import Screen
from bot.screens.stone_hand.story import PAGE_LINES, home_screen, house_screen, list_screen
from bot.text.translate import plain_text
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import SIDES
from games.stone_hand.model import HomeThrow
from storage.db.transaction import Transaction
from storage.people import preferences

WHY_LENGTH = 120
ID_MAX = 2**63 - 1


class HomeThrows(TaproomCog):
    """What is kept of home throws."""

    async def _keep(self, reply: Reply, player: int, home: HomeThrow | None) -> None:
        server = reply.visit.request().in_server()

        def keep(tx: Transaction) -> None:
            if home is None:
                preferences.drop_keepsake(tx, server, player, STONE_HAND)
            else:
                preferences.put_keepsake(tx, server, player, STONE_HAND, home)

        await self._once(reply, keep)


class OwnHomeThrow(HomeThrows):
    """A player's home throw, and a look at everybody's."""

    @command(
        numbers="Three from 1 to 8, such as 1-3-5; else I show yours",
        why="A home town, a teacher … as you like",
    )
    async def home_throw(self, reply: Reply, numbers: str | None = None, why: str = "") -> None:
        """Three numbers of your own that beat everything."""
        if numbers is not None:
            await self._keep(reply, reply.player, _home(numbers, why))
        await reply.whisper(await self._own(reply))

    @pressed("home_clear")
    async def _clear(self, reply: Reply, _meaning: TablePress) -> None:
        await self._keep(reply, reply.player, None)
        await reply.update(await self._own(reply))

    @pressed("homes")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        after = min(meaning.number_or(preferences.SERVER), ID_MAX)
        found = await self.house.database.read_long(
            lambda tx: preferences.keepsakes(tx, reply.server, STONE_HAND, PAGE_LINES + 1, after)
        )
        await reply.update(list_screen(found))

    async def _own(self, reply: Reply) -> Screen:
        server, player = reply.visit.request().in_server(), reply.player
        home = await self.house.database.read(
            lambda tx: preferences.keepsake_of(tx, server, player, STONE_HAND)
        )
        return home_screen(home)


class HouseHomeThrow(HomeThrows):
    """The one home throw of all tables of a server."""

    @command(
        called="home-throw",
        numbers="Three numbers from 1 to 8; if left out, the dice decide",
        why="Why these",
    )
    async def choose_house_throw(self, reply: Reply, numbers: str | None = None, why: str = "") -> None:
        """The one home throw of all tables."""
        reply.visit.require_manager()
        home = None if numbers is None else _home(numbers, why)
        await self._keep(reply, preferences.SERVER, home)
        await reply.whisper(house_screen(home))


def _home(numbers: str, why: str) -> HomeThrow:
    return HomeThrow(three_numbers(numbers, SIDES), plain_text(why, WHY_LENGTH))
