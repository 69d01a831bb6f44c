"""The referee of Knights' Heads: a hand is played again from what is told of it (TB-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.engine.chance import Draw, Seal
from games.engine.game import HOUSE, Seat
from games.engine.lobby import open_table, sit_down
from games.engine.plain import Misshapen
from games.engine.record import History
from games.engine.table import Logged, Terms
from games.history import Over, history, to_file
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import Carry, Move, Rules, State, Tally
from games.knights_heads.referee import referee
from games.verify import verify
from tests.games.knights_heads.scripted import Hand, seated


class Kept(Hand):
    """A hand of three, sealed as the tavern does it, and kept move by move; people are 11, 12, 13."""

    def __init__(self, *stacks: int, rules: Rules | None = None, carry: Carry | None = None) -> None:
        facts = seated(*(stacks or (100, 100, 100)), rules=rules)
        seal = Seal("cd" * 32, ("cut",), (), KNIGHTS_HEADS.deck(facts, carry))
        self.rules = facts.rules
        self.beginning: State = KNIGHTS_HEADS.start(facts, carry)
        self.state = self.beginning
        self.events: list[Any] = []
        self.moves: list[Logged] = []
        self.seals = (replace(seal, draws=(1,)),)
        self._apply(HOUSE, KNIGHTS_HEADS.house_move(self.state, Draw(seal)))

    def _apply(self, seat: Seat, move: Move) -> Hand:
        self.moves.append(Logged(1, seat, move))
        return super()._apply(seat, move)

    def told(self, player: int | None = 11) -> History:
        """What somebody may know of it."""
        table = open_table(3, KNIGHTS_HEADS, self.rules, Terms(11, 100), iter(["ef" * 32]))
        for number in (11, 12, 13):
            table = sit_down(table, KNIGHTS_HEADS, number, f"p{number}", None).table
        return history(table, KNIGHTS_HEADS, Over(1, self.beginning, tuple(self.moves), self.seals), player)


def showdown() -> Kept:
    """Bets, an exchange, checks, and a call for cards."""
    played = Kept()
    played.everybody_bets().all_pass().checks_down().presses("bet 5", "match", "match")
    return played


def later() -> Kept:
    """A hand of a game that goes on, with court scores, and every hand won counts."""
    rules = Rules(scoring="wins", court_first=False, triplet_counts=False)
    played = Kept(rules=rules, carry=Carry(Seat(2), (Tally(Seat(1), 3),)))
    played.everybody_bets().all_pass().checks_down().checks_down()
    return played


def last_standing() -> Kept:
    """Two fold."""
    played = Kept()
    played.presses("fold", "fold")
    return played


def all_in_for_less() -> Kept:
    """One goes all in, one raises, one matches; the rest is laid down without a bet."""
    played = Kept(10, 60, 60)
    played.presses("all_in", "all_in", "all_in").all_pass()
    return played


def short_antes() -> Kept:
    """An ante takes all that one has."""
    played = Kept(100, 1, 100)
    played.everybody_bets().all_pass().checks_down().presses("bet 5", "raise 20", "match")
    return played


def leaving_in_the_exchange() -> Kept:
    """One leaves after having sealed, while the others still pick."""
    played = Kept()
    played.everybody_bets().runs_out(2).leaves(2).all_pass().checks_down().presses("bet 5", "match")
    return played


def leaving_after_folding() -> Kept:
    """One folds, and then leaves without a word."""
    played = Kept()
    folded = played.turn
    played.presses("fold").leaves(folded).everybody_bets().all_pass().checks_down().checks_down()
    return played


def deserted() -> Kept:
    """Two leave out of turn."""
    played = Kept()
    played.everybody_bets().leaves(1, 3)
    return played


def folded_after_the_exchange() -> Kept:
    """One gets a bet, and everybody folds who had been passed cards and passed some."""
    played = Kept()
    played.everybody_bets().all_pass().presses("bet 5", "match", "fold").checks_down()
    return played


def nobody_shows_anything() -> Kept:
    """All fold after the exchange."""
    played = Kept()
    played.everybody_bets().all_pass().presses("bet 5", "fold", "fold")
    return played


HANDS: dict[str, Callable[[], Kept]] = {
    each.__name__: each
    for each in (
        showdown,
        later,
        last_standing,
        all_in_for_less,
        short_antes,
        leaving_in_the_exchange,
        leaving_after_folding,
        deserted,
        folded_after_the_exchange,
        nobody_shows_anything,
    )
}


@pytest.mark.parametrize("name", HANDS)
def test_a_right_hand(name: str) -> None:
    """TB-13: what was played by the rules checks out, for everybody."""
    played = HANDS[name]()

    assert played.stage == "over"
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
    """KH-11, TB-13: the highest hand wins the pot."""
    index = index_of("showdown")
    pot = SHOWN.events[index]["pots"][0]
    share = pot["shares"][0]
    loser = next(seat for seat in pot["contenders"] if seat != share["seat"])

    faults = found(changed(index, pots=[pot | {"shares": [share | {"seat": loser}]}]))

    assert faults[0].startswith(f"events[{index}]: ")


def test_another_card() -> None:
    """KH-7, TB-13: whoever lays down a card was dealt it, or passed it, as the sealed deck says."""
    index = index_of("showdown")
    laid = SHOWN.events[index]["laid"]
    one, other = laid[0]["cards"], laid[1]["cards"]
    swapped = [
        laid[0] | {"cards": [other[0], *one[1:]]},
        laid[1] | {"cards": [one[0], *other[1:]]},
        *laid[2:],
    ]

    assert found(changed(index, laid=swapped)) != []


def test_other_cards_passed() -> None:
    """KH-7: what the viewer passed on were three of the viewer's own."""
    passed = SHOWN.end["gave"]
    wrong = passed | {"cards": [*passed["cards"][:2], passed["cards"][0]]}

    index = index_of("cards_passed")
    assert found(replace(SHOWN, end=SHOWN.end | {"gave": wrong}))[0] == (
        f"events[{index}]: {SHOWN.events[index]} cannot come here"
    )


def test_passing_before_the_exchange() -> None:
    """KH-7: cards are passed after the first round."""
    passed = SHOWN.events[index_of("cards_passed")]

    assert found(replace(SHOWN, events=(SHOWN.events[0], passed)))[0].endswith("cannot come here")


def test_another_dealer() -> None:
    """TB-3: the first dealer is drawn by lot, and the lot is drawn again."""
    dealer = SHOWN.events[0]["dealer"]
    other = 1 + dealer % 3

    assert f"events: seat {other} deals, and by lot or turn it is seat {dealer}" in found(
        changed(0, dealer=other)
    )


def test_too_many_draws() -> None:
    """TB-13: a hand takes one draw, no more."""
    seal = replace(SHOWN.seals[-1], draws=(1, 1))

    assert found(replace(SHOWN, seals=(seal,))) == ["seals[0]: 2 draws, where one was made"]


def test_a_bet_beyond_all_chips() -> None:
    """TB-4: a bet keeps to what was offered."""
    assert found(changed(index_of("bet"), to=1000))[0].endswith("cannot come here")


@pytest.mark.parametrize("kind", ["bet", "matched", "checked"])
def test_out_of_turn(kind: str) -> None:
    """TB-4: only whoever is to act can have done something."""
    assert found(changed(index_of(kind), seat=9))[0].endswith("cannot come here")


def test_a_fold_of_a_stranger() -> None:
    """TB-3: only who takes part can fold."""
    told = last_standing().told()

    assert found(changed(index_of("folded", told), told, seat=9))[0].endswith("cannot come here")


def test_another_amount() -> None:
    """KH-5: the ante is what the rules of the table say."""
    assert found(changed(0, ante=3))[0].startswith("events[0]: ")


def test_an_end_too_early() -> None:
    """TB-13: a history is that of a hand that is over."""
    passed = index_of("cards_passed")

    assert found(replace(SHOWN, events=SHOWN.events[:passed]))[0] == (
        f"events[{passed}]: an end cannot come here"
    )


def test_something_after_the_end() -> None:
    """TB-13: nothing comes after the end."""
    more = replace(SHOWN, events=(*SHOWN.events, SHOWN.events[-1]))

    assert found(more)[0].endswith("comes after the end")


def test_other_stacks_and_points() -> None:
    """TB-2, KH-12: the hand leads to these stacks and court scores."""
    faults = found(replace(SHOWN, stacks={Seat(1): 1}, points={Seat(9): 1}))

    assert [fault.partition(":")[0] for fault in faults[:1]] == ["stacks.1"]
    assert faults[-1] == "points.9: 1 is told, and by the rules it is None"


def test_other_views() -> None:
    """TB-13: what the viewer saw at the beginning and at the end is worked out again."""
    assert found(begun_with(pot=5)) == ["beginning.pot: 5 is told, and by the rules it is 0"]
    assert found(replace(SHOWN, end=SHOWN.end | {"pot": 5})) == [
        "end.pot: 5 is told, and by the rules it is 0"
    ]


def test_other_house_rules() -> None:
    """TB-13: the rules that the file names are those that were played."""
    assert found(replace(SHOWN, rules={**SHOWN.rules, "scoring": "wins"})) == [
        "rules.scoring: 'wins', but the hand was begun with 'courts'"
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        begun_with(lines=SHOWN.beginning["lines"][:1]),
        begun_with(lines=[SHOWN.beginning["lines"][0]] * 3),
        begun_with(lines=[each | {"stack": 0} for each in SHOWN.beginning["lines"]]),
        begun_with(dealer=9),
        changed(0, dealer=9),
        replace(SHOWN, events=SHOWN.events[1:]),
        replace(SHOWN, events=()),
    ],
)
def test_what_no_hand_begins_with(wrong: History) -> None:
    """TB-13: a file that this game never writes is no history."""
    with pytest.raises(Misshapen):
        found(wrong)
