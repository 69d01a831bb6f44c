"""The presenter of a game, which the bot calls for its texts: tables, hands, records and tournaments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from bot.custom_ids import table_id
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.screen import (
    ActionRow,
    Button,
    Form,
    Part,
    Screen,
    SelectOption,
    Style,
    Text,
    TextField,
    say,
)
from bot.screens.core.table_blocks import NO_CARDS, AtSeat, Centre, OwnBlock, Ranks, Result, Side
from bot.screens.core.tiles import Field, Track
from bot.text.translate import GROUPED, _, change, ngettext, number, quoted, shown
from games.engine.betting.bets import PlayerBusted
from games.engine.core.errors import (
    N_,
    AddressedTemplate,
    NotOffered,
    PluralTemplate,
    Templated,
    template_values,
)
from games.engine.core.game import Level, Seat
from games.engine.core.hand_stats import BestHand
from games.engine.core.offers import NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.events import CalledOff, GameOver, RuleSet, TableEvent
from games.engine.table.views import Question, TableView
from storage.play.postings import ELSEWHERE, Posting, is_server

V = TypeVar("V")
ABOUT = ("seat", "dealer", "winner", "caller")
"""Fields that name the people of an event."""
REFUSED = 0xB0413E
"""The accent colour of a refusal."""

UNSURE = N_("No choice of yours made a difference that I can be sure of.")
"""The answer if there is nothing to choose again; card games add which choices are weighed (TB-26)."""


class TablePresenter(Protocol):
    """A presenter of a game's tables, whatever lies on them."""

    command: str
    """The group of slash commands that open its tables."""
    rules_page: str
    """The name of its page of rules, as `bot/screens/learn/rules.py` finds it."""
    emoji: str
    sign: str
    """The sprite instead of the emoji, which not every machine has."""
    accent: int
    credit: str
    """The game's author and year, as its own text names them, as a message id."""
    intro: str
    """A description of the game in two sentences."""
    own_button: str = N_("My cards")
    """The label of the button that opens the panel."""
    own_title: str = N_("Your cards")
    """The panel's title."""
    is_private: bool = True
    """True if questions are answered on the panel, beside the viewer's own cards."""
    newcomer: str = N_("You are dealt in from the next hand.")
    """The panel's text for players who are not in the hand."""
    own_words: Mapping[str, str] = {}
    """This game's texts that replace texts of all games."""

    def reword(self, text: str) -> str:
        """Return a text that all games share, in this game's words."""
        return _(self.own_words.get(text, text))

    def hands(self, count: int) -> str:
        """Return a number of hands, with this game's word for them."""
        return ngettext("{count} hand", "{count} hands", count).format(count=number(count))

    def hands_won(self, count: int) -> str:
        """Return a number of hands won."""
        return ngettext("{count} hand won", "{count} hands won", count).format(count=number(count))

    def at_stake(self, view: TableView[Any], stake: Callable[[int], str]) -> str:  # noqa: ARG002
        """Return the possible loss in a challenge; `stake` formats an amount."""
        return ""

    def lasts(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return the length of a game of the seated players; empty if it is up to them."""
        return ""


ButtonRow: TypeAlias = Literal["first", "last", "typed", "menu", "nowhere"]
"""The position of a button.

`first`: among the answers that go on. `last`: in a row apart. `typed`: among those that go on for suggested
numbers, and in the table's menu for any number. `menu`: in the menu. `nowhere`: another button does the same.
"""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """The look of an offer's button."""

    label: str
    style: Style = "main"
    emoji: str | None = None
    asks: str | None = None
    """A question to confirm, if the act cannot be undone; or the question that comes first."""
    first: str = ""
    """The key of the offer that has to be answered first."""
    form: str = ""
    """The title of the form for a number, if the button does not say it."""
    row: ButtonRow = "first"


class HandPresenter(Protocol):
    """A presenter of a hand as blocks and text, with defaults for the parts that only some games need."""

    names_seats: bool = False
    """True if its field names seats by their numbers."""
    thinks: str = N_("{name} looks at the cards …")
    """The text while house players think."""
    untold: tuple[type, ...] = ()
    """Events that the table itself shows, so that no line tells them."""
    told_by_result: tuple[type, ...] = ()
    """Events of a hand's end, which its result tells."""
    ends: tuple[type, ...] = ()
    """Events of a hand's result: in the next hand, nothing before them is told."""
    weighty: tuple[type, ...] = (PlayerBusted,)
    """Events of a player going out: told until the next result, however much else is."""
    orders: Mapping[str, str] = {}
    """The orders in which a player's cards can be shown, the default first, with their buttons' labels."""
    tells_news: bool = False
    """True if a press can show something on the panel only: see `has_news`."""

    @abstractmethod
    def event(self, event: Any, view: TableView[Any]) -> str:
        """Return one line on an event; empty if nothing needs to be said."""

    def centre(self, view: TableView[Any]) -> Centre:  # noqa: ARG002
        """Return the middle of the table in the current hand."""
        return Centre()

    def field(self, view: TableView[Any], question: Question | None) -> Field | None:  # noqa: ARG002
        """Return the game's field, with the action of each place for the player to act on the question."""
        return None

    def raise_range(self, view: TableView[Any]) -> Any:  # noqa: ARG002
        """Return the `RaiseRange` of the viewer's bet or raise; None if there is none to make now."""
        return None

    def sides(self, view: TableView[Any]) -> tuple[Side, ...]:  # noqa: ARG002
        """Return the two sides between which the viewer's coins are split; empty in most games."""
        return ()

    def track(self, view: TableView[Any]) -> Track | None:  # noqa: ARG002
        """Return a number that moves during the hand."""
        return None

    @abstractmethod
    def at_seat(self, view: TableView[Any], seat: Seat) -> AtSeat:
        """Return the public state of one seat in the current hand."""

    def own(self, view: TableView[Any], order: str = "") -> OwnBlock:  # noqa: ARG002
        """Return the private cards of a viewer in the hand, in one of the `orders`."""
        return NO_CARDS

    @abstractmethod
    def ranks(self, view: TableView[Any]) -> Ranks:
        """Return the ranking under these house rules, with the viewer's hand marked."""

    def result(self, view: TableView[Any]) -> Result:
        """Return the result of the hand."""
        return Result(_("hand {number} is over").format(number=view.hands))

    def headline(self, view: TableView[Any]) -> str:
        """Return the same in a few words, as a title."""
        return self.result(view).headline

    def now(self, view: TableView[Any]) -> str:
        """Return the hand's number, for the title."""
        return _("hand {number}").format(number=view.hands)

    def asks(self, view: TableView[Any], question: Question) -> str:  # noqa: ARG002
        """Return the question to the only player to act: "Your throw"."""
        return _("Your turn")

    def cost(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return the price of going on for the player to act; empty if it is free."""
        return ""

    def card(self, written: str) -> str:
        """Return a card as it is written on a screen."""
        return written

    def card_words(self) -> Mapping[str, str]:
        """Return the names of all cards by their sprites; empty in games without cards."""
        return {}

    def in_a_line(self, written: Sequence[str]) -> str:
        """Return several cards as they are written here."""
        return " ".join(map(self.card, written))

    def in_short(self, written: Sequence[str]) -> str:
        """Return the same in as few words as possible."""
        return self.in_a_line(written)

    def recap(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the rest of the last hand above the question, if the next one begins at once."""
        return ()

    def read_out(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return texts that are read out to the table, in small lines below the buttons."""
        return ()

    def alone(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the whole screen of a player without opponents, during the hand and after it."""
        return ()

    def is_told(self, view: TableView[Any]) -> bool:
        """Return True if the result of a hand is the current screen."""
        return view.is_resting or view.phase == "closed"

    def stacks(self, view: TableView[Any]) -> Mapping[Seat, int]:
        """Return each seat's stack at this moment of the hand; between two hands the table knows."""
        if view.hand is None or view.is_resting:
            return {}
        return {line.seat: line.stack for line in view.hand.lines}

    @abstractmethod
    def face(self, offer: Offer[Any], view: TableView[Any]) -> ButtonLook:
        """Return an offer's button; for a number, without the number."""

    def mark(
        self, offer: NumberOffer[Any] | SplitOffer[Any], number: int, view: TableView[Any]
    ) -> ButtonLook:
        """Return the button of one of an offer's suggested amounts."""
        face = self.face(offer, view)
        return replace(face, label=f"{face.label} {number}")

    def marks(self, offer: NumberOffer[Any] | SplitOffer[Any], view: TableView[Any]) -> tuple[int, ...]:  # noqa: ARG002
        """Return the amounts with buttons of their own."""
        return offer.marks

    def line(self, offer: PickOffer[Any], index: int, view: TableView[Any]) -> SelectOption:  # noqa: ARG002
        """Return one of an offer's choices as a line, with the facts that the viewer needs."""
        return SelectOption(offer.choices[index], str(index))

    def listed(self, offer: PickOffer[Any], view: TableView[Any]) -> Sequence[int]:  # noqa: ARG002
        """Return an offer's choices by their index, in the order in which they are listed."""
        return range(len(offer.choices))

    def side(self) -> str:
        """Return the name of the first of the two sides of a split."""
        return ""

    def buttons(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """Return the game's own buttons that answer no offer, for the table's message and the panel."""
        return ()

    def menu(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """Return the game's own buttons in a table's menu, for all viewers there."""
        return ()

    def beats(self, view: TableView[Any]) -> Screen:  # noqa: ARG002
        """Return the ranking, for games with a button for it. Raises `NotOffered` in others."""
        raise NotOffered

    def has_news(self, view: TableView[Any]) -> bool:  # noqa: ARG002
        """Return True if the viewer's press has just shown something on their panel only."""
        return False

    def over_asides(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return a panel's text above the buttons for acts beside the play; may be empty."""
        return ""

    def over_answers(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return a panel's text above the buttons that answer the question; may be empty."""
        return ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of hand in a record: the number of such hands, and the probability by chance.

    `deeds` are the tags by which it is counted. For some kinds the probability is unknown.
    """

    name: str
    deeds: tuple[str, ...]
    count: int
    usual: float | None


def kinds_of(
    chances: Iterable[tuple[str, tuple[str, ...], float | None]], counts: Mapping[str, int]
) -> tuple[Kind, ...]:
    """Return kinds with their names, tags and probabilities, in a record with these counts."""
    listed = [(*each, sum(counts.get(deed, 0) for deed in each[1])) for each in chances]
    whole = sum(count for *_, count in listed)
    return tuple(
        Kind(name, deeds, count, None if chance is None else whole * chance)
        for name, deeds, chance, count in listed
    )


@dataclass(frozen=True, slots=True)
class Lasting:
    """The texts about a game's lasting points: the title over the leaders, and the text without any."""

    title: str
    nobody: str
    has_prizes: bool = False


class RecordPresenter(Protocol):
    """A presenter of hands, kinds of hands and deeds, as they are counted."""

    by_chance: str
    """The note beside the hands in a record: why luck is told of the game or not."""
    most: str = N_("Biggest pot: {who}")
    """The recap's text about the biggest win in a hand."""
    lasting: Lasting | None = None
    """The texts about its points, if they last from game to game."""

    @abstractmethod
    def best(self, hand: BestHand) -> str:
        """Return a hand in a record: its cards, and its name."""

    @abstractmethod
    def laid_out(self, hand: BestHand) -> tuple[Lane, str]:
        """Return the same for a picture: its tiles and their meaning, and the cards as words."""

    @abstractmethod
    def kinds(self, counts: Mapping[str, int]) -> tuple[Kind, ...]:
        """Return the kinds of hands that a record counts, best first, each beside its probability."""

    @abstractmethod
    def deeds(self, counts: Mapping[str, int]) -> str:
        """Return the counts of the game's main deeds in a record; empty if there were none."""


@dataclass(frozen=True, slots=True)
class HandLength:
    """The pace of a game's hands, by which a tournament's length is estimated.

    A hand moves chips between its players: the sum of the squares of what they win and lose is `swing` times
    the square of the ante or big blind. Where most hands go all in, it is a share of all chips at the table
    instead, which falls with the square root of the stacks: `share` where a stack is one ante.
    """

    player_seconds: float = 20.0
    """The seconds that a hand takes for each player."""
    swing: float = 20.0
    share: float = 0.0


class TournamentPresenter(Protocol):
    """A presenter of a tournament's texts that depend on its game."""

    pace: HandLength = HandLength()
    """The pace of its hands; swings and shares are measured on house players."""

    def posted(self, level: Level) -> str:
        """Return the antes and blinds of a tournament's level; empty without any."""
        said = []
        if level.ante:
            said.append(_("ante {ante}").format(ante=number(level.ante)))
        if level.big_blind:
            said.append(
                _("blinds {small}/{big}").format(small=number(level.small_blind), big=number(level.big_blind))
            )
        return ", ".join(said)

    def levels(self) -> str:
        """Return the meaning of the numbers of a tournament's levels, if it needs saying."""
        return ""

    def found(self, rules: Any) -> str:  # noqa: ARG002
        """Return the common state of all tables of a tournament beside their house rules; empty if none."""
        return ""


class GamePresenter(TablePresenter, HandPresenter, RecordPresenter, TournamentPresenter, Protocol):
    """The whole presenter of a game."""


ActionOf: TypeAlias = Callable[[int], str]
"""Returns the custom_id of a button that gives an answer, by its number."""


class DailyPresenter(Protocol):
    """A presenter of one game's deal of the day."""

    how: str
    """The way in which its answers are graded, in a line."""

    def cards(self, deal: Any) -> str:  # noqa: ARG002
        """Return the dealt cards for messages without a picture; empty if there are none."""
        return ""

    def picture(self, deal: Any) -> Picture | None:  # noqa: ARG002
        """Return the same as a picture."""
        return None

    @abstractmethod
    def dealt(self, deal: Any) -> tuple[str, ...]:
        """Return further facts of the deal, in lines."""

    @abstractmethod
    def asks(self, deal: Any, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """Return the question and its controls; `pick` is the custom_id of a select for an answer in parts.

        The parts selected there are `picked`, and can be confirmed.
        """

    def picked(self, deal: Any, places: Sequence[int]) -> int:  # noqa: ARG002
        """Return the number of the answer picked in the select. Raises `NotOffered` if there is none."""
        raise NotOffered

    @abstractmethod
    def told(self, deal: Any, answer: int) -> str:
        """Return an answer in a few words, as an order."""

    @abstractmethod
    def worth(self, worth: int) -> str:
        """Return an answer's value, to follow its words."""


def hand_of(view: TableView[V]) -> V:
    """Return the hand under way, or the last one between hands; called only after the first began."""
    assert view.hand is not None
    return view.hand


def happened(event: Any, view: TableView[Any], face: GamePresenter) -> str:
    """Return one line on a public event; empty if nothing needs to be said."""
    match event:
        # Without people a table ends like one without players.
        case GameOver(winner=None) if view.present and all(each.player is None for each in view.present):
            return _("Only house players are left: the game is over.")
        case CalledOff(reason=reason):
            words = face.own_words.get(event.template, event.template)
            return filled(words, event, view, why=f": {quoted(because(reason))}" if reason else "")
        case RuleSet(rule=rule, choice=choice):
            return render_event(event, view, rule=_(rule), choice=_(choice))
        case _ if isinstance(event, TableEvent):
            return render_event(event, view)
        case _:
            return face.event(event, view)


def render_event(event: Templated, view: TableView[Any], **written: str | int) -> str:
    """Return an event's sentence with its facts filled in; `written` replaces some of them."""
    return filled(event.template, event, view, **written)


def filled(sentence: str, event: Templated, view: TableView[Any], **written: str | float) -> str:
    """Return a sentence with the facts of an event, with numbers as the reader's language writes them."""
    told = template_values(event)
    subject = next((told[about] for about in ABOUT if about in told), None)
    if isinstance(sentence, AddressedTemplate) and view.viewer is not None and subject == view.viewer:
        sentence = sentence.you
    words = worded(sentence, told)
    if "{name}" in words and "name" not in written:
        subjects = [told[about] for about in ABOUT if about in told]
        written["name"] = shown(view.name(subjects[0]))
    for name, fact in told.items():
        # Any text that a user may have written is escaped here, so that no screen can forget it.
        written.setdefault(name, shown(fact) if isinstance(fact, str) else fact)
    for name, fact in written.items():
        if isinstance(fact, float):
            # Floats are values of answers.
            written[name] = change(fact, 1)
        elif isinstance(fact, int) and fact >= GROUPED:
            written[name] = number(fact)
    return words.format_map(written)


def worded(sentence: str, told: Mapping[str, Any]) -> str:
    """Return a sentence in the current language, in the plural form of its number if it counts something."""
    if isinstance(sentence, PluralTemplate):
        return ngettext(sentence, sentence.many, told[sentence.fact])
    return _(sentence)


def because(reason: str) -> str:
    """Return the reason for a closing or calling off: a user's text, or one of ours."""
    return shown(_(reason))


def address(server: int, channel: int, message: int | None) -> str:
    """Return the URL of a message, or of its channel while it is not there yet."""
    where = f"https://discord.com/channels/{server if is_server(server) else '@me'}/{channel}"
    return where if message is None else f"{where}/{message}"


def link(posting: Posting) -> str | None:
    """Return the URL of a table's message, if it has one."""
    if posting.message is None or posting.server == ELSEWHERE:
        # The id of a foreign server is not stored, and without it there is no link.
        return None
    return address(posting.server, posting.channel, posting.message)


def with_link(words: str, label: str, where: str | None) -> Screen:
    """Return text, and a button that leads to a URL if there is one."""
    button = () if where is None else (ActionRow((Button(label, where, is_link=True),)),)
    return Screen((Text(words), *button))


def moved(posting: Posting) -> Screen:
    """Return the text that replaces an older copy of a table's message."""
    words = _("Table {number} goes on in a newer message.").format(number=posting.id)
    return with_link(words, _("Go to the table"), link(posting))


def closed_note(posting: Posting) -> Screen:
    """Return the note that a table is closed, or closes after its hand or round (TB-10)."""
    words = (
        _("Table {number} is closed.") if posting.is_over else _("Table {number} closes when this is over.")
    )
    return say(words.format(number=posting.id))


def sure(asks: str, yes: Button, table: int = 0) -> Screen:
    """Return a question before an irreversible act; *No* leads back to the panel of a table, if any."""
    return Screen((Text(asks), ActionRow((yes, Button(_("No"), table_id(table, "no"))))))


def reason_form(title: str, action: str, says: str, length: int, *, is_needed: bool = False) -> Form:
    """Return a form for a reason before an irreversible act."""
    why = TextField("text", _("Reason"), description=says, length=length, is_needed=is_needed)
    return Form(title, action, (why,))


def refusal(sentence: str, what: str = "") -> Screen:
    """Return the reason of a refusal; `what` is the refused field or option."""
    return say(f"**{what}** — {sentence}" if what else sentence, accent=REFUSED)


def refused_form(sentence: str, what: str, mark: str) -> Screen:
    """Return the same for a form, with a way back to it."""
    again = Button(_("Try again"), table_id(0, "retype", mark), "main")
    said = refusal(sentence, what)
    return replace(said, parts=(*said.parts, ActionRow((again,))))
