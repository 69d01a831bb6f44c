"""Sends the standings of series whose tournaments have ended, a few times if it has to.

What is to be sent is stored in the transaction that ends a tournament, so a kill loses nothing; after a kill
between an answer and the note of it, the same standings are sent once more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.tavern.background_pass import BackgroundPass
from bot.tavern.tavern import Tavern
from bot.tavern.tournament import series as rules
from bot.tavern.tournament.series_export import as_json
from bot.text.escape import shown
from bot.text.translate import _, speaking
from bot.webhooks.addresses import host_of
from bot.webhooks.sender import Sent, WebhookSender
from games.engine.core.sentences import phrase
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.tournaments import series as stored_series
from storage.tournaments import webhooks
from storage.tournaments.webhooks import DuePost

log = logging.getLogger(__name__)

POSTS_MAX = 30
"""How many are sent in one pass, side by side."""
SERVER_MAX = 3
"""How many of them for one server: what its addresses take their time for leaves room for others' posts."""
AGAIN_SECONDS = (60.0, 600.0, 3600.0, 6 * 3600.0)
"""How long after each failure it is tried again; then it is given up."""
WHY: Mapping[Sent, str] = {
    # Translators: the server that the standings were sent to.
    "again": phrase("it doesn’t answer"),
    # Translators: “it” is that server, “they” are the standings.
    "refused": phrase("it refuses them"),
    # Translators: “it” is the address.
    "private": phrase("it leads into a private network"),
    # Translators: “they” are the standings.
    "too_large": phrase("they are too long"),
}


class WebhookDeliveries(BackgroundPass[DuePost]):
    """Sends what is due, in the background; nothing at all unless the bot's owner allows it."""

    at_once = POSTS_MAX

    def __init__(self, tavern: Tavern, sender: WebhookSender, *, is_allowed: bool) -> None:
        super().__init__()
        self._tavern = tavern
        self.sender = sender
        self.is_allowed = is_allowed

    async def due(self) -> Iterable[DuePost]:
        """The standings that are to be sent now."""
        at, shards = self._tavern.now(), self._tavern.serving.lease.shards
        most = (SERVER_MAX, POSTS_MAX)
        return await self._tavern.database.read(lambda tx: webhooks.due(tx, at, *most, shards))

    def number(self, each: DuePost) -> int:
        """Its series."""
        return each.series

    async def keep(self, post: DuePost) -> None:
        """Send one, or note that it was not taken."""

        def read(tx: Transaction) -> tuple[str | None, bytes]:
            series = stored_series.load(tx, post.server, post.series)
            if series is None:  # this version cannot read it
                return None, b""
            return webhooks.address(tx, post.series), as_json(rules.view(tx, series))

        address, body = await self._tavern.database.read_long(read)
        sent: Sent = "taken"
        if address is not None and self.is_allowed:
            sent = await self.sender.post(address, body, post.tournament)
        if sent == "taken":
            await self._tavern.database.write(lambda tx: webhooks.done(tx, post))
            return
        log.info("standings of series %d were not taken, try %d", post.series, post.tries + 1)
        if sent == "again" and post.tries < len(AGAIN_SECONDS):
            due_at = self._tavern.now() + AGAIN_SECONDS[post.tries]
            await self._tavern.database.write(lambda tx: webhooks.again(tx, post.tournament, due_at))
        else:
            await self._give_up(post, sent, address or "")

    async def _give_up(self, post: DuePost, sent: Sent, address: str) -> None:
        """Send these standings no more, and have the organiser told."""

        def note(tx: Transaction) -> None:
            webhooks.done(tx, post)
            series = stored_series.load(tx, post.server, post.series)
            if series is not None:
                with speaking(server_settings.load(tx, post.server).language):
                    told = _gave_up(sent, host_of(address))
                stored_series.save(tx, replace(series, trouble=told, is_told=False))

        await self._tavern.database.write(note)


def _gave_up(sent: Sent, host: str) -> str:
    words = _("I couldn’t send the standings to {host}: {why}. After the next tournament I’ll try again.")
    return words.format(host=shown(host), why=_(WHY[sent]))
