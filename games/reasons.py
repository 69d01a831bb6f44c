"""Why a house player decided as it did in a hand that is over, for somebody who asks (TB-11, TB-13).

The hand is played again, and the house player thinks again what it thought then. It only tells of decisions
whose answer is known to all, and that rest on no card that the asker has not seen by the end: a hand that
was folded, or not shown, stays its owner's. Games say what a decision rests on (`Game.grounds`), and leave
nothing else in the view from which it is explained.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.core.character import Character
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.core.sentences import Reason
from games.engine.history.answers import PlayedMove, behind
from games.engine.table.table import AnyTable
from games.tools.hand_files import FinishedHand, seat_in


@dataclass(frozen=True, slots=True)
class Reasons:
    """What a house player tells of its reasons, each once, and whether it has others that stay its own."""

    told: tuple[Reason, ...]
    keeps_some: bool


def reasons(
    table: AnyTable, game: AnyGame, over: FinishedHand, seat: Seat, character: Character, asker: int
) -> Reasons:
    """The reasons for what that seat decided, as far as this person may know them."""
    made = over.played(game)
    end = made[-1].step.state
    viewer = seat_in(table, tuple(game.result(end).stacks), asker, over.number)
    seen = set(game.seen(end, viewer))
    if table.carry is not None:
        seen -= game.withheld(end, table.carry, viewer).keys()
    told: dict[Reason, None] = {}
    keeps_some = False
    for each in made:
        if each.seat != seat or not _is_known(game, each, end) or each.move == game.departure:
            continue
        grounds = game.grounds(each.state, seat, each.move, seen)
        why = _why(game, each, character, game.recollection(each.state, seat) if grounds is None else grounds)
        if why is not None and grounds is not None:
            told[why] = None
        keeps_some |= why is not None and grounds is None
    return Reasons(tuple(told), keeps_some)


def _is_known(game: AnyGame, made: PlayedMove, end: object) -> bool:
    """Whether all know what was answered."""
    return bool(game.disclosed(made.move, made.seat, made.step.state, end) == made.move)


def _why(game: AnyGame, made: PlayedMove, character: Character, grounds: Any) -> Reason | None:
    offers, asides = game.offers(made.state, made.seat), game.asides(made.state, made.seat)
    offer, numbers = behind(game, made, made.move, (*offers, *asides))
    if offer in asides:
        return None
    return game.reason(grounds, offers, Answer(offer.key, numbers), character)
