"""The games of the tavern, listed by hand: one record each, with all that is asked for beside the rules.

And what they have in common beside the table: titles (TB-21), and the deal of the day (TB-20). That is the
same for everybody, dealt from the day's seed, as anybody can check. The seed is shown when the day is over;
until then its seal is, which is the SHA-256. Game and day are mixed in like a cut, so that one seed makes
one deal for each game, and would make others on another day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeAlias

from games.destiny import game as destiny
from games.dividha import game as dividha
from games.engine.core.game import AnyGame, DailyGame, Ranker
from games.engine.core.hand_stats import SEASONS, TAVERN, Title
from games.engine.history import History
from games.engine.provable_chance import Cut, Draw, Seal
from games.knights_heads import game as knights_heads
from games.stone_hand import game as stone_hand
from games.tournament import placing as tournament

Referee: TypeAlias = Callable[[History], Iterator[str]]
"""Lists what breaks the rules in a hand's history, one line each; raises `MalformedInput`."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, who judges and reads its hands, and what the laws measure it by."""

    game: AnyGame
    referee: Referee
    ranker: Ranker | None
    """None where a hand is a single card, and there is nothing to rank on the command line."""
    hidden: frozenset[str]
    """Fields of a state that hold secrets, each as a dotted path of names (TB-11)."""
    moves_max: tuple[int, int]
    """More moves than a hand can have: a fixed number, and another number per seat (Law 1)."""
    daily: DailyGame[Any] | None = None
    """Its deal of the day; None where what is best depends on what others do."""


RECORDS = (
    GameRecord(
        stone_hand.STONE_HAND,
        stone_hand.StoneHandReferee.judge,
        stone_hand.RANKER,
        # A state holds no dice that have not been thrown yet, so there is nothing to hide.
        hidden=frozenset(),
        # A turn is at most a throw, three rethrows and a keep, each throw two moves; show-ups and
        # rounds that a home throw stops come on top, both rare.
        moves_max=(60, 30),
        daily=stone_hand.DAILY,
    ),
    GameRecord(
        destiny.DESTINY,
        destiny.DestinyReferee.judge,
        None,
        hidden=frozenset({"field", "deck"}),
        # The deal, a look, a hold and a word about a new field for each, and two rounds in which every
        # raise asks all the others again; raises grow, so that few of them make a stack.
        moves_max=(20, 40),
    ),
    GameRecord(
        knights_heads.KNIGHTS_HEADS,
        knights_heads.KnightsReferee.judge,
        knights_heads.RANKER,
        hidden=frozenset({"deck", "hands.cards", "picks.cards", "passes.cards"}),
        # The deal, three cards of each, some sealed again, and three rounds of betting like those.
        moves_max=(20, 60),
        daily=knights_heads.DAILY,
    ),
    GameRecord(
        dividha.DIVIDHA,
        dividha.DividhaReferee.judge,
        dividha.RANKER,
        hidden=frozenset(
            {
                "deck",
                "holdings.private",
                "holdings.turned_in",
                "holdings.discard",
                "holdings.laid",
                "holdings.call",
                "tablets.bets.win",
                "tablets.trades.win",
                "trading",
                "usual.percent",
            }
        ),
        # The deal, a trade that is paid for, seven steps of laying and calling and a word about the ante
        # for each, five rounds, and now and then a usual split that somebody changes.
        moves_max=(40, 80),
        daily=dividha.DAILY,
    ),
)
CATALOG: Mapping[str, GameRecord] = {each.game.key: each for each in RECORDS}
GAMES: Mapping[str, AnyGame] = {key: each.game for key, each in CATALOG.items()}
HOSTED: Mapping[str, AnyGame] = {key: game for key, game in GAMES.items() if game.tournament_seats}
"""The games that tournaments can be played of."""

TAVERN_WIDE, TOURNAMENTS = "tavern", "tournaments"
"""Where titles are earned beside the games."""
TITLES: Mapping[str, tuple[Title, ...]] = {
    **{key: game.titles for key, game in GAMES.items()},
    TAVERN_WIDE: (*TAVERN, *SEASONS),
    TOURNAMENTS: tournament.TITLES,
}
BY_KEY: Mapping[str, Title] = {each.key: each for titles in TITLES.values() for each in titles}

DAILY: Mapping[str, DailyGame[Any]] = {
    key: each.daily for key, each in CATALOG.items() if each.daily is not None
}
"""The games that have a deal of the day."""
FIRST_DAY = date(1970, 1, 1)


def date_of(day: int) -> date:
    """The date of a day that is counted from 1970."""
    return FIRST_DAY + timedelta(day)


def deal_of(game: str, day: date, seed: str) -> Any:
    """The deal of that game on that day."""
    sealed = Seal(seed, (Cut("", f"{game} {day.isoformat()}"),))
    return DAILY[game].deal(Draw(sealed).below)


def fingerprint(game: str, deal: Any) -> str:
    """The same for deals that look alike and have the same answers, in the same order."""
    asked = DAILY[game]
    return hashlib.sha256("\n".join((asked.told(deal), *asked.answers(deal))).encode()).hexdigest()


def commitment(seed: str) -> str:
    """What is shown while the seed is secret."""
    return Seal(seed).commitment
