"""`/play`: seated, filled with house players and begun in one command; and from a lesson to a table."""

from __future__ import annotations

from bot.cogs.games.opening import INVITED, GameCommands
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import command, pressed, with_me
from bot.front.protocols import Reply
from bot.tavern.house import company
from games.catalog import GAMES
from games.engine.core.errors import (
    AlreadySeated,
    ClosesSoon,
    LastHand,
    NotAdmitted,
    NotOffered,
    SentHome,
    TableClosed,
    TableFull,
    Uninvited,
)

GAME = next(iter(GAMES))
NO_ROOM = (TableFull, TableClosed, ClosesSoon, LastHand, NotAdmitted, Uninvited, SentHome)
"""Why nobody can sit down at a table any more."""
CHOICES = {key: game.title for key, game in GAMES.items()}


class PlayCommand(TaproomCog):
    """Any game at once."""

    @with_me
    @command(
        is_public=True,
        game=f"Which game; {GAMES[GAME].title} if left out",
        house_players="Fill seats with house players at once; yes if left out",
        invited=INVITED,
        choices={"game": CHOICES},
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
            state = await self.house.tavern.act(press, number, company.deal_in)
        except NO_ROOM:
            await self._play_now(reply, meaning)
            return
        except AlreadySeated:
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
            raise NotOffered
        await found.play_as_usual(reply, with_house=with_house, invited=invited)
