"""The layout of a table on the page: seats, the middle, the viewer's cards, question and answers.

It lays out the blocks that a game makes of a view (`table_blocks.py`), which the chat writes and paints in
its own way. A lobby or a closed table has no blocks, and shows its texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.custom_ids import AnswerPress, TablePress, parse
from bot.page import screen_html
from bot.page.applies import applies
from bot.page.html import NOTHING, Content, Html, el, icon, image, inline, joined, rendered
from bot.screens.core.naming import in_own_words
from bot.screens.core.screen import (
    ActionRow,
    Button,
    Part,
    Screen,
    Select,
    SelectOption,
    Text,
    UserSelect,
    marking,
)
from bot.screens.core.table_blocks import (
    NO_CARDS,
    AtSeat,
    HandLaid,
    OwnBlock,
    Rank,
    Ranks,
    Result,
    SeatBlock,
    mark_of,
)
from bot.screens.core.tiles import Field
from bot.screens.table import hand_result, message, replay
from bot.screens.table.panel import coach_line, held, panel_answers
from bot.screens.table.scenes import Scene, announced, asked_here, seated, told
from bot.screens.table.turn import Clock, own_wish, pause_asked, time_left, turn, turn_clocks
from bot.text.translate import _, change, number, pgettext
from games.engine.core.game import Seat

BY_ITSELF = ("hand", "more", "spot", "beats")
"""Presses whose result the page always shows: the viewer's cards, the menu, a field, the hand rankings."""


COMES = ("join", "accept")
"""Presses that a seated player doesn't need."""

BESIDE: frozenset[str] = frozenset(
    {"coach_off", "hint", "how", "sort", "last_hand", "watch", "keep_hand", "who", "why", "teach"}
    | {"fair", "company", "show_cards", "evening", "sit_out", "top_up", "top_up_not", "rules", "pause"}
    | {"second"}
)
"""Presses that are rarely wanted, and that answer no question."""

ANSWERS = ("number", "sure")
"""Presses that open a form or a confirmation first, and then answer the question."""

LEAVES = "fold"
"""The answer that stands first and narrow, far from the most expensive one."""

ACROSS = 3
"""The number of answers side by side within reach of the thumb; the others are smaller, in a line below."""

RANKS = "ranks"
"""The id of the hand rankings."""

FREE_SHOWN = 4
"""The maximum number of free seats shown; the text says how many there are."""

HEAP = 5
"""The maximum number of coins drawn for the pot."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for one viewer: its scene, the order of their cards, and the refusal of their last press."""

    scene: Scene
    order: str
    refusal: Screen | None
    place: screen_html.Surrounds
    strip: Screen | None = None
    """The summary above a tournament's table."""
    present: frozenset[Seat] = frozenset()
    """The seats of players who have the page open there (TB-14)."""


def table_html(shown: TableShown, emojis: Mapping[str, str]) -> tuple[Html, Html]:
    """Return the table, and separately the hand rankings, which seldom change."""
    return in_own_words(shown.scene.own_cards, partial(marking, emojis, partial(_table, shown)))


def moment_html(
    moment: replay.MomentScreen, scene: Scene, place: screen_html.Surrounds, emojis: Mapping[str, str]
) -> Html:
    """Return a moment of a finished hand on the felt, with the steps to other moments below."""
    lay = partial(_moment, moment, TableShown(scene, "", None, place))
    return in_own_words(scene.own_cards, partial(marking, emojis, lay))


@dataclass(frozen=True, slots=True)
class _Blocks:
    """The content of a table."""

    answers: tuple[Part, ...]
    """Everything that can be pressed, duplicates included."""
    felt: Html
    asks: Html
    mine: OwnBlock = NO_CARDS
    field: Field | None = None
    log: tuple[Html, ...] = ()
    ranks: Html = NOTHING


def _blocks(shown: TableShown) -> _Blocks:
    scene, view = shown.scene, shown.scene.view
    own = panel_answers(scene, shown.order)
    is_told = view.is_resting and (view.hand is not None or hand_result.has_result(scene))
    result = hand_result.told(scene) if is_told else None
    if view.phase != "playing" or (view.hand is None and result is None):
        public = message.table_screen(scene).parts
        words = _words_lie(shown, public)
        felt = words if view.phase == "closed" else _rim(shown, words)
        return _Blocks((*own, *_for_all(public)), felt, el("p", class_="q"))
    field = None if view.is_resting else scene.face.field(view, asked_here(scene, mine=True))
    felt = _rim(shown, _middle(shown, field)) if result is None else _over(shown, result)
    mine = NO_CARDS if view.viewer is None or view.is_resting else held(scene, shown.order)
    news = told(scene) if view.hand is None else announced(scene)
    log, ranks = tuple(rendered(each, shown.place) for each in reversed(news)), NOTHING
    if view.hand is not None:
        known = scene.face.ranks(view)
        ranks = _ranks(shown, known, own)
        told_there = (*known.notes, *known.in_short)
        mine = replace(mine, hints=tuple(each for each in mine.hints if each not in told_there))
    answers = (*own, *_for_all(message.table_answers(scene)))
    return _Blocks(answers, felt, _question(shown, result), mine, field, log, ranks)


def _table(shown: TableShown) -> tuple[Html, Html]:
    view, there = shown.scene.view, _blocks(shown)
    is_asked = any(each.seat == view.viewer for each in view.questions)
    look = " over" if view.is_resting else " has-field" if there.field is not None else ""
    answers = _answers(shown, there.answers, there.field)
    strip = NOTHING
    if shown.strip is not None:
        strip = el("div", screen_html.screen_html(shown.strip, shown.place), class_="strip")
    main = joined(
        [
            strip,
            el("section", there.felt, class_=f"felt{look}", aria_label=_("The table"), tabindex=0),
            _ticker(there.log),
            el(
                "section",
                _refusal(shown),
                _own(shown, there.mine),
                el(
                    "div",
                    there.asks,
                    *answers,
                    class_="act",
                    data_on="table" if view.viewer is None or view.phase == "lobby" else "panel",
                    data_number=view.id,
                ),
                class_="tray",
                data_asked=is_asked,
                data_game=shown.scene.game.key,
                aria_label=_("Your part"),
            ),
            el("div", *(rendered(each, shown.place) for each in there.mine.hints), class_="hints"),
            el(
                "section",
                id=RANKS,
                class_="ranks",
                popover=True,
                tabindex=0,
                aria_label=_("What beats what"),
                data_part=True,
            ),
        ]
    )
    return main, there.ranks


def _ticker(log: Iterable[Html]) -> Html:
    """Return the log of the hand; a screen reader reads it out only when asked to."""
    label = _("What happened")
    return el("div", *log, class_="ticker", role="log", aria_live="off", aria_label=label, tabindex=0)


def _moment(moment: replay.MomentScreen, shown: TableShown) -> Html:
    scene, view, place = shown.scene, shown.scene.view, shown.place
    title, *parts = moment.parts
    result = hand_result.told(scene) if view.is_resting else None
    field = None if view.is_resting else scene.face.field(view, None)
    felt = _rim(shown, _middle(shown, field)) if result is None else _over(shown, result)
    look = " over" if view.is_resting else " has-field" if field is not None else ""
    mine = NO_CARDS if view.is_resting or view.viewer is None else held(scene, shown.order)
    happened = (rendered(each, place) for each in announced(scene))
    return joined(
        [
            screen_html.part_html(title, place),
            el("section", felt, class_=f"felt{look}", aria_label=_("The table"), tabindex=0),
            el("div", *happened, class_="q", role="status"),
            _own(shown, mine),
            *(screen_html.part_html(each, place) for each in parts if isinstance(each, ActionRow | Select)),
        ]
    )


def _ranks(shown: TableShown, ranks: Ranks, parts: Iterable[Part]) -> Html:
    """Return the hand rankings: always visible if there is room, else opened by a press."""
    asked = [each for part in parts if isinstance(part, ActionRow) for each in part.buttons]
    more = [replace(each, label=_("With examples")) for each in asked if _verb(each.action) == "beats"]
    has_examples = any(each.example for each in ranks.lines)
    return joined(
        [
            screen_html.closing(RANKS),
            el("h2", _("What beats what")),
            el("ol", *(_rank(each, shown.place) for each in ranks.lines)),
            *(el("div", rendered(each, shown.place), class_="text small") for each in ranks.notes),
            *(screen_html.button_html(each, shown.place, class_="chip") for each in more if not has_examples),
        ]
    )


def _rank(rank: Rank, place: screen_html.Surrounds) -> Html:
    asks = el("small", inline(rank.asks, place)) if rank.asks else NOTHING
    # On a phone the list is hidden until it is opened by a press.
    tiles = screen_html.tiles_html(rank.example, place, is_lazy=True)
    said = el("span", inline(rank.name, place), asks)
    return el(
        "li",
        said,
        tiles if rank.example else NOTHING,
        class_="on" if rank.is_own else None,
        aria_current="true" if rank.is_own else None,
    )


def _words_lie(shown: TableShown, public: Iterable[Part]) -> Html:
    told = (each for each in public if not isinstance(each, ActionRow | Select | UserSelect))
    title = el("h2", _("The table"), class_="hidden")
    return el("div", title, *(screen_html.part_html(each, shown.place) for each in told), class_="lobby")


def _refusal(shown: TableShown) -> Html:
    if shown.refusal is None:
        return NOTHING
    return el("div", screen_html.screen_html(shown.refusal, shown.place), class_="refusal", role="alert")


def _rim(shown: TableShown, middle: Html) -> Html:
    """Return the other seats, the middle, and the viewer's seat below; in a lobby also free seats."""
    scene = shown.scene
    is_lobby = scene.view.phase == "lobby"
    order = _from_viewer(seated(scene), scene.view.viewer)
    mine = [each for each in order if each.seat == scene.view.viewer]
    others = [each for each in order if each.seat != scene.view.viewer]
    free = min(FREE_SHOWN, max(scene.game.seats) - len(order)) if is_lobby else 0
    # Translators: of a seat at a table that nobody has taken.
    clocks = {} if scene.view.is_resting else turn_clocks(scene)
    seat, word = partial(_seat, shown, clocks), el("div", pgettext("seat", "free"), class_="plate out free")
    return joined(
        [
            el(
                "ul",
                *map(seat, others),
                *[el("li", word, class_="at-seat")] * free,
                class_=f"seats of-{len(others) + free}",
            ),
            middle,
            el("ul", *map(seat, mine), class_="seats own-seat"),
        ]
    )


def _from_viewer(seats: Sequence[SeatBlock], viewer: int | None) -> list[SeatBlock]:
    """Return the seats in the order of play, beginning with the viewer's."""
    at = next((index for index, each in enumerate(seats) if each.seat == viewer), 0)
    return [*seats[at:], *seats[:at]]


def _seat(shown: TableShown, clocks: Mapping[Seat, Clock], seat: SeatBlock) -> Html:
    there, scene = seat.there, shown.scene
    is_me = seat.seat == scene.view.viewer
    name = _("You") if is_me else seat.name
    stack = NOTHING
    if seat.stack is not None:
        stack = joined([image("coin", _("coins")), " ", el("b", number(seat.stack))])
    skill = seat.manner.partition(",")[0]
    more = el("span", f" · {skill}", class_="how") if skill else NOTHING
    house = image("house", _("house player")) if seat.is_house else NOTHING
    is_out = there.has_folded or not (seat.is_here or scene.view.phase == "lobby")
    looks = f"{' me' if seat.is_asked else ''}{' out' if is_out else ''}"
    plate = el(
        "div",
        _clocked(
            image(seat.mark, _("seat {number}").format(number=seat.seat), class_="mark"),
            clocks.get(seat.seat),
        ),
        el("div", el("div", name, " ", house, class_="n"), el("div", stack, more, class_="s")),
        image("dealer", _("dealer"), class_="dealer ic") if there.is_dealer else NOTHING,
        _here() if seat.seat in shown.present and not is_me else NOTHING,
        class_=f"plate{looks}",
        title=seat.manner or None,
    )
    return el("li", plate, *_before(shown, there), *_says(shown, seat), class_="at-seat")


def _here() -> Html:
    """Return the sign that a player has the page open, with a text for screen readers."""
    words = _("has the page open")
    return el("span", icon("here"), el("span", words, class_="hidden"), class_="here", title=words)


def _clocked(mark: Html, clock: Clock | None) -> Html:
    """Return a seat's mark, with its countdown and ring while its clock runs."""
    if clock is None:
        return mark
    left = el("time", data_at=clock.until, data_whole=clock.whole, data_bank=clock.bank or None)
    # Translators: said of the seconds at a seat that has used up the time of a turn.
    bank = el("span", _("time bank"), class_="hidden") if clock.bank else NOTHING
    return el("span", mark, left, bank, class_="clock", role="timer")


def _before(shown: TableShown, there: AtSeat) -> Iterator[Html]:
    """Yield the cards and the bet in front of a seat."""
    if there.tiles:
        yield screen_html.tiles_html(there.tiles, shown.place)
    if there.bet:
        yield el("div", image("coin", _("bet")), f" {number(there.bet)}", class_="bet")


def _says(shown: TableShown, seat: SeatBlock) -> Iterator[Html]:
    """Yield a seat's hand, its last action, its standing, and its remark."""
    there = seat.there
    sign = image("crown", _("best so far")) if there.is_best else NOTHING
    if there.is_paying:
        sign = image("pays", _("pays, as things stand"))
    if there.makes or sign:
        yield el("div", sign, " ", inline(there.makes, shown.place), class_="say")
    for each in (*there.deed, *there.on_field, *seat.standing):
        yield el("div", inline(each, shown.place), class_="say")
    if seat.remark:
        yield el("div", f"“{seat.remark}”", class_="say remark")


def _middle(shown: TableShown, field: Field | None) -> Html:
    scene = shown.scene
    centre, track = scene.face.centre(scene.view), scene.face.track(scene.view)
    known = scene.face.ranks(scene.view).in_short
    # The hand rankings are shown beside the table.
    notes = [each for each in centre.notes if each.removeprefix("-# ") not in known]
    pot = NOTHING
    if centre.pot is not None:
        heap = el("span", *[image("coin")] * min(HEAP, 1 + centre.pot // 10), class_="heap")
        pot = el("p", heap, " ", el("b", number(centre.pot)), " ", el("i", _("pot")), class_="pile")
    return el(
        "div",
        pot,
        el("p", inline(centre.stage, shown.place), class_="stage") if centre.stage else NOTHING,
        NOTHING if track is None else screen_html.track_html(track),
        NOTHING if field is None else screen_html.field_html(field, shown.place),
        *(el("div", rendered(each, shown.place), class_="note") for each in notes),
        *(el("div", rendered(each, shown.place), class_="note") for each in scene.face.recap(scene.view)),
        class_="middle",
    )


def _own(shown: TableShown, own: OwnBlock) -> Html:
    """Return the viewer's cards, the hand they make, and the latest news."""
    title = el("h2", inline(own.title, shown.place), class_="hand") if own.title else NOTHING
    says = [rendered(each, shown.place) for each in own.texts]
    tiles = screen_html.tiles_html(own.tiles, shown.place, "mine")
    news = [rendered(each, shown.place) for each in own.news]
    told = [
        el("div", title, *says, class_="text") if title or says else NOTHING,
        tiles if own.tiles else NOTHING,
        screen_html.portions_html(own.bar),
        el("div", *news, class_="text") if news else NOTHING,
    ]
    return el("div", *told, class_="mycards") if any(told) else NOTHING


def _question(shown: TableShown, result: Result | None) -> Html:
    """Return the question, or the viewer's result and what comes next."""
    scene = shown.scene
    if result is None:
        told = [
            turn(scene),
            *(f"-# {each}" for each in [time_left(scene)] if each),
            own_wish(scene),
            pause_asked(scene),
            *(each.markdown for each in coach_line(scene)),
        ]
    else:
        is_in = scene.view.viewer in scene.view.hand_seats
        _buttons, words = hand_result.next_hand(scene)
        own = hand_result.own_headline(scene)
        said = f"**{own}**" if own and own != hand_result.headline(scene, result) else ""
        begins = hand_result.who_begins(scene)
        told = [said, *(result.own if is_in else ()), words or (f"-# {begins}" if begins else "")]
    return el("div", *(rendered(each, shown.place) for each in told if each), class_="q")


def _over(shown: TableShown, result: Result) -> Html:
    """Return the result of the hand: who wins what, and the hands from the best down."""
    scene, place = shown.scene, shown.place
    laid = {each.seat for each in result.laid}
    gains = {each.seat: each.amount for each in scene.view.gains}
    rows = [_laid(shown, each, gains) for each in result.laid]
    others = (each for each in seated(scene) if each.seat not in laid)
    rows += [_thin(shown, each, gains.get(each.seat, 0)) for each in others if each.is_here]
    return joined(
        [
            el("div", el("h2", inline(hand_result.headline(scene, result), place)), class_="head"),
            el("div", *rows, class_="rows"),
            *(el("div", rendered(each, place), class_="note") for each in result.why),
        ]
    )


def _laid(shown: TableShown, laid: HandLaid, gains: Mapping[Any, int]) -> Html:
    scene, place = shown.scene, shown.place
    gain = laid.gain or gains.get(laid.seat, 0)
    sign = (
        image("crown", _("best")) if laid.is_best else image("pays", _("pays")) if laid.is_paying else NOTHING
    )
    first = el(
        "div",
        image(mark_of(laid.seat), class_="mark"),
        el("span", _("You") if laid.seat == scene.view.viewer else scene.view.name(laid.seat), class_="n"),
        sign,
        el("span", inline(laid.makes, place), class_="h"),
        _gain(gain),
        class_="l1",
    )
    tiles = screen_html.tiles_html(laid.tiles, place)
    why = el("div", rendered(laid.why_below, place), class_="note") if laid.why_below else NOTHING
    class_ = f"row{' won' if laid.is_best else ''}"
    return joined([why, el("div", first, screen_html.portions_html(laid.takes), tiles, class_=class_)])


def _thin(shown: TableShown, seat: SeatBlock, gain: int) -> Html:
    said = _("folded") if seat.there.has_folded else ""
    line = el(
        "div",
        image(seat.mark, class_="mark"),
        el("span", _("You") if seat.seat == shown.scene.view.viewer else seat.name, class_="n"),
        el("span", said, class_="h"),
        _gain(gain),
        class_="l1",
    )
    return el("div", line, class_=f"row thin{' won' if gain > 0 else ''}")


def _gain(gain: int) -> Html:
    return el("span", change(gain), class_=f"d {'g' if gain > 0 else 'b'}") if gain else NOTHING


def _for_all(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of the public table without the current player's answers; the viewer has their own."""
    for part in parts:
        match part:
            case ActionRow(buttons=buttons):
                yield ActionRow(tuple(each for each in buttons if not _is_answer(each.action)))
            case Select(action=action) if _is_answer(action):
                continue
            case _:
                yield part


def _is_answer(action: str) -> bool:
    return isinstance(parse(action), AnswerPress) or _verb(action) in ANSWERS


def _answers(shown: TableShown, parts: Iterable[Part], field: Field | None) -> Iterator[Content]:
    """Yield every press once: answers in a bar, and information as small buttons below it.

    Places of a field are pressed on the felt.
    """
    seen = {"", *(each.action for each in field.places)} if field is not None else {""}
    ways: list[Button] = []
    bar: list[Button] = []
    beside: list[Button] = []
    cards: dict[tuple[SelectOption, ...], list[Select]] = {}
    for part in parts:
        match part:
            case ActionRow(buttons=buttons):
                wanted = [each for each in buttons if _is_wanted(each, seen, shown)]
                seen.update(each.action for each in wanted)
                small = [each for each in wanted if _verb(each.action) in BESIDE]
                beside += small
                going_on = [each for each in wanted if each not in small]
                (ways if _is_one_answer(going_on) else bar).extend(going_on)
            case Select(action=action, choices=choices) if action not in seen and screen_html.has_faces(part):
                seen.add(action)
                cards.setdefault(choices, []).append(part)
            case Select(action=action) | UserSelect(action=action) if action not in seen:
                seen.add(action)
                yield screen_html.part_html(part, shown.place)
            case Text() | _:
                continue
    yield from (screen_html.faces_html(each, shown.place) for each in cards.values())
    if field is not None and field.is_pressed:
        yield screen_html.picked_html()
    bar.sort(key=_weight)
    first, rest = (bar[:ACROSS], bar[ACROSS:])
    for kind, there in (("ways", ways), ("bar", first), ("bar rest", rest), ("chips", beside)):
        made = [_answer(each, kind, shown.place) for each in there]
        if kind == "chips" and shown.scene.view.hand is not None:
            words = _("What beats what")
            made.insert(0, el("button", words, type="button", class_="chip narrow", popovertarget=RANKS))
        if made:
            yield el("div", *made, class_=kind, role="radiogroup" if kind == "ways" else None)


def _answer(button: Button, kind: str, place: screen_html.Surrounds) -> Html:
    if kind == "chips":
        return screen_html.button_html(button, place, class_="chip")
    if kind == "ways":
        return screen_html.button_html(button, place, is_chosen=button.style != "plain")
    return screen_html.button_html(button, place, class_="btn q0" if _key(button.action) == LEAVES else "btn")


def _is_one_answer(buttons: Sequence[Button]) -> bool:
    """Return True if the buttons of a line are variants of one answer, at most one of which is chosen."""
    chosen = [each for each in buttons if each.style != "plain"]
    return len(chosen) <= 1 < len(buttons) and len({_key(each.action) for each in buttons}) == 1


def _weight(button: Button) -> int:
    """Return the sort key of a button in the bar: folding first, then the likeliest, the costliest last."""
    if _key(button.action) == LEAVES:
        return 0
    return {"main": 1, "good": 1, "plain": 2, "danger": 3}[button.style]


def _is_wanted(button: Button, seen: set[str], shown: TableShown) -> bool:
    """Return True if a button is new, and does something that the page doesn't do by itself."""
    verb = _verb(button.action)
    unwanted = BY_ITSELF if shown.scene.view.viewer is None else (*BY_ITSELF, *COMES)
    is_new = button.action not in seen and verb not in unwanted
    return is_new and applies(shown.scene, verb, screen_html.reader.get())


def _verb(action: str) -> str:
    meaning = parse(action)
    return meaning.verb if isinstance(meaning, TablePress) else ""


def _key(action: str) -> str:
    """Return the answer that a button gives, or for which it opens a form or a confirmation."""
    match parse(action):
        case AnswerPress(answer=answer):
            return answer.key
        case TablePress(argument=argument) as press:
            return argument or press.verb
        case _:
            return ""
