"""The message of a table or tournament: where it is, how it can be changed, and when it is posted again.

`live_messages.py` tells the whole life of one.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from bot.discord_io.answering.reply import Interaction
from bot.discord_io.messages.concurrent_edits import LiveMessage
from storage.play.postings import Posting
from storage.play.server_or_elsewhere import ELSEWHERE

TOKEN_SECONDS = 14 * 60
"""An interaction's token lives fifteen minutes."""
MESSAGE_SECONDS = 50 * 60
"""Discord allows few edits of messages older than an hour (error 30046)."""
BURIED_BY = 20
"""A table's message is posted again after this many others."""
DELETED_SECONDS = (0.0, 5.0, 20.0, 60.0, 3600.0)
"""Delays before what somebody deletes again and again is posted anew; the last one repeats (F-34)."""
STOOD_SECONDS = 600.0
"""A message that stood for so long is not one that is deleted whenever it appears."""

Lost: TypeAlias = Literal["unreachable", "deleted"]
"""Why a posting cannot be shown: Discord refuses it, or somebody deletes it again and again."""
W = TypeVar("W")


@dataclass(slots=True, kw_only=True)
class PublicMessage(LiveMessage[W], Generic[W]):
    """The message of a posting, and by which token it can be edited."""

    channel: int = 0
    message: int | None = None
    posted_at: float = 0.0
    revision: int = -1
    buried_by: int = 0
    token: Interaction | None = None
    token_at: float = 0.0
    task: asyncio.Task[None] | None = None
    editable_at: float = 0.0
    """The time, by the event loop's clock, from which the message may be edited again without a press."""
    is_doubtful: bool = True
    """Whether an unknown message may have been posted, perhaps before the start."""
    is_lost: bool = False
    is_gone: bool = False
    """Whether it was deleted."""
    times_deleted: int = 0
    """How often in a row it was deleted soon after it was posted."""

    def adopt(self, stored: Posting) -> None:
        """Take over where the posting is shown, unless that is from before it was posted again."""
        posted_at = stored.posted_at or 0.0
        if posted_at < self.posted_at:
            return
        if stored.channel != self.channel:
            # It may be in reach there; if not, that must be noticed too.
            self.is_lost, self.times_deleted, self.editable_at = False, 0, 0.0
        self.channel, self.posted_at = stored.channel, posted_at
        if self.message != stored.message:
            self.message, self.token, self.buried_by, self.is_gone = stored.message, None, 0, False

    def is_due(self, stored: Posting, now: float) -> bool:
        """Whether to post the message again: there is none, it is old, or it is buried."""
        if stored.server == ELSEWHERE:
            return False
        if self.is_gone or stored.message is None or stored.posted_at is None:
            return True
        # A message from the future was posted while the clock was wrong, so its age is unknown. After a start
        # each is put right where it is, and posted again only if something happens there.
        is_old = bool(self.looks) and abs(now - stored.posted_at) > MESSAGE_SECONDS
        return not stored.is_over and (is_old or self.buried_by >= BURIED_BY)

    def was_deleted(self, now: float) -> bool:
        """Note that somebody deleted it; whether that has just become once too often, so that it rests."""
        has_stood = abs(now - self.posted_at) > STOOD_SECONDS
        self.times_deleted = 1 if has_stood else self.times_deleted + 1
        wait = DELETED_SECONDS[min(self.times_deleted, len(DELETED_SECONDS)) - 1]
        self.editable_at = asyncio.get_running_loop().time() + wait
        self.is_gone = True
        self.is_lost |= self.times_deleted >= len(DELETED_SECONDS)
        return self.times_deleted == len(DELETED_SECONDS)
