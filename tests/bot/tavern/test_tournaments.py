"""Tournaments through storage and Tavern, without Discord: entered, played, paid out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.tavern.table import actions
from bot.tavern.tournament.reminders import TOO_FEW
from bot.tavern.tournament.tournament_service import TournamentProposal
from games.catalog import HOSTED
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.engine.core.game import Level
from games.engine.core.offers import Answer
from games.engine.table.play import open_offers
from games.engine.table.refusals import AtTournament
from games.engine.table.table import Closing
from games.stone_hand.game import STONE_HAND
from games.tournament import director
from games.tournament.model import TournamentTerms
from games.tournament.orders import (
    Added,
    BreakBegan,
    ChipsCorrected,
    DealMade,
    Edited,
    FinalDrawn,
    Finished,
    Invited,
    LevelRose,
    MovedUp,
    TableBroken,
    TournamentCalledOff,
    TurnedAway,
)
from games.tournament.placing import standings
from storage.books import audit_lines, ledger
from storage.books.refunds import UNREADABLE, Voided
from storage.db.codec import codec_of
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.tournaments import outbox, results
from storage.tournaments.tournaments import Plan
from tests.bot.books import check_laws, check_tournaments
from tests.bot.crowd import CHANNEL, SERVER
from tests.bot.evening import ORGANISER, Evening, called_off_unread
from tests.bot.steward import Steward
from tests.soak import some_now
from tests.statements import noted

TWELVE = range(101, 113)
TEN, ACTS_MAX = 10, 10_000
MOVING_MONEY = {
    Edited,
    MovedUp,
    TurnedAway,
    Added,
    Invited,
    ChipsCorrected,
    DealMade,
    BreakBegan,
    Finished,
    TournamentCalledOff,
}
"""The functions of organisers and players that move money, places or chips."""


@pytest.mark.parametrize("key", some_now(sorted(HOSTED), ("destiny",)))
async def test_a_freeze_out_from_the_notice_to_the_prizes(database: Database, key: str) -> None:
    """TN-2, TN-6, TN-15: twelve people at three tables, a final table, and the fund paid out to the coin."""
    evening = Evening(database)
    game = HOSTED[key]
    terms = TournamentTerms(4, 16, levels=game.levels, level_length=2, entry=10)
    number = await evening.announce(game, terms)
    await evening.enter(number, *TWELVE)
    await evening.start(number)
    state = await evening.play(number)

    assert state.tournament.phase == "over"
    kinds = [type(order) for order in evening.orders]
    assert FinalDrawn in kinds
    assert kinds.count(TableBroken) >= 2
    assert LevelRose in kinds
    assert kinds[-1] is Finished
    ended = await database.read(lambda tx: results.of(tx, number))
    assert len(ended) == 12
    assert ended[0].place == 1
    assert sum(each.money for each in ended) == 120
    wallets = await database.read(
        lambda tx: [ledger.balance(tx, ledger.wallet(SERVER, player)) for player in TWELVE]
    )
    assert sum(wallets) == 12 * 200
    await database.read(check_laws)


@pytest.mark.soak
async def test_the_money_of_tournaments_at_random_adds_up(database: Database) -> None:
    """TN-21, TN-43, TN-46, TN-47: after each act every coin has an owner, in ten tournaments or more."""
    evening = Evening(database)
    steward = Steward(evening.tavern, evening.clock, evening.random, 10**9)
    for _ in range(ACTS_MAX):
        await steward.act()
        await database.read(check_tournaments)
        done = Counter(map(type, evening.orders))
        if done.keys() >= MOVING_MONEY and done[Finished] + done[TournamentCalledOff] >= TEN:
            break

    await database.read(check_laws)
    assert done.keys() >= MOVING_MONEY


@pytest.mark.parametrize("key", some_now(sorted(HOSTED), ("destiny",)))
async def test_house_players_at_three_tables(database: Database, key: str) -> None:
    """TN-18, TB-12: a tournament of one person and house players goes on by itself, to one winner."""
    evening = Evening(database, seed=3)
    game = HOSTED[key]
    number = await evening.announce(game, TournamentTerms(4, 12, levels=game.levels, level_length=1))
    await evening.enter(number, 101)
    await evening.tournaments.fill_up(evening.press(ORGANISER), number, 8)
    state = await evening.start(number)
    assert len(state.places) == 3
    tournament = (await evening.play(number)).tournament

    assert tournament.phase == "over"
    assert [each.chips for _, each in standings(tournament)] == [9 * 12, *[0] * 8]
    await database.read(check_laws)


@pytest.mark.parametrize("count", [2, 24])
async def test_a_press_reads_its_own_table_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """However many people are in a tournament, a press that ends no hand reads nothing of the others."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 500, levels=STONE_HAND.levels))
    await evening.enter(number, *range(101, 101 + count))
    table = (await evening.start(number)).places[1].table
    evening.clock.at += 60
    seen = await evening.tavern.tick(table)
    assert seen is not None
    (seat,) = open_offers(seen.table, seen.game)
    player = seen.table.seated(seat).player
    assert player is not None
    with noted(monkeypatch) as asked:
        act = actions.answer(seat, Answer("throw"))
        thrown = await evening.tavern.act(evening.press(player), table, act)

    assert thrown.tournament is not None
    assert len(thrown.tournament.tables) == count // 2
    read = [sql for sql in asked if "tournament" in sql and sql.startswith("SELECT")]
    assert not [sql for sql in read if "snapshot" in sql or "SELECT number, table_id" in sql]
    assert len(read) == 1


async def test_levels_come_into_the_rules(database: Database) -> None:
    """TN-7: the next hand is played at the level that its director says."""
    evening = Evening(database)
    terms = TournamentTerms(2, 500, levels=(Level(ante=1), Level(ante=5)), level_length=1)
    number = await evening.announce(STONE_HAND, terms)
    await evening.enter(number, 101, 102)
    state = await evening.start(number)
    seen = await evening.tavern.look(state.places[1].table)
    assert seen.table.rules.pay_unit == 1
    while not any(isinstance(order, LevelRose) for order in evening.orders):
        await evening.step(await evening.tournaments.look(number))
    seen = await evening.tavern.look(state.places[1].table)

    assert seen.table.rules.pay_unit == 5


FORMATS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("re-entry and late entry", {"late_until": 2, "reentry_until": 2, "entry": 5}),
    ("by the clock", {"minutes_max": 6, "level_unit": "minutes", "level_length": 2}),
    ("heats", {"through": 1}),
    ("hand for hand", {"shares": (5, 3, 2), "entry": 5}),
)


PAIRED = tuple((key, FORMATS[at % len(FORMATS)]) for at, key in enumerate(sorted(HOSTED)))
"""Each game and each format once; each with each takes long."""


@pytest.mark.parametrize(
    ("key", "name", "terms"),
    [
        pytest.param(key, *each, marks=() if (key, each) in PAIRED else pytest.mark.soak)
        for key in sorted(HOSTED)
        for each in FORMATS
    ],
)
async def test_every_format_with_every_game(
    database: Database, key: str, name: str, terms: dict[str, Any]
) -> None:
    """TN-8 to TN-14: whatever the format, a player wins, and the books are right."""
    game = HOSTED[key]
    evening = Evening(database, seed=len(name))
    laid_down: dict[str, Any] = {"levels": game.levels, "level_length": 2} | terms
    number = await evening.announce(game, TournamentTerms(3, 12, **laid_down))
    await evening.enter(number, *range(101, 107))
    await evening.start(number)
    if "late_until" in terms:
        await evening.enter(number, 120)
    state = await evening.play(number)

    assert state.tournament.phase == "over"
    assert state.places == {}
    await database.read(check_laws)


async def test_a_race(database: Database) -> None:
    """TN-13: the arcade is played in step, for points, until a player reaches the goal; nobody goes out."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 0, goal=20), {"arcade": True})
    await evening.enter(number, *range(101, 106))
    await evening.start(number)
    state = await evening.play(number)

    assert max(each.score or 0 for each in state.tournament.entrants) >= 20
    assert all(each.standing == "in" for each in state.tournament.entrants)
    assert await database.read(lambda tx: tx.all("SELECT * FROM scores")) == []


async def test_a_seat_is_taken_by_somebody_else(database: Database) -> None:
    """TN-3, TB-11: a player who is moved to a seat that others had sees nothing of what those saw."""
    evening = Evening(database, seed=4)
    number = await evening.announce(
        DESTINY, TournamentTerms(4, 40, levels=DESTINY.levels), {"memory_aid": True}
    )
    await evening.enter(number, *TWELVE)
    await evening.start(number)
    newcomers = 0
    while not (state := await evening.tournaments.look(number)).is_over:
        await evening.step(state)
        for place in state.places.values():
            table = (await evening.tavern.look(place.table)).table
            fresh = {each.seat for each in table.present if each.since == table.hands > 0}
            newcomers += len(fresh)
            if table.last is not None:
                assert not fresh & set(table.last.seats)
            if table.carry is not None:
                assert not fresh & {memory.seat for memory in table.carry.memories}

    assert newcomers


async def test_a_usual_split_goes_along(database: Database) -> None:
    """TN-25, DV-13: from table to table, to the final one too; the seat's next player has their own."""
    evening = Evening(database, seed=4)
    number = await evening.announce(DIVIDHA, TournamentTerms(4, 20, levels=DIVIDHA.levels, level_length=1))
    await evening.enter(number, *TWELVE)
    await evening.start(number)
    said: set[int] = set()
    kept = 0
    while not (state := await evening.tournaments.look(number)).is_over:
        await evening.step(state)
        for place in state.places.values():
            table = (await evening.tavern.look(place.table)).table
            for usual in () if table.hand is None else table.hand.state.usual:
                player = table.seated(usual.seat).player or 0
                if player in said:
                    assert usual.percent == player - 100
                    kept += table.seated(usual.seat).since > 0
                else:
                    wish = actions.answer(usual.seat, Answer("usual", (player - 100,)))
                    await evening.tavern.act(evening.press(player), place.table, wish)
                    said.add(player)

    assert said == {*TWELVE}
    assert kept


async def test_the_time_away_does_not_count(database: Database) -> None:
    """TN-20: levels by minutes, and the beginning of one that is to begin by itself, move out."""
    evening = Evening(database)
    terms = TournamentTerms(2, 20, level_unit="minutes", level_length=10)
    running = await evening.announce(STONE_HAND, terms)
    await evening.enter(running, 101, 102)
    await evening.start(running)
    at = int(evening.clock.at)
    waiting = await evening.announce(STONE_HAND, terms, starts_at=at + 3600)
    await evening.tavern.note_pulse()
    evening.clock.at += 1000
    await evening.tavern.resume()

    assert (await evening.tournaments.look(running)).tournament.level_ends_at == at + 600 + 1000
    assert (await evening.tournaments.look(waiting)).stored.plan.starts_at == at + 3600 + 1000


async def test_too_few_at_its_time(database: Database) -> None:
    """TN-11: with one player it does not begin, says so, and waits for its organiser."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20), starts_at=int(evening.clock.at) + 60)
    await evening.enter(number, 101)
    evening.clock.at += 60
    await evening.tournaments.tick(number)
    await evening.tournaments.tick(number)
    state = await evening.tournaments.look(number)

    assert TOO_FEW in evening.reminders
    assert state.tournament.phase == "open"
    assert state.stored.plan.starts_at is None


async def test_a_hand_that_is_called_off(database: Database) -> None:
    """TB-10: a hand that is called off ends with the stacks it began with, and the next is called for."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(number, 101, 102)
    state = await evening.start(number)
    table = state.places[1].table
    evening.clock.at += 60
    await evening.tavern.tick(table)
    seen = await evening.tavern.act_despite_pause(
        evening.press(ORGANISER, is_manager=True), table, actions.call_off("spilt ale")
    )

    assert (seen.table.hand, seen.table.is_called, seen.table.phase) == (None, True, "playing")
    assert {each.stack for each in seen.table.present} == {20}


async def test_seats_are_the_directors(database: Database) -> None:
    """TB-9: nobody joins or leaves a tournament's table but through the tournament."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(number, 101, 102)
    state = await evening.start(number)
    for act, player in ((actions.sit_down, 103), (actions.leave, 101)):
        with pytest.raises(AtTournament):
            await evening.tavern.act(evening.press(player), state.places[1].table, act)


async def test_a_tournament_that_cannot_be_read_is_called_off(database: Database) -> None:
    """F-16: after an update every entry and the purse go back, and its tables are closed."""
    await called_off_unread(database)
    closed = await database.read(lambda tx: audit_lines.CLOSINGS.latest(tx, SERVER, 9))
    assert [each.closing for each in closed] == [Closing(None, UNREADABLE)]

    def look(tx: Transaction) -> tuple[list[int], list[str]]:
        held = [ledger.balance(tx, ledger.wallet(SERVER, player)) for player in (101, 102)]
        return held, [phase for (phase,) in tx.all("SELECT phase FROM tables")]

    assert await database.read(look) == ([200, 200], ["closed"])


async def test_a_table_that_cannot_be_read_ends_its_tournament(database: Database) -> None:
    """F-16, TN-21: without one of its tables a tournament cannot go on: it is called off."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20, entry=30))
    await evening.enter(number, *range(101, 105))
    await evening.start(number)
    await database.write(lambda tx: tx.execute("UPDATE tables SET snapshot = '{}' WHERE id = 1"))
    later = Evening(database, at=evening.clock.at + 60)
    await later.tavern.resume()
    state = await later.tournaments.look(number)

    assert state.tournament.phase == "called_off"
    assert state.places == {}
    held = await database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, 101)))
    assert held == 200


async def test_which_tournament_is_meant(database: Database) -> None:
    """If tables stand in the notice's channel, the next notice there is meant, not the one that is over."""
    evening = Evening(database)
    first = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(first, 101, 102)
    await evening.start(first)

    assert (await evening.tournaments.find(evening.press(1), CHANNEL, None)).id == first

    await evening.tournaments.do(
        evening.press(ORGANISER), first, lambda before, _, __: director.call_off(before)
    )
    assert (await evening.tournaments.find(evening.press(1), CHANNEL, None)).id == first
    second = await evening.announce(STONE_HAND, TournamentTerms(2, 20))

    assert (await evening.tournaments.find(evening.press(1), CHANNEL, None)).id == second
    assert (await evening.tournaments.find(evening.press(1), CHANNEL, first)).id == first


async def test_before_a_level_that_rises_by_hands_everybody_is_reminded(database: Database) -> None:
    """TN-7: when every table plays about one hand more, it is said once what the next level is."""
    evening = Evening(database)
    terms = TournamentTerms(2, 500, levels=(Level(ante=1), Level(ante=5)), level_length=4)
    number = await evening.announce(STONE_HAND, terms)
    await evening.enter(number, *range(101, 105))
    await evening.start(number)
    while not evening.reminders:
        await evening.step(await evening.tournaments.look(number))
    tournament = (await evening.tournaments.look(number)).tournament

    assert evening.reminders == ["1/2"]
    assert tournament.level_hands == 4 * 2 - 2

    while not any(isinstance(order, LevelRose) for order in evening.orders):
        await evening.step(await evening.tournaments.look(number))

    assert evening.reminders == ["1/2"]


async def test_what_is_not_told_yet_is_told_by_the_next_bot(database: Database) -> None:
    """F-2: news are kept with the change that they come from, until they are marked as told."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(number, 101, 102)
    await evening.start(number)
    later = Evening(database, at=evening.clock.at + 60)
    (outcome,) = await later.tournaments.untold()

    assert outcome.orders == tuple(evening.orders)
    assert outcome.news is not None

    await later.tournaments.mark_announced(outcome.news)

    assert await later.tournaments.untold() == []


async def test_scores_stand_where_they_are_looked_up(database: Database) -> None:
    """KH-12: the director's counts stand in the scores of the event, hand by hand, and in the record."""
    evening = Evening(database, seed=3)
    game = HOSTED["knights_heads"]
    terms = TournamentTerms(3, 30, levels=game.levels, level_length=1, score_words="a helmet")
    number = await evening.announce(game, terms, {"scoring": "places", "court_first": False})
    await evening.enter(number, *range(101, 107))
    await evening.start(number)
    state = await evening.play(number)
    best = max(state.scores.values())

    assert state.scores == {each.player: each.score for each in state.tournament.entrants if each.score}
    (award,) = [each for each in state.tournament.awards if each.reason == "score"]
    assert state.scores[award.player] == best
    kept = await database.read(lambda tx: results.record(tx, SERVER, award.player, 1))
    assert [each.score for each in kept] == [best]
    assert await database.read(lambda tx: tx.all("SELECT * FROM scores")) == []
    await database.read(check_laws)


async def test_the_bank_puts_purses_up_with_the_notice(database: Database) -> None:
    """TN-15, TN-17: a purse comes from the bank with the announcement, and goes back there."""
    evening = Evening(database)
    rules = codec_of(STONE_HAND).rules.encode(STONE_HAND.house_rules())
    plan = Plan("The Cup", ORGANISER, STONE_HAND.key, rules, 60)
    laid = TournamentProposal(plan, TournamentTerms(2, 20), purse=30, score_purse=4)
    manager = evening.press(ORGANISER, is_manager=True)
    number = (await evening.tournaments.announce(manager, CHANNEL, lambda _tx: laid)).id

    async def held() -> tuple[int, int]:
        return await database.read(
            lambda tx: (
                ledger.balance(tx, ledger.bank_account(SERVER)),
                ledger.balance(tx, ledger.fund(SERVER, number)),
            )
        )

    assert await held() == (-34, 34)

    await evening.tournaments.do(
        evening.press(ORGANISER), number, lambda before, _now, _lots: director.call_off(before)
    )

    # Two hundred are in the wallet of whoever called it off.
    assert await held() == (-200, 0)


async def test_whose_tournament_could_not_be_read_is_told(database: Database) -> None:
    """F-16: an unreadable tournament is called off, and handed on with all refunds."""
    _evening, voided = await called_off_unread(database)

    assert voided == Voided(1, SERVER, CHANNEL, None, {101: 30, 102: 30}, is_tournament=True)
    assert await database.read(outbox.untold) == ()
