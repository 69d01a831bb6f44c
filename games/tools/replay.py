"""A finished hand: its history for one viewer, its file or that of an evening, and its replay (TB-13).

A history holds all that its viewer saw, and the proofs of it. It is made by playing the hand again. Secrets
are redacted where they always are, in the game's own `view` and `seen`; of a deck only the leaves of seen
cards are opened, and the leaf of its lots. The seats' answers are in it as the game's `disclosed` returns
them, without any unseen card. A card that the viewer saw and may not be told again yet (DE-12) is left out,
and the history says so.

Each hand of an evening is written to its file as to one of its own, checksum included, so that each is
checked by itself (`verify.py`). A file that is too large is packed; one that is too large even so ends after
an earlier hand.

For a replay (TB-11) the hand is played again, and the table put back to every moment at which it was shown;
nothing is offered any more. Facts that only the table knew, such as arrivals and absences, are not stored,
and so not shown. A moment at which nothing had changed for the viewer is left out: the number of moments
would otherwise tell how often another player changed their mind. A viewer who saw cards that only memory may
keep (DE-12) sees the public replay until these cards may be told.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from games.catalog import version_of
from games.engine.core.errors import NotOffered, OtherDeck, ensure
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat, Withheld
from games.engine.core.house_rules import options
from games.engine.history import History, PlayedMove, Proved, RevealedDeck, RevealedSeed, answers, plain
from games.engine.provable_chance import LOTS, Seal, permutation
from games.engine.table.table import AnyTable, Hand, Logged, TableRecap, TableSeat, told
from games.engine.table.views import TableView, view_table

FORMAT: Final = 6
EVENING_FORMAT: Final = 1
CHECKSUM: Final = "checksum"
NAMELESS: Final = "?"
"""The name of a player whose seat another player has now."""
NOBODY = -1
"""The id of a player whose seat another player has now."""
HANDS_MAX = 500
"""The maximum number of hands in one file."""
PLAIN_MAX, PACKED_MAX = 8_000_000, 9_000_000
"""File sizes in bytes: above the first a file is packed, above the second it gets fewer hands.

Discord accepts ten million bytes.
"""
WHOLE_MAX = 2**25
"""The maximum size of an unpacked file, in bytes."""


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A finished hand as it is stored, with all its secrets."""

    number: int
    beginning: object
    moves: tuple[Logged, ...]
    seals: tuple[Seal, ...]

    def end(self, game: AnyGame) -> Any:
        """Return the hand's last state."""
        made = self.played(game)
        return made[-1].step.state if made else self.beginning

    def played(self, game: AnyGame) -> tuple[PlayedMove, ...]:
        """Return the moves of the hand, played again."""
        state, made = self.beginning, []
        for logged in self.moves:
            step = game.apply(state, logged.seat, logged.move)
            made.append(PlayedMove(state, logged.seat, logged.move, step))
            state = step.state
        return tuple(made)


def history(table: AnyTable, game: AnyGame, over: FinishedHand, player: int | None) -> History:
    """Return the hand's history as this player saw it; without a seat in it, as everybody saw it.

    Raises `NotOffered` if an older version allowed an answer that is not offered any more.
    """
    made = over.played(game)
    state = made[-1].step.state if made else over.beginning
    result = game.result(state)
    # The seats of that hand count: today's player of a seat may have come later.
    viewer = seat_in(table, tuple(result.stacks), player, over.number)
    proved = _proved(over.seals, game.seen(over.beginning, viewer), game.seen(state, viewer))
    withheld = _withheld(table, game, state, viewer, proved)
    seals = tuple(_open(seal, cards - withheld.keys()) for seal, cards in proved)
    opened = {card.leaf.card for seal in seals if isinstance(seal, RevealedDeck) for card in seal.cards}
    return History(
        format=FORMAT,
        game=game.key,
        version=version_of(game.key),
        rules={each.name: getattr(table.rules, each.name) for each in options(type(table.rules))},
        table=table.id,
        hand=over.number,
        viewer=viewer,
        names={
            each.seat: each.name if each.since < over.number else NAMELESS
            for each in map(table.seated, result.stacks)
        },
        seals=seals,
        beginning=plain(game.view(over.beginning, viewer)),
        answers=tuple(answers(game, made, opened)),
        events=tuple(plain(event) for each in made for event in each.step.events),
        end=plain(game.view(state, viewer)),
        stacks=result.stacks,
        points=result.points,
        withheld=tuple(sorted(withheld.values(), key=lambda each: each.where)),
    )


def file_name(told: History) -> str:
    """Return the file name of a history."""
    return f"taproom-{told.table}-{told.hand}.json"


def to_file(told: History) -> bytes:
    """Return a history as the bytes of its file, in canonical JSON."""
    return written(sealed(plain(told)))


def sealed(told: dict[str, Any]) -> dict[str, Any]:
    """Return a history with the checksum of all its other fields."""
    # The checksum guards against accidents only: a forger can work it out, too.
    rest = {name: value for name, value in told.items() if name != CHECKSUM}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, CHECKSUM: hashlib.sha256(canonical.encode()).hexdigest()}


def written(told: dict[str, Any]) -> bytes:
    """Return canonical JSON for people to read: equal values give equal bytes."""
    return f"{json.dumps(told, indent=1)}\n".encode()


def seat_in(table: AnyTable, seats: Sequence[Seat], player: int | None, number: int) -> Seat | None:
    """Return the player's seat in that hand; in a tournament an earlier player may have had the seat."""
    if player is None:
        return None
    mine = (seat for seat in seats if table.seated(seat).player == player)
    return next((seat for seat in mine if table.seated(seat).since < number), None)


@dataclass(frozen=True, slots=True)
class EveningFile:
    """A file of several hands; `rest` is the number of the first hand that did not fit in."""

    name: str
    content: bytes
    viewer: int | None
    hands: tuple[int, ...]
    rest: int | None


def evening_file(
    table: AnyTable, game: AnyGame, hands: Sequence[FinishedHand], player: int | None
) -> EveningFile | None:
    """Return a file of as many of these hands as fit in, as this player saw them; None if there are none.

    A hand in which the player had no seat is told as everybody saw it. Hands of other rules are left out.
    """
    told: list[History] = []
    for over in hands[:HANDS_MAX]:
        # An older version allowed an answer that is not offered any more.
        with suppress(NotOffered):
            told.append(history(table, game, over, player))
    while told:
        parts = [sealed(plain(each)) for each in told]
        content = written({"evening": EVENING_FORMAT, "table": table.id, "hands": parts})
        is_packed = len(content) > PLAIN_MAX
        packed = gzip.compress(content, mtime=0) if is_packed else content
        if len(content) <= WHOLE_MAX and len(packed) <= PACKED_MAX:
            numbers = tuple(each.hand for each in told)
            rest = next((each.number for each in hands if each.number > numbers[-1]), None)
            name = f"taproom-{table.id}.json{'.gz' if is_packed else ''}"
            return EveningFile(name, packed, told[-1].viewer, numbers, rest)
        told = told[: len(told) // 2]
    return None


def _proved(
    seals: tuple[Seal, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[tuple[Seal, set[str]], ...]:
    """Return the seals, each with the cards that it proves: those last shuffled into its deck.

    A card seen before the hand is proved by an earlier deck, even if this hand shuffled it again: its new
    place was not seen.
    """
    # The last seal is this hand's own deck; earlier ones are of decks whose cards are still in play.
    own = {*seals[-1].dealt}
    found = [(seals[-1], {*after} & own)]
    unproved = {*before, *after} - (own - {*before})
    for seal in reversed(seals[:-1]):
        found.append((seal, unproved & {*seal.dealt}))
        unproved.difference_update(seal.dealt)
    ensure(not unproved, OtherDeck)
    return tuple(reversed(found))


def _withheld(
    table: AnyTable,
    game: AnyGame,
    state: object,
    viewer: Seat | None,
    proved: tuple[tuple[Seal, set[str]], ...],
) -> Mapping[str, Withheld]:
    """Return the cards that the viewer saw in a deck still in play, and that may not be told again yet."""
    if table.phase == "closed" or table.carry is None:
        return {}
    in_play = {seal.seed for seal in table.decks}
    lying = set().union(*(cards for seal, cards in proved if seal.seed in in_play))
    withheld = game.withheld(state, table.carry, viewer)
    return {card: withheld[card] for card in withheld.keys() & lying}


def _open(seal: Seal, seen: set[str]) -> RevealedSeed | RevealedDeck:
    if not seal.cards:
        return RevealedSeed(seal.commitment, seal.writing, seal.told, seal.seed)
    deck, slots = seal.deck, len(seal.cards)
    place = {slot: place for place, slot in enumerate(permutation(seal.commitment, seal.mixed, slots))}
    (lots,) = deck.open([LOTS])
    return RevealedDeck(
        commitment=seal.commitment,
        writing=seal.writing,
        cuts=seal.told,
        slots=slots,
        lots=lots,
        cards=tuple(Proved(place[leaf.slot], leaf) for leaf in deck.open(seen)),
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of the hand: its state, the events that led to it, and all events so far."""

    state: Any
    events: tuple[Any, ...]
    story: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand's moments for one viewer; None is a spectator.

    `withheld` is the reason that keeps a viewer who had a seat from seeing the replay as they saw the
    hand.
    """

    table: AnyTable
    game: AnyGame
    hand: Hand[Any]
    """The hand at its beginning."""
    viewer: Seat | None
    withheld: tuple[Withheld, ...]
    moments: tuple[Moment, ...]

    @property
    def before(self) -> TableView[Any]:
        """The public view before anything was posted or dealt."""
        return self._seen(self.hand.state, None)

    def public(self, step: int) -> TableView[Any]:
        """Return the public view of a moment."""
        return self._told(step, None)

    def own(self, step: int) -> TableView[Any]:
        """Return the viewer's own view of a moment."""
        return self._told(step, self.viewer)

    def shared(self, step: int) -> TableView[Any]:
        """Return the part of the viewer's own view that the viewer may show to everybody."""
        view, (state, end) = self.own(step), (self.moments[step].state, self.moments[-1].state)
        hand = view.hand if self.viewer is None else self.game.shared(state, end, self.viewer)
        return replace(view, hand=hand)

    def _told(self, step: int, viewer: Seat | None) -> TableView[Any]:
        moment = self.moments[step]
        is_over = step == len(self.moments) - 1
        return replace(self._seen(moment.state, viewer, is_over=is_over), story=moment.story)

    def _seen(self, state: Any, viewer: Seat | None, *, is_over: bool = False) -> TableView[Any]:
        """Return the view of the table with the hand in that state, where nothing is offered."""
        hand = replace(self.hand, state=state)
        lying = replace(self.table, last=hand) if is_over else replace(self.table, hand=hand)
        view = view_table(lying, self.game, viewer)
        asked = tuple(replace(each, offers=()) for each in view.questions)
        return replace(view, questions=asked, asides=None)


def replay(
    table: AnyTable, game: AnyGame, over: FinishedHand, shown: Sequence[int], player: int | None
) -> Replay:
    """Return the hand's replay for this player; `shown` counts the moves after which the table was shown.

    Raises `NotOffered` if an older version allowed an answer that is not offered any more.
    """
    made = over.played(game)
    # A replay needs the same checks as a history, so that a hand has both or neither.
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
    """Yield the moments at which something was new to the viewer."""
    states = (beginning, *(each.step.state for each in made))
    # If chance moves first, there was nothing to see before.
    first = () if CHANCE_SEAT in game.to_act(beginning) else (0,)
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


def _seated(seated: TableSeat[Any], stack: int, number: int) -> TableSeat[Any]:
    """Return a seat's player with the stack after that hand; a later player becomes nameless."""
    then = replace(
        seated, stack=stack, standing="in", home=None, owes_blind=False, posts_blind=False, halved=0
    )
    return then if seated.since < number else replace(then, player=NOBODY, name=NAMELESS)


def _bare(table: AnyTable, hand: Hand[Any], seats: tuple[TableSeat[Any], ...]) -> AnyTable:
    """Return the table with the seats of that hand only: everything else on it came later."""
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
        evening=TableRecap(),
    )
