"""The share of questions that house players answer by a fallback, since training never met them.

House players of all skills play evenings with each opponent in turn, and every betting question to them is
examined. In a game without a table of situations there are no such questions.
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
    """The number of questions, and the number of those answered by a fallback."""

    asked: int = 0
    unlearned: int = 0

    def __str__(self) -> str:
        return f"{100 * self.unlearned / max(1, self.asked):6.2f} % of {self.asked}"


@dataclass(frozen=True, slots=True)
class _Examined:
    """A house player whose betting questions are examined."""

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
    """Return the share in about this many hands with that opponent, without one among house players alone."""
    key, found = where.game.key, Share()
    for number in range(max(1, round(hands / EVENING_HANDS))):
        name = f"{seed} {opponent} {number}"
        seats = [Seat(number) for number in range(1, where.seats + 1)]
        randoms = {each: Random() for each in (CHANCE_SEAT, *seats)}
        people = Random(name).sample([*HOUSE_PLAYERS.values()], where.seats)
        players: dict[Seat, Player] = {
            each: _Examined(key, Thinker(where.game, person.character, Luck(randoms[each])), found)
            for each, person in zip(seats, people, strict=True)
        }
        if opponent:
            seat = seats[number % where.seats]
            house = Thinker(where.game, MASTER, Luck(randoms[seat]))
            players[seat] = Schemer(where, opponents(key)[opponent], house, randoms[seat])
        for _ in evening(where, players, randoms, name):
            pass
    return found


def table(key: str, seats: Sequence[int], hands: int, seed: str) -> Iterator[str]:
    """Yield a line with the share for each opponent."""
    for opponent in ("", *opponents(key)):
        found = [share(setting(key, count), opponent, hands, seed) for count in seats]
        yield "  ".join(
            (f"{key}, {opponent or 'house players alone':20}", *(f"{each!s:>20}" for each in found))
        )
