"""What of a hand that is over counts for its players' records, and the titles that it earns (TB-21).

All of it was public. What a person does in a hand has words: the deeds that its game counts, what it says
beside them, and those that all games have alike. A title is earned by one of its words, or by so many of a
counted deed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.core.errors import N_


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that was shown: of two keys the larger is the better one; `kind` is the game's word for it."""

    key: tuple[int, ...]
    kind: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandStats:
    """What one seat did in a hand.

    `counts` is what the game turns on, by words of its own; `shown` is the seat's hand, if all saw it.
    `luck` is by how much that was better than on average which chance alone decided while all looked on,
    each time between -1 and 1; `spread` is the variance of it. Both are in millionths.
    `feats` is what else a title can be earned by, by such words too.
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
"""How many times what was staked is a great deal."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title: `key` stands in the database for good, `deed` says what somebody did for it.

    `times` above one is for words that are counted deeds.
    """

    key: str
    name: str
    deed: str
    words: frozenset[str]
    times: int = 1


def earned_by(key: str, name: str, deed: str, *words: str, times: int = 1) -> Title:
    """A title for whoever did one of these."""
    return Title(key, name, deed, frozenset(words), times)


def words_of(deeds: HandStats, gain: int, buy_in: int) -> frozenset[str]:
    """A player's deeds in a hand, from what it did to their stack and what a seat cost."""
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
    """The word for a hand of that kind that all saw."""
    return f"shown {kind}"


def won_with(kind: str | int) -> str:
    """The word for a hand that was won with one of that kind, shown to all."""
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
