"""Users of the page and their authentication.

A user's authentication expires at a stated moment; after that they have no rights. In the practice room each
user has an access link, a path of the page such as `/brenna/`. Its cookie is sent to that path alone, so two
windows of one browser can belong to two users.
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
from bot.tavern.table.actions import LackingForThreads, Sees, everywhere, no_threads
from bot.text.translate import isolated, plain_name
from games.engine.core.errors import N_, UserError

T = TypeVar("T")

COOKIE = "taproom"


@dataclass(frozen=True, slots=True)
class PageUser:
    """An authenticated user of the page, with their place and rights; valid until `until`, by `clock`."""

    person: User
    server: int
    channel: int
    manages: bool = False
    roles: frozenset[int] = frozenset()
    until: float = math.inf
    clock: Callable[[], float] = since_start
    """Returns monotonic seconds, since the wall clock can be set back."""
    parent: int = 0
    """The parent channel of a thread; 0 if the channel is no thread."""
    threads: tuple[int, ...] = ()
    """The threads of the channel; they are shown on the channel's page."""
    lacking: tuple[str, ...] = ()
    """The names of the permissions that the bot lacks to post lasting messages in the channel."""
    lacking_for_threads: LackingForThreads = no_threads
    """Returns the same for making threads there; None where there can't be any."""
    sees: Sees = everywhere
    """Returns True if the user can see a channel; its tables are shown only then."""
    server_name: str = ""
    """The server’s name; empty if it is not known."""

    @property
    def called(self) -> str:
        """The ids of the place and the user as text; the browser sends it along with each press."""
        return f"{self.server}.{self.channel}.{self.person.id}"

    def is_at(self, channel: int) -> bool:
        """Return True if a channel is shown on this user's page: their channel, or a thread of it."""
        return channel == self.channel or channel in self.threads

    @property
    def seconds_left(self) -> float:
        """The seconds until the authentication expires; 0 or less afterwards."""
        return self.until - self.clock()

    def request(self, number: int, at: float, **more: object) -> Request:
        """Return a request of this user; without any rights if the authentication has expired."""
        values = {
            "id": number,
            "at": at,
            "person": self.person,
            "place": self.server,
            "channel": self.channel,
        }
        values |= {"parent": self.parent, "lacking": self.lacking, "sees": self.sees}
        values["lacking_for_threads"] = self.lacking_for_threads
        if self.clock() < self.until:
            values |= {"is_member": True, "manages": self.manages, "roles": self.roles}
        return Request(**values, **more)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class AccessLink:
    """An access link: a path with the user it belongs to and its key."""

    path: str
    guest: PageUser
    key: str = field(repr=False)

    @property
    def way(self) -> str:
        """The URL path of the link, including its key."""
        return f"/{self.path}/?key={self.key}"


class Unauthenticated(Exception):
    """There is no session with this key."""


class ShutOut(Exception):
    """The user is known but not admitted; `sentence` returns the reason in the current language."""

    def __init__(self, sentence: Callable[[], str]) -> None:
        super().__init__()
        self.sentence = sentence


RETRY_SECONDS = 5.0


class AuthUnavailable(Exception):
    """The user can't be confirmed right now; retry after `retry_after` seconds."""

    def __init__(self, retry_after: float = RETRY_SECONDS) -> None:
        super().__init__()
        self.retry_after = retry_after


class Authenticator(Protocol):
    """Identifies users by path and key."""

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Return the user of this path and key, or None if they are not admitted.

        Raises `Unauthenticated`, `ShutOut` or `AuthUnavailable`.
        """


class AccessLinks:
    """All access links. A key is in the URL once, and afterwards in an HttpOnly cookie."""

    def __init__(self, links: Iterable[AccessLink]) -> None:
        self._doors = {each.path: each for each in links}

    def __iter__(self) -> Iterator[AccessLink]:
        return iter(self._doors.values())

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Return the user of a path if the key fits."""
        link = self.opened(path, key)
        return None if link is None else link.guest

    def opened(self, path: str, key: str) -> AccessLink | None:
        """Return the access link of a path if the key fits."""
        link = self._doors.get(path)
        # Compare keys even if there is no such path, so that response times don't reveal which paths exist.
        fits = hmac.compare_digest((link.key if link else "").encode(), key.encode())
        return link if link is not None and fits else None


class NobodyTells(UserError):
    template = N_("Discord isn’t telling me right now who is in this server. Please try again in a minute.")


class Directory(Hashable, Protocol):
    """The names of users, channels and roles in one server."""

    @property
    def sprites(self) -> frozenset[str]:
        """The names of the available sprites."""

    def meet(self, player: int, name: str, *, is_member: bool = False) -> None:
        """Record a user's name, and optionally that they are in the server now."""

    async def look_up(self, player: int, asked_by: int) -> User | None:
        """Return a user and whether they are in the server now. Raises `NobodyTells`."""

    async def find(self, words: str, asked_by: int) -> User | None:
        """Return the user meant by an id, a username or a display name. Raises `NobodyTells`."""

    def person(self, player: int) -> str:
        """Return a user's name."""

    def request_missing_names(self, then: Callable[[], None]) -> None:
        """Fetch the names that were missing, then call `then`."""

    def people(self) -> Mapping[int, str]:
        """Return the names of all known users, by id."""

    def server_name(self) -> str:
        """Return the server's name."""

    def channel(self, channel: int) -> str:
        """Return a channel's name."""

    def channels(self) -> Mapping[int, str]:
        """Return the names of the channels, by id."""

    def roles(self) -> Mapping[int, str]:
        """Return the names of the roles, by id."""

    def is_command(self, name: str) -> bool:
        """Return True if a command can be started here."""


DirectoryOf: TypeAlias = Callable[[int], Directory]
"""Returns the directory of a server."""


class LocalDirectory:
    """The names that the page knows without Discord: users it has met, and channels given at the start."""

    def __init__(
        self,
        sprites: frozenset[str],
        channels: Mapping[int, str],
        is_command: Callable[[str], bool],
        name_of_stranger: Callable[[], str],
        server: str = "",
    ) -> None:
        self.sprites = sprites
        self._channels = channels
        self._is_command = is_command
        self._stranger = name_of_stranger
        self._server = server
        self._names: dict[int, str] = {}

    def meet(self, player: int, name: str, *, is_member: bool = False) -> None:  # noqa: ARG002
        """Record a user's name."""
        self._names[player] = plain_name(name, name)

    async def look_up(self, player: int, asked_by: int) -> User | None:  # noqa: ARG002
        """Return a known user; all of them are here."""
        name = self._names.get(player)
        return None if name is None else User(player, name, name, is_member=True)

    async def find(self, words: str, asked_by: int) -> User | None:
        """Return the user with this id or name."""
        lowered = words.casefold()
        matches = (each for each, name in self._names.items() if lowered in (name.casefold(), str(each)))
        player = next(matches, None)
        return None if player is None else await self.look_up(player, asked_by)

    def server_name(self) -> str:
        """Return the name given at the start."""
        return self._server

    def person(self, player: int) -> str:
        """Return a user's name."""
        return isolated(self._names[player]) if player in self._names else self._stranger()

    def request_missing_names(self, then: Callable[[], None]) -> None:
        """Do nothing: there is no source of further names."""

    def people(self) -> Mapping[int, str]:
        """Return the names of all known users, by id."""
        return self._names

    def channel(self, channel: int) -> str:
        """Return a channel's name."""
        return f"#{self._channels.get(channel, '…')}"

    def channels(self) -> Mapping[int, str]:
        """Return the names of the channels, by id."""
        return self._channels

    def roles(self) -> Mapping[int, str]:
        """Return nothing: the page by itself has no roles."""
        return {}

    def is_command(self, name: str) -> bool:
        """Return True if a command can be started here."""
        return self._is_command(name)


class Tickets(Generic[T]):
    """Short-lived tickets that are valid once, such as for a stream.

    If there are more than `most`, the oldest become invalid.
    """

    def __init__(self, now: Callable[[], float], seconds: float, most: int) -> None:
        self._now = now
        self._seconds = seconds
        self._most = most
        self._given: OrderedDict[str, tuple[float, T]] = OrderedDict()

    def give(self, value: T) -> str:
        """Issue a ticket for a value."""
        ticket = secrets.token_urlsafe(24)
        self._given[ticket] = self._now() + self._seconds, value
        if len(self._given) > self._most:
            self._given.popitem(last=False)
        return ticket

    def take(self, ticket: str) -> T | None:
        """Redeem a ticket and return its value; None if it is unknown, expired or used."""
        until, value = self._given.pop(ticket, (0.0, None))
        return value if self._now() < until else None
