"""Evenings of house players whose answers are noted, with what each saw and was offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from games.engine.betting.bets import Betting
from games.engine.betting.rounds import pot_after_call
from games.engine.core.characters import MASTER, Character
from games.engine.core.game import CHANCE_SEAT, Seat
from games.engine.core.offers import Answer, Offer
from training.catalog import opponents, setting
from training.league import Imagine, Luck, Player, Schemer, Setting, evening


class Told(NamedTuple):
    """One answer: seeing what, out of which offers."""

    view: Any
    offers: dict[str, Offer[Any]]
    answer: Answer

    @property
    def may_raise(self) -> bool:
        """True if it could have bet or raised."""
        return bool({"bet", "raise"} & {*self.offers})

    @property
    def is_asked(self) -> bool:
        """True if staying in costs something, so that folding is a choice."""
        return "fold" in self.offers and "check" not in self.offers

    @property
    def is_raise(self) -> bool:
        """True if it bets or raises."""
        return self.answer.key in {"bet", "raise"}

    @property
    def goes_up(self) -> bool:
        """True if it increases the bet to call, be it all in."""
        betting: Betting = self.view.betting
        return self.is_raise or (self.answer.key == "all_in" and betting.acting.max_bet > betting.to_match)

    @property
    def added(self) -> float:
        """The share of the pot that a bet or raise adds."""
        betting: Betting = self.view.betting
        return (self.answer.numbers[0] - betting.to_match) / pot_after_call(betting, betting.acting)


@dataclass
class Watched:
    """A house player whose answers of a hand are noted."""

    where: Setting
    character: Character
    luck: Luck
    told: list[Told] = field(default_factory=list)

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], _imagine: Imagine) -> Answer:
        """Answer, and note it."""
        answer = self.where.game.decide(view, offers, self.luck, self.character)
        self.told.append(Told(view, {offer.key: offer for offer in offers}, answer))
        return answer


def hands(
    key: str, characters: Sequence[Character], count: int, name: str, stranger: str = ""
) -> Iterator[list[list[Told]]]:
    """Return these house players' decisions in an evening of so many hands, perhaps with a stranger."""
    where = setting(key, len(characters) + bool(stranger))
    randoms = {CHANCE_SEAT: Random(), **{Seat(at): Random() for at in range(1, where.seats + 1)}}
    watched = [
        Watched(where, character, Luck(randoms[Seat(at)])) for at, character in enumerate(characters, 1)
    ]
    players: dict[Seat, Player] = {Seat(at): each for at, each in enumerate(watched, 1)}
    if stranger:
        last = Seat(where.seats)
        master = Watched(where, MASTER, Luck(randoms[last]))
        players[last] = Schemer(where, opponents(key)[stranger], master, randoms[last])
    for _ in evening(where, players, randoms, name, count):
        yield [[*each.told] for each in watched]
        for each in watched:
            each.told.clear()
