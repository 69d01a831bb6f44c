"""Titles that players have earned."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.game import Seat
from games.engine.core.hand_stats import SEASONS, HandStats
from games.engine.table.table import AnyTable, EndedHand, Money, TableChange
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import personal_data, preferences
from storage.people.preferences import Preferences
from storage.play.tables import Tables
from storage.standing import records, titles
from storage.standing.records import Counted
from storage.standing.titles import Earned
from tests.storage.records import ANN, BOB, HEADS, played
from tests.storage.tables import SERVER, playing
from tests.storage.toy import GAMES, TOY

TWO_GAMES = {**GAMES, "other": TOY}
DAY = float(DAY_SECONDS)


def held(tx: Transaction, player: int, server: int = SERVER) -> list[str]:
    """Return a player's titles, sorted."""
    return sorted(each.title for each in titles.of_player(tx, server, player))


def ends(tx: Transaction, table: AnyTable, deeds: HandStats, at: float, game: str = TOY.key) -> None:
    """Record a finished hand of Ann’s."""
    table = replace(table, game=game)
    ended = EndedHand(table.hands, (), {}, {}, {Seat(1): 0}, {Seat(1): deeds})
    change = TableChange(table, ended=(ended,))
    records.count(tx, SERVER, TOY, change, at)
    titles.earn(tx, SERVER, TWO_GAMES, change, at)


def test_a_hand_earns_its_titles(tx: Transaction, tables: Tables) -> None:
    """TB-21: in the transaction that settles it; with one game, that is every game in a day."""
    stored = played(tx, tables)
    right, wrong = (ANN, BOB) if stored.table.gains[0].amount == 0 else (BOB, ANN)

    assert set(held(tx, right)) - {"toy_heads"} == {"every_game_in_a_day", "toy_won", "won_every_game"} | {
        "won_every_game_in_a_day"
    }
    assert set(held(tx, wrong)) - {"toy_heads"} == {"every_game_in_a_day"}
    assert "toy_heads" in held(tx, ANN)
    assert "toy_heads" not in held(tx, BOB)
    first = titles.of_player(tx, SERVER, ANN)[0]
    assert (first.at, first.table, first.hand) == (3.0 * DAY, stored.id, 1)


def test_a_title_is_earned_once(tx: Transaction, tables: Tables) -> None:
    """TB-21: a second deed changes nothing, and another server has titles of its own."""
    table = playing(tx, tables).table
    ends(tx, table, HEADS, 0.0)
    ends(tx, replace(table, hands=9), HEADS, 5.0)

    assert held(tx, ANN) == ["toy_heads", "toy_won"]
    assert [each.hand for each in titles.of_player(tx, SERVER, ANN)] == [1, 1]
    assert held(tx, ANN, SERVER + 1) == []


def test_some_deeds_have_to_be_done_often(tx: Transaction, tables: Tables) -> None:
    """TB-21: three in all, on any days, for coins and in tournaments; not in practice."""
    table = playing(tx, tables).table
    monies: tuple[Money, ...] = ("coins", "practice", "practice", "chips")
    for number, money in enumerate(monies):
        ends(tx, replace(table, money=money), HEADS, number * DAY)
        assert "toy_three_heads" not in held(tx, ANN)
    ends(tx, table, HEADS, 9 * DAY)

    assert "toy_three_heads" in held(tx, ANN)


def test_practice_earns_nothing(tx: Transaction, tables: Tables) -> None:
    """TB-21: nothing at a practice table earns a title."""
    ends(tx, replace(playing(tx, tables).table, money="practice"), HEADS, 0.0)

    assert held(tx, ANN) == []


def test_nobody_but_a_person_earns_a_title(tx: Transaction, tables: Tables) -> None:
    """TB-21: no house player and no erased person earns one."""
    table = playing(tx, tables).table
    for player in (None, -1):
        ends(tx, table.with_seat(replace(table.seats[0], player=player)), HEADS, 0.0)

    assert tx.all("SELECT * FROM titles") == []


def test_every_game_in_one_day(tx: Transaction, tables: Tables) -> None:
    """TB-21: days are in UTC; one title is for wins in one day, another for wins ever."""
    table, lost = playing(tx, tables).table, replace(HEADS, has_won=False, counts={})
    ends(tx, table, HEADS, DAY - 1)
    ends(tx, table, lost, DAY, "other")
    assert held(tx, ANN) == ["toy_heads", "toy_won"]
    ends(tx, table, HEADS, DAY + 1)
    assert held(tx, ANN) == ["every_game_in_a_day", "toy_heads", "toy_won"]


def test_won_at_every_game(tx: Transaction, tables: Tables) -> None:
    """TB-21: a win of each game at any time earns one title; the second needs all in one day."""
    table = playing(tx, tables).table
    records.add(tx, SERVER, replace(table, game="other"), [Counted(ANN, 0, HEADS)], 0.0)
    ends(tx, table, HEADS, DAY)
    assert "won_every_game" in held(tx, ANN)
    assert "won_every_game_in_a_day" not in held(tx, ANN)
    ends(tx, table, HEADS, 2 * DAY, "other")
    assert "won_every_game_in_a_day" not in held(tx, ANN)
    ends(tx, table, HEADS, 2 * DAY)
    assert "won_every_game_in_a_day" in held(tx, ANN)


def test_what_was_earned_at_a_table(tx: Transaction, tables: Tables) -> None:
    """TB-21: the titles are public, without those of players with hidden records."""
    stored = played(tx, tables)
    preferences.save(tx, BOB, Preferences(record="hidden"))
    mine = titles.of_player(tx, SERVER, ANN)

    assert {*titles.at_table(tx, stored.id)} == {*titles.shown_at_table(tx, stored.table)()} == {*mine}
    # The second hand has begun by itself.
    assert titles.shown_at_table(tx, replace(stored.table, hand=None, hands=1))() == mine
    assert titles.shown_at_table(tx, replace(stored.table, hands=3))() == ()
    # They are told once more when the table closes.
    assert titles.shown_at_table(tx, replace(stored.table, hands=3, phase="closed"))() == titles.at_table(
        tx, stored.id
    )
    assert titles.at_table(tx, stored.id + 1) == ()


def test_titles_are_handed_over_and_forgotten(tx: Transaction, tables: Tables) -> None:
    """TB-21: an erased player has none, and others keep theirs."""
    titles.give(tx, SERVER, ANN, SEASONS[:1], 7.0)
    titles.give(tx, SERVER, BOB, SEASONS, 8.0)

    assert personal_data.export(tx, tables, ANN)["titles"] == [
        {"server": SERVER, "title": "season_champion", "at": 7.0, "table": None, "hand": None}
    ]
    personal_data.forget(tx, tables, ANN, 9.0)
    assert held(tx, ANN) == []
    assert titles.of_player(tx, SERVER, BOB) == tuple(
        Earned(BOB, each.key, 8.0, None, None) for each in SEASONS
    )
    assert tx.scalar("SELECT count(*) FROM titles") == 2


def finish(tx: Transaction, number: int, places: dict[int, int], players: int, at: float = 1.0) -> None:
    """Finish a tournament, and write its results."""
    tx.execute(
        "INSERT INTO tournaments (id, server, channel, phase, revision, shown_revision, format, announced_at,"
        " acted_at, plan, seal, snapshot) VALUES (?, ?, 1, 'over', 1, 1, 1, 0, ?, '', '', '')",
        (number, SERVER, at),
    )
    rows = [(number, SERVER, player, place, players) for player, place in places.items()]
    columns = "tournament, server, player, place, players, money, words"
    tx.execute_each(f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, 0, '')", rows)  # noqa: S608


def test_tournaments_earn_titles(tx: Transaction) -> None:
    """TB-21: they go by place, if at least two people played it to its end."""
    finish(tx, 1, {ANN: 1, BOB: 4}, 12)
    titles.earn_at_tournament(tx, 1, 5.0)
    won = ["tournament_entered", "tournament_first", "tournament_full_hall", "tournament_podium"]

    assert held(tx, ANN) == won
    assert held(tx, BOB) == ["tournament_entered"]
    # A player alone among house players does not count as two people.
    finish(tx, 2, {ANN: 1}, 12)
    titles.earn_at_tournament(tx, 2, 6.0)
    assert held(tx, ANN) == won
    finish(tx, 3, {ANN: 1, -5: 2}, 2)
    titles.earn_at_tournament(tx, 3, 7.0)
    assert held(tx, ANN) == [*won, "tournament_twice"]
    assert held(tx, -5) == []


def remove(tx: Transaction, number: int, player: int) -> None:
    """Remove a player from a finished tournament."""
    tx.execute("UPDATE results SET removed = 1 WHERE tournament = ? AND player = ?", (number, player))


def test_whoever_was_removed_earns_no_title(tx: Transaction) -> None:
    """TB-21: four of six were removed, so the first of them, third of all, was not among the first three."""
    finish(tx, 1, {ANN: 1, BOB: 2, 13: 3, 14: 4, 15: 5, 16: 6}, 6)
    for player in (13, 14, 15, 16):
        remove(tx, 1, player)
    titles.earn_at_tournament(tx, 1, 5.0)

    assert held(tx, BOB) == ["tournament_entered", "tournament_podium"]
    assert held(tx, 13) == []


def test_nobody_wins_against_somebody_removed(tx: Transaction) -> None:
    """TB-21: with one removed, two people did not play it to its end; it does not count later either."""
    finish(tx, 1, {ANN: 1, BOB: 2}, 2)
    remove(tx, 1, BOB)
    titles.earn_at_tournament(tx, 1, 5.0)
    assert held(tx, ANN) == []

    finish(tx, 2, {ANN: 1, BOB: 2}, 2)
    titles.earn_at_tournament(tx, 2, 6.0)
    assert held(tx, ANN) == ["tournament_entered", "tournament_first"]


def everything(tx: Transaction) -> list[tuple[int, str]]:
    """Return all titles with their players."""
    return [tuple(row) for row in tx.all("SELECT player, title FROM titles ORDER BY player, title")]


def test_what_was_recorded_before_is_worked_out_once(tx: Transaction, tables: Tables) -> None:
    """F-15: at the first start after the migration, with the days of the deeds."""
    played(tx, tables)
    table = playing(tx, tables).table
    for number in (4, 5):
        records.add(tx, SERVER, table, [Counted(BOB, 0, HEADS)], number * DAY)
    records.add(tx, SERVER, replace(table, game="gone"), [Counted(BOB, 0, HEADS)], 0.0)
    finish(tx, 1, {ANN: 1, BOB: 4}, 12, 9 * DAY)
    before = everything(tx)
    tx.execute("DELETE FROM titles")
    assert tx.get_note(titles.NAME) == titles.DUE
    titles.give_for_earlier_records(tx, GAMES)

    assert {*everything(tx)} >= {*before, (ANN, "tournament_first"), (BOB, "toy_heads")}
    assert {each.title: each.at for each in titles.of_player(tx, SERVER, BOB)}["toy_heads"] == 4 * DAY
    assert "toy_three_heads" not in held(tx, BOB)
    tx.execute("DELETE FROM titles")
    titles.give_for_earlier_records(tx, GAMES)
    assert everything(tx) == []
