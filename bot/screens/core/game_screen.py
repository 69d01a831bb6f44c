"""What a game's screens are to the rest of the bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.screens.core.screen import Button, Row, Style
from bot.text.translate import _
from games.engine.core.game import Level, Seat
from games.engine.core.offers import Number, Offer, Pick, Split
from games.engine.core.sentences import phrase
from games.engine.table.views import TableView

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Face:
    """How a button for an offer looks."""

    label: str
    style: Style = "main"
    emoji: str | None = None
    asks: str | None = None
    """A question to be asked once more, for what cannot be taken back lightly."""


class GameScreen(Protocol):
    """The words and pictures of one game; what only some games need has a plain answer here."""

    command: str
    """The group of slash commands that open its tables."""
    rules_page: str
    """The name of its page of rules, as `bot/text/rule_pages.py` finds it."""
    emoji: str
    accent: int
    credit: str
    """Whose game it is, as its own text names them."""
    orders: Mapping[str, str] = {}
    """The orders in which the own cards can be shown, the usual one first, and what their buttons say."""
    newcomer: str = phrase("You are dealt in from the next hand.")
    """What the panel says to whoever sits there and is not in the hand."""
    tells_news: bool = False
    """Whether a press may show something that stands on the own panel alone: see `has_news`."""

    def event(self, event: Any, view: TableView[Any]) -> str:
        """One line on what happened, empty where it goes without saying."""
        ...

    def body(self, view: TableView[Any]) -> tuple[str, ...]:
        """The hand under way as a whole, as lines of Markdown."""
        ...

    def ending(self, _view: TableView[Any]) -> tuple[str, ...]:
        """How the hand with which a game ended came out, where its events do not say all of it."""
        return ()

    def at_seat(self, view: TableView[Any], seat: Seat) -> str:
        """What everybody sees of one seat in the hand under way; empty where there is nothing to see."""
        ...

    def at_stake(self, view: TableView[Any], stake: Callable[[int], str]) -> str:  # noqa: ARG002
        """What a challenge to one hand may cost its loser; `stake` puts an amount into words."""
        return ""

    def posted(self, level: Level) -> str:
        """What a hand costs at a level of a tournament; empty where it costs nothing."""
        said = []
        if level.ante:
            said.append(_("ante {ante}").format(ante=level.ante))
        if level.big_blind:
            said.append(_("blinds {small}/{big}").format(small=level.small_blind, big=level.big_blind))
        return ", ".join(said)

    def levels(self) -> str:
        """What the numbers of a tournament's levels mean, where that does not go without saying."""
        return ""

    def found(self, rules: Any) -> str:  # noqa: ARG002
        """What all tables of a tournament share beyond the choice of house rules; empty where nothing."""
        return ""

    def stacks(self, view: TableView[Any]) -> Mapping[Seat, int]:
        """What lies before each seat at this moment of the hand; between two hands the table knows."""
        if view.hand is None or view.is_resting:
            return {}
        return {line.seat: line.stack for line in view.hand.lines}

    def face(self, offer: Offer[Any], view: TableView[Any]) -> Face:
        """How to show an offer; one of a number, without that number."""
        ...

    def mark(self, offer: Number[Any], number: int, view: TableView[Any]) -> str:
        """What stands on the button for one of an offer's marks."""
        return f"{self.face(offer, view).label} {number}"

    def line(self, offer: Pick[Any], index: int, view: TableView[Any]) -> str:  # noqa: ARG002
        """How one of an offer's choices is written, with what the viewer should know of it."""
        return offer.choices[index]

    def wager(self, offer: Split[Any], amount: int, view: TableView[Any]) -> str:
        """What an amount is called, however it is split."""
        return f"{self.face(offer, view).label} {amount}"

    def split(self, offer: Split[Any], amount: int, part: int | None, view: TableView[Any]) -> str:
        """What stands on the button for an amount; without a part it is split as usual."""
        given = "" if part is None else f" ({part} + {amount - offer.laid - part})"
        return f"{self.wager(offer, amount, view)}{given}"

    def side(self) -> str:
        """What the first of the two sides is called between which coins are split."""
        return ""

    def board(self, view: TableView[Any], actions: Mapping[str, str]) -> tuple[Row, ...]:  # noqa: ARG002
        """Rows of buttons of the game’s own; `actions` are the custom_ids of what is offered, by key."""
        return ()

    def buttons(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """Buttons of the game’s own that answer no offer, for the table’s message and the panel."""
        return ()

    def has_news(self, view: TableView[Any]) -> bool:  # noqa: ARG002
        """Whether the viewer's press has just shown something that stands on the own panel alone."""
        return False

    def panel(self, view: TableView[Any], order: str = "") -> tuple[str, ...]:
        """What only a viewer in the hand sees, the cards in one of the `orders`, as lines of Markdown."""
        ...


def hand_of(view: TableView[V]) -> V:
    """The hand under way, or the last one where none is; asked only where there was one."""
    assert view.hand is not None
    return view.hand
