"""A table that was put back from a copy: nothing that was seen since then counts any more (F-59)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.game import AnyGame
from games.engine.core.sentences import phrase
from games.engine.fairness.chance import Seal
from games.engine.table.progress import Progress
from games.engine.table.table import AnyTable, Change, Closing, Seeds, require_open, sealed

PUT_BACK = phrase("the tavern was put back from a copy")
"""Why its hands are called off; as it stands in the books."""
QUESTIONS_SKIPPED = 100_000
"""More than the questions asked since the copy was made, so that no button from then fits one from now."""


def start_over(table: AnyTable, game: AnyGame, seeds: Seeds) -> Change:
    """The table without the hand under way (TB-10), all its cards and dice under a fresh seal.

    Everyone has the stack they began the hand with. If hands follow one another without a rest, the
    next one begins.
    """
    require_open(table)
    called_off = Progress(table, game, seeds)
    if table.hand is not None:
        called_off.call_off(Closing(None, PUT_BACK, table.hand.number))
    change = called_off.change()
    return change if change.table.phase == "closed" else change.then(_begin_afresh(change.table, game, seeds))


def _begin_afresh(table: AnyTable, game: AnyGame, seeds: Seeds) -> Change:
    fresh = replace(
        table,
        last=None,
        carry=None if table.carry is None else game.reshuffled(table.carry),
        decks=(),
        next_seal=Seal(next(seeds)),
        seats=tuple(replace(each, question=each.question + QUESTIONS_SKIPPED) for each in table.seats),
    )
    progress = Progress(sealed(fresh, game), game, seeds)
    if table.phase == "playing" and table.terms.tournament is None:
        if game.rests(table.rules):
            progress.end_if_over()
        else:
            progress.begin()
            progress.run()
    return progress.change()
