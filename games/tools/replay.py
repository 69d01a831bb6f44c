"""A hand that is over, watched again as one viewer saw it then (TB-11, TB-13).

The hand is played again, and the table put back to every moment at which it was shown. Secrets are cut
where they always are, in the game's own `view`; nothing is offered any more. What only the table knew,
such as who came meanwhile or was away, is not kept, and so not shown.

A moment at which nothing had changed for the viewer is left out: how many there are would otherwise
tell how often somebody else changed their mind. Whoever saw what only memory may keep (DE-12) watches
as everybody saw it, until that may be told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from games.engine.core.game import HOUSE, AnyGame, Seat, Withheld
from games.engine.history import PlayedMove, answers
from games.engine.table.table import AnyTable, Evening, Hand, Seated, told
from games.engine.table.views import TableView, view_table
from games.tools.hand_files import NAMELESS, FinishedHand, seat_in

NOBODY = -1
"""The id of a player whose seat is somebody else's now."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of the hand: its state, what had just happened, and all that had happened till then."""

    state: Any
    events: tuple[Any, ...]
    story: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand's moments for one viewer, None for a spectator.

    `withheld` is what keeps somebody who had a seat from watching as they saw it.
    """

    table: AnyTable
    game: AnyGame
    hand: Hand[Any]
    """As it began."""
    viewer: Seat | None
    withheld: tuple[Withheld, ...]
    moments: tuple[Moment, ...]

    @property
    def before(self) -> TableView[Any]:
        """What everybody saw before anything was posted or dealt."""
        return self._seen(self.hand.state, None)

    def public(self, step: int) -> TableView[Any]:
        """What everybody saw at a moment."""
        return self._told(step, None)

    def own(self, step: int) -> TableView[Any]:
        """What the viewer saw."""
        return self._told(step, self.viewer)

    def shared(self, step: int) -> TableView[Any]:
        """What the viewer may show everybody of that."""
        view, (state, end) = self.own(step), (self.moments[step].state, self.moments[-1].state)
        hand = view.hand if self.viewer is None else self.game.shared(state, end, self.viewer)
        return replace(view, hand=hand)

    def _told(self, step: int, viewer: Seat | None) -> TableView[Any]:
        moment = self.moments[step]
        is_over = step == len(self.moments) - 1
        return replace(self._seen(moment.state, viewer, is_over=is_over), story=moment.story)

    def _seen(self, state: Any, viewer: Seat | None, *, is_over: bool = False) -> TableView[Any]:
        """The table with the hand in that state, where nothing is offered."""
        hand = replace(self.hand, state=state)
        lying = replace(self.table, last=hand) if is_over else replace(self.table, hand=hand)
        view = view_table(lying, self.game, viewer)
        asked = tuple(replace(each, offers=()) for each in view.questions)
        return replace(view, questions=asked, asides=None)


def replay(
    table: AnyTable, game: AnyGame, over: FinishedHand, shown: Sequence[int], player: int | None
) -> Replay:
    """The hand again for this person; `shown` says after how many moves the table was shown.

    `NotOffered`: an older version let somebody do what is not offered any more.
    """
    made = over.played(game)
    # As its history is told, so that there is the one or the other of no hand.
    deque(answers(game, made, ()), maxlen=0)
    end = made[-1].step.state
    stacks = game.result(end).stacks
    viewer = seat_in(table, tuple(stacks), player, over.number)
    is_in_play = table.carry is not None and table.phase != "closed"
    withheld = tuple(game.withheld(end, table.carry, viewer).values()) if is_in_play else ()
    viewer = None if withheld else viewer
    moments = tuple(_moments(game, over.beginning, made, shown, viewer))
    seats = tuple(_seated(table.seated(seat), stack, over.number) for seat, stack in sorted(stacks.items()))
    hand = Hand(over.number, tuple(each.seat for each in seats), over.beginning, over.seals[-1])
    return Replay(_bare(table, hand, seats), game, hand, viewer, withheld, moments)


def _moments(
    game: AnyGame, beginning: Any, made: Sequence[PlayedMove], shown: Sequence[int], viewer: Seat | None
) -> Iterator[Moment]:
    """The moments at which something was new to the viewer."""
    states = (beginning, *(each.step.state for each in made))
    # Where the House begins, nothing was to be seen before.
    first = () if HOUSE in game.to_act(beginning) else (0,)
    story: tuple[Any, ...] = ()
    before = None
    for start, stop in pairwise((0, *first, *shown)):
        events = tuple(event for each in made[start:stop] for event in each.step.events)
        before_it, story = story, told(story, events)
        view = game.view(states[stop], viewer)
        if stop == len(made):
            yield from (Moment(each, (), before_it) for each in game.unfolding(states[stop]))
        if events or view != before:
            yield Moment(states[stop], events, story)
        before = view


def _seated(seated: Seated[Any], stack: int, number: int) -> Seated[Any]:
    """Whoever had a seat in that hand, with what they had after it."""
    then = replace(seated, stack=stack, standing="in", home=None, owes_blind=False, posts_blind=False, slow=0)
    return then if seated.since < number else replace(then, player=NOBODY, name=NAMELESS)


def _bare(table: AnyTable, hand: Hand[Any], seats: tuple[Seated[Any], ...]) -> AnyTable:
    """The table with the seats of that hand alone: whatever else it holds, it came to hold later."""
    return replace(
        table,
        phase="playing",
        next_seal=hand.seal,
        seats=seats,
        hand=None,
        last=None,
        decks=(),
        hands=hand.number,
        revealed=None,
        story=(),
        is_called=False,
        wants_last=(),
        last_hand=None,
        closing=None,
        gains=(),
        evening=Evening(),
    )
