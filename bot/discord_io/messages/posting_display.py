"""The functions by which the postings of one kind are shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from bot.front.protocols import Context
from bot.front.render import LazyScreen
from bot.screens.core.screen import Screen
from storage.db.transaction import Transaction

T = TypeVar("T")

Lost: TypeAlias = Literal["unreachable", "deleted"]
"""The reason why a posting can't be shown: Discord refuses it, or somebody deletes it each time."""


async def in_its_channel(_ctx: Context, _state: object) -> None:
    """Return None: the message itself answers the command."""


@dataclass(frozen=True, slots=True)
class PostingDisplay(Generic[T]):
    """The functions that show postings of one kind.

    `open` answers a command whose message belongs elsewhere, and returns the posting. `draw` returns the
    public message, and `moved` the screen of an older copy. `where` returns the channel to post in. `on_lost`
    is called with a posting that can't be shown and the reason; it returns the posting if it has moved it to
    another channel. `name` distinguishes the kinds. `can_wait` returns True if an update may be delayed,
    `awaits_call` if a message that has to move, and shows the state or not, waits for a call.
    """

    draw: Callable[[T], LazyScreen]
    moved: Callable[[T], Screen]
    where: Callable[[T], Awaitable[int]]
    on_lost: Callable[[T, Lost], Awaitable[T | None]]
    name: str = ""
    can_wait: Callable[[LazyScreen | None, T], bool] = lambda before, state: False  # noqa: ARG005
    awaits_call: Callable[[T, float, bool], bool] = lambda state, until, is_shown: False  # noqa: ARG005
    open: Callable[[Context, T], Awaitable[T | None]] = in_its_channel


@dataclass(frozen=True, slots=True)
class CallToAll:
    """The people to ping by a posting's new message, and what to store with that message."""

    people: Collection[int]
    note: Callable[[Transaction, int, int], None]
