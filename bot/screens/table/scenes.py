"""The common parts of a table's screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, assert_never

from bot.custom_ids import answer_id, table_id, with_numbers
from bot.screens.core import screen, table_blocks
from bot.screens.core.naming import (
    duration,
    for_reader,
    in_own_words,
    listed_few,
    manner,
    marked_name,
    person,
    stake,
)
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.presenter import ButtonLook, GamePresenter, because, event_line
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Select, Text, marked, rows
from bot.screens.core.table_blocks import NOTHING, Centre, HandLaid, SeatBlock, field_text, in_a_line, mark_of
from bot.screens.core.tiles import Field
from bot.screens.tournament.summary import TournamentLine
from bot.text.translate import _, change, number, quoted, shown
from games.catalog import GAMES
from games.engine.core.errors import N_, Templated, addressed
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import Option, options
from games.engine.core.offers import NumberOffer, PickOffer, PlainOffer, SplitOffer
from games.engine.core.values import dataclass
from games.engine.table import events, time_bank
from games.engine.table.table_talk import PHRASES
from games.engine.table.time_bank import CommonRules
from games.engine.table.views import Question, SeatView, TableView
from storage.people.server_settings import OwnCard, Pictures, offered_games
from storage.standing.titles import Earned

STORY_LINES = 3
"""The number of recent events that a table shows."""
OF_LOBBY = (events.StakeSet, events.RuleSet, events.LookAgain)
"""Event types of changes that the host makes in the lobby."""
WEIGHTY = (events.CalledOff, events.HouseDone, events.NotToppedUp, events.StackTooShort, *OF_LOBBY)
"""Event types about a player's coins or seat: shown until the next hand, beyond `STORY_LINES`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A viewer's view of a table, and everything else that its screens need."""

    view: TableView[Any]
    game: AnyGame
    face: GamePresenter
    currency: str
    deadline_at: float | None = None
    tournament: TournamentLine | None = None
    """The tournament of the table, if any."""
    emojis: Mapping[str, str] = field(default_factory=dict)
    """The markup of dice and cards, by sprite."""
    pictures: Pictures = "never"
    """The setting that says when pictures are shown."""
    advice: Templated | None = None
    """The coach's advice to the viewer."""
    has_hints: bool = False
    """True if the viewer may ask for a master's answer."""
    titles: tuple[Earned, ...] = ()
    """The titles earned in the last hand; at a closed table, in all its hands."""
    own_cards: Mapping[str, OwnCard] = field(default_factory=dict)
    """The server's own texts for cards."""
    link: str | None = None
    """The URL of the table's message, if the screen shall link to it."""
    games_off: tuple[str, ...] = ()
    """The games that can't be opened in this server."""
    is_direct: bool = False
    """True if the table is in a direct message with the bot."""
    news: int | None = None
    """In a replay, the number of events at this step; None at a table in play."""
    has_remarks: bool = False
    """True if users can say something at this table."""
    is_broke: bool = False
    """True if the viewer has just lost all the coins brought here."""
    is_quiet: bool = False
    """True if a lobby has been idle for so long that any player there may take it over (TB-15)."""
    reader: int = 0
    """The user who reads the screen, who need not have a seat; 0 for a public message."""
    begins_by_itself: bool = False
    """True if a repeated game begins at the deadline, even without all previous players."""
    has_activity: bool = False
    """True if the table can be opened as a page from its message."""

    def stake(self, units: int) -> str:
        """Return an amount at this table, as text."""
        return stake(units, self.currency, self.view.money)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that can be opened in this server."""
        return offered_games(self.games_off, GAMES)

    @property
    def price(self) -> int:
        """The price of a seat."""
        return self.game.price(self.view.rules, self.view.terms.buy_in)


def draw_scene(scene: Scene, draw: Callable[[Scene], Screen]) -> Screen:
    """Return the screen that `draw` makes of a scene, with the scene's emojis and names of cards.

    The picture is left out if the message would be too long with it.
    """

    def fitted() -> Screen:
        drawn_screen = draw(scene)
        if drawn_screen.picture is not None and screen.faults(drawn_screen):
            drawn_screen = draw(replace(scene, pictures="never"))
        is_roomy = sum(isinstance(each, ActionRow) for each in drawn_screen.parts) <= screen.ROWS_ROOMY
        return drawn_screen if is_roomy else screen.fit_components(drawn_screen)

    return in_own_words(scene.own_cards, lambda: screen.with_emojis(scene.emojis, fitted))


def is_painted(scene: Scene) -> bool:
    """Return True if the table is shown as a picture now: the setting says always, or only results."""
    if scene.pictures == "never" or scene.view.hand is None:
        return False
    return scene.pictures == "always" or scene.face.shows_result(scene.view)


def hand_picture(scene: Scene) -> Picture | None:
    """Return the table as a picture; None if it is shown as text."""
    view, face = scene.view, scene.face
    if not is_painted(scene):
        return None
    if face.shows_result(view):
        result = face.result(view)
        laid = {each.seat for each in result.laid}
        others = {
            seat: _("folded") if at_seat.has_folded else ", ".join(map(table_blocks.plain, at_seat.deed))
            for seat, at_seat in ((each, face.at_seat(view, each)) for each in view.hand_seats)
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
    """Return the table during a hand, as a picture or text, and the notes below it."""
    pot = "" if centre.pot is None else table_blocks.pot_line(centre.pot)
    piles = "" if field is None else field.said
    line = " · ".join(filter(None, [pot, piles, centre.stage]))
    newest = f"## {centre.newest}" if centre.newest else ""
    middle = [newest, line, *([] if field is None else [field_text(field)])]
    if picture is None:
        return picture_or_text([*middle, *centre.notes, seats(scene)], None, *notes)
    return picture_or_text([*middle, seats(scene)], picture, *centre.notes, *notes)


def picture_or_text(lines: Sequence[str], picture: Picture | None, *notes: str) -> tuple[Part, ...]:
    """Return a picture, or the lines in its place if it is None; and the notes below.

    If the picture can't be sent, its message shows the lines instead.
    """
    below = [*filter(None, notes)]
    if picture is None:
        text = "\n".join([*filter(None, lines), *below])
        return (Text(text),) if text else ()
    instead = "\n".join(filter(None, lines))
    below += filter(None, [table_blocks.unpainted(picture)])
    return (replace(picture, instead=instead), *((Text("\n".join(below)),) if below else ()))


def split_small_lines(parts: tuple[Part, ...]) -> tuple[tuple[Part, ...], list[str]]:
    """Split off the last part if it has small lines only: they stand below the buttons."""
    lines = parts[-1].markdown.splitlines() if parts and isinstance(parts[-1], Text) else []
    is_small = bool(lines) and all(each.startswith("-# ") for each in lines)
    return (parts[:-1], lines) if is_small else (parts, [])


def heading(scene: Scene, words: str) -> str:
    """Return a table's title: its game, and `words`."""
    return f"### {scene.face.emoji} {_(scene.game.title)} · {words}"


def price(scene: Scene) -> str:
    """Return the price of a seat as a sentence."""
    if scene.price == 0:
        return _("A seat costs **nothing**: it’s for points, or for fun.")
    words = (
        _("**{stake}** each, for practice: nobody’s wallet is touched.")
        if scene.view.money == "practice"
        else _("**{stake}** each, taken at the start.")
    )
    return words.format(stake=scene.stake(scene.price))


def is_short_of_coins(scene: Scene) -> bool:
    """Return True if the table is for practice only because the house lacks coins for its seats (TB-12)."""
    view = scene.view
    return view.money == "practice" and view.terms.money == "coins"


def footer(scene: Scene, *more: str, until: str = "") -> Text:
    """Return the last, small line: the deadline `until`, fair play, the table's name, and `more` facts."""
    if scene.tournament is not None:
        more = (scene.tournament.level, *more)
    fair = _("fair play")
    texts = [until, f"{marked('chance', '🔒')} {fair}", table_named(scene), *more]
    return Text("-# " + " · ".join(each for each in texts if each))


def table_named(scene: Scene) -> str:
    """Return the table's number as text; in a tournament, its number there."""
    if scene.tournament is None:
        return _("table {number}").format(number=scene.view.id)
    words = _("{title}, table {number}")
    return words.format(title=scene.tournament.title, number=scene.tournament.number)


def last_round(scene: Scene) -> str:
    """Return the note that this is the last round, or who has not agreed to it yet (SH-8); may be empty."""
    view = scene.view
    if view.is_last:
        return _("**This is the last round.** Then everybody takes home what they have.")
    voters = [each for each in view.present if each.player is not None and each.standing == "in"]
    waiting = [
        _("you") if each.seat == view.viewer else shown(each.name)
        for each in voters
        if each.seat not in view.wants_last
    ]
    if not view.wants_last or not waiting:
        return ""
    return _("**The last round?** Waiting for {names} to agree.").format(names=listed_few(waiting))


def closing(scene: Scene) -> str:
    """Return the note that the table is closed or closes after this hand, and by whom (TB-10), or empty."""
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
        words = for_reader(scene.reader, by, addressed(N_("Closed by {name}."), N_("You closed it.")))
    else:
        words = _("Closed: {why}.") if reason else _("Closed, because nobody was playing here any more.")
    sentence = words.format(name=person(by), why=because(reason) if reason else "")
    return f"{sentence} {quoted(because(reason))}" if reason and by is not None else sentence


def house_rules(scene: Scene) -> str:
    """Return the table's house rules that differ from the defaults, as text."""
    return rules_words(scene.view.rules, options(type(scene.view.rules)))


def common(scene: Scene) -> CommonRules:
    """Return the house rules that all games have."""
    return time_bank.common(scene.view.terms)


def rules_words(rules: Any, house_options: Sequence[Option]) -> str:
    """Return those of the options whose values differ from the defaults, as text."""
    texts = [
        f"{_(each.title)}: {_(each.label(value))}"
        for each in house_options
        if (value := getattr(rules, each.name)) != each.default
    ]
    return " · ".join(texts) or _("Usual house rules")


def seated(scene: Scene) -> tuple[SeatBlock, ...]:
    """Return a block for each seat: its player, cards and actions."""
    view, has_stacks = scene.view, scene.view.phase == "playing" and bool(scene.price)
    stacks = scene.face.stacks(view) if has_stacks else {}
    return tuple(
        _seated(each, scene, stacks.get(each.seat, each.stack) if has_stacks else None)
        for each in view.present
    )


def seats(scene: Scene, *, is_short: bool = False) -> str:
    """Return the seats as text, a line each; or in one short line, if a picture shows the rest."""
    if is_short:
        short_blocks = (replace(each, at_seat=NOTHING, manner="") for each in seated(scene))
        return " · ".join(_seat_told(each, scene, " ") for each in short_blocks)
    return "\n".join(_seat_told(each, scene, " · ") for each in seated(scene))


def closing_lines(scene: Scene) -> tuple[str, ...]:
    """Return when a table with a single waiting player closes (F-55)."""
    people = [each for each in scene.view.present if each.player is not None]
    if len(people) > 1 or scene.deadline_at is None:
        return ()
    words = _("If nobody joins, this closes <t:{at}:R>.")
    if scene.view.terms.hands_max == 1:
        words = _("If nobody accepts, this closes <t:{at}:R>.")
    return (words.format(at=int(scene.deadline_at)),)


def asked_here(scene: Scene, *, mine: bool) -> Question | None:
    """Return the question whose buttons are shown: the viewer's (`mine`), or the only one at the table."""
    view = scene.view
    if view.is_paused:
        return None
    questions = [each for each in view.questions if not mine or each.seat == view.viewer]
    return questions[0] if len(questions) == 1 and view.place(questions[0].seat).player is not None else None


def offer_parts(
    scene: Scene,
    question: Question | None,
    field: Field | None = None,
    beside: Sequence[Button] = (),
) -> tuple[Part, ...]:
    """Return the buttons and selects that answer a question, except those on the field.

    Answers with the row `last`, such as a fold, share the last row with the buttons `beside`.
    """
    if question is None:
        return rows([*beside])
    on_field = {each.action for each in field.places} if field is not None else set()
    first: list[Button] = []
    last: list[Button] = []
    selects: list[Part] = []
    for offer in question.offers:
        action = answer_id(scene.view.id, question.seat, question.number, offer)
        if action in on_field:
            continue
        look = scene.face.face(offer, scene.view)
        if look.row in ("menu", "nowhere"):
            continue
        row = last if look.row == "last" else first
        match offer:
            case PlainOffer() | SplitOffer() if look.asks is not None:
                confirm = table_id(scene.view.id, "sure", offer.key)
                row.append(Button(look.label, confirm, look.style, look.emoji))
            case PlainOffer():
                row.append(Button(look.label, action, look.style, look.emoji))
            case NumberOffer() | SplitOffer():
                row.extend(_numbers(scene, action, offer, look))
            case PickOffer():
                lines = (
                    scene.face.line(offer, index, scene.view)
                    for index in scene.face.listed(offer, scene.view)
                )
                selects.append(Select(action, look.label, tuple(lines), offer.count))
            case _:
                assert_never(offer)
    return (*rows(first), *selects, *rows([*last, *beside]))


def in_menu(scene: Scene) -> list[Button]:
    """Return the menu's buttons for the viewer's optional acts."""
    asides = scene.view.asides
    buttons: list[Button] = []
    for offer in asides.offers if asides is not None else ():
        look = scene.face.face(offer, scene.view)
        if look.row in ("menu", "typed") and isinstance(offer, NumberOffer):
            buttons.append(_any_number_button(scene, offer, look))
    return buttons


def _numbers(
    scene: Scene, action: str, offer: NumberOffer[Any] | SplitOffer[Any], offer_look: ButtonLook
) -> Iterator[Button]:
    """Yield a button for each suggested number, and one for any number unless the menu has it."""
    for mark in scene.face.marks(offer, scene.view):
        look = scene.face.mark(offer, mark, scene.view)
        yield Button(look.label, with_numbers(action, mark), look.style, look.emoji)
    if offer.least < offer.most and offer_look.row != "typed":
        yield _any_number_button(scene, offer, offer_look)


def _any_number_button(scene: Scene, offer: NumberOffer[Any] | SplitOffer[Any], look: ButtonLook) -> Button:
    return Button(look.label, table_id(scene.view.id, "number", offer.key), look.style, look.emoji)


def gains(scene: Scene, laid: Sequence[HandLaid] = ()) -> str:
    """Return the gains and losses by the last hand of seats not in `laid`: `Ann **+5** · Ben **−5**`."""
    view, shown_seats = scene.view, {each.seat for each in laid}
    others = (each for each in view.gains if each.amount and each.seat not in shown_seats)
    ordered = sorted(others, key=lambda each: -each.amount)
    return " · ".join(
        f"{shown(view.name(each.seat))}\N{NO-BREAK SPACE}**{change(each.amount)}**" for each in ordered
    )


def _seated(place: SeatView, scene: Scene, stack: int | None) -> SeatBlock:
    view, is_playing = scene.view, scene.view.phase == "playing"
    is_here = is_playing and place.seat in view.hand_seats
    standing = _standing_notes(place, scene)
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


def _seat_told(seated: SeatBlock, scene: Scene, separator: str) -> str:
    at_seat, write = seated.at_seat, scene.face.in_a_line
    sign = marked("crown", "") if at_seat.is_best else marked("pays", "") if at_seat.is_paying else ""
    mark, manner_text = marked(seated.mark, ""), f" ({seated.manner})" if seated.manner else ""
    texts = [f"{sign or mark} **{marked_name(seated.name, is_house=seated.is_house)}**{manner_text}".lstrip()]
    if seated.stack is not None:
        coin = marked("coin", "")
        texts.append(f"{coin} {number(seated.stack)}" if coin else scene.stake(seated.stack))
    if at_seat.is_dealer:
        # Translators: of the player who deals, beside the name.
        texts.append(marked("dealer", _("dealer")))
    is_under_way = seated.is_here and not scene.view.is_resting
    if is_under_way and not mark and scene.face.names_seats:
        texts.append(_("seat {number}").format(number=seated.seat))
    if at_seat.bet:
        texts.append(_("bet {bet}").format(bet=number(at_seat.bet)))
    texts += [f"{in_a_line(at_seat.tiles, write)} {at_seat.makes}".strip(), *at_seat.deed, *at_seat.on_field]
    if at_seat.gain:
        texts.append(f"**{change(at_seat.gain)}**")
    texts += seated.standing
    if seated.remark:
        texts.append(quoted(seated.remark))
    return separator.join(filter(None, texts))


def _standing_notes(place: SeatView, scene: Scene) -> list[str]:
    """Return the notes beside a seat: that its player is away, sits out, leaves, and so on."""
    notes = []
    if place.standing == "away":
        # Translators: of a player who has missed two turns, beside the name.
        notes.append(_("away: I play for them"))
    if place.standing == "out":
        # Translators: of a player, beside the name.
        notes.append(_("sits out"))
    if place.sits_out_next:
        notes.append(_("sits out after this"))
    if place.tops_up_next:
        notes.append(_("tops up after this"))
    if place.short_turn is not None:
        notes.append(_("only {time} a turn for now, for being slow").format(time=duration(place.short_turn)))
    if place.waits_for_blind:
        notes.append(_("waiting for the big blind"))
    if place.posts_blind:
        # Translators: of a player who owes a blind, beside the name.
        notes.append(_("posts a blind"))
    if place.standing == "leaving":
        # Translators: of a player, beside the name.
        notes.append(_("leaving"))
    elif place.seat in scene.view.sent:
        notes.append(_("goes home after this"))
    return notes


def recent_lines(
    scene: Scene,
    but: tuple[type, ...] = (),
    beside: int = 0,
    *,
    lines: int = STORY_LINES,
    is_whole: bool = False,
) -> list[str]:
    """Return recent events, newest last, a small line each; in a replay, those of this step.

    `but` are event types to leave out. There are at most `lines` events, less the number of other small lines
    `beside` them; weighty events are shown in any case. `is_whole` includes events whose effect the table
    shows.
    """
    story, lines = scene.view.story, max(lines - beside, 0)
    if scene.news is not None and not is_whole:
        story, lines = story[max(0, len(story) - scene.news) :], scene.news
    # The table's message shows its players and an agreed last round anyway.
    left_out = (
        *but,
        *(() if is_whole else scene.face.untold),
        events.PlayerJoined,
        *((events.LastCalled,) if scene.view.is_last else ()),
    )
    weighty, is_new = (*WEIGHTY, *scene.face.weighty), True
    is_under_way, is_before = scene.view.phase == "playing" and not scene.view.is_resting, False
    texts: list[str] = []
    # The loop runs backwards: only the last events are shown, and formatting events is slow.
    for each in reversed(story):
        is_new = is_new and not isinstance(each, scene.face.told_by_result)
        is_due = len(texts) < lines or (is_new and isinstance(each, weighty))
        is_past, is_first = is_before and not isinstance(each, events.TableEvent), not texts
        if is_due and not (is_past or isinstance(each, left_out)) and _still_holds(each, scene.view):
            texts += filter(None, [event_line(each, scene.view, scene.face)])
        # After a whole hand, its events are shown until the first event of the next hand.
        if is_under_way and isinstance(each, scene.face.ends) and not (is_whole and is_first):
            is_before = True
    newest_last = (line.replace("-# ", "").splitlines() for line in reversed(texts))
    return ["\n".join(f"-# {each}" for each in lines) for lines in newest_last]


def announced(scene: Scene, but: tuple[type, ...] = (), beside: int = 0) -> list[str]:
    """Return the texts for players to read out, and recent events, a small line each."""
    return [*(f"-# {each}" for each in scene.face.read_out(scene.view)), *recent_lines(scene, but, beside)]


def _still_holds(event: object, view: TableView[Any]) -> bool:
    """Return False for an outdated event: a wish that was granted or withdrawn, a leaver who is back."""
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
    """Return True if the person who had this seat has any seat now."""
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
    """Return the button to cut the next hand, as long as cuts are accepted (TB-13)."""
    if not scene.view.is_cuttable:
        return []
    # Translators: a button: mix words into the order of the cards.
    label = _("Cut the deck") if scene.game.is_dealt else _("Mix in words")
    return [Button(label, table_id(scene.view.id, "cut"))]


def watch_button(table: int, hand: int | None = None) -> Button:
    """Return the button to a finished hand's replay; without a number, to that of the last hand."""
    return Button(_("Watch it again"), table_id(table, "watch", "" if hand is None else str(hand)))
