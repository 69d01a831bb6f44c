"""Statistics of a finished hand for its players' records, and the titles they earn (TB-21).

All of it is public. Each achievement has a key, called its word: the deeds that the game counts, further
words of the game (`feats`), and the words of all games. A title is earned by one of its words, or by doing a
counted deed several times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.core.errors import N_


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that was shown: the larger of two keys is better; `kind` is the game's name of the hand."""

    key: tuple[int, ...]
    kind: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandStats:
    """The statistics of one seat in a hand.

    `counts` are the numbers of deeds by word; `shown` is the seat's hand, if it was public. `luck` is the sum
    over public random events of the deviation from the average, each between -1 and 1; `spread` is its
    variance. Both are in millionths. `feats` are further words that can earn a title.
    """

    staked: int
    has_won: bool
    has_folded: bool = False
    shown: BestHand | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    luck: int = 0
    spread: int = 0
    feats: frozenset[str] = frozenset()


WON, UNSHOWN, BUY_IN, FIVEFOLD = "won", "won_unshown", "won_a_buy_in", "won_fivefold"
EVERY_GAME, WON_EVERY_GAME, WON_ALL_IN_A_DAY = (
    "every_game_in_a_day",
    "won_every_game",
    "won_every_game_in_a_day",
)
TIMES = 5
"""A gain of this multiple of the chips put in earns the word `FIVEFOLD`."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title: `key` is stored; `deed` is the text that says what earned it.

    `times` is the number of times that a counted deed must be done.
    """

    key: str
    name: str
    deed: str
    words: frozenset[str]
    times: int = 1


def earned_by(key: str, name: str, deed: str, *words: str, times: int = 1) -> Title:
    """Return a title that any one of these words earns."""
    return Title(key, name, deed, frozenset(words), times)


def words_of(stats: HandStats, gain: int, buy_in: int) -> frozenset[str]:
    """Return the words that a player's hand earns, from its statistics, its gain and the buy-in."""
    shown, won = stats.shown, stats.has_won
    derived = {
        WON: won,
        UNSHOWN: won and shown is None,
        BUY_IN: gain >= buy_in > 0,
        FIVEFOLD: gain >= TIMES * stats.staked > 0,
    }
    if shown is not None:
        derived |= {shown_as(shown.kind): True, won_with(shown.kind): won}
    return frozenset((*stats.counts, *stats.feats, *(word for word, earned in derived.items() if earned)))


def shown_as(kind: str | int) -> str:
    """Return the word for showing a hand of this kind."""
    return f"shown {kind}"


def won_with(kind: str | int) -> str:
    """Return the word for winning with a hand of this kind, shown to all."""
    return f"won with {kind}"


TAVERN = (
    earned_by(EVERY_GAME, N_("At Every Table"), N_("played a hand of every game in one day"), EVERY_GAME),
    earned_by(WON_EVERY_GAME, N_("Four Crowns"), N_("won a hand of every game"), WON_EVERY_GAME),
    earned_by(
        WON_ALL_IN_A_DAY,
        N_("A Golden Day"),
        N_("won a hand of every game in one day"),
        WON_ALL_IN_A_DAY,
    ),
    earned_by("big_pot", N_("The Big Pot"), N_("won a whole buy-in in one hand"), BUY_IN),
    earned_by("five_for_one", N_("Five for One"), N_("won five times the stake in one hand"), FIVEFOLD),
    earned_by("nothing_to_show", N_("Nothing to Show"), N_("won a pot without showing a card"), UNSHOWN),
)
"""The titles of hands of any game."""
SEASON_FIRST, SEASON_FIRST_OF_GAME = "season_first", "season_first_of_game"
SEASONS = (
    earned_by(
        "season_champion",
        N_("Champion of a Season"),
        N_("won the most coins in a season"),
        SEASON_FIRST,
    ),
    earned_by(
        "season_master",
        N_("Master of a Season"),
        N_("won the most coins at one game in a season"),
        SEASON_FIRST_OF_GAME,
    ),
)
"""The titles of a season's champions (TB-22)."""
