"""The current state of a table, and errors of reaching one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.tavern.posting_keeper import PostingState
from bot.tavern.tournament.view import TournamentView, view_tournament
from games.engine.core.errors import Slip
from games.engine.core.game import Seat
from games.engine.core.sentences import Telling, phrase
from games.engine.table.table import AnyTable
from games.engine.table.views import TableView, views
from storage.people.preferences import Preferences
from storage.play.own_cards import OwnCard
from storage.play.tables import Stored
from storage.standing.titles import Earned
from storage.tournaments.tournaments import StoredTournament


@dataclass(frozen=True)
class TableState(PostingState[Stored]):
    """A table as it is now."""

    tournament: StoredTournament | None = None
    preferences: Mapping[int, Preferences] = field(default_factory=dict)
    """Preferences of everybody at the table who changed any."""
    learners: frozenset[int] = frozenset()
    """Who is told what matters now."""
    advice: Mapping[Seat, Telling] = field(default_factory=dict)
    """What those of them are told who are asked something."""
    own_cards: Mapping[str, OwnCard] = field(default_factory=dict)
    """The cards that go by the server's own words in the hand that is told of."""
    titles: tuple[Earned, ...] = ()
    """The titles that the last hand earned, or once the table is closed the evening (TB-21)."""

    @property
    def table(self) -> AnyTable:
        """The table itself."""
        return self.stored.table

    @cached_property
    def view(self) -> Callable[[Seat | None], TableView[Any]]:
        """The table as a viewer may see it; a press shows it to several."""
        return views(self.table, self.game)

    @property
    def tournament_view(self) -> TournamentView | None:
        """What anybody may see of the tournament whose table it is."""
        return None if self.tournament is None else view_tournament(self.tournament, self.game)

    def preferences_of(self, player: int) -> Preferences:
        """What somebody at the table prefers."""
        return self.preferences.get(player, Preferences())


class NoSuchTable(Slip):
    """No table of that number here."""

    says = phrase("There’s no such table here.")


class Repeated(Slip):
    """An interaction that has already done what it asks for."""

    says = phrase("That’s already done.")


@dataclass(eq=False)
class Paused(Slip):
    """The table is paused because of a fault of ours, logged as `number`."""

    says = phrase(
        "Something went wrong at this table, and it’s our fault (error {number}). The table "
        "is stopped. Its host or a manager can close it, and every stake goes back."
    )
    number: str
