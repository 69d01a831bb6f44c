"""Daily wages, and payments between players."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.core.game import Seat
from games.engine.provable_chance import Seal
from games.engine.table.table import Payment, TableChange
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.seating import Lots
from storage.books import ledger
from storage.books import payments as wages_and_gifts
from storage.books.ledger import TransferInfo
from storage.books.payments import WagePayment
from storage.db import schema
from storage.db.transaction import Transaction
from storage.errors import (
    DodgesDebt,
    GiftsOff,
    GiftsSpent,
    MustKeep,
    NotEnough,
    NothingToGive,
    OverLimit,
    PursesSpent,
    Refused,
    ToOneself,
    WagesPaid,
    WellOff,
)
from storage.people.server_settings import ServerSettings
from storage.play.tables import Tables
from storage.tournaments.tournaments import Booked, Plan, Tournaments
from tests.storage.tables import SERVER, in_lobby, playing
from tests.storage.toy import Kitty, begun

SETTINGS = ServerSettings(purse=0, wages_floor=100, pay_day_max=50)
NOON, DAY = 12 * 3600.0, 24 * 3600.0


def held(tx: Transaction, player: int = 11) -> int:
    """Return a wallet's balance."""
    return ledger.balance(tx, ledger.wallet(SERVER, player))


def give(tx: Transaction, amount: int, player: int = 11) -> None:
    """Put money into a wallet."""
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, player), amount, TransferInfo("grant", 1.0)
    )


def test_wages_fill_up_to_the_floor(tx: Transaction, tables: Tables) -> None:
    """Wages are a daily stipend that only tops up to a floor."""
    give(tx, 30)

    assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON) == 70
    assert held(tx) == 100
    assert ledger.history(tx, ledger.wallet(SERVER, 11))[0].why.reason == "wages"


def test_whoever_has_enough_gets_nothing(tx: Transaction, tables: Tables) -> None:
    """At the floor or above there is nothing to pay, and the day is not used up."""
    give(tx, 100)
    with pytest.raises(WellOff) as refused:
        wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON)
    ledger.transfer(tx, ledger.wallet(SERVER, 11), ledger.bank_account(SERVER), 1, TransferInfo("take", NOON))

    assert refused.value.floor == 100
    assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON) == 1


def test_what_lies_on_tables_is_owned(tx: Transaction, tables: Tables) -> None:
    """Money on a table counts as owned: with 180 in the wallet and 20 on the table, it is 200."""
    playing(tx, tables)
    with pytest.raises(WellOff):
        wages_and_gifts.pay_wages(tx, tables, SERVER, 11, ServerSettings(wages_floor=200), NOON)

    assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, ServerSettings(wages_floor=201), NOON) == 1


def test_an_entry_that_comes_back_is_owned(tx: Transaction, tables: Tables) -> None:
    """So does the entry to a tournament that has not begun, which a withdrawal refunds."""
    give(tx, 100)
    enter_for(tx, 60)

    with pytest.raises(WellOff):
        wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON)

    assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, replace(SETTINGS, wages_floor=101), NOON) == 1


@pytest.mark.parametrize(("phase", "wages"), [("running", 0), ("over", 60), ("called_off", 60)])
def test_an_entry_is_owned_until_the_tournament_is_over(
    tx: Transaction, tables: Tables, phase: str, wages: int
) -> None:
    """TB-2: the entry of a tournament under way may come back; at its end it is in a wallet, or lost."""
    give(tx, 100)
    enter_for(tx, 60)
    tx.execute("UPDATE tournaments SET phase = ?", (phase,))

    if wages:
        assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON) == wages
    else:
        with pytest.raises(WellOff):
            wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON)


@pytest.mark.parametrize("is_under_way", [True, False])
def test_what_lies_in_a_pool_is_owned(tx: Transaction, tables: Tables, *, is_under_way: bool) -> None:
    """TB-2: with 180 in the wallet, 13 on the table and 7 of one's own in the pool, 200 are owned."""
    stored = playing(tx, tables)
    paid = stored.table.with_seat(replace(stored.table.seated(Seat(1)), stack=13))
    hand = paid.hand if is_under_way else None
    tables.save(tx, stored, TableChange(replace(paid, hand=hand, carry=Kitty({Seat(1): 7}))), None, 4.0)
    with pytest.raises(WellOff):
        wages_and_gifts.pay_wages(tx, tables, SERVER, 11, ServerSettings(wages_floor=200), NOON)

    assert tables.stakes(tx, SERVER, 11) == 20
    assert tables.stakes(tx, SERVER, 12) == 20


def test_what_somebody_left_in_a_pool_is_owned(tx: Transaction, tables: Tables) -> None:
    """TB-2: a leaver may get back their payments to the pool: they count until it is settled."""
    stored = playing(tx, tables)
    gone = replace(stored.table.seated(Seat(1)), stack=0, standing="gone")
    table = replace(stored.table.with_seat(gone), hand=None, carry=Kitty({Seat(1): 7}))
    tables.save(tx, stored, TableChange(table, (Payment(11, -13, "cash_out"),)), None, 4.0)

    assert held(tx) == 193
    assert tables.stakes(tx, SERVER, 11) == 7
    assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, ServerSettings(wages_floor=201), NOON) == 1


def test_what_is_promised_to_a_table_is_owned(tx: Transaction, tables: Tables) -> None:
    """A promise makes nobody poor: of 200 coins 170 are promised, and 200 are owned."""
    in_lobby(tx, tables, 11, buy_in=170)

    with pytest.raises(WellOff):
        wages_and_gifts.pay_wages(tx, tables, SERVER, 11, ServerSettings(wages_floor=200), NOON)


def test_practice_chips_are_not_owned(tx: Transaction, tables: Tables) -> None:
    """TB-12: practice chips do not reduce wages."""
    stored = in_lobby(tx, tables, 11, 12, money="practice")
    tables.save(tx, stored, begun(stored.table), None, 3.0)

    assert tables.stakes(tx, SERVER, 11) == 0


def enter_for(tx: Transaction, entry: int) -> None:
    """Enter a tournament."""
    tournaments, announced = Tournaments(), entries.announce(TournamentTerms(2, 20, entry=entry), range(2, 7))
    plan = Plan("Cup", 1, "toy", "{}", 60)
    stored = tournaments.add(tx, (SERVER, 2), plan, announced, Seal("00"), 1.0)
    change = entries.enter(announced, 11, "Ann", 1, Lots(stored.seal))
    after = replace(stored, tournament=change.tournament)
    tournaments.save(tx, stored, after, change.payments, Booked(1.0, 11, None))


@pytest.mark.parametrize("later", [0.0, 1.0, 12 * 3600.0 - 1, -DAY, -30 * DAY])
def test_f16_no_wage_is_paid_twice(tx: Transaction, tables: Tables, later: float) -> None:
    """F-16: if the clock jumps a day back, or an hour, no wage is paid twice."""
    wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, 40 * DAY + NOON)
    ledger.transfer(
        tx, ledger.wallet(SERVER, 11), ledger.bank_account(SERVER), 100, TransferInfo("take", NOON)
    )
    with pytest.raises(WagesPaid) as refused:
        wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, 40 * DAY + NOON + later)

    assert refused.value.again_at == 41 * DAY
    assert held(tx) == 0


def test_wages_come_again_the_next_day(tx: Transaction, tables: Tables) -> None:
    """A new day begins at midnight UTC."""
    wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, DAY - 1)
    ledger.transfer(
        tx, ledger.wallet(SERVER, 11), ledger.bank_account(SERVER), 40, TransferInfo("take", NOON)
    )

    assert wages_and_gifts.pay_wages(tx, tables, SERVER, 11, SETTINGS, DAY) == 40


def test_f53_limits_outlast_a_newer_version(tmp_path: Path) -> None:
    """F-53: a file of an older version keeps its day's wages, and its last day's payments."""
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as connection:
        schema.migrate(connection, tmp_path / "old.db", schema.migrations()[:6])
        tx = Transaction(connection)
        tx.execute("INSERT INTO wages VALUES (?, 11, 40)", (SERVER,))
        ledger.transfer(
            tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, 11), 200, TransferInfo("purse", 0.0)
        )
        for at, amount in ((39 * DAY, 5), (40 * DAY, 20), (40 * DAY + NOON, 10)):
            ledger.transfer(
                tx, ledger.wallet(SERVER, 11), ledger.wallet(SERVER, 12), amount, TransferInfo("pay", at)
            )
        schema.migrate(connection, tmp_path / "old.db", schema.migrations())

        assert ledger.last_counted_day(tx, SERVER, 11, "wages") == 40
        assert ledger.counted_on_day(tx, SERVER, 11, "pay", 40 * DAY) == 30
        assert ledger.counted_on_day(tx, SERVER, 11, "pay", 41 * DAY) == 0


def test_f16_what_was_paid_tomorrow_counts_today(tx: Transaction, tables: Tables) -> None:
    """F-16: the clock jumped a day ahead and back: of 50 a day, 30 were paid meanwhile, and 20 are left."""
    give(tx, 200)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 30), SETTINGS, DAY + NOON)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 15), SETTINGS, NOON)
    with pytest.raises(GiftsSpent) as refused:
        wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 6), SETTINGS, NOON)

    assert refused.value.left == 5


def test_paying_moves_money_from_wallet_to_wallet(tx: Transaction, tables: Tables) -> None:
    """The ledger names the payer."""
    give(tx, 60)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 50), SETTINGS, NOON)
    (entry,) = ledger.history(tx, ledger.wallet(SERVER, 12))

    assert (held(tx), held(tx, 12)) == (10, 50)
    assert (entry.payer.owner, entry.why) == (11, TransferInfo("pay", NOON, by=11))


@pytest.mark.parametrize(
    ("gift", "refusal"),
    [
        (WagePayment(11, 11, 5), ToOneself),
        (WagePayment(11, 12, 0), OverLimit),
        (WagePayment(11, 12, -5), OverLimit),
        (WagePayment(11, 12, 2**53), OverLimit),
        (WagePayment(11, 12, 61), NotEnough),
        (WagePayment(11, 12, 51), GiftsSpent),
        (WagePayment(13, 12, 1), NotEnough),
    ],
)
def test_f45_what_may_not_be_paid_is_refused_whole(
    tx: Transaction, tables: Tables, gift: WagePayment, refusal: type[Refused]
) -> None:
    """F-45: a payment to oneself, of nothing, too much, or over the day's limit of 50 is refused whole."""
    give(tx, 60)
    with pytest.raises(refusal):
        wages_and_gifts.pay(tx, tables, SERVER, gift, SETTINGS, NOON)

    assert (held(tx), held(tx, 12)) == (60, 0)


def test_the_days_limit_counts_all_that_was_paid(tx: Transaction, tables: Tables) -> None:
    """The refusal tells the rest of the day's limit, which is whole again the next day."""
    give(tx, 200)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 30), SETTINGS, NOON)
    with pytest.raises(GiftsSpent) as refused:
        wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 13, 21), SETTINGS, NOON)
    # The limit lasts until midnight in UTC.
    assert (refused.value.ceiling, refused.value.left, refused.value.again_at) == (50, 20, float(DAY))

    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 13, 20), SETTINGS, NOON)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 13, 50), SETTINGS, DAY)
    assert held(tx) == 100


def test_f45_what_is_promised_to_a_table_cannot_be_paid_away(tx: Transaction, tables: Tables) -> None:
    """F-45: promised coins cannot be paid away to dodge a debt: of 200 coins, 170 are promised."""
    in_lobby(tx, tables, 11, buy_in=170)
    with pytest.raises(DodgesDebt) as refused:
        wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 31), SETTINGS, NOON)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 30), SETTINGS, NOON)

    assert refused.value.promised == 170


def test_f45_the_stake_in_play_cannot_be_paid(tx: Transaction, tables: Tables) -> None:
    """F-45: coins on a table are not in the wallet."""
    playing(tx, tables)

    with pytest.raises(NotEnough):
        wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 181), ServerSettings(), NOON)


def test_a_server_may_ask_for_a_rest_in_the_wallet(tx: Transaction, tables: Tables) -> None:
    """A server may set a minimum balance."""
    give(tx, 60)
    careful = ServerSettings(pay_keep_min=50)
    with pytest.raises(MustKeep) as refused:
        wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 11), careful, NOON)
    wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, 10), careful, NOON)

    assert (refused.value.floor, refused.value.left) == (50, 10)
    for amount in (1, 50):
        with pytest.raises(NothingToGive):
            wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, amount), careful, NOON)


def test_f45_where_gifts_are_switched_off(tx: Transaction, tables: Tables) -> None:
    """F-45: with a daily limit of 0 nobody can give anything away."""
    off = ServerSettings(pay_day_max=0)
    for amount in (1, 201):
        with pytest.raises(GiftsOff):
            wages_and_gifts.pay(tx, tables, SERVER, WagePayment(11, 12, amount), off, NOON)


def test_exactly_what_is_left_of_a_days_purses_can_be_put_up(tx: Transaction) -> None:
    """TB-2: 30 of 50 coins a day are put up, then the 20 that are left; one more is refused."""
    settings = ServerSettings(purses_day_max=50)
    for amount in (30, 20):
        wages_and_gifts.put_up(tx, SERVER, amount, settings, NOON)
    with pytest.raises(PursesSpent) as refused:
        wages_and_gifts.put_up(tx, SERVER, 1, settings, NOON)

    assert (refused.value.ceiling, refused.value.left) == (50, 0)
