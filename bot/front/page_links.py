"""Links to the page beside Discord: its addresses, and the table that each user is about to open.

Discord opens an Activity in a channel, but passes it no table. So a press on *Open the table* stores the
table until the user's Activity asks for it. A user who opens the Activity directly gets their own table.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage.play.postings import Posting, is_server

if TYPE_CHECKING:  # Only reading settings needs pydantic-settings.
    from bot.settings import Settings

ACTIVITIES = "https://discord.com/activities"
ENTRY_SECONDS = 600.0
"""The lifetime of a pending entry, in seconds."""
ENTRIES_MAX = 4096


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The page's URL, if it is served, and the application's id, if the page is also its Activity."""

    url: str = ""
    activity: int = 0

    def address(self, posting: Posting) -> str:
        """Return the URL of a server's table on the page; empty if it has none."""
        if not self.url or not is_server(posting.server):
            return ""
        return f"{self.url}/{posting.server}.{posting.channel}/?table={posting.id}"

    def link(self, posting: Posting) -> str:
        """Return a link to a table for a user elsewhere in Discord: in the Activity, or else on the page."""
        if self.activity and is_server(posting.server):
            return f"{ACTIVITIES}/{self.activity}?custom_id={posting.id}"
        return self.address(posting)


def page_links_by(settings: Settings) -> PageLinks:
    """Return the links to the page according to the settings."""
    if not settings.has_page:
        return PageLinks()
    return PageLinks(settings.page_url, (settings.discord_client_id or 0) if settings.activity == "on" else 0)


class PendingEntries:
    """The tables that users are about to open on the page, by user."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._entries: OrderedDict[int, tuple[float, int]] = OrderedDict()

    def add(self, player: int, table: int) -> None:
        """Store the table that a user is about to open."""
        self._entries[player] = self._now() + ENTRY_SECONDS, table
        self._entries.move_to_end(player)
        if len(self._entries) > ENTRIES_MAX:
            self._entries.popitem(last=False)

    def take(self, player: int) -> int:
        """Return the table that a user is about to open, once; 0 if there is none."""
        expires_at, table = self._entries.pop(player, (0.0, 0))
        return table if self._now() < expires_at else 0
