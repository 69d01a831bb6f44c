"""A server's settings, as its managers have chosen them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.db import schema
from storage.db.transaction import Transaction
from storage.errors import BadCurrency, OverLimit, TooMany
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.storage.toy import TOY, ToyRules

SERVER = 7


def test_a_server_has_settings_from_the_start(tx: Transaction) -> None:
    """The defaults are coins, a purse of 200, wages up to 100, a minute a turn (TB-8), every channel."""
    assert server_settings.load(tx, SERVER) == ServerSettings("coins", 200, 100, turn_seconds=60, channels=())


def test_what_was_saved_is_there_for_that_server(tx: Transaction) -> None:
    """Settings are saved for that server only."""
    changed = ServerSettings("groats", 0, 5, channels=(1, 2**60), language="de")
    server_settings.save(tx, SERVER, ServerSettings("pence"))
    server_settings.save(tx, SERVER, changed)

    assert server_settings.load(tx, SERVER) == changed
    assert server_settings.load(tx, 8) == ServerSettings()


def test_f15_settings_of_an_older_version(tmp_path: Path) -> None:
    """F-15: 0.1.0 stored the organisers' role as `organiser`: it is still used."""
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as connection:
        schema.migrate(connection, tmp_path / "old.db", schema.migrations()[:12])
        tx = Transaction(connection)
        body = '{"currency":"groats","organiser":77,"house_rules":{}}'
        for server, kept in ((SERVER, body), (8, "{"), (9, '{"purse":5}')):
            tx.execute("INSERT INTO settings VALUES (?, ?)", (server, kept))
        schema.migrate(connection, tmp_path / "old.db", schema.migrations())

        assert server_settings.load(tx, SERVER) == ServerSettings("groats", organiser_role=77)
        assert server_settings.load(tx, 8) == ServerSettings()
        assert server_settings.load(tx, 9) == ServerSettings(purse=5)


def test_f15_no_amount_was_named_for_winnings_from_the_house(tx: Transaction) -> None:
    """F-15: earlier versions stored 0 for no amount: that is 1,000 now (TB-12), and 40 is still 40."""
    for server, body in ((SERVER, '{"purse":5,"house_day_max":0}'), (8, '{"house_day_max":40}')):
        tx.execute("INSERT INTO settings VALUES (?, ?)", (server, body))

    assert server_settings.load(tx, SERVER) == ServerSettings(purse=5, house_day_max=1000)
    assert server_settings.load(tx, 8) == ServerSettings(house_day_max=40)


def test_tb28_a_longer_turn_of_an_earlier_version_is_ten_minutes(tx: Transaction) -> None:
    """TB-8, TB-28: up to 0.3.0 a server could have turns of a day, which a table's pace has now."""
    tx.execute("INSERT INTO settings VALUES (?, ?)", (SERVER, '{"turn_seconds":86400}'))
    read = server_settings.load(tx, SERVER)
    server_settings.save(tx, SERVER, read)

    assert read.turn_seconds == server_settings.load(tx, SERVER).turn_seconds == 600


@pytest.mark.parametrize(
    ("field", "value", "least", "most"),
    [
        ("purse", -1, 0, 1_000_000),
        ("purse", 1_000_001, 0, 1_000_000),
        ("purse", 1.5, 0, 1_000_000),
        ("wages_floor", -1, 0, 1_000_000),
        ("turn_seconds", 14, 15, 600),
        ("turn_seconds", 601, 15, 600),
        ("pay_day_max", -1, 0, 2**53 - 1),
        ("pay_keep_min", -1, 0, 1_000_000),
        ("house_day_max", 0, 1, 1_000_000_000),
    ],
)
def test_f48_absurd_settings_are_refused(
    tx: Transaction, field: str, value: Any, least: int, most: int
) -> None:
    """F-48: absurd settings are refused with field and range, and nothing is saved."""
    with pytest.raises(OverLimit) as refused:
        server_settings.save(tx, SERVER, ServerSettings(**{field: value}))

    assert (refused.value.field, refused.value.least, refused.value.most) == (field, least, most)
    assert server_settings.load(tx, SERVER) == ServerSettings()


@pytest.mark.parametrize("name", [" ", "/", "x" * 21, f"x/{'y' * 21}", "<:coin:12>", "gem/<a:gems:123>"])
def test_f48_what_a_coin_cannot_be_called(tx: Transaction, name: str) -> None:
    """F-48: an empty name, more than 20 letters, or a server's own emoji, which buttons lack, is refused."""
    with pytest.raises(BadCurrency) as refused:
        server_settings.save(tx, SERVER, ServerSettings(currency=name))

    assert refused.value.most == 20
    assert server_settings.load(tx, SERVER) == ServerSettings()


def test_a_plain_emoji_is_a_currency(tx: Transaction) -> None:
    """Buttons show a plain emoji, as they show letters."""
    server_settings.save(tx, SERVER, ServerSettings(currency="🪙"))

    assert server_settings.load(tx, SERVER).currency == "🪙"


def test_f48_too_many_channels_are_refused(tx: Transaction) -> None:
    """F-48: the refusal names the maximum."""
    with pytest.raises(TooMany) as refused:
        server_settings.save(tx, SERVER, ServerSettings(channels=tuple(range(26))))

    assert refused.value.most == 25


def test_a_server_has_house_rules_of_its_own(tx: Transaction) -> None:
    """Default house rules are stored by game."""
    assert server_settings.rules_of(ServerSettings(), TOY) == ToyRules()

    server_settings.save(
        tx, SERVER, server_settings.with_rules(ServerSettings(), TOY, ToyRules(generous=True))
    )
    assert server_settings.rules_of(server_settings.load(tx, SERVER), TOY) == ToyRules(generous=True)


def test_house_rules_of_another_version_are_not_in_the_way() -> None:
    """For a rule that no longer exists, the game's usual rules hold."""
    assert server_settings.rules_of(ServerSettings(house_rules={"toy": '{"old":true}'}), TOY) == ToyRules()


@pytest.mark.parametrize("body", [b'{"colour":1}', b'{"currency":"\xff"}'])
def test_f58_settings_that_cannot_be_read_are_said(
    tx: Transaction, caplog: pytest.LogCaptureFixture, body: bytes
) -> None:
    """F-58: a server with damaged settings uses the defaults, and the log says so."""
    tx.execute("INSERT INTO settings VALUES (?, CAST(? AS TEXT))", (SERVER, body))

    assert server_settings.load(tx, SERVER) == ServerSettings()
    assert "settings of server 7 cannot be read, so it has the usual ones" in caplog.text
