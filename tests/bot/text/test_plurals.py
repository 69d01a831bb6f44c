"""Numbers with what they count: one of it is not called as many are."""

from __future__ import annotations

import re

import pytest
from babel.messages import Catalog

from bot.discord_io.interactions.dispatch import sentence
from bot.screens.core.naming import amount, kind_of_money, unit
from bot.tavern.table.table_state import ThrowsEnough
from storage.errors import BadCurrency
from storage.people.server_settings import CURRENCY_LENGTH, ServerSettings, check, names_of
from storage.play.hands import KeptEnough

COUNTED = re.compile(
    r"(\{\w+\})\*{0,2}[ \N{NO-BREAK SPACE}](?:card|chip|coin|day|emoji|hand|hour|minute|player|"
    r"point|result|round|seat|second|time|tournament)s\b"
)
NEVER_ONE = {
    "{amount} coins on average": "with a decimal place",
    "lists all {count} hands": "of Knights’ Heads, 27",
    "{of} hands": "100",
    "{of} times": "a round number",
    "{stack} coins to a table": "a whole stake",
    "{all} emojis": "260",
    "up to {seats} players": "two or more",
}


def test_every_number_with_a_unit_has_a_plural_form(english: Catalog) -> None:
    """1 coin, 2 coins: a text that counts something comes in both forms, or says why it need not."""
    messages = [each for each in english if isinstance(each.id, str)]
    of_screens = [
        str(each.id) for each in messages if not any("docs/rules" in at for at, _ in each.locations)
    ]
    suspect = [each for each in of_screens if COUNTED.search(each)]

    assert [each for each in suspect if not any(known in each for known in NEVER_ONE)] == []
    assert [known for known in NEVER_ONE if not any(known in each for each in suspect)] == []


def test_a_slip_counts_too() -> None:
    """A sentence of an inner ring has both forms, and the number among its facts decides."""
    assert (
        sentence(KeptEnough(1), "coins")
        == "You already keep 1 hand. Let it go first: `/hand history` leads to it."
    )
    assert sentence(ThrowsEnough(3), "coins") == "You have 3 throws under way. Finish one of them first."


@pytest.mark.parametrize(
    ("units", "currency", "words"),
    [
        (1, "coins", "1 coin"),
        (-1, "coins", "-1 coin"),
        (0, "coins", "0 coins"),
        (1_000, "coins", "1,000 coins"),
        (1, "crown/crowns", "1 crown"),
        (2, "crown / crowns", "2 crowns"),
        (1, "gold", "1 gold"),
        (3, "*/**", r"3 \*\*"),
    ],
)
def test_an_amount_counts_its_currency(units: int, currency: str, words: str) -> None:
    """One coin of it has a name of its own where the server gave it one."""
    assert amount(units, currency) == words


def test_a_currency_without_a_number_is_called_as_many_are() -> None:
    """Crowns and coins are in the plural."""
    assert kind_of_money("crown/crowns") == "crowns"
    assert kind_of_money("coins") == "coins"
    assert unit(1, "*") == "*"


def test_both_names_of_a_currency_are_there_and_short() -> None:
    """F-48: each has from 1 to 20 letters; one of them may stand for both."""
    assert names_of("crown/") == names_of("/crown") == ("crown", "crown")
    check(ServerSettings(currency=f"{'a' * CURRENCY_LENGTH}/{'b' * CURRENCY_LENGTH}"))
    for wrong in ("/", " ", "a" * (CURRENCY_LENGTH + 1), f"crown/{'s' * (CURRENCY_LENGTH + 1)}"):
        with pytest.raises(BadCurrency):
            check(ServerSettings(currency=wrong))
