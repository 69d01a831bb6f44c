"""The ways to the page beside Discord: its addresses, and who is on their way to which table.

An Activity is opened in a channel and is told no table. So who presses *Open the table* is remembered until
they arrive; who comes by themselves is led to the table at which they sit there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage.play.postings import Posting, is_server

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import Settings

ACTIVITIES = "https://discord.com/activities"
TRAVEL_SECONDS = 600.0
"""How long somebody may be on their way: from a thread it leads by another channel."""
TRAVELLERS_MAX = 4096


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Where the page stands, if it is served; and the application, if the page is its Activity."""

    url: str = ""
    activity: int = 0

    def address(self, posting: Posting) -> str:
        """The address of a server's table on the page; empty where there is none."""
        if not self.url or not is_server(posting.server):
            return ""
        return f"{self.url}/{posting.server}.{posting.channel}/?table={posting.id}"

    def link(self, posting: Posting) -> str:
        """A link to a table for somebody who is elsewhere in Discord: the Activity if there is one."""
        if self.activity and is_server(posting.server):
            return f"{ACTIVITIES}/{self.activity}?custom_id={posting.id}"
        return self.address(posting)


def way_in_by(settings: Settings) -> PageLinks:
    """The ways to the page, as far as it is served."""
    if not settings.has_page:
        return PageLinks()
    return PageLinks(settings.page_url, (settings.discord_client_id or 0) if settings.activity == "on" else 0)


class PendingEntries:
    """Who is on their way to which table's page."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._bound: OrderedDict[int, tuple[float, int]] = OrderedDict()

    def set_out(self, player: int, table: int) -> None:
        """Remember where somebody wants to go."""
        self._bound[player] = self._now() + TRAVEL_SECONDS, table
        self._bound.move_to_end(player)
        if len(self._bound) > TRAVELLERS_MAX:
            self._bound.popitem(last=False)

    def arrive(self, player: int) -> int:
        """The table to which somebody was on their way; 0 if to none."""
        until, table = self._bound.pop(player, (0.0, 0))
        return table if self._now() < until else 0
