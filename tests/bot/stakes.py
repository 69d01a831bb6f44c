"""Helpers that several tests about stakes share."""

from __future__ import annotations

import itertools

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.engine.core.game import AnyGame
from games.engine.table.table import Closing, Terms
from storage.books import audit_lines, ledger
from storage.db.database import Database
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, SERVER, WallClock, fund_house
from tests.bot.tavern.house_bank import Rigged

ANN, BEN, BOSS = 101, 102, 103


class Room:
    """A table hosted by Ann, and what its people hold; she loses each round by a pair of Twos, and pays 5."""

    def __init__(self, database: Database, game: AnyGame | None = None) -> None:
        self.clock = WallClock(1_800_000_000.0)
        self.game = game or Rigged(wins=False)
        self.database = database
        self.tavern = TableService(database, {self.game.key: self.game}, now=self.clock)
        self.table = 0
        self._ids = itertools.count(1)

    def press(self, player: int) -> Actor:
        """Return a new press of a player."""
        return Actor(next(self._ids), self.clock(), player, f"P{player}", SERVER, is_manager=player == BOSS)

    async def begins(self, *, with_house: bool = False) -> None:
        """Open a table as Ann, and seat another player, or the house."""
        await fund_house(self.database)
        rules = self.game.house_rules()
        seen = await self.tavern.open_table(self.press(ANN), CHANNEL, self.game, rules, Terms(ANN, 20))
        self.table = seen.id
        if with_house:
            await self.does(ANN, actions.seat_house_player)
        else:
            await self.does(BEN, actions.sit_down)
        await self.does(ANN, actions.begin)

    async def does(self, player: int, act: TableAction) -> TableState:
        """Apply an act of a player's at the table."""
        return await self.tavern.act(self.press(player), self.table, act)

    async def closes(self, player: int) -> TableState:
        """Close the table as this player."""
        return await self.tavern.close(self.press(player), self.table)

    async def waits(self, seconds: float) -> None:
        """Time passes, and what is due happens."""
        due = self.clock.at + seconds
        while (at := (await self.tavern.look(self.table)).stored.due_at) is not None and at <= due:
            self.clock.at = at
            await self.tavern.tick(self.table)
        self.clock.at = due

    async def purses(self) -> list[int]:
        """Return the balances of Ann and Ben."""
        await self.database.read(check_laws)
        return await self.database.read(
            lambda tx: [ledger.balance(tx, ledger.wallet(SERVER, each)) for each in (ANN, BEN)]
        )

    async def books(self) -> list[Closing]:
        """Return the closings and callings-off, the latest first."""
        return [
            each.closing
            for each in await self.database.read(lambda tx: audit_lines.CLOSINGS.latest(tx, SERVER, 9))
        ]
