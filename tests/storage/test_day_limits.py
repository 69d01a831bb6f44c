"""F-16: the daily counts when the clock is set."""

from __future__ import annotations

import pytest

from storage.books import ledger, payments
from storage.books.ledger import TransferInfo
from storage.books.payments import WagePayment
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.errors import GiftsSpent, Refused, WagesPaid
from storage.people import erased_people
from storage.people.server_settings import ServerSettings
from storage.play.tables import Tables
from tests.storage.tables import SERVER

SETTINGS = ServerSettings(purse=0, wages_floor=100, pay_day_max=50)
DAY = float(DAY_SECONDS)
NOON = 20_000 * DAY + DAY / 2
TEN_YEARS = 3650 * DAY
WRONG = [TEN_YEARS, DAY, 13 * 3600.0, -13 * 3600.0, -DAY, -TEN_YEARS]
"""The errors of the clock in seconds: 13 hours reach another day from noon."""


def poor(tx: Transaction) -> None:
    """Spend all of a player's coins."""
    wallet = ledger.wallet(SERVER, 11)
    if ledger.balance(tx, wallet):
        ledger.transfer(
            tx, wallet, ledger.bank_account(SERVER), ledger.balance(tx, wallet), TransferInfo("take", 1.0)
        )


def earn(tx: Transaction, tables: Tables, at: float) -> bool:
    """Ask for wages, and spend them; return True if there were any."""
    poor(tx)
    try:
        return payments.pay_wages(tx, tables, SERVER, 11, SETTINGS, at) == 100
    except WagesPaid:
        return False


@pytest.mark.parametrize("wrong", WRONG)
def test_f16_no_wage_is_paid_twice_by_a_wrong_clock(tx: Transaction, tables: Tables, wrong: float) -> None:
    """F-16: after a wrong clock and its correction, no more wages today, and tomorrow's as ever."""
    assert earn(tx, tables, NOON)

    ledger.move_counted_days(tx, NOON, NOON + wrong)
    assert not earn(tx, tables, NOON + wrong)

    ledger.move_counted_days(tx, NOON + wrong, NOON)
    assert not earn(tx, tables, NOON)
    assert earn(tx, tables, NOON + DAY)


@pytest.mark.parametrize("wrong", WRONG)
def test_f16_wages_of_a_wrong_year_are_todays(tx: Transaction, tables: Tables, wrong: float) -> None:
    """F-16: wages paid under a wrong clock count for the day of its correction, and for no other."""
    assert earn(tx, tables, NOON + wrong)

    ledger.move_counted_days(tx, NOON + wrong, NOON)
    assert not earn(tx, tables, NOON)
    assert earn(tx, tables, NOON + DAY)


@pytest.mark.parametrize("wrong", [TEN_YEARS, -TEN_YEARS])
def test_f16_wages_of_an_earlier_wrong_day_are_over(tx: Transaction, tables: Tables, wrong: float) -> None:
    """F-16: with a clock that was wrong for three days, wages had on the first of them are due again."""
    assert earn(tx, tables, NOON + wrong)

    ledger.move_counted_days(tx, NOON + wrong + 2 * DAY, NOON + 2 * DAY)
    assert earn(tx, tables, NOON + 2 * DAY)


def test_f16_the_refusal_names_tomorrow(tx: Transaction, tables: Tables) -> None:
    """F-16: after ten wrong years the next wages are due at midnight, not in ten years."""
    earn(tx, tables, NOON + TEN_YEARS)
    ledger.move_counted_days(tx, NOON + TEN_YEARS, NOON)
    with pytest.raises(WagesPaid) as refused:
        payments.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON)

    assert refused.value.again_at == NOON + DAY / 2


def test_f16_a_moment_before_midnight_again(tx: Transaction, tables: Tables) -> None:
    """F-16: put back by a second just after midnight, that day's wages are not paid again a second later."""
    midnight = NOON + DAY / 2
    assert earn(tx, tables, NOON)
    assert earn(tx, tables, midnight + 0.5)

    ledger.move_counted_days(tx, midnight + 0.5, midnight - 0.5)
    assert not earn(tx, tables, midnight - 0.5)
    assert not earn(tx, tables, midnight + 1.0)
    assert earn(tx, tables, midnight + DAY)


@pytest.mark.parametrize("wrong", WRONG)
def test_f16_gifts_of_a_wrong_day_count_today(tx: Transaction, tables: Tables, wrong: float) -> None:
    """F-16: 30 of 50 a day were given under a wrong clock: 20 are left today, and 50 tomorrow."""
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, 11), 500, TransferInfo("grant", 1.0)
    )
    payments.pay(tx, tables, SERVER, WagePayment(11, 12, 30), SETTINGS, NOON + wrong)
    ledger.move_counted_days(tx, NOON + wrong, NOON)
    with pytest.raises(GiftsSpent) as refused:
        payments.pay(tx, tables, SERVER, WagePayment(11, 12, 21), SETTINGS, NOON)
    payments.pay(tx, tables, SERVER, WagePayment(11, 12, 50), SETTINGS, NOON + DAY)

    assert refused.value.left == 20


def test_f16_who_was_forgotten_meanwhile(tx: Transaction, tables: Tables) -> None:
    """F-53: erasure gives no second wages, whatever the clock says."""
    ledger.open_wallet(tx, SERVER, 11, 0, NOON)
    earn(tx, tables, NOON + TEN_YEARS)
    erased_people.remember(tx, 11, NOON + TEN_YEARS)
    ledger.move_counted_days(tx, NOON + TEN_YEARS, NOON)

    assert erased_people.recall(tx, SERVER, 11)
    with pytest.raises(Refused):
        payments.pay_wages(tx, tables, SERVER, 11, SETTINGS, NOON)
    assert earn(tx, tables, NOON + DAY)
