"""A table on the page: seats around the felt, the middle, the viewer's cards, the question and the answers.

The page lays out the same blocks of a view (`table_blocks.py`) that chat shows as text and pictures. A lobby
and a closed table have no blocks, so they are shown as text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.custom_ids import table_id
from bot.page import results, screen_html, tray
from bot.page.answers import is_answer, verb_of
from bot.page.html import NOTHING, Html, el, icon, image, inline, joined, rendered
from bot.page.table_menu import menu_html
from bot.page.table_shown import TableShown
from bot.screens.core.naming import in_own_words
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Select, UserSelect, marking
from bot.screens.core.table_blocks import NO_CARDS, AtSeat, OwnBlock, Rank, Ranks, Result, SeatBlock
from bot.screens.core.tiles import Field
from bot.screens.table import hand_result, message, replay
from bot.screens.table.panel import held, panel_answers
from bot.screens.table.scenes import Scene, announced, asked_here, recent_lines, seated
from bot.screens.table.turn import Clock, turn_clocks
from bot.text.translate import _, number, pgettext
from games.engine.core.game import Seat

RANKS, LOG = "ranks", "log"
"""The ids of the hand rankings and of the log."""

FREE_SHOWN = 4
"""The maximum number of free seats that are drawn; the text has their number."""

HEAP = 5
"""The maximum number of coins drawn in the middle."""

LOG_MAX = 60
"""The maximum number of lines in a hand's log."""


def table_html(shown: TableShown, emojis: Mapping[str, str]) -> tuple[Html, Html]:
    """Return the table, and separately the hand rankings, since these change rarely."""
    return in_own_words(shown.scene.own_cards, partial(marking, emojis, partial(_table, shown)))


def moment_html(
    moment: replay.MomentScreen, scene: Scene, place: screen_html.Surrounds, emojis: Mapping[str, str]
) -> Html:
    """Return a step of a finished hand's replay on the felt, with the buttons to other steps."""
    render = partial(_moment, moment, TableShown(scene, "", None, place))
    return in_own_words(scene.own_cards, partial(marking, emojis, render))


def menu_of(shown: TableShown, menu: Screen, emojis: Mapping[str, str]) -> Html:
    """Return the table's menu, including the buttons for which the tray has no room."""

    def draw() -> Html:
        result = results.shown_result(shown.scene)
        if _is_text_only(shown, result):
            return menu_html(shown, menu, ())
        in_bar, left_over = tray.bar_and_menu(shown, _answers(shown), _field(shown, result), result)
        return menu_html(shown, menu, left_over, in_bar)

    return in_own_words(shown.scene.own_cards, partial(marking, emojis, draw))


def _is_text_only(shown: TableShown, result: Result | None) -> bool:
    """Return True for a table without cards: before and after the game, or without a hand and a result."""
    return shown.scene.view.phase != "playing" or (shown.scene.view.hand is None and result is None)


def _answers(shown: TableShown, own: Iterable[Part] | None = None) -> tuple[Part, ...]:
    own = panel_answers(shown.scene, shown.order) if own is None else own
    return (*own, *_for_all(message.table_answers(shown.scene)))


def _field(shown: TableShown, result: Result | None) -> Field | None:
    scene = shown.scene
    return scene.face.field(scene.view, None if result else asked_here(scene, mine=True))


def _table(shown: TableShown) -> tuple[Html, Html]:
    scene, view = shown.scene, shown.scene.view
    result = results.shown_result(scene)
    own = panel_answers(scene, shown.order)
    if _is_text_only(shown, result):
        public = message.table_screen(scene).parts
        text = _text_html(shown, public)
        felt = text if view.phase == "closed" else _rim(shown, text)
        own_part = tray.text_tray(shown, (*own, *_for_all(public)))
        return _regions(shown, felt, NO_CARDS, own_part), NOTHING
    # If the game has a field, the field stays on the felt, and the result is shown on the tray.
    field = _field(shown, result)
    ranking = Ranks(()) if view.hand is None else scene.face.ranks(view)
    shown_elsewhere = (*ranking.notes, *ranking.in_short)
    shown = replace(shown, has_ranks=bool(ranking.lines or ranking.notes))
    felt = (
        _rim(shown, _middle(shown, field, shown_elsewhere))
        if field or not result
        else results.result_html(shown, result)
    )
    ranks = _ranks(shown, ranking, own) if shown.has_ranks else NOTHING
    answers = _answers(shown, own)
    class_suffix = " has-field" if field is not None else " over" if result is not None else ""
    own_block = tray.held_by_viewer(shown, shown_elsewhere)
    return _regions(
        shown, felt, own_block, tray.hand_tray(shown, own_block, answers, field, result), class_suffix
    ), ranks


def _regions(shown: TableShown, felt: Html, mine: OwnBlock, own_part: Html, look: str = "") -> Html:
    """Return a table's regions; each keeps its place during a hand."""
    strip = NOTHING
    if shown.strip is not None:
        strip = el("div", screen_html.screen_html(shown.strip, shown.place), class_="strip")
    label, game = _("The table"), shown.scene.game.key
    return joined(
        [
            strip,
            el("section", felt, class_=f"felt{look}", data_game=game, aria_label=label, tabindex=0),
            *_log(shown, mine),
            own_part,
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


def _log(shown: TableShown, mine: OwnBlock) -> Iterator[Html]:
    """Yield the newest line of the log, or in its place a refusal; then the log of the whole hand."""
    scene, place = shown.scene, shown.place
    if shown.scene.view.phase != "playing":
        if shown.refusal is not None:
            yield _notice(shown.refusal, place)
        return
    events = recent_lines(scene, lines=LOG_MAX, is_whole=True)
    newest = events[-1].splitlines()[-1].removeprefix("-# ") if events else _("What happened")
    if shown.refusal is not None:
        yield _notice(shown.refusal, place)
    else:
        # On a phone this button opens the log; on a desktop the log itself is visible.
        line = (icon("log"), el("span", inline(newest, place)), icon("up"))
        yield el("button", *line, type="button", class_="ticker", popovertarget=LOG, data_key="l")
    read_out = [f"-# {each}" for each in scene.face.read_out(scene.view)] if scene.view.hand else []
    lines = (rendered(each, place) for each in reversed([*read_out, *events]))
    label = _("What happened")
    # Screen readers do not read new lines of the log by themselves.
    log_lines = el("div", *lines, class_="lines", role="log", aria_live="off", aria_label=label)
    hints = el("div", *(rendered(each, place) for each in tray.notes(mine)), class_="hints")
    head = screen_html.sheet_head(LOG, label)
    yield el(
        "section", head, log_lines, hints, id=LOG, class_="log", popover=True, tabindex=0, aria_label=label
    )


def _notice(refusal: Screen, place: screen_html.Surrounds) -> Html:
    return el("div", screen_html.screen_html(refusal, place), class_="ticker said", role="alert")


def _moment(moment: replay.MomentScreen, shown: TableShown) -> Html:
    scene, view, place = shown.scene, shown.scene.view, shown.place
    title, *parts = moment.parts
    result = hand_result.last_result(scene) if view.is_resting else None
    field = None if view.is_resting else scene.face.field(view, None)
    felt = _rim(shown, _middle(shown, field)) if result is None else results.result_html(shown, result)
    class_suffix = " over" if view.is_resting else " has-field" if field is not None else ""
    game, events = scene.game.key, (rendered(each, place) for each in announced(scene))
    own = NOTHING if view.is_resting or view.viewer is None else tray.cards(shown, held(scene, shown.order))
    return joined(
        [
            screen_html.part_html(title, place),
            el(
                "section",
                felt,
                class_=f"felt{class_suffix}",
                data_game=game,
                aria_label=_("The table"),
                tabindex=0,
            ),
            el("div", *events, class_="q", role="status"),
            el("div", own, class_="moment", data_game=game) if own else NOTHING,
            *(screen_html.part_html(each, place) for each in parts if isinstance(each, ActionRow | Select)),
        ]
    )


def _ranks(shown: TableShown, ranks: Ranks, parts: Iterable[Part]) -> Html:
    """Return the hand rankings: always visible on wide screens, opened by a button on others."""
    buttons = [each for part in parts if isinstance(part, ActionRow) for each in part.buttons]
    examples_buttons = [
        replace(each, label=_("With examples")) for each in buttons if verb_of(each.action) == "beats"
    ]
    has_examples = any(each.example for each in ranks.lines)
    how = Button(_("How to play"), table_id(shown.scene.view.id, "how", shown.scene.game.key))
    return joined(
        [
            screen_html.sheet_head(RANKS, _("What beats what")),
            el("ol", *(_rank(each, shown.place) for each in ranks.lines)),
            *(el("div", rendered(each, shown.place), class_="text small") for each in ranks.notes),
            *(
                screen_html.button_html(each, shown.place, class_="chip")
                for each in examples_buttons
                if not has_examples
            ),
            screen_html.button_html(how, shown.place, class_="chip", key="h"),
        ]
    )


def _rank(rank: Rank, place: screen_html.Surrounds) -> Html:
    definition = el("small", inline(rank.asks, place)) if rank.asks else NOTHING
    # On a phone the rankings are rarely opened, so their images are loaded then.
    tiles = screen_html.tiles_html(rank.example, place, is_lazy=True)
    name = el("span", inline(rank.name, place), definition)
    return el(
        "li",
        name,
        tiles if rank.example else NOTHING,
        class_="on" if rank.is_own else None,
        aria_current="true" if rank.is_own else None,
    )


def _text_html(shown: TableShown, public: Iterable[Part]) -> Html:
    parts = (each for each in public if not isinstance(each, ActionRow | Select | UserSelect))
    title = el("h2", _("The table"), class_="hidden")
    return el("div", title, *(screen_html.part_html(each, shown.place) for each in parts), class_="lobby")


def _rim(shown: TableShown, middle: Html) -> Html:
    """Return the other seats along the rim (in a lobby also free ones), the middle, and the viewer's seat."""
    scene = shown.scene
    is_lobby = scene.view.phase == "lobby"
    order = _from_viewer(seated(scene), scene.view.viewer)
    mine = [each for each in order if each.seat == scene.view.viewer]
    others = [each for each in order if each.seat != scene.view.viewer]
    free = min(FREE_SHOWN, max(scene.game.seats) - len(order)) if is_lobby else 0
    # Translators: of a seat at a table that nobody has taken.
    clocks = {} if scene.view.is_resting else turn_clocks(scene)
    seat, free_seat = (
        partial(_seat, shown, clocks),
        el("div", pgettext("seat", "free"), class_="plate out free"),
    )
    return joined(
        [
            el(
                "ul",
                *map(seat, others),
                *[el("li", free_seat, class_="at-seat")] * free,
                class_=f"seats of-{len(others) + free}",
            ),
            middle,
            el("ul", *map(seat, mine), class_="seats own-seat"),
        ]
    )


def _from_viewer(seats: Sequence[SeatBlock], viewer: int | None) -> list[SeatBlock]:
    """Return the seats in the order of play, beginning with the viewer's."""
    start = next((index for index, each in enumerate(seats) if each.seat == viewer), 0)
    return [*seats[start:], *seats[:start]]


def _seat(shown: TableShown, clocks: Mapping[Seat, Clock], seat: SeatBlock) -> Html:
    at_seat, scene = seat.at_seat, shown.scene
    is_me = seat.seat == scene.view.viewer
    name = _("You") if is_me else seat.name
    stack = NOTHING
    if seat.stack is not None:
        stack = joined([image("coin", _("coins")), " ", el("b", number(seat.stack))])
    skill = seat.manner.partition(",")[0]
    skill_text = el("span", f" · {skill}", class_="how") if skill else NOTHING
    house = image("house", _("house player")) if seat.is_house else NOTHING
    is_out = at_seat.has_folded or not (seat.is_here or scene.view.phase == "lobby")
    classes = f"{' me' if seat.is_asked else ''}{' out' if is_out else ''}"
    plate = el(
        "div",
        _clocked(
            image(seat.mark, _("seat {number}").format(number=seat.seat), class_="mark"),
            clocks.get(seat.seat),
        ),
        el("div", el("div", name, " ", house, class_="n"), el("div", stack, skill_text, class_="s")),
        image("dealer", _("dealer"), class_="dealer ic") if at_seat.is_dealer else NOTHING,
        _here() if seat.seat in shown.present and not is_me else NOTHING,
        class_=f"plate{classes}",
        title=seat.manner or None,
    )
    return el("li", plate, *_cards_and_bet(shown, at_seat), *_texts_at(shown, seat), class_="at-seat")


def _here() -> Html:
    """Return the icon that a player has the page open, with a text for screen readers."""
    words = _("has the page open")
    return el("span", icon("here"), el("span", words, class_="hidden"), class_="here", title=words)


def _clocked(mark: Html, clock: Clock | None) -> Html:
    """Return a seat's mark, with a countdown and a ring if its clock runs."""
    if clock is None:
        return el("span", mark, class_="spot")
    countdown = el("time", data_at=clock.until, data_whole=clock.whole, data_bank=clock.bank or None)
    # Translators: said of the seconds at a seat that has used up the time of a turn.
    bank = el("span", _("time bank"), class_="hidden") if clock.bank else NOTHING
    return el("span", mark, countdown, bank, class_="spot clock", role="timer")


def _cards_and_bet(shown: TableShown, at_seat: AtSeat) -> Iterator[Html]:
    """Yield the cards and the bet in front of a seat."""
    if at_seat.tiles:
        yield screen_html.tiles_html(at_seat.tiles, shown.place)
    if at_seat.bet:
        yield el("div", image("coin", _("bet")), f" {number(at_seat.bet)}", class_="bet")


def _texts_at(shown: TableShown, seat: SeatBlock) -> Iterator[Html]:
    """Yield a seat's hand, its last actions, its status, and its remark."""
    at_seat = seat.at_seat
    sign = image("crown", _("best so far")) if at_seat.is_best else NOTHING
    if at_seat.is_paying:
        sign = image("pays", _("pays, as things stand"))
    if at_seat.makes or sign:
        yield el("div", sign, " ", inline(at_seat.makes, shown.place), class_="say")
    # The field itself shows who looks where and holds what; there is room for one line.
    for each in (*(at_seat.deed or at_seat.on_field[-1:]), *seat.standing):
        yield el("div", inline(each, shown.place), class_="say")
    if seat.remark:
        yield el("div", f"“{seat.remark}”", class_="say remark")


def _middle(shown: TableShown, field: Field | None, shown_elsewhere: Collection[str] = ()) -> Html:
    scene = shown.scene
    centre, track = scene.face.centre(scene.view), scene.face.track(scene.view)
    # Notes that the hand rankings repeat are left out.
    notes = [each for each in centre.notes if each.removeprefix("-# ") not in shown_elsewhere]
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
        class_="middle",
    )


def _for_all(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of the public table without answers, since the viewer has answers of their own."""
    for part in parts:
        match part:
            case ActionRow(buttons=buttons):
                yield ActionRow(tuple(each for each in buttons if not is_answer(each.action)))
            case Select(action=action) if is_answer(action):
                continue
            case _:
                yield part
