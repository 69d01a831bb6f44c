"""Whether a round's history keeps to the rules: the round is played again from what is told of it.

Everything in a round is public.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core.errors import NotOffered
from games.engine.core.game import HOUSE, Guest, Seat, TableFacts
from games.engine.history.plain import Misshapen
from games.engine.history.record import History, OpenSeed
from games.engine.history.referee import Faults, PlayedAgain, Told, as_told
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import SIDES, Dice, throw
from games.stone_hand.model import (
    Event,
    HouseThrew,
    Kept,
    Move,
    Roll,
    ShowUp,
    StoneHandCarry,
    StoneHandState,
    Threw,
)
from games.stone_hand.notation import write
from games.stone_hand.view import StoneHandView


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    return _Round(as_told(history, StoneHandView, Event)).faults()


class _Round(PlayedAgain[StoneHandState, Move]):
    """A round, thrown again with the dice that are told."""

    def __init__(self, told: Told[StoneHandView]) -> None:
        if [type(seal) for seal in told.history.seals] != [OpenSeed]:
            raise Misshapen("seals: not the one seed of a round")
        super().__init__(STONE_HAND, told, _begun(told.beginning))

    def acts(self) -> Iterator[tuple[Seat, Move]]:
        """What players did, and the dice showed."""
        state = self.state
        match self.event:
            case HouseThrew(dice=dice) if state.stage == "finding":
                yield HOUSE, _roll(dice)
            case Threw(seat=seat, hand=hand) | ShowUp(seat=seat, hand=hand):
                yield self.answer(seat, "throw" if state.stage == "ready" else "rethrow")
                yield HOUSE, _roll(hand.dice)
            case Kept(seat=seat):
                yield self.answer(seat, "keep")
            case _:
                pass

    def last(self) -> StoneHandState:
        """As the last event left it."""
        return self.state

    def drawn(self) -> Faults:
        """Every throw is drawn from the seed."""
        throws = [
            (index, event.dice if isinstance(event, HouseThrew) else event.hand.dice)
            for index, event in enumerate(self.told.events)
            if isinstance(event, HouseThrew | Threw | ShowUp)
        ]
        for number, (index, shown) in enumerate(throws):
            drawn = throw(self.told.history.draw(number))
            if shown != drawn:
                yield f"events[{index}]: the dice show {write(shown)}, but the seed gives {write(drawn)}"


def _begun(beginning: StoneHandView) -> StoneHandState:
    """The round as its first view shows it, or `Misshapen` where no round begins so."""
    lines = sorted(beginning.lines, key=lambda line: line.seat)
    seats = {line.seat for line in lines}
    is_right = 0 < len(seats) == len(lines) < STONE_HAND.seats.stop and HOUSE not in seats
    if not is_right or any(line.wager < 0 for line in lines):
        raise Misshapen("beginning.lines: not the seats of a round")
    first = beginning.lines[0].seat
    guests = tuple(Guest(line.seat, line.wager, line.home) for line in lines)
    introduced = tuple(line.seat for line in lines if not line.is_new)
    carry = StoneHandCarry(
        beginning.number - 1, first, beginning.house_throw, beginning.pool_paid, introduced
    )
    facts = TableFacts(beginning.rules, guests, first)
    return STONE_HAND.start(facts, carry if beginning.number > 1 else None)


def _roll(dice: Dice) -> Roll:
    """Dice as they fall; `NotOffered` for what three dice cannot show."""
    low, middle, high = dice
    if not 1 <= low <= middle <= high <= SIDES:
        raise NotOffered
    return Roll(dice)
