"""Why a house player decided as it did in a hand that is over, for somebody who asks (TB-11, TB-13).

The hand is played again, and the house player thinks again what it thought then. It only tells of decisions
whose answer is known to all, and in which it knew no card that the asker has not seen by the end: a hand
that was folded, or not shown, stays its owner's.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core.character import Character
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.core.sentences import Telling
from games.engine.history.answers import PlayedMove, behind
from games.engine.table.table import AnyTable
from games.history import FinishedHand, seat_in


def reasons(
    table: AnyTable, game: AnyGame, over: FinishedHand, seat: Seat, character: Character, asker: int
) -> tuple[Telling, ...]:
    """The reasons for what that seat decided, as far as this person may know them; each once."""
    made = over.played(game)
    end = made[-1].step.state
    viewer = seat_in(table, tuple(game.result(end).stacks), asker, over.number)
    seen = set(game.seen(end, viewer))
    if table.carry is not None:
        seen -= game.withheld(end, table.carry, viewer).keys()
    told = dict.fromkeys(
        why
        for each in made
        if each.seat == seat and _is_known(game, each, end) and seen.issuperset(game.seen(each.state, seat))
        for why in _why(game, each, character)
    )
    return tuple(told)


def _is_known(game: AnyGame, made: PlayedMove, end: object) -> bool:
    """Whether all know what was answered."""
    return bool(game.disclosed(made.move, made.seat, made.step.state, end) == made.move)


def _why(game: AnyGame, made: PlayedMove, character: Character) -> Iterator[Telling]:
    offers, asides = game.offers(made.state, made.seat), game.asides(made.state, made.seat)
    if made.move == game.departure:
        return
    offer, numbers = behind(game, made, made.move, (*offers, *asides))
    if offer in asides:
        return
    view = game.recollection(made.state, made.seat)
    why = game.reason(view, offers, Answer(offer.key, numbers), character)
    if why is not None:
        yield why
