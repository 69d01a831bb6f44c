"""The result of a hand as rows: the player, the cards and the reason, the gain, and the new stack."""

from __future__ import annotations

from collections.abc import Iterator

from bot.page import screen_html
from bot.page.html import NOTHING, Html, el, image, inline, joined, rendered
from bot.page.table_shown import TableShown
from bot.screens.core.table_blocks import HandLaid, Result, SeatBlock, plain
from bot.screens.table import hand_result
from bot.screens.table.scenes import Scene, seated
from bot.text.translate import _, change, number


def shown_result(scene: Scene) -> Result | None:
    """Return the last hand's result while the table shows it; else None."""
    view = scene.view
    if view.phase != "playing":
        return None
    is_shown = view.hand is not None or hand_result.has_result(scene)
    if view.is_resting:
        return hand_result.last_result(scene) if is_shown else None
    return hand_result.last_result(scene) if view.hand is not None and scene.face.shows_result(view) else None


def result_html(shown: TableShown, result: Result) -> Html:
    """Return the result of a hand for the felt: the headline, the rows, and the notes."""
    head = el("div", el("h2", inline(hand_result.headline(shown.scene, result), shown.place)), class_="head")
    return joined([head, rows_html(shown, result)])


def rows_html(shown: TableShown, result: Result, *, is_brief: bool = False) -> Html:
    """Return a row for each seat of the hand: shown hands from the best down, then thin rows for others.

    `is_brief` leaves out the first note, if the viewer's own reason is shown above.
    """
    scene = shown.scene
    seats = {each.seat: each for each in seated(scene)}
    shown_seats = {each.seat for each in result.laid}
    others = [each for each in seats.values() if each.seat not in shown_seats and each.is_here]
    # Translators: over the columns of a result; the last is what each seat has now.
    names = (_("who and why"), _("+ / −"), _("now"))
    has_stacks = any(each.stack is not None for each in seats.values())
    head = el("div", *(el("span", each) for each in names), class_="rhead") if has_stacks else NOTHING
    gains = {each.seat: each.amount for each in scene.view.gains}
    rows = [
        _laid(shown, each, seats[each.seat], gains.get(each.seat, 0))
        for each in result.laid
        if each.seat in seats
    ]
    others.sort(key=lambda each: -gains.get(each.seat, 0))
    rows += [_thin(shown, each, gains.get(each.seat, 0)) for each in others]
    notes = [each for each in result.why if result.laid or not each.startswith("-# ")] or list(result.why)
    if any(each.held for each in result.laid):
        # What each bet on either side stands in their rows.
        notes = [each for each in notes if not each.startswith("-# ")]
    notes = notes[1:] if is_brief else notes
    return el(
        "div",
        head,
        *rows,
        *(el("div", rendered(each, shown.place), class_="note") for each in notes),
        class_="rows",
    )


def _laid(shown: TableShown, laid: HandLaid, seat: SeatBlock, gain: int) -> Html:
    place = shown.place
    sign = NOTHING
    if laid.is_best and not laid.takes:
        sign = image("crown", _("best"))
    elif laid.is_paying:
        sign = image("pays", _("pays"))
    sides = [image(each.sprite, each.label) for each in laid.takes if each.sprite]
    why = el("small", inline(plain(laid.why_below), place), class_="why") if laid.why_below else NOTHING
    makes = el("span", inline(laid.makes, place))
    who = el("div", el("b", _named(shown, seat), " ", sign, *sides), " ", makes, class_="w")
    tiles = screen_html.tiles_html(laid.tiles, place) if laid.tiles else NOTHING
    held = joined([tiles, screen_html.portions_html(laid.held)])
    return _row(seat, who, laid.gain or gain, held, why, "row won" if laid.is_best else "row")


def _thin(shown: TableShown, seat: SeatBlock, gain: int) -> Html:
    text = _("folded") if seat.at_seat.has_folded else ""
    crown = image("crown", _("best")) if gain > 0 else NOTHING
    who = el("div", el("b", _named(shown, seat), " ", crown), el("span", text), class_="w")
    return _row(seat, who, gain, NOTHING, NOTHING, f"row thin{' won' if gain > 0 else ''}")


def _row(seat: SeatBlock, who: Html, gain: int, held: Html, why: Html, class_: str) -> Html:
    tone = "g" if gain > 0 else "b" if gain else ""
    return el(
        "div",
        image(seat.mark, class_="mark"),
        who,
        el("span", change(gain) if gain else "0", class_=f"d {tone}".strip()),
        el("b", "" if seat.stack is None else number(seat.stack), class_="now"),
        el("div", held, class_="l2") if held else NOTHING,
        why,
        class_=class_,
    )


def _named(shown: TableShown, seat: SeatBlock) -> str:
    return _("You") if seat.seat == shown.scene.view.viewer else seat.name


def standing(scene: Scene) -> tuple[str, str]:
    """Return two texts: the viewer's new stack, and their gain; both empty without a seat."""
    own = next((each for each in seated(scene) if each.seat == scene.view.viewer), None)
    if own is None:
        return "", ""
    gain = hand_result.own_headline(scene)
    if own.stack is None:
        return gain, ""
    # Translators: after a hand: all that a player has at the table.
    return _("You now have {amount}").format(amount=number(own.stack)), gain


def reasons(scene: Scene, result: Result) -> Iterator[str]:
    """Yield why the viewer won or lost, and who begins the next hand."""
    view = scene.view
    if view.viewer in view.hand_seats or view.hand is None:
        yield from result.own
    _buttons, waits = hand_result.next_hand(scene) if view.is_resting else ([], "")
    begins = hand_result.beginning_line(scene) if view.is_resting else ""
    yield waits or (f"-# {begins}" if begins else "")
