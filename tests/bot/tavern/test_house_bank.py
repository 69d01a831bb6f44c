"""TB-12: the limit of a person's winnings from the house's bank in a day, and its effect."""

from __future__ import annotations

import itertools

import pytest

from bot.tavern import deadlines
from bot.tavern.house_decisions import HouseLostEnough, HouseStakesLess
from bot.tavern.table import actions, challenges
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.engine.core.offers import Answer
from games.engine.table.refusals import NotSeated
from games.engine.table.table import Money, Terms
from games.stone_hand.model import StoneHandRules
from storage.books import flows, ledger
from storage.books.flows import HouseResult
from storage.db.database import Database
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, SERVER, WallClock, fund_house
from tests.bot.tavern.house_bank import ANNS, Rigged
from tests.games.scripted import kinds

ANN, BEN = 101, 102
DAY = 86_400


class Evening:
    """People who throw against the house, with dice that are written down."""

    def __init__(self, database: Database, *, wins: bool = True) -> None:
        self.clock = WallClock(1_800_000_000.0)
        game = Rigged(wins=wins)
        self.game = game
        self.database = database
        self.tavern = TableService(database, {game.key: game}, now=self.clock)
        self._ids = itertools.count(1)

    def press(self, player: int) -> Actor:
        """Return a new press of a player."""
        return Actor(next(self._ids), self.clock(), player, f"P{player}", SERVER)

    async def opens(self, player: int = ANN, money: Money = "coins", wager: int = 20) -> int:
        """A table with a wager of 20, or another."""
        terms = Terms(player, wager, money=money)
        return (
            await self.tavern.open_table(self.press(player), CHANNEL, self.game, StoneHandRules(), terms)
        ).id

    async def does(self, table: int, *things: TableAction, by: int = ANN) -> TableState:
        """Press one thing after the other."""
        for act in things:
            seen = await self.tavern.act(self.press(by), table, act)
        return seen

    async def begins(self, wager: int = 20) -> int:
        """A table of Ann and a house player, at which the first round is on."""
        table = await self.opens(wager=wager)
        await self.does(table, actions.seat_house_player, actions.begin)
        return table

    async def plays(self, table: int) -> TableState:
        """A round: Ann throws, and the house player after her, or the other way round."""
        played = (await self.tavern.look(table)).table.hands
        while not (seen := await self.tavern.look(table)).is_over and seen.table.hands == played:
            if seen.table.hand is not None and seen.game.to_act(seen.table.hand.state) == {ANNS}:
                await self.does(table, actions.answer(ANNS, Answer("throw")))
            else:
                self.clock.at += deadlines.THINK_SECONDS_MAX
                await self.tavern.tick(table)
        return seen

    async def counted(self, player: int = ANN) -> int:
        """Return the player's winnings from the house that are counted for the day."""
        return await self.database.read(
            lambda tx: ledger.counted_on_day(tx, SERVER, player, "house", self.clock.at)
        )

    async def has_won(self, amount: int, player: int = ANN) -> None:
        """Count winnings of a player from earlier in the day."""
        await self.database.write(
            lambda tx: ledger.count_on_day(tx, SERVER, player, "house", amount, self.clock.at)
        )

    async def held(self, player: int = ANN) -> int:
        """Return a wallet's balance."""
        return await self.database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, player)))


async def limit(database: Database, coins: int) -> None:
    """A manager says how much one person may win."""
    await database.write(lambda tx: server_settings.save(tx, SERVER, ServerSettings(house_day_max=coins)))


async def test_what_is_won_and_lost_is_counted(database: Database) -> None:
    """TB-12: with the settlement itself: a round that is won counts 5, one that is lost takes them away."""
    await fund_house(database)
    evening = Evening(database)
    table = await evening.begins()
    assert await evening.counted() == 0
    await evening.plays(table)
    assert await evening.counted() == 5
    evening.game.wins = False
    await evening.plays(table)

    assert await evening.counted() == 0
    assert await database.read(lambda tx: flows.of_house(tx, SERVER)) == (
        HouseResult("stone_hand", won=5, lost=5),
    )


async def test_a_thousand_coins_are_enough(database: Database) -> None:
    """TB-12: the house loses 1,000 coins to one person in a day; 995 were won, and a round wins 5 more."""
    await fund_house(database)
    evening = Evening(database)
    table = await evening.begins()
    await evening.has_won(995)
    seen = await evening.plays(table)

    assert seen.is_over
    assert "house_done" in kinds(seen.table.story)
    assert await evening.counted() == 1000
    assert await evening.held() == 205
    await database.read(check_laws)


async def test_one_coin_below_it_goes_on(database: Database) -> None:
    """TB-12: 994 and 5 are not 1,000."""
    await fund_house(database)
    evening = Evening(database)
    table = await evening.begins()
    await evening.has_won(994)

    assert not (await evening.plays(table)).is_over


async def test_it_is_one_amount_for_all_tables(database: Database) -> None:
    """TB-12: a player who has won it at small tables plays at no dearer one either."""
    await fund_house(database)
    await limit(database, 20)
    evening = Evening(database)
    await evening.has_won(15)
    assert (await evening.plays(await evening.begins())).is_over
    dearer = await evening.opens(wager=20)
    with pytest.raises(HouseLostEnough):
        await evening.does(dearer, actions.seat_house_player)


async def test_a_manager_says_how_much(database: Database) -> None:
    """TB-12: a server's setting counts for every table: 195 and a round of 5 are 200."""
    await fund_house(database)
    await limit(database, 200)
    evening = Evening(database)
    await evening.has_won(195)

    assert (await evening.plays(await evening.begins())).is_over


async def test_no_seat_costs_more_than_may_be_won(database: Database) -> None:
    """TB-12: the house plays for coins where a seat costs 20 and it loses 20, not where it loses 19."""
    await fund_house(database)
    await limit(database, 20)
    evening = Evening(database)
    table, practice = await evening.opens(), await evening.opens(money="practice")
    await evening.does(table, actions.seat_house_player)
    await limit(database, 19)
    with pytest.raises(HouseStakesLess) as refused:
        await evening.does(table, actions.begin)
    await evening.does(practice, actions.seat_house_player, actions.begin)

    assert (refused.value.amount, refused.value.ceiling) == (20, 19)


async def test_a_game_ends_for_whoever_won_enough_elsewhere(database: Database) -> None:
    """TB-12: a round that is on is played to its end, and then it ends at this table as well."""
    await fund_house(database)
    await limit(database, 200)
    evening = Evening(database, wins=False)
    table = await evening.begins()
    await evening.has_won(205)
    seen = await evening.plays(table)

    assert seen.is_over
    assert await evening.held() == 195


async def test_nobody_joins_who_has_won_enough(database: Database) -> None:
    """TB-12: neither a table where house players wait, nor are any added, nor does a game with them begin."""
    await fund_house(database)
    await limit(database, 200)
    evening = Evening(database)
    bens, anns = await evening.opens(BEN), await evening.opens()
    await evening.does(bens, actions.seat_house_player, by=BEN)
    await evening.has_won(200)
    with pytest.raises(HouseLostEnough) as refused:
        await evening.does(bens, actions.sit_down)
    with pytest.raises(HouseLostEnough):
        await evening.does(anns, actions.seat_house_player)
    await evening.has_won(200, BEN)
    with pytest.raises(HouseLostEnough) as begun:
        await evening.does(bens, actions.begin, by=BEN)

    assert (refused.value.player, refused.value.lost) == (ANN, 200)
    assert refused.value.again_at == (evening.clock.at // DAY + 1) * DAY
    assert begun.value.player == BEN


async def test_a_challenge_of_the_house_is_refused(database: Database) -> None:
    """TB-12, SH-14: the house takes no challenge for coins either, and no table is left behind."""
    await fund_house(database)
    await limit(database, 200)
    evening = Evening(database)
    await evening.has_won(200)
    terms = Terms(ANN, 20, hands_max=1, invited=(ANN,))
    press = evening.press(ANN)
    with pytest.raises(HouseLostEnough):
        await evening.tavern.open_table(
            press, CHANNEL, evening.game, StoneHandRules(), terms, challenges.throw_against_house
        )

    assert await evening.tavern.in_channel(SERVER, CHANNEL) == []


async def test_people_and_practice_are_not_concerned(database: Database) -> None:
    """TB-12: a player who has won enough plays on against people, and against house players for practice."""
    await fund_house(database)
    await limit(database, 200)
    evening = Evening(database)
    await evening.has_won(200)
    practice, people = await evening.opens(money="practice"), await evening.opens()
    await evening.does(practice, actions.seat_house_player, actions.begin)
    await evening.does(people, actions.sit_down, by=BEN)

    assert (await evening.does(people, actions.begin)).table.phase == "playing"


async def test_the_next_day_is_another(database: Database) -> None:
    """TB-12: at midnight UTC the house plays again."""
    await fund_house(database)
    evening = Evening(database)
    await evening.has_won(1000)
    evening.clock.at = (evening.clock.at // DAY + 1) * DAY

    assert (await evening.tavern.look(await evening.begins())).table.phase == "playing"


async def test_f53_the_limit_outlasts_being_forgotten(database: Database) -> None:
    """F-53: win enough, be forgotten, come back: the house knows."""
    await fund_house(database)
    await limit(database, 20)
    evening = Evening(database)
    table = await evening.begins()
    await evening.has_won(15)
    await evening.plays(table)
    await evening.tavern.forget(evening.press(ANN))
    with pytest.raises(NotSeated):
        (await evening.tavern.look(table)).table.seat_of(ANN)
    why = ledger.TransferInfo("grant", evening.clock.at)
    await database.write(
        lambda tx: ledger.transfer(tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, ANN), 100, why)
    )
    again = await evening.opens()
    with pytest.raises(HouseLostEnough):
        await evening.does(again, actions.seat_house_player)


@pytest.mark.parametrize("dearer", [1, 2])
async def test_all_evening_long_nobody_wins_more(database: Database, dearer: int) -> None:
    """TB-12: a player who wins every round gets the day's limit only, also at ever dearer tables."""
    await fund_house(database)
    await limit(database, 200)
    evening, wager = Evening(database), 20
    for _ in range(60):
        try:
            table = await evening.begins(wager)
        except HouseLostEnough:
            break
        while not (await evening.plays(table)).is_over:
            pass
        wager = min(dearer * wager, 160)

    assert await evening.counted() == 200
    assert await evening.held() == 400
    await database.read(check_laws)
