"""The choice between a table in the same channel and a new one, before `/play` opens one."""

from __future__ import annotations

from dataclasses import dataclass

from bot.custom_ids import OfGame, table_id
from bot.screens.catalog import emoji_of, title_of
from bot.screens.core.naming import person, stake
from bot.screens.core.presenter import with_link
from bot.screens.core.screen import ActionRow, Button, Screen, Text
from bot.text.translate import _, ngettext, shown
from games.engine.table.table import Money


@dataclass(frozen=True, slots=True)
class Nearby:
    """A table in the same channel, with public facts only."""

    number: int
    url: str | None
    """The URL of its message, if it has one."""
    free: int
    """The number of free seats; 0 at the player's own table."""
    is_waiting: bool
    """True if its game has not begun."""
    host: int | None
    has_hand: bool
    """True if the player, alone with house players, would leave a hand under way there."""
    price: int
    money: Money


@dataclass(frozen=True, slots=True)
class ThreadNote:
    """The facts of a table in a thread that its channel is told."""

    number: int
    game: str
    host: str
    url: str
    """The thread's address; empty before there is one."""
    free: int
    """The number of free seats."""
    is_private: bool = False
    """True if only invited people can sit there."""
    is_over: bool = False


def thread_title(note: ThreadNote) -> str:
    """Return the name of a table's thread: its game and its host."""
    # Translators: the name of a thread: a game and the player who opened its table.
    return _("{game}, {name}").format(game=title_of(note.game), name=note.host)


def note_heading(note: ThreadNote) -> str:
    """Return the heading of a note, by which it is recognised."""
    title = _("{game} · table {number}").format(game=title_of(note.game), number=note.number)
    return f"**{emoji_of(note.game)} {title}**"


def note_screen(note: ThreadNote) -> Screen:
    """Return the message above a table's thread: whose table it is, its free seats, and the way there."""
    if note.is_over:
        words = _("The game is over.")
    elif note.is_private:
        words = _("{name} plays here with people they’ve invited.")
    elif note.free:
        words = ngettext(
            "{name} plays here, {count} seat is free.",
            "{name} plays here, {count} seats are free.",
            note.free,
        )
    else:
        words = _("{name} plays here. No seat is free right now.")
    said = words.format(name=shown(note.host), count=note.free)
    return with_link(f"{note_heading(note)}\n{said}", _("Go to the table"), note.url or None)


def nearby_screen(table: Nearby, currency: str, new: OfGame) -> Screen:
    """Return the choice: sit down at a table with free seats, or go back to one's own, or open a new one."""
    free = table.free
    link_button = (Button(_("Go to the table"), table.url, is_link=True),) if table.url else ()
    if not free:
        words = _(
            "Your table {number} is still open. Opening a new one closes it, once the hand or round in "
            "progress is over."
        )
        if table.has_hand:
            words = _(
                "Your table {number} is still open. Opening a new one closes it, and you leave the hand "
                "there."
            )
        words = words.format(number=table.number)
        anew = Button(_("Close it and open a new one"), table_id(table.number, "play_own", new), "danger")
        return Screen((Text(words), ActionRow((*link_button, anew))))
    if table.is_waiting:
        words = ngettext(
            "{name} is waiting for players here, {count} seat is free.",
            "{name} is waiting for players here, {count} seats are free.",
            free,
        )
    else:
        words = ngettext(
            "{name} is playing here, {count} seat is free.",
            "{name} is playing here, {count} seats are free.",
            free,
        )
    sentence = words.format(name=person(table.host), count=free)
    price = (
        _("A seat costs {stake}.").format(stake=stake(table.price, currency, table.money))
        if table.price
        else _("A seat costs **nothing**: it’s for points, or for fun.")
    )
    sit = Button(_("Sit down"), table_id(table.number, "join"), "good")
    own = Button(_("My own table"), table_id(0, "play_own", new))
    return Screen((Text(f"{sentence} {price}"), ActionRow((sit, own, *link_button))))
