"""The queued lines of a server's audit channel (TB-23)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.table.table import Closing
from storage.books import audit_lines, ledger
from storage.books.ledger import TransferInfo
from storage.db.transaction import Transaction
from storage.people import personal_data, server_settings
from storage.people.server_settings import ServerSettings
from storage.play.tables import Tables

SERVER, ELSEWHERE, CHANNEL, OTHER = 7, 8, 70, 71
ANN = 13


def granted(tx: Transaction, server: int = SERVER) -> None:
    """Grant Ann five coins as a manager."""
    why = TransferInfo("grant", 1.0, by=9)
    ledger.transfer(tx, ledger.bank_account(server), ledger.wallet(server, ANN), 5, why)


def test_a_line_for_what_managers_do(tx: Transaction) -> None:
    """TB-23: grants and closings are queued, players' payments are not; only if a channel is set."""
    granted(tx)
    for server in (SERVER, ELSEWHERE):
        server_settings.save(tx, server, ServerSettings(audit_channel=CHANNEL if server == SERVER else 0))
        granted(tx, server)
    audit_lines.add_closings(tx, SERVER, 3, (Closing(9, "late", 2), Closing(9)), 2.0)
    ledger.transfer(
        tx, ledger.wallet(SERVER, ANN), ledger.wallet(SERVER, 14), 1, TransferInfo("pay", 1.0, by=ANN)
    )

    lines = audit_lines.waiting(tx, 9)
    assert [(each.server, each.channel, each.kind) for each in lines] == [
        (SERVER, CHANNEL, "transfer"),
        (SERVER, CHANNEL, "closing"),
        (SERVER, CHANNEL, "closing"),
    ]
    told = ledger.entry(tx, lines[0].number)
    closed = audit_lines.CLOSINGS.numbered(tx, lines[1].number)
    assert told is not None
    assert (told.payee, told.amount) == (ledger.wallet(SERVER, ANN), 5)
    assert closed is not None
    assert closed.closing == Closing(9, "late", 2)


def test_a_change_has_both_values(tx: Transaction) -> None:
    """TB-23: each changed setting is recorded with both values; its author's name goes with their erasure."""
    settings = ServerSettings(audit_channel=CHANNEL)
    server_settings.save(tx, SERVER, settings)
    after = replace(settings, purse=7, channels=(3, 4))
    server_settings.change(tx, SERVER, after, ANN, 5.0)
    server_settings.change(tx, SERVER, after, ANN, 6.0)

    channels, purse = audit_lines.CHANGES.latest(tx, SERVER, 9)
    assert (purse.what, purse.before, purse.after, purse.by, purse.at) == ("purse", "200", "7", ANN, 5.0)
    assert channels.after == "[3, 4]"
    assert [audit_lines.CHANGES.numbered(tx, each.number) for each in audit_lines.waiting(tx, 9)] == [
        purse,
        channels,
    ]
    assert audit_lines.CHANGES.latest(tx, SERVER, 9, channels.id) == (purse,)
    assert audit_lines.CHANGES.latest(tx, ELSEWHERE, 9) == ()
    before, now = server_settings.as_changed(channels, ServerSettings(currency="groats"))
    assert (before.channels, now.channels, now.currency) == ((), (3, 4), "groats")

    tables = Tables({})
    told = {"server": SERVER, "kind": "setting", "what": "purse", "name": "", "before": "200", "after": "7"}
    assert personal_data.export(tx, tables, ANN)["server_changes"][0] == {**told, "at": 5.0}
    personal_data.forget(tx, tables, ANN, 9.0)
    assert all(each.by < 0 for each in audit_lines.CHANGES.latest(tx, SERVER, 9))


def test_what_is_refused_waits(tx: Transaction) -> None:
    """TB-23: a refused line stays queued; a new channel gets it, and without a channel it is dropped."""
    server_settings.save(tx, SERVER, ServerSettings(audit_channel=CHANNEL))
    for _ in range(3):
        granted(tx)
    first, second = audit_lines.waiting(tx, 2)
    audit_lines.refused(tx, first, 403, 50013)
    assert audit_lines.of_server(tx, SERVER) == audit_lines.AuditChannel(CHANNEL, 403, 50013, 3)

    server_settings.save(tx, SERVER, ServerSettings(audit_channel=OTHER))
    assert audit_lines.of_server(tx, SERVER) == audit_lines.AuditChannel(OTHER, 0, 0, 3)
    audit_lines.refused(tx, first, 403, 50013)  # of the channel before
    audit_lines.told(tx, first)
    assert [each.id for each in audit_lines.waiting(tx, 1)] == [second.id]
    assert audit_lines.of_server(tx, SERVER) == audit_lines.AuditChannel(OTHER, 0, 0, 2)

    server_settings.save(tx, SERVER, ServerSettings())
    assert audit_lines.of_server(tx, SERVER) is None
    assert audit_lines.waiting(tx, 9) == ()
