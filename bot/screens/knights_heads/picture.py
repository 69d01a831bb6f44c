"""Knights' Heads as a picture: the people of a hand, those that make it ringed."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.screens.core.picture import Lane, Picture, Tile, TileLook, described
from bot.screens.core.seat_lanes import seat_lane, told
from bot.screens.knights_heads.cards import name_of, number
from bot.text.numbers import change
from bot.text.translate import _
from games.engine.core.deeds import BestHand
from games.engine.table.views import TableView
from games.knights_heads.cards import FACE_NAMES
from games.knights_heads.hands import HANDS, RABBLE, MadeHand, made
from games.knights_heads.model import LaidHand
from games.knights_heads.people import PEOPLE
from games.knights_heads.view import KnightsView

WHOLE_HANDS_MAX = 4
"""Of more hands only those cards are shown that make them."""


def picture(view: TableView[KnightsView]) -> Picture | None:
    """The hands laid down; before that the viewer's own people, for a spectator how many hold cards."""
    now = view.hand
    if now is None:
        return None
    if now.laid:
        return _laid(now, view)
    if view.viewer is not None:
        return _own(now) if now.cards and now.stage != "over" else None
    return _held(now, view)


def people(cards: Collection[str], *, triplet_counts: bool) -> Picture:
    """Who is on the cards of a hand, those that make it ringed."""
    return Picture(
        described([_written(cards)]), lanes=(Lane(_named(cards, made(cards, triplet_counts=triplet_counts))),)
    )


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """A hand in somebody's record, with all of its cards, those that make it ringed."""
    both = (made(hand.cards, triplet_counts=counts) for counts in (False, True))
    found = next(each for each in both if each.hand.number == int(hand.kind))
    making = () if found.hand is RABBLE else found.cards
    tiles = tuple(Tile(_sprite(each), _look(each, making)) for each in _first(making, hand.cards))
    return Lane(tiles, name=_(found.hand.name)), _written(hand.cards)


def _own(now: KnightsView) -> Picture:
    counts = now.rules.triplet_counts
    found = made(now.cards, triplet_counts=counts)
    name = _(found.hand.name)
    is_of_some = found.hand is not RABBLE and len(found.cards) < len(now.cards)
    lane = Lane(
        _named(now.cards, found), name=name, said=_("the ringed cards make the hand") if is_of_some else ""
    )
    making = _("{hand}: {cards}").format(hand=name, cards=_written(found.cards)) if is_of_some else name
    return Picture(described([_written(now.cards), making]), lanes=(lane,))


def _laid(now: KnightsView, view: TableView[KnightsView]) -> Picture:
    """The hands laid down, the best first."""
    winners = {share.seat for pot in now.won for share in pot.shares}
    best = sorted(now.laid, key=lambda laid: (laid.seat not in winners, laid.number))
    lanes = [
        _lane(laid, view, has_won=laid.seat in winners, is_whole=len(best) <= WHOLE_HANDS_MAX)
        for laid in best
    ]
    lines = (told(lane, _written(laid.making)) for lane, laid in zip(lanes, best, strict=True))
    return Picture(described(lines), lanes=tuple(lanes))


def _lane(laid: LaidHand, view: TableView[KnightsView], *, has_won: bool, is_whole: bool) -> Lane:
    """A hand laid down, and what its player gained or lost by it."""
    hand = HANDS[laid.number - 1]
    making = () if hand is RABBLE else laid.making
    cards = _first(making, laid.cards) if is_whole or not making else making
    tiles = (Tile(_sprite(each), _look(each, making)) for each in cards)
    gained = sum(each.amount for each in view.gains if each.seat == laid.seat)
    gain = change(gained) if gained else ""
    return seat_lane(view, laid.seat, tiles, _(hand.name), gain, "gold" if has_won else "plain")


def _held(now: KnightsView, view: TableView[KnightsView]) -> Picture | None:
    """Before anything is laid down: who is still in."""
    lanes = tuple(
        seat_lane(
            view,
            line.seat,
            (Tile("knights_back", "dim" if line.has_folded else "plain"),) if line.card_count else (),
            _("folded") if line.has_folded else "",
        )
        for line in now.lines
    )
    if now.stage == "over" or not any(lane.tiles for lane in lanes):
        return None
    return Picture(described(told(lane, "") for lane in lanes), lanes=lanes)


def _first(making: Iterable[str], cards: Iterable[str]) -> list[str]:
    """The cards with those that make the hand in front."""
    makers = list(making)
    return [*makers, *(each for each in cards if each not in makers)]


def _named(cards: Collection[str], found: MadeHand) -> tuple[Tile, ...]:
    """The people of a hand with their names, those that make it in front."""
    making = () if found.hand is RABBLE else found.cards
    return tuple(
        Tile(
            _sprite(card),
            _look(card, making),
            _(FACE_NAMES[card[0]]),
            name_of(card),
            alias=_(PEOPLE[card].name),
        )
        for card in _first(making, cards)
    )


def _look(card: str, making: Collection[str]) -> TileLook:
    """Where nothing makes the hand, nothing stands back."""
    return "plain" if not making else "lit" if card in making else "dim"


def _sprite(card: str) -> str:
    return f"knights_{card.lower()}"


def _written(cards: Iterable[str]) -> str:
    return ", ".join(f"{_(FACE_NAMES[card[0]])} {number(card)}" for card in cards)
