"""The referee of Dividha: a hand is played again from what is told of it (TB-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.dividha.cards import DECK
from games.dividha.game import DIVIDHA
from games.dividha.model import Carry, Move, Rules, State
from games.dividha.referee import referee
from games.engine.chance import Draw, Seal
from games.engine.deck import Opened
from games.engine.game import HOUSE, Seat
from games.engine.lobby import open_table, sit_down
from games.engine.plain import Misshapen
from games.engine.record import History, OpenDeck, OpenSeed, Proved
from games.engine.table import Logged, Terms
from games.history import Over, history, to_file
from games.verify import verify
from tests.games.dividha.scripted import Hand, seated


class Kept(Hand):
    """A hand of three, sealed as the tavern does it, and kept move by move."""

    def __init__(self, *stacks: int, rules: Rules | None = None, after: Carry | None = None) -> None:
        facts = seated(*(stacks or (100, 100, 100)), rules=rules)
        own = Seal("cd" * 32, ("cut",), (), DECK)
        self.rules = facts.rules
        self.beginning: State = DIVIDHA.start(facts, after)
        self.state = self.beginning
        self.events: list[Any] = []
        self.moves: list[Logged] = []
        self.seals = (replace(own, draws=(1,)),)
        self._apply(HOUSE, DIVIDHA.house_move(self.state, Draw(own)))

    def _apply(self, seat: Seat, move: Move) -> Hand:
        self.moves.append(Logged(1, seat, move))
        return super()._apply(seat, move)

    def told(self, player: int | None = 11) -> History:
        """What somebody may know of it; people are 11, 12, 13."""
        table = open_table(3, DIVIDHA, self.rules, Terms(11, 100), iter(["ef" * 32]))
        for number in (11, 12, 13):
            table = sit_down(table, DIVIDHA, number, f"p{number}", None).table
        return history(table, DIVIDHA, Over(1, self.beginning, tuple(self.moves), self.seals), player)


def to_the_end(hand: Kept) -> Kept:
    """Everybody lets the time run out."""
    while hand.turn > 0:
        hand.runs_out()
    return hand


def bets_and_trades() -> Kept:
    """A bet and a raise with splits, paid trades, a showdown in order and by name."""
    hand = Kept(rules=Rules(pay_to_trade=True, rule_of_order=True, aural_rule=True))
    hand.presses("bet 4 1", "raise 8 5", "match 0", "match").checks_to("trade")
    one, other = hand.own(hand.turn).private[0], hand.line(hand.turn).public[1]
    hand.presses(f"trade_two {one} {other}", "pay 1").presses("no_trade")
    hand.presses(f"trade_one {hand.own(hand.turn).private[1]}", "pay 0")
    return to_the_end(hand)


def free_trade() -> Kept:
    """A trade for nothing."""
    hand = Kept().checks_to("trade")
    assert isinstance(hand, Kept)
    hand.presses(f"trade_two {hand.own(hand.turn).private[0]} {hand.line(hand.turn).public[0]}")
    return to_the_end(hand)


def short_all_in() -> Kept:
    """All in for less, and for more than anybody can match."""
    hand = Kept(100, 60, 9, rules=Rules(limit="no_limit", demons_wager=True))
    for key in ("bet 20 7", "all_in", "all_in 3", "all_in"):
        if hand.stage == "wager":
            hand.presses(key if key.split()[0] in hand.offered() else "match")
    return to_the_end(hand)


def leavers() -> Kept:
    """One leaves in turn, and the last two agree about the ante."""
    hand = Kept(after=Carry(Seat(1), 5, 2, (), ()))
    hand.answers(hand.turn, "wish_lower").checks_to("showdown")
    at = hand.turn
    hand.answers(at, f"discard {hand.own(at).private[0]}").leaves(at)
    hand.runs_out().runs_out()
    return hand


def asked() -> Kept:
    """All are asked, one after the other agrees, the last one leaves."""
    hand = Kept(after=Carry(Seat(1), 5, 2, (), ()))
    hand.answers(1, "wish_lower").presses("fold", "fold").presses("lower").leaves(hand.turn)
    return hand


def kept_ante() -> Kept:
    """All are asked, and one refuses."""
    hand = Kept(after=Carry(Seat(1), 5, 2, (), ()))
    hand.answers(1, "wish_lower").presses("fold", "fold", "keep")
    return hand


HANDS = [bets_and_trades, free_trade, short_all_in, leavers, asked, kept_ante]


@pytest.mark.parametrize("player", [None, 11, 12, 13])
@pytest.mark.parametrize("play", HANDS, ids=lambda play: play.__name__)
def test_right_hands(play: Callable[[], Kept], player: int | None) -> None:
    """TB-13: what is written of a hand is found to be right, for everybody who may have it."""
    hand = play()

    assert hand.stage == "over"
    assert verify(to_file(hand.told(player))).faults == ()


def faults(told: History) -> list[str]:
    """What the referee finds."""
    return list(referee(told))


def at(told: History, kind: str) -> int:
    """Where the first event of a kind stands."""
    return next(index for index, event in enumerate(told.events) if event["kind"] == kind)


def changed(told: History, kind: str, **facts: Any) -> History:
    """The history with other facts in an event."""
    index = at(told, kind)
    events = list(told.events)
    events[index] = events[index] | facts
    return replace(told, events=tuple(events))


def without(told: History, kind: str) -> History:
    """The history with an event left out."""
    index = at(told, kind)
    return replace(told, events=(*told.events[:index], *told.events[index + 1 :]))


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("hand_begun", {"dealer": 9}),
        ("hand_begun", {"ante": 4}),
        ("bet", {"amount": 5, "to": 5}),
        ("bet", {"amount": 500, "to": 500}),
        ("bet", {"seat": 9}),
        ("raised", {"seat": 9}),
        ("traded", {"private_count": 0}),
        ("traded", {"private_count": 2}),
        ("traded", {"private_count": 3}),
        ("traded", {"seat": 9}),
        ("traded", {"paid": 1}),
        ("traded", {"drawn": []}),
        ("trade_declined", {"seat": 9}),
        ("matched", {"amount": 1}),
    ],
)
def test_events_that_did_not_happen_so(kind: str, facts: dict[str, Any]) -> None:
    """DV-13, DV-17, DV-19: an event with other facts does not fit."""
    assert faults(changed(bets_and_trades().told(), kind, **facts)) != []


@pytest.mark.parametrize("kind", ["bet", "traded", "trade_declined", "showdown", "private_dealt", "matched"])
def test_events_that_are_missing(kind: str) -> None:
    """TB-13: nothing may be left out."""
    assert faults(without(bets_and_trades().told(), kind)) != []


def test_what_comes_after_the_end() -> None:
    """TB-13: nothing happens when the hand is over."""
    told = bets_and_trades().told()

    longer = replace(told, events=(*told.events, told.events[2]))

    assert any("after the end" in fault for fault in faults(longer))


def shown(told: History, **facts: Any) -> History:
    """The history with another first hand at its showdown."""
    outcome = told.events[at(told, "showdown")]["outcome"]
    first, *others = outcome["hands"]
    return changed(told, "showdown", outcome=outcome | {"hands": [first | facts, *others]})


@pytest.mark.parametrize(
    "facts", [{"call": 13}, {"face_up": ["GOD"]}, {"seat": 9}, {"number": 1}, {"key": [9]}], ids=str
)
def test_hands_that_were_not_shown_so(facts: dict[str, Any]) -> None:
    """DV-7, DV-10, DV-11: cards, order, call and what they make have to fit."""
    assert faults(shown(bets_and_trades().told(), **facts)) != []


def test_another_sharing_out() -> None:
    """DV-20: stacks, points and splits are those that the hand led to."""
    told = bets_and_trades().told()
    tablets = told.end["outcome"]["tablets"]
    turned = [each | {"bets": [bet | {"win": 0} for bet in each["bets"]]} for each in tablets]

    assert faults(replace(told, stacks={**told.stacks, Seat(1): 7})) != []
    assert faults(replace(told, points={Seat(1): 1})) != []
    assert faults(replace(told, end=told.end | {"ante": 8})) != []
    assert faults(replace(told, end=told.end | {"outcome": told.end["outcome"] | {"tablets": turned}})) != []
    assert faults(replace(told, end=told.end | {"outcome": None})) != []
    assert faults(replace(told, rules={**told.rules, "ante_rise": 0})) != []


def test_another_lot() -> None:
    """TB-3: one draw, of the dealer."""
    told = bets_and_trades().told()
    (seal,) = told.seals

    assert any("draws" in fault for fault in faults(replace(told, seals=(replace(seal, draws=(1, 1)),))))


def test_lowering_that_was_not_asked_for() -> None:
    """DV-14: a wish twice, or by somebody who is not there, cannot come."""
    told = kept_ante().told()
    wish = told.events[at(told, "lower_wished")]
    index = at(told, "lower_wished")
    twice = (*told.events[:index], wish, *told.events[index:])

    assert faults(replace(told, events=twice)) != []
    assert faults(changed(told, "lower_wished", seat=9)) != []
    assert faults(changed(told, "lower_refused", seat=1)) != []
    assert faults(changed(leavers().told(), "left", seat=9)) != []


@pytest.mark.parametrize(
    "facts",
    [
        {"lines": []},
        {"ante": 0},
        {"ante": 3},
        {"ante": 200},
        {"left_behind": -1},
        {"hands": -1},
        {"dealer": "x"},
    ],
    ids=str,
)
def test_what_no_hand_begins_with(facts: dict[str, Any]) -> None:
    """TB-13: the game never writes the like."""
    told = bets_and_trades().told()

    with pytest.raises(Misshapen):
        faults(replace(told, beginning=told.beginning | facts))


def test_what_is_no_deck() -> None:
    """TB-13: all 56 cards, every time, and a hand that begins."""
    told = bets_and_trades().told()
    (seal,) = told.seals
    assert isinstance(seal, OpenDeck)
    foreign = Proved(3, Opened(3, "As", "00" * 32, ()))
    seed = OpenSeed(seal.commitment, seal.cuts, seal.draws, "00" * 32)

    for other in (replace(seal, slots=52), replace(seal, cards=(*seal.cards, foreign)), seed):
        with pytest.raises(Misshapen):
            faults(replace(told, seals=(other,)))
    with pytest.raises(Misshapen):
        faults(without(told, "hand_begun"))


def test_who_had_no_seat() -> None:
    """TB-14: a spectator's history has no more than what all saw, whatever seat it claims."""
    told = bets_and_trades().told(None)

    assert faults(told) == []
    assert faults(replace(told, viewer=Seat(9))) != []
