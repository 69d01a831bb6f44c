"""The choice between a table nearby and a new one, before `/play` opens it."""

from __future__ import annotations

from bot.custom_ids import OfGame, table_id
from bot.screens.core.naming import person, stake
from bot.screens.core.presenter import link
from bot.screens.core.screen import ActionRow, Button, Screen, Text
from bot.tavern.table.nearby import TableNearby
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame
from storage.play.tables import StoredTable


def nearby_screen(near: TableNearby, price: int, currency: str, new: OfGame) -> Screen:
    """Return a table with free seats to sit down at, or the player's own to go back to."""
    stored, free = near.stored, near.free
    table, where = stored.table, link(stored)
    there = (Button(_("Go to the table"), where, is_link=True),) if where else ()
    if not free:
        words = _(
            "Your table {number} is still open. A new one closes it; what is under way there is finished "
            "first."
        ).format(number=table.id)
        anew = Button(_("Close it and open a new one"), table_id(table.id, "play_own", new), "danger")
        return Screen((Text(words), ActionRow((*there, anew))))
    if table.phase == "lobby":
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
    said = words.format(name=person(_first(stored)), count=free)
    costs = (
        _("A seat costs {stake}.").format(stake=stake(price, currency, table.money))
        if price
        else _("A seat costs **nothing**: it’s for points, or for fun.")
    )
    sit = Button(_("Sit down"), table_id(table.id, "join"), "good")
    own = Button(_("My own table"), table_id(0, "play_own", new))
    return Screen((Text(f"{said} {costs}"), ActionRow((sit, own, *there))))


def price_of(stored: StoredTable, game: AnyGame) -> int:
    """Return the price of a seat."""
    return game.price(stored.table.rules, stored.table.terms.buy_in)


def _first(stored: StoredTable) -> int | None:
    """Return the host, or if they are not there the person who has been seated longest."""
    people = [each.player for each in stored.table.present if each.player is not None]
    return stored.table.terms.host if stored.table.terms.host in people else people[0]
