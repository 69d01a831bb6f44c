"""The director's orders, which the caller carries out one by one, and about which players are notified."""

from __future__ import annotations

from typing import TypeAlias

from games.engine.core.game import Seat
from games.engine.core.offers import variant


@variant
class Announced:
    """An announcement that the tournament can be entered, with a mention of a role (TN-49)."""


@variant
class Dropped:
    """An entrant dropped at the start without check-in, whose entry is refunded."""

    player: int


@variant
class MovedUp:
    """A player who moved up from the waiting list (TN-43)."""

    player: int


@variant
class TurnedAway:
    """A player still in the waiting list at the start, whose entry is refunded (TN-43)."""

    player: int


@variant
class StageBegan:
    """The start of the first or the next round of heats; with one table, of the final."""

    stage: int
    tables: int


@variant
class TableOpened:
    """A new table."""

    table: int


@variant
class SeatGiven:
    """A seat for a player; `table_before` is their previous table, None for newcomers."""

    player: int
    table: int
    seat: Seat
    table_before: int | None
    kind = "placed"


@variant
class StoodUp:
    """A seat freed for good, because the player is out or removed."""

    player: int
    table: int


@variant
class Ranked:
    """The place of a player who is out; None while it may still change.

    `told` is the place of which they were notified before; None for a player who has just gone out.
    """

    player: int
    place: int | None
    told: int | None = None


@variant
class Removed:
    """A player removed by the organiser."""

    player: int


@variant
class Restored:
    """A removed player brought back by the organiser: in play, or out in the old place."""

    player: int


@variant
class Added:
    """A player entered by the organiser (TN-50)."""

    player: int


@variant
class Invited:
    """A player invited by the organiser (TN-50)."""

    player: int


@variant
class PlayPaused:
    """A pause: no hand begins until the organiser resumes play."""


@variant
class PlayResumed:
    """The end of a pause."""


@variant
class BreakBegan:
    """The beginning of a planned break (TN-51): no hand begins before it is over."""


@variant
class BreakEnded:
    """The end of a planned break."""


@variant
class FilledUp:
    """The entry of this many house players."""

    count: int


@variant
class Edited:
    """Terms changed by the organiser, by their names in the plan (TN-42)."""

    what: tuple[str, ...]


@variant
class ChipsCorrected:
    """Chips given to a player by the organiser, or taken (TN-47)."""

    player: int
    table: int
    amount: int


@variant
class PutElsewhere:
    """A player put at another table by the organiser (TN-47)."""

    player: int
    table: int


@variant
class ResultStruck:
    """A result excluded from the series by the organiser, or counted again (TN-47)."""

    player: int
    counts: bool


@variant
class DealOffered:
    """A deal asked for by a player: play stands still, and the remaining players may agree (TN-46)."""

    player: int


@variant
class DealEnded:
    """The end of a deal without agreement: `player` wants to play on, or None: the time is up.

    `is_possible` is False if the remaining players no longer sit at one table.
    """

    player: int | None
    is_possible: bool = True


@variant
class DealMade:
    """A deal that all remaining players have agreed to."""


@variant
class TableBroken:
    """The removal of a table, whose players have been moved to other tables."""

    table: int


@variant
class FinalDrawn:
    """The final table, with newly drawn seats for all remaining players, and a newly drawn first dealer."""

    table: int


@variant
class LevelRose:
    """A new level, for all further hands."""

    level: int


@variant
class HandForHand:
    """The beginning or the end of hand-for-hand play."""

    is_on: bool


@variant
class TableHeld:
    """A table that has to wait before its next hand, for the reason in its `waits_for`."""

    table: int
    kind = "held"


@variant
class BeginHand:
    """The order to begin the next hand at a table, with its number and level."""

    table: int
    hand: int
    level: int
    kind = "deal"


@variant
class Finished:
    """The end of the tournament: places, awards and payments are settled, and all tables are removed."""


@variant
class TournamentCalledOff:
    """The tournament was called off: all money is refunded, and all tables are removed."""

    kind = "called_off"


_Seats: TypeAlias = Dropped | MovedUp | TurnedAway | StageBegan | TableOpened | SeatGiven | StoodUp | Ranked
_Organiser: TypeAlias = (
    Announced | Added | Invited | Removed | Restored | PlayPaused | PlayResumed | FilledUp | Edited
)
_Corrected: TypeAlias = ChipsCorrected | PutElsewhere | ResultStruck
_Deal: TypeAlias = DealOffered | DealEnded | DealMade
_Breaks: TypeAlias = BreakBegan | BreakEnded
_Tables: TypeAlias = TableBroken | FinalDrawn | LevelRose | HandForHand | TableHeld | BeginHand
Order: TypeAlias = (
    _Seats | _Organiser | _Corrected | _Deal | _Breaks | _Tables | Finished | TournamentCalledOff
)
