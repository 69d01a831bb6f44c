"""What tables and tournaments do alike: being shown, looked up and resumed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from games.engine.core.game import AnyGame
from storage.database import Database
from storage.errors import StorageError, Unreadable
from storage.postings import Posting, Rows
from storage.settings import ServerSettings
from storage.transaction import Transaction

P_co = TypeVar("P_co", bound=Posting, covariant=True)
SetDeadline = Callable[[int, float | None], None]


@dataclass(frozen=True, slots=True)
class PostingState(Generic[P_co]):
    """A posting's current state, with what is needed to show it; `repeated`: this press acted before."""

    stored: P_co
    game: AnyGame
    settings: ServerSettings
    repeated: bool = field(default=False, kw_only=True)

    @property
    def id(self) -> int:
        """The posting's number."""
        return self.stored.id

    @property
    def is_over(self) -> bool:
        """Whether the posting has ended."""
        return self.stored.is_over


S = TypeVar("S", bound=PostingState[Posting])
R = TypeVar("R")


class PostingKeeper(ABC, Generic[S, R]):
    """All postings of one kind.

    `now` gives unix seconds; `set_deadline(number, at)` is called with the time of a posting's next `tick`.
    """

    rows: ClassVar[Rows]
    unreadable: ClassVar[type[Exception]]
    """What `_see` raises for a posting that this version cannot read."""

    def __init__(self, database: Database, now: Callable[[], float], set_deadline: SetDeadline) -> None:
        self.database = database
        self.now = now
        self._set_deadline = set_deadline
        self._shown: dict[int, int] = {}

    @abstractmethod
    def _see(self, tx: Transaction, number: int, reach: R | None = None) -> S:
        """A posting's current state; with a reach, only of a posting within that reach."""

    def _pulse(self, tx: Transaction, at: float) -> None:
        """What else to store with every pulse."""

    async def look(self, number: int, reach: R | None = None) -> S:
        """A posting's current state; with a reach, only of a posting within that reach."""
        return await self.database.read(lambda tx: self._see(tx, number, reach))

    async def set_out(self, number: int, channel: int) -> None:
        """Record the channel of a posting that has no message."""
        at = self.now()
        await self.database.write(lambda tx: self.rows.set_message(tx, number, channel, None, at))

    async def place(self, number: int, channel: int, message: int) -> S:
        """Note which message shows a posting."""
        at = self.now()

        def transaction(tx: Transaction) -> S:
            self.rows.set_message(tx, number, channel, message, at)
            return self._see(tx, number)

        return await self.database.write(transaction)

    def shown(self, number: int, revision: int) -> None:
        """Note that this revision is shown; stored with the next pulse."""
        self._shown[number] = revision

    async def behind(self) -> list[S]:
        """The readable postings whose message may show an older state."""

        def read(tx: Transaction) -> list[S]:
            found = []
            for number in self.rows.behind(tx):
                with suppress(self.unreadable, Unreadable):
                    found.append(self._see(tx, number))
            return found

        return await self.database.read(read)

    async def note_pulse(self) -> None:
        """Store what has been shown since the last time."""
        shown, self._shown = self._shown, {}
        at = self.now()

        def transaction(tx: Transaction) -> None:
            self.rows.mark_shown(tx, shown)
            self._pulse(tx, at)

        try:
            await self.database.write(transaction)
        except StorageError:
            self._shown = shown | self._shown
            raise

    async def set_deadlines(self) -> None:
        """Set the deadlines after a start, once they have been postponed by the downtime."""
        for number, deadline_at in await self.database.read(self.rows.deadlines):
            self._set_deadline(number, deadline_at)
