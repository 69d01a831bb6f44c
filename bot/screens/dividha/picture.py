"""Dividha as a picture: the own hand with its two columns, and at the end who takes which."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.screens.core.picture import Lane, Picture, Portion, Tile, Tone, described
from bot.screens.core.seat_lanes import seat_lane, told
from bot.screens.dividha.cards import full_name, named, parted
from bot.text.numbers import number
from bot.text.translate import _
from games.dividha.ending import columns
from games.dividha.model import DividhaOutcome, ShownHand
from games.dividha.view import DividhaSeat, DividhaView, Makes, OwnCards
from games.engine.core.deeds import BestHand
from games.engine.table.views import TableView


def picture(view: TableView[DividhaView]) -> Picture | None:
    """The hands that were shown; before that the viewer's cards, for a spectator those that lie open."""
    now = view.hand
    if now is None:
        return None
    if now.outcome is not None:
        return _shown(now.outcome, view) if now.outcome.hands else None
    if view.viewer is not None:
        return None if now.own is None else _own(now, now.own)
    return _open(now, view)


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """A hand in somebody's record, with the five cards that were shown."""
    return Lane(_tiles(hand.cards), name=named(int(hand.kind))), _written(hand.cards)


def side_by_side(cards: Collection[str]) -> Picture:
    """Cards alone."""
    return Picture(described([_written(cards)]), lanes=(Lane(_tiles(cards)),))


def _shown(outcome: DividhaOutcome, view: TableView[DividhaView]) -> Picture:
    """All hands from the strongest down, with what each takes of which column."""
    win, lose = columns(outcome.layers)
    lanes = [_hand(each, win[each.seat], lose[each.seat], view) for each in outcome.hands]
    lines = (told(lane, _written(hand.face_up)) for lane, hand in zip(lanes, outcome.hands, strict=True))
    return Picture(described(lines), lanes=tuple(lanes))


def _hand(hand: ShownHand, win: int, lose: int, view: TableView[DividhaView]) -> Lane:
    made, others = parted(hand, view.rules)
    gain = _("▲ takes {amount} from Win").format(amount=number(win)) if win else ""
    if lose:
        words = _("▲ Win {win}, ▼ Lose {lose}") if win else _("▼ takes {lose} from Lose")
        gain = words.format(win=number(win), lose=number(lose))
    tone: Tone = "gold" if win else "blue" if lose else "plain"
    tiles = (*_tiles(made), *_tiles(others, dim=others))
    return seat_lane(view, hand.seat, tiles, named(hand.number), gain, tone)


def _own(now: DividhaView, own: OwnCards) -> Picture | None:
    """The viewer's cards with what they make, and how their coins are divided."""
    held = (*own.private, *now.line(own.tablet.seat).public)
    if not held:
        return None
    tablet, made = own.tablet, _wanted(own)
    bar = (
        Portion(_("▲ Win {amount}").format(amount=number(tablet.win)), tablet.win, "gold"),
        Portion(_("▼ Lose {amount}").format(amount=number(tablet.lose)), tablet.lose, "blue"),
    )
    columns = ", ".join(each.label for each in bar)
    if made is None:
        lane = Lane(_tiles(held))
        return Picture(described([_written(held), columns]), lanes=(lane,), bar=bar if tablet.bets else ())
    rest = [each for each in held if each not in made.cards and each != made.discard]
    tiles = (
        *_tiles(made.cards, lit=made.cards),
        *_tiles(rest),
        *_tiles((made.discard,), dim=(made.discard,)),
    )
    said = (
        _("your strongest hand") if made.is_strongest else _("your weakest hand") if made.is_weakest else ""
    )
    leave = _("Leave out {card}").format(card=full_name(made.discard))
    lane = Lane(tiles, name=named(made.number), said=said, gain=leave)
    lines = [_written(held), f"{lane.name}, {said}" if said else lane.name, leave, columns]
    return Picture(described(lines), lanes=(lane,), bar=bar)


def _wanted(own: OwnCards) -> Makes | None:
    """What the viewer has chosen to show, or else what suits where their coins lie."""
    if own.discard is not None:
        return next((each for each in own.makes if each.discard == own.discard), None)
    if own.tablet.lose > own.tablet.win:
        return next((each for each in own.makes if each.is_weakest), None)
    return next((each for each in own.makes if each.is_strongest), None)


def _open(now: DividhaView, view: TableView[DividhaView]) -> Picture | None:
    """Everybody's public cards, and backs for the private ones."""
    lanes = [_before(line, view) for line in now.lines]
    if not any(lane.tiles for lane in lanes):
        return None
    lines = (told(lane, _written(line.public)) for lane, line in zip(lanes, now.lines, strict=True))
    return Picture(described(lines), lanes=tuple(lanes))


def _before(line: DividhaSeat, view: TableView[DividhaView]) -> Lane:
    hidden = (Tile("dividha_back"),) * (0 if line.has_folded else line.private_count)
    cards = _tiles(line.public, dim=line.public if line.has_folded else ())
    paid = _("{total} in the pot").format(total=number(line.total)) if line.total else ""
    return seat_lane(view, line.seat, (*hidden, *cards), _("folded") if line.has_folded else paid)


def _tiles(cards: Iterable[str], *, lit: Collection[str] = (), dim: Collection[str] = ()) -> tuple[Tile, ...]:
    return tuple(
        Tile(f"dividha_{each.lower()}", "lit" if each in lit else "dim" if each in dim else "plain")
        for each in cards
    )


def _written(cards: Iterable[str]) -> str:
    return ", ".join(map(full_name, cards))
