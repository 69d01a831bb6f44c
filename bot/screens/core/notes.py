"""Short notes to one person."""

from __future__ import annotations

from dataclasses import replace

from bot.custom_ids import table_id
from bot.screens.core.screen import Button, Row, Screen, Text, say
from bot.text.translate import _
from storage.play.postings import Posting
from storage.play.server_or_elsewhere import ELSEWHERE, is_server

REFUSED = 0xB0413E
"""The edge of a refusal."""


def address(server: int, channel: int, message: int | None) -> str:
    """The address of a message, or of its channel while it is not there yet."""
    where = f"https://discord.com/channels/{server if is_server(server) else '@me'}/{channel}"
    return where if message is None else f"{where}/{message}"


def link(posting: Posting) -> str | None:
    """The address of a table's message, if it has one."""
    if posting.message is None or posting.server == ELSEWHERE:
        # Of a server without us its number is not kept, without which nothing leads there.
        return None
    return address(posting.server, posting.channel, posting.message)


def with_link(words: str, label: str, where: str | None) -> Screen:
    """Words, and a button that leads to an address if there is one."""
    button = () if where is None else (Row((Button(label, where, is_link=True),)),)
    return Screen((Text(words), *button))


def moved(posting: Posting) -> Screen:
    """What an older copy of a table's message says instead."""
    words = _("Table {number} goes on in a newer message.").format(number=posting.id)
    return with_link(words, _("Go to the table"), link(posting))


def closed_note(posting: Posting) -> Screen:
    """That a table is closed, or closes after this hand (TB-10)."""
    words = _("Table {number} is closed.") if posting.is_over else _("Table {number} closes after this hand.")
    return say(words.format(number=posting.id))


def sure(asks: str, yes: Button, table: int = 0) -> Screen:
    """A question before something that cannot be undone; *No* leads back to the panel of a table, if any."""
    return Screen((Text(asks), Row((yes, Button(_("No"), table_id(table, "no"))))))


def unchanged() -> Screen:
    """What a question says that was answered with *No*."""
    return say(_("Nothing has changed."))


def refusal(sentence: str, what: str = "") -> Screen:
    """Why something was not done; `what` is the field or option that cannot be taken."""
    return say(f"**{what}** — {sentence}" if what else sentence, accent=REFUSED)


def refused_form(sentence: str, what: str, mark: str) -> Screen:
    """The same of a form, with a way back to it."""
    again = Button(_("Try again"), table_id(0, "retype", mark), "main")
    said = refusal(sentence, what)
    return replace(said, parts=(*said.parts, Row((again,))))
