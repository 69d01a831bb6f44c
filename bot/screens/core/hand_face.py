"""A hand of a game: its blocks, what is asked of whom, what happened, and the buttons of all offers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias

from bot.screens.core.blocks import NO_CARDS, AtSeat, Centre, Own, Ranks, Result
from bot.screens.core.screen import Button, Choice, Screen, Style
from bot.screens.core.tiles import Field, Track
from bot.text.translate import _
from games.engine.core.errors import NotOffered, phrase
from games.engine.core.game import Seat
from games.engine.core.moves import PlayerOut
from games.engine.core.offers import Number, Offer, Pick, Split
from games.engine.table.views import Question, TableView

ButtonRow: TypeAlias = Literal["first", "last", "typed", "menu", "nowhere"]
"""With what goes on, apart from that, there for suggested numbers and in the table's menu for any, in the
menu, or nowhere: another button does the same."""


@dataclass(frozen=True, slots=True)
class Face:
    """How an offer's button looks."""

    label: str
    style: Style = "main"
    emoji: str | None = None
    asks: str | None = None
    """A question to confirm, for what cannot be undone; or what is asked for first."""
    first: str = ""
    """What has to be said beside the play before, by the key of its offer."""
    form: str = ""
    """The title of the form for a number, where the button does not say it."""
    row: ButtonRow = "first"


class HandFace(Protocol):
    """What a hand is as blocks and in words, with defaults for what only some games need."""

    names_seats: bool = False
    """Whether its field names seats by their numbers."""
    thinks: str = phrase("{name} looks at the cards …")
    """What house players do while they think."""
    untold: tuple[type, ...] = ()
    """Events that the table itself shows, so that no line tells them."""
    told_by_result: tuple[type, ...] = ()
    """Events of a hand's end, which its result tells."""
    weighty: tuple[type, ...] = (PlayerOut,)
    """Events that say who is out: told until the next result, however much else is."""
    orders: Mapping[str, str] = {}
    """The orders in which a player's cards can be shown, usual one first, with their buttons' labels."""
    tells_news: bool = False
    """Whether a press can show something on the panel only: see `has_news`."""

    @abstractmethod
    def event(self, event: Any, view: TableView[Any]) -> str:
        """One line on an event; empty if nothing needs to be said."""

    def centre(self, view: TableView[Any]) -> Centre:  # noqa: ARG002
        """The middle of the table in the current hand."""
        return Centre()

    def field(self, view: TableView[Any], question: Question | None) -> Field | None:  # noqa: ARG002
        """The game's field, with what pressing a place does for whoever is asked the question."""
        return None

    def track(self, view: TableView[Any]) -> Track | None:  # noqa: ARG002
        """A number that moves while the hand is played."""
        return None

    @abstractmethod
    def at_seat(self, view: TableView[Any], seat: Seat) -> AtSeat:
        """What everybody sees of one seat in the current hand."""

    def own(self, view: TableView[Any], order: str = "") -> Own:  # noqa: ARG002
        """What a viewer in the hand holds and alone sees, with the cards in one of the `orders`."""
        return NO_CARDS

    @abstractmethod
    def ranks(self, view: TableView[Any]) -> Ranks:
        """What beats what under these house rules, at what the viewer holds."""

    def result(self, view: TableView[Any]) -> Result:
        """How the hand came out."""
        return Result(_("hand {number} is over").format(number=view.hands))

    def headline(self, view: TableView[Any]) -> str:
        """The same in a few words, as a title."""
        return self.result(view).headline

    def now(self, view: TableView[Any]) -> str:
        """Which hand it is, for the title."""
        return _("hand {number}").format(number=view.hands)

    def asks(self, view: TableView[Any], question: Question) -> str:  # noqa: ARG002
        """What is asked of the one person whose turn it is: "Your throw"."""
        return _("Your turn")

    def cost(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """What going on costs whose turn it is; empty if it is free."""
        return ""

    def card(self, written: str) -> str:
        """A card as it is written on a screen."""
        return written

    def in_a_line(self, written: Sequence[str]) -> str:
        """Several cards as they are written here."""
        return " ".join(map(self.card, written))

    def in_short(self, written: Sequence[str]) -> str:
        """The same in as few words as can be."""
        return self.in_a_line(written)

    def recap(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """What stays of the last hand above the question, where the next one begins at once."""
        return ()

    def read_out(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """What is read out to the table, in small lines below the buttons."""
        return ()

    def alone(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """All that somebody without opponents has, during the hand and after it."""
        return ()

    def is_told(self, view: TableView[Any]) -> bool:
        """Whether how a hand came out is what there is to see now."""
        return view.is_resting or view.phase == "closed"

    def stacks(self, view: TableView[Any]) -> Mapping[Seat, int]:
        """What lies before each seat at this moment of the hand; between two hands the table knows."""
        if view.hand is None or view.is_resting:
            return {}
        return {line.seat: line.stack for line in view.hand.lines}

    @abstractmethod
    def face(self, offer: Offer[Any], view: TableView[Any]) -> Face:
        """An offer's button; for a number, without the number."""

    def mark(self, offer: Number[Any] | Split[Any], number: int, view: TableView[Any]) -> Face:
        """The button of one of an offer's suggested amounts."""
        face = self.face(offer, view)
        return replace(face, label=f"{face.label} {number}")

    def marks(self, offer: Number[Any] | Split[Any], view: TableView[Any]) -> tuple[int, ...]:  # noqa: ARG002
        """The amounts that have buttons of their own."""
        return offer.marks

    def line(self, offer: Pick[Any], index: int, view: TableView[Any]) -> Choice:  # noqa: ARG002
        """One of an offer's choices as a line, with what the viewer should know of it."""
        return Choice(offer.choices[index], str(index))

    def side(self) -> str:
        """The name of the first of the two sides of a split."""
        return ""

    def buttons(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """The game's own buttons that answer no offer, for the table's message and the panel."""
        return ()

    def menu(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """The game's own buttons in a table's menu, for anybody there."""
        return ()

    def beats(self, view: TableView[Any]) -> Screen:  # noqa: ARG002
        """What beats what, for games with a button that asks; `NotOffered` in others."""
        raise NotOffered

    def has_news(self, view: TableView[Any]) -> bool:  # noqa: ARG002
        """Whether the viewer's press has just shown something on their panel only."""
        return False

    def over_asides(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """What stands on a panel above the buttons for what can be said beside the play; may be empty."""
        return ""

    def over_answers(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """What stands on a panel above the buttons that answer what is asked; may be empty."""
        return ""
