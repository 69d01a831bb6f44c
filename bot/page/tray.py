"""The tray, a viewer's own part of a table: the name of their hand, their cards, the question, the answers.

Its parts have fixed heights (`table.css`) during a hand, whatever the question is. More than three answers,
and the amounts of raises, are in sheets that open above the tray.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from bot.custom_ids import answer_id, table_id
from bot.page import results, screen_html
from bot.page.answers import ACROSS, LEAVES, RAISES, AnswerTray, key_for, key_of, sorted_answers, verb_of
from bot.page.html import NOTHING, Html, el, icon, image, inline, joined, rendered
from bot.page.places import PLAY
from bot.page.table_shown import TableShown
from bot.screens.core.betting import RaiseRange
from bot.screens.core.naming import listed
from bot.screens.core.screen import Button, Part, Select, SelectOption
from bot.screens.core.table_blocks import NO_CARDS, OwnBlock, Result, Side
from bot.screens.core.tiles import Field, Tile
from bot.screens.table.panel import coach_line, held
from bot.screens.table.scenes import Scene, asked_here, closing, last_round, seated
from bot.screens.table.turn import absence_asked, own_wish, pause_asked, turn
from bot.text.translate import _, language, number
from games.engine.core.errors import Reason
from games.engine.core.offers import NumberOffer, find

RAISE, RANKS = "raise", "ranks"
"""The ids of the popovers that the tray opens: for raises, and the hand rankings."""


def text_tray(shown: TableShown, parts: Iterable[Part]) -> Html:
    """Return the tray of a table without cards (a lobby, or closed): its buttons in rows."""
    answers = sorted_answers(shown, parts, None, ())
    buttons = [*answers.bar, *answers.variants]
    rows = [buttons[start : start + ACROSS] for start in range(0, len(buttons), ACROSS)]
    lists = (screen_html.part_html(each, shown.place) for each in answers.lists)
    bars = (el("div", *(_button(each, shown) for each in row), class_="bar") for row in rows)
    chips = [screen_html.button_html(each, shown.place, class_="chip") for each in answers.beside]
    content = el("div", *lists, *bars, el("div", *chips, class_="chips") if chips else NOTHING, class_="act")
    return _tray(shown, content, is_asked=False, is_plain=True)


def hand_tray(
    shown: TableShown, own: OwnBlock, parts: Iterable[Part], field: Field | None, result: Result | None
) -> Html:
    """Return the tray of a table in play."""
    scene = shown.scene
    answers, raising = _answers(shown, parts, field, result)
    rows = results.rows_html(shown, result, is_brief=True) if result and field else NOTHING
    picks = next(iter(answers.cards.values()), None)
    cards_html = rows or (_faces(shown, picks, own.tiles) if picks else cards(shown, own, result))
    sides = _sides(shown, answers)
    is_asked = any(each.seat == scene.view.viewer for each in scene.view.questions)
    actions = el(
        "div",
        NOTHING if rows else _question(shown, own, result),
        _bar(shown, answers, raising, field, result),
        *(_raise_sheet(shown, raising, answers.pledges) if raising is not None else ()),
        class_="act",
    )
    head = _head(shown, own, result, is_narrow=bool(rows))
    return _tray(
        shown,
        joined([head, el("div", cards_html, class_="hold with-rows" if rows else "hold"), sides, actions]),
        is_asked=is_asked,
    )


def bar_and_menu(
    shown: TableShown, parts: Iterable[Part], field: Field | None, result: Result | None
) -> tuple[list[Button], list[Button]]:
    """Return the buttons under the thumb, and those that are in the menu only."""
    answers, raising = _answers(shown, parts, field, result)
    in_bar, left_over = _under_thumb(answers, raising)
    sides = shown.scene.face.sides(shown.scene.view)
    return [*in_bar, *(answers.variants if sides else [])], [
        *left_over,
        *([] if sides else answers.variants),
        *answers.beside,
    ]


def _answers(
    shown: TableShown, parts: Iterable[Part], field: Field | None, result: Result | None
) -> tuple[AnswerTray, RaiseRange | None]:
    """Return the viewer's buttons by place, and the range of a raise, if the raise has a sheet."""
    scene = shown.scene
    raise_range = None if result is not None and scene.view.is_resting else scene.face.raise_range(scene.view)
    has_first = raise_range is not None and bool(scene.face.face(raise_range.offer, scene.view).first)
    raise_range = None if has_first else raise_range
    replaced = (
        () if raise_range is None else RAISES if raise_range.all_in and not _pledges(shown) else RAISES[:2]
    )
    answers = sorted_answers(shown, parts, field, replaced)
    if raise_range is not None:
        answers.pledges = [each for each in answers.bar if key_of(each.action) == RAISES[-1]]
        answers.bar = [each for each in answers.bar if each not in answers.pledges]
    return answers, raise_range


def _under_thumb(answers: AnswerTray, raising: RaiseRange | None) -> tuple[list[Button], list[Button]]:
    """Return the answers for which the bar has room, and the others."""
    watch = [each for each in answers.bar if verb_of(each.action) == "watch"]
    first, most = (
        [*watch, *(each for each in answers.bar if each not in watch)],
        ACROSS - (raising is not None),
    )
    return first[:most], first[most:]


def _tray(shown: TableShown, inner: Html, *, is_asked: bool, is_plain: bool = False) -> Html:
    view = shown.scene.view
    class_suffix = " plain" if is_plain else "" if view.viewer is not None else " watching"
    return el(
        "section",
        inner,
        class_=f"tray{class_suffix}",
        data_asked=is_asked,
        data_game=shown.scene.game.key,
        data_on="table" if view.viewer is None or view.phase == "lobby" else "panel",
        data_number=view.id,
        aria_label=_("Your seat"),
    )


def held_by_viewer(shown: TableShown, shown_elsewhere: Collection[str]) -> OwnBlock:
    """Return the viewer's cards and texts, without texts that are shown elsewhere."""
    view = shown.scene.view
    if view.viewer is None or view.hand is None:
        return NO_CARDS
    own = held(shown.scene, shown.order)
    if view.is_resting:
        return OwnBlock(own.tiles)
    texts = (each for each in own.texts if not own.explains or own.explains not in each)
    return replace(
        own, texts=tuple(texts), hints=tuple(each for each in own.hints if each not in shown_elsewhere)
    )


def notes(own: OwnBlock) -> Iterator[str]:
    """Yield the texts for which the tray has no room: further texts on the viewer's cards, and hints."""
    yield from filter(None, (own.caution, *own.texts[1:], *own.news, *own.hints))


def _head(shown: TableShown, own: OwnBlock, result: Result | None, *, is_narrow: bool) -> Html:
    """Return the hand's name, or after a hand the viewer's stack; and the button to the hand rankings."""
    scene, place = shown.scene, shown.place
    stack_text, change = results.standing(scene) if result is not None else ("", "")
    if result is not None and stack_text:
        reason = next((each for each in result.own if not each.startswith("-# ")), "") if is_narrow else ""
        title, subtitle = (
            el("h2", stack_text, class_="hand have"),
            rendered(reason or change, place),
        )
    else:
        fallback = _(scene.face.own_title) if scene.view.viewer is not None else _("You’re watching")
        title = el("h2", inline(own.title, place) if own.title else fallback, class_="hand")
        subtitle = rendered(own.texts[0], place) if own.texts else NOTHING
        if own.caution and scene.advice is not None:
            # Beside the question stands the coach's word; the two sides name the hand.
            title = el("h2", inline(own.title, place) if own.title else fallback, class_="hidden")
            subtitle = el("p", inline(own.caution, place), class_="caution")
    ranks = el(
        "button",
        icon("ranks"),
        el("span", _("Ranks")),
        type="button",
        class_="chip narrow",
        popovertarget=RANKS,
        data_key="b",
        aria_label=_("What beats what"),
    )
    has_ranks = shown.has_ranks and not is_narrow
    return el("div", el("div", title, subtitle), ranks if has_ranks else NOTHING, class_="own")


def cards(shown: TableShown, own: OwnBlock, result: Result | None = None) -> Html:
    """Return the cards that a viewer holds or has just shown, and those seen on the field."""
    if result is not None and not own.tiles:
        shown_tiles = (each.tiles for each in result.laid if each.seat == shown.scene.view.viewer)
        own = replace(own, tiles=next(shown_tiles, ()))
    if not (own.tiles or own.known or own.explains):
        return NOTHING
    tiles = screen_html.tiles_html((*own.tiles, *own.known), shown.place, "mine")
    if not own.explains:
        return tiles
    return el("div", tiles, el("p", inline(own.explains, shown.place)), class_="first-bet")


def _faces(shown: TableShown, selects: Sequence[Select], tiles: Sequence[Tile]) -> Html:
    """Return the viewer's cards as checkboxes; buttons in the bar send the chosen ones."""
    order = {each.sprite: position for position, each in enumerate(tiles)}

    def position(choice: SelectOption) -> int:
        name = (choice.emoji or "").strip("<:>").split(":")[0]
        return next((index for sprite, index in order.items() if name.startswith(sprite)), len(order))

    names = {index: each.caption for index, each in enumerate(tiles)}
    choices = [
        # Beside its picture a card has room for its name or its description.
        replace(each, description=names.get(position(each)) or each.description)
        for each in sorted(selects[0].choices, key=position)
    ]
    return screen_html.picks_html(
        selects[0].placeholder.rstrip(" …"), choices, selects[0].action, shown.place
    )


def _sides(shown: TableShown, answers: AnswerTray) -> Html:
    """Return the two sides of a split bet with their coins; or instead of them the selects, if any."""
    lists = answers.lists
    if lists:
        return el("div", *(screen_html.part_html(each, shown.place) for each in lists), class_="sides")
    sides = shown.scene.face.sides(shown.scene.view)
    if not sides:
        return NOTHING
    first, last = sides
    button_by_key = {
        each: button for each in ("q", "a", "z") for button in answers.variants if key_for(button) == each
    }
    others = [each for each in answers.variants if each not in button_by_key.values()]
    half = button_by_key.get("a")
    middle = NOTHING
    if half is not None:
        is_even = half.style != "plain"
        other = others[0] if is_even and others else half
        label = el(
            "span", image("half"), el("span", _("half each") if other is half else other.label), class_="line"
        )
        middle = _radio(other, label, is_chosen=is_even, class_="half")
    elif others:
        middle = _button(others[0], shown)
    return el(
        "div",
        _side(shown, first, button_by_key.get("q")),
        middle,
        _side(shown, last, button_by_key.get("z")),
        class_="sides",
        role="radiogroup" if button_by_key else None,
        aria_label=_("Where does your next bet go?") if button_by_key else None,
    )


def _side(shown: TableShown, side: Side, button: Button | None) -> Html:
    part = side.part
    amount = number(part.amount)
    if side.added:
        amount = f"{amount} → {number(part.amount + side.added)}"
    sign = image(part.sprite) if part.sprite else NOTHING
    inner = joined(
        [
            el("b", sign, f" {part.label}"),
            el("span", amount, class_="num"),
            el("small", inline(side.says, shown.place)),
        ]
    )
    if button is None:
        return el("div", inner, class_=f"side{' on' if side.is_chosen else ''}")
    return _radio(button, inner, is_chosen=side.is_chosen, class_="side")


def _radio(button: Button, inner: Html, *, is_chosen: bool, class_: str) -> Html:
    return el(
        "button",
        inner,
        type="button",
        class_=f"{class_}{' on' if is_chosen else ''}",
        data_action=button.action,
        data_key=key_for(button),
        role="radio",
        aria_checked="true" if is_chosen else "false",
    )


def _question(shown: TableShown, own: OwnBlock, result: Result | None) -> Html:
    """Return the question with the most important note; or after a hand, the reasons and what is next."""
    scene = shown.scene
    if result is not None:
        question = turn(scene, has_cost=False) if not scene.view.is_resting else ""
        lines = [*results.reasons(scene, result), question]
    else:
        lines = [turn(scene, has_cost=False), _beside_question(scene, own)]
    return el("div", *(rendered(each, shown.place) for each in lines if each), class_="q", tabindex=0)


def _beside_question(scene: Scene, own: OwnBlock) -> str:
    """Return the most important note beside the question; the log has the others."""
    votes = (
        *(own_wish(scene), pause_asked(scene), absence_asked(scene)),
        *(last_round(scene), closing(scene)),
    )
    coach = (each.markdown for each in coach_line(scene))
    notes_by_weight = (*votes, *coach, _call_split(scene), own.caution, *own.news, *own.texts[1:], *own.hints)
    return next(filter(None, notes_by_weight), "")


def _call_split(scene: Scene) -> str:
    """Return where the coins of a call would go; empty unless bets are split between two sides."""
    added = [each for each in scene.face.sides(scene.view) if each.added]
    if not added:
        return ""
    amount = number(sum(each.added for each in added))
    sides = listed([f"**{each.part.label}**" for each in added])
    # Translators: of the coins with which a player would stay in, on “Win”, on “Lose”, or on both.
    return _("Your {amount} would go on {sides}.").format(amount=amount, sides=sides)


def _waits_for_house(scene: Scene) -> bool:
    """Return True if a player reads a result before the house goes on, and no other person plays (SH-1)."""
    view = scene.view
    people = [each.seat for each in view.places if each.player is not None and each.home is None]
    is_house_asked = any(each.is_asked and each.is_house for each in seated(scene))
    return people == [view.viewer] and is_house_asked and not view.is_resting and scene.tournament is None


def _bar(
    shown: TableShown,
    answers: AnswerTray,
    raising: RaiseRange | None,
    field: Field | None,
    result: Result | None = None,
) -> Html:
    """Return the answers under the thumb, at most three; below a result the way to what comes next."""
    is_picking = bool(answers.cards) or (field is not None and field.is_pressed)
    advice = shown.scene.advice
    suggested = advice.suggests.split() if isinstance(advice, Reason) else ()
    buttons = [
        # The gold button sends chosen cards; else it is the coach's suggestion, if there is one.
        _button(each if advice is None and not is_picking else _gilt(each, suggested), shown)
        for each in _under_thumb(answers, raising)[0]
    ]
    if shown.scene.is_broke and shown.scene.view.viewer is None:
        # Translators: a button for who has no coins left at a table: the way to other tables.
        other = el("span", _("Another game"), class_="line")
        buttons.insert(1, el("button", other, type="button", class_="btn", data_page=PLAY))
    if field is not None and field.is_pressed:
        buttons.append(screen_html.picked_html())
    for selects in answers.cards.values():
        is_asked = any(each.seat == shown.scene.view.viewer for each in shown.scene.view.questions)
        buttons += [screen_html.sent_html(each, None if is_asked else "p") for each in selects]
    if result is not None and _waits_for_house(shown.scene):
        # Translators: a button below the result of a round of dice.
        words = _("Next round")
        buttons.append(_button(Button(words, table_id(shown.scene.view.id, "go_on"), "main"), shown))
    if raising is not None:
        buttons.append(_raise_button(raising, is_gold=raising.offer.key in suggested))
    bar = el("div", *buttons, class_="bar")
    folds = any(key_of(each.action) == LEAVES for each in answers.bar)
    return joined([bar, _undoing_in(language.get())]) if folds else bar


@lru_cache(8)
def _undoing_in(_language: str) -> Html:
    """Return the bar that is shown while a fold can be undone; *Undo* is not where *Fold* was."""
    folds = (el("span", _("Folding …"), class_="line"), el("small", _("in 2 seconds")))
    back = (el("span", _("Undo"), class_="line", data_key="u"), el("small", _("and think again")))
    return el(
        "div",
        el("button", *folds, type="button", class_="btn q0", disabled=True),
        el("button", *back, type="button", class_="btn", data_undo=True),
        class_="undoing bar",
        hidden=True,
    )


def _gilt(button: Button, keys: Collection[str]) -> Button:
    """Return a button in gold if it gives one of the answers in `keys`, else plain."""
    return replace(button, style="main" if key_of(button.action) in keys else "plain")


def _button(button: Button, shown: TableShown) -> Html:
    look = "btn q0" if key_of(button.action) == LEAVES and button.style == "plain" else "btn"
    return screen_html.button_html(button, shown.place, class_=look, key=key_for(button))


def _raise_button(raising: RaiseRange, *, is_gold: bool) -> Html:
    # Translators: a button: opens a sheet for the amount of a raise, or of a bet.
    words = _("Raise …") if raising.offer.key == "raise" else _("Bet …")
    offer = raising.offer
    range_text = (
        number(offer.least) if offer.least == offer.most else f"{number(offer.least)} – {number(offer.most)}"
    )
    line = el("span", words, class_="line", data_key="r")
    look = "btn p" if is_gold else "btn"
    return el("button", line, el("small", range_text), type="button", class_=look, popovertarget=RAISE)


def _pledges(shown: TableShown) -> bool:
    hand = shown.scene.view.hand
    return hand is not None and bool(hand.betting.is_pledging)


def _raise_sheet(shown: TableShown, raising: RaiseRange, pledges: Iterable[Button]) -> Iterator[Html]:
    """Yield the sheet for the amount of a raise: a text input, a slider, and buttons of named amounts."""
    scene, offer = shown.scene, raising.offer
    question = asked_here(scene, mine=True)
    if question is None:
        return

    def action(key: str) -> str:
        return answer_id(scene.view.id, question.seat, question.number, find(question.offers, key))

    has_all_in = bool(raising.all_in) and not _pledges(shown)
    most = max(offer.most, raising.whole) if has_all_in else offer.most
    all_in = _all_in(raising, action("all_in")) if has_all_in else NOTHING
    form = el(
        "form",
        *_amount(raising, most),
        _presets(raising, has_all_in=has_all_in),
        _left(raising, most),
        _raise_bar(raising, all_in),
        data_form=action(offer.key),
        novalidate=True,
    )
    head = screen_html.sheet_head(RAISE, raising.title)
    pledge_buttons = (screen_html.button_html(each, shown.place) for each in pledges)
    yield el(
        "div",
        head,
        form,
        *pledge_buttons,
        id=RAISE,
        class_="lay",
        popover=True,
        role="dialog",
        aria_label=raising.title,
    )


def _amount(raising: RaiseRange, most: int) -> Iterator[Html]:
    """Yield the input of the amount with buttons for less and more, and the slider."""
    offer, title = raising.offer, raising.title
    least, step = offer.least, offer.numbers.step if isinstance(offer, NumberOffer) else 1
    amount_input = el(
        "input",
        type="text",
        name="text",
        inputmode="numeric",
        autocomplete="off",
        value=least,
        aria_label=title,
    )
    less = el("button", "−", type="button", class_="btn", data_by=-step, aria_label=_("Less"))
    more = el("button", "+", type="button", class_="btn", data_by=step, aria_label=_("More"))
    yield el("div", less, amount_input, more, class_="amount")
    bounds = {"min": least, "max": most, "step": step, "value": least}
    yield el("input", type="range", name="slide", aria_label=title, **bounds)
    yield el("div", el("small", number(least)), el("small", number(most)), class_="ends")


def _presets(raising: RaiseRange, *, has_all_in: bool) -> Html:
    """Return the buttons of named amounts."""
    marks = [*raising.marks, *([(_("All in"), raising.whole)] if has_all_in else [])]
    buttons = (
        el(
            "button",
            name,
            el("small", number(to)),
            type="button",
            class_="btn",
            data_to=to,
            data_key=f"{position}",
        )
        for position, (name, to) in enumerate(marks, 1)
    )
    return el("div", *buttons, class_="ways")


def _left(raising: RaiseRange, most: int) -> Html:
    """Return the line below the amount, which the script fills with the coins that a bet would leave."""
    wrong = _("Please choose from {least} to {most}.")
    return el(
        "p",
        class_="q",
        # Translators: beside a bet that is about to be made: the coins left to the player.
        data_left=_("You’d have {left} left."),
        data_none=_("You’d have nothing left."),
        data_wrong=wrong.format(least=number(raising.offer.least), most=number(most)),
        data_whole=raising.whole,
        aria_live="polite",
    )


def _all_in(raising: RaiseRange, action: str) -> Html:
    words = el("span", _("Go all in"), class_="line")
    price = el("small", number(raising.whole))
    return el("button", words, price, type="button", class_="btn p", hidden=True, data_action=action)


def _raise_bar(raising: RaiseRange, all_in: Html) -> Html:
    """Return the buttons that close the sheet and that raise."""
    words = el("span", _("Back"), class_="line")
    hides = {"popovertarget": RAISE, "popovertargetaction": "hide"}
    back = el("button", words, type="button", class_="btn q0", **hides)
    least = raising.says.format(to=number(raising.offer.least))
    label = el("span", least, class_="line", data_says=raising.says)
    return el("div", back, el("button", label, type="submit", class_="btn p"), all_in, class_="bar")
