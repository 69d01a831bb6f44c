"""What can be shown, table or notice, and in which manner: all that `live_messages.py` knows of either."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bot.screens.core.screen import Screen
from storage.settings import ServerSettings


class Posted(Protocol):
    """Where a thing is shown, and how often it has changed."""

    @property
    def server(self) -> int:
        """Where it belongs."""
        ...

    @property
    def channel(self) -> int:
        """Where it is, or is to be, posted."""
        ...

    @property
    def message(self) -> int | None:
        """Its message, once there is one."""
        ...

    @property
    def posted_at(self) -> float | None:
        """When that was posted."""
        ...

    @property
    def revision(self) -> int:
        """How often it has changed."""
        ...


class Thing(Protocol):
    """What is shown: a table, or a tournament's notice."""

    @property
    def id(self) -> int:
        """Its number."""
        ...

    @property
    def stored(self) -> Posted:
        """Where it is shown."""
        ...

    @property
    def settings(self) -> ServerSettings:
        """Those of its server."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        ...


T = TypeVar("T", bound=Thing)
T_co = TypeVar("T_co", bound=Thing, covariant=True)


class PostingKeeper(Protocol[T_co]):
    """Who knows the things that are shown: the Tavern, or the tournaments."""

    @property
    def now(self) -> Callable[[], float]:
        """Unix seconds."""
        ...

    async def look(self, number: int, /) -> T_co:
        """A thing as it is now."""
        ...

    async def place(self, number: int, channel: int, message: int, /) -> T_co:
        """Note which message shows a thing."""
        ...

    def shown(self, number: int, revision: int, /) -> None:
        """Note which revision is shown."""
        ...


@dataclass(frozen=True, slots=True)
class Manner(Generic[T]):
    """How things of one kind are shown.

    `draw` makes the public screen, `moved` what an older copy says instead; `where` finds the
    channel to post in, `on_lost` is told of what cannot be shown, and `name` tells kinds apart.
    """

    draw: Callable[[T], Screen]
    moved: Callable[[T], Screen]
    where: Callable[[T], Awaitable[int]]
    on_lost: Callable[[T], Awaitable[None]]
    name: str = ""
