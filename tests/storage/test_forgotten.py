"""The remains of erased people, and that they reveal nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from storage.books import ledger, payments
from storage.books.ledger import LimitKind, TransferInfo
from storage.books.payments import WagePayment
from storage.db.retention import DAY_SECONDS, day_of
from storage.db.transaction import Transaction
from storage.errors import ClaimsForgotten, GiftsSpent, Refused, WagesPaid
from storage.people import erased_people, personal_data
from storage.people.server_settings import ServerSettings
from storage.play import daily
from storage.play.tables import Tables
from storage.standing import scores
from storage.standing.scores import Prize
from tests.storage.both import clear
from tests.storage.privacy import everything

SERVER, ELSEWHERE = 7, 8
ANN, BOB, FRIEND = 4_001_001_001, 4_002_002_002, 4_003_003_003
NOON = 40 * DAY_SECONDS + 43_200.0
SETTINGS = ServerSettings(purse=200, wages_floor=100, pay_day_max=500)


def held(tx: Transaction, player: int, server: int = SERVER) -> int:
    """Return a wallet's balance."""
    return ledger.balance(tx, ledger.wallet(server, player))


def minted(tx: Transaction) -> int:
    """Return the total paid out by the bank."""
    return -ledger.balance(tx, ledger.bank_account(SERVER))


def evening(tx: Transaction, tables: Tables, player: int, at: float, server: int = SERVER) -> None:
    """Open the wallet, ask for wages, pay all of it to a friend, and be erased."""
    ledger.open_wallet(tx, server, player, SETTINGS.purse, at)
    if held(tx, player, server):
        payments.pay(tx, tables, server, WagePayment(player, FRIEND, held(tx, player, server)), SETTINGS, at)
    personal_data.forget(tx, tables, player, at)


def test_f53_twenty_times_forgotten_makes_one_purse(tx: Transaction, tables: Tables) -> None:
    """F-53: opening, paying a friend and erasure, twenty times, give one purse of 200."""
    for turn in range(20):
        evening(tx, tables, ANN, NOON + turn)

    assert minted(tx) == held(tx, FRIEND) == 200
    assert ledger.verify_chain(tx, SERVER) is None


def test_f53_no_second_purse_on_any_later_day(tx: Transaction, tables: Tables) -> None:
    """TB-2: a person has one purse per server, ever."""
    evening(tx, tables, ANN, NOON)
    clear(tx, erased_people.EXPIRING, NOON + 400 * DAY_SECONDS)

    assert ledger.open_wallet(tx, SERVER, ANN, 200, NOON + 400 * DAY_SECONDS) == 0


def test_f53_no_second_wage_in_a_day(tx: Transaction, tables: Tables) -> None:
    """F-53: after wages, payment and erasure the next wages come tomorrow, as for everybody."""
    ledger.open_wallet(tx, SERVER, ANN, 0, NOON)
    payments.pay_wages(tx, tables, SERVER, ANN, SETTINGS, NOON)
    evening(tx, tables, ANN, NOON)
    with pytest.raises(WagesPaid) as refused:
        payments.pay_wages(tx, tables, SERVER, ANN, SETTINGS, NOON + 60)

    assert refused.value.again_at == 41 * DAY_SECONDS
    assert payments.pay_wages(tx, tables, SERVER, ANN, SETTINGS, 41.0 * DAY_SECONDS) == 100


def test_f53_the_days_payments_go_on_counting(tx: Transaction, tables: Tables) -> None:
    """F-53: 200 of 500 a day were paid before, so 300 are left, after any number of erasures."""
    for _ in range(2):
        evening(tx, tables, ANN, NOON)
    ledger.open_wallet(tx, SERVER, ANN, 200, NOON)
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, ANN), 1000, TransferInfo("grant", NOON)
    )
    with pytest.raises(GiftsSpent) as refused:
        payments.pay(tx, tables, SERVER, WagePayment(ANN, FRIEND, 301), SETTINGS, NOON)
    payments.pay(tx, tables, SERVER, WagePayment(ANN, FRIEND, 300), SETTINGS, NOON)

    assert refused.value.left == 300


def test_a_purse_is_one_a_server(tx: Transaction, tables: Tables) -> None:
    """TB-2: a person erased everywhere gets a first purse only where they never had one."""
    evening(tx, tables, ANN, NOON)

    assert ledger.open_wallet(tx, ELSEWHERE, ANN, 200, NOON) == 200


def test_who_only_was_given_something_has_a_purse_to_come(tx: Transaction, tables: Tables) -> None:
    """A wallet that others filled and its owner never opened had no purse: erasure takes none away."""
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, ANN), 5, TransferInfo("grant", NOON)
    )
    personal_data.forget(tx, tables, ANN, NOON)

    assert ledger.open_wallet(tx, SERVER, ANN, 200, NOON) == 200


def test_who_comes_back_and_goes_again_has_still_had_the_wages(tx: Transaction, tables: Tables) -> None:
    """F-53: repeated erasures on a day change nothing, even with no wallet opened in between."""
    ledger.open_wallet(tx, SERVER, ANN, 0, NOON)
    payments.pay_wages(tx, tables, SERVER, ANN, SETTINGS, NOON)
    for _ in range(3):
        personal_data.forget(tx, tables, ANN, NOON)
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, ANN), 1, TransferInfo("grant", NOON)
    )
    personal_data.forget(tx, tables, ANN, NOON)

    with pytest.raises(WagesPaid):
        payments.pay_wages(tx, tables, SERVER, ANN, SETTINGS, NOON)


@pytest.mark.parametrize("kind", sorted({*get_args(LimitKind)} - {"purses"}))  # no person's, but organisers'
@pytest.mark.parametrize("days", [0, 1])
def test_every_count_of_a_day_is_read_under_the_hash(
    tx: Transaction, tables: Tables, kind: LimitKind, days: int
) -> None:
    """F-53: 30 and 30 counted before being forgotten count on, and 5 more with them."""
    now = NOON + days * DAY_SECONDS
    for opened in (False, True):
        if opened:
            ledger.open_wallet(tx, SERVER, ANN, 200, NOON)
        ledger.count_on_day(tx, SERVER, ANN, kind, 30, NOON)
        for _ in range(2):
            personal_data.forget(tx, tables, ANN, NOON)
    assert ledger.counted_on_day(tx, SERVER, ANN, kind, now) == (0 if days else 60)
    assert ledger.last_counted_day(tx, SERVER, ANN, kind) == day_of(NOON)

    ledger.count_on_day(tx, SERVER, ANN, kind, 5, now)
    for _ in range(2):
        assert ledger.counted_on_day(tx, SERVER, ANN, kind, now) == (5 if days else 65)
        assert ledger.last_counted_day(tx, SERVER, ANN, kind) == day_of(now)
        ledger.open_wallet(tx, SERVER, ANN, 200, now)
    assert ledger.counted_on_day(tx, ELSEWHERE, ANN, kind, now) == 0


def test_no_id_and_no_bare_hash_of_one_stays(tx: Transaction, tables: Tables) -> None:
    """Without the key nobody can try ids: neither the id nor a plain hash of it is in the file."""
    evening(tx, tables, ANN, NOON)
    text = everything(tx)

    assert str(ANN) not in text
    for plain in (f"{ANN}", f"{SERVER}:{ANN}"):
        assert repr(hashlib.sha256(plain.encode()).digest()) not in text
    assert len(tx.scalar("SELECT secret FROM keys WHERE name = 'forgotten'")) == 32


def test_the_hash_of_a_person_differs_by_server(tx: Transaction, tables: Tables) -> None:
    """Two rows do not reveal that they are one person in two servers."""
    for server in (SERVER, ELSEWHERE):
        ledger.open_wallet(tx, server, ANN, 200, NOON)
    personal_data.forget(tx, tables, ANN, NOON)

    assert tx.scalar("SELECT count(DISTINCT person) FROM forgotten_limits") == 2


@pytest.mark.parametrize("tx", ["sqlite"], indirect=True)  # PostgreSQL keeps rows as they came
def test_after_the_day_nothing_tells_which_number_was_who(tx: Transaction, tables: Tables) -> None:
    """TB-11: the rows of two erased people differ in the hash alone, and are ordered by it."""
    for player, amount in ((ANN, 10), (BOB, 20)):
        ledger.open_wallet(tx, SERVER, player, 200, NOON)
        payments.pay(tx, tables, SERVER, WagePayment(player, FRIEND, amount), SETTINGS, NOON)
        personal_data.forget(tx, tables, player, NOON)
    clear(tx, erased_people.EXPIRING, 41.0 * DAY_SECONDS)
    rows = tx.all("SELECT * FROM forgotten_limits")

    assert [(row[0], *row[2:]) for row in rows] == [(SERVER, "purse", 0, 0)] * 2
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
    assert tx.all("SELECT * FROM day_limits") == []


def test_the_day_itself_is_kept_to_its_end(tx: Transaction, tables: Tables) -> None:
    """Rows deleted before midnight would allow second wages."""
    evening(tx, tables, ANN, NOON)
    clear(tx, erased_people.EXPIRING, 41.0 * DAY_SECONDS - 1)
    ledger.open_wallet(tx, SERVER, ANN, 200, NOON)

    assert ledger.counted_on_day(tx, SERVER, ANN, "pay", NOON) == 200


def test_whoever_comes_back_is_told_what_was_kept(tx: Transaction, tables: Tables) -> None:
    """An export has everything that is kept about a person, except the key."""
    evening(tx, tables, ANN, NOON)
    kept = personal_data.export(tx, tables, ANN)

    assert kept["kept_though_forgotten"] == [
        {"server": SERVER, "kind": "pay", "day": 40, "amount": 200},
        {"server": SERVER, "kind": "purse", "day": 0, "amount": 0},
    ]
    assert personal_data.export(tx, tables, BOB)["kept_though_forgotten"] == []


def test_a_purse_that_is_raised_later_is_none_for_who_had_one(tx: Transaction, tables: Tables) -> None:
    """Later settings change newcomers' purses only."""
    evening(tx, tables, ANN, NOON)

    assert ledger.open_wallet(tx, SERVER, ANN, replace(SETTINGS, purse=900).purse, NOON) == 0


def test_f53_a_prize_of_coins_is_not_had_twice(tx: Transaction, tables: Tables) -> None:
    """F-53, SH-12: after an erasure a prize of coins is not paid again; a text may be read again."""
    scores.add_prize(tx, SERVER, "toy", Prize("A purse", 2, "money", "75"))
    scores.add_prize(tx, SERVER, "toy", Prize("A mug", 2, "text", "Ask at the bar"))
    ledger.open_wallet(tx, SERVER, ANN, 0, NOON)
    for _ in range(2):
        scores.add(tx, SERVER, "toy", ANN, 2)
        if not minted(tx):
            scores.claim(tx, SERVER, "toy", ANN, "A purse", NOON)
        personal_data.forget(tx, tables, ANN, NOON)
    scores.add(tx, SERVER, "toy", ANN, 2)
    with pytest.raises(ClaimsForgotten):
        scores.claim(tx, SERVER, "toy", ANN, "A purse", NOON)

    assert scores.claim(tx, SERVER, "toy", ANN, "A mug", NOON).value == "Ask at the bar"
    assert minted(tx) == 75


@pytest.mark.parametrize("seed", [0, *(pytest.param(each, marks=pytest.mark.soak) for each in range(1, 4))])
def test_f53_whatever_people_do_nobody_gets_more(tx: Transaction, tables: Tables, seed: int) -> None:
    """F-53: any order of opening, paying, wages and erasure gives one purse, one wage and 150 paid a day."""
    random, people = Random(seed), (ANN, BOB, FRIEND)
    paid, waged = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    careful = replace(SETTINGS, pay_day_max=150)
    for step in range(600):
        at = NOON + step * 900.0
        player, other = random.sample(people, 2)
        ledger.open_wallet(tx, SERVER, player, SETTINGS.purse, at)
        amount = random.randint(1, 150)
        match random.choice(("pay", "pay", "wages", "forget", "tidy")):
            case "pay":
                with suppress(Refused):
                    payments.pay(tx, tables, SERVER, WagePayment(player, other, amount), careful, at)
                    paid[player, int(at // DAY_SECONDS)] += amount
            case "wages":
                with suppress(Refused):
                    payments.pay_wages(tx, tables, SERVER, player, SETTINGS, at)
                    waged[player, int(at // DAY_SECONDS)] += 1
            case "forget":
                personal_data.forget(tx, tables, player, at)
            case _:
                clear(tx, erased_people.EXPIRING, at)
    reasons = Counter(reason for (reason,) in tx.all("SELECT reason FROM transfers"))

    assert reasons["purse"] == len(people)
    assert max(waged.values()) == 1
    assert max(paid.values()) <= 150
    assert ledger.sum_of_server(tx, SERVER) == 0
    assert ledger.verify_chain(tx, SERVER) is None


def test_who_answered_todays_deal_has_answered_it(tx: Transaction, tables: Tables) -> None:
    """TB-20, F-53: it stays under a hash until the day is over; the answer, and other days', are gone."""
    today = day_of(NOON)
    for player, day, game in ((ANN, today, "toy"), (ANN, today - 1, "chess"), (BOB, today, "chess")):
        daily.answer(tx, player, day, game, "heads", NOON)
    personal_data.forget(tx, tables, ANN, NOON)

    answered = [(who, game) for who in (ANN, BOB) for game in ("toy", "chess")]
    assert [each for each in answered if erased_people.has_answered(tx, each[0], today, each[1])] == [
        (ANN, "toy")
    ]
    assert not erased_people.has_answered(tx, ANN, today - 1, "chess")
    assert str(ANN) not in everything(tx)
    assert personal_data.export(tx, tables, ANN)["kept_though_forgotten"] == [{"day": today, "game": "toy"}]
    personal_data.forget(tx, tables, ANN, NOON + 1)
    assert erased_people.has_answered(tx, ANN, today, "toy")
    clear(tx, erased_people.EXPIRING, NOON + DAY_SECONDS)
    assert not erased_people.has_answered(tx, ANN, today, "toy")
