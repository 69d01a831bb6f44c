"""Stored tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.game import Seat
from games.engine.table import seating
from games.engine.table.table import LoggedMove, Payment, TableChange
from storage.books import ledger
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.errors import Differs, NotEnough, Overtaken, Unreadable
from storage.play import hands
from storage.play.postings import ELSEWHERE, TABLES
from storage.play.tables import LASTING_MAX, StoredTable, Tables
from storage.standing import scores
from tests.storage.both import CONSTRAINED, prune, try_out
from tests.storage.tables import CHANNEL, MONTH_SECONDS, SERVER, in_lobby, playing
from tests.storage.toy import GAMES, TOY, Call, Charm, Toss, ToyRules, begun, called, opened, sat_down


def on_table(tx: Transaction, stored: StoredTable) -> int:
    """Return the balance of the table's account."""
    return ledger.balance(tx, ledger.at_table(SERVER, stored.id))


def purses(tx: Transaction) -> list[int]:
    """Return the balances of the two players."""
    return [ledger.balance(tx, ledger.wallet(SERVER, player)) for player in (11, 12)]


def test_a_table_comes_back_as_it_was_saved(tx: Transaction, tables: Tables) -> None:
    """Loaded without a cache, it is the same to the last field."""
    stored = playing(tx, tables)

    assert Tables(GAMES).load(tx, stored.id) == stored == tables.load(tx, stored.id)
    assert (stored.revision, stored.deadline_at, stored.opened_at, stored.acted_at) == (4, 63.0, 1.0, 3.0)
    assert tables.load(tx, 404) is None


def test_a_number_is_never_given_twice(tx: Transaction, tables: Tables) -> None:
    """Buttons and accounts refer to a table by its number, also after its deletion."""
    first = in_lobby(tx, tables)
    tables.save(tx, first, seating.close(first.table, TOY), None, 2.0)
    prune(tx, MONTH_SECONDS + 3.0)

    assert tables.load(tx, first.id) is None
    assert in_lobby(tx, tables).id == first.id + 1


def test_a_hot_table_is_not_decoded_again(tx: Transaction, tables: Tables) -> None:
    """A decoded table is cached temporarily, and a limited number of tables for longer."""
    stored = in_lobby(tx, tables)
    for _ in range(LASTING_MAX):
        in_lobby(tx, tables)
    again = tables.load(tx, stored.id)
    assert again is not None
    assert again.table is stored.table

    for _ in range(LASTING_MAX):
        in_lobby(tx, tables)
    tables.let_go()
    later = tables.load(tx, stored.id)
    assert later is not None
    assert later.table is not stored.table
    assert later == stored


def test_no_more_is_decoded_than_there_is_room_for(
    tx: Transaction, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache is bounded even for a moment."""
    monkeypatch.setattr(Tables, "decoded_max", 2)
    stored = in_lobby(tx, tables)
    for _ in range(2):
        in_lobby(tx, tables)

    later = tables.load(tx, stored.id)

    assert later is not None
    assert later.table is not stored.table


def test_what_was_rolled_back_is_not_remembered(tx: Transaction, tables: Tables) -> None:
    """A table is always as in the file, whatever was decoded meanwhile."""
    stored = in_lobby(tx, tables)
    tx.execute("SAVEPOINT before")
    tables.save(tx, stored, sat_down(stored.table, 11), None, 2.0)
    tx.execute("ROLLBACK TO before")

    assert tables.load(tx, stored.id) == stored


def test_a_change_to_an_older_revision_is_refused(tx: Transaction, tables: Tables) -> None:
    """A commit checks the revision it started from."""
    stored = in_lobby(tx, tables)
    tables.save(tx, stored, sat_down(stored.table, 11), None, 2.0)

    with pytest.raises(Overtaken):
        tables.save(tx, stored, sat_down(stored.table, 12), None, 2.0)


def test_beginning_moves_the_buy_ins_to_the_table(tx: Transaction, tables: Tables) -> None:
    """TB-2: a player buys in from the wallet, and gets the stack back when the table closes."""
    stored = playing(tx, tables)
    assert purses(tx) == [180, 180]
    assert on_table(tx, stored) == 40

    tables.save(tx, stored, seating.break_off(stored.table, TOY, None, "error 7"), None, 4.0)
    assert purses(tx) == [200, 200]
    assert on_table(tx, stored) == 0
    assert ledger.sum_of_server(tx, SERVER) == 0
    reasons = [entry.why.reason for entry in ledger.history(tx, ledger.wallet(SERVER, 11))]
    assert reasons == ["cash_out", "buy_in", "purse"]


def test_a_house_player_pays_from_the_houses_bank(tx: Transaction, tables: Tables) -> None:
    """TB-12: a house that has a bank of its own plays for coins."""
    house = ledger.house_account(SERVER)
    ledger.transfer(tx, ledger.bank_account(SERVER), house, 100, ledger.TransferInfo("house_bank", 1.0))
    stored = in_lobby(tx, tables, 11)
    stored = tables.save(
        tx, stored, seating.seat_house_player(stored.table, TOY, "Tim", funded=True), None, 2.0
    )
    stored = tables.save(tx, stored, begun(stored.table), None, 3.0)

    assert ledger.balance(tx, house) == 80
    assert on_table(tx, stored) == 40


def test_a_practice_table_never_touches_a_wallet(tx: Transaction, tables: Tables) -> None:
    """TB-2: a table that is opened for practice never touches a wallet."""
    stored = in_lobby(tx, tables, 11, 12, money="practice")
    stored = tables.save(tx, stored, begun(stored.table), None, 3.0)

    assert [each.stack for each in stored.table.seats] == [20, 20]
    assert purses(tx) == [200, 200]
    assert on_table(tx, stored) == 0


def test_who_cannot_pay_does_not_begin(tx: Transaction, tables: Tables) -> None:
    """The same transaction checks the wallet, and refuses."""
    stored = in_lobby(tx, tables, 11, 12, buy_in=201)

    with pytest.raises(NotEnough):
        tables.save(tx, stored, begun(stored.table), None, 3.0)


def test_a_change_that_makes_money_is_a_fault(tx: Transaction, tables: Tables) -> None:
    """A commit checks that the table's account equals the money in the snapshot."""
    stored = playing(tx, tables)
    richer = stored.table.with_seat(replace(stored.table.seated(Seat(1)), stack=21))

    with pytest.raises(Differs):
        tables.save(tx, stored, TableChange(richer), None, 4.0)


def test_a_payment_that_the_snapshot_does_not_know_is_a_fault(tx: Transaction, tables: Tables) -> None:
    """A payment without its change of the snapshot is a fault, too."""
    stored = playing(tx, tables)

    with pytest.raises(Differs):
        tables.save(tx, stored, TableChange(stored.table, (Payment(11, 1, "buy_in"),)), None, 4.0)


def test_moves_are_written_in_their_order(tx: Transaction, tables: Tables) -> None:
    """The log has every move, also those of chance."""
    stored = playing(tx, tables)
    stored = tables.save(tx, stored, called(stored.table, 1, "heads"), None, 4.0)
    stored = tables.save(tx, stored, called(stored.table, 2, "tails"), None, 5.0)
    first, second, toss = hands.moves(tx, TOY, stored.id, 1)
    rows = tx.all("SELECT revision, number, at FROM moves ORDER BY revision, number")

    assert first == LoggedMove(1, Seat(1), Call("heads"))
    assert second == LoggedMove(1, Seat(2), Call("tails"))
    assert (toss.seat, toss.hand, type(toss.move)) == (0, 1, Toss)
    assert [tuple(row) for row in rows] == [(5, 0, 4.0), (6, 0, 5.0), (6, 1, 5.0)]
    assert hands.moves(tx, TOY, stored.id, 2) == ()


def test_when_a_table_was_shown_is_known(tx: Transaction, tables: Tables) -> None:
    """TB-13: only the state after the last of several moves by one press was shown."""
    stored = playing(tx, tables)
    stored = tables.save(tx, stored, called(stored.table, 1, "heads"), None, 4.0)
    stored = tables.save(tx, stored, called(stored.table, 2, "tails"), None, 5.0)

    assert hands.shown_after(tx, stored.id, 1) == (1, 3)
    assert hands.shown_after(tx, stored.id, 2) == ()


def test_moves_are_only_ever_added(tx: Transaction, tables: Tables) -> None:
    """The database itself refuses to change a move."""
    stored = playing(tx, tables)
    tables.save(tx, stored, called(stored.table, 1, "heads"), None, 4.0)

    with pytest.raises(CONSTRAINED):
        try_out(tx, "UPDATE moves SET move = '{}'")


def test_points_reach_the_scoreboard(tx: Transaction, tables: Tables) -> None:
    """SH-12: the server's scoreboard lasts from game to game."""
    stored = in_lobby(tx, tables)
    tables.save(tx, stored, TableChange(stored.table, points=((11, 8), (12, 3))), None, 4.0)

    assert [(each.player, each.value) for each in scores.top(tx, SERVER, "toy")] == [(11, 8), (12, 3)]


def test_open_tables_are_found_by_server_channel_and_player(tx: Transaction, tables: Tables) -> None:
    """Closed tables and those of other servers are left out."""
    mine = in_lobby(tx, tables, 11, 12)
    there = tables.add(tx, SERVER, 71, opened, 1.0)
    tables.add(tx, 8, CHANNEL, opened, 1.0)
    closed = in_lobby(tx, tables, 11)
    tables.save(tx, closed, seating.close(closed.table, TOY), None, 2.0)

    assert tables.open_tables(tx, SERVER) == (mine, there)
    assert tables.in_channel(tx, SERVER, CHANNEL) == (mine,)
    assert tables.of_player(tx, SERVER, 11) == (mine,)
    left = tables.save(tx, mine, seating.leave(mine.table, TOY, 11, iter(())), None, 2.0)
    assert tables.of_player(tx, SERVER, 11) == ()
    back = tables.save(tx, left, sat_down(left.table, 11), None, 2.0)
    assert tables.of_player(tx, SERVER, 11) == (back,)


def test_stakes_and_promises(tx: Transaction, tables: Tables) -> None:
    """A player's coins on a table are a stake; the price of a table in its lobby is promised."""
    playing(tx, tables)
    in_lobby(tx, tables, 11, buy_in=30)
    in_lobby(tx, tables, 11, buy_in=30, money="practice")
    in_lobby(tx, tables, 11, rules=ToyRules(generous=True))

    assert [tables.stakes(tx, SERVER, player) for player in (11, 12, 13)] == [20, 20, 0]
    assert [tables.promised(tx, SERVER, player) for player in (11, 12, 13)] == [30, 0, 0]


def test_f17_deadlines_move_by_the_time_away(tx: Transaction, tables: Tables) -> None:
    """F-17: deadlines of hands under way are postponed by the absence, and drawn again."""
    stored, lobby = playing(tx, tables), in_lobby(tx, tables)
    TABLES.mark_shown(tx, {each.id: each.revision for each in (stored, lobby)})
    TABLES.put_off(tx, 3600.0, 0.0)
    assert TABLES.deadlines(tx) == [(stored.id, stored.revision + 1, 3663.0)]
    assert TABLES.behind(tx) == (stored.id,)

    TABLES.mark_shown(tx, {stored.id: stored.revision + 1})
    TABLES.set_deadline(tx, stored.id, 99.0)
    assert TABLES.deadlines(tx) == [(stored.id, stored.revision + 2, 99.0)]
    assert TABLES.behind(tx) == (stored.id,)


def test_what_is_over_was_over_when_it_was(tx: Transaction, tables: Tables) -> None:
    """TB-19, F-17: a closed table whose end was not shown keeps its times; the others are postponed."""
    before = [in_lobby(tx, tables), in_lobby(tx, tables)]
    closed = tables.save(tx, before[0], seating.close(before[0].table, TOY), None, 5.0)
    TABLES.put_off(tx, 3600.0, 0.0)
    after = [tables.known(tx, each.id).acted_at for each in before]

    assert after == [closed.acted_at, before[1].acted_at + 3600.0]


def test_a_message_that_is_behind_is_found_until_it_shows_the_end(tx: Transaction, tables: Tables) -> None:
    """F-2: after a kill the message is redrawn, also one that has to show the end of a table."""
    stored = in_lobby(tx, tables)
    assert TABLES.behind(tx) == (stored.id,)

    TABLES.set_message(tx, stored.id, 71, 700, 5.0)
    TABLES.mark_shown(tx, {stored.id: 1})
    assert TABLES.behind(tx) == ()
    shown = tables.load(tx, stored.id)
    assert shown == replace(stored, channel=71, message=700, posted_at=5.0, shown_revision=1)

    tables.save(tx, shown, seating.close(shown.table, TOY), None, 2.0)
    TABLES.mark_shown(tx, {stored.id: 1})
    assert TABLES.behind(tx) == (stored.id,)
    TABLES.mark_shown(tx, {stored.id: 2})
    assert TABLES.behind(tx) == ()
    assert tables.load(tx, stored.id) is not None


def test_only_what_was_closed_long_ago_is_pruned(tx: Transaction, tables: Tables) -> None:
    """Snapshots and moves of closed tables are deleted after their retention time; the ledger stays."""
    stored = playing(tx, tables)
    stored = tables.save(tx, stored, called(stored.table, 1, "heads"), None, 4.0)
    assert prune(tx, MONTH_SECONDS + 100.0) == 0
    tables.save(tx, stored, seating.break_off(stored.table, TOY, None, "error 7"), None, 5.0)

    assert prune(tx, MONTH_SECONDS + 5.0) == 0
    assert prune(tx, MONTH_SECONDS + 5.1) == 1
    assert tx.all("SELECT * FROM moves") == []
    assert ledger.verify_chain(tx, SERVER) is None


def test_what_was_played_elsewhere_is_pruned_after_a_day(tx: Transaction, tables: Tables) -> None:
    """A table at a place without the bot is deleted after a day."""
    stored = tables.add(tx, ELSEWHERE, CHANNEL, lambda number: opened(number, money="practice"), 1.0)
    tables.save(tx, stored, seating.close(stored.table, TOY), None, 5.0)

    assert prune(tx, DAY_SECONDS + 5.0) == 0
    assert prune(tx, DAY_SECONDS + 5.1) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE tables SET format = 99",
        "UPDATE tables SET game = 'whist'",
        "UPDATE tables SET snapshot = '{}'",
        "UPDATE tables SET snapshot = replace(snapshot, '\"id\":1,', '\"id\":2,')",
    ],
)
def test_what_cannot_be_read_is_said_and_left_out(tx: Transaction, tables: Tables, spoil: str) -> None:
    """An unreadable snapshot hides no other table."""
    stored = in_lobby(tx, tables)
    tx.execute(spoil)
    readable = in_lobby(tx, tables)
    fresh = Tables(GAMES)

    with pytest.raises(Unreadable):
        fresh.load(tx, stored.id)
    assert fresh.check(tx).lost == (stored.id,)
    assert fresh.open_tables(tx, SERVER) == (readable,)


def test_a_keepsake_goes_with_its_seat(tx: Transaction, tables: Tables) -> None:
    """A player's keepsake is part of the table."""
    stored = in_lobby(tx, tables)
    tables.save(tx, stored, sat_down(stored.table, 11, "Ann", Charm(3, "home")), None, 2.0)
    loaded = Tables(GAMES).load(tx, stored.id)

    assert loaded is not None
    assert loaded.table.seat_of(11).keepsake == Charm(3, "home")


def test_tb28_a_deadline_that_is_gone_comes_no_more(tx: Transaction, tables: Tables) -> None:
    """TB-28: a table whose deadline is taken away is due at no time, whatever it was rounded up to."""
    stored = playing(tx, tables)
    tx.execute("UPDATE tables SET deadline_at = 100.0, due_at = 900.0 WHERE id = ?", (stored.id,))
    assert tables.known(tx, stored.id).due_at == 900.0
    tx.execute("UPDATE tables SET deadline_at = NULL WHERE id = ?", (stored.id,))

    assert tables.known(tx, stored.id).due_at is None
