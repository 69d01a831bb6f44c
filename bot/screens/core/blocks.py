"""A state of a table as named blocks: what lies where, whose it is, and what is said of it.

A game makes its blocks from a view, once; chat writes them as text and paints them into a picture, and
a page lays out the same values. A block holds facts, such as a seat's bet or a card that is lit, and words
only where they are a sentence (as Markdown) or a name. What a view does not show is in no block (TB-11).
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.screens.core.tiles import Portion, Tile
from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class Centre:
    """The middle of the table: the pot, the stage of the hand, and notes for everybody."""

    pot: int | None = None
    """None in a game without a pot."""
    stage: str = ""
    """Where the hand stands, in a few words."""
    newest: str = ""
    """What has just come out, as large as a message can show it."""
    notes: tuple[str, ...] = ()
    """Sentences."""
    legend: tuple[Tile, ...] = ()
    """What signs on the cards mean, for who is new to them: an example of each, with its caption."""


@dataclass(frozen=True, slots=True)
class AtSeat:
    """What lies before a seat of the hand, and what it has done, for everybody to see."""

    tiles: tuple[Tile, ...] = ()
    makes: str = ""
    """What the tiles are, as Markdown without emojis."""
    deed: tuple[str, ...] = ()
    """What the seat has done, a few words each in the same way: “folded”, “holds D4”."""
    gain: int = 0
    """What the hand that lies there brought it or, below zero, cost it."""
    bet: int = 0
    """What it has put in during the betting under way; told by no deed."""
    is_dealer: bool = False
    has_folded: bool = False
    is_best: bool = False
    """Its hand is the best so far, or has won."""
    is_paying: bool = False
    """Its hand is the one that pays, as things stand."""


NOTHING = AtSeat()


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """A seat of the table: who sits there, what lies before them, and how they stand."""

    seat: Seat
    mark: str
    """The sprite that stands for the seat."""
    name: str
    """As it was given, not yet escaped."""
    is_house: bool
    manner: str
    """How a house player plays, in two words."""
    stack: int | None
    """What they have left; None where nothing is played for."""
    there: AtSeat
    standing: tuple[str, ...] = ()
    """What else is to be known of them, a few words each."""
    remark: str = ""
    """What they have just said."""
    is_asked: bool = False
    is_here: bool = True
    """Whether they are in the hand."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """Something rare that has happened, told apart from all else."""

    title: str
    said: str
    sprite: str
    """What stands for it."""


@dataclass(frozen=True, slots=True)
class Own:
    """What the viewer alone holds: cards and what they make, the best in front."""

    tiles: tuple[Tile, ...] = ()
    title: str = ""
    """What they make, as a name; empty if nothing can be said yet."""
    says: tuple[str, ...] = ()
    """What they come to, and what should be known of them."""
    news: tuple[str, ...] = ()
    """What has come, gone, or was chosen since the viewer was asked last."""
    around: tuple[str, ...] = ()
    """The table in a line or two, for where it is out of sight."""
    bar: tuple[Portion, ...] = ()
    """How the viewer's coins are divided, where they are."""
    hints: tuple[str, ...] = ()
    """Small lines for who is new to it, or has nothing to do."""
    moment: Rarity | None = None
    legend: tuple[Tile, ...] = ()
    """What signs on the cards mean, for a viewer who is new to them."""


NO_CARDS = Own()


@dataclass(frozen=True, slots=True)
class Rank:
    """One of the things that there are to hold, among all others of the game."""

    name: str
    """As Markdown without emojis."""
    asks: str = ""
    """What it is, where its name or an example does not say it."""
    example: tuple[Tile, ...] = ()
    is_own: bool = False
    """Whether the viewer holds that now."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """What beats what, highest first, and what else decides."""

    lines: tuple[Rank, ...]
    notes: tuple[str, ...] = ()
    in_short: tuple[str, ...] = ()
    """The same in sentences, as the other blocks say it where there is no room for all of it."""


@dataclass(frozen=True, slots=True)
class HandLaid:
    """A hand laid down at the end, as everybody sees it."""

    seat: Seat
    tiles: tuple[Tile, ...]
    makes: str
    takes: tuple[Portion, ...] = ()
    """What it takes of what, where that is not simply the pot."""
    gain: int = 0
    """What the hand brought its player or, below zero, cost them."""
    is_best: bool = False
    is_paying: bool = False
    why_below: str = ""
    """The step by which the hand above beats this one."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended, told once: who takes what, the hands from the best down, and why."""

    headline: str
    laid: tuple[HandLaid, ...] = ()
    why: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """Why the viewer won or lost."""
    moment: Rarity | None = None
