"""Amounts in words."""

from __future__ import annotations

from bot.text.escape import shown
from bot.text.translate import ngettext
from games.engine.table.table import Money


def amount(units: int, currency: str) -> str:
    """So many of the server's currency, whose name a manager has chosen."""
    return f"{units:,} {shown(currency)}"


def stake(units: int, currency: str, money: Money) -> str:
    """So much at a table: the server's currency, practice chips, or a tournament’s."""
    if money == "chips":
        return ngettext("{units} chip", "{units} chips", units).format(units=f"{units:,}")
    if money == "practice":
        return ngettext("{units} practice chip", "{units} practice chips", units).format(units=f"{units:,}")
    return amount(units, currency)


def points_of(points: int) -> str:
    """So many points."""
    return ngettext("{points} point", "{points} points", points).format(points=f"{points:,}")
