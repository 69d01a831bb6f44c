"""The history of a hand that is over, for one viewer, and its file, or that of a whole evening (TB-13).

A history is what that viewer saw, and the proofs of it. It is made by playing the hand again. Secrets are
cut where they always are, in the game's own `view` and `seen`; of a deck only the leaves of seen cards are
opened, and the leaf of its lots. Of what the seats answered it has what the game's `disclosed` makes of it,
and no card unseen. What the viewer saw and may not be told again yet (DE-12) is left out, and the history
says so.

Each hand of an evening stands in its file as in one of its own, checksum and all, so that each is checked by
itself (`verify.py`). What is too large is packed, and what is too large even so is cut off after some hand.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from games.engine.chance.seals import LOTS, Seal, permutation
from games.engine.core.errors import NotOffered, OtherDeck, ensure
from games.engine.core.game import AnyGame, Seat, Withheld
from games.engine.core.house_rules import options
from games.engine.history import History, OpenDeck, OpenSeed, PlayedMove, Proved, answers, plain
from games.engine.table.table import AnyTable, Logged

FORMAT: Final = 5
EVENING_FORMAT: Final = 1
CHECKSUM: Final = "checksum"
NAMELESS: Final = "?"
"""Stands for whoever had a seat that somebody else has now."""
HANDS_MAX = 500
"""So many hands one file has at most."""
PLAIN_MAX, PACKED_MAX = 8_000_000, 9_000_000
"""Bytes beyond which a file is packed, and beyond which it has fewer hands: Discord takes ten million."""
WHOLE_MAX = 2**25
"""So many bytes a file has at most when it is unpacked."""


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A hand that is over, as it was kept: all of it, so a secret."""

    number: int
    beginning: object
    moves: tuple[Logged, ...]
    seals: tuple[Seal, ...]

    def end(self, game: AnyGame) -> Any:
        """The state that it ended with."""
        made = self.played(game)
        return made[-1].step.state if made else self.beginning

    def played(self, game: AnyGame) -> tuple[PlayedMove, ...]:
        """The hand again, move by move."""
        state, made = self.beginning, []
        for logged in self.moves:
            step = game.apply(state, logged.seat, logged.move)
            made.append(PlayedMove(state, logged.seat, logged.move, step))
            state = step.state
        return tuple(made)


def history(table: AnyTable, game: AnyGame, over: FinishedHand, player: int | None) -> History:
    """What this person saw of the hand; whoever had no seat in it gets what everybody saw.

    `NotOffered`: an older version let somebody do what is not offered any more.
    """
    made = over.played(game)
    state = made[-1].step.state if made else over.beginning
    result = game.result(state)
    # By the seats of that hand: whoever has the seat now may have come later.
    viewer = seat_in(table, tuple(result.stacks), player, over.number)
    proved = _proved(over.seals, game.seen(over.beginning, viewer), game.seen(state, viewer))
    withheld = _withheld(table, game, state, viewer, proved)
    seals = tuple(_open(seal, cards - withheld.keys()) for seal, cards in proved)
    opened = {card.leaf.card for seal in seals if isinstance(seal, OpenDeck) for card in seal.cards}
    return History(
        format=FORMAT,
        game=game.key,
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
    """What the file of a history is called."""
    return f"taproom-{told.table}-{told.hand}.json"


def to_file(told: History) -> bytes:
    """A history as a file: JSON, in the one way in which it is written."""
    return written(sealed(plain(told)))


def sealed(told: dict[str, Any]) -> dict[str, Any]:
    """A history with the checksum of all the rest."""
    # Against slips of the hand only: whoever forges a file can reckon its checksum, too.
    rest = {name: value for name, value in told.items() if name != CHECKSUM}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, CHECKSUM: hashlib.sha256(canonical.encode()).hexdigest()}


def written(told: dict[str, Any]) -> bytes:
    """JSON to look at: every byte of it follows from what it says."""
    return f"{json.dumps(told, indent=1)}\n".encode()


def seat_in(table: AnyTable, seats: Sequence[Seat], player: int | None, number: int) -> Seat | None:
    """The seat that somebody had in that hand; at a tournament others may have had it before them."""
    if player is None:
        return None
    mine = (seat for seat in seats if table.seated(seat).player == player)
    return next((seat for seat in mine if table.seated(seat).since < number), None)


@dataclass(frozen=True, slots=True)
class EveningFile:
    """A file of several hands; `rest` is the number of the first hand that had no room in it."""

    name: str
    content: bytes
    viewer: int | None
    hands: tuple[int, ...]
    rest: int | None


def evening_file(
    table: AnyTable, game: AnyGame, hands: Sequence[FinishedHand], player: int | None
) -> EveningFile | None:
    """As many of these hands as fit into a file, as this person saw them; None if none can be told.

    Whoever had no seat in a hand gets what everybody saw of it. Hands of other rules are left out.
    """
    told: list[History] = []
    for over in hands[:HANDS_MAX]:
        # An older version let somebody do what is not offered any more.
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
    """The seals, each with the cards that it proves: those that were last shuffled into its deck.

    What was seen before the hand is proved by an earlier deck, even if this hand shuffled it again:
    where it lies since, was not seen.
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
    """What the viewer saw in a deck that is still in play, and is not told again yet."""
    if table.phase == "closed" or table.carry is None:
        return {}
    in_play = {seal.seed for seal in table.decks}
    lying = set().union(*(cards for seal, cards in proved if seal.seed in in_play))
    withheld = game.withheld(state, table.carry, viewer)
    return {card: withheld[card] for card in withheld.keys() & lying}


def _open(seal: Seal, seen: set[str]) -> OpenSeed | OpenDeck:
    if not seal.cards:
        return OpenSeed(seal.commitment, seal.writing, seal.told, seal.seed)
    deck, slots = seal.deck, len(seal.cards)
    place = {slot: place for place, slot in enumerate(permutation(seal.commitment, seal.mixed, slots))}
    (lots,) = deck.open([LOTS])
    return OpenDeck(
        commitment=seal.commitment,
        writing=seal.writing,
        cuts=seal.told,
        slots=slots,
        lots=lots,
        cards=tuple(Proved(place[leaf.slot], leaf) for leaf in deck.open(seen)),
    )
