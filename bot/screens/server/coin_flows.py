"""Coins that often went one way between the same two people (TB-23). It accuses nobody."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.core.money import amount
from bot.screens.core.people import person
from bot.screens.core.screen import Button, Screen, Text, rows
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from storage.books.flows import CoinFlow

PERIODS = (7, 30)
"""The days that can be looked at."""
SHOWN = 12
"""How many always fit on the page."""
NET_MIN = 100
"""Where there is no starting purse, less than this is not worth showing."""


def net_min(purse: int) -> int:
    """What has to have gone one way before it is shown: a newcomer's purse."""
    return max(purse, NET_MIN)


def flows_screen(flows: Sequence[CoinFlow], days: int, least: int, currency: str) -> Screen:
    """The pairs between whom most went one way, and a button to the other period."""
    words = ngettext(
        "Gifts, and losses at tables, in the last {days} day: {least} or more on balance. "
        "**This proves nothing.** Friends give each other coins, and luck runs in streaks. "
        "Look twice, and ask before you act.",
        "Gifts, and losses at tables, in the last {days} days: {least} or more on balance. "
        "**This proves nothing.** Friends give each other coins, and luck runs in streaks. "
        "Look twice, and ask before you act.",
        days,
    )
    said = words.format(days=days, least=amount(least, currency))
    lines = [_line(each, currency) for each in flows] or [_("Nothing stands out.")]
    other = next(each for each in PERIODS if each != days)
    label = ngettext("Last {days} day", "Last {days} days", other).format(days=other)
    title = "### " + _("Coins that often went one way")
    return Screen(
        (
            Text(f"{title}\n-# {said}"),
            Text("\n".join(lines)),
            *rows([Button(label, table_id(0, "flows", str(other)))]),
        )
    )


def _line(flow: CoinFlow, currency: str) -> str:
    words = _("{giver} → {taker}: **{net}** · gifts {gifts}, tables {tables}")
    said = words.format(
        giver=person(flow.giver),
        taker=person(flow.taker),
        net=amount(flow.net, currency),
        gifts=number(flow.gifts),
        tables=number(flow.tables),
    )
    often = ngettext("{so} of {count} time this way", "{so} of {count} times this way", flow.times)
    return f"- {said} · {often.format(so=flow.times_so, count=flow.times)}"
