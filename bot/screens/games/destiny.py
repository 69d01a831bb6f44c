"""Destiny in words: the field, what is looked at and held, and how a hand ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.custom_ids import answer_id, table_id
from bot.screens.core import betting
from bot.screens.core.emojis import emojis_of
from bot.screens.core.game_screen import Face, GameScreen, hand_of
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Button, Row, Screen, faults, say
from bot.screens.core.story import tell
from bot.screens.games import destiny_picture
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.destiny.events import (
    Event,
    FieldLaid,
    HandBegun,
    Reshuffled,
    Showdown,
)
from games.destiny.model import COLUMNS, PLACES, ROWS, Shown
from games.destiny.view import ENDED, DestinySeat, DestinyView, Spot
from games.engine.core.game import Seat
from games.engine.core.offers import Number, Offer
from games.engine.table.views import Question, TableView

AS_TEXT = "\ufe0e"
"""Selects the text form of a symbol, not the emoji: a black one is lost on a dark page."""
SUITS = {"c": "♣" + AS_TEXT, "d": "♦" + AS_TEXT, "h": "♥" + AS_TEXT, "s": "♠" + AS_TEXT}


def cards(written: Sequence[str]) -> str:
    """Cards as they are written everywhere: `A♠ 10♦`, a joker by its number.

    As code, since elsewhere Discord turns suits into emojis whatever is asked.
    """
    return emojis_of(map(_sprite, written)) or "`" + " ".join(map(_card, written)) + "`"


def card(written: str) -> str:
    """One card."""
    return cards([written])


class DestinyScreen(GameScreen):
    """Destiny."""

    command = "destiny"
    rules_page = "destiny"
    emoji = "🃏"
    accent = 0x3B5B7A
    credit = "William Li, June 2008"
    tells_news = True

    def event(self, event: Event, view: TableView[DestinyView]) -> str:
        """One line on what happened."""
        match event:
            case Showdown():
                return _showdown(event, view)
            case FieldLaid(top=top) | Reshuffled(top=top):
                return tell(event, view, card=card(top))
            case HandBegun(dealer=dealer):
                return tell(event, view, place=dealer)
            case _:
                return tell(event, view)

    def body(self, view: TableView[DestinyView]) -> tuple[str, ...]:
        """The pot, the deck and the discard pile, and the field unless it is shown as buttons."""
        now = hand_of(view)
        lines = [betting.pot(now.betting)] if now.stage not in ENDED else []
        deck = ngettext("{count} card in the deck", "{count} cards in the deck", now.deck_count)
        pile = _("{count} on the discard pile, {card} on top")
        top = pile.format(count=len(now.discard), card=card(now.discard[-1]))
        lines.append(f"{deck.format(count=now.deck_count)} · {top}")
        small = now.blinds.small if now.blinds and now.stage == "first_round" else None
        if small is not None and all(line.seat != small for line in now.lines):
            lines.append(_("-# The small blind is due at seat {seat}, where nobody sits.").format(seat=small))
        if now.stage in ("looking", "holding"):
            lines.append(_("-# **L** looked at, **H** held down, by the seat of that number; ·· is empty."))
        else:
            lines.append(_drawn(now))
        return tuple(lines)

    def at_seat(self, view: TableView[DestinyView], seat: Seat) -> str:
        """A seat's number on the field, its bet, and the cards it has taken."""
        now = hand_of(view)
        line = now.line(seat)
        said = [_("seat {number}").format(number=seat)]
        if now.dealer == seat:
            said.append(_("dealer"))
        said.append(betting.at_seat(now.betting.stake(seat)))
        if not line.has_folded:
            said.extend(_taken(now, line))
        return ", ".join(each for each in said if each)

    def face(self, offer: Offer[Any], view: TableView[DestinyView]) -> Face:
        """Buttons of the betting and of the field."""
        match offer.key:
            case "no_look":
                return Face(_("Look at nothing"), "plain")
            case "benediction":
                return Face(_("Benediction Hand"), "good")
            case "new_field":
                return Face(_("A new field"), "good")
            case "enough":
                return Face(_("That’s enough"), "plain")
            case key if key.startswith(("look_", "hold_")):
                return Face(key[-2:].upper())
            case _:
                return betting.face(offer, hand_of(view).betting)

    def mark(self, offer: Number[Any], number: int, view: TableView[DestinyView]) -> str:
        """One amount to bet or raise to."""
        return betting.mark(offer, number, hand_of(view).betting)

    def board(self, view: TableView[DestinyView], question: Question | None) -> tuple[Row, ...]:
        """The field as a grid of buttons while cards are looked at and held down."""
        if view.hand is None or view.hand.stage not in ("looking", "holding"):
            return ()
        actions = (
            {}
            if question is None
            else {
                offer.key: answer_id(view.id, question.seat, question.number, offer)
                for offer in question.offers
            }
        )
        spots = [_spot(spot, view, actions) for spot in view.hand.field]
        width = len(COLUMNS)
        return tuple(Row(tuple(spots[start : start + width])) for start in range(0, len(spots), width))

    def has_news(self, view: TableView[DestinyView]) -> bool:
        """A looked-at card is shown once, on the looker's panel."""
        return view.hand is not None and view.hand.looked_card is not None

    def picture(self, view: TableView[DestinyView]) -> Picture | None:
        """All that lies open of the hand, or the viewer's own cards."""
        return destiny_picture.picture(view)

    def panel(self, view: TableView[DestinyView], _order: str = "") -> tuple[str, ...]:
        """The card in the left hand, the memory aid, and the discard pile."""
        now = hand_of(view)
        lines = []
        if now.looked_card is not None:
            words = _("At **{place}** you see **{card}**. Remember it: it is shown this once.")
            lines.append(words.format(place=now.looked_card.place, card=card(now.looked_card.card)))
            lines.append(_("Now hold a card down on the table’s field, or raise the Benediction Hand."))
        elif now.stage == "looking" and view.viewer in now.to_act:
            lines.append(_("Choose a place on the table’s field to look at."))
        hold = next(line.hold for line in now.lines if line.seat == view.viewer)
        if hold is not None and now.stage not in ENDED:
            words = _("You hold **{place}** down and will play it.")
            if hold.place is None:
                words = _("You will play the Benediction Hand.")
            lines.append(words.format(place=hold.place))
        if now.seen_before:
            known = ", ".join(f"{sight.place} {card(sight.card)}" for sight in now.seen_before)
            lines.append(_("You have seen, and it still lies there: {cards}.").format(cards=known))
        lines.append(discards(now))
        return tuple(lines)


def discards(now: DestinyView) -> str:
    """The discard pile from its bottom to its top, and the number of cards in the deck (DE-13)."""
    deck = ngettext("The deck has {count} card.", "The deck has {count} cards.", now.deck_count)
    pile = _("Discard pile, oldest first: {cards}.").format(cards=cards(now.discard))
    return f"{pile} {deck.format(count=now.deck_count)}"


def all_discards(views: Sequence[TableView[DestinyView]]) -> Screen:
    """The discard piles of a channel's tables, as many as fit into a message (DE-13)."""
    if len(views) == 1:
        return say(discards(hand_of(views[0])))
    told: list[str] = []
    for count, view in enumerate(views):
        words = _("**Table {number}** — {pile}").format(number=view.id, pile=discards(hand_of(view)))
        rest = len(views) - count
        more = ngettext(
            "-# There is no room for {count} more table: its players see its pile by “My hand”.",
            "-# There is no room for {count} more tables: their players see the piles by “My hand”.",
            rest,
        )
        if faults(say(*told, words, more.format(count=rest))):
            return say(*told, more.format(count=rest))
        told.append(words)
    return say(*told)


def _card(written: str) -> str:
    if written.startswith("*"):
        return _("joker {number}").format(number=written[1])
    rank = "10" if written[0] == "T" else written[0]
    return rank + SUITS[written[1]]


def _sprite(written: str) -> str:
    return f"destiny_joker{written[1]}" if written.startswith("*") else f"destiny_{written.lower()}"


def _taken(now: DestinyView, line: DestinySeat) -> list[str]:
    """What a seat has looked at and will play."""
    said = [
        _("looks at {place}").format(place=spot.place) for spot in now.field if spot.looked_at_by == line.seat
    ]
    if line.hold is not None and now.stage not in ENDED:
        words = _("Benediction Hand") if line.hold.place is None else _("holds {place}")
        said.append(words.format(place=line.hold.place))
    return said


def _label(spot: Spot) -> str:
    """The label of a place that cannot be pressed."""
    if spot.is_gone:
        return "··"
    if spot.held_by is not None:
        return f"H{spot.held_by}"
    return spot.place if spot.looked_at_by is None else f"L{spot.looked_at_by}"


def _spot(spot: Spot, view: TableView[DestinyView], actions: Mapping[str, str]) -> Button:
    place = spot.place.lower()
    action = actions.get(f"look_{place}") or actions.get(f"hold_{place}")
    if action is None:
        return Button(_label(spot), table_id(view.id, "spot", place), is_disabled=True)
    return Button(spot.place, action, "main")


def _drawn(now: DestinyView) -> str:
    """The field as text: rows by letter, columns by number, `##` for a face-down card."""
    cells = dict(zip(PLACES, now.field, strict=True))
    lines = ["   " + "  ".join(COLUMNS)]
    for row in ROWS:
        spots = (cells[row + column] for column in COLUMNS)
        lines.append(
            f"{row} " + " ".join("##" if _label(each) == each.place else _label(each) for each in spots)
        )
    legend = _("-# ## face down, L looked at, H held down, by the seat of that number; ·· is empty.")
    return "```\n" + "\n".join(lines) + "\n```\n" + legend


def _turned(each: Shown, view: TableView[DestinyView]) -> str:
    words = (
        _("{name} **{card}** (Benediction Hand)") if each.place is None else _("{name} **{card}** ({place})")
    )
    return words.format(name=shown(view.name(each.seat)), card=card(each.card), place=each.place)


def _showdown(event: Showdown, view: TableView[DestinyView]) -> str:
    """The cards turned over, and who takes how much."""
    cards = ", ".join(_turned(each, view) for each in event.shown)
    taken: Counter[Seat] = Counter()
    for pot in event.pots:
        taken[pot.winner] += pot.amount
    won = " ".join(
        _("**{name} wins {amount}.**").format(name=shown(view.name(seat)), amount=amount)
        for seat, amount in taken.items()
    )
    return tell(event, view, cards=cards, won=won)
