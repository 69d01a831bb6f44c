"""What can go wrong in storage, and whose fault it is.

    StorageError             the machine's fault
    ├── NotAccepted          disk full, or locked by another program: rolled back, may be tried again
    ├── Broken               I/O error, damage, dead thread: the process must stop
    ├── Closed               asked after the database was closed
    ├── AlreadyOpen          another process has the file
    ├── SchemaTooNew         a newer program wrote the file; nothing was touched
    ├── NotADatabase         the file is damaged, or is not Taproom's
    │   └── Behind           changes that were acknowledged are missing in it
    ├── Overtaken            the table has been changed since it was loaded
    ├── Differs              an account holds something else than what it is for says
    └── Unreadable           a value that this version cannot read

    Refused                  a person's slip: nothing changed, answered in words
    ├── NotEnough            the account holds less
    ├── OverLimit            a number outside its bounds
    ├── DodgesDebt           the money is promised to a table that is about to begin
    ├── ToOneself            nobody pays themselves
    ├── ManagersPurse        the bank's money is a manager's to give
    ├── PursesSpent          organisers may give no more of it today
    ├── WagesPaid            wages come once a day
    ├── WellOff              wages only fill up to a floor
    ├── TooMany              a limit on how many there may be
    ├── NameTaken            a name that is there already
    ├── NoSuchPrize          there is no prize of that name
    ├── NotReached           the points do not suffice
    ├── AlreadyClaimed       each prize once
    ├── ClaimsForgotten      which prizes somebody had was forgotten with them
    ├── StillSeated          first leave the tables
    └── StillEntered         first leave the tournaments

Everything else that is raised here is an `AssertionError`: a fault of this program.
The words are composed where they are shown; an error carries facts only.
"""

from __future__ import annotations

from pathlib import Path


class StorageError(Exception):
    """The machine's fault, or another program's; never a person's."""


class NotAccepted(StorageError):
    """Rolled back, nothing is done, and it may be tried again."""


class Broken(StorageError):
    """The state of the file is unknown: the process has to stop (F-8)."""


class DatabaseClosed(StorageError):
    """The database is closed already."""


class AlreadyOpen(StorageError):
    """Another process has the file open."""

    def __init__(self, path: Path, owner: str) -> None:
        super().__init__(f"{path} is in use by another process ({owner or 'unknown'})")
        self.path = path
        self.owner = owner


class SchemaTooNew(StorageError):
    """The file was written by a newer version of this program."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(f"{path} has schema {found}; this program knows up to {known}")
        self.path = path
        self.found = found
        self.known = known


class NotADatabase(StorageError):
    """The file is damaged, or belongs to another program."""

    def __init__(self, path: Path, backup: Path | None) -> None:
        super().__init__(
            f"{path} is damaged, or no database of Taproom's; newest good copy: {backup or 'none'}"
        )
        self.path = path
        self.backup = backup


class Behind(NotADatabase):
    """The database is an older one than was acknowledged: its log is damaged, or gone (F-57)."""

    def __init__(self, path: Path, missing: int, mark: Path, backup: Path | None) -> None:
        StorageError.__init__(
            self,
            f"{path} lacks the last {missing} changes: its log ({path.name}-wal) is damaged or is gone,"
            f" or an older file was put there. Put a copy back with taproom restore (newest good copy:"
            f" {backup or 'none'}), or delete {mark} to go on with what is left",
        )
        self.path = path
        self.missing = missing
        self.backup = backup


class Overtaken(StorageError):
    """The table has a newer revision than the one that this change began with."""


class Differs(StorageError):
    """The account of a table or tournament holds something else than its snapshot says."""

    def __init__(self, whose: str, held: int, there: int) -> None:
        super().__init__(f"the account of {whose} holds {held}, its snapshot says {there}")
        self.held = held
        self.there = there


class Unreadable(StorageError):
    """Something stored that this version cannot read."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Refused(Exception):
    """A person's slip: refused whole, and nothing has changed."""


class NotEnough(Refused):
    """The account holds less than was asked for."""

    def __init__(self, balance: int, amount: int) -> None:
        super().__init__(balance, amount)
        self.balance = balance
        self.amount = amount


class OverLimit(Refused):
    """A number, by the name of its field, outside least..most, bounds included."""

    def __init__(self, field: str, least: int, most: int) -> None:
        super().__init__(field, least, most)
        self.field = field
        self.least = least
        self.most = most


class DodgesDebt(Refused):
    """So much is promised to tables that have not begun, and has to stay in the wallet."""

    def __init__(self, promised: int) -> None:
        super().__init__(promised)
        self.promised = promised


class ToOneself(Refused):
    """Nobody pays themselves."""


class ManagersPurse(Refused):
    """Only managers may have the bank add to a tournament: they have set no ceiling for organisers."""


class PursesSpent(Refused):
    """Organisers may have the bank add so much to tournaments in a day, and so much of it is left."""

    def __init__(self, ceiling: int, left: int) -> None:
        super().__init__(ceiling, left)
        self.ceiling = ceiling
        self.left = left


class WagesPaid(Refused):
    """Today's wages have been paid; the next are due at this time."""

    def __init__(self, again_at: float) -> None:
        super().__init__(again_at)
        self.again_at = again_at


class WellOff(Refused):
    """Whoever owns this much or more gets no wages."""

    def __init__(self, floor: int) -> None:
        super().__init__(floor)
        self.floor = floor


class TooMany(Refused):
    """There may be no more than this of them."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class NameTaken(Refused):
    """Something of that name is there already."""


class NoSuchPrize(Refused):
    """There is no prize of that name."""


class NotReached(Refused):
    """The prize asks for more points than were made."""

    def __init__(self, points: int, threshold: int) -> None:
        super().__init__(points, threshold)
        self.points = points
        self.threshold = threshold


class ClaimsForgotten(Refused):
    """Whoever had themselves forgotten may have had the prize: nobody can tell any more (F-53)."""


class AlreadyClaimed(Refused):
    """Each player may claim each prize once."""


class StillEntered(Refused):
    """The person is in these tournaments, or runs them, and has to leave or end them first."""

    def __init__(self, tournaments: tuple[int, ...]) -> None:
        super().__init__(tournaments)
        self.tournaments = tournaments


class StillSeated(Refused):
    """The person has to leave these tables first."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(tables)
        self.tables = tables
