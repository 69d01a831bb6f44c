"""The errors of storage.

A `StorageError` is a fault of the machine or of another program. `Refused` is a user error with a sentence
that says why. An `InternalError` is a bug of this program. After a user error or a bug, nothing has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from games.engine.core.errors import N_, InternalError, UserError

CLOSING = N_(
    "The tavern is closing for a moment. If what you did doesn’t show once it’s back, please do it again."
)
"""The text for a change that may have been committed, but could not be shown."""


class StorageError(Exception):
    """A fault of the machine or of another program."""

    template = N_("The tavern’s books are closed right now. Nothing has changed.")


class NotAccepted(StorageError):
    """The disk is full, or another program has locked the file: rolled back, and may be retried."""

    template = N_(
        "That didn’t go through: I can’t write in the tavern’s books right now. Nothing has "
        "changed; try again soon."
    )

    @classmethod
    def because(cls, error: BaseException | None) -> Self:
        """Return this error with a cause, for use as a value that is raised later."""
        refusal = cls(str(error))
        refusal.__cause__ = error
        return refusal


class Broken(StorageError):
    """I/O error, damage or a dead thread: the database's state is unknown; the process has to stop (F-8)."""

    template = CLOSING


class ShardsTaken(Broken):
    """Another process serves this process's shards: nothing is damaged, but it has to stop (F-62)."""


class DatabaseClosed(StorageError):
    template = CLOSING


class AlreadyOpen(StorageError):
    """Another process has the file open."""


class OnlyOne(StorageError):
    """Several processes were asked to share a file."""

    def __str__(self) -> str:
        return "SHARDS needs PostgreSQL: only one process can have a file (docs/host/operations.md)"


class DriverMissing(StorageError):
    """The optional driver for PostgreSQL is not installed."""

    def __str__(self) -> str:
        return "PostgreSQL needs its driver: pip install 'taproom-bot[postgres]'"


class SchemaTooNew(StorageError):
    """The file was written by a newer version of this program; nothing was touched."""


class SchemaTooOld(StorageError):
    """The database was written by an older version; only the bot migrates it."""


@dataclass(eq=False)
class NotEmpty(StorageError):
    """The target of a move is not empty; nothing has changed."""

    what: str

    def __str__(self) -> str:
        return f"{self.what} is there already, or has something in it: name a new file or an empty database"


@dataclass(eq=False)
class NotAlike(StorageError):
    """The copied rows differ from the source."""

    what: str

    def __str__(self) -> str:
        return f"{self.what}: not the same on both sides"


@dataclass(eq=False)
class TextNotKept(StorageError):
    """PostgreSQL cannot store a text in this row of a table; rows count from 1."""

    table: str
    row: int

    def __str__(self) -> str:
        return (
            f"row {self.row} of {self.table} has a text with a zero byte in it, which PostgreSQL cannot keep"
        )


@dataclass(eq=False)
class NotADatabase(StorageError):
    """The file is damaged, or belongs to another program."""

    path: Path
    backup: Path | None

    def __str__(self) -> str:
        good = f"the newest good backup is {self.backup}" if self.backup else "no good backup found"
        return f"{self.path} is damaged or isn’t a Taproom database; {good}"


@dataclass(eq=False)
class Behind(NotADatabase):
    """The database lacks acknowledged commits: its log is damaged or gone (F-57)."""

    missing: int
    mark: Path

    def __str__(self) -> str:
        return (
            f"{self.path} lacks the last {self.missing} changes: its log ({self.path.name}-wal) is damaged"
            " or is gone, or an older file was put there. Put a copy back with taproom restore (newest good"
            f" backup: {self.backup or 'none found'}), or delete {self.mark} to go on with what is left"
        )


class Overtaken(StorageError):
    """The stored table has a newer revision than the change is based on."""


class Differs(StorageError):
    """An account's balance differs from its table's or tournament's snapshot."""


class Unreadable(StorageError):
    """A stored value cannot be read by this version; the message names it."""


class GameMissing(Unreadable):
    """An undamaged table or tournament of a game that is not installed, where it rests until then."""


class Refused(UserError):
    """A user error; nothing has changed."""


class NotEnough(Refused):
    template = N_("That needs {amount}, and there’s only {balance}.")
    balance: int
    amount: int


class OverLimit(Refused):
    template = N_("Please give a whole number from {least} to {most}.")
    field: str
    least: int
    most: int


class GiftsOff(Refused):
    template = N_("Gifts are switched off in this server. A manager can allow them in `/manage settings`.")


class GiftsSpent(Refused):
    template = N_(
        "You can give away {ceiling} a day, and {left} of that is left. The next day begins <t:{again_at}:R>."
    )
    ceiling: int
    left: int
    again_at: float


class MustKeep(Refused):
    template = N_("You need {floor} left after a gift, so you can give up to {left}.")
    floor: int
    left: int


class NothingToGive(Refused):
    template = N_("You need {floor} left after a gift, so you can’t give anything away right now.")
    floor: int


class BadCurrency(Refused):
    template = N_(
        "Each name of the currency can have up to {most} characters. An emoji such as 🪙 works; a "
        "server’s own emoji doesn’t, since buttons don’t show it."
    )
    most: int


class TextTooLong(Refused):
    template = N_("Please use 1 to {most} characters there.")
    most: int


class DodgesDebt(Refused):
    template = N_("You have promised {promised} to tables that are about to begin.")
    promised: int


class ToOneself(Refused):
    template = N_("You can’t pay yourself.")


class ManagersPurse(Refused):
    template = N_(
        "Only managers can give prize money from the bank. Ask one to add it, or to let "
        "organisers do so in `/manage settings`."
    )


class PursesSpent(Refused):
    template = N_(
        "Organisers can add {ceiling} a day from the bank between them, and {left} of that "
        "is left today. A manager can add more."
    )
    ceiling: int
    left: int


class WagesPaid(Refused):
    template = N_("You’ve had today’s wages. The next are due <t:{again_at}:R>.")
    again_at: float


class WellOff(Refused):
    template = N_("Wages top you up to {floor}; you already have that much.")
    floor: int


class TooMany(Refused):
    template = N_("There can’t be more than {most} of those here.")
    most: int


class NameTaken(Refused):
    template = N_("That name is taken.")


class NoSeason(Refused):
    template = N_("There’s no season here. A manager can start one with `/manage season begin`.")


class SeasonRuns(Refused):
    template = N_(
        "The season {name} is still on. End it with `/manage season end` before the next one begins."
    )
    name: str


class SeasonOver(Refused):
    template = N_("The season {name} is already over. `/board` shows how it ended.")
    name: str


class NoSuchPrize(Refused):
    template = N_("There’s no prize with that name.")


class NotReached(Refused):
    template = N_("That prize needs a score of {threshold}; yours is {points}.")
    points: int
    threshold: int


class ClaimsForgotten(Refused):
    """The player's data was erased, so it is unknown whether the prize was already given (F-53)."""

    template = N_(
        "Prizes in coins are given once, and since you were forgotten I can’t tell which you’ve had. "
        "A manager can give you the coins with `/manage grant`."
    )


class AlreadyClaimed(Refused):
    template = N_("You’ve already claimed that prize. Each can be claimed once.")


class StillEntered(Refused):
    template = N_("First leave these tournaments, and end those that you run: {tournaments}.")
    tournaments: tuple[int, ...]


class StillSeated(Refused):
    template = N_("First leave these tables, and close the ones that you opened: {tables}.")
    tables: tuple[int, ...]


class StillAtResting(StillSeated):
    template = N_(
        "You have a seat or host at tables that rest, because their game isn’t here right now: {tables}. "
        "Please ask a manager to close them with `/manage close`; you get your coins back, and can be "
        "forgotten."
    )


class CrossedBooks(InternalError):
    """A transfer between the ledgers of two servers, or from an account to itself."""


class OtherTable(InternalError):
    """A snapshot was to be written to the row of another table."""


class WroteWhileReading(InternalError):
    """A read-only function has written; the write was rolled back."""
