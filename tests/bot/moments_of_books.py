"""The moments that storage and the engine compare with the clock, each with its outcome around it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.core.errors import UserError
from games.engine.core.hand_stats import HandStats
from games.engine.table import table_talk
from games.tournament import director
from games.tournament.model import PrizeDeal, Tournament
from games.tournament.orders import BreakEnded, DealEnded
from games.tournament.series import SeriesTerms
from storage import leases
from storage.books import flows, ledger, payments
from storage.books.ledger import TransferInfo
from storage.db import schema
from storage.db.retention import DAY_SECONDS, ExpiringRows, is_steady, next_week_at, note_jump
from storage.db.transaction import Transaction, Value
from storage.people import bars, erased_people, invite_preferences, server_settings
from storage.people.bars import Bar
from storage.people.server_settings import OwnCard, ServerSettings
from storage.play import hands, postings, turn_calls
from storage.play.daily import streak
from storage.play.tables import Tables, prune
from storage.standing import boards, records
from storage.standing.boards import Measure
from storage.standing.records import Counted
from storage.tournaments import series
from storage.tournaments.series import Series
from storage.tournaments.tournaments import Plan
from tests.games.tournament.evening import Script, under_way
from tests.storage.records import played
from tests.storage.tables import CHANNEL, SERVER, in_lobby, playing
from tests.storage.toy import GAMES, TOY

ANN, BOB = 11, 12
NOON = 20_000 * DAY_SECONDS + 12 * 3600.0
"""A Wednesday's noon."""
MIDNIGHT = 20_001 * DAY_SECONDS


PERSON = b"x" * 32


@dataclass(frozen=True, slots=True)
class Moment:
    """The outcomes a second before a moment, at it, and a second after it, and the reason."""

    why: str
    expected: tuple[object, object, object]
    outcome: Callable[[Transaction, float], object]
    """By an empty database, and the seconds since the moment."""


LASTS = (True, False, False)
"""It lasted until then."""
UP_TO = (True, True, False)
"""It counts from that moment on, or up to it, and the moment does."""
COMES = (False, True, True)
"""It begins then, or is due."""
ONCE_PAST = (False, False, True)
"""A whole time is over first."""


class Clocked(Transaction):
    """A transaction that has a time of its own."""

    def at(self, seconds: float) -> Clocked:
        """Set the time."""
        vars(self)["clock"] = repr(seconds)
        return self


@cache
def _empty() -> bytes:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(connection, Path(":memory:"), schema.migrations())
    return connection.serialize()


def new_books() -> Clocked:
    """Return a transaction on an empty database."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(_empty())
    connection.execute("PRAGMA foreign_keys = ON")
    return Clocked(connection)


def refused(act: Callable[[], object]) -> str:
    """Return the kind of a refusal; "" without one."""
    try:
        act()
    except UserError as refusal:
        return type(refusal).__name__
    return ""


# People: bars, breaks, limits.


def _bar(tx: Transaction) -> None:
    bars.bar(tx, SERVER, Bar(ANN, NOON, BOB, "", 1.0))


def _barred(tx: Transaction, late: float) -> object:
    _bar(tx)
    return bars.is_barred(tx, SERVER, ANN, NOON + late)


def _listed(tx: Transaction, late: float) -> object:
    _bar(tx)
    return bool(bars.standing(tx, SERVER, NOON + late, 9))


def _kept_out(tx: Transaction, late: float) -> object:
    bars.keep_out(tx, SERVER, ANN, NOON)
    return bars.is_barred(tx, SERVER, ANN, NOON + late)


def _limited(tx: Transaction, late: float) -> object:
    bars.limit_losses(tx, SERVER, ANN, 100, 1.0)
    bars.limit_losses(tx, SERVER, ANN, None, NOON)
    return bars.loss_limit(tx, SERVER, ANN, next_week_at(NOON) + late) is not None


def _deleted(
    expiring: tuple[ExpiringRows, ...], rows: str, **row: object
) -> Callable[[Transaction, float], object]:
    """Return how a row that ended at noon is deleted around the next day's noon, at the earliest."""
    (over,) = (each for each in expiring if each.rows == rows)

    def outcome(tx: Transaction, late: float) -> object:
        tx.insert_many(rows, [row])  # type: ignore[list-item]
        return bool(over.delete(tx, NOON + DAY_SECONDS + late))

    return outcome


def _erased(tx: Transaction, rows: str, **more: Value) -> None:
    person = erased_people._hash(tx, SERVER, ANN)
    tx.insert_many(rows, [{"server": SERVER, "person": person, "until": NOON, **more}])


def _erased_counted(tx: Transaction, late: float) -> object:
    _erased(tx, "forgotten_bars")
    return bool(erased_people.barred_count(tx, SERVER, NOON + late))


def _erased_limit(tx: Transaction, late: float) -> object:
    _erased(tx, "forgotten_loss_limits", amount=5)
    return bool(erased_people.loss_limit(tx, SERVER, ANN, NOON + late))


def _bar_remembered(tx: Transaction, late: float) -> object:
    _bar(tx)
    return bool(erased_people._barred(tx, ANN, NOON + late))


def _break_remembered(tx: Transaction, late: float) -> object:
    bars.keep_out(tx, SERVER, ANN, NOON)
    return bool(erased_people._kept_out(tx, ANN, NOON + late))


def _limit_holds(tx: Transaction, late: float) -> object:
    bars.limit_losses(tx, SERVER, ANN, 100, 1.0)
    bars.limit_losses(tx, SERVER, ANN, None, NOON)
    at = next_week_at(NOON) + late
    ((_server, _amount, until),) = erased_people._limited(tx, ANN, at, 0.0)
    return until >= at and until == next_week_at(at)


def _lifted_limit_remembered(tx: Transaction, late: float) -> object:
    bars.limit_losses(tx, SERVER, ANN, 100, 1.0)
    bars.limit_losses(tx, SERVER, ANN, None, NOON)
    lifted_at = next_week_at(NOON)
    return bool(erased_people._limited(tx, ANN, lifted_at + DAY_SECONDS, lifted_at + late))


def _counts_deleted(tx: Transaction, late: float) -> object:
    row: dict[str, Value] = {"server": SERVER, "person": PERSON, "kind": "wages", "day": 20_000, "amount": 1}
    tx.insert_many("forgotten_limits", [row])
    (over,) = (each for each in erased_people.EXPIRING if each.rows == "forgotten_limits")
    # The count of a day is over with it.
    return bool(over.delete(tx, MIDNIGHT + DAY_SECONDS + late))


def _still_invited(tx: Transaction, late: float) -> object:
    stored = in_lobby(tx, Tables(GAMES), ANN)
    invite_preferences.add(tx, stored.id, {BOB: "invited"}, NOON)
    invite_preferences.take(tx, stored.id)
    invite_preferences.count(tx, SERVER, ANN, "invite", 1, NOON)
    return invite_preferences.was_invited(tx, SERVER, ANN, BOB, NOON + late)


def _calls_kept(tx: Transaction, late: float) -> object:
    for at in (NOON, NOON + DAY_SECONDS + late):
        invite_preferences.count(tx, SERVER, ANN, "call", 1, at)
    return tx.scalar("SELECT count(*) FROM callings") == 2


def _calls_counted(tx: Transaction, late: float) -> object:
    invite_preferences.count(tx, SERVER, ANN, "call", 1, NOON)
    return bool(invite_preferences.counted(tx, SERVER, "call", NOON + DAY_SECONDS + late))


def _cards_of_then(tx: Transaction, late: float) -> object:
    server_settings.say_own_cards(tx, SERVER, "toy", {"K1": OwnCard("Smith")}, NOON)
    return bool(server_settings._latest_cards(tx, SERVER, "toy", NOON + late))


# Coins.


def _gift_counted(tx: Transaction, late: float) -> object:
    for player in (ANN, BOB):
        ledger.open_wallet(tx, SERVER, player, 200, 1.0)
    giver, taker = (ledger.wallet(SERVER, each) for each in (ANN, BOB))
    ledger.transfer(tx, giver, taker, 5, TransferInfo("pay", NOON, by=ANN))
    return bool(flows.between_people(tx, SERVER, NOON + late, 1, 9))


def _result_counted(tx: Transaction, late: float) -> object:
    ledger.open_wallet(tx, SERVER, ANN, 200, 1.0)
    table, wallet = ledger.at_table(SERVER, 1), ledger.wallet(SERVER, ANN)
    in_lobby(tx, Tables(GAMES))
    ledger.transfer(tx, wallet, table, 5, TransferInfo("buy_in", 1.0, table=1))
    ledger.transfer(tx, table, wallet, 5, TransferInfo("buy_in", NOON, table=1))
    return bool(flows._results(tx, SERVER, NOON + late))


def _wages_again(tx: Transaction, late: float) -> object:
    payments.pay_wages(tx, Tables(GAMES), SERVER, ANN, ServerSettings(purse=0, wages_floor=50), NOON)
    ledger.transfer(
        tx, ledger.wallet(SERVER, ANN), ledger.bank_account(SERVER), 50, TransferInfo("pay", NOON, by=ANN)
    )
    floor = ServerSettings(purse=0, wages_floor=50)
    return not refused(lambda: payments.pay_wages(tx, Tables(GAMES), SERVER, ANN, floor, MIDNIGHT + late))


def _steady(tx: Transaction, late: float) -> object:
    note_jump(tx, 1e6, NOON)
    return is_steady(tx, NOON + DAY_SECONDS + late)


# Tables.


def _hand_is_recent(tx: Transaction, late: float) -> object:
    stored = played(tx, Tables(GAMES))
    at = tx.scalar("SELECT acted_at FROM tables WHERE id = ?", (stored.id,))
    return bool(hands.recent_of_game(tx, SERVER, ANN, "toy", at + late, 9))


def _closed_table(tx: Transaction) -> None:
    tables = Tables(GAMES)
    stored = in_lobby(tx, tables, ANN)
    tx.execute(
        "UPDATE tables SET phase = 'closed', opened_at = ?, acted_at = ? WHERE id = ?",
        (NOON, NOON, stored.id),
    )


def _table_named(tx: Transaction, late: float) -> object:
    _closed_table(tx)
    return bool(Tables(GAMES).naming(tx, SERVER, ANN, NOON + late))


def _pruned(tx: Transaction, late: float) -> object:
    _closed_table(tx)
    return bool(prune(tx, SERVER, NOON + ServerSettings().hands_days * DAY_SECONDS + late))


def _turn_called(tx: Transaction) -> float:
    stored = playing(tx, Tables(GAMES))
    (asked,) = turn_calls.asked_people(stored.table, TOY)
    tx.execute("DELETE FROM turn_calls")
    turn_calls.ask(tx, SERVER, [asked], NOON)
    return NOON + turn_calls.LATE_SECONDS


def _turn_due(tx: Transaction, late: float) -> object:
    return bool(turn_calls.due(tx, _turn_called(tx) + late))


def _turn_ahead(tx: Transaction, late: float) -> object:
    return turn_calls.next_at(tx, _turn_called(tx) + late) is not None


def _series_due(tx: Transaction, late: float) -> object:
    series.add(tx, Series(0, SERVER, ANN, "Race", SeriesTerms(), 1.0, due_at=NOON))
    return bool(series.due(tx, NOON + late))


def _stopped_deleted(tx: Transaction, late: float) -> object:
    row: dict[str, Value] = {
        "server": SERVER,
        "channel": CHANNEL,
        "message": 1,
        "measure": "net",
        "game": "",
        "period": "ever",
        "looks": "",
        "stopped_at": NOON,
    }
    tx.insert_many("board_posts", [{**row, "why": "gone"}])
    (over,) = boards.EXPIRING
    return bool(over.delete(tx, NOON + boards.STOPPED_SECONDS + DAY_SECONDS + late))


def _put_off(_tx: Transaction, late: float) -> object:
    plan = Plan("Cup", ANN, "toy", "{}", 60, starts_at=int(NOON), keeps_hour=True)
    return plan.put_off(60, NOON + late).starts_at == int(NOON)


def _answered_today(tx: Transaction, late: float) -> object:
    tx.insert_many("daily_goes", [{"day": 10, "game": "toy", "player": ANN, "answer": "x", "at": 1.0}])
    return streak(tx, ANN, 10 + int(late))


def _on_record(tx: Transaction) -> None:
    table = in_lobby(tx, Tables(GAMES), ANN).table
    did = HandStats(1, has_won=True, counts={"courts": 1})
    records.add(tx, SERVER, table, [Counted(ANN, 5, did, 1)], NOON)


def _day_counted(tx: Transaction, late: float) -> object:
    _on_record(tx)
    return bool(records.net_by_day(tx, SERVER, ANN, "coins", None, 20_000 + int(late)))


def _hands_counted(tx: Transaction, late: float) -> object:
    _on_record(tx)
    return bool(records.of_player(tx, SERVER, ANN, "coins", 20_000 + int(late)))


def _deeds_counted(tx: Transaction, late: float) -> object:
    _on_record(tx)
    # The day's hands count as long as its deeds do.
    found = records.of_player(tx, SERVER, ANN, "coins", 20_000 + int(late))
    return bool(found and found["toy"].deeds["courts"])


def _on_board(by: Measure) -> Callable[[Transaction, float], object]:
    def outcome(tx: Transaction, late: float) -> object:
        _on_record(tx)
        return bool(boards.ranked(tx, SERVER, by, None, 20_000 + int(late), None))

    return outcome


# Leases.


def _leased(tx: Transaction) -> Clocked:
    assert isinstance(tx, Clocked)
    tx.at(NOON - leases.LEASE_SECONDS)
    leases.claim(tx, leases.ALL_SHARDS, "a")
    leases.stand_by(tx, "b")
    return tx


def _lease_is_live(tx: Transaction, late: float) -> object:
    return leases.are_live(_leased(tx).at(NOON + late))


def _is_watched(tx: Transaction, late: float) -> object:
    return leases.renew(_leased(tx).at(NOON + late), 1).is_watched


def _waits(tx: Transaction, late: float) -> object:
    return leases.waits(_leased(tx).at(NOON + late), "b")


def _is_heir(tx: Transaction, late: float) -> object:
    return leases.call_heir(_leased(tx).at(NOON + late), 1) == "b"


def _standby_deleted(tx: Transaction, late: float) -> object:
    leases.stand_by(_leased(tx).at(NOON + 60 + late), "c")
    return tx.scalar("SELECT count(*) FROM standbys WHERE name = 'b'") == 0


def _identifies(tx: Transaction, late: float) -> object:
    assert isinstance(tx, Clocked)
    leases.wait_to_identify(tx.at(NOON - leases.IDENTIFY_SECONDS), 0)
    return leases.wait_to_identify(tx.at(NOON + late), 0) == 0.0


# The engine.


def _says_again(_tx: Transaction, late: float) -> object:
    table = playing(new_books(), Tables(GAMES)).table
    table = table_talk.say(table, ANN, "thanks", int(NOON)).table
    then = int(NOON + table_talk.PAUSE_SECONDS + late)
    return not refused(lambda: table_talk.say(table, ANN, "thanks", then))


def _says_before(_tx: Transaction, late: float) -> object:
    table = playing(new_books(), Tables(GAMES)).table
    table = table_talk.say(table, ANN, "thanks", int(NOON)).table
    return not refused(lambda: table_talk.say(table, ANN, "thanks", int(NOON + late)))


def _remark_came(_tx: Transaction, late: float) -> object:
    table = playing(new_books(), Tables(GAMES)).table
    table = table_talk.say(table, ANN, "thanks", int(NOON)).table
    return bool(table_talk.faded(table, int(NOON + late)).remarks)


def _remark_stays(_tx: Transaction, late: float) -> object:
    table = playing(new_books(), Tables(GAMES)).table
    table = table_talk.say(table, ANN, "thanks", int(NOON)).table
    return bool(table_talk.faded(table, int(NOON + table_talk.SHOWN_SECONDS + late)).remarks)


def _woken(late: float, tournament: Tournament, **changed: object) -> tuple[Tournament, list[type]]:
    """Return a tournament after the director looked around a moment, and what it ordered."""
    before = replace(tournament, **changed)  # type: ignore[arg-type]
    change = director.wake(before, int(NOON + late), Script())
    return change.tournament, [type(each) for each in change.orders]


def _cup(**terms: Any) -> Tournament:
    return under_way({1: "11:50 12:50", 2: "13:50 14:50"}, **terms).tournament


def _time_is_up(_tx: Transaction, late: float) -> object:
    return _woken(late, _cup(), ends_at=int(NOON))[0].is_time_up


def _level_rose(_tx: Transaction, late: float) -> object:
    return _woken(late, _cup(), level_ends_at=int(NOON))[0].level > 1


def _break_is_over(_tx: Transaction, late: float) -> object:
    return BreakEnded in _woken(late, _cup(), paused_at=int(NOON) - 300, break_until=int(NOON))[1]


def _deal_is_over(_tx: Transaction, late: float) -> object:
    last_two = under_way({1: "11:50 12:50"}, entry=20).tournament
    still = tuple(replace(each, is_playing=False) for each in last_two.tables)
    deal = PrizeDeal(1, until=int(NOON))
    return DealEnded in _woken(late, last_two, tables=still, paused_at=int(NOON) - 180, deal=deal)[1]


def _enters_late(_tx: Transaction, late: float) -> object:
    return replace(_cup(late_until=3), level=3 + int(late)).is_entry_open


THEIRS = {"server": SERVER, "player": ANN, "until": NOON}
LIFTED = {"server": SERVER, "player": ANN, "amount": 5, "later_at": NOON}
FORGOTTEN: Mapping[str, dict[str, Any]] = {
    "forgotten_bars": {},
    "forgotten_keep_outs": {},
    "forgotten_loss_limits": {"amount": 5},
}
PRESSED: Mapping[str, dict[str, Any]] = {
    "interactions": {"id": 1, "at": NOON - postings.KEPT_SECONDS},
    "acceptances": {"interaction": 1, "at": NOON - postings.KEPT_SECONDS},
}
KEPT = {"server": SERVER, "person": PERSON, "until": NOON}
OF_BOOKS: Mapping[str, tuple[Moment, ...]] = {
    "storage.people.bars:_ends": (Moment("TB-23: barred until then", LASTS, _barred),),
    "storage.people.bars:standing": (Moment("TB-23: listed as long as it holds", LASTS, _listed),),
    "storage.people.bars:out_until": (Moment("TB-24: kept out until then", LASTS, _kept_out),),
    "storage.people.bars:loss_limit": (Moment("TB-25: lifted from the next week on", LASTS, _limited),),
    "storage.people.bars:": (
        Moment("a break is kept a day longer", COMES, _deleted(bars.EXPIRING, "keep_outs", **THEIRS)),
        Moment("a limit that is lifted, too", COMES, _deleted(bars.EXPIRING, "loss_limits", **LIFTED)),
    ),
    "storage.people.erased_people:": (
        *(
            Moment("of somebody forgotten", COMES, _deleted(erased_people.EXPIRING, rows, **KEPT, **more))
            for rows, more in FORGOTTEN.items()
        ),
        Moment("counts of a day are kept a day longer", COMES, _counts_deleted),
    ),
    "storage.people.erased_people:barred_count": (Moment("TB-23", LASTS, _erased_counted),),
    "storage.people.erased_people:loss_limit": (Moment("TB-25", LASTS, _erased_limit),),
    "storage.people.erased_people:_barred": (
        Moment("F-53: what still holds outlasts it", LASTS, _bar_remembered),
    ),
    "storage.people.erased_people:_kept_out": (Moment("F-53, TB-24", LASTS, _break_remembered),),
    "storage.people.erased_people:_limited": (
        Moment("F-53, TB-25: lifted from then on", (True, False, False), _limit_holds),
        Moment("F-53: one that ended before is not kept", LASTS, _lifted_limit_remembered),
    ),
    "storage.people.invite_preferences:was_invited": (Moment("a day is over then", LASTS, _still_invited),),
    "storage.people.invite_preferences:count": (
        Moment("what is a day old counts no more", LASTS, _calls_kept),
    ),
    "storage.people.invite_preferences:counted": (Moment("the same", LASTS, _calls_counted),),
    "storage.people.server_settings:_latest_cards": (
        Moment("KH-13: from the next hand on", COMES, _cards_of_then),
    ),
    "storage.books.flows:between_people": (Moment("since then, that included", UP_TO, _gift_counted),),
    "storage.books.flows:_results": (Moment("the same", UP_TO, _result_counted),),
    "storage.books.payments:pay_wages": (Moment("TB-2: once a day in UTC", COMES, _wages_again),),
    "storage.db.retention:is_steady": (Moment("F-16: a day after a jump", COMES, _steady),),
    "storage.play.hands:recent_of_game": (Moment("no older than that", UP_TO, _hand_is_recent),),
    "storage.play.tables:Tables.naming": (Moment("TB-15: an hour is over then", LASTS, _table_named),),
    "storage.play.tables:": (Moment("TB-13: kept for whole days", ONCE_PAST, _pruned),),
    "storage.play.postings:": tuple(
        Moment("F-22: known for a whole while", ONCE_PAST, _deleted(postings.EXPIRING, rows, **row))
        for rows, row in PRESSED.items()
    ),
    "storage.standing.boards:": (Moment("TB-22: told for a whole while", ONCE_PAST, _stopped_deleted),),
    "storage.standing.boards:_people": (
        Moment("TB-22: that day counts", UP_TO, _on_board("net")),
        Moment("TB-22: that day counts", UP_TO, _on_board("courts")),
    ),
    "storage.standing.records:net_by_day": (Moment("TB-19: that day counts", UP_TO, _day_counted),),
    "storage.standing.records:of_player": (
        Moment("TB-19: that day counts", UP_TO, _hands_counted),
        Moment("TB-19: that day counts", UP_TO, _deeds_counted),
    ),
    "storage.play.turn_calls:due": (Moment("TB-8: called then", COMES, _turn_due),),
    "storage.play.turn_calls:next_at": (Moment("TB-8: what is due is not ahead", LASTS, _turn_ahead),),
    "storage.play.daily:streak": (
        Moment("a day's answer counts from that day on", (0, 1, 1), _answered_today),
    ),
    "storage.tournaments.series:due": (Moment("TN-35: announced then", COMES, _series_due),),
    "storage.tournaments.tournaments:Plan.put_off": (
        Moment("TN-41: an hour that is past moves", LASTS, _put_off),
    ),
    "storage.leases:_all": (Moment("a lease ends then", LASTS, _lease_is_live),),
    "storage.leases:renew": (Moment("so does waiting", LASTS, _is_watched),),
    "storage.leases:waits": (Moment("the same", LASTS, _waits),),
    "storage.leases:call_heir": (Moment("the same", LASTS, _is_heir),),
    "storage.leases:stand_by": (Moment("kept a whole minute longer", ONCE_PAST, _standby_deleted),),
    "storage.leases:wait_to_identify": (Moment("the next may then", COMES, _identifies),),
    "games.engine.table.table_talk:say": (
        Moment("TB-20: ten seconds after the last", COMES, _says_again),
        Moment("F-16: a clock that was set back", (True, False, False), _says_before),
    ),
    "games.engine.table.table_talk:faded": (
        Moment("TB-20: for a minute", LASTS, _remark_stays),
        Moment("F-16: a clock that was set back", COMES, _remark_came),
    ),
    "games.tournament.update:TournamentUpdate.strike": (
        Moment("TN-20: time is up then", COMES, _time_is_up),
        Moment("TN-8: the level rises then", COMES, _level_rose),
    ),
    "games.tournament.update:TournamentUpdate.take_up_break": (Moment("TN-51", COMES, _break_is_over),),
    "games.tournament.update:TournamentUpdate.take_up_deal": (Moment("TN-46", COMES, _deal_is_over),),
    "games.tournament.model:Tournament.is_entry_open": (
        Moment("TN-10: through that level", UP_TO, _enters_late),
    ),
}
