"""Statistics of a finished hand for its players' records, and the titles they earn (TB-21).

All of it is public. Each thing a player did has a word: the deeds its game counts, further words of the game
(`feats`), and those that all games share. A title is earned by one of its words, or by several times a
counted deed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.core.errors import N_


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that was shown: of two keys the larger is better; `kind` is the game's word for it."""

    key: tuple[int, ...]
    kind: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandStats:
    """The statistics of one seat in a hand.

    `counts` has the game's counted deeds, by the game's own words; `shown` is the seat's hand, if it was
    public. `luck` is how much better than average chance was, summed over public random events, each between
    -1 and 1; `spread` is its variance. Both are in millionths. `feats` are further words that can earn a
    title.
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
"""The multiple of the buy-in that counts as a great deal."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title: `key` is stored for good, `deed` says what earned it.

    `times` above one is for words that are counted deeds.
    """

    key: str
    name: str
    deed: str
    words: frozenset[str]
    times: int = 1


def earned_by(key: str, name: str, deed: str, *words: str, times: int = 1) -> Title:
    """Return a title earned by any one of these words."""
    return Title(key, name, deed, frozenset(words), times)


def words_of(deeds: HandStats, gain: int, buy_in: int) -> frozenset[str]:
    """Return the words for a player's hand, from its statistics, its gain and the buy-in."""
    shown, won = deeds.shown, deeds.has_won
    derived = {
        WON: won,
        UNSHOWN: won and shown is None,
        BUY_IN: gain >= buy_in > 0,
        FIVEFOLD: gain >= TIMES * deeds.staked > 0,
    }
    if shown is not None:
        derived |= {shown_as(shown.kind): True, won_with(shown.kind): won}
    return frozenset((*deeds.counts, *deeds.feats, *(word for word, is_so in derived.items() if is_so)))


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
