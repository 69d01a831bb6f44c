"""The share of questions that house players answer by a fallback, since training never met them.

Evenings of house players of all skills beside one opponent after the other, in which each of their bets is
examined. A game without a table of situations has nothing unlearned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bot_characters import HOUSE_PLAYERS
from games.engine.core.characters import MASTER
from games.engine.core.game import CHANCE_SEAT, Seat
from games.engine.core.offers import Answer, Offer
from training.catalog import is_learned, opponents, setting
from training.league import EVENING_HANDS, Imagine, Luck, Player, Schemer, Setting, Thinker, evening


@dataclass(slots=True)
class Share:
    """The number of questions, and of those answered by a fallback."""

    asked: int = 0
    unlearned: int = 0

    def __str__(self) -> str:
        return f"{100 * self.unlearned / max(1, self.asked):6.2f} % of {self.asked}"


@dataclass(frozen=True, slots=True)
class _Examined:
    """A house player whose bets are examined."""

    key: str
    player: Thinker
    share: Share

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], imagine: Imagine) -> Answer:
        """Answer as the player does."""
        if any(offer.key == "fold" for offer in offers):
            self.share.asked += 1
            self.share.unlearned += not is_learned(self.key, view, self.player.character)
        return self.player(view, offers, imagine)


def share(where: Setting, opponent: str, hands: int, seed: str) -> Share:
    """Return the share in about this many hands with that opponent, or among house players alone."""
    key, found = where.game.key, Share()
    for number in range(max(1, round(hands / EVENING_HANDS))):
        name = f"{seed} {opponent} {number}"
        randoms = {CHANCE_SEAT: Random(), **{Seat(1 + at): Random() for at in range(where.seats)}}
        people = Random(name).sample([*HOUSE_PLAYERS.values()], where.seats)
        players: dict[Seat, Player] = {
            Seat(at): _Examined(key, Thinker(where.game, person.character, Luck(randoms[Seat(at)])), found)
            for at, person in enumerate(people, 1)
        }
        if opponent:
            seat = Seat(1 + number % where.seats)
            house = Thinker(where.game, MASTER, Luck(randoms[seat]))
            players[seat] = Schemer(where, opponents(key)[opponent], house, randoms[seat])
        for _ in evening(where, players, randoms, name):
            pass
    return found


def table(key: str, seats: Sequence[int], hands: int, seed: str) -> Iterator[str]:
    """Yield the share beside each kind of opponent."""
    for opponent in ("", *opponents(key)):
        found = [share(setting(key, count), opponent, hands, seed) for count in seats]
        yield "  ".join(
            (f"{key}, {opponent or 'house players alone':20}", *(f"{each!s:>20}" for each in found))
        )
