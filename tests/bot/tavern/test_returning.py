"""TB-17: the coins of a player who comes back to a table of cards."""

from __future__ import annotations

import itertools

import pytest

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from games.engine.table.events import BroughtAlong
from games.engine.table.table import Money, Terms
from storage.books import ledger
from storage.db.database import Database
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, SERVER, WallClock
from tests.games.scripted import kinds

STAKE, PURSE = 100, 300
ANN, BEN, CORA = 101, 102, 103
HOUR = 3600


class Regulars:
    """Ann, Ben and Cora at a table that has begun, each with 200 more in the wallet."""

    def __init__(self, database: Database, game: AnyGame, money: Money = "coins") -> None:
        self.clock = WallClock(1_800_000_000.0)
        self.database, self.game, self.money = database, game, money
        self.tavern = TableService(database, {game.key: game}, now=self.clock)
        self.table = 0
        self._ids = itertools.count(1)

    async def does(self, player: int, act: TableAction) -> TableState:
        """Apply an act of a player's."""
        return await self.tavern.act(self._press(player), self.table, act)

    async def begin(self) -> None:
        """All sit down, and the first hand is dealt."""
        terms = Terms(ANN, STAKE, money=self.money)
        rules = self.game.house_rules()
        self.table = (await self.tavern.open_table(self._press(ANN), CHANNEL, self.game, rules, terms)).id
        for player in (ANN, BEN, CORA):
            if player != ANN:
                await self.does(player, actions.sit_down)
            await self.moves_coins(player, PURSE - await self.wallet(player))
        await self.does(ANN, actions.begin)

    async def plays(self) -> int:
        """A hand to its end, as mildly as may be; who has most then."""
        state = await self.tavern.look(self.table)
        number = state.table.hands
        while (hand := state.table.hand) is not None and hand.number == number:
            seat = min(self.game.to_act(hand.state))
            mildest = self.game.timeout(hand.state, seat)
            state = await self.does(state.table.seated(seat).player or 0, actions.answer(seat, mildest))
        return max(state.table.present, key=lambda each: each.stack).player or 0

    async def stack(self, player: int) -> int:
        """Return a player's stack."""
        return (await self.tavern.look(self.table)).table.seat_of(player).stack

    async def wallet(self, player: int) -> int:
        """Return the balance of a player's wallet."""
        return await self.database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, player)))

    async def moves_coins(self, player: int, amount: int) -> None:
        """Move coins to a player from the bank, or back if the amount is below zero."""
        bank, wallet = ledger.bank_account(SERVER), ledger.wallet(SERVER, player)
        why = ledger.TransferInfo("house_bank", self.clock())
        await self.database.write(lambda tx: ledger.book(tx, wallet, bank, amount, why))

    def _press(self, player: int) -> Actor:
        return Actor(next(self._ids), self.clock(), player, f"P{player}", SERVER)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.is_dealt])
async def test_who_returns_within_an_hour_brings_what_they_took_away(database: Database, key: str) -> None:
    """TB-17: the whole stack, and the table is told; all in all they brought no more than the first stake."""
    regulars = Regulars(database, GAMES[key])
    await regulars.begin()
    winner = await regulars.plays()
    stack = await regulars.stack(winner)
    assert stack > STAKE
    await regulars.does(winner, actions.leave)
    assert await regulars.wallet(winner) == PURSE - STAKE + stack
    regulars.clock.at += HOUR - 1
    state = await regulars.does(winner, actions.sit_down)

    seated = state.table.seat_of(winner)
    assert (seated.stack, seated.topped_up) == (stack, 0)
    assert await regulars.wallet(winner) == PURSE - STAKE
    assert state.table.story[-1] == BroughtAlong(seated.seat, stack)
    await database.read(check_laws)


async def test_up_to_what_the_wallet_holds(database: Database) -> None:
    """TB-17: a player who has spent some of it meanwhile brings the rest, if that is the buy-in at least."""
    regulars = Regulars(database, GAMES["destiny"])
    await regulars.begin()
    winner = await regulars.plays()
    stack = await regulars.stack(winner)
    await regulars.does(winner, actions.leave)
    await regulars.moves_coins(winner, STAKE - await regulars.wallet(winner))
    assert STAKE < stack
    state = await regulars.does(winner, actions.sit_down)

    assert state.table.seat_of(winner).stack == STAKE
    assert await regulars.wallet(winner) == 0
    assert "brought_along" not in kinds(state.table.story)


async def test_after_an_hour_it_is_forgotten(database: Database) -> None:
    """TB-17: then, as for anybody else, it is the buy-in; so it is for who took away less than that."""
    regulars = Regulars(database, GAMES["destiny"])
    await regulars.begin()
    winner = await regulars.plays()
    await regulars.does(winner, actions.leave)
    regulars.clock.at += HOUR
    await regulars.does(winner, actions.sit_down)
    assert await regulars.stack(winner) == STAKE

    state = await regulars.tavern.look(regulars.table)
    loser = min(state.table.present, key=lambda each: each.stack).player or 0
    assert await regulars.stack(loser) < STAKE
    await regulars.does(loser, actions.leave)
    await regulars.does(loser, actions.sit_down)
    assert await regulars.stack(loser) == STAKE


async def test_what_was_taken_away_last_counts(database: Database) -> None:
    """TB-17: a player who came back and lost brings no more than the last stack."""
    regulars = Regulars(database, GAMES["destiny"])
    await regulars.begin()
    winner = await regulars.plays()
    for _ in range(2):
        before = await regulars.stack(winner)
        await regulars.does(winner, actions.leave)
        await regulars.does(winner, actions.sit_down)
        assert await regulars.stack(winner) == before


async def test_practice_remembers_nothing(database: Database) -> None:
    """TB-17, TB-12: from there nobody takes anything away."""
    regulars = Regulars(database, GAMES["destiny"], "practice")
    await regulars.begin()
    winner = await regulars.plays()
    await regulars.does(winner, actions.leave)
    await regulars.does(winner, actions.sit_down)
    assert await regulars.stack(winner) == STAKE


async def test_dice_remember_nothing(database: Database) -> None:
    """TB-17: only at cards does it matter how much a player can lose."""
    regulars = Regulars(database, GAMES["stone_hand"])
    await regulars.begin()
    winner = await regulars.plays()
    # Enough to have won something still after the round in which they leave.
    while await regulars.stack(winner) < STAKE + 20:
        winner = await regulars.plays()
    await regulars.does(winner, actions.leave)
    await regulars.plays()
    assert await regulars.wallet(winner) > PURSE
    await regulars.does(winner, actions.sit_down)

    assert await regulars.stack(winner) == STAKE
