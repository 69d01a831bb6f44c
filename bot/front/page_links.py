"""Links to the page beside Discord: its addresses, and the table each user is about to open.

An Activity is opened in a channel and is not told the table. So the table is remembered from a press on *Open
the table* until the user arrives; a user who opens the Activity directly gets the table at which they sit.
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
TRAVEL_SECONDS = 600.0
"""Lifetime of a pending entry in seconds: from a thread, the Activity opens in another channel."""
TRAVELLERS_MAX = 4096


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The page's address, if it is served, and the application's id, if the page is its Activity."""

    url: str = ""
    activity: int = 0

    def address(self, posting: Posting) -> str:
        """Return the address of a server's table on the page; empty if there is none."""
        if not self.url or not is_server(posting.server):
            return ""
        return f"{self.url}/{posting.server}.{posting.channel}/?table={posting.id}"

    def link(self, posting: Posting) -> str:
        """Return a link to a table for a user elsewhere in Discord: to the Activity if there is one."""
        if self.activity and is_server(posting.server):
            return f"{ACTIVITIES}/{self.activity}?custom_id={posting.id}"
        return self.address(posting)


def way_in_by(settings: Settings) -> PageLinks:
    """Return the links to the page, as far as it is served."""
    if not settings.has_page:
        return PageLinks()
    return PageLinks(settings.page_url, (settings.discord_client_id or 0) if settings.activity == "on" else 0)


class PendingEntries:
    """The table that each user is about to open on the page."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._bound: OrderedDict[int, tuple[float, int]] = OrderedDict()

    def set_out(self, player: int, table: int) -> None:
        """Remember the table that a user is about to open."""
        self._bound[player] = self._now() + TRAVEL_SECONDS, table
        self._bound.move_to_end(player)
        if len(self._bound) > TRAVELLERS_MAX:
            self._bound.popitem(last=False)

    def arrive(self, player: int) -> int:
        """Return the table that a user is about to open; 0 if there is none."""
        until, table = self._bound.pop(player, (0.0, 0))
        return table if self._now() < until else 0
