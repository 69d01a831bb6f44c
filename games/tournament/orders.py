"""What the director wants done, in order, and told to the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class Dropped:
    """Somebody had not checked in when it began, and gets the entry back."""

    player: int
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True, slots=True)
class StageBegan:
    """The tables of the first, or of the next, round of heats are set; one table is the final."""

    stage: int
    tables: int
    kind: Literal["stage_began"] = "stage_began"


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table is set."""

    table: int
    kind: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """Somebody takes a seat; `table_before` is where they come from, None for newcomers."""

    player: int
    table: int
    seat: Seat
    table_before: int | None
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class StoodUp:
    """Somebody gives up a seat for good: out, or removed."""

    player: int
    table: int
    kind: Literal["stood_up"] = "stood_up"


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody is out; the place is None while it may still change."""

    player: int
    place: int | None
    kind: Literal["ranked"] = "ranked"


@dataclass(frozen=True, slots=True)
class TableBroken:
    """A table is taken away; its players have been placed elsewhere."""

    table: int
    kind: Literal["table_broken"] = "table_broken"


@dataclass(frozen=True, slots=True)
class FinalDrawn:
    """Everybody left sits at this table, in newly drawn seats; its first dealer is drawn again too."""

    table: int
    kind: Literal["final_drawn"] = "final_drawn"


@dataclass(frozen=True, slots=True)
class LevelRose:
    """From the next hand on it is played at this level."""

    level: int
    kind: Literal["level_rose"] = "level_rose"


@dataclass(frozen=True, slots=True)
class HandForHand:
    """From now on the tables play in step, or each at its own pace again."""

    is_on: bool
    kind: Literal["hand_for_hand"] = "hand_for_hand"


@dataclass(frozen=True, slots=True)
class TableHeld:
    """A table waits before its next hand; for what stands in the table's `waits_for`."""

    table: int
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class BeginHand:
    """A table may begin its next hand, of that number and at that level."""

    table: int
    hand: int
    level: int
    kind: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Finished:
    """The tournament is over; places, awards and payments are settled, and all tables are taken away."""

    kind: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class TournamentCalledOff:
    """The tournament was called off; all money goes back, and all tables are taken away."""

    kind: Literal["called_off"] = "called_off"


Order: TypeAlias = (
    Dropped
    | StageBegan
    | TableOpened
    | SeatGiven
    | StoodUp
    | Ranked
    | TableBroken
    | FinalDrawn
    | LevelRose
    | HandForHand
    | TableHeld
    | BeginHand
    | Finished
    | TournamentCalledOff
)
