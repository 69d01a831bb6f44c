"""A playthrough as text: every move, what everybody learned of it, and what each seat then saw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from games.engine.core.game import AnyGame, Seat
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin, cut, deal, is_cuttable, may_cut, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, BegunHand, TableChange, Terms
from tests.laws.walk import KEEPSAKES, seeds

SEATS = 3
HANDS = 3
VIEWER = ("viewer", "seat")
"""Fields that name who looks on; without them a view that is the same for several reads the same."""


def transcript(game: AnyGame) -> str:
    """Three house players, three hands, the usual house rules, and a seed written down here."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: AnyGame) -> Iterator[str]:
    secret = seeds(f"transcript of {game.key}")
    seats = _seats(game)
    yield f"{game.title}, {seats} seats, {HANDS} hands"
    table = open_table(
        1, game, game.house_rules(), Terms(host=1, buy_in=game.buy_in, hands_max=HANDS), secret
    )
    keepsakes = KEEPSAKES.get(game.key, (None,))
    for number in range(1, seats + 1):
        keepsake = keepsakes[number % len(keepsakes)]
        table = sit_down(table, game, number, f"p{number}", keepsake).table
    change = begin(_cut(table, game), game, secret)
    shown = _Shown(game)
    yield from shown.lines(change)
    while change.table.phase != "closed":
        if change.table.hand is None:
            change = deal(_cut(change.table, game), game, secret)
            yield from shown.lines(change)
            continue
        seat, offers = next(iter(open_offers(change.table, game).items()))
        yield f"-- seat {seat} is offered {', '.join(offer.key for offer in offers)}"
        view = game.recollection(change.table.hand.state, seat)
        given = game.decide(view, offers, Draw(Seal(next(secret))))
        change = answer(change.table, game, secret, seat, given)
        yield from shown.lines(change)
    yield from (f"paid: {_text(payment)}" for payment in change.payments)


def _seats(game: AnyGame) -> int:
    """Return three seats, or as near to it as the game can have."""
    return min(max(SEATS, game.seats.start), game.seats.stop - 1)


def _cut(table: AnyTable, game: AnyGame) -> AnyTable:
    if not is_cuttable(table, game):
        return table
    # A player without money does not cut.
    player = next(each.player for each in table.seats if each.player and may_cut(table, each.player))
    return cut(table, game, player, f"p{player}", "cut").table


class _Shown:
    """Plays the moves of each change once more, so that no step between two rests is left out."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._hand = 0
        self._state: Any = None

    def lines(self, change: TableChange) -> Iterator[str]:
        for logged in change.moves:
            if logged.hand == self._hand:
                yield from self._move(logged.seat, logged.move)
        for begun in change.begun:
            yield from self._begin(begun)
            for logged in change.moves:
                if logged.hand == self._hand:
                    yield from self._move(logged.seat, logged.move)

    def _begin(self, begun: BegunHand) -> Iterator[str]:
        self._hand, self._state = begun.number, begun.state
        yield ""
        yield f"== hand {begun.number}"
        yield from self._views()

    def _move(self, seat: Seat, move: object) -> Iterator[str]:
        step = self._game.apply(self._state, seat, move)
        self._state = step.state
        yield f"{f'seat {seat}' if seat else 'the House'}: {_text(move)}"
        yield from (f"  * {_text(event)}" for event in step.events)
        yield from self._views()

    def _views(self) -> Iterator[str]:
        """A view that is the same for several is written once, without the name of who looks on."""
        seen: dict[tuple[str, ...], list[str]] = {}
        for viewer in (*(Seat(number) for number in range(1, _seats(self._game) + 1)), None):
            lines = tuple(_view_lines(self._game.view(self._state, viewer)))
            seen.setdefault(lines, []).append("a spectator" if viewer is None else f"seat {viewer}")
        for lines, viewers in seen.items():
            yield f"  | seen by {', '.join(viewers)}:"
            yield from (f"  |   {line}" for line in lines)


def _view_lines(view: Any) -> Iterator[str]:
    """Yield plain fields in one line, and a line for each part of a field that tells more than a name."""
    told = [(each.name, getattr(view, each.name)) for each in fields(view) if each.name not in VIEWER]
    parts = {name: value for name, value in told if isinstance(value, tuple) and not _is_plain(value)}
    plain = ((name, item) for name, item in told if name not in parts and _is_telling(item))
    yield ", ".join(f"{name} {_text(item)}" for name, item in plain)
    yield from (
        f"  {name}: {_text(item)}" for name, part in parts.items() for item in part if _has_news(item)
    )


def _has_news(item: object) -> bool:
    if not is_dataclass(item):
        return True
    return len([each for each in fields(item) if _is_telling(getattr(item, each.name))]) > 1


def _text(value: Any) -> str:
    """A value in one line: classes by their names, what is empty or off left out."""
    if is_dataclass(value) and not isinstance(value, type):
        told = [each.name for each in fields(value) if not _is_mark(each)]
        items = ((name, getattr(value, name)) for name in told)
        named = ", ".join(f"{name} {_text(item)}" for name, item in items if _is_telling(item))
        return f"{type(value).__name__}({named})"
    if isinstance(value, tuple):
        return "-".join(map(str, value)) if _is_plain(value) else f"[{', '.join(map(_text, value))}]"
    return str(value)


def _is_mark(each: Field[Any]) -> bool:
    """Return True if a field says only its class's name."""
    return each.name == "kind" and each.default is not MISSING


def _is_telling(item: object) -> bool:
    return item is not None and item is not False and item not in ((), "")


def _is_plain(value: tuple[object, ...]) -> bool:
    return all(isinstance(item, int) for item in value)
