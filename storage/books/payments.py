"""Daily wages, gifts between players, and the bank's purses for tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from storage import errors
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db.retention import DAY_SECONDS, day_of
from storage.db.transaction import Transaction
from storage.people.server_settings import ServerSettings
from storage.play.tables import Tables
from storage.tournaments import tournaments

ORGANISERS = 0
"""The owner of the daily limit that all organisers of a server share."""


def pay_wages(
    tx: Transaction, tables: Tables, server: int, player: int, settings: ServerSettings, at: float
) -> int:
    """Fill a player's wallet up to the wages' floor, once a day; return the amount.

    Coins on tables count as owned, including pots and prize pools, and so do entries to unfinished
    tournaments. Coins promised to a table that has not begun are still in the wallet. Days are in UTC; a paid
    day stays paid if the clock is set back (F-16).
    """
    # The wallet is opened first, so that an erased player who returns gets no second wages today (F-53).
    ledger.open_wallet(tx, server, player, settings.purse, at)
    paid = ledger.last_counted_day(tx, server, player, "wages")
    if paid is not None and day_of(at) <= paid:
        raise errors.WagesPaid(float((paid + 1) * DAY_SECONDS))
    owned = ledger.balance(tx, ledger.wallet(server, player)) + tables.stakes(tx, server, player)
    owned += tournaments.entries_of(tx, server, player)
    if owned >= settings.wages_floor:
        raise errors.WellOff(settings.wages_floor)
    amount = settings.wages_floor - owned
    ledger.transfer(
        tx, ledger.bank_account(server), ledger.wallet(server, player), amount, TransferInfo("wages", at)
    )
    ledger.count_on_day(tx, server, player, "wages", amount, at)
    return amount


@dataclass(frozen=True, slots=True)
class WagePayment:
    """A payment: its payer, payee and amount."""

    payer: int
    payee: int
    amount: int


def pay(
    tx: Transaction, tables: Tables, server: int, gift: WagePayment, settings: ServerSettings, at: float
) -> None:
    """Pay another player, within the server's limits (F-45).

    Coins promised to tables that are about to begin cannot be paid away.
    """
    payer, payee = ledger.wallet(server, gift.payer), ledger.wallet(server, gift.payee)
    if payer == payee:
        raise errors.ToOneself
    if not settings.pay_day_max:
        raise errors.GiftsOff
    ledger.check_amount(gift.amount)
    held = ledger.balance(tx, payer)
    if held < gift.amount:
        raise errors.NotEnough(held, gift.amount)
    left_today = max(0, settings.pay_day_max - ledger.counted_on_day(tx, server, gift.payer, "pay", at))
    if gift.amount > left_today:
        raise errors.GiftsSpent(settings.pay_day_max, left_today, float((day_of(at) + 1) * DAY_SECONDS))
    promised = tables.promised(tx, server, gift.payer)
    if held - gift.amount < promised:
        raise errors.DodgesDebt(promised)
    if held - gift.amount < settings.pay_keep_min:
        if held <= settings.pay_keep_min:
            raise errors.NothingToGive(settings.pay_keep_min)
        raise errors.MustKeep(settings.pay_keep_min, held - settings.pay_keep_min)
    ledger.transfer(tx, payer, payee, gift.amount, TransferInfo("pay", at, by=gift.payer))
    ledger.count_on_day(tx, server, gift.payer, "pay", gift.amount, at)


def put_up(tx: Transaction, server: int, amount: int, settings: ServerSettings, at: float) -> None:
    """Count coins that an organiser adds from the bank. Raises `ManagersPurse` or `PursesSpent`."""
    ceiling = settings.purses_day_max
    if not ceiling:
        raise errors.ManagersPurse
    left = max(0, ceiling - ledger.counted_on_day(tx, server, ORGANISERS, "purses", at))
    if amount > left:
        raise errors.PursesSpent(ceiling, left)
    ledger.count_on_day(tx, server, ORGANISERS, "purses", amount, at)
