"""The list of a person's tables, and for whom each waits."""

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
"""The tables on a page."""
NAMES_MAX = 3


def waiting_screen(tables: Sequence[WaitingTable], page: int = 0) -> Screen:
    """Return a page of a person's tables; those that wait for them come first."""
    some, buttons = screen.paged(
        tables,
        page,
        WAITING_MAX,
        lambda at: table_id(0, "waiting", str(at)),
        # Translators: a button: the previous page of a list.
        _("Back"),
        # Translators: a button: the next page of a list.
        _("Next"),
    )
    lines = [_("### Your tables")]
    if not tables:
        lines.append(_("You’re not sitting at any table. `/play` finds you one."))
    lines += [_line(each) for each in some]
    return Screen((Text("\n".join(lines)), *screen.rows(buttons)))


def _line(each: WaitingTable) -> str:
    game, where = each.game, _link(each)
    title = title_of(game)
    told = f"{emoji_of(game)} " + (f"**{title}**" if where is None else f"[{title} ↗]({where})")
    return f"{told} · {_state(each)}"


def _link(each: WaitingTable) -> str | None:
    return None if each.message is None else address(each.server, each.channel, each.message)


def _state(each: WaitingTable) -> str:
    if each.is_mine and each.due_at is not None:
        return _("**your turn**, until {time}").format(time=f"<t:{int(each.due_at)}:R>")
    if each.is_mine:
        return _("**your turn**, and no hurry")
    if each.others:
        names = ", ".join(f"**{shown(name)}**" for name in each.others[:NAMES_MAX])
        since = f"<t:{int(each.acted_at)}:R>"
        return _("waits for {names} since {time}").format(names=names, time=since)
    if not each.has_begun:
        return _("hasn’t begun yet")
    return _("between two hands")
