"""Knights' Heads in words: betting, the exchange, and who is on the cards laid down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core import betting
from bot.screens.core.game_screen import Face, GameScreen, hand_of
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Button, Choice, Part, Screen, Select, Text, say
from bot.screens.core.story import tell
from bot.screens.games import knights_heads_picture
from bot.screens.games.knights_heads_cards import by_name, in_short, introduced, named, pictured
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.engine.betting.limits import owed
from games.engine.betting.rounds import is_closing
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.core.offers import Number, Offer, Pick
from games.engine.core.sentences import phrase
from games.engine.table.views import TableView
from games.knights_heads.hands import HANDS, made, near
from games.knights_heads.model import (
    CourtsScored,
    Event,
    KnightsHandBegun,
    KnightsPotWon,
    KnightsShowdown,
    LaidHand,
)
from games.knights_heads.patterns import HAND_SIZE
from games.knights_heads.view import KnightsView

NEAREST = 4
MINE = "mine"
"""Stands for the viewer's own cards instead of a seat's."""

STAGES: Mapping[str, str] = {
    "first_round": phrase("First betting round: bet or fold."),
    "exchange": phrase("The exchange: whoever is still in picks three cards for the left, on “My hand”."),
    "second_round": phrase("Second betting round, after the exchange."),
    "final_round": phrase("Final betting round: whose match ends it calls for cards."),
}


class KnightsHeadsScreen(GameScreen):
    """Knights' Heads."""

    command = "knights"
    rules_page = "knights-heads"
    emoji = "🛡️"
    accent = 0x7A2E3B
    credit = "Andrew Trauger"
    orders = {"face": phrase("Sort by face"), "makes": phrase("Sort by what they make")}  # noqa: RUF012 -- as the protocol has it

    def event(self, event: Event, view: TableView[KnightsView]) -> str:
        """One line on what happened; a showdown has one for each hand laid down."""
        match event:
            case KnightsShowdown():
                return _showdown(event, view)
            case CourtsScored():
                return _courts(event, view)
            case KnightsHandBegun(ante=ante):
                return tell(event, view, amount=ante)
            case _:
                return tell(event, view)

    def body(self, view: TableView[KnightsView]) -> tuple[str, ...]:
        """Where the hand is, and the pot."""
        now = hand_of(view)
        if now.stage not in STAGES:
            return ()
        return _(STAGES[now.stage]), betting.pot(now.betting)

    def at_seat(self, view: TableView[KnightsView], seat: Seat) -> str:
        """Who deals, what a seat has put in, whether it has sealed, and its courts of Knights."""
        now = hand_of(view)
        line = now.line(seat)
        said = [_("dealer")] if now.dealer == seat else []
        said.append(betting.at_seat(now.betting.stake(seat)))
        if line.has_picked:
            said.append(_("has picked"))
        if line.points:
            said.append(_("court score {points}").format(points=line.points))
        return ", ".join(each for each in said if each)

    def face(self, offer: Offer[Any], view: TableView[KnightsView]) -> Face:
        """Buttons of the betting; in the final round a match calls for cards (KH-10)."""
        now = hand_of(view)
        if offer.key == "pass":
            return Face(_("Seal three others instead") if now.picked else _("Seal three for the left"))
        face = betting.face(offer, now.betting)
        if offer.key not in ("match", "all_in"):
            return face
        missing, stack = owed(now.betting, now.betting.acting), now.betting.acting.stack
        if offer.key == "match" and is_closing(now.betting):
            return Face(_("Call for cards with {amount}").format(amount=missing), "good")
        if offer.key == "all_in" and missing >= stack and is_closing(now.betting):
            return replace(face, asks=f"{face.asks} " + _("That calls for cards."))
        return face

    def mark(self, offer: Number[Any], number: int, view: TableView[KnightsView]) -> str:
        """One amount to bet or raise to."""
        return betting.mark(offer, number, hand_of(view).betting)

    def line(self, offer: Pick[Any], index: int, _view: TableView[KnightsView]) -> str:
        """A card to pass: face, number, a star if notable, and who it is."""
        return named(offer.choices[index])

    def buttons(self, view: TableView[KnightsView]) -> tuple[Button, ...]:
        """Buttons to read about the people of hands laid down, and on a panel one's own."""
        found = []
        if _laid(view):
            found.append(Button(_("Who lies there?"), table_id(view.id, "who")))
        if view.hand is not None and view.hand.cards:
            found.append(Button(_("Who are they?"), table_id(view.id, "who", MINE)))
        return tuple(found)

    def picture(self, view: TableView[KnightsView]) -> Picture | None:
        """All that lies open of the hand, or the viewer's own cards."""
        return knights_heads_picture.picture(view)

    def panel(self, view: TableView[KnightsView], order: str = "") -> tuple[str, ...]:
        """The player's cards, what they make and nearly make, what to seal, and what was passed."""
        now = hand_of(view)
        # A line right after a list would belong to its last entry.
        return (*_cards(now, order), "", *_makes(now), *_sealing(now, view), *_passed(now, view))


def who_screen(view: TableView[KnightsView], whose: str, *, is_pictured: bool = False) -> Screen:
    """Everybody in a hand laid down or in one's own; `NotOffered` for others."""
    laid = {str(each.seat): each.cards for each in _laid(view)}

    def painted(cards: tuple[str, ...]) -> tuple[Part, ...]:
        counts = view.rules.triplet_counts
        return (knights_heads_picture.people(cards, triplet_counts=counts),) if is_pictured else ()

    if whose == MINE:
        now = view.hand
        if now is None or not now.cards:
            return say(_("You hold no cards."))
        return Screen((Text("### " + _("Your cards")), *painted(now.cards), Text(introduced(now.cards))))
    if not laid:
        return say(_("Nothing has been laid down lately."))
    chosen = whose or next(iter(laid))
    if chosen not in laid:
        raise NotOffered
    choices = tuple(Choice(view.name(Seat(int(seat))), seat, is_chosen=seat == chosen) for seat in laid)
    title = _("Who lies there: {name}’s hand").format(name=shown(view.name(Seat(int(chosen)))))
    select = Select(table_id(view.id, "who_else"), _("Another hand"), choices)
    return Screen((Text(f"### {title}"), *painted(laid[chosen]), Text(introduced(laid[chosen])), select))


def _laid(view: TableView[KnightsView]) -> tuple[LaidHand, ...]:
    """The hands laid down last, while the story still tells of them."""
    showdowns = (event for event in reversed(view.story) if isinstance(event, KnightsShowdown))
    return next((event.laid for event in showdowns), ())


def _cards(now: KnightsView, order: str) -> list[str]:
    """The player's cards with names: by face, or those that make the hand first."""
    if order == "makes":
        making = made(now.cards, triplet_counts=now.rules.triplet_counts).cards
        rest = [card for card in now.cards if card not in making]
        lines = [f"**{', '.join(map(pictured, making))}**", ", ".join(map(pictured, rest))]
        return [line for line in lines if line.strip("*")]
    by_face = groupby(now.cards, key=lambda card: card[0])
    return ["- " + ", ".join(map(pictured, of_face)) for _face, of_face in by_face]


def _makes(now: KnightsView) -> list[str]:
    """What the cards make, and while more are to come, the nearest better hands."""
    counts = now.rules.triplet_counts
    found = made(now.cards, triplet_counts=counts)
    lines = [_("They make **{hand}**.").format(hand=_(found.hand.name))]
    if now.viewer in _staying(now) and len(now.cards) < HAND_SIZE:
        nearest = ", ".join(
            ngettext("{hand} (one card)", "{hand} ({count} cards)", each.missing).format(
                hand=_(each.hand.name), count=each.missing
            )
            for each in near(now.cards, triplet_counts=counts)[:NEAREST]
        )
        if nearest:
            lines.append(_("Near to: {hands}.").format(hands=nearest))
    return lines


def _sealing(now: KnightsView, view: TableView[KnightsView]) -> list[str]:
    """Whom to pick for in the exchange, and what is sealed so far (KH-7)."""
    staying = _staying(now)
    if now.stage != "exchange" or now.viewer not in staying:
        return []
    to = shown(view.name(staying[(staying.index(now.viewer) + 1) % len(staying)]))
    if not now.picked:
        return [_("Pick three for {name}, on your left.").format(name=to)]
    words = _("You have sealed {cards} for {name}. Until all have, you can pick others.")
    return [words.format(cards=", ".join(map(pictured, now.picked)), name=to)]


def _staying(now: KnightsView) -> list[Seat]:
    """Who is still in, in turn order; nobody once the hand is over."""
    return [] if now.stage == "over" else [line.seat for line in now.lines if not line.has_folded]


def _passed(now: KnightsView, view: TableView[KnightsView]) -> list[str]:
    """The cards passed, known only to giver and taker, and the luck card."""
    lines = []
    if now.gave is not None:
        words = _("You passed {cards} to {name}.")
        lines.append(words.format(cards=in_short(now.gave.cards), name=shown(view.name(now.gave.to))))
    if now.got is not None:
        words = _("{name} passed you {cards}.")
        lines.append(words.format(cards=in_short(now.got.cards), name=shown(view.name(now.got.seat))))
    if now.luck is not None:
        lines.append(_("Your luck card is {card}.").format(card=pictured(now.luck)))
    return lines


def _showdown(event: KnightsShowdown, view: TableView[KnightsView]) -> str:
    """Who called, who laid down what, and who won which pot."""
    laid = (_laid_down(each, view) for each in event.laid)
    won = (
        " ".join(
            _("**{name} wins {amount}.**").format(name=shown(view.name(each.seat)), amount=each.amount)
            for each in pot.shares
        )
        for pot in event.pots
    )
    return "\n".join(filter(None, [tell(event, view), *laid, *won]))


def _laid_down(laid: LaidHand, view: TableView[KnightsView]) -> str:
    """A hand card by card, those that make it first."""
    cards = by_name(laid.making)
    beside = [card for card in laid.cards if card not in laid.making]
    if beside:
        cards = _("{makers}; beside them {others}").format(makers=cards, others=by_name(beside))
    words = _("{name} lays down **{hand}**:\n-# {cards}.")
    return words.format(name=shown(view.name(laid.seat)), hand=_(HANDS[laid.number - 1].name), cards=cards)


def _won(pot: KnightsPotWon, view: TableView[KnightsView]) -> str:
    won = (
        _("**{name} wins {amount}.**").format(name=shown(view.name(each.seat)), amount=each.amount)
        for each in pot.shares
    )
    return " ".join(won)


def _courts(event: CourtsScored, view: TableView[KnightsView]) -> str:
    """The court scores won."""
    total = {tally.seat: tally.points for tally in event.tallies}
    return " ".join(
        tell(
            event,
            view,
            name=shown(view.name(tally.seat)),
            gained=tally.points,
            points=total[tally.seat],
        )
        for tally in event.gained
    )
