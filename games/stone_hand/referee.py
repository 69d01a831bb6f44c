"""Whether a round's history keeps to the rules: its dice, how they were read, who won and what was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import TypeAlias, assert_never

from games.engine.game import Seat
from games.engine.plain import Misshapen, plain
from games.engine.record import History
from games.engine.referee import Faults, as_told, other_rules
from games.stone_hand.hands import RAISES, SIDES, Dice, Hand, HandKind, in_order, read_dice
from games.stone_hand.model import (
    PAY_START,
    Coins,
    DroppedOut,
    Event,
    HomeThrow,
    HouseThrew,
    Kept,
    PayLowered,
    PlayerOut,
    RoundEnded,
    RoundRestarted,
    ShowUp,
    Standing,
    State,
    Threw,
)
from games.stone_hand.notation import write
from games.stone_hand.reckoning import end_round, judge, result
from games.stone_hand.rules import RIVALS_MIN, rethrows_left
from games.stone_hand.view import View

Seats: TypeAlias = tuple[Seat, ...]


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    told = as_told(history, View, Event)
    events = told.events
    if not told.beginning.lines:
        raise Misshapen("beginning.lines: nobody is in the round")
    yield from other_rules(told)
    yield from _dice_drawn(history, events)
    score = _Score(told.beginning, told.end)
    close = next((index for index, event in enumerate(events) if isinstance(event, RoundEnded)), None)
    for index, event in enumerate(events[:close]):
        yield from (f"events[{index}]: {fault}" for fault in score.follow(event))
    if close is None:
        yield "events: the round does not end"
        return
    yield from (f"events[{close}]: {fault}" for fault in score.close())
    state, ending = score.end()
    for index, (right, event) in enumerate(zip_longest(ending, events[close:]), close):
        yield from (f"events[{index}]: {fault}" for fault in _differing(right, event))
    yield from _outcome(history, told.end, state)


def _dice_drawn(history: History, events: Sequence[Event]) -> Faults:
    throws = [
        (index, event) for index, event in enumerate(events) if isinstance(event, HouseThrew | Threw | ShowUp)
    ]
    if len(throws) != len(history.draws):
        yield f"events: {len(throws)} throws, but {len(history.draws)} draws"
    for (index, event), draw in zip(throws, history.draws, strict=False):
        drawn = in_order(*(1 + draw(SIDES) for _ in range(3)))
        shown = event.dice if isinstance(event, HouseThrew) else event.hand.dice
        if shown != drawn:
            yield f"events[{index}]: the dice show {write(shown)}, but the seed gives {write(drawn)}"


def _differing(right: Event | None, event: Event | None) -> Faults:
    if not isinstance(right, RoundEnded) or not isinstance(event, RoundEnded):
        if right != event:
            yield f"{plain(event)} is told, and by the rules it is {plain(right)}"
        return
    for each in fields(RoundEnded):
        told, due = getattr(event, each.name), getattr(right, each.name)
        if told != due:
            yield f"{each.name}: {plain(told)} is told, and by the rules it is {plain(due)}"


def _outcome(history: History, end: View, state: State) -> Faults:
    due = result(state)
    if history.stacks != due.stacks:
        yield f"stacks: {plain(history.stacks)}, and by the rules {plain(due.stacks)}"
    if history.points != due.points:
        yield f"points: {plain(history.points)}, and by the rules {plain(due.points)}"
    if {line.seat: line.wager for line in end.lines} != due.stacks:
        yield "end.lines: the wagers are not those that the round led to"


class _Score:
    """The round, kept beside what is told of it."""

    def __init__(self, beginning: View, end: View) -> None:
        self._beginning = beginning
        self._order = tuple(line.seat for line in beginning.lines)
        self._house_throw = beginning.house_throw
        # Who leaves with a hand that stands does so without a word, and is missing if the round begins anew.
        self._slipped_away = {line.seat for line in end.lines if line.has_left}
        self._pay = PAY_START
        self._hands: dict[Seat, Hand] = {}
        self._thrower: Seat | None = None
        self._rethrows = 0
        self._rethrows_first: int | None = None
        self._has_rival_gone = False
        self._safe: Seats = ()
        self._out: Seats = ()

    def follow(self, event: Event) -> Faults:
        """What is wrong with this event, after those before it."""
        if not isinstance(event, HouseThrew | RoundEnded) and event.seat not in self._order:
            yield f"seat {event.seat} is not in the round"
        else:
            yield from self._follow(event)

    def _follow(self, event: Event) -> Faults:
        self._has_rival_gone = isinstance(event, DroppedOut)
        match event:
            case HouseThrew(dice=dice, is_found=is_found):
                yield from self._house_threw(dice, is_found=is_found)
            case Threw(seat=seat, hand=hand, rethrow=rethrow):
                yield from self._threw(seat, hand)
                self._hands[seat] = hand
                if rethrow != self._rethrows:
                    yield f"told as rethrow {rethrow}, and it is {self._rethrows}"
            case ShowUp(seat=seat, hand=hand, pay=pay):
                yield from self._threw(seat, hand)
                self._hands.pop(seat, None)
                self._pay += RAISES.get(hand.kind, 0)
                yield from self._pays(pay)
            case Kept(seat=seat, hand=hand):
                yield from self._kept(seat, hand)
            case PayLowered(pay=pay):
                yield from self._unkept()
                self._stand()
                yield from self._pays(pay)
            case RoundRestarted(seat=seat):
                yield from self._restarted(seat)
            case DroppedOut(seat=seat):
                self._hands.pop(seat, None)
                self._out = (*self._out, seat)
            case RoundEnded() | PlayerOut():
                yield f"{event.kind} comes before the round is over"
            case _:
                assert_never(event)

    def close(self) -> Faults:
        """Who should have thrown, or kept what was thrown, before the round could end."""
        if self._has_rival_gone and self._thrower is not None and self._rethrows_left():
            # The last rival left while this hand was still to be kept: it does not stand.
            self._hands.pop(self._thrower)
        yield from self._unkept()
        self._stand()
        yield from self._stopped("home")
        away = {*self._safe, *self._out, *(self._slipped_away - self._hands.keys())}
        playing = [seat for seat in self._order if seat not in away]
        if len(playing) >= RIVALS_MIN and not self._is_emptied():
            yield from (f"seat {seat} has no hand" for seat in playing if seat not in self._hands)

    def end(self) -> tuple[State, tuple[Event, ...]]:
        """How the round ends by the rules, and what is told of it."""
        state = self._state()
        step = end_round(state, *self._judged(state.standings), ())
        return step.state, step.events

    def _state(self) -> State:
        begun = self._beginning
        return State(
            rules=begun.rules,
            number=begun.number,
            order=self._order,
            wagers=tuple(Coins(line.seat, line.wager) for line in begun.lines),
            homes=(),
            house_throw=self._house_throw,
            pool=begun.pool_paid,
            stage="rolling",
            next_first=self._order[0],
            pay=self._pay,
            standings=tuple(Standing(seat, hand) for seat, hand in self._hands.items()),
            thrown=None if self._thrower is None else self._hands.get(self._thrower),
            rethrows=self._rethrows,
            rethrows_first=self._rethrows_first,
        )

    def _rethrows_left(self) -> int:
        """How often what lies there may still be thrown again; nothing where it stands (SH-4, SH-10)."""
        return rethrows_left(self._state())

    def _unkept(self) -> Faults:
        """A hand that may be thrown again stands only when it has been kept."""
        if self._rethrows_left():
            yield f"seat {self._thrower} has not kept what it threw"

    def _stopped(self, *kinds: HandKind) -> Faults:
        """With a pool a round does not go on after these: it begins anew, or is over (SH-11)."""
        if self._beginning.rules.prize_pool:
            stopping = (seat for seat, hand in self._hands.items() if hand.kind in kinds)
            yield from (f"seat {seat} has stopped the round, and it goes on" for seat in stopping)

    def _house_threw(self, dice: Dice, *, is_found: bool) -> Faults:
        self._house_throw = HomeThrow(dice)
        if is_found != (read_dice(dice).kind == "junk"):
            yield f"the House's home throw is junk, and {write(dice)} is {read_dice(dice).kind}"

    def _kept(self, seat: Seat, hand: Hand) -> Faults:
        if seat != self._thrower or self._hands.get(seat) != hand:
            yield f"seat {seat} keeps {write(hand.dice)}, which it did not throw"
        self._stand()

    def _threw(self, seat: Seat, hand: Hand) -> Faults:
        if seat != self._thrower:
            yield from self._unkept()
            self._stand()
            yield from self._due(seat)
            self._thrower, self._rethrows = seat, 0
        elif seat in self._hands:
            if not self._rethrows_left():
                yield f"seat {seat} is not to throw again"
            self._rethrows += 1
        readings = [read_dice(hand.dice, homes) for homes in self._counting_homes(seat)]
        if hand not in readings:
            yield f"{write(hand.dice)} is told as {_named(hand)}, and it is {_named(readings[0])}"

    def _due(self, seat: Seat) -> Faults:
        """Everybody throws once, in order (SH-1)."""
        if seat in (*self._hands, *self._safe, *self._out):
            yield f"seat {seat} is not to throw"
            return
        yield from self._stopped("home", "empty")
        # When a round begins anew, whoever left with a hand that stood before is passed over without a word.
        gone = self._slipped_away if self._safe else set()
        waiting = (each for each in self._order if each not in (*self._hands, *self._safe, *self._out))
        due = next(each for each in waiting if each == seat or each not in gone)
        if due != seat:
            yield f"seat {seat} throws, and it is seat {due}'s turn"

    def _counting_homes(self, seat: Seat) -> Iterator[tuple[Dice, ...]]:
        """The home throws that count for a seat; whether those of who slipped away do, is not told."""
        rules = self._beginning.rules
        homes = {line.seat: line.home.numbers for line in self._beginning.lines if line.home}
        if self._house_throw is not None:
            yield (self._house_throw.numbers,)
        elif rules.home_throws == "shared":
            here = {each: home for each, home in homes.items() if each not in self._out}
            yield tuple(here.values())
            yield tuple(home for each, home in here.items() if each not in self._slipped_away)
        else:
            yield tuple(home for each, home in homes.items() if each == seat)

    def _stand(self) -> None:
        """The thrower's hand stands, and lowers the pay (SH-2)."""
        hand = None if self._thrower is None else self._hands.get(self._thrower)
        if hand is not None:
            self._pay = self._pay if hand.score is None else min(self._pay, hand.score)
            self._rethrows_first = self._rethrows if self._rethrows_first is None else self._rethrows_first
        self._thrower = None

    def _pays(self, pay: int) -> Faults:
        if pay != self._pay:
            yield f"the pay is told as {pay}, and it is {self._pay}"

    def _restarted(self, seat: Seat) -> Faults:
        hand = self._hands.get(seat)
        if not self._beginning.rules.prize_pool or hand is None or hand.kind != "home":
            yield f"seat {seat} has no home throw that stops the round"
        yield from self._unkept()
        self._rethrows_first = None
        self._pay, self._hands, self._thrower, self._safe = PAY_START, {}, None, (*self._safe, seat)

    def _is_emptied(self) -> bool:
        """Whether an empty hand ended a round with a pool (SH-11)."""
        last = next(reversed(self._hands.values()), None)
        return self._beginning.rules.prize_pool and last is not None and last.kind == "empty"

    def _judged(self, standings: tuple[Standing, ...]) -> tuple[Seats, Seats]:
        if self._is_emptied():
            return (standings[-1].seat,), ()
        if len(standings) < RIVALS_MIN:
            return (), ()
        return judge(standings, inverted_junk=self._beginning.rules.inverted_junk)


def _named(hand: Hand) -> str:
    return hand.kind if hand.score is None else f"{hand.kind} {hand.score}"
