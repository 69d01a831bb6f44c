"""A table as it was just now, and why one could not be seen or changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.tavern.tournament_tables import TournamentOutcome
from games.engine.core.errors import Slip
from games.engine.core.game import AnyGame
from games.engine.core.sentences import phrase
from games.engine.table.table import AnyTable, Terms
from storage.settings import ServerSettings
from storage.tables import Stored
from storage.tournaments import StoredTournament


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it is now, with what is needed to show it; `repeated`: this press was done before.

    `outcome` is what the end of a hand led to in the tournament whose table it is.
    """

    stored: Stored
    game: AnyGame
    settings: ServerSettings
    tournament: StoredTournament | None = None
    repeated: bool = False
    outcome: TournamentOutcome | None = None

    @property
    def table(self) -> AnyTable:
        """The table itself."""
        return self.stored.table

    @property
    def id(self) -> int:
        """The table's number."""
        return self.stored.id

    @property
    def is_over(self) -> bool:
        """Whether the table is closed."""
        return self.table.phase == "closed"

    def terms_again(self, host: int) -> Terms:
        """The terms of another table like this one, opened by `host` under the server's settings of now."""
        return replace(
            self.table.terms,
            host=host,
            turn_seconds=self.settings.turn_seconds,
            house_points=self.settings.house_points,
        )


class NoSuchTable(Slip):
    """No table of that number here."""

    says = phrase("There is no such table here.")


class Repeated(Slip):
    """The same interaction has done it before."""

    says = phrase("That has been done already.")


@dataclass(eq=False)
class Paused(Slip):
    """The table rests because of a fault of ours, known by `number`."""

    says = phrase(
        "Something went wrong at this table, through our fault (error {number}). The table rests; its host, "
        "or a manager, can close it, and every stake goes back."
    )
    number: str
