"""What the bot asks of a game's screens, its four faces, and what they have in common: events and notes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from bot.custom_ids import table_id
from bot.screens.core.blocks import NO_CARDS, AtSeat, Centre, Own, Ranks, Result
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.screen import Button, Choice, Form, Part, Row, Screen, Style, Text, TextField, say
from bot.screens.core.tiles import Field, Track
from bot.text.translate import GROUPED, _, change, ngettext, number, quoted, shown
from games.engine.betting.stakes import PlayerOut
from games.engine.core.errors import CountingSentence, NotOffered, Telling, facts, phrase
from games.engine.core.game import Level, Seat
from games.engine.core.offers import Number, Offer, Pick, Split
from games.engine.core.titles import BestHand
from games.engine.table.events import CalledOff, GameOver, TableEvent
from games.engine.table.views import Question, TableView
from storage.play.postings import ELSEWHERE, Posting, is_server

V = TypeVar("V")
ABOUT = ("seat", "dealer", "winner", "caller")
"""Fields that name the people of an event."""
REFUSED = 0xB0413E
"""The edge of a refusal."""


class TableFace(Protocol):
    """What a game's tables have in common, whatever lies on them."""

    command: str
    """The group of slash commands that open its tables."""
    rules_page: str
    """The name of its page of rules, as `bot/screens/learn/rules.py` finds it."""
    emoji: str
    sign: str
    """The sprite that stands for it where not every machine has such an emoji."""
    accent: int
    credit: str
    """The game's author and year, as its own text names them, as a message id."""
    intro: str
    """What this game is, in two sentences."""
    own_button: str = phrase("My cards")
    """The button that opens the panel."""
    own_title: str = phrase("Your cards")
    """The panel's title."""
    is_private: bool = True
    """Whether what is asked is answered on the panel, beside the viewer's own cards."""
    newcomer: str = phrase("You are dealt in from the next hand.")
    """What the panel says to players who are not in the hand."""
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

    def at_stake(self, view: TableView[Any], stake: Callable[[int], str]) -> str:  # noqa: ARG002
        """What a challenge can cost its loser; `stake` puts an amount into words."""
        return ""

    def lasts(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """How long a game of those who sit there will be; empty if that is up to them."""
        return ""


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
    ends: tuple[type, ...] = ()
    """Events that say how a hand came out: in the next, nothing that was played before them is told."""
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

    def listed(self, offer: Pick[Any], view: TableView[Any]) -> Sequence[int]:  # noqa: ARG002
        """An offer's choices by their index, in the order in which they are listed."""
        return range(len(offer.choices))

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


@dataclass(frozen=True, slots=True)
class Lasting:
    """What is said of a game's points that last: over those who have most, and where nobody has any."""

    title: str
    nobody: str
    has_prizes: bool = False


class RecordFace(Protocol):
    """Hands, kinds of hands and deeds, as they are counted."""

    by_chance: str
    """What stands beside the hands in somebody's record, and why luck is told of it or not."""
    most: str = phrase("Biggest pot: {who}")
    """What an evening says of the most that anybody won by a hand."""
    lasting: Lasting | None = None
    """What is said of its points, if they last from game to game."""

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


class TournamentFace(Protocol):
    """The words of a tournament that only its game knows."""

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


class GameScreen(TableFace, HandFace, RecordFace, TournamentFace, Protocol):
    """All four faces of a game."""


ActionOf: TypeAlias = Callable[[int], str]
"""The custom_id of a button that gives an answer, by its number."""


class DailyFace(Protocol):
    """The words and buttons of one game's deal of the day."""

    how: str
    """How its answers are graded, in a line."""

    def cards(self, deal: Any) -> str:  # noqa: ARG002
        """The cards that were dealt, as they stand where there is no picture; empty if there are none."""
        return ""

    def picture(self, deal: Any) -> Picture | None:  # noqa: ARG002
        """The same as a picture."""
        return None

    @abstractmethod
    def dealt(self, deal: Any) -> tuple[str, ...]:
        """What else was dealt, and what has to be known of it, in lines."""

    @abstractmethod
    def asks(self, deal: Any, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """The question, and what can be pressed: `pick` is the custom_id of a select for an answer in parts.

        What was picked there is `picked`, and can be confirmed.
        """

    def picked(self, deal: Any, places: Sequence[int]) -> int:  # noqa: ARG002
        """The number of the answer that was picked in the select; `NotOffered` if there is none."""
        raise NotOffered

    @abstractmethod
    def told(self, deal: Any, answer: int) -> str:
        """An answer in a few words, as an order."""

    @abstractmethod
    def worth(self, worth: int) -> str:
        """What an answer is worth, after its words."""


def hand_of(view: TableView[V]) -> V:
    """The hand under way, or the last one where none is; asked only where there was one."""
    assert view.hand is not None
    return view.hand


def happened(event: Any, view: TableView[Any], face: GameScreen) -> str:
    """One line on a public event; empty if nothing needs to be said."""
    match event:
        # Without people a table goes on no more than without players.
        case GameOver(winner=None) if view.present and all(each.player is None for each in view.present):
            return _("Only house players are left: the game is over.")
        case CalledOff(reason=reason):
            words = face.own_words.get(event.says, event.says)
            return filled(words, event, view, why=f": {quoted(because(reason))}" if reason else "")
        case _ if isinstance(event, TableEvent):
            return tell(event, view)
        case _:
            return face.event(event, view)


def tell(event: Telling, view: TableView[Any], **written: str | int) -> str:
    """An event's sentence with its facts filled in; `written` replaces some of them."""
    return filled(event.says, event, view, **written)


def filled(sentence: str, event: Telling, view: TableView[Any], **written: str | float) -> str:
    """A sentence with the facts of an event, numbers as the reader's language writes them."""
    told = facts(event)
    words = worded(sentence, told)
    if "{name}" in words and "name" not in written:
        about = next(filter(told.__contains__, ABOUT))
        written["name"] = shown(view.name(told[about]))
    for name, fact in told.items():
        # Whatever a person may have said is harmless, whether a screen thought of it or not.
        written.setdefault(name, shown(fact) if isinstance(fact, str) else fact)
    for name, fact in written.items():
        if isinstance(fact, float):
            # What something is worth.
            written[name] = change(fact, 1)
        elif isinstance(fact, int) and fact >= GROUPED:
            written[name] = number(fact)
    return words.format_map(written)


def worded(sentence: str, told: Mapping[str, Any]) -> str:
    """A sentence in the current language, in the form that its number asks for if it counts something."""
    if isinstance(sentence, CountingSentence):
        return ngettext(sentence, sentence.many, told[sentence.fact])
    return _(sentence)


def because(reason: str) -> str:
    """The reason for a closing or calling off: a person's words, or one of ours."""
    return shown(_(reason))


def address(server: int, channel: int, message: int | None) -> str:
    """The address of a message, or of its channel while it is not there yet."""
    where = f"https://discord.com/channels/{server if is_server(server) else '@me'}/{channel}"
    return where if message is None else f"{where}/{message}"


def link(posting: Posting) -> str | None:
    """The address of a table's message, if it has one."""
    if posting.message is None or posting.server == ELSEWHERE:
        # Of a server without us its number is not kept, without which nothing leads there.
        return None
    return address(posting.server, posting.channel, posting.message)


def with_link(words: str, label: str, where: str | None) -> Screen:
    """Words, and a button that leads to an address if there is one."""
    button = () if where is None else (Row((Button(label, where, is_link=True),)),)
    return Screen((Text(words), *button))


def moved(posting: Posting) -> Screen:
    """What an older copy of a table's message says instead."""
    words = _("Table {number} goes on in a newer message.").format(number=posting.id)
    return with_link(words, _("Go to the table"), link(posting))


def closed_note(posting: Posting) -> Screen:
    """That a table is closed, or closes after its hand or round (TB-10)."""
    words = (
        _("Table {number} is closed.") if posting.is_over else _("Table {number} closes when this is over.")
    )
    return say(words.format(number=posting.id))


def sure(asks: str, yes: Button, table: int = 0) -> Screen:
    """A question before something that cannot be undone; *No* leads back to the panel of a table, if any."""
    return Screen((Text(asks), Row((yes, Button(_("No"), table_id(table, "no"))))))


def reason_form(title: str, action: str, says: str, length: int, *, is_needed: bool = False) -> Form:
    """Asks for a reason before something that cannot be undone."""
    why = TextField("text", _("Reason"), says=says, length=length, is_needed=is_needed)
    return Form(title, action, (why,))


def refusal(sentence: str, what: str = "") -> Screen:
    """Why something was not done; `what` is the field or option that cannot be taken."""
    return say(f"**{what}** — {sentence}" if what else sentence, accent=REFUSED)


def refused_form(sentence: str, what: str, mark: str) -> Screen:
    """The same of a form, with a way back to it."""
    again = Button(_("Try again"), table_id(0, "retype", mark), "main")
    said = refusal(sentence, what)
    return replace(said, parts=(*said.parts, Row((again,))))
