"""Screens of a server's reset (TB-23)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.core.presenter import confirm_screen
from bot.screens.core.screen import Button, Form, Screen, TextField, first_lines, say
from bot.text.translate import SERVER_NAME_LENGTH, _
from storage.play.postings import PostingPlace

SHOWN = 20
"""The number of open tables and tournaments in a message."""


def reset_screen() -> Screen:
    """Return the confirmation, with what goes and what stays."""
    words = "\n".join(
        (
            "### " + _("Reset this server?"),
            _(
                "**This goes, for good:** everybody’s coins and books, and the house’s; records, titles, "
                "boards, seasons and points; tournaments, their results, and series; prizes, also those not "
                "handed out yet; home throws; the server’s own cards; all settings; the audit; and with the "
                "next clean-up, old tables and their hands. Everybody gets a newcomer’s purse again."
            ),
            _(
                "**This stays:** who is barred; who keeps themselves out, and people’s own limits; what "
                "people prefer; hands that they keep; and what I’ve posted in your channels."
            ),
            _("`/manage export` saves a copy first. Nobody can undo this, not even whoever runs me."),
        )
    )
    return confirm_screen(words, Button(_("Reset …"), table_id(0, "reset_ask"), "danger"))


def reset_form(name: str) -> Form:
    """Return the form in which the server's name confirms its reset."""
    field = TextField("text", _("Type the server’s name"), hint=name, length=SERVER_NAME_LENGTH)
    return Form(_("Reset this server"), table_id(0, "reset_typed"), (field,))


def reset_blocked_screen(tables: Sequence[PostingPlace], tournaments: Sequence[PostingPlace]) -> Screen:
    """Return what must be closed before a reset, each with its channel."""
    # Translators: of a table, in a list.
    lines = [_("Table {number}").format(number=each.id) + f" · <#{each.channel}>" for each in tables]
    # Translators: of a tournament, in a list.
    lines += [
        _("Tournament {number}").format(number=each.id) + f" · <#{each.channel}>" for each in tournaments
    ]
    words = _("Coins are still on the tables. Close these first, or wait until they’re over:")
    return say(words, *first_lines(lines, SHOWN, lambda each: f"- {each}"))
