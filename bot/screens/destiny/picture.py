"""Destiny as a picture: the card just looked at, and the cards that were turned over."""

from __future__ import annotations

from collections import Counter

from bot.screens.core.court_cards import court_card
from bot.screens.core.picture import Lane, Picture, Tile, Tone, described
from bot.screens.core.seat_lanes import seat_lane, told
from bot.text.escape import isolated
from bot.text.numbers import change, number
from bot.text.translate import _
from games.destiny.hands import heights
from games.destiny.model import Shown
from games.destiny.view import DestinyView
from games.engine.core.deeds import BestHand
from games.engine.core.game import Seat
from games.engine.core.sentences import phrase
from games.engine.table.views import TableView

NUMBERS = {
    "2": phrase("Two"),
    "3": phrase("Three"),
    "4": phrase("Four"),
    "5": phrase("Five"),
    "6": phrase("Six"),
    "7": phrase("Seven"),
    "8": phrase("Eight"),
    "9": phrase("Nine"),
    "T": phrase("Ten"),
}
SUITS = {"c": phrase("Clubs"), "d": phrase("Diamonds"), "h": phrase("Hearts"), "s": phrase("Spades")}


def picture(view: TableView[DestinyView]) -> Picture | None:
    """The showdown; before that, for the viewer, the card in their left hand."""
    now = view.hand
    if now is None:
        return None
    if now.shown:
        return _turned_over(now, view)
    return None if view.viewer is None else _looked_at(now)


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """A card in somebody's record, which its name says all of."""
    (card,) = hand.cards
    return Lane((Tile(_sprite(card)),), name=_name(card)), ""


def _looked_at(now: DestinyView) -> Picture | None:
    if now.looked_card is None:
        return None
    name, where = _name(now.looked_card.card), now.looked_card.place
    goes_back = _("It goes back: remember it")
    lane = Lane((Tile(_sprite(now.looked_card.card)),), name=name, said=where, gain=goes_back)
    return Picture(described([f"{where}: {name}", goes_back]), lanes=(lane,))


def _turned_over(now: DestinyView, view: TableView[DestinyView]) -> Picture:
    """The cards from best to worst, and what each seat has won or lost by the hand."""
    won: Counter[Seat] = Counter()
    for pot in now.won:
        won[pot.winner] += pot.amount
    height = heights(now.rules.jokers)
    cards = sorted(now.shown, key=lambda each: -height[each.card])
    best = max(cards, key=lambda each: won[each.seat])
    words = _("{name} wins the pot of {amount}: {card}")
    title = words.format(
        name=isolated(view.name(best.seat)), amount=number(won[best.seat]), card=_name(best.card)
    )
    gains = {each.seat: each.amount for each in view.gains}
    lanes = [_lane(each, view, gains.get(each.seat, 0), is_won=bool(won[each.seat])) for each in cards]
    lines = (told(lane, _name(each.card)) for lane, each in zip(lanes, cards, strict=True))
    said = _("drawn blind from the deck") if best.place is None else ""
    return Picture(described([title, said, *lines]), title, said, lanes=tuple(lanes))


def _lane(each: Shown, view: TableView[DestinyView], gain: int, *, is_won: bool) -> Lane:
    where = _("drawn blind") if each.place is None else each.place
    tile = Tile(_sprite(each.card), "lit" if is_won else "plain")
    tone: Tone = "gold" if is_won else "plain"
    return seat_lane(view, each.seat, (tile,), where, change(gain) if gain else "", tone)


def _name(card: str) -> str:
    """A card's name."""
    if card.startswith("*"):
        return _("Joker {number}").format(number=card[1])
    rank = court_card(card[0]) or _(NUMBERS[card[0]])
    return _("{rank} of {suit}").format(rank=rank, suit=_(SUITS[card[1]]))


def _sprite(card: str) -> str:
    return f"destiny_joker{card[1]}" if card.startswith("*") else f"destiny_{card.lower()}"
