"""Opening a table: the same for every game."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from bot.cogs.taproom_cog import TaproomCog
from bot.front.marks import Whole
from bot.front.protocols import Reply
from bot.tavern.house import company
from bot.tavern.table import actions
from bot.tavern.table.actions import Act
from games.engine.core.errors import OutOfRange
from games.engine.core.game import AnyGame
from games.engine.table import time_bank
from games.engine.table.table import Terms
from storage.people.server_settings import rules_of
from storage.play.server_or_elsewhere import is_server

BUY_IN_MAX = 1_000_000
BET_MAX = 10_000
"""The largest ante or small blind."""
BuyIn: TypeAlias = Annotated[int, Whole(1, BUY_IN_MAX)]
Bet: TypeAlias = Annotated[int, Whole(1, BET_MAX)]
BUY_IN = "What each player puts up; usually 100"
PRACTICE = "Play with chips, not coins"
INVITED = "Only people you invite can sit down"


class GameCommands(TaproomCog):
    """The commands of a game."""

    game: ClassVar[AnyGame]

    async def _usual_rules(self, reply: Reply) -> Any:
        return rules_of(await self._settings(reply), self.game)

    async def play_as_usual(self, reply: Reply, *, with_house: bool, invited: bool = False) -> None:
        """Open a table with the usual stake; with house players it begins at once."""
        rules = await self._usual_rules(reply)
        first = company.play_at_once if with_house else actions.sit_down
        stake = self.game.usual_stake(rules)
        await self._open_table(reply, rules, stake, practice=False, invited=invited, first=first)

    async def _open_table(
        self,
        reply: Reply,
        rules: object,
        buy_in: int,
        least: int = 0,
        *,
        practice: bool,
        invited: bool,
        first: Act = actions.sit_down,
    ) -> None:
        """Open a table in this channel, or one for people to be `invited`, and do `first` there.

        A buy-in must be the `least`.
        """
        if buy_in < least:
            raise OutOfRange(least, BUY_IN_MAX)
        settings = await self._settings(reply)
        reply.visit.require_channel(settings)
        has_others = is_server(reply.server)
        terms = Terms(
            host=reply.player,
            buy_in=buy_in,
            turn_seconds=settings.turn_seconds,
            bank_seconds=time_bank.usual(settings.turn_seconds),
            money="practice" if practice or not has_others else "coins",
            invited=(reply.player,) if invited and has_others else (),
            house_points=settings.house_points,
        )
        press = reply.visit.request()
        state = await self.house.tavern.open_table(press, reply.channel, self.game, rules, terms, first)
        await self.house.begin(reply, state)
