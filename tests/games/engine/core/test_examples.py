"""The documentation of `Game` and of `Offer` shows code that runs."""

from dataclasses import dataclass
from inspect import getdoc, getsource
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from games.catalog import RECORDS
from games.engine.core import offers
from games.engine.core.errors import OutOfRange
from games.engine.core.game import CHANCE_SEAT, AnyGame, Game, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import NumberOffer, find, take
from games.engine.provable_chance import shuffled


class Lots:
    """Chance from a fixed seed."""

    def __init__(self) -> None:
        """Begin the same sequence of numbers anew."""
        self.below = Random(2).randrange

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards in random order."""
        return shuffled(cards, self.below)


@dataclass(frozen=True)
class Raise:
    """The move of the offer in the example."""

    to: int


def indented(doc: str) -> str:
    """Return the lines of a docstring's example: the last block that is indented."""
    lines = doc.rstrip().split("\n")
    start = max(index for index, line in enumerate(lines) if line and not line.startswith(" ")) + 1
    return dedent("\n".join(lines[start:]))


@pytest.mark.parametrize("game", [each.game for each in RECORDS], ids=lambda game: game.key)
def test_the_loop_plays_a_hand_of_each_game(game: AnyGame) -> None:
    """The example in the docstring of `Game` plays a hand, which leaves as many chips as there were."""
    rules = game.house_rules()
    stack = game.price(rules, game.buy_in)
    players: tuple[SeatedPlayer[Any], ...] = tuple(SeatedPlayer(Seat(number), stack) for number in (1, 2, 3))
    names: dict[str, Any] = {
        "game": game,
        "rules": rules,
        "players": players,
        "opener": Seat(1),
        "chance": Lots(),
        "HandSetup": HandSetup,
        "CHANCE_SEAT": CHANCE_SEAT,
        "find": find,
        "take": take,
    }

    exec(indented(getdoc(Game) or ""), names)  # noqa: S102  (our own docstring)

    carry = game.result(names["state"]).carry
    left = sum(names["stacks"].values()) + sum(game.claims(carry, None).values())
    assert left == stack * len(players)


def test_the_offer_makes_a_move_or_refuses_the_number() -> None:
    """The example in the docstring of `Offer` raises to 8, and refuses a raise to 3."""
    source = getsource(offers)
    _, _, after = source.partition("\nOffer: TypeAlias = ")
    *legal, refused = indented(after.split('"""')[1]).split("\n")
    names: dict[str, Any] = {"NumberOffer": NumberOffer, "Raise": Raise, "take": take}

    exec("\n".join(legal), names)  # noqa: S102  (our own docstring)
    assert names["move"] == Raise(to=8)
    with pytest.raises(OutOfRange) as error:
        exec(refused, names)  # noqa: S102
    assert (error.value.least, error.value.most) == (4, 20)
