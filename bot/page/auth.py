"""Who is at the page, and how a browser proves it.

Whoever let a guest in vouches for them until a moment that is written down; after that they are a stranger.
Each has a way in of their own, a path of the page such as `/brenna/`; the cookie that opens it is sent to
that path alone, so that two windows of one browser can be two people.
"""

from __future__ import annotations

import hmac
import math
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, TypeVar

from bot.front.request import Request, User
from bot.tavern.deadlines import since_start
from bot.tavern.table.actions import Sees, everywhere
from bot.text.translate import isolated, plain_name
from games.engine.core.errors import N_, UserError

T = TypeVar("T")

COOKIE = "taproom"


@dataclass(frozen=True, slots=True)
class PageUser:
    """Somebody at the page: where they are, and what is vouched for until `until`, in seconds of `clock`."""

    person: User
    server: int
    channel: int
    manages: bool = False
    roles: frozenset[int] = frozenset()
    until: float = math.inf
    clock: Callable[[], float] = since_start
    """Never the wall clock, which can be set back."""
    parent: int = 0
    """The channel of a thread; 0 where it is none."""
    threads: tuple[int, ...] = ()
    """The threads of a channel, in which there is no page of their own."""
    lacking: tuple[str, ...] = ()
    """The rights that are missing there to show something that stays, by their names."""
    sees: Sees = everywhere
    """Whether they may look into a channel: a table is seen where it stands."""

    @property
    def called(self) -> str:
        """Who they are and where, as their browser writes on what they press."""
        return f"{self.server}.{self.channel}.{self.person.id}"

    def is_at(self, channel: int) -> bool:
        """Whether what stands in a channel is before them: it is theirs, or a thread of it."""
        return channel == self.channel or channel in self.threads

    @property
    def seconds_left(self) -> float:
        """For how long they are still vouched for; not more than 0 once they are strangers."""
        return self.until - self.clock()

    def request(self, number: int, at: float, **more: object) -> Request:
        """A visit of theirs; once nobody vouches for them any more it gives nothing."""
        given = {"id": number, "at": at, "person": self.person, "place": self.server, "channel": self.channel}
        given |= {"parent": self.parent, "lacking": self.lacking, "sees": self.sees}
        if self.clock() < self.until:
            given |= {"is_member": True, "manages": self.manages, "roles": self.roles}
        return Request(**given, **more)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class AccessLink:
    """A way in: its path, who comes by it, and the key that opens it."""

    path: str
    guest: PageUser
    key: str = field(repr=False)

    @property
    def way(self) -> str:
        """The address that lets somebody in, key and all."""
        return f"/{self.path}/?key={self.key}"


class Unauthenticated(Exception):
    """Nobody is known by this key."""


class ShutOut(Exception):
    """Somebody is known and may not come in; `sentence` says why, in the current language."""

    def __init__(self, sentence: Callable[[], str]) -> None:
        super().__init__()
        self.sentence = sentence


RETRY_SECONDS = 5.0


class AuthUnavailable(Exception):
    """Whoever could vouch for them does not answer at present; ask again after `retry_after` seconds."""

    def __init__(self, retry_after: float = RETRY_SECONDS) -> None:
        super().__init__()
        self.retry_after = retry_after


class Authenticator(Protocol):
    """Who comes in where."""

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Who comes in by this path with this key; None where they may not; or an exception from above."""


class AccessLinks:
    """All ways in. A key stands in the address once, and then in a cookie that no script reads."""

    def __init__(self, doors: Iterable[AccessLink]) -> None:
        self._doors = {each.path: each for each in doors}

    def __iter__(self) -> Iterator[AccessLink]:
        return iter(self._doors.values())

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Who comes in by this path, if the key fits."""
        door = self.opened(path, key)
        return None if door is None else door.guest

    def opened(self, path: str, key: str) -> AccessLink | None:
        """The door at a path, if the key fits."""
        door = self._doors.get(path)
        # Compared though there is none, so that nobody learns from the time which there are.
        fits = hmac.compare_digest((door.key if door else "").encode(), key.encode())
        return door if door is not None and fits else None


class NobodyTells(UserError):
    template = N_("Discord doesn’t tell me right now who is in this server. Please try again in a minute.")


class Directory(Hashable, Protocol):
    """Whom and what is known by name in one server."""

    @property
    def sprites(self) -> frozenset[str]:
        """The sprites that there are."""

    def meet(self, player: int, name: str, *, is_member: bool = False) -> None:
        """Note what somebody is called, and perhaps that they are in the server now."""

    async def look_up(self, player: int, asked_by: int) -> User | None:
        """Return who that is and whether they are in the server now; `NobodyTells`."""

    async def find(self, words: str, asked_by: int) -> User | None:
        """Return whom an id, a user name or a name means that was typed; `NobodyTells`."""

    def person(self, player: int) -> str:
        """What somebody is called."""

    def introduce(self, then: Callable[[], None]) -> None:
        """Learn the names that were missed, and then do something."""

    def people(self) -> Mapping[int, str]:
        """Everybody known."""

    def channel(self, channel: int) -> str:
        """What a channel is called."""

    def channels(self) -> Mapping[int, str]:
        """The channels there are."""

    def roles(self) -> Mapping[int, str]:
        """The roles there are."""

    def is_command(self, name: str) -> bool:
        """Whether a command can be pressed here."""


CircleOf: TypeAlias = Callable[[int], Directory]
"""Who is known in a server."""


class LocalDirectory:
    """What a page knows by itself: whom it met, and channels that were named to it."""

    def __init__(
        self,
        sprites: frozenset[str],
        channels: Mapping[int, str],
        is_command: Callable[[str], bool],
        name_of_stranger: Callable[[], str],
    ) -> None:
        self.sprites = sprites
        self._channels = channels
        self._is_command = is_command
        self._stranger = name_of_stranger
        self._names: dict[int, str] = {}

    def meet(self, player: int, name: str, *, is_member: bool = False) -> None:  # noqa: ARG002
        """Note what somebody is called."""
        self._names[player] = plain_name(name, name)

    async def look_up(self, player: int, asked_by: int) -> User | None:  # noqa: ARG002
        """Return who that is: everybody known is here."""
        name = self._names.get(player)
        return None if name is None else User(player, name, name, is_member=True)

    async def find(self, words: str, asked_by: int) -> User | None:
        """Return who is called that."""
        sought = words.casefold()
        found = (each for each, name in self._names.items() if sought in (name.casefold(), str(each)))
        player = next(found, None)
        return None if player is None else await self.look_up(player, asked_by)

    def person(self, player: int) -> str:
        """What somebody is called."""
        return isolated(self._names[player]) if player in self._names else self._stranger()

    def introduce(self, then: Callable[[], None]) -> None:
        """There is nobody to ask."""

    def people(self) -> Mapping[int, str]:
        """Everybody known."""
        return self._names

    def channel(self, channel: int) -> str:
        """What a channel is called."""
        return f"#{self._channels.get(channel, '…')}"

    def channels(self) -> Mapping[int, str]:
        """The channels there are."""
        return self._channels

    def roles(self) -> Mapping[int, str]:
        """A page knows none."""
        return {}

    def is_command(self, name: str) -> bool:
        """Whether a command can be pressed here."""
        return self._is_command(name)


class Tickets(Generic[T]):
    """What is given out for a moment and is good once, such as for a stream, or a login that has begun.

    Of more than `most` the oldest are no good any more.
    """

    def __init__(self, now: Callable[[], float], seconds: float, most: int) -> None:
        self._now = now
        self._seconds = seconds
        self._most = most
        self._given: OrderedDict[str, tuple[float, T]] = OrderedDict()

    def give(self, what: T) -> str:
        """A ticket for something."""
        ticket = secrets.token_urlsafe(24)
        self._given[ticket] = self._now() + self._seconds, what
        if len(self._given) > self._most:
            self._given.popitem(last=False)
        return ticket

    def take(self, ticket: str) -> T | None:
        """What a ticket is for; None if there is none, it is too old, or it was taken before."""
        until, what = self._given.pop(ticket, (0.0, None))
        return what if self._now() < until else None
