"""A viewer's own part of a table: the name of their hand, their cards, the question, and the answers.

Its parts have heights of their own (`table.css`), the same through a whole hand, whatever is asked. What is
more than three answers, or seldom wanted, lies in sheets that open above it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from bot.custom_ids import answer_id
from bot.page import results, screen_html
from bot.page.answers import ACROSS, LEAVES, RAISES, AnswerTray, key_for, key_of, sorted_answers, verb_of
from bot.page.html import NOTHING, Html, el, icon, image, inline, joined, rendered
from bot.page.table_shown import TableShown
from bot.screens.core.betting import RaiseRange
from bot.screens.core.naming import listed
from bot.screens.core.screen import Button, Part, Select, SelectOption
from bot.screens.core.table_blocks import NO_CARDS, OwnBlock, Result, Side
from bot.screens.core.tiles import Field, Tile
from bot.screens.table.panel import coach_line, held
from bot.screens.table.scenes import Scene, asked_here, closing, last_round
from bot.screens.table.turn import absence_asked, own_wish, pause_asked, turn
from bot.text.translate import _, language, number
from games.engine.core.errors import Reason
from games.engine.core.offers import NumberOffer, find

RAISE, RANKS = "raise", "ranks"
"""The sheets that open above a tray."""


def of_words(shown: TableShown, parts: Iterable[Part]) -> Html:
    """Return the tray of a table that has not begun, or is closed: its buttons in rows."""
    found = sorted_answers(shown, parts, None, ())
    buttons = [*found.bar, *found.ways]
    rows = [buttons[at : at + ACROSS] for at in range(0, len(buttons), ACROSS)]
    lists = (screen_html.part_html(each, shown.place) for each in found.lists)
    made = (el("div", *(_button(each, shown) for each in row), class_="bar") for row in rows)
    chips = [screen_html.button_html(each, shown.place, class_="chip") for each in found.beside]
    act = el("div", *lists, *made, el("div", *chips, class_="chips") if chips else NOTHING, class_="act")
    return _tray(shown, act, is_asked=False, is_plain=True)


def of_hand(
    shown: TableShown, own: OwnBlock, parts: Iterable[Part], field: Field | None, result: Result | None
) -> Html:
    """Return the tray of a table in play."""
    scene = shown.scene
    found, raising = _answers(shown, parts, field, result)
    rows = results.rows_html(shown, result, is_brief=True) if result and field else NOTHING
    picks = next(iter(found.cards.values()), None)
    lies = rows or (_faces(shown, picks, own.tiles) if picks else cards(shown, own, result))
    sides = _sides(shown, found)
    is_asked = any(each.seat == scene.view.viewer for each in scene.view.questions)
    act = el(
        "div",
        NOTHING if rows else _question(shown, own, result),
        _bar(shown, found, raising, field),
        *(_raise_sheet(shown, raising, found.pledges) if raising is not None else ()),
        class_="act",
    )
    head = _head(shown, own, result, is_narrow=bool(rows))
    return _tray(
        shown,
        joined([head, el("div", lies, class_="hold with-rows" if rows else "hold"), sides, act]),
        is_asked=is_asked,
    )


def under_and_beyond(
    shown: TableShown, parts: Iterable[Part], field: Field | None, result: Result | None
) -> tuple[list[Button], list[Button]]:
    """Return the buttons under the thumb, and those that lie in the menu only."""
    found, raising = _answers(shown, parts, field, result)
    under, beyond = _under_thumb(found, raising)
    sides = shown.scene.face.sides(shown.scene.view)
    return [*under, *(found.ways if sides else [])], [*beyond, *([] if sides else found.ways), *found.beside]


def _answers(
    shown: TableShown, parts: Iterable[Part], field: Field | None, result: Result | None
) -> tuple[AnswerTray, RaiseRange | None]:
    """Return the viewer's buttons by place, and the range of a raise that has a sheet."""
    scene = shown.scene
    raising = None if result is not None and scene.view.is_resting else scene.face.raise_range(scene.view)
    has_first = raising is not None and bool(scene.face.face(raising.offer, scene.view).first)
    raising = None if has_first else raising
    replaced = () if raising is None else RAISES if raising.all_in and not _pledges(shown) else RAISES[:2]
    found = sorted_answers(shown, parts, field, replaced)
    if raising is not None:
        found.pledges = [each for each in found.bar if key_of(each.action) == RAISES[-1]]
        found.bar = [each for each in found.bar if each not in found.pledges]
    return found, raising


def _under_thumb(found: AnswerTray, raising: RaiseRange | None) -> tuple[list[Button], list[Button]]:
    """Return the answers that have room in the bar, and the others."""
    watch = [each for each in found.bar if verb_of(each.action) == "watch"]
    first, most = [*watch, *(each for each in found.bar if each not in watch)], ACROSS - (raising is not None)
    return first[:most], first[most:]


def _tray(shown: TableShown, inner: Html, *, is_asked: bool, is_plain: bool = False) -> Html:
    view = shown.scene.view
    look = " plain" if is_plain else "" if view.viewer is not None else " watching"
    return el(
        "section",
        inner,
        class_=f"tray{look}",
        data_asked=is_asked,
        data_game=shown.scene.game.key,
        data_on="table" if view.viewer is None or view.phase == "lobby" else "panel",
        data_number=view.id,
        aria_label=_("Your seat"),
    )


def held_by_viewer(shown: TableShown, known: Collection[str]) -> OwnBlock:
    """Return the viewer's cards and what is said of them, but for lines that stand elsewhere already."""
    view = shown.scene.view
    if view.viewer is None or view.hand is None:
        return NO_CARDS
    own = held(shown.scene, shown.order)
    if view.is_resting:
        return OwnBlock(own.tiles)
    texts = (each for each in own.texts if not own.explains or own.explains not in each)
    return replace(own, texts=tuple(texts), hints=tuple(each for each in own.hints if each not in known))


def notes(own: OwnBlock) -> Iterator[str]:
    """Yield what the tray has no room for: further words about one's cards, and hints."""
    yield from filter(None, (own.caution, *own.texts[1:], *own.news, *own.hints))


def _head(shown: TableShown, own: OwnBlock, result: Result | None, *, is_narrow: bool) -> Html:
    """Return the name of the hand, or what the viewer has now; and the way to what beats what."""
    scene, place = shown.scene, shown.place
    now, change = results.standing(scene) if result is not None else ("", "")
    if result is not None and now:
        reason = next((each for each in result.own if not each.startswith("-# ")), "") if is_narrow else ""
        title, says = (
            el("h2", now, class_="hand have"),
            rendered(reason or change, place),
        )
    else:
        fallback = _(scene.face.own_title) if scene.view.viewer is not None else _("You’re watching")
        title = el("h2", inline(own.title, place) if own.title else fallback, class_="hand")
        says = rendered(own.texts[0], place) if own.texts else NOTHING
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
    return el("div", el("div", title, says), ranks if has_ranks else NOTHING, class_="own")


def cards(shown: TableShown, own: OwnBlock, result: Result | None = None) -> Html:
    """Return the cards that a viewer holds or has just laid down, and those that they have seen elsewhere."""
    if result is not None and not own.tiles:
        laid = (each.tiles for each in result.laid if each.seat == shown.scene.view.viewer)
        own = replace(own, tiles=next(laid, ()))
    if not (own.tiles or own.known or own.explains):
        return NOTHING
    tiles = screen_html.tiles_html((*own.tiles, *own.known), shown.place, "mine")
    if not own.explains:
        return tiles
    return el("div", tiles, el("p", inline(own.explains, shown.place)), class_="first-bet")


def _faces(shown: TableShown, selects: Sequence[Select], tiles: Sequence[Tile]) -> Html:
    """Return cards to choose some of, where they lie on the hand; those that are sent go by the bar."""
    order = {each.sprite: at for at, each in enumerate(tiles)}

    def at(choice: SelectOption) -> int:
        name = (choice.emoji or "").strip("<:>").split(":")[0]
        return next((place for sprite, place in order.items() if name.startswith(sprite)), len(order))

    names = {place: each.caption for place, each in enumerate(tiles)}
    choices = [
        # Beside its picture there is room for a card's name, or for what it means.
        replace(each, description=names.get(at(each)) or each.description)
        for each in sorted(selects[0].choices, key=at)
    ]
    return screen_html.picks_html(
        selects[0].placeholder.rstrip(" …"), choices, selects[0].action, shown.place
    )


def _sides(shown: TableShown, found: AnswerTray) -> Html:
    """Return the two sides of a split bet, each with its coins; or in their place a list to choose from."""
    lists = found.lists
    if lists:
        return el("div", *(screen_html.part_html(each, shown.place) for each in lists), class_="sides")
    sides = shown.scene.face.sides(shown.scene.view)
    if not sides:
        return NOTHING
    first, last = sides
    ways = {each: button for each in ("q", "a", "z") for button in found.ways if key_for(button) == each}
    others = [each for each in found.ways if each not in ways.values()]
    half = ways.get("a")
    middle = NOTHING
    if half is not None:
        is_even = half.style != "plain"
        other = others[0] if is_even and others else half
        label = el(
            "span", image("half"), el("span", _("half each") if other is half else other.label), class_="line"
        )
        middle = _way(other, label, is_chosen=is_even, class_="half")
    elif others:
        middle = _button(others[0], shown)
    return el(
        "div",
        _side(shown, first, ways.get("q")),
        middle,
        _side(shown, last, ways.get("z")),
        class_="sides",
        role="radiogroup" if ways else None,
        aria_label=_("Where does your next bet go?") if ways else None,
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
    return _way(button, inner, is_chosen=side.is_chosen, class_="side")


def _way(button: Button, inner: Html, *, is_chosen: bool, class_: str) -> Html:
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
    """Return what is asked, and beside it the coach's word or what is new; or how the hand came out."""
    scene = shown.scene
    if result is not None:
        asked = turn(scene, has_cost=False) if not scene.view.is_resting else ""
        told = [*results.reasons(scene, result), asked]
    else:
        told = [turn(scene, has_cost=False), _beside_question(scene, own)]
    return el("div", *(rendered(each, shown.place) for each in told if each), class_="q", tabindex=0)


def _beside_question(scene: Scene, own: OwnBlock) -> str:
    """Return what matters most beside the question: there is room for one thing, the log has the others."""
    wishes = (
        *(own_wish(scene), pause_asked(scene), absence_asked(scene)),
        *(last_round(scene), closing(scene)),
    )
    coach = (each.markdown for each in coach_line(scene))
    told = (*wishes, *coach, _would_lie(scene), own.caution, *own.news, *own.texts[1:], *own.hints)
    return next(filter(None, told), "")


def _would_lie(scene: Scene) -> str:
    """Return where the coins of a call would lie; empty unless they are split between two sides."""
    added = [each for each in scene.face.sides(scene.view) if each.added]
    if not added:
        return ""
    amount = number(sum(each.added for each in added))
    sides = listed([f"**{each.part.label}**" for each in added])
    # Translators: of the coins with which a player would stay in, on “Win”, on “Lose”, or on both.
    return _("Your {amount} would go on {sides}.").format(amount=amount, sides=sides)


def _bar(shown: TableShown, found: AnswerTray, raising: RaiseRange | None, field: Field | None) -> Html:
    """Return the answers under the thumb, at most three."""
    is_picking = bool(found.cards) or (field is not None and field.is_pressed)
    advice = shown.scene.advice
    said = advice.suggests.split() if isinstance(advice, Reason) else ()
    made = [
        # Gold is what sends a pick; else what the coach speaks for, if there is one.
        _button(each if advice is None and not is_picking else _gilt(each, said), shown)
        for each in _under_thumb(found, raising)[0]
    ]
    if field is not None and field.is_pressed:
        made.append(screen_html.picked_html())
    for selects in found.cards.values():
        is_asked = any(each.seat == shown.scene.view.viewer for each in shown.scene.view.questions)
        made += [screen_html.sent_html(each, None if is_asked else "p") for each in selects]
    if raising is not None:
        made.append(_raise_button(raising, is_gold=raising.offer.key in said))
    bar = el("div", *made, class_="bar")
    folds = any(key_of(each.action) == LEAVES for each in found.bar)
    return joined([bar, _undoing_in(language.get())]) if folds else bar


@lru_cache(8)
def _undoing_in(_language: str) -> Html:
    """Return the bar while a fold can be taken back: the way back is not where the finger is."""
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
    """Return a button in gold if it gives one of these answers, else plain."""
    return replace(button, style="main" if key_of(button.action) in keys else "plain")


def _button(button: Button, shown: TableShown) -> Html:
    look = "btn q0" if key_of(button.action) == LEAVES and button.style == "plain" else "btn"
    return screen_html.button_html(button, shown.place, class_=look, key=key_for(button))


def _raise_button(raising: RaiseRange, *, is_gold: bool) -> Html:
    # Translators: a button: opens a sheet for the amount of a raise, or of a bet.
    words = _("Raise …") if raising.offer.key == "raise" else _("Bet …")
    offer = raising.offer
    span = (
        number(offer.least) if offer.least == offer.most else f"{number(offer.least)} – {number(offer.most)}"
    )
    line = el("span", words, class_="line", data_key="r")
    look = "btn p" if is_gold else "btn"
    return el("button", line, el("small", span), type="button", class_=look, popovertarget=RAISE)


def _pledges(shown: TableShown) -> bool:
    hand = shown.scene.view.hand
    return hand is not None and bool(hand.betting.is_pledging)


def _raise_sheet(shown: TableShown, raising: RaiseRange, pledges: Iterable[Button]) -> Iterator[Html]:
    """Yield the sheet for the amount of a raise: typed, slid to, or one of those that have a name."""
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
    whole = (screen_html.button_html(each, shown.place) for each in pledges)
    yield el(
        "div",
        head,
        form,
        *whole,
        id=RAISE,
        class_="lay",
        popover=True,
        role="dialog",
        aria_label=raising.title,
    )


def _amount(raising: RaiseRange, most: int) -> Iterator[Html]:
    """Yield the field of the amount with its two buttons, and the slider."""
    offer, title = raising.offer, raising.title
    least, step = offer.least, offer.numbers.step if isinstance(offer, NumberOffer) else 1
    typed = el(
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
    yield el("div", less, typed, more, class_="amount")
    bounds = {"min": least, "max": most, "step": step, "value": least}
    yield el("input", type="range", name="slide", aria_label=title, **bounds)
    yield el("div", el("small", number(least)), el("small", number(most)), class_="ends")


def _presets(raising: RaiseRange, *, has_all_in: bool) -> Html:
    """Return the buttons of the amounts that have a name."""
    marks = [*raising.marks, *([(_("All in"), raising.whole)] if has_all_in else [])]
    buttons = (
        el("button", name, el("small", number(to)), type="button", class_="btn", data_to=to, data_key=f"{at}")
        for at, (name, to) in enumerate(marks, 1)
    )
    return el("div", *buttons, class_="ways")


def _left(raising: RaiseRange, most: int) -> Html:
    """Return the line below the amount; the script fills in what a bet would leave."""
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
    """Return the way back, and the button that raises."""
    words = el("span", _("Back"), class_="line")
    hides = {"popovertarget": RAISE, "popovertargetaction": "hide"}
    back = el("button", words, type="button", class_="btn q0", **hides)
    least = raising.says.format(to=number(raising.offer.least))
    lead = el("span", least, class_="line", data_says=raising.says)
    return el("div", back, el("button", lead, type="submit", class_="btn p"), all_in, class_="bar")
