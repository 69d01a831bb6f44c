"""The screen of a game without one of its own: events as sentences, offers by their keys, cards in notation.

A game that wants more subclasses it and overrides single methods.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from bot.screens.core.picture import Lane
from bot.screens.core.presenter import ButtonLook, GamePresenter, Kind, render_event
from bot.screens.core.table_blocks import AtSeat, Centre, HandLaid, OwnBlock, Ranks, Result
from bot.screens.core.tiles import Tile
from bot.text.translate import _, shown
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame, Seat
from games.engine.core.hand_stats import BestHand
from games.engine.core.offers import Offer
from games.engine.table.views import TableView

STORY_MAX = 3
"""The number of latest events in the middle of the table."""


class PlainScreen(GamePresenter):
    """A game in its own sentences, without pictures.

    `labels` are the labels of buttons by the offers' keys; without one, the key itself is the label.
    """

    emoji = "🎲"
    sign = "die_6"
    accent = 0x5B6470
    by_chance = N_("I can’t say what luck has to do with it.")

    def __init__(
        self, game: AnyGame, intro: str = "", *, credit: str = "", labels: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.intro = intro or (type(game).__doc__ or "").partition("\n")[0] or game.title
        self.credit = credit
        self.command = game.key.replace("_", "")
        self.rules_page = game.key.replace("_", "-")
        self.is_private = game.is_dealt
        self._labels = labels or {}

    def event(self, event: Any, view: TableView[Any]) -> str:
        """Return the event's own sentence."""
        return render_event(event, view)

    def centre(self, view: TableView[Any]) -> Centre:
        """Return the latest events of the hand as notes."""
        return Centre(notes=self._sentences(view)[-STORY_MAX:])

    def at_seat(self, view: TableView[Any], seat: Seat) -> AtSeat:
        """Return the seat's open cards, and its gain by the hand."""
        gain = next((each.amount for each in view.gains if each.seat == seat), 0)
        cards = () if seat == view.viewer else self._cards(view, seat)
        return AtSeat(makes=" ".join(map(shown, cards)), gain=gain)

    def own(self, view: TableView[Any], order: str = "") -> OwnBlock:  # noqa: ARG002
        """Return the viewer's cards in the game's notation."""
        cards = () if view.viewer is None else self._cards(view, view.viewer)
        return OwnBlock(texts=(" ".join(map(shown, cards)),) if cards else ())

    def ranks(self, view: TableView[Any]) -> Ranks:  # noqa: ARG002
        """Return an empty ranking."""
        return Ranks(())

    def result(self, view: TableView[Any]) -> Result:
        """Return the last sentence of the hand, and the cards that everybody sees at its end."""
        sentences = self._sentences(view)
        headline = sentences[-1].removesuffix(".") if sentences else super().result(view).headline
        gains = {each.seat: each.amount for each in view.gains}
        open_cards = {seat: self._cards(view, seat) for seat in gains}
        hands = (
            HandLaid(seat, (), " ".join(map(shown, cards)), gain=gains[seat], is_best=gains[seat] > 0)
            for seat, cards in open_cards.items()
            if cards
        )
        return Result(headline, tuple(hands))

    def stacks(self, view: TableView[Any]) -> Mapping[Seat, int]:
        """Return the stacks from the view's lines; empty if the view has none."""
        if view.hand is None or view.is_resting:
            return {}
        lines = getattr(view.hand, "lines", ())
        return {line.seat: line.stack for line in lines if hasattr(line, "stack")}

    def face(self, offer: Offer[Any], view: TableView[Any]) -> ButtonLook:  # noqa: ARG002
        """Return a button with the offer's label, or with its key."""
        label = self._labels.get(offer.key)
        return ButtonLook(_(label) if label else offer.key.replace("_", " ").capitalize())

    def best(self, hand: BestHand) -> str:
        """Return the cards in the game's notation."""
        return " ".join(map(shown, hand.cards))

    def laid_out(self, hand: BestHand) -> tuple[Lane, str]:
        """Return the cards as a lane, and in the game's notation."""
        tiles = tuple(Tile("", card=each, name=each) for each in hand.cards)
        return Lane(tiles, name=self.best(hand)), self.best(hand)

    def kinds(self, counts: Mapping[str, int]) -> tuple[Kind, ...]:  # noqa: ARG002
        """Return no kinds."""
        return ()

    def deeds(self, counts: Mapping[str, int]) -> str:  # noqa: ARG002
        """Return no deeds."""
        return ""

    def _sentences(self, view: TableView[Any]) -> tuple[str, ...]:
        """Return the sentences of the game's own events."""
        events = (each for each in view.story if isinstance(each, self.game.types.event))
        return tuple(filter(None, (self.event(each, view) for each in events)))

    def _cards(self, view: TableView[Any], seat: Seat) -> tuple[str, ...]:
        """Return the cards that the view shows in a seat's line."""
        deck = {*self.game.whole_deck}
        lines = getattr(view.hand, "lines", ())
        seat_lines = (line for line in lines if getattr(line, "seat", None) == seat)
        return tuple(each for line in seat_lines for each in _texts(line) if each in deck)


def _texts(value: object) -> Iterator[str]:
    """Yield all strings within a value: of tuples, sets and dataclasses, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset):
        for each in sorted(value) if isinstance(value, frozenset) else value:
            yield from _texts(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _texts(getattr(value, each.name))
