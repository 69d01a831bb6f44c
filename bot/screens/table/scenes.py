"""The common parts of a table's screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from bot.custom_ids import answer_id, table_id, with_numbers
from bot.screens.core import screen, table_blocks
from bot.screens.core.naming import duration, in_own_words, listed_few, manner, named, person, stake, told_to
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.presenter import ButtonLook, GamePresenter, because, happened
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Select, Text, marked, rows
from bot.screens.core.table_blocks import NOTHING, Centre, HandLaid, SeatBlock, field_told, in_a_line, mark_of
from bot.screens.core.tiles import Field
from bot.screens.tournament.summary import TournamentLine
from bot.text.translate import _, change, number, quoted, shown
from games.engine.core.errors import N_, Templated, addressed
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import Option, options
from games.engine.core.offers import NumberOffer, PickOffer, PlainOffer, SplitOffer
from games.engine.table import events, time_bank
from games.engine.table.table_talk import PHRASES
from games.engine.table.time_bank import CommonRules
from games.engine.table.views import Question, SeatView, TableView
from storage.people.server_settings import OwnCard, Pictures
from storage.standing.titles import Earned

STORY_LINES = 3
"""The number of recent events that are told."""
OF_LOBBY = (events.StakeSet, events.RuleSet, events.LookAgain)
"""The host's changes before the game, to which players agree by sitting down."""
WEIGHTY = (events.CalledOff, events.HouseDone, events.NotToppedUp, events.StackTooShort, *OF_LOBBY)
"""Events about a player's coins or seat: told since the last hand, however many others there are."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A view, and everything else that drawing needs."""

    view: TableView[Any]
    game: AnyGame
    face: GamePresenter
    currency: str
    deadline_at: float | None = None
    tournament: TournamentLine | None = None
    """The tournament whose table it is."""
    emojis: Mapping[str, str] = field(default_factory=dict)
    """The markup of dice and cards, by sprite."""
    pictures: Pictures = "never"
    """The setting of pictures."""
    advice: Templated | None = None
    """The coach's advice to the viewer."""
    has_hints: bool = False
    """True if the viewer may ask for a master's answer."""
    titles: tuple[Earned, ...] = ()
    """The titles that the last hand earned, or the whole evening once the table is closed."""
    own_cards: Mapping[str, OwnCard] = field(default_factory=dict)
    """The cards with a server's own texts here."""
    link: str | None = None
    """The URL of the table's message, if a link to it is shown."""
    is_direct: bool = False
    """True if the table is in a direct message with the bot."""
    news: int | None = None
    """In a replay: the number of new events. None at a table in play."""
    has_remarks: bool = False
    """True if users can say something at this table."""
    is_broke: bool = False
    """True if the viewer has just lost all the coins brought here."""
    is_quiet: bool = False
    """True if nothing has happened in a lobby for so long that any player there may take it over (TB-15)."""
    reader: int = 0
    """The player for whom it is drawn, who need not have a seat; 0 for what everybody sees."""
    begins_by_itself: bool = False
    """True if a company that plays again begins without the rest of it, at the deadline."""
    has_activity: bool = False
    """True if the table can be opened as a page from its message."""

    def stake(self, units: int) -> str:
        """Return an amount at this table, as text."""
        return stake(units, self.currency, self.view.money)

    @property
    def price(self) -> int:
        """The price of a seat."""
        return self.game.price(self.view.rules, self.view.terms.buy_in)


def drawn(scene: Scene, draw: Callable[[Scene], Screen]) -> Screen:
    """Return the screen of `draw` for a scene, with its emojis and its names of cards.

    Its picture is left out if there is no room for one.
    """

    def fitting() -> Screen:
        tried = draw(scene)
        if tried.picture is not None and screen.faults(tried):
            tried = draw(replace(scene, pictures="never"))
        is_roomy = sum(isinstance(each, ActionRow) for each in tried.parts) <= screen.ROWS_ROOMY
        return tried if is_roomy else screen.fewer(tried)

    return in_own_words(scene.own_cards, lambda: screen.with_emojis(scene.emojis, fitting))


def is_painted(scene: Scene) -> bool:
    """Return True if the table is shown as a picture: always, or only a result, as the setting says."""
    if scene.pictures == "never" or scene.view.hand is None:
        return False
    return scene.pictures == "always" or scene.face.is_told(scene.view)


def hand_picture(scene: Scene) -> Picture | None:
    """Return the table as a picture, if it is shown as one."""
    view, face = scene.view, scene.face
    if not is_painted(scene):
        return None
    if face.is_told(view):
        result = face.result(view)
        laid = {each.seat for each in result.laid}
        others = {
            seat: _("folded") if there.has_folded else ", ".join(map(table_blocks.plain, there.deed))
            for seat, there in ((each, face.at_seat(view, each)) for each in view.hand_seats)
            if seat not in laid
        }
        gains = {each.seat: each.amount for each in view.gains}
        return table_blocks.result_picture(result, others, gains, lambda seat: _lane_of(view.place(seat)))
    return table_blocks.table_picture(
        seated(scene), face.centre(view), face.field(view, None), face.track(view)
    )


def _lane_of(place: SeatView) -> Lane:
    return replace(table_blocks.seat_lane(place.seat, place.name), manner=manner(place))


def on_table(
    scene: Scene, centre: Centre, field: Field | None, picture: Picture | None, *notes: str
) -> tuple[Part, ...]:
    """Return the middle of the table and its seats, as a picture or text, and sentences below."""
    pot = "" if centre.pot is None else table_blocks.pot_told(centre.pot)
    piles = "" if field is None else field.said
    line = " · ".join(filter(None, [pot, piles, centre.stage]))
    newest = f"## {centre.newest}" if centre.newest else ""
    middle = [newest, line, *([] if field is None else [field_told(field)])]
    if picture is None:
        return lying([*middle, *centre.notes, seats(scene)], None, *notes)
    return lying([*middle, seats(scene)], picture, *centre.notes, *notes)


def lying(words: Sequence[str], picture: Picture | None, *notes: str) -> tuple[Part, ...]:
    """Return the cards on the table, as a picture, or as text without one; and sentences below."""
    below = [*filter(None, notes)]
    if picture is None:
        told = "\n".join([*filter(None, words), *below])
        return (Text(told),) if told else ()
    instead = "\n".join(filter(None, words))
    below += filter(None, [table_blocks.unpainted(picture)])
    return (replace(picture, instead=instead), *((Text("\n".join(below)),) if below else ()))


def apart(shown: tuple[Part, ...]) -> tuple[tuple[Part, ...], list[str]]:
    """Return the cards, and the small lines at the end, which stand below the buttons."""
    lines = shown[-1].markdown.splitlines() if shown and isinstance(shown[-1], Text) else []
    is_small = bool(lines) and all(each.startswith("-# ") for each in lines)
    return (shown[:-1], lines) if is_small else (shown, [])


def heading(scene: Scene, words: str) -> str:
    """Return the game's name, and the hand's number or the last result."""
    return f"### {scene.face.emoji} {_(scene.game.title)} · {words}"


def price(scene: Scene) -> str:
    """Return the price of a seat, and where the money comes from."""
    if scene.price == 0:
        return _("A seat costs **nothing**: it’s for points, or for fun.")
    words = (
        _("**{stake}** each, for practice: nobody’s wallet is touched.")
        if scene.view.money == "practice"
        else _("**{stake}** each, taken at the start.")
    )
    return words.format(stake=scene.stake(scene.price))


def is_short_of_coins(scene: Scene) -> bool:
    """Return True if it is practice only because the house could not pay for its seats (TB-12)."""
    view = scene.view
    return view.money == "practice" and view.terms.money == "coins"


def footer(scene: Scene, *more: str, until: str = "") -> Text:
    """Return the last, small line: time, fair play, the table's name, and further facts."""
    if scene.tournament is not None:
        more = (scene.tournament.level, *more)
    fair = _("fair play")
    said = [until, f"{marked('chance', '🔒')} {fair}", table_named(scene), *more]
    return Text("-# " + " · ".join(each for each in said if each))


def table_named(scene: Scene) -> str:
    """Return the table's name; in a tournament, its name there."""
    if scene.tournament is None:
        return _("table {number}").format(number=scene.view.id)
    words = _("{title}, table {number}")
    return words.format(title=scene.tournament.title, number=scene.tournament.number)


def last_round(scene: Scene) -> str:
    """Return the note that this is the last round, or who has yet to agree to one (SH-8); may be empty."""
    view = scene.view
    if view.is_last:
        return _("**This is the last round.** Then everybody takes home what they have.")
    asked = [each for each in view.present if each.player is not None and each.standing == "in"]
    waiting = [
        _("you") if each.seat == view.viewer else shown(each.name)
        for each in asked
        if each.seat not in view.wants_last
    ]
    if not view.wants_last or not waiting:
        return ""
    return _("**The last round?** Waiting for {names} to agree.").format(names=listed_few(waiting))


def closing(scene: Scene) -> str:
    """Return the note that the table closes after this hand or is closed, by whom (TB-10); may be empty."""
    view = scene.view
    if view.closing is None:
        return ""
    by, reason = view.closing.by, view.closing.reason
    if view.phase != "closed":
        words = (
            scene.face.reword(N_("**Closes after this hand**"))
            if by is None or by == scene.reader
            else scene.face.reword(N_("**Closes after this hand** · {name}"))
        )
    elif by is not None:
        words = told_to(scene.reader, by, addressed(N_("Closed by {name}."), N_("You closed it.")))
    else:
        words = _("Closed: {why}.") if reason else _("Closed, because nobody was playing here any more.")
    said = words.format(name=person(by), why=because(reason) if reason else "")
    return f"{said} {quoted(because(reason))}" if reason and by is not None else said


def house_rules(scene: Scene) -> str:
    """Return the house rules that differ from the usual ones."""
    return rules_words(scene.view.rules, options(type(scene.view.rules)))


def common(scene: Scene) -> CommonRules:
    """Return the house rules that every game has."""
    return time_bank.common(scene.view.terms)


def rules_words(rules: Any, among: Sequence[Option]) -> str:
    """Return house rules that differ from the usual ones, as text."""
    said = [
        f"{_(each.title)}: {_(each.label(value))}"
        for each in among
        if (value := getattr(rules, each.name)) != each.default
    ]
    return " · ".join(said) or _("Usual house rules")


def seated(scene: Scene) -> tuple[SeatBlock, ...]:
    """Return the seats with their players, cards and actions."""
    view, has_stacks = scene.view, scene.view.phase == "playing" and bool(scene.price)
    stacks = scene.face.stacks(view) if has_stacks else {}
    return tuple(
        _seated(each, scene, stacks.get(each.seat, each.stack) if has_stacks else None)
        for each in view.present
    )


def seats(scene: Scene, *, is_short: bool = False) -> str:
    """Return the same as text, a line each; or in one line, if a picture tells everything else."""
    if is_short:
        bare = (replace(each, there=NOTHING, manner="") for each in seated(scene))
        return " · ".join(_seat_told(each, scene, " ") for each in bare)
    return "\n".join(_seat_told(each, scene, " · ") for each in seated(scene))


def lonely(scene: Scene) -> tuple[str, ...]:
    """Return when a table closes at which one player waits alone (F-55)."""
    people = [each for each in scene.view.present if each.player is not None]
    if len(people) > 1 or scene.deadline_at is None:
        return ()
    words = _("If nobody joins, this closes <t:{at}:R>.")
    if scene.view.terms.hands_max == 1:
        words = _("If nobody accepts, this closes <t:{at}:R>.")
    return (words.format(at=int(scene.deadline_at)),)


def asked_here(scene: Scene, *, mine: bool) -> Question | None:
    """Return the question whose buttons to show: the viewer's, or on the table the only one."""
    view = scene.view
    if view.is_paused:
        return None
    asked = [each for each in view.questions if not mine or each.seat == view.viewer]
    return asked[0] if len(asked) == 1 and view.place(asked[0].seat).player is not None else None


def offer_parts(
    scene: Scene,
    question: Question | None,
    field: Field | None = None,
    beside: Sequence[Button] = (),
) -> tuple[Part, ...]:
    """Return the buttons and selects that answer a question, except those on the field.

    Calls and raises come first. Answers that end it are in a last row, with the buttons `beside`.
    """
    if question is None:
        return rows([*beside])
    done = {each.action for each in field.places} if field is not None else set()
    first: list[Button] = []
    last: list[Button] = []
    selects: list[Part] = []
    for offer in question.offers:
        action = answer_id(scene.view.id, question.seat, question.number, offer)
        if action in done:
            continue
        face = scene.face.face(offer, scene.view)
        if face.row in ("menu", "nowhere"):
            continue
        row = last if face.row == "last" else first
        match offer:
            case PlainOffer() | SplitOffer() if face.asks is not None:
                sure = table_id(scene.view.id, "sure", offer.key)
                row.append(Button(face.label, sure, face.style, face.emoji))
            case PlainOffer():
                row.append(Button(face.label, action, face.style, face.emoji))
            case NumberOffer() | SplitOffer():
                row.extend(_numbers(scene, action, offer, face))
            case PickOffer():
                lines = (
                    scene.face.line(offer, index, scene.view)
                    for index in scene.face.listed(offer, scene.view)
                )
                selects.append(Select(action, face.label, tuple(lines), offer.count))
            case _:
                assert_never(offer)
    return (*rows(first), *selects, *rows([*last, *beside]))


def in_menu(scene: Scene) -> list[Button]:
    """Return the menu's buttons for the viewer's acts out of turn."""
    asides = scene.view.asides
    found: list[Button] = []
    for offer in asides.offers if asides is not None else ():
        face = scene.face.face(offer, scene.view)
        if face.row in ("menu", "typed") and isinstance(offer, NumberOffer):
            found.append(_another(scene, offer, face))
    return found


def _numbers(
    scene: Scene, action: str, offer: NumberOffer[Any] | SplitOffer[Any], face: ButtonLook
) -> Iterator[Button]:
    """Yield a button for each suggested number, and one for any number unless it is in the table's menu."""
    for mark in scene.face.marks(offer, scene.view):
        look = scene.face.mark(offer, mark, scene.view)
        yield Button(look.label, with_numbers(action, mark), look.style, look.emoji)
    if offer.least < offer.most and face.row != "typed":
        yield _another(scene, offer, face)


def _another(scene: Scene, offer: NumberOffer[Any] | SplitOffer[Any], face: ButtonLook) -> Button:
    return Button(face.label, table_id(scene.view.id, "number", offer.key), face.style, face.emoji)


def gains(scene: Scene, laid: Sequence[HandLaid] = ()) -> str:
    """Return each seat's gain or loss by the last hand, unless its cards tell it; may be empty.

    `Ann **+5** · Ben **−5**`.
    """
    view, beside = scene.view, {each.seat for each in laid}
    left = (each for each in view.gains if each.amount and each.seat not in beside)
    changed = sorted(left, key=lambda each: -each.amount)
    return " · ".join(
        f"{shown(view.name(each.seat))}\N{NO-BREAK SPACE}**{change(each.amount)}**" for each in changed
    )


def _seated(place: SeatView, scene: Scene, stack: int | None) -> SeatBlock:
    view, is_playing = scene.view, scene.view.phase == "playing"
    is_here = is_playing and place.seat in view.hand_seats
    standing = _standing(place, scene)
    if is_playing and not is_here and view.hand is not None and not view.is_resting and place.joins_next:
        standing.insert(0, _("joins in when this is over"))
    return SeatBlock(
        place.seat,
        mark_of(place.seat),
        place.name,
        place.is_house,
        manner(place),
        stack,
        scene.face.at_seat(view, place.seat) if is_here else NOTHING,
        tuple(standing),
        _(PHRASES[place.remark]) if place.remark else "",
        any(each.seat == place.seat for each in view.questions),
        is_here,
    )


def _seat_told(seated: SeatBlock, scene: Scene, within: str) -> str:
    there, write = seated.there, scene.face.in_a_line
    sign = marked("crown", "") if there.is_best else marked("pays", "") if there.is_paying else ""
    mark, how = marked(seated.mark, ""), f" ({seated.manner})" if seated.manner else ""
    said = [f"{sign or mark} **{named(seated.name, is_house=seated.is_house)}**{how}".lstrip()]
    if seated.stack is not None:
        coin = marked("coin", "")
        said.append(f"{coin} {number(seated.stack)}" if coin else scene.stake(seated.stack))
    if there.is_dealer:
        # Translators: of the player who deals, beside the name.
        said.append(marked("dealer", _("dealer")))
    is_under_way = seated.is_here and not scene.view.is_resting
    if is_under_way and not mark and scene.face.names_seats:
        said.append(_("seat {number}").format(number=seated.seat))
    if there.bet:
        said.append(_("bet {bet}").format(bet=number(there.bet)))
    said += [f"{in_a_line(there.tiles, write)} {there.makes}".strip(), *there.deed, *there.on_field]
    if there.gain:
        said.append(f"**{change(there.gain)}**")
    said += seated.standing
    if seated.remark:
        said.append(quoted(seated.remark))
    return within.join(filter(None, said))


def _standing(place: SeatView, scene: Scene) -> list[str]:
    """Return the notes beside a seat whose player does not simply play on."""
    said = []
    if place.standing == "away":
        # Translators: of a player who has missed two turns, beside the name.
        said.append(_("away: I play for them"))
    if place.standing == "out":
        # Translators: of a player, beside the name.
        said.append(_("sits out"))
    if place.sits_out_next:
        said.append(_("sits out after this"))
    if place.tops_up_next:
        said.append(_("tops up after this"))
    if place.short_turn is not None:
        said.append(_("{time} a turn, after slow ones").format(time=duration(place.short_turn)))
    if place.waits_for_blind:
        said.append(_("waits for the big blind"))
    if place.posts_blind:
        # Translators: of a player who owes a blind, beside the name.
        said.append(_("posts a blind"))
    if place.standing == "leaving":
        # Translators: of a player, beside the name.
        said.append(_("leaving"))
    elif place.seat in scene.view.sent:
        said.append(_("goes home after this"))
    return said


def told(
    scene: Scene,
    but: tuple[type, ...] = (),
    beside: int = 0,
    *,
    lines: int = STORY_LINES,
    is_whole: bool = False,
) -> list[str]:
    """Return recent events, a small line each, without some types; in a replay, all that is new.

    The more lines stand `beside` them, the fewer they are; a player who goes out is told all the same. A
    `whole` hand is told with what the table shows.
    """
    story, lines = scene.view.story, max(lines - beside, 0)
    if scene.news is not None and not is_whole:
        story, lines = story[max(0, len(story) - scene.news) :], scene.news
    # The table shows its players, and that a last round is agreed on.
    unsaid = (
        *but,
        *(() if is_whole else scene.face.untold),
        events.PlayerJoined,
        *((events.LastCalled,) if scene.view.is_last else ()),
    )
    weighty, is_new = (*WEIGHTY, *scene.face.weighty), True
    is_under_way, is_before = scene.view.phase == "playing" and not scene.view.is_resting, False
    said: list[str] = []
    # It goes from the end, since only the last are shown, and formatting events is most of a message's work.
    for each in reversed(story):
        is_new = is_new and not isinstance(each, scene.face.told_by_result)
        is_due = len(said) < lines or (is_new and isinstance(each, weighty))
        is_past, is_first = is_before and not isinstance(each, events.TableEvent), not said
        if is_due and not (is_past or isinstance(each, unsaid)) and _stands(each, scene.view):
            said += filter(None, [happened(each, scene.view, scene.face)])
        # A whole hand that has just come out is told until something happens in the next one.
        if is_under_way and isinstance(each, scene.face.ends) and not (is_whole and is_first):
            is_before = True
    newest = (line.replace("-# ", "").splitlines() for line in reversed(said))
    return ["\n".join(f"-# {each}" for each in lines) for lines in newest]


def announced(scene: Scene, but: tuple[type, ...] = (), beside: int = 0) -> list[str]:
    """Return the texts read out to the table, and recent events, a small line each."""
    return [*(f"-# {each}" for each in scene.face.read_out(scene.view)), *told(scene, but, beside)]


def _stands(event: object, view: TableView[Any]) -> bool:
    """Return True if an event still holds: not once a wish was granted or taken back, or a leaver is back."""
    match event:
        case events.WillTopUp(seat=seat):
            return view.place(seat).tops_up_next
        case events.WillSitOut(seat=seat):
            return view.place(seat).sits_out_next
        case events.LeavesAfterHand(seat=seat):
            return view.place(seat).standing == "leaving" or seat in view.sent
        case events.SentAway(seat=seat):
            return seat in view.sent or not _is_here(view.place(seat), view)
        case events.PlayerLeft(seat=seat):
            return not _is_here(view.place(seat), view)
        case _:
            return view.phase == "lobby" or not isinstance(event, OF_LOBBY)


def _is_here(place: SeatView, view: TableView[Any]) -> bool:
    """Return True if a person who had a seat has one now, that or another."""
    return place.player is not None and any(each.player == place.player for each in view.present)


def hosts(scene: Scene) -> bool:
    """Return True if the viewer hosts the table."""
    view = scene.view
    return view.viewer is not None and view.place(view.viewer).player == view.terms.host


def is_staying(scene: Scene) -> bool:
    """Return True if the viewer has a seat here and keeps it after the hand."""
    view = scene.view
    if view.viewer is None or view.viewer in view.sent:
        return False
    return view.place(view.viewer).standing != "leaving"


def cut_buttons(scene: Scene) -> list[Button]:
    """Return the button to cut the next hand, while that is possible (TB-13)."""
    if not scene.view.is_cuttable:
        return []
    # Translators: a button: mix words into the order of the cards.
    label = _("Cut the deck") if scene.game.is_dealt else _("Mix in words")
    return [Button(label, table_id(scene.view.id, "cut"))]


def watch_button(table: int, hand: int | None = None) -> Button:
    """Return the button to a finished hand's replay; without a number, to the table's newest."""
    return Button(_("Watch it again"), table_id(table, "watch", "" if hand is None else str(hand)))
