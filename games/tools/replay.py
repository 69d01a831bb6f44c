"""A finished hand: its history for one viewer, the file of a hand or of an evening, and its replay (TB-13).

A history contains everything that its viewer saw, with proofs. It is made by playing the hand again. Secrets
are redacted by the game's own `view` and `seen`, as during the hand. Of a sealed deck, only the leaves of the
seen cards and the leaf of the lots are revealed. The seats' answers are included as the game's `disclosed`
returns them, without any unseen card. A card that the viewer saw but may not be shown again yet (DE-12) is
left out, and the history says so.

An evening's file contains each hand as the hand's own file would, with a checksum, so that each hand is
checked by itself (`verify.py`). A large file is compressed; if it is still too large, it contains fewer
hands.

For a replay (TB-11) the hand is played again, and the table is shown once more at each moment at which it was
shown, but without offers. Arrivals, absences and other facts of the table alone are not stored, and so not
shown. A moment at which nothing had changed for the viewer is left out: otherwise the number of moments would
reveal how often another player changed their mind. A viewer who saw cards that may not be shown again yet
(DE-12) gets the public replay until they may be shown.
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
from games.engine.table.table import AnyTable, Hand, LoggedMove, TableRecap, TableSeat, extended_story
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
"""File sizes in bytes: above the first a file is compressed; above the second it gets fewer hands.

Discord accepts ten million bytes.
"""
WHOLE_MAX = 2**25
"""The maximum size of a file before compression, in bytes."""


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A finished hand as it is stored, with all its secrets."""

    number: int
    beginning: object
    moves: tuple[LoggedMove, ...]
    seals: tuple[Seal, ...]

    def end(self, game: AnyGame) -> Any:
        """Return the hand's last state."""
        played = self.played(game)
        return played[-1].step.state if played else self.beginning

    def played(self, game: AnyGame) -> tuple[PlayedMove, ...]:
        """Return the moves of the hand, played again."""
        state, moves = self.beginning, []
        for logged in self.moves:
            step = game.apply(state, logged.seat, logged.move)
            moves.append(PlayedMove(state, logged.seat, logged.move, step))
            state = step.state
        return tuple(moves)


def history(table: AnyTable, game: AnyGame, finished_hand: FinishedHand, player: int | None) -> History:
    """Return the hand's history as this player saw it; if they had no seat in it, as spectators saw it.

    Raises `NotOffered` if an older version allowed an answer that is not offered any more.
    """
    played = finished_hand.played(game)
    state = played[-1].step.state if played else finished_hand.beginning
    result = game.result(state)
    # The seat's present player may have come after this hand.
    viewer = seat_in(table, tuple(result.stacks), player, finished_hand.number)
    proved = _proved(
        finished_hand.seals, game.seen(finished_hand.beginning, viewer), game.seen(state, viewer)
    )
    withheld = _withheld(table, game, state, viewer, proved)
    seals = tuple(_reveal(seal, cards - withheld.keys()) for seal, cards in proved)
    revealed = {card.leaf.card for seal in seals if isinstance(seal, RevealedDeck) for card in seal.cards}
    return History(
        format=FORMAT,
        game=game.key,
        version=version_of(game.key),
        rules={each.name: getattr(table.rules, each.name) for each in options(type(table.rules))},
        table=table.id,
        hand=finished_hand.number,
        viewer=viewer,
        names={
            each.seat: each.name if each.since < finished_hand.number else NAMELESS
            for each in map(table.seated, result.stacks)
        },
        seals=seals,
        beginning=plain(game.view(finished_hand.beginning, viewer)),
        answers=tuple(answers(game, played, revealed)),
        events=tuple(plain(event) for each in played for event in each.step.events),
        end=plain(game.view(state, viewer)),
        stacks=result.stacks,
        points=result.points,
        withheld=tuple(sorted(withheld.values(), key=lambda each: each.where)),
    )


def file_name(history: History) -> str:
    """Return the file name of a history."""
    return f"taproom-{history.table}-{history.hand}.json"


def to_file(history: History) -> bytes:
    """Return a history as the bytes of its file, in canonical JSON."""
    return written(sealed(plain(history)))


def sealed(history: dict[str, Any]) -> dict[str, Any]:
    """Return a history with the checksum of all its other fields."""
    # The checksum protects against accidents only: a forger can calculate it, too.
    rest = {name: value for name, value in history.items() if name != CHECKSUM}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, CHECKSUM: hashlib.sha256(canonical.encode()).hexdigest()}


def written(value: dict[str, Any]) -> bytes:
    """Return readable, canonical JSON: equal values give equal bytes."""
    return f"{json.dumps(value, indent=1)}\n".encode()


def seat_in(table: AnyTable, seats: Sequence[Seat], player: int | None, number: int) -> Seat | None:
    """Return the player's seat in that hand; None if they had none, as when another player had it then."""
    if player is None:
        return None
    own = (seat for seat in seats if table.seated(seat).player == player)
    return next((seat for seat in own if table.seated(seat).since < number), None)


@dataclass(frozen=True, slots=True)
class EveningFile:
    """A file of several hands; `rest` is the number of the first hand that did not fit into it."""

    name: str
    content: bytes
    viewer: int | None
    hands: tuple[int, ...]
    rest: int | None


def evening_file(
    table: AnyTable, game: AnyGame, hands: Sequence[FinishedHand], player: int | None
) -> EveningFile | None:
    """Return a file of as many of these hands as fit into it, as this player saw them; None if none does.

    A hand in which the player had no seat is included as spectators saw it. Hands with an answer that is not
    offered any more are left out.
    """
    histories: list[History] = []
    for over in hands[:HANDS_MAX]:
        # An older version allowed an answer that is not offered any more.
        with suppress(NotOffered):
            histories.append(history(table, game, over, player))
    while histories:
        parts = [sealed(plain(each)) for each in histories]
        content = written({"evening": EVENING_FORMAT, "table": table.id, "hands": parts})
        is_packed = len(content) > PLAIN_MAX
        packed = gzip.compress(content, mtime=0) if is_packed else content
        if len(content) <= WHOLE_MAX and len(packed) <= PACKED_MAX:
            numbers = tuple(each.hand for each in histories)
            rest = next((each.number for each in hands if each.number > numbers[-1]), None)
            name = f"taproom-{table.id}.json{'.gz' if is_packed else ''}"
            return EveningFile(name, packed, histories[-1].viewer, numbers, rest)
        histories = histories[: len(histories) // 2]
    return None


def _proved(
    seals: tuple[Seal, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[tuple[Seal, set[str]], ...]:
    """Return the seals, each with the seen cards whose places it proves.

    A card is proved by the deck that it was last shuffled into. But a card that was seen before the hand is
    proved by an earlier deck, even if it was shuffled again since: its new place was not seen.
    """
    # The last seal belongs to this hand's deck, the others to earlier decks whose cards are still in play.
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
    """Return the cards that the viewer saw, but may not be shown again while their deck is in play."""
    if table.phase == "closed" or table.carry is None:
        return {}
    seeds_in_play = {seal.seed for seal in table.decks}
    in_play = set().union(*(cards for seal, cards in proved if seal.seed in seeds_in_play))
    withheld = game.withheld(state, table.carry, viewer)
    return {card: withheld[card] for card in withheld.keys() & in_play}


def _reveal(seal: Seal, seen: set[str]) -> RevealedSeed | RevealedDeck:
    """Return what may be revealed of a seal: its seed, or of a deck only the leaves of these cards."""
    if not seal.cards:
        return RevealedSeed(seal.commitment, seal.writing, seal.public_cuts, seal.seed)
    deck, slots = seal.deck, len(seal.cards)
    place = {slot: place for place, slot in enumerate(permutation(seal.commitment, seal.mixed, slots))}
    (lots,) = deck.open([LOTS])
    return RevealedDeck(
        commitment=seal.commitment,
        writing=seal.writing,
        cuts=seal.public_cuts,
        slots=slots,
        lots=lots,
        cards=tuple(Proved(place[leaf.slot], leaf) for leaf in deck.open(seen)),
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the hand: its state, the events that led to it, and the story so far."""

    state: Any
    events: tuple[Any, ...]
    story: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand's moments as one viewer may see them; the viewer None is a spectator.

    `withheld` lists the cards because of which a viewer who had a seat gets the public replay for now.
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
        return self._view(self.hand.state, None)

    def public(self, step: int) -> TableView[Any]:
        """Return the public view of a moment."""
        return self._view_at(step, None)

    def own(self, step: int) -> TableView[Any]:
        """Return the viewer's own view of a moment."""
        return self._view_at(step, self.viewer)

    def shared(self, step: int) -> TableView[Any]:
        """Return the part of the viewer's own view that the viewer may show to everybody."""
        view, (state, end) = self.own(step), (self.moments[step].state, self.moments[-1].state)
        hand = view.hand if self.viewer is None else self.game.shared(state, end, self.viewer)
        return replace(view, hand=hand)

    def _view_at(self, step: int, viewer: Seat | None) -> TableView[Any]:
        moment = self.moments[step]
        is_over = step == len(self.moments) - 1
        return replace(self._view(moment.state, viewer, is_over=is_over), story=moment.story)

    def _view(self, state: Any, viewer: Seat | None, *, is_over: bool = False) -> TableView[Any]:
        """Return the view of the table with the hand in that state, without any offers."""
        hand = replace(self.hand, state=state)
        table = replace(self.table, last=hand) if is_over else replace(self.table, hand=hand)
        view = view_table(table, self.game, viewer)
        questions = tuple(replace(each, offers=()) for each in view.questions)
        return replace(view, questions=questions, asides=None)


def replay(
    table: AnyTable, game: AnyGame, finished_hand: FinishedHand, shown: Sequence[int], player: int | None
) -> Replay:
    """Return the hand's replay for this player; `shown` are the numbers of moves after which it was shown.

    Raises `NotOffered` if an older version allowed an answer that is not offered any more.
    """
    played = finished_hand.played(game)
    # The same checks as for a history, so that a hand has both or neither.
    deque(answers(game, played, ()), maxlen=0)
    end = played[-1].step.state
    stacks = game.result(end).stacks
    viewer = seat_in(table, tuple(stacks), player, finished_hand.number)
    is_in_play = table.carry is not None and table.phase != "closed"
    withheld = tuple(game.withheld(end, table.carry, viewer).values()) if is_in_play else ()
    viewer = None if withheld else viewer
    moments = tuple(_moments(game, finished_hand.beginning, played, shown, viewer))
    seats = tuple(
        _seated(table.seated(seat), stack, finished_hand.number) for seat, stack in sorted(stacks.items())
    )
    hand = Hand(
        finished_hand.number,
        tuple(each.seat for each in seats),
        finished_hand.beginning,
        finished_hand.seals[-1],
    )
    return Replay(_bare(table, hand, seats), game, hand, viewer, withheld, moments)


def _moments(
    game: AnyGame, beginning: Any, played: Sequence[PlayedMove], shown: Sequence[int], viewer: Seat | None
) -> Iterator[Moment]:
    """Yield the moments at which something had changed for the viewer."""
    states = (beginning, *(each.step.state for each in played))
    # If chance moves first, nothing was shown before its move.
    first = () if CHANCE_SEAT in game.to_act(beginning) else (0,)
    story: tuple[Any, ...] = ()
    before = None
    for start, stop in pairwise((0, *first, *shown)):
        events = tuple(event for each in played[start:stop] for event in each.step.events)
        before_it, story = story, extended_story(story, events)
        view = game.view(states[stop], viewer)
        if stop == len(played):
            yield from (Moment(each, (), before_it) for each in game.unfolding(states[stop]))
        if events or view != before:
            yield Moment(states[stop], events, story)
        before = view


def _seated(seated: TableSeat[Any], stack: int, number: int) -> TableSeat[Any]:
    """Return a seat's player with the stack after that hand; a player who came later is anonymous."""
    then = replace(
        seated, stack=stack, standing="in", home=None, owes_blind=False, posts_blind=False, halved=0
    )
    return then if seated.since < number else replace(then, player=NOBODY, name=NAMELESS)


def _bare(table: AnyTable, hand: Hand[Any], seats: tuple[TableSeat[Any], ...]) -> AnyTable:
    """Return the table with the seats of that hand only, without anything that came later."""
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
