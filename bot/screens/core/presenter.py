"""The presenter of a game, which makes the game's texts: for tables, hands, records and tournaments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
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
    item,
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
from games.engine.core.values import dataclass
from games.engine.table.events import CalledOff, GameOver, RuleSet, TableEvent
from games.engine.table.views import Question, TableView
from storage.play.postings import ELSEWHERE, Posting, is_server

V = TypeVar("V")
ABOUT = ("seat", "dealer", "winner", "caller")
"""Fields of events that name a person, the subject of the sentence first."""
REFUSED = 0xB0413E
"""The accent colour of a refusal."""

UNSURE = N_("No choice of yours made a difference that I can be sure of.")
"""The text of an empty review; card games add which choices a review considers (TB-26)."""


class TablePresenter(Protocol):
    """A presenter of a game's tables, without their hands."""

    command: str
    """The group of slash commands that open its tables."""
    rules_page: str
    """The name of its page of rules, as `bot/screens/learn/rules.py` finds it."""
    emoji: str
    sign: str
    """The sprite that replaces the emoji, since not every machine has emojis."""
    accent: int
    credit: str
    """The game's author and year, as a message id."""
    intro: str
    """A description of the game in two sentences."""
    own_button: str = N_("My cards")
    """The label of the button that opens the panel."""
    own_title: str = N_("Your cards")
    """The panel's title."""
    is_private: bool = True
    """True if players answer on their panel, beside their own cards; False: on the table's message."""
    has_throws: bool = False
    """True if it is played in single throws, too (SH-14)."""
    newcomer: str = N_("You’ll be dealt in from the next hand.")
    """The panel's text for a player who joined during the hand."""
    own_words: Mapping[str, str] = {}
    """This game's replacements of texts that all games share."""

    def reword(self, text: str) -> str:
        """Return a shared text, or this game's replacement of it, translated."""
        return _(self.own_words.get(text, text))

    def hands(self, count: int) -> str:
        """Return a number of hands as text, in the game's own word for a hand."""
        return ngettext("{count} hand", "{count} hands", count).format(count=number(count))

    def hands_won(self, count: int) -> str:
        """Return a number of won hands as text."""
        return ngettext("{count} hand won", "{count} hands won", count).format(count=number(count))

    def at_stake(self, view: TableView[Any], stake: Callable[[int], str]) -> str:  # noqa: ARG002
        """Return the possible loss in a challenge as text; `stake` formats an amount."""
        return ""

    def lasts(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return how long a game of the seated players lasts, as text; empty if the players decide."""
        return ""


ButtonRow: TypeAlias = Literal["first", "last", "typed", "menu", "nowhere"]
"""The position of a button.

`first`: among the usual answers. `last`: in a separate row. `typed`: suggested numbers are among the usual
answers, and the form for any number is in the table's menu. `menu`: in the table's menu. `nowhere`: no
button, as another one does the same.
"""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """The look of an offer's button."""

    label: str
    style: Style = "main"
    emoji: str | None = None
    asks: str | None = None
    """The question that a press asks first: a confirmation, or the question of the offer in `first`."""
    first: str = ""
    """The key of another offer that has to be answered first."""
    form: str = ""
    """The title of the form for a number; empty: the label is the title."""
    row: ButtonRow = "first"


class HandPresenter(Protocol):
    """A presenter of a hand as blocks and text, with defaults for parts that only some games have."""

    names_seats: bool = False
    """True if the game's field shows seats by their numbers."""
    thinks: str = N_("{name} looks at the cards …")
    """The text while house players think."""
    untold: tuple[type, ...] = ()
    """Event types without a line, since the table shows their effect."""
    told_by_result: tuple[type, ...] = ()
    """Event types of a hand's end without a line, since the result tells them."""
    ends: tuple[type, ...] = ()
    """Event types of a hand's result: in the next hand, no earlier event is told."""
    weighty: tuple[type, ...] = (PlayerBusted,)
    """Event types that are told until the next result, however many other events follow."""
    orders: Mapping[str, str] = {}
    """The orders in which a player's cards can be sorted, with the buttons' labels; the default first."""
    tells_news: bool = False
    """True if the game implements `has_news`."""

    @abstractmethod
    def event(self, event: Any, view: TableView[Any]) -> str:
        """Return one line on an event; empty if nothing needs to be said."""

    def centre(self, view: TableView[Any]) -> Centre:  # noqa: ARG002
        """Return the middle of the table in the current hand."""
        return Centre()

    def field(self, view: TableView[Any], question: Question | None) -> Field | None:  # noqa: ARG002
        """Return the game's field; the question's answers are the actions of its places."""
        return None

    def raise_range(self, view: TableView[Any]) -> Any:  # noqa: ARG002
        """Return the `RaiseRange` of the viewer's bet or raise; None if they can make none now."""
        return None

    def sides(self, view: TableView[Any]) -> tuple[Side, ...]:  # noqa: ARG002
        """Return the two sides between which the viewer's coins are split; empty in most games."""
        return ()

    def track(self, view: TableView[Any]) -> Track | None:  # noqa: ARG002
        """Return the number that moves during the hand, for games with one."""
        return None

    @abstractmethod
    def at_seat(self, view: TableView[Any], seat: Seat) -> AtSeat:
        """Return the public state of one seat in the current hand."""

    def own(self, view: TableView[Any], order: str = "") -> OwnBlock:  # noqa: ARG002
        """Return the private cards of a viewer in the hand, sorted by one of the `orders`."""
        return NO_CARDS

    @abstractmethod
    def ranks(self, view: TableView[Any]) -> Ranks:
        """Return the ranking of hands under the table's house rules, with the viewer's hand marked."""

    def result(self, view: TableView[Any]) -> Result:
        """Return the result of the hand."""
        return Result(_("hand {number} is over").format(number=view.hands))

    def headline(self, view: TableView[Any]) -> str:
        """Return the result of the hand in a few words, as a title."""
        return self.result(view).headline

    def state_line(self, view: TableView[Any]) -> str:
        """Return the state of the hand for the table's title: its number, by default."""
        return _("hand {number}").format(number=view.hands)

    def asks(self, view: TableView[Any], question: Question) -> str:  # noqa: ARG002
        """Return the question to the only player to act: "Your throw"."""
        return _("Your turn")

    def cost(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return the price of going on for the player to act; empty if it is free."""
        return ""

    def card(self, written: str) -> str:
        """Return a card as text for a screen, from the game's notation."""
        return written

    def card_words(self) -> Mapping[str, str]:
        """Return the names of all cards by their sprites; empty in games without cards."""
        return {}

    def in_a_line(self, written: Sequence[str]) -> str:
        """Return several cards as text, side by side."""
        return " ".join(map(self.card, written))

    def in_short(self, written: Sequence[str]) -> str:
        """Return several cards as text, in as few words as possible."""
        return self.in_a_line(written)

    def recap(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return lines about the last hand, shown above the question if the next hand begins at once."""
        return ()

    def read_out(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return texts for players to read out, in small lines below the buttons."""
        return ()

    def alone(self, view: TableView[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return all lines of a table with a single player, during the hand and after it."""
        return ()

    def shows_result(self, view: TableView[Any]) -> bool:
        """Return True if the screen shows the result of a hand."""
        return view.is_resting or view.phase == "closed"

    def stacks(self, view: TableView[Any]) -> Mapping[Seat, int]:
        """Return each seat's stack during a hand; empty between hands, when the table itself has them."""
        if view.hand is None or view.is_resting:
            return {}
        return {line.seat: line.stack for line in view.hand.lines}

    @abstractmethod
    def face(self, offer: Offer[Any], view: TableView[Any]) -> ButtonLook:
        """Return the look of an offer's button; for a number, without the number."""

    def mark(
        self, offer: NumberOffer[Any] | SplitOffer[Any], number: int, view: TableView[Any]
    ) -> ButtonLook:
        """Return the look of the button of a suggested amount."""
        face = self.face(offer, view)
        return replace(face, label=f"{face.label} {number}")

    def marks(self, offer: NumberOffer[Any] | SplitOffer[Any], view: TableView[Any]) -> tuple[int, ...]:  # noqa: ARG002
        """Return the suggested amounts that have buttons of their own."""
        return offer.marks

    def line(self, offer: PickOffer[Any], index: int, view: TableView[Any]) -> SelectOption:  # noqa: ARG002
        """Return one of an offer's choices as an option of a select."""
        return SelectOption(offer.choices[index], str(index))

    def listed(self, offer: PickOffer[Any], view: TableView[Any]) -> Sequence[int]:  # noqa: ARG002
        """Return the indices of an offer's choices, in the order of the select."""
        return range(len(offer.choices))

    def side(self) -> str:
        """Return the name of the first of the two sides of a split."""
        return ""

    def buttons(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """Return the game's buttons that are no answers, for the table's message and the panel."""
        return ()

    def menu(self, view: TableView[Any]) -> tuple[Button, ...]:  # noqa: ARG002
        """Return the game's buttons in a table's menu, which everybody sees."""
        return ()

    def beats(self, view: TableView[Any]) -> Screen:  # noqa: ARG002
        """Return the ranking, for games with a button for it. Raises `NotOffered` in others."""
        raise NotOffered

    def has_news(self, view: TableView[Any]) -> bool:  # noqa: ARG002
        """Return True if the viewer's press has just shown something on their panel only."""
        return False

    def over_asides(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return a panel's text above the buttons of optional acts; may be empty."""
        return ""

    def over_answers(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """Return a panel's text above the buttons that answer the question; may be empty."""
        return ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of hand in a record: `count` such hands, where chance gives `usual` on average.

    `deeds` are the tags under which it is counted. `usual` is None if it is unknown.
    """

    name: str
    deeds: tuple[str, ...]
    count: int
    usual: float | None


def kinds_of(
    chances: Iterable[tuple[str, tuple[str, ...], float | None]], counts: Mapping[str, int]
) -> tuple[Kind, ...]:
    """Return the kinds of hands in a record with these counts.

    `chances` are the names, tags and probabilities of the kinds; `counts` are the counts of all tags.
    """
    counted = [(*each, sum(counts.get(deed, 0) for deed in each[1])) for each in chances]
    total = sum(count for *_, count in counted)
    return tuple(
        Kind(name, deeds, count, None if chance is None else total * chance)
        for name, deeds, chance, count in counted
    )


@dataclass(frozen=True, slots=True)
class Lasting:
    """The texts about points that a game keeps: the title of the ranking, and the text of an empty one."""

    title: str
    nobody: str
    has_prizes: bool = False


class RecordPresenter(Protocol):
    """A presenter of a player's record: best hands, kinds of hands, and counted acts."""

    by_chance: str
    """The note below the hands in a record: why it tells the player's luck in this game, or does not."""
    most: str = N_("Biggest pot: {who}")
    """The recap's text about the biggest win in a hand."""
    lasting: Lasting | None = None
    """The texts about the game's points, if they last from game to game."""

    @abstractmethod
    def best(self, hand: BestHand) -> str:
        """Return a hand of a record as text: its cards, and its name."""

    @abstractmethod
    def laid_out(self, hand: BestHand) -> tuple[Lane, str]:
        """Return a hand of a record for a picture: its lane, and its cards as words."""

    @abstractmethod
    def kinds(self, counts: Mapping[str, int]) -> tuple[Kind, ...]:
        """Return the kinds of hands that a record counts, best first."""

    @abstractmethod
    def deeds(self, counts: Mapping[str, int]) -> str:
        """Return the counts of the game's main acts in a record as text; empty if there were none."""


@dataclass(frozen=True, slots=True)
class HandLength:
    """The pace of a game's hands, by which a tournament's length is estimated.

    A hand moves chips between its players: the sum of the squares of their gains and losses is `swing` times
    the square of the ante or big blind. Where most hands go all in, that sum is a share of all chips
    at the table instead: `share` if a stack is one ante, falling with the square root of the stacks.
    """

    player_seconds: float = 20.0
    """The seconds that a hand takes for each player."""
    swing: float = 20.0
    share: float = 0.0


class TournamentPresenter(Protocol):
    """A presenter of the texts of a tournament that depend on its game."""

    pace: HandLength = HandLength()
    """The pace of the game's hands, measured on house players."""

    def posted(self, level: Level) -> str:
        """Return the antes and blinds of a tournament's level; empty without any."""
        texts = []
        if level.ante:
            texts.append(_("ante {ante}").format(ante=number(level.ante)))
        if level.big_blind:
            texts.append(
                _("blinds {small}/{big}").format(small=number(level.small_blind), big=number(level.big_blind))
            )
        return ", ".join(texts)

    def levels(self) -> str:
        """Return an explanation of the numbers of a tournament's levels; may be empty."""
        return ""

    def shared_by_tables(self, rules: Any) -> str:  # noqa: ARG002
        """Return what all tables of a tournament share beside their house rules, as text; may be empty."""
        return ""


class GamePresenter(TablePresenter, HandPresenter, RecordPresenter, TournamentPresenter, Protocol):
    """The whole presenter of a game."""


ActionOf: TypeAlias = Callable[[int], str]
"""Returns the custom_id of the button of an answer, by the answer's number."""


class DailyPresenter(Protocol):
    """A presenter of one game's deal of the day."""

    how: str
    """The method of grading the answers, in a line."""

    def cards(self, deal: Any) -> str:  # noqa: ARG002
        """Return the dealt cards for messages without a picture; empty if there are none."""
        return ""

    def picture(self, deal: Any) -> Picture | None:  # noqa: ARG002
        """Return the dealt cards as a picture, if the game has one."""
        return None

    @abstractmethod
    def dealt(self, deal: Any) -> tuple[str, ...]:
        """Return further facts about the deal, in lines."""

    @abstractmethod
    def asks(self, deal: Any, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """Return the question and its controls.

        An answer of several parts has a select with the custom_id `pick`; `picked` is the number of the
        answer selected there, which a button confirms.
        """

    def picked(self, deal: Any, places: Sequence[int]) -> int:  # noqa: ARG002
        """Return the number of the answer selected by its parts. Raises `NotOffered` if there is none."""
        raise NotOffered

    @abstractmethod
    def told(self, deal: Any, answer: int) -> str:
        """Return an answer in a few words, in the imperative."""

    @abstractmethod
    def worth(self, worth: int) -> str:
        """Return an answer's value, to stand after `told`."""


def hand_of(view: TableView[V]) -> V:
    """Return the current hand, or the last one between hands; not to be called before the first hand."""
    assert view.hand is not None
    return view.hand


def event_line(event: Any, view: TableView[Any], face: GamePresenter) -> str:
    """Return one line on a public event; empty if nothing needs to be said."""
    match event:
        # The engine ends a table without people by `GameOver` without a winner, as if it had no players.
        case GameOver(winner=None) if view.present and all(each.player is None for each in view.present):
            return _("Only house players are left: the game is over.")
        case CalledOff(reason=reason):
            words = face.own_words.get(event.template, event.template)
            return fill_in(words, event, view, why=f": {quoted(because(reason))}" if reason else "")
        case RuleSet(rule=rule, choice=choice):
            return render_event(event, view, rule=_(rule), choice=_(choice))
        case _ if isinstance(event, TableEvent):
            return render_event(event, view)
        case _:
            return face.event(event, view)


def render_event(event: Templated, view: TableView[Any], **written: str | int) -> str:
    """Return an event's sentence; `written` replaces some of the event's values."""
    return fill_in(event.template, event, view, **written)


def fill_in(sentence: str, event: Templated, view: TableView[Any], **written: str | float) -> str:
    """Return a sentence with the values of an event; numbers are formatted in the reader's language."""
    values = template_values(event)
    subject = next((values[about] for about in ABOUT if about in values), None)
    if isinstance(sentence, AddressedTemplate) and view.viewer is not None and subject == view.viewer:
        sentence = sentence.you
    template = worded(sentence, values)
    if "{name}" in template and "name" not in written:
        subjects = [values[about] for about in ABOUT if about in values]
        written["name"] = shown(view.name(subjects[0]))
    for name, value in values.items():
        # Any text that a user may have written is escaped here, so that no screen can forget it.
        written.setdefault(name, shown(value) if isinstance(value, str) else value)
    for name, value in written.items():
        if isinstance(value, float):
            # Floats are values of answers.
            written[name] = change(value, 1)
        elif isinstance(value, int) and value >= GROUPED:
            written[name] = number(value)
    return template.format_map(written)


def worded(sentence: str, values: Mapping[str, Any]) -> str:
    """Return a sentence in the current language, in the plural form of its number if it has one."""
    if isinstance(sentence, PluralTemplate):
        return ngettext(sentence, sentence.many, values[sentence.fact])
    return _(sentence)


def because(reason: str) -> str:
    """Return the reason for a closing or calling off: a user's text, or one of our texts, translated."""
    return shown(_(reason))


def address(server: int, channel: int, message: int | None) -> str:
    """Return the URL of a message, or of the channel if `message` is None."""
    url = f"https://discord.com/channels/{server if is_server(server) else '@me'}/{channel}"
    return url if message is None else f"{url}/{message}"


def link(posting: Posting) -> str | None:
    """Return the URL of a table's message, if it has one."""
    if posting.message is None or posting.server == ELSEWHERE:
        # The id of a foreign server is not stored, and without it there is no link.
        return None
    return address(posting.server, posting.channel, posting.message)


def with_link(words: str, label: str, where: str | None) -> Screen:
    """Return text, and a link button to the URL `where`, if any."""
    button = () if where is None else (ActionRow((Button(label, where, is_link=True),)),)
    return Screen((Text(words), *button))


def moved(posting: Posting) -> Screen:
    """Return the text that replaces an older copy of a table's message."""
    words = _("Table {number} goes on in a newer message.").format(number=posting.id)
    return with_link(words, _("Go to the table"), link(posting))


def closed_note(posting: Posting) -> Screen:
    """Return the note that a table is closed, or will close after its hand or round (TB-10)."""
    words = (
        _("Table {number} is closed.") if posting.is_over else _("Table {number} closes when this is over.")
    )
    return say(words.format(number=posting.id))


def confirm_screen(asks: str, yes: Button, table: int = 0) -> Screen:
    """Return a confirmation before an irreversible act; *No* leads back to the panel of a table, if any."""
    return Screen((Text(asks), ActionRow((yes, Button(_("No"), table_id(table, "no"))))))


def reason_form(title: str, action: str, says: str, length: int, *, is_needed: bool = False) -> Form:
    """Return a form for a reason before an irreversible act."""
    why = TextField("text", _("Reason"), description=says, length=length, is_needed=is_needed)
    return Form(title, action, (why,))


def note_field(length: int) -> TextField:
    """Return the field of a note for the books alone, beside a reason (TB-23)."""
    says = _("Only the audit and the tournament’s file show it")
    return TextField("note", _("For the books"), description=says, length=length, is_needed=False)


def refusal(sentence: str, what: str = "") -> Screen:
    """Return a refusal with its reason; `what` is the refused field or option."""
    return say(item(f"**{what}**", sentence) if what else sentence, accent=REFUSED)


def refused_form(sentence: str, what: str, mark: str) -> Screen:
    """Return the refusal of a form, with a button to try again."""
    again = Button(_("Try again"), table_id(0, "retype", mark), "main")
    screen = refusal(sentence, what)
    return replace(screen, parts=(*screen.parts, ActionRow((again,))))
