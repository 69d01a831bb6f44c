"""The common base of the table and the tournament service: load, change once per press, show and resume.

A process shows and wakes only the postings of the servers that it serves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from bot.tavern.table.actions import Actor
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from games.engine.core.errors import UserError
from games.engine.core.game import AnyGame
from storage import leases
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.errors import GameMissing, StorageError, Unreadable
from storage.leases import ALL_SHARDS, Lease
from storage.people.server_settings import ServerSettings
from storage.play import postings
from storage.play.postings import Posting, PostingPlace, Postings, ReplacedMessage

P = TypeVar("P", bound=Posting)
P_co = TypeVar("P_co", bound=Posting, covariant=True)
SetDeadline = Callable[[int, float | None], None]
ALONE = Lease(leases.ONLY, ALL_SHARDS, "", is_live=True)
"""The lease of a process that uses the database alone."""


@dataclass(slots=True)
class Serving:
    """The shards that this process serves, once it holds any."""

    lease: Lease = ALONE
    is_sure: Callable[[], bool] = lambda: True
    """Returns True while no other process can hold the shards; otherwise this process must show nothing."""

    def has(self, server: int) -> bool:
        """Return True if this process serves the server."""
        return self.lease.shards.has(server)

    @property
    def is_leading(self) -> bool:
        """True if this process does the tasks that only one process does."""
        return self.lease.shards.is_leading


@dataclass(frozen=True, slots=True)
class PostingState(Generic[P_co]):
    """A posting's current state, with everything needed to show it.

    `outcome` has the consequences of a change in a tournament and at its other tables.
    """

    stored: P_co
    game: AnyGame
    settings: ServerSettings
    outcome: TournamentOutcome | None = field(default=None, kw_only=True)

    @property
    def id(self) -> int:
        """The posting's number."""
        return self.stored.id

    @property
    def is_over(self) -> bool:
        """True if the posting has ended."""
        return self.stored.is_over


S = TypeVar("S", bound=PostingState[Posting])


class PostingService(ABC, Generic[P, S]):
    """The service for all postings of one kind.

    `now` returns unix seconds; `set_deadline(number, at)` is called with the time of a posting's next `tick`.
    """

    unknown: ClassVar[type[UserError]]
    """Raised for a posting that doesn't exist, or that the actor has no access to."""
    unreadable: ClassVar[type[UserError]]
    """Raised for a posting that this version can't read: the start has closed it (`resume`)."""

    def __init__(
        self,
        database: Database,
        postings: Postings[P, Any],
        now: Callable[[], float],
        set_deadline: SetDeadline,
        serving: Serving,
    ) -> None:
        self.database = database
        self.now = now
        self.serving = serving
        self._postings = postings
        self._rows = postings.rows
        self._set_deadline = set_deadline
        self._timed: dict[int, int] = {}
        """The revisions for which the deadlines of open postings were set, by number."""
        self._shown: dict[int, int] = {}
        """The revisions shown since the last pulse, by number."""

    @abstractmethod
    def _state(self, tx: Transaction, stored: P) -> S:
        """Return the state that shows a posting."""

    @abstractmethod
    def follow(self, outcome: TournamentOutcome) -> None:
        """Set the deadlines of tables that a tournament changed, and announce the changes."""

    @abstractmethod
    def _at_rest(self, number: int) -> UserError:
        """Return the refusal for a posting whose game is not installed."""

    def _reaches(self, tx: Transaction, actor: Actor, stored: P | PostingPlace) -> bool:  # noqa: ARG002
        """Return True if an actor has access to a posting."""
        return actor.server == stored.server and actor.sees(stored.channel)

    def _move_calls(self, tx: Transaction, number: int, channel: int, message: int) -> None:
        """Record that the calls of a posting's message stand in another one."""

    def _pulse(self, tx: Transaction, at: float) -> None:
        """Store the other data of a pulse."""

    def _load(self, tx: Transaction, number: int, actor: Actor | None) -> P:
        try:
            stored = self._postings.load(tx, number)
        except Unreadable as error:
            place = self._postings.place(tx, number)
            if place is None or not (actor is None or self._reaches(tx, actor, place)):
                raise self.unknown from error
            is_at_rest = isinstance(error, GameMissing) and place.phase not in self._rows.over
            raise (self._at_rest(number) if is_at_rest else self.unreadable()) from error
        if stored is None or not (actor is None or self._reaches(tx, actor, stored)):
            raise self.unknown
        return stored

    def _see(self, tx: Transaction, number: int, actor: Actor | None = None) -> S:
        return self._state(tx, self._load(tx, number, actor))

    async def look(self, number: int, actor: Actor | None = None) -> S:
        """Return a posting's current state. Raises `unknown` if the actor, if given, has no access to it."""
        return await self.database.read(lambda tx: self._see(tx, number, actor), number)

    async def _open(self, actor: Actor, make: Callable[[Transaction], S]) -> S:
        """Create a posting only once, even if its press is delivered repeatedly (F-22)."""

        def transaction(tx: Transaction) -> S:
            if not postings.remember_press(tx, actor.id, actor.at):
                # The press was delivered again: return the posting that it created the first time.
                created = int(postings.done_by_press(tx, actor.id) or 0)
                return self._see(tx, created, actor)
            state = make(tx)
            postings.conclude_press(tx, actor.id, str(state.id))
            return state

        return self._done(await self.database.write(transaction))

    async def _change(self, actor: Actor, number: int, change: Callable[[Transaction, P], S]) -> S:
        """Change a posting only once, even if the press is delivered repeatedly (F-22)."""

        def transaction(tx: Transaction) -> S:
            # The press is recorded in the transaction of the change, so that no crash separates them.
            is_new = postings.remembering_press(tx, actor.id, actor.at)
            stored = self._load(tx, number, actor)
            if not is_new():
                return self._state(tx, stored)
            return change(tx, stored)

        return await self.database.write(transaction, number)

    def _done(self, state: S) -> S:
        """Set deadlines after a commit, and handle its other consequences; return the state."""
        self.wake_for(state.stored)
        if state.outcome is not None:
            self.follow(state.outcome)
        return state

    def wake_for(self, stored: Posting) -> None:
        """Set the deadline of a posting, if this process serves it.

        A revision older than the known one is ignored, since results of commits may arrive out of order.
        """
        if not self.serving.has(stored.server):
            return
        self._wake(stored.id, stored.revision, stored.due_at)
        if stored.is_over and self._timed.get(stored.id) == stored.revision:
            del self._timed[stored.id]

    def _wake(self, number: int, revision: int, deadline_at: float | None) -> None:
        if revision >= self._timed.get(number, 0):
            self._timed[number] = revision
            self._set_deadline(number, deadline_at)

    async def set_channel(self, number: int, channel: int) -> None:
        """Record the channel of a posting that has no message."""
        now = self.now()
        await self.database.write(lambda tx: self._rows.set_message(tx, number, channel, None, now), number)

    async def place(
        self,
        number: int,
        channel: int,
        message: int,
        replaced: ReplacedMessage | None = None,
        note: Callable[[Transaction, int, int], None] | None = None,
    ) -> S:
        """Record the message that shows a posting, and the one that it replaces, to be deleted.

        `note` stores more about channel and message, with them.
        """
        now = self.now()

        def transaction(tx: Transaction) -> S:
            if replaced is not None:
                postings.note_replaced(tx, replaced)
            self._move_calls(tx, number, channel, message)
            self._rows.set_message(tx, number, channel, message, now)
            if note is not None:
                note(tx, channel, message)
            return self._see(tx, number)

        return await self.database.write(transaction, number)

    def shown(self, number: int, revision: int) -> None:
        """Record that a revision is shown; it is stored with the next pulse."""
        self._shown[number] = revision

    async def outdated(self) -> list[S]:
        """Return the readable postings whose message may show an older state."""

        def read(tx: Transaction) -> list[S]:
            states = []
            for number in self._rows.behind(tx, self.serving.lease.shards):
                with suppress(self.unreadable, Unreadable):
                    states.append(self._see(tx, number))
            return states

        return await self.database.read(read)

    async def note_pulse(self) -> None:
        """Store the revisions shown since the last pulse, and the other data of a pulse."""
        shown, self._shown = self._shown, {}
        now = self.now()

        def transaction(tx: Transaction) -> None:
            self._rows.mark_shown(tx, shown)
            self._pulse(tx, now)

        try:
            await self.database.write(transaction)
        except StorageError:
            self._shown = shown | self._shown
            raise

    async def set_deadlines(self) -> None:
        """Set all deadlines, at a start or if changes by other processes may have been missed."""
        shards = self.serving.lease.shards
        for due in await self.database.read(lambda tx: self._rows.deadlines(tx, shards)):
            self._wake(*due)


def is_due(stored: Posting, at: float) -> bool:
    """Return True if an automatic action is due."""
    return stored.due_at is not None and stored.due_at <= at
