"""Users' own limits: self-exclusion from the games (TB-24), and losses in a day (TB-25)."""

from __future__ import annotations

import pytest

from storage.books import ledger
from storage.books.ledger import Account, Reason, TransferInfo
from storage.db.retention import DAY_SECONDS, next_week_at
from storage.db.transaction import Transaction
from storage.errors import OverLimit
from storage.people import bars, erased_people, personal_data
from storage.people.bars import Bar, BarredFor, KeptOut, LossLimit, LostEnough, NotBarred
from storage.people.erased_people import EVERYWHERE
from storage.play.tables import Tables
from tests.storage.both import clear
from tests.storage.privacy import everything

SERVER, ELSEWHERE = 7, 8
ANN, BOB, BOSS = 4_001_001_001, 4_002_002_002, 4_003_003_003
DAY = float(DAY_SECONDS)
MONDAY = 20_000 // 7 * 7 * DAY + 4 * DAY
"""The first of 1970 was a Thursday, so each fifth day of seven is a Monday."""
NOON = MONDAY + 2.5 * DAY
"""Noon on a Wednesday."""
UNTIL = NOON + 7 * DAY


def test_who_keeps_out_plays_nothing_there_until_it_ends(tx: Transaction) -> None:
    """TB-24: in one server or in all, each refusal names the end; it ends by itself, and for nobody else."""
    bars.keep_out(tx, SERVER, ANN, UNTIL)
    with pytest.raises(KeptOut) as refused:
        bars.require_free(tx, SERVER, ANN, UNTIL - 1)
    assert refused.value.until == UNTIL
    assert bars.is_barred(tx, SERVER, ANN, NOON)
    for server, player, at in ((SERVER, ANN, UNTIL), (ELSEWHERE, ANN, NOON), (SERVER, BOB, NOON)):
        assert not bars.is_barred(tx, server, player, at)
        bars.require_free(tx, server, player, at)

    bars.keep_out(tx, EVERYWHERE, ANN, UNTIL + DAY)
    for server in (SERVER, ELSEWHERE, EVERYWHERE):
        assert bars.out_until(tx, server, ANN, NOON) == UNTIL + DAY
    clear(tx, bars.EXPIRING, UNTIL)
    assert tx.scalar_int("SELECT count(*) FROM keep_outs") == 1


def test_nobody_shortens_it(tx: Transaction) -> None:
    """TB-24: neither another choice nor a manager's bar and its end shorten it."""
    bars.keep_out(tx, SERVER, ANN, UNTIL)
    bars.keep_out(tx, SERVER, ANN, NOON + DAY)
    word = Bar(ANN, NOON + DAY, BOSS, "broke a chair", NOON)
    with pytest.raises(NotBarred):
        bars.lift(tx, SERVER, word)
    bars.bar(tx, SERVER, word)
    with pytest.raises(BarredFor):
        bars.require_free(tx, SERVER, ANN, NOON)
    bars.lift(tx, SERVER, Bar(ANN, None, BOSS, "", NOON + 1, is_lifted=True))

    assert bars.out_until(tx, SERVER, ANN, NOON + 2 * DAY) == UNTIL
    with pytest.raises(KeptOut):
        bars.require_free(tx, SERVER, ANN, NOON + 2 * DAY)
    assert bars.standing(tx, SERVER, NOON + 2 * DAY, 9) == ()


def test_being_forgotten_frees_nobody(tx: Transaction, tables: Tables) -> None:
    """TB-24, F-53: a keyed hash and the end stay, also over a second erasure, and go at the end."""
    bars.keep_out(tx, SERVER, ANN, UNTIL)
    bars.keep_out(tx, EVERYWHERE, ANN, UNTIL - DAY)
    told = [{"server": EVERYWHERE, "until": UNTIL - DAY}, {"server": SERVER, "until": UNTIL}]
    assert personal_data.export(tx, tables, ANN)["keep_outs"] == told
    personal_data.forget(tx, tables, ANN, NOON)
    bars.keep_out(tx, SERVER, ANN, NOON + DAY)
    personal_data.forget(tx, tables, ANN, NOON + 1)

    assert str(ANN) not in everything(tx)
    assert bars.out_until(tx, SERVER, ANN, NOON + 2) == UNTIL
    assert bars.out_until(tx, ELSEWHERE, ANN, NOON + 2) == UNTIL - DAY
    kept = personal_data.export(tx, tables, ANN)["kept_though_forgotten"]
    assert kept == [{**each, "kind": "keep_out"} for each in told]
    clear(tx, erased_people.EXPIRING, UNTIL)
    assert tx.scalar_int("SELECT count(*) FROM forgotten_keep_outs") == 0


def move(tx: Transaction, payer: Account, payee: Account, amount: int, at: float) -> None:
    """Move coins from one account to another, for any reason."""
    reasons: dict[str, Reason] = {"bank": "grant", "table": "cash_out", "fund": "won"}
    ledger.transfer(tx, payer, payee, amount, TransferInfo(reasons.get(payer.kind, "buy_in"), at))


def test_what_is_brought_is_lost_until_it_comes_back(tx: Transaction) -> None:
    """TB-25: tables and tournaments count, gifts and a manager's coins do not; a new day begins at zero."""
    wallet, table, fund = ledger.wallet(SERVER, ANN), ledger.at_table(SERVER, 1), ledger.fund(SERVER, 1)
    move(tx, ledger.bank_account(SERVER), wallet, 500, NOON)
    move(tx, ledger.bank_account(SERVER), table, 500, NOON)
    move(tx, wallet, ledger.wallet(SERVER, BOB), 40, NOON)
    move(tx, wallet, table, 30, NOON)
    bars.limit_losses(tx, SERVER, ANN, 50, NOON)
    assert bars.loss_left(tx, SERVER, ANN, NOON) == 20

    move(tx, wallet, fund, 15, NOON)
    assert bars.loss_left(tx, SERVER, ANN, NOON) == 5
    assert bars.at_hand(tx, SERVER, ANN, NOON) == 5
    bars.require_left(tx, SERVER, ANN, 5, NOON)
    with pytest.raises(LostEnough) as refused:
        bars.require_left(tx, SERVER, ANN, 6, NOON)
    assert (refused.value.ceiling, refused.value.left, refused.value.again_at) == (50, 5, MONDAY + 3 * DAY)

    move(tx, table, wallet, 42, NOON)
    assert bars.loss_left(tx, SERVER, ANN, NOON) == 47
    assert bars.loss_left(tx, SERVER, ANN, NOON + DAY) == 50
    assert bars.loss_left(tx, ELSEWHERE, ANN, NOON) is None
    bars.limit_losses(tx, SERVER, BOB, 50, NOON)
    assert bars.at_hand(tx, SERVER, BOB, NOON) == 40


def test_a_limit_sinks_at_once_and_rises_next_week(tx: Transaction) -> None:
    """TB-25: a higher limit or none holds from Monday on, and until then the last choice counts."""
    for wrong in (-1, ledger.AMOUNT_MAX + 1):
        with pytest.raises(OverLimit):
            bars.limit_losses(tx, SERVER, ANN, wrong, NOON)
    bars.limit_losses(tx, SERVER, ANN, None, NOON)
    assert bars.loss_limit(tx, SERVER, ANN, NOON) is None
    monday = MONDAY + 7 * DAY
    assert [next_week_at(at) for at in (MONDAY, NOON, monday - 1, monday)] == [
        *[monday] * 3,
        monday + 7 * DAY,
    ]

    bars.limit_losses(tx, SERVER, ANN, 50, NOON)
    bars.limit_losses(tx, SERVER, ANN, 80, NOON)
    assert bars.loss_limit(tx, SERVER, ANN, monday - 1) == LossLimit(50, 80, monday)
    assert bars.loss_limit(tx, SERVER, ANN, monday) == LossLimit(80)

    bars.limit_losses(tx, SERVER, ANN, 0, NOON)
    assert bars.loss_limit(tx, SERVER, ANN, monday) == LossLimit(0)

    bars.limit_losses(tx, SERVER, ANN, None, NOON)
    assert bars.loss_left(tx, SERVER, ANN, monday - 1) == 0
    assert bars.loss_left(tx, SERVER, ANN, monday) is None
    clear(tx, bars.EXPIRING, monday - 1)
    assert bars.loss_limit(tx, SERVER, ANN, NOON) == LossLimit(0, None, monday)
    clear(tx, bars.EXPIRING, monday)
    assert tx.scalar_int("SELECT count(*) FROM loss_limits") == 0


def test_to_be_forgotten_is_to_lift_a_limit(tx: Transaction, tables: Tables) -> None:
    """TB-25, F-53: the limit holds until Monday under a keyed hash, with that day's losses."""
    ledger.open_wallet(tx, SERVER, ANN, 200, NOON)
    move(tx, ledger.wallet(SERVER, ANN), ledger.at_table(SERVER, 1), 30, NOON)
    bars.limit_losses(tx, SERVER, ANN, 50, NOON)
    bars.limit_losses(tx, SERVER, ANN, 900, NOON)
    monday = MONDAY + 7 * DAY
    (told,) = personal_data.export(tx, tables, ANN)["loss_limits"]
    assert told == {"server": SERVER, "amount": 50, "later": 900, "later_at": monday}
    personal_data.forget(tx, tables, ANN, NOON)
    assert str(ANN) not in everything(tx)
    ledger.open_wallet(tx, SERVER, ANN, 200, NOON)

    assert bars.loss_left(tx, SERVER, ANN, NOON) == 20
    bars.limit_losses(tx, SERVER, ANN, 70, NOON)
    assert bars.loss_limit(tx, SERVER, ANN, NOON) == LossLimit(50, 70, monday)
    personal_data.forget(tx, tables, ANN, NOON + 1)
    assert bars.loss_limit(tx, SERVER, ANN, monday - 1) == LossLimit(50, None, monday)
    kept = personal_data.export(tx, tables, ANN)["kept_though_forgotten"]
    assert {"server": SERVER, "kind": "loss_limit", "amount": 50, "until": monday} in kept
    assert bars.loss_limit(tx, SERVER, ANN, monday) is None
    clear(tx, erased_people.EXPIRING, monday)
    assert tx.scalar_int("SELECT count(*) FROM forgotten_loss_limits") == 0
