"""What the bot asks of a game's screens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from bot.screens.core.emojis import marked
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.screen import Button, Choice, Row, Screen, Style
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from games.engine.core.deeds import BestHand
from games.engine.core.errors import NotOffered
from games.engine.core.game import Level, Seat
from games.engine.core.moves import PlayerOut
from games.engine.core.offers import Number, Offer, Pick, Split
from games.engine.core.sentences import phrase
from games.engine.table.views import Question, TableView

V = TypeVar("V")
ButtonRow: TypeAlias = Literal["first", "last", "menu", "nowhere"]
"""With what goes on, apart from that, in the table's menu, or nowhere: another button does the same."""


@dataclass(frozen=True, slots=True)
class Face:
    """How an offer's button looks."""

    label: str
    style: Style = "main"
    emoji: str | None = None
    asks: str | None = None
    """A question to confirm, for what cannot be undone."""
    form: str = ""
    """The title of the form for a number, where the button does not say it."""
    row: ButtonRow = "first"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of hand in somebody's record: how many there were, and how many chance would make of all.

    `deeds` are the words by which it is counted. Of some kinds chance says nothing.
    """

    name: str
    deeds: tuple[str, ...]
    count: int
    usual: float | None


def kinds_of(
    chances: Iterable[tuple[str, tuple[str, ...], float | None]], counts: Mapping[str, int]
) -> tuple[Kind, ...]:
    """Kinds with their names, words and chances, in a record where these are counted."""
    listed = [(*each, sum(counts.get(deed, 0) for deed in each[1])) for each in chances]
    whole = sum(count for *_, count in listed)
    return tuple(
        Kind(name, deeds, count, None if chance is None else whole * chance)
        for name, deeds, chance, count in listed
    )


class GameScreen(Protocol):
    """The words and pictures of one game, with defaults for what only some games need."""

    command: str
    """The group of slash commands that open its tables."""
    rules_page: str
    """The name of its page of rules, as `bot/text/rule_pages.py` finds it."""
    emoji: str
    accent: int
    credit: str
    """The game's author and year, as its own text names them, as a message id."""
    intro: str
    """What this game is, in two sentences."""
    own: str = phrase("My cards")
    """The button that opens the panel."""
    own_title: str = phrase("Your cards")
    """The panel's title."""
    is_private: bool = True
    """Whether what is asked is answered on the panel, beside the viewer's own cards."""
    thinks: str = phrase("{name} looks at the cards …")
    """What house players do while they think."""
    by_chance: str
    """What stands beside the hands in somebody's record, and why luck is told of it or not."""
    untold: tuple[type, ...] = ()
    """Events that the table itself shows, so that no line tells them."""
    told_by_result: tuple[type, ...] = ()
    """Events of a hand's end, which its result tells."""
    weighty: tuple[type, ...] = (PlayerOut,)
    """Events that say who is out: told until the next result, however much else is."""
    orders: Mapping[str, str] = {}
    """The orders in which a player's cards can be shown, usual one first, with their buttons' labels."""
    newcomer: str = phrase("You are dealt in from the next hand.")
    """What the panel says to players who are not in the hand."""
    tells_news: bool = False
    """Whether a press can show something on the panel only: see `has_news`."""

    own_words: Mapping[str, str] = {}
    """What this game says instead of texts that all games share."""

    def says(self, text: str) -> str:
        """A text that all games share, in this game's words."""
        return _(self.own_words.get(text, text))

    def hands(self, count: int) -> str:
        """So many hands, as this game calls them."""
        return ngettext("{count} hand", "{count} hands", count).format(count=number(count))

    def hands_won(self, count: int) -> str:
        """So many of them won."""
        return ngettext("{count} hand won", "{count} hands won", count).format(count=number(count))

    @abstractmethod
    def event(self, event: Any, view: TableView[Any]) -> str:
        """One line on an event; empty if nothing needs to be said."""

    @abstractmethod
    def body(self, view: TableView[Any]) -> tuple[str, ...]:
        """The current hand, as lines of Markdown."""

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

    def headline(self, view: TableView[Any]) -> str:
        """The result of a hand in a few words, as a title."""
        return _("hand {number} is over").format(number=view.hands)

    def result(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Why the hand ended as it did: the cards that made it, and the step that decided."""
        return ()

    def gained_beside(self, view: TableView[Any]) -> frozenset[Seat]:  # noqa: ARG002
        """Those whose plus and minus the result tells beside their hands."""
        return frozenset()

    def rest(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """What still lies on the table between two hands."""
        return ()

    def recap(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """What stays of the last hand above the question, where the next one begins at once."""
        return ()

    def read_out(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """What is read out to the table, in small lines below the buttons."""
        return ()

    def alone(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """All that somebody without opponents has, during the hand and after it."""
        return ()

    @abstractmethod
    def at_seat(self, view: TableView[Any], seat: Seat) -> str:
        """What everybody sees of one seat in the current hand; empty if nothing."""

    def badge(self, view: TableView[Any], seat: Seat) -> str:  # noqa: ARG002
        """The emoji before a player's name; empty in words."""
        return marked(f"seat_{seat}", "")

    def at_stake(self, view: TableView[Any], stake: Callable[[int], str]) -> str:  # noqa: ARG002
        """What a challenge can cost its loser; `stake` puts an amount into words."""
        return ""

    def lasts(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """How long a game of those who sit there will be; empty if that is up to them."""
        return ""

    def posted(self, level: Level) -> str:
        """What a hand costs at a tournament's level; empty if nothing."""
        said = []
        if level.ante:
            said.append(_("ante {ante}").format(ante=number(level.ante)))
        if level.big_blind:
            said.append(
                _("blinds {small}/{big}").format(small=number(level.small_blind), big=number(level.big_blind))
            )
        return ", ".join(said)

    def levels(self) -> str:
        """What the numbers of a tournament's levels mean, if that needs saying."""
        return ""

    def found(self, rules: Any) -> str:  # noqa: ARG002
        """What all tables of a tournament share beside their house rules; empty if nothing."""
        return ""

    def is_told(self, view: TableView[Any]) -> bool:
        """Whether how a hand came out is what there is to see now."""
        return view.is_resting or view.phase == "closed"

    def picture(self, view: TableView[Any]) -> Picture | None:  # noqa: ARG002
        """The hand as a picture: the viewer's own cards, or for a spectator all that lies open."""
        return None

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

    def board(self, view: TableView[Any], question: Question | None) -> tuple[Row, ...]:  # noqa: ARG002
        """The game's own rows of buttons, enabled for whoever is asked the question."""
        return ()

    def buttons(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """The game's own buttons that answer no offer, for the table's message and the panel."""
        return ()

    def beats(self, view: TableView[Any]) -> Screen:  # noqa: ARG002
        """What beats what, for games with a button that asks; `NotOffered` in others."""
        raise NotOffered

    def has_news(self, view: TableView[Any]) -> bool:  # noqa: ARG002
        """Whether the viewer's press has just shown something on their panel only."""
        return False

    @abstractmethod
    def best(self, hand: BestHand) -> str:
        """A hand in somebody's record: its cards, and what it is."""

    @abstractmethod
    def laid_out(self, hand: BestHand) -> tuple[Lane, str]:
        """The same for a picture: its tiles and what they are, and the cards in words."""

    @abstractmethod
    def kinds(self, counts: Mapping[str, int]) -> tuple[Kind, ...]:
        """The kinds of hands that a record counts, best first, each beside what chance would give."""

    @abstractmethod
    def deeds(self, counts: Mapping[str, int]) -> str:
        """What the game turns on, as often as somebody's record says; empty if nothing of it happened."""

    def over_asides(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """What stands on a panel above the buttons for what can be said beside the play; may be empty."""
        return ""

    def over_answers(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """What stands on a panel above the buttons that answer what is asked; may be empty."""
        return ""

    def in_hand(self, view: TableView[Any], order: str = "") -> str:  # noqa: ARG002
        """The viewer's own cards during a hand, in one of the `orders`; empty if there are none.

        Where a picture carries them they are told only in its description.
        """
        return ""

    def own_ending(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """What only a player sees of how their hand came out, on their panel before the result."""
        return ()

    @abstractmethod
    def panel(self, view: TableView[Any]) -> tuple[str, ...]:
        """What only a viewer in the hand sees, beside the cards `in_hand`, as lines of Markdown."""


def hand_of(view: TableView[V]) -> V:
    """The hand under way, or the last one where none is; asked only where there was one."""
    assert view.hand is not None
    return view.hand
