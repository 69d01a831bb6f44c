"""Short notes to one person."""

from __future__ import annotations

from bot.screens.core.screen import Button, Row, Screen, Text, say
from bot.text.translate import _
from storage.postings import Posting

MESSAGE_LINK = "https://discord.com/channels/{server}/{channel}/{message}"


def link(posting: Posting) -> str | None:
    """The address of a table's message, if it has one."""
    if posting.message is None:
        return None
    return MESSAGE_LINK.format(server=posting.server, channel=posting.channel, message=posting.message)


def moved(posting: Posting) -> Screen:
    """What an older copy of a table's message says instead."""
    words = _("Table {number} goes on in a newer message.").format(number=posting.id)
    address = link(posting)
    if address is None:
        return say(words)
    return Screen((Text(words), Row((Button(_("Go to the table"), address, is_link=True),))))


def closed_note(posting: Posting) -> Screen:
    """What came of closing a table (TB-10)."""
    words = _("Table {number} is closed.") if posting.is_over else _("Table {number} closes after this hand.")
    return say(words.format(number=posting.id))


def refusal(sentence: str) -> Screen:
    """Why something was not done."""
    return say(sentence, accent=0xB0413E)
