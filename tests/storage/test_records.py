"""Records of finished hands, by player and day."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.table import play, seating
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.people.preferences import Preferences
from storage.play.postings import DIRECT
from storage.play.tables import Tables
from storage.standing import backfill, records
from storage.standing.records import Counted, HandPlace, PlayRecord
from tests.bot.recount import check_totals
from tests.storage.records import ANN, BOB, HEADS, played
from tests.storage.tables import SERVER, in_lobby, playing
from tests.storage.toy import GAMES, SEEDS, TOY, begun, called


def mine(tx: Transaction, player: int, since: int = 0) -> PlayRecord:
    """Return a player's record of the toy, for coins."""
    return records.of_player(tx, SERVER, player, "coins", since).get(TOY.key, PlayRecord())


def everything(tx: Transaction) -> list[tuple[object, ...]]:
    """Return all records."""
    # A table has no order of its own.
    found = {name: tx.all(f"SELECT * FROM {name}") for name in ("records", "deeds")}  # noqa: S608
    return [each for rows in found.values() for each in sorted(map(tuple, rows))]


def test_a_hand_counts_for_everybody_who_played_it(tx: Transaction, tables: Tables) -> None:
    """TB-19: the right call has won, the wrong one lost a coin; both have called, and shown."""
    stored = played(tx, tables)
    right, wrong = (ANN, BOB) if stored.table.gains[0].amount == 0 else (BOB, ANN)
    calls = {ANN: "heads", BOB: "tails"}

    for player, won, net in ((right, 1, 0), (wrong, 0, -1)):
        shown = BestHand((1,), "coin", (calls[player],))
        at = HandPlace(stored.id, 1)
        assert mine(tx, player) == PlayRecord(1, won, 0, 1, net, 1, shown, {calls[player]: 1}, best_at=at)


def test_what_lay_between_hands_counts_when_the_table_closes(tx: Transaction, tables: Tables) -> None:
    """TB-19: the coin in the kitty goes back to its payer, without another hand."""
    stored = played(tx, tables)
    closed = seating.break_off(stored.table, TOY, None, "the end")
    tables.save(tx, stored, closed, None, 3.0 * DAY_SECONDS)

    assert [(mine(tx, player).hands, mine(tx, player).net) for player in (ANN, BOB)] == [(1, 0), (1, 0)]


def test_a_hand_that_is_called_off_counts_for_nothing(tx: Transaction, tables: Tables) -> None:
    """TB-19: everything goes back, and nothing was played."""
    stored = playing(tx, tables)
    tables.save(tx, stored, play.call_off(stored.table, TOY, SEEDS, ANN, "ale"), None, 4.0)

    assert everything(tx) == []


def test_house_players_have_no_record(tx: Transaction, tables: Tables) -> None:
    """TB-19: only people have one, and an erased person has none any more."""
    stored = in_lobby(tx, tables, ANN)
    change = seating.seat_house_player(stored.table, TOY, "Uncle Vask", funded=True)
    stored = tables.save(tx, stored, change, None, 2.0)
    seats = {seat.seat: 1 for seat in stored.table.seats}

    assert [each.player for each in records.counted(stored.table, seats, {}, 1)] == [ANN]
    forgotten = stored.table.with_seat(replace(stored.table.seats[0], player=-1))
    assert records.counted(forgotten, seats, {}, 1) == ()


def test_what_is_won_of_the_house_is_kept_apart(tx: Transaction, tables: Tables) -> None:
    """TB-12, TB-19: so are a hand that a house player began, and the payments when such a table closes."""
    stored = in_lobby(tx, tables, ANN, BOB)
    change = seating.seat_house_player(stored.table, TOY, "Uncle Vask", funded=True)
    table = change.table
    house = next(each.seat for each in table.seats if each.player is None)
    ann, bob = (each.seat for each in table.seats if each.player is not None)
    for gains, hand in (({ann: 5, bob: -5}, 1), ({ann: 3, house: -3}, 2), ({ann: 1}, 0)):
        records.add(tx, SERVER, table, records.counted(table, gains, {}, hand), 0.0)

    assert table.money == "coins"
    assert mine(tx, ANN).net == 5
    assert records.of_player(tx, SERVER, ANN, "house")[TOY.key].net == 4


def test_luck_is_added_up(tx: Transaction, tables: Tables) -> None:
    """TB-19: luck and its variance are added over hands and days."""
    table = playing(tx, tables).table
    for day, luck in ((0, 700), (0, -1_000), (1, 50)):
        deeds = replace(HEADS, luck=luck, spread=300)
        records.add(tx, SERVER, table, [Counted(ANN, 0, deeds)], float(day * DAY_SECONDS))

    assert (mine(tx, ANN).luck, mine(tx, ANN).spread) == (-250, 900)
    assert (mine(tx, ANN, since=1).luck, mine(tx, ANN, since=1).spread) == (50, 300)


def test_practice_is_kept_apart(tx: Transaction, tables: Tables) -> None:
    """TB-19: practice gains are in no record of coins."""
    stored = playing(tx, tables)
    practice = replace(stored.table, money="practice")
    records.add(tx, SERVER, stored.table, [Counted(ANN, 5, HEADS)], 0.0)
    records.add(tx, SERVER, practice, [Counted(ANN, 70, HEADS)], 0.0)

    assert mine(tx, ANN).net == 5
    assert records.of_player(tx, SERVER, ANN, "practice")[TOY.key].net == 70


def test_days_are_kept_apart_and_added_up(tx: Transaction, tables: Tables) -> None:
    """TB-19: a period begins with a day (UTC); the best hand is the best of the period's days."""
    table = playing(tx, tables).table
    better = replace(HEADS, has_won=False, shown=BestHand((12, 3), "coin", ("edge",)))
    records.add(tx, SERVER, table, [Counted(ANN, 5, better), Counted(ANN, 1, HEADS)], DAY_SECONDS - 1.0)
    records.add(tx, SERVER, table, [Counted(ANN, -2, HEADS)], float(DAY_SECONDS))
    records.add(tx, SERVER + 1, table, [Counted(ANN, 9, HEADS)], 0.0)

    assert mine(tx, ANN) == PlayRecord(3, 2, 0, 3, 4, 3, better.shown, {"heads": 3})
    assert mine(tx, ANN, since=1) == PlayRecord(1, 1, 0, 1, -2, 1, HEADS.shown, {"heads": 1})


def test_the_coach_has_ten_hands_of_each_game(tx: Transaction, tables: Tables) -> None:
    """Hands of a game count wherever they were played; other games are counted separately."""
    stored = in_lobby(tx, tables, ANN, BOB)
    for hand in range(10):
        assert records.learners(tx, stored.id, TOY.key) == {ANN, BOB}
        records.add(tx, SERVER + hand % 2, stored.table, [Counted(ANN, 0, HEADS)], hand * DAY_SECONDS)

    assert records.learners(tx, stored.id, TOY.key) == {BOB}
    assert records.learners(tx, stored.id, "chess") == {ANN, BOB}


def test_ten_hands_in_a_server_and_nobody_is_a_beginner_there(tx: Transaction, tables: Tables) -> None:
    """TB-12: all stakes count together; the least experienced player counts, by game and server."""
    table = playing(tx, tables).table
    practice = replace(table, money="practice")
    for hand in range(10):
        assert records.has_beginners(tx, SERVER, [ANN], TOY.key)
        records.add(tx, SERVER, practice if hand % 2 else table, [Counted(ANN, 0, HEADS)], hand * DAY_SECONDS)

    assert not records.has_beginners(tx, SERVER, [ANN], TOY.key)
    assert records.has_beginners(tx, SERVER, [ANN, BOB], TOY.key)
    assert records.has_beginners(tx, SERVER, [ANN], "chess")
    assert records.has_beginners(tx, SERVER + 1, [ANN], TOY.key)
    assert not records.has_beginners(tx, DIRECT, [ANN], TOY.key)
    assert not records.has_beginners(tx, SERVER, [], TOY.key)


def test_who_wants_no_coach_has_none(tx: Transaction, tables: Tables) -> None:
    """The coach is off for a player who sent it away, and for nobody else."""
    stored = in_lobby(tx, tables, ANN, BOB)
    preferences.save(tx, ANN, Preferences(coach="off"))

    assert records.learners(tx, stored.id, TOY.key) == {BOB}
    assert preferences.load(tx, ANN).coach == "off"


def test_what_was_played_before_is_worked_out_once(tx: Transaction, tables: Tables) -> None:
    """F-15: a hand that was called off or is under way is not counted."""
    stored = played(tx, tables)
    before = everything(tx)
    tx.execute("DELETE FROM records")
    tx.execute("DELETE FROM deeds")
    tables.save(tx, stored, play.call_off(stored.table, TOY, SEEDS, ANN, "ale"), None, 4.0)
    tx.set_note(backfill.NAME, backfill.DUE)
    for _ in range(2):
        backfill.work_out(tx, GAMES, 3.0 * DAY_SECONDS)

        assert everything(tx) == before


def test_the_last_days_are_worked_out_again(tx: Transaction, tables: Tables) -> None:
    """F-15: new parts are counted, and days without tables stay, also with a clock that runs behind."""
    table, whole = played(tx, tables).table, everything(tx)
    tx.execute("UPDATE records SET won = 9")
    records.add(tx, SERVER, table, [Counted(13, 7, HEADS)], 2.0 * DAY_SECONDS)
    old = [row for row in everything(tx) if row[1] == 13]
    records.add(tx, SERVER, table, [Counted(13, 7, HEADS)], 32.0 * DAY_SECONDS)
    for at in (0.0, 33.0 * DAY_SECONDS - 1):
        tx.set_note(backfill.NAME, backfill.AGAIN)
        backfill.work_out(tx, GAMES, at)

        # From day 3 on: stored hands count as before, and the other hand of day 32 is not there.
        assert {*everything(tx)} == {*old, *whole}
        check_totals(tx)


def test_a_table_that_cannot_be_played_again_keeps_nobody_out(
    tx: Transaction, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    """F-58: a damaged table is in nobody's record, and all others are."""
    damaged = played(tx, tables)
    stored = in_lobby(tx, tables, ANN, BOB)
    stored = tables.save(tx, stored, begun(stored.table), None, 3.0)
    for seat in (1, 2):
        stored = tables.save(tx, stored, called(stored.table, seat, "heads"), None, 4.0)
    tx.execute("DELETE FROM records")
    tx.execute("DELETE FROM deeds")
    tx.execute("UPDATE moves SET checksum = ? WHERE table_id = ?", (b"\0", damaged.id))
    tx.set_note(backfill.NAME, backfill.DUE)
    backfill.work_out(tx, GAMES, 5.0)

    assert [mine(tx, player).hands for player in (ANN, BOB)] == [1, 1]
    assert [each.message for each in caplog.records] == [
        f"the hands of table {damaged.id} could not be counted in anybody's record"
    ]


def test_the_net_of_each_day(tx: Transaction, tables: Tables) -> None:
    """TB-19: the net is of all games or of one, since a day, in the order of days."""
    table = playing(tx, tables).table
    other = replace(table, game="chess")
    for day, gain, at in ((4, 5, table), (2, -3, table), (4, 7, other), (1, 9, table)):
        records.add(tx, SERVER, at, [Counted(ANN, gain, HEADS)], float(day * DAY_SECONDS))

    assert records.net_by_day(tx, SERVER, ANN, "coins", None, 2) == ((2, -3), (4, 12))
    assert records.net_by_day(tx, SERVER, ANN, "coins", TOY.key, 0) == ((1, 9), (2, -3), (4, 5))
    assert records.net_by_day(tx, SERVER, ANN, "practice", None, 0) == ()


def test_what_was_played_for_does_not_matter_to_kinds_of_hands() -> None:
    """TB-19: kinds of hands are added over all stakes; amounts never are."""
    for_coins = PlayRecord(2, 1, net=9, deeds={"pair": 2, "run": 1}, luck=5, spread=9)
    for_practice = PlayRecord(1, 1, net=70, deeds={"pair": 1}, luck=-7, spread=3)

    both = PlayRecord(hands=3, deeds={"pair": 3, "run": 1}, luck=-2, spread=12)
    assert records.together([for_coins, for_practice]) == both


def test_f58_a_best_hand_that_is_damaged_is_left_out() -> None:
    """F-58: whichever byte of it was flipped, by one bit or to a digit; one of an earlier version is read."""
    written = records._as_text(BestHand((12, 3), "coin", ("edge", "tails")), HandPlace(7, 31))
    hand = BestHand((12, 3), "coin", ("edge", "tails"))
    assert (records.hand_of(written), records.place_of(written)) == (hand, (7, 31))

    for at, letter in enumerate(written):
        for other in {chr(ord(letter) ^ 1), chr(ord(letter) ^ 2), "0", "9"} - {letter}:
            spoiled = written[:at] + other + written[at + 1 :]
            assert (records.hand_of(spoiled), records.place_of(spoiled)) == (None, None), spoiled

    old, _, _digest = written.partition(" #")
    assert (records.hand_of(old), records.place_of(old)) == (hand, (7, 31))
    assert records.hand_of("") is None


@pytest.mark.parametrize("tx", ["sqlite"], indirect=True)  # damage is a file's
@pytest.mark.parametrize(
    ("column", "value"),
    [("money", "'coinr'"), ("money", "'house'"), ("deed", "'headt'"), ("day", "day + 1"), ("count", "5")],
)
def test_f58_deeds_that_are_damaged_are_left_out(
    tx: Transaction, tables: Tables, column: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    """F-58: whatever of the row was flipped, whoever asks; those of other days are told as before."""
    table = playing(tx, tables).table
    did = HandStats(1, has_won=True, counts={"heads": 2})
    for at in (0.0, 0.0, 5.0 * DAY_SECONDS):
        records.add(tx, SERVER, table, [Counted(11, 0, did)], at)
    assert records.of_player(tx, SERVER, 11, "coins")["toy"].deeds == {"heads": 6}
    assert not caplog.records
    tx.execute(f"UPDATE deeds SET {column} = {value} WHERE day = 0")  # noqa: S608

    assert records.of_player(tx, SERVER, 11, "coins")["toy"].deeds == {"heads": 2}
    assert records.of_player(tx, SERVER, 11, "house") == {}
    assert [each.levelname for each in caplog.records] == ["ERROR"] * 2


def test_deeds_of_an_earlier_version_are_read_and_added_to(tx: Transaction, tables: Tables) -> None:
    """F-15: their rows have no number by which they are checked, today's neither."""
    table = playing(tx, tables).table
    did = HandStats(1, has_won=True, counts={"heads": 2})
    records.add(tx, SERVER, table, [Counted(11, 0, did)], 0.0)
    tx.execute("UPDATE deeds SET proof = NULL")
    records.add(tx, SERVER, table, [Counted(11, 0, did)], 0.0)

    assert records.of_player(tx, SERVER, 11, "coins")["toy"].deeds == {"heads": 4}
