"""Helpers that several tests about referee share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from games.engine.history import History, Redrawn
from games.stone_hand.game import STONE_HAND, StoneHandReferee, read
from games.stone_hand.hands import Dice
from games.stone_hand.model import HomeThrow, Roll, StoneHandRules
from games.tools.replay import FinishedHand, history
from tests.games.cards_table import CardsTable
from tests.games.stone_hand.loaded import StoneTable

HOME = HomeThrow((2, 5, 6), "the road home")


@dataclass(frozen=True, slots=True)
class Thrown(History):
    """A history whose seed makes the dice fall as they are written here."""

    dice: tuple[Dice, ...] = ()

    def draw(self, number: int) -> Redrawn:
        """One throw of three dice."""
        numbers = iter(self.dice[number])
        return Redrawn(lambda _sides: next(numbers) - 1, self.seals[-1])


def told(played: StoneTable) -> History:
    """The first round of a table with loaded dice, under a seed that makes them fall so."""
    over: FinishedHand = CardsTable.over(played)  # type: ignore[arg-type]
    dice = tuple(logged.move.dice for logged in over.moves if isinstance(logged.move, Roll))
    return Thrown(**facts_of(history(played.table, STONE_HAND, over, 11)), dice=dice)


def facts_of(told_of: History) -> dict[str, Any]:
    """All that stands in a history."""
    return {each.name: getattr(told_of, each.name) for each in fields(History)}


def found(told_of: History) -> list[str]:
    """Return the findings of the referee."""
    return list(StoneHandReferee.judge(told_of))


def a_round(*dice: str, **options: Any) -> StoneTable:
    """A round of two in which all that is thrown is kept."""
    return plays(StoneTable(options.pop("people", 2), *dice, **options).begins())


def plays(played: StoneTable) -> StoneTable:
    """Throw, and keep, to the end of the first round."""
    while not played.ended:
        hand = played.table.hand
        assert hand is not None
        played.presses("throw" if hand.state.stage == "ready" else "keep")
    return played


def with_home(*dice: str, rules: StoneHandRules, people: int = 3) -> StoneTable:
    """A round in which seat 1 brought a home throw along."""
    played = StoneTable(0, *dice, rules=rules).comes(11, HOME)
    for number in range(1, people):
        played.comes(11 + number)
    return plays(played.begins())


def a_round_begun(*dice: str) -> StoneTable:
    """A round of three, before the first throw."""
    return StoneTable(3, *dice).begins()


def begun_anew(*dice: str) -> StoneTable:
    """Seat 1 throws, and seat 2's home throw begins the round anew."""
    played = (
        StoneTable(1, *dice, rules=StoneHandRules(prize_pool=True))
        .comes(12, HOME)
        .comes(13)
        .comes(14)
        .begins()
    )
    return played.presses("throw", "throw")


def by_the_river() -> StoneTable:
    """Seat 1 rethrows a pair once, so seat 2 may too, and no junk three times (SH-10)."""
    played = StoneTable(2, "1-1-5", "1-1-2", "1-1-8", "1-3-5", rules=StoneHandRules(opal_river=True)).begins()
    return played.presses("throw", "rethrow", "keep", "throw", "rethrow")


ROUNDS: dict[str, Callable[[], StoneTable]] = {
    "usual": lambda: a_round("1-1-2", "1-1-5"),
    "all tie": lambda: a_round("1-1-2", "1-1-2"),
    "a show-up": lambda: a_round("2-4-6", "1-1-2", "4-6-8", "3-3-5"),
    "junk is kept": lambda: a_round("1-3-5", "2-5-6"),
    "inverted junk": lambda: a_round("1-3-5", "2-5-6", rules=StoneHandRules(inverted_junk=True)),
    "arcade": lambda: a_round("1-1-2", "1-1-5", rules=StoneHandRules(arcade=True)),
    "somebody is out": lambda: a_round("8-8-8", "1-1-8", buy_in=5),
    "a pool": lambda: a_round("1-1-2", "1-1-5", rules=StoneHandRules(prize_pool=True)),
    "an empty hand ends it": lambda: a_round(
        "1-1-2", "1-4-7", people=3, rules=StoneHandRules(prize_pool=True)
    ),
    "the House finds a home": lambda: a_round(
        "1-1-2", "1-3-5", "1-1-2", "1-3-5", rules=StoneHandRules(home_throws="house")
    ),
    "a home of the server": lambda: a_round(
        "2-5-6", "1-1-5", rules=StoneHandRules(home_throws="house", house_throw=(2, 5, 6))
    ),
    "an own home": lambda: with_home("2-5-6", "2-5-6", "1-1-5", rules=StoneHandRules()),
    "a shared home": lambda: with_home("1-1-5", "2-5-6", "1-1-3", rules=StoneHandRules(home_throws="shared")),
    "no home counts": lambda: with_home("2-5-6", "1-1-2", "1-1-3", rules=StoneHandRules(home_throws="none")),
    "begun anew": lambda: with_home("2-5-6", "1-1-5", "1-1-3", rules=StoneHandRules(prize_pool=True)),
    "left with a hand": lambda: plays(a_round_begun("1-1-2", "1-1-5", "1-1-3").presses("throw").leaves(11)),
    "left while choosing": lambda: plays(
        a_round_begun("1-3-5", "2-4-6", "1-1-2", "1-1-3", "1-1-4").presses("throw", "rethrow").leaves(11)
    ),
    "left, and begun anew": lambda: plays(begun_anew("1-1-2", "2-5-6", "1-1-4", "1-1-5", "1-1-3").leaves(11)),
    "left safe": lambda: plays(begun_anew("1-1-2", "2-5-6", "1-1-4", "1-1-5", "1-1-3").leaves(12)),
    "all have left": lambda: StoneTable(2, "1-1-2", "1-3-5").begins().leaves(12).leaves(11),
    "by the river": by_the_river,
}


def changed(told_of: History, index: int, **fields: Any) -> History:
    """A history in which an event says something else."""
    events = list(told_of.events)
    events[index] = events[index] | fields
    return replace(told_of, events=tuple(events))


def without(told_of: History, kind: str) -> History:
    """A history without the events of a kind."""
    return replace(told_of, events=tuple(each for each in told_of.events if each["kind"] != kind))


def index_of(told_of: History, kind: str) -> int:
    """Return the index of the first event of a kind."""
    return next(index for index, each in enumerate(told_of.events) if each["kind"] == kind)


def hand(dice: str, kind: str, score: int | None) -> dict[str, Any]:
    """A hand as it is written."""
    return {"dice": list(read(dice)), "kind": kind, "score": score}


USUAL = told(ROUNDS["usual"]())


"""Seat 1 throws a pair of 2, which lowers the pay to 2; seat 2 a pair of 5, and pays."""
