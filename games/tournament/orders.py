"""What the director wants done, in order, and told to the players."""

from __future__ import annotations

from typing import TypeAlias

from games.engine.core.game import Seat
from games.engine.core.offers import variant


@variant
class Announced:
    """It can be entered, and a role is called (TN-49)."""


@variant
class Dropped:
    """Somebody had not checked in when it began, and gets the entry back."""

    player: int


@variant
class MovedUp:
    """Somebody who waited for a place has one (TN-43)."""

    player: int


@variant
class TurnedAway:
    """Somebody still waited for a place when it began, and gets the entry back (TN-43)."""

    player: int


@variant
class StageBegan:
    """The tables of the first, or of the next, round of heats are set; one table is the final."""

    stage: int
    tables: int


@variant
class TableOpened:
    """A table is set."""

    table: int


@variant
class SeatGiven:
    """Somebody takes a seat; `table_before` is where they come from, None for newcomers."""

    player: int
    table: int
    seat: Seat
    table_before: int | None
    kind = "placed"


@variant
class StoodUp:
    """Somebody gives up a seat for good: out, or removed."""

    player: int
    table: int


@variant
class Ranked:
    """Somebody is out; the place is None while it may still change.

    `told` is another place that they were told before; None for whoever has just gone out.
    """

    player: int
    place: int | None
    told: int | None = None


@variant
class Removed:
    """The organiser took somebody out."""

    player: int


@variant
class Restored:
    """The organiser brought back somebody who had been removed: in play, or out in the old place."""

    player: int


@variant
class Added:
    """The organiser entered somebody (TN-50)."""

    player: int


@variant
class Invited:
    """The organiser asks somebody to enter (TN-50)."""

    player: int


@variant
class PlayPaused:
    """No hand begins until the organiser says so."""


@variant
class PlayResumed:
    """The pause is over."""


@variant
class BreakBegan:
    """A planned break has begun (TN-51): no hand begins before it is over."""


@variant
class BreakEnded:
    """A planned break is over."""


@variant
class FilledUp:
    """So many house players have entered."""

    count: int


@variant
class Edited:
    """The organiser laid something down anew: these, by their names in the plan (TN-42)."""

    what: tuple[str, ...]


@variant
class ChipsCorrected:
    """The organiser gave somebody so many chips, or took them (TN-47)."""

    player: int
    table: int
    amount: int


@variant
class PutElsewhere:
    """The organiser put somebody at another table (TN-47)."""

    player: int
    table: int


@variant
class ResultStruck:
    """The organiser struck somebody's result from the series, or lets it count again (TN-47)."""

    player: int
    counts: bool


@variant
class DealOffered:
    """Play stands still, and whoever is left is asked to agree on a deal (TN-46); somebody wanted it."""

    player: int


@variant
class DealEnded:
    """There is no deal and play goes on, because of a player or, for None, since time is up."""

    player: int | None


@variant
class DealMade:
    """All who were left have agreed to share what was left to win."""


@variant
class TableBroken:
    """A table is taken away; its players have been placed elsewhere."""

    table: int


@variant
class FinalDrawn:
    """Everybody left sits at this table, in newly drawn seats; its first dealer is drawn again too."""

    table: int


@variant
class LevelRose:
    """From the next hand on it is played at this level."""

    level: int


@variant
class HandForHand:
    """From now on the tables play in step, or each at its own pace again."""

    is_on: bool


@variant
class TableHeld:
    """A table waits before its next hand; for what stands in the table's `waits_for`."""

    table: int
    kind = "held"


@variant
class BeginHand:
    """A table may begin its next hand, of that number and at that level."""

    table: int
    hand: int
    level: int
    kind = "deal"


@variant
class Finished:
    """The tournament is over; places, awards and payments are settled, and all tables are taken away."""


@variant
class TournamentCalledOff:
    """The tournament was called off; all money goes back, and all tables are taken away."""

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
