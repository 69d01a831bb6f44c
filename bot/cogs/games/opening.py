"""Opening a table, the same for every game; and `/play`, with which house players fill one and it begins."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import Whole, command, pressed, with_me
from bot.front.protocols import Reply
from bot.tavern.table import actions
from bot.tavern.table.actions import Act
from games.catalog import GAMES
from games.engine.core import errors
from games.engine.core.game import AnyGame
from games.engine.table import time_bank
from games.engine.table.lobby import STAKE_MAX
from games.engine.table.table import Terms
from storage.people.server_settings import rules_of
from storage.play.postings import is_server

BET_MAX = 10_000
"""The largest ante or small blind."""
BuyIn: TypeAlias = Annotated[int, Whole(1, STAKE_MAX)]
Bet: TypeAlias = Annotated[int, Whole(1, BET_MAX)]
BUY_IN = "What each player puts up; usually 100"
PRACTICE = "Play with chips, not coins"
INVITED = "Only people you invite can sit down"
GAME = next(iter(GAMES))
"""What is played where nobody says which."""
NO_ROOM = (
    errors.TableFull,
    errors.TableClosed,
    errors.ClosesSoon,
    errors.LastHand,
    errors.NotAdmitted,
    errors.Uninvited,
    errors.SentHome,
)
"""Why nobody can sit down at a table any more."""


class GameCommands(TaproomCog):
    """The commands of a game."""

    game: ClassVar[AnyGame]

    async def _usual_rules(self, reply: Reply) -> Any:
        return rules_of(await self._settings(reply), self.game)

    async def play_as_usual(self, reply: Reply, *, with_house: bool, invited: bool = False) -> None:
        """Open a table with the usual stake; with house players it begins at once."""
        rules = await self._usual_rules(reply)
        first = actions.play_at_once if with_house else actions.sit_down
        stake = self.game.usual_stake(rules)
        await self._open_table(reply, rules, stake, practice=False, invited=invited, first=first)

    async def _open_table(
        self,
        reply: Reply,
        rules: object,
        buy_in: int,
        *,
        practice: bool,
        invited: bool,
        first: Act = actions.sit_down,
    ) -> None:
        """Open a table in this channel, or one for people to be `invited`, and do `first` there."""
        if buy_in < (least := self.game.stake_min(rules)):
            raise errors.OutOfRange(least, STAKE_MAX)
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


class PlayCommand(TaproomCog):
    """Any game at once."""

    @with_me
    @command(
        is_public=True,
        game=f"Which game; {GAMES[GAME].title} if left out",
        house_players="Fill seats with house players at once; yes if left out",
        invited=INVITED,
        choices={"game": {key: game.title for key, game in GAMES.items()}},
    )
    async def play(
        self, reply: Reply, game: str = GAME, house_players: bool = True, invited: bool = False
    ) -> None:
        """Play now: house players fill the seats."""
        await self._play(reply, game, with_house=house_players, invited=invited)

    @pressed("play")
    async def _play_now(self, reply: Reply, meaning: TablePress) -> None:
        await self._play(reply, meaning.argument, with_house=True)

    @pressed("deal_me_in")
    async def _deal_me_in(self, reply: Reply, meaning: TablePress) -> None:
        """Sit down where the lesson was opened; else where one sits already, or at a table of one's own."""
        number = meaning.table or await self._seated_at(reply, meaning.argument)
        if not number:
            await self._play_now(reply, meaning)
            return
        press = reply.visit.request()
        try:
            state = await self.house.tavern.act(press, number, actions.deal_in)
        except NO_ROOM:
            await self._play_now(reply, meaning)
            return
        except errors.AlreadySeated:
            state = await self.house.tavern.look(number, press)
        await self.house.answer(reply, state)

    async def _seated_at(self, reply: Reply, game: str) -> int:
        """A table of that game in this channel at which the presser sits; 0 if there is none."""
        tables = (each.table for each in await self._own_tables(reply))
        return next((table.id for table in tables if table.game == game and table.terms.hands_max is None), 0)

    async def _play(self, reply: Reply, key: str, *, with_house: bool, invited: bool = False) -> None:
        games = (each for each in self.house.handlers if isinstance(each, GameCommands))
        found = next((each for each in games if each.game.key == key), None)
        if found is None:
            raise errors.NotOffered
        await found.play_as_usual(reply, with_house=with_house, invited=invited)
