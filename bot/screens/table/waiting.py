"""The list of a user's tables, each with the players it waits for."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.catalog import emoji_of, title_of
from bot.screens.core import screen
from bot.screens.core.presenter import address
from bot.screens.core.screen import Screen, Text
from bot.tavern.table.waiting import WaitingTable
from bot.text.translate import _, shown

WAITING_MAX = 10
"""The number of tables on a page."""
NAMES_MAX = 3


def waiting_screen(tables: Sequence[WaitingTable], page: int = 0) -> Screen:
    """Return a page of a user's tables; those that wait for the user come first."""
    shown_tables, buttons = screen.paged(
        tables,
        page,
        WAITING_MAX,
        lambda number: table_id(0, "waiting", str(number)),
        # Translators: a button: the previous page of a list.
        _("Back"),
        # Translators: a button: the next page of a list.
        _("Next"),
    )
    lines = [_("### Your tables")]
    if not tables:
        lines.append(_("You’re not sitting at any table. `/play` finds you one."))
    lines += [_line(each) for each in shown_tables]
    return Screen((Text("\n".join(lines)), *screen.rows(buttons)))


def _line(table: WaitingTable) -> str:
    game, url = table.game, _link(table)
    title = title_of(game)
    link = f"{emoji_of(game)} " + (f"**{title}**" if url is None else f"[{title} ↗]({url})")
    return f"{link} · {_state(table)}"


def _link(table: WaitingTable) -> str | None:
    return None if table.message is None else address(table.server, table.channel, table.message)


def _state(table: WaitingTable) -> str:
    if table.is_mine and table.due_at is not None:
        return _("**your turn**, time is up {time}").format(time=f"<t:{int(table.due_at)}:R>")
    if table.is_mine:
        return _("**your turn**, and no hurry")
    if table.others:
        names = ", ".join(f"**{shown(name)}**" for name in table.others[:NAMES_MAX])
        since = f"<t:{int(table.acted_at)}:R>"
        return _("waiting for {names}, last move {time}").format(names=names, time=since)
    if not table.has_begun:
        return _("hasn’t begun yet")
    return _("between two hands")
