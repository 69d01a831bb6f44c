"""SH-3, TN-28: one home throw of the house holds for all tables of a tournament."""

from __future__ import annotations

from typing import Any

from bot.screens.tournament.notice import notice_screen
from games.stone_hand.bot_player import HOMES
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import read_dice
from games.stone_hand.model import HomeThrow, StoneHandRules
from games.tournament import director
from games.tournament.model import TournamentTerms
from games.tournament.seating import Lots
from storage.db.database import Database
from storage.people import preferences
from tests.bot.crowd import SERVER
from tests.bot.evening import ORGANISER, Evening
from tests.bot.rendering import texts

HOUSE = {"home_throws": "house"}


async def rules_at_tables(evening: Evening, number: int) -> list[Any]:
    """The house rules of every table of a tournament."""
    state = await evening.tournaments.look(number)
    return [(await evening.tavern.look(place.table)).table.rules for place in state.places.values()]


async def test_it_is_found_once_under_the_tournaments_seal(database: Database) -> None:
    """TN-28, TN-22: all three tables play with the junk that follows the seats from the same seal."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20), HOUSE)
    await evening.enter(number, *range(101, 107))
    before = (await evening.tournaments.look(number)).stored
    lots = Lots(before.seal)
    director.start(before.tournament, 0, lots)
    expected = STONE_HAND.at_tournament(StoneHandRules(home_throws="house"), None, lots.below).house_throw

    state = await evening.start(number)

    assert expected is not None
    assert read_dice(expected).kind == "junk"
    assert [each.house_throw for each in await rules_at_tables(evening, number)] == [expected] * 3
    assert state.stored.seal.drawn == 1
    notice = "".join(texts(notice_screen(state.view)))
    assert f"The home throw of all tables is `{'-'.join(map(str, expected))}`." in notice


async def test_the_final_table_plays_with_it_too(database: Database) -> None:
    """TN-28: a table that is set later has the same one."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 4, through=1), HOUSE)
    await evening.enter(number, *range(101, 105))
    await evening.start(number)
    found = (await rules_at_tables(evening, number))[0].house_throw
    while (await evening.tournaments.look(number)).tournament.stage == 1:
        await evening.step(await evening.tournaments.look(number))

    assert {each.house_throw for each in await rules_at_tables(evening, number)} == {found}


async def test_the_servers_own_comes_with_its_reason(database: Database) -> None:
    """SH-3: the server's fixed one, told on the notice with its reason; before the start, what holds."""
    evening = Evening(database)
    fixed = HomeThrow((1, 6, 8), "our founding")
    await database.write(
        lambda tx: preferences.put_keepsake(tx, SERVER, preferences.SERVER, STONE_HAND, fixed)
    )
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20), HOUSE)
    await evening.enter(number, *range(101, 105))
    announced = "".join(texts(notice_screen((await evening.tournaments.look(number)).view)))

    begun = "".join(texts(notice_screen((await evening.start(number)).view)))

    assert "Every table plays with one home throw: the server’s, or one thrown at" in announced
    assert "The home throw of all tables is `1-6-8`. “our founding”" in begun
    assert {each.house_throw for each in await rules_at_tables(evening, number)} == {(1, 6, 8)}


async def test_house_players_bring_theirs(database: Database) -> None:
    """SH-3, TN-18: to every table of a tournament."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(4, 20))
    await evening.enter(number, 101)
    await evening.tournaments.fill_up(evening.press(ORGANISER), number, 3)
    state = await evening.start(number)
    table = (await evening.tavern.look(state.places[1].table)).table

    assert {each.name: each.keepsake for each in table.seats if each.player is None} == {
        name: HOMES[name] for name in list(HOMES)[:3]
    }
