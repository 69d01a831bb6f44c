"""What the bot asks of a game's screens, its four faces, and what they have in common: events and notes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias, TypeVar

from bot.custom_ids import table_id
from bot.screens.core.hand_face import HandFace
from bot.screens.core.picture import Picture
from bot.screens.core.record_face import RecordFace
from bot.screens.core.screen import Button, Form, Part, Row, Screen, Text, TextField, say
from bot.screens.core.table_face import TableFace
from bot.screens.core.tournament_face import TournamentFace
from bot.text.translate import GROUPED, _, change, ngettext, number, quoted, shown
from games.engine.core.errors import CountingSentence, NotOffered, Telling, facts
from games.engine.table.events import CalledOff, GameOver, TableEvent
from games.engine.table.views import TableView
from storage.play.postings import ELSEWHERE, Posting, is_server

V = TypeVar("V")
ABOUT = ("seat", "dealer", "winner", "caller")
"""Fields that name the people of an event."""
REFUSED = 0xB0413E
"""The edge of a refusal."""


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
    """That a table is closed, or closes after this hand (TB-10)."""
    words = _("Table {number} is closed.") if posting.is_over else _("Table {number} closes after this hand.")
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
