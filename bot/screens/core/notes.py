"""Short notes to one person."""

from __future__ import annotations

from bot.screens.core.screen import Button, Row, Screen, Text, say
from bot.text.translate import _
from games.engine.table.table import AnyTable
from storage.tables import Stored

MESSAGE_LINK = "https://discord.com/channels/{server}/{channel}/{message}"


def link(stored: Stored) -> str | None:
    """The address of a table's message, if it has one."""
    if stored.message is None:
        return None
    return MESSAGE_LINK.format(server=stored.server, channel=stored.channel, message=stored.message)


def moved(stored: Stored) -> Screen:
    """What an older copy of a table's message says instead."""
    words = _("Table {number} goes on in a newer message.").format(number=stored.table.id)
    address = link(stored)
    if address is None:
        return say(words)
    return Screen((Text(words), Row((Button(_("Go to the table"), address, is_link=True),))))


def closed_note(table: AnyTable) -> Screen:
    """What came of closing a table (TB-10)."""
    if table.phase == "closed":
        return say(_("Table {number} is closed.").format(number=table.id))
    return say(_("Table {number} closes after this hand.").format(number=table.id))


def refusal(sentence: str) -> Screen:
    """Why something was not done."""
    return say(sentence, accent=0xB0413E)
