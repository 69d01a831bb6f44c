"""Amounts in words."""

from __future__ import annotations

from bot.text.numbers import number
from bot.text.translate import ngettext, shown
from games.engine.table.table import Money
from storage.people.server_settings import ServerSettings, names_of


def amount(units: int, currency: str) -> str:
    """An amount of the server's currency."""
    return f"{number(units)} {shown(unit(units, currency))}"


def unit(units: int, currency: str) -> str:
    """What so many coins of it are called, not yet escaped."""
    if currency == ServerSettings().currency:
        return ngettext("coin", "coins", abs(units))
    one, many = names_of(currency)
    return one if abs(units) == 1 else many


def kind_of_money(currency: str) -> str:
    """What the currency is called where no number stands."""
    return shown(unit(2, currency))


def currency_name(currency: str) -> str:
    """The currency as managers write it down; the one that nobody named, in the reader's language."""
    return unit(2, currency) if currency == ServerSettings().currency else currency


def currency_named(name: str) -> str:
    """The currency that a manager writes down so."""
    usual = ServerSettings().currency
    return usual if name == currency_name(usual) else name


def stake(units: int, currency: str, money: Money) -> str:
    """An amount at a table: currency, practice chips, or a tournament's chips."""
    if money == "chips":
        return ngettext("{units} chip", "{units} chips", units).format(units=number(units))
    if money == "practice":
        return ngettext("{units} practice chip", "{units} practice chips", units).format(units=number(units))
    return amount(units, currency)


def points_of(points: int) -> str:
    """A number of points, in words."""
    return ngettext("{points} point", "{points} points", points).format(points=number(points))
