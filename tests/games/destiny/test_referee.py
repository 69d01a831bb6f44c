"""The referee of Destiny: a hand is played again from what is told of it (TB-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.destiny.game import DESTINY
from games.destiny.hands import all_cards
from games.destiny.model import GONE, Carry, Memory, Move, Rules, State
from games.destiny.referee import referee
from games.engine.chance import Draw, Seal
from games.engine.game import HOUSE, Seat
from games.engine.lobby import open_table, sit_down
from games.engine.plain import Misshapen
from games.engine.record import History
from games.engine.table import Logged, Terms
from games.history import Over, history, to_file
from games.verify import verify
from tests.games.destiny.scripted import Hand, seated

EARLIER = Seal("ab" * 32, ("old",), (1,), all_cards("none"))
"""The deck that the field of a later hand was laid out from."""


class Kept(Hand):
    """A hand of three, sealed as the tavern does it, and kept move by move."""

    def __init__(self, *stacks: int, rules: Rules | None = None, after: Carry | None = None) -> None:
        facts = seated(*(stacks or (20, 20, 20)), rules=rules)
        own = Seal("cd" * 32, ("cut",), (), DESTINY.deck(facts, after))
        self.rules = facts.rules
        self.beginning: State = DESTINY.start(facts, after)
        self.state = self.beginning
        self.events: list[Any] = []
        self.moves: list[Logged] = []
        self.seals = (*([EARLIER] if after else []), replace(own, draws=(1,)))
        self._apply(HOUSE, DESTINY.house_move(self.state, Draw(own)))

    def _apply(self, seat: Seat, move: Move) -> Hand:
        self.moves.append(Logged(1, seat, move))
        return super()._apply(seat, move)

    def told(self, player: int | None = 11) -> History:
        """What somebody may know of it; people are 11, 12, 13."""
        table = open_table(3, DESTINY, self.rules, Terms(11, 100), iter(["ef" * 32]))
        for number in (11, 12, 13):
            table = sit_down(table, DESTINY, number, f"p{number}", None).table
        return history(table, DESTINY, Over(1, self.beginning, tuple(self.moves), self.seals), player)


def lying(cards: int, drawn: int, looked: str = "A1") -> Carry:
    """A field of which so many places have a card left, after so many cards were drawn from the deck."""
    order = EARLIER.deck.dealt(EARLIER.cuts)
    return Carry(
        dealer=Seat(2),
        field=tuple(card if index < cards else GONE for index, card in enumerate(order[:25])),
        deck=order[26 + drawn :],
        discard=(order[25], *order[cards:25], *order[26 : 26 + drawn]),
        memories=(Memory(Seat(1), (looked,)),),
    )


def showdown() -> Kept:
    """Blinds, a match, looks and holds and a Benediction, checks."""
    played = Kept()
    played.checks_down().plays("A1 B2", "- -", "C3 A2").checks_down()
    return played


def last_standing() -> Kept:
    """Two fold."""
    played = Kept()
    played.presses("fold", "fold")
    return played


def raises() -> Kept:
    """A bet, a raise, a pledge that keeps up with it, and a fold."""
    played = Kept(20, 20, 8)
    played.presses("raise 5", "all_in" if played.turn == 3 else "match").checks_down()
    played.plays("A1 B2", "- -", "- -").presses("check", "bet 2", "match")
    if not played.is_over:
        played.checks_down()
    return played


def leaving() -> Kept:
    """One leaves with both hands full, another in the second round out of turn."""
    played = Kept()
    played.checks_down().plays("A1 B2")
    played.leaves(played.state.order[0]).plays("- C3", "- -")
    played.leaves(played.state.order[2])
    return played


def leaving_after_folding() -> Kept:
    """One folds, and then leaves without a word."""
    played = Kept()
    folded = played.turn
    played.presses("fold").leaves(folded)
    played.checks_down().plays("- A1", "- A2").checks_down()
    return played


def emptied() -> Kept:
    """The last two cards of a field are played, and all are asked whether they want a new one."""
    played = Kept(after=lying(2, 0))
    played.checks_down().plays("- A1", "- A2", "- -").checks_down()
    return played


def agreed() -> Kept:
    """All want a new field."""
    played = emptied()
    played.answers(3, "new_field").answers(1, "new_field").answers(2, "new_field")
    return played


def refused() -> Kept:
    """One has had enough."""
    played = emptied()
    played.answers(3, "new_field").answers(1, "enough")
    return played


def agreed_without_one() -> Kept:
    """One leaves while all are asked; the others agree."""
    played = emptied()
    played.answers(3, "new_field").answers(1, "new_field").leaves(2)
    return played


def deserted() -> Kept:
    """Two leave while all are asked."""
    played = emptied()
    played.leaves(3).leaves(2)
    return played


def later() -> Kept:
    """A hand on a field that lies there, one card looked at long ago."""
    played = Kept(after=lying(20, 3))
    played.checks_down().plays("A3 A2", "- -", "A4 A5").checks_down()
    return played


def reshuffled() -> Kept:
    """The deck has too few cards left for three (DE-9)."""
    played = Kept(after=lying(10, 24))
    played.checks_down().plays("A3 A2", "- -", "- -").checks_down()
    return played


HANDS: dict[str, Callable[[], Kept]] = {
    each.__name__: each
    for each in (
        showdown,
        last_standing,
        raises,
        leaving,
        leaving_after_folding,
        agreed,
        refused,
        agreed_without_one,
        deserted,
        later,
        reshuffled,
    )
}


@pytest.mark.parametrize("name", HANDS)
def test_a_right_hand(name: str) -> None:
    """TB-13: what was played by the rules checks out, for everybody."""
    played = HANDS[name]()

    assert played.is_over
    for player in (11, 12, 13, None):
        assert verify(to_file(played.told(player))).faults == ()


SHOWN = showdown().told()


def found(told: History) -> list[str]:
    """What the referee finds."""
    return list(referee(told))


def index_of(kind: str, told: History = SHOWN) -> int:
    """Where the first event of a kind stands."""
    return next(index for index, each in enumerate(told.events) if each["kind"] == kind)


def changed(index: int, told: History = SHOWN, **fields: Any) -> History:
    """A history in which an event says something else."""
    events = list(told.events)
    events[index] = events[index] | fields
    return replace(told, events=tuple(events))


def begun_with(**fields: Any) -> History:
    """A history whose hand begins otherwise."""
    return replace(SHOWN, beginning=SHOWN.beginning | fields)


def test_another_winner() -> None:
    """DE-7, TB-13: the highest card that was shown wins the pot."""
    index = index_of("showdown")
    pot = SHOWN.events[index]["pots"][0]
    loser = next(seat for seat in pot["contenders"] if seat != pot["winner"])

    faults = found(changed(index, pots=[pot | {"winner": loser}]))

    assert faults[0].startswith(f"events[{index}]: ")


def test_another_card() -> None:
    """DE-7, TB-13: a card is turned over from its place, as the deck that was sealed says."""
    index = index_of("showdown")
    shown = SHOWN.events[index]["shown"]
    swapped = [shown[0] | {"card": shown[1]["card"]}, shown[1] | {"card": shown[0]["card"]}, *shown[2:]]

    assert found(changed(index, shown=swapped))[0].startswith(f"events[{index}]: ")


def test_another_dealer() -> None:
    """TB-3: the first dealer is drawn by lot, and the lot is drawn again."""
    index = index_of("hand_begun")
    dealer = SHOWN.events[index]["dealer"]
    other = 1 + dealer % 3

    assert f"events: seat {other} deals, and by lot or turn it is seat {dealer}" in found(
        changed(index, dealer=other)
    )


def test_too_many_draws() -> None:
    """TB-13: a hand takes one draw, no more."""
    seal = replace(SHOWN.seals[-1], draws=(1, 1))

    assert found(replace(SHOWN, seals=(seal,))) == ["seals[0]: 2 draws, where one was made"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("looked", {"place": "Z9"}),
        ("looked", {"seat": 9}),
        ("held", {"place": "A1"}),
        ("matched", {"seat": 9}),
    ],
)
def test_what_cannot_be_done(kind: str, fields: dict[str, Any]) -> None:
    """DE-4, TB-4: only what was offered can have been done."""
    index = index_of(kind)

    assert found(changed(index, **fields))[0].endswith("cannot come here")


def test_a_raise_beyond_all_chips() -> None:
    """TB-4: a raise keeps to what was offered."""
    told = raises().told()
    index = index_of("raised", told)

    assert found(changed(index, told, to=1000))[0].endswith("cannot come here")


def test_a_fold_of_a_stranger() -> None:
    """TB-3: only who takes part can fold."""
    told = last_standing().told()

    assert found(changed(index_of("folded", told), told, seat=9))[0].endswith("cannot come here")


def test_an_end_too_early() -> None:
    """TB-13: a history is that of a hand that is over."""
    looked, shown = index_of("looked"), index_of("showdown")

    assert found(replace(SHOWN, events=SHOWN.events[:looked]))[0] == (
        f"events[{looked}]: an end cannot come here"
    )
    assert found(replace(SHOWN, events=SHOWN.events[:shown]))[0].startswith(
        f"events[{shown}]: None is told, and by the rules it is {{'shown': "
    )


def test_something_after_the_end() -> None:
    """TB-13: nothing comes after the end."""
    more = replace(SHOWN, events=(*SHOWN.events, SHOWN.events[-1]))

    assert found(more)[0].endswith("comes after the end")


def test_other_stacks_and_points() -> None:
    """TB-2: the hand leads to these stacks."""
    faults = found(replace(SHOWN, stacks={Seat(1): 1}, points={Seat(1): 1}))

    assert [fault.partition(":")[0] for fault in faults[:1]] == ["stacks.1"]
    assert faults[-1] == "points.1: 1 is told, and by the rules it is None"


def test_other_views() -> None:
    """TB-13: what the viewer saw at the beginning and at the end is worked out again."""
    assert found(begun_with(pot=5)) == ["beginning.pot: 5 is told, and by the rules it is 0"]
    assert found(replace(SHOWN, end=SHOWN.end | {"pot": 5})) == [
        "end.pot: 5 is told, and by the rules it is 0"
    ]


def test_other_house_rules() -> None:
    """TB-13: the rules that the file names are those that were played."""
    assert found(replace(SHOWN, rules={**SHOWN.rules, "jokers": "above"})) == [
        "rules.jokers: 'above', but the hand was begun with 'none'"
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        begun_with(lines=SHOWN.beginning["lines"][:1]),
        begun_with(lines=[SHOWN.beginning["lines"][0]] * 3),
        begun_with(lines=[each | {"stack": 0} for each in SHOWN.beginning["lines"]]),
        begun_with(field=SHOWN.beginning["field"][:24]),
        begun_with(field=[each | {"is_gone": False} for each in SHOWN.beginning["field"]]),
        begun_with(seen_before=[{"place": "Z9", "card": "As"}]),
        begun_with(deck_count=53),
        replace(SHOWN, seals=(replace(SHOWN.seals[0], slots=27),)),  # type: ignore[arg-type]
        replace(SHOWN, events=()),
        replace(SHOWN, events=SHOWN.events[1:]),
    ],
)
def test_no_hand_of_destiny(wrong: History) -> None:
    """TB-13: what no hand begins with was never written."""
    with pytest.raises(Misshapen):
        found(wrong)
