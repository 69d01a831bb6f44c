"""A finished hand: its result, titles, the button for the next one, and kept hands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import Page, TableHand, table_id
from bot.screens.catalog import FACES, emoji_of, title_of
from bot.screens.core import screen
from bot.screens.core.naming import listed, listed_few
from bot.screens.core.presenter import TablePresenter
from bot.screens.core.screen import (
    CHOICES_MAX,
    ActionRow,
    Button,
    Part,
    Screen,
    Select,
    SelectOption,
    Text,
    marked,
)
from bot.screens.core.table_blocks import LARGE_MAX, Result, hand_lines, mark_of, moment_lines
from bot.screens.learn.choose_again import second_look_button
from bot.screens.table.scenes import Scene, gains, hand_picture, heading, picture_or_text, watch_button
from bot.screens.table.table_people import ask_button
from bot.screens.table.turn import paused_until, waits_for
from bot.text.translate import _, ngettext, number, shown
from games.catalog import BY_KEY
from games.engine.core.errors import N_
from games.engine.core.hand_stats import Title
from storage.play.hands import KEPT_MAX, KeptMark


def last_result(scene: Scene) -> Result | None:
    """Return the last hand's result; None before the first hand, or if the table keeps no finished hand."""
    # A game whose hands follow each other without a pause keeps no finished hand; its result is in the story.
    has_hand = scene.view.hand is not None or not scene.game.rests(scene.view.rules)
    return scene.face.result(scene.view) if has_hand and scene.view.hands else None


def showdown_lines(scene: Scene) -> list[str]:
    """Return the hands of the showdown as lines of text, and the gains of everybody else."""
    result, view, face = last_result(scene), scene.view, scene.face
    laid = () if result is None else result.laid
    lines = moment_lines(None if result is None else result.moment)
    for each in laid:
        mark, name = marked(mark_of(each.seat), ""), shown(view.name(each.seat))
        lines += hand_lines(each, mark, name, face, is_large=len(laid) <= LARGE_MAX)
    return [*lines, *filter(None, [gains(scene, laid)])]


def result(scene: Scene) -> list[str]:
    """Return the last hand's result as lines of text: winners, hands, and reasons."""
    last = last_result(scene)
    if last is None or not (last.laid or last.why):
        return showdown_lines(scene)
    return [f"**{last.headline}**", *showdown_lines(scene), *last.why]


def own_gain(scene: Scene) -> int | None:
    """Return the viewer's gain by the last hand, negative for a loss; None if they were not in it."""
    view = scene.view
    if view.viewer is None or view.viewer not in view.hand_seats:
        return None
    return sum(each.amount for each in view.gains if each.seat == view.viewer)


def own_headline(scene: Scene) -> str:
    """Return the viewer's gain by the last hand as a title; empty for a viewer who was not in it."""
    gain = own_gain(scene)
    if gain is None:
        return ""
    # Translators: a title: what a player has won by a hand, all in all.
    words = _("You win {amount}") if gain > 0 else _("You lose {amount}") if gain else _("You break even")
    return words.format(amount=number(abs(gain)))


def headline(scene: Scene, ended: Result) -> str:
    """Return the last hand's winners as a title; to a viewer who has won, their gain."""
    return own_headline(scene) if (own_gain(scene) or 0) > 0 else ended.headline


def next_hand(scene: Scene) -> tuple[list[Button], str]:
    """Return the button that begins the next hand between two hands; or no button, and why there is none.

    Both are empty in a replay.
    """
    if scene.news is not None:
        return [], ""
    if waits := paused_until(scene) if scene.view.is_paused else waits_for(scene):
        return [], waits
    if scene.tournament is not None and not scene.view.is_called:
        return [], scene.tournament.waits or scene.face.reword(
            N_("The next hand hasn’t been called for yet.")
        )
    # Translators: a button: deal the next hand.
    label = _("Deal") if scene.game.is_dealt else _("Begin")
    return [Button(label, table_id(scene.view.id, "deal"), "main")], ""


def beginning_line(scene: Scene) -> str:
    """Return who can begin the next hand, and when the bot begins it; empty if nobody can.

    Without a clock, the bot never begins it (TB-8).
    """
    buttons, _words = next_hand(scene)
    if not buttons:
        return ""
    is_dealt = scene.game.is_dealt
    if not scene.view.has_clock:
        return _("Deal when you’re ready.") if is_dealt else _("Begin when you’re ready.")
    until = f"<t:{int(scene.deadline_at)}:R>" if scene.deadline_at else ""
    if names := [shown(scene.view.name(seat)) for seat in scene.view.unready]:
        words = (
            _("Waiting for {names} to press “Deal”; otherwise I’ll deal {until}.")
            if is_dealt
            else _("Waiting for {names} to press “Begin”; otherwise I’ll begin {until}.")
        )
        return words.format(names=listed_few(names), until=until)
    words = (
        _("Anyone can deal, or I will {until}.") if is_dealt else _("Anyone can begin, or I will {until}.")
    )
    return words.format(until=until)


def show_button(scene: Scene) -> list[Button]:
    """Return the button that shows the viewer's folded or uncalled cards to everybody (TB-11)."""
    view = scene.view
    return [Button(_("Show my cards"), table_id(view.id, "show_cards"))] if view.may_show else []


def shown_cards(scene: Scene) -> list[str]:
    """Return a line for each player who showed their cards after the hand."""
    words = _("**{name}** shows {cards}")
    return [
        words.format(name=shown(scene.view.name(each.seat)), cards=scene.face.in_a_line(each.cards))
        for each in scene.view.shown
    ]


def last_hand_button(scene: Scene) -> list[Button]:
    """Return the button to the last hand's result, once the next one is under way."""
    view = scene.view
    is_under_way = view.phase == "playing" and not view.is_resting and view.hands > 1
    if not is_under_way or not scene.game.rests(view.rules):
        return []
    return [Button(_("Last result"), table_id(view.id, "last_hand"))]


def last_hand_screen(scene: Scene) -> Screen:
    """Return the last hand, as the table's message showed its result."""
    view = scene.view
    again = ActionRow((watch_button(view.id, view.hands), *ask_button(scene)))
    title = Text(heading(scene, scene.face.headline(view)))
    return Screen((title, *showdown_parts(scene), again), scene.face.accent)


def showdown_parts(scene: Scene, *notes: str, has_why: bool = True) -> tuple[Part, ...]:
    """Return the showdown of the last hand as a picture or text; below it the reasons and further notes."""
    last = last_result(scene)
    why = last.why if last is not None and has_why else ()
    picture = hand_picture(scene) if scene.face.shows_result(scene.view) else None
    return picture_or_text(showdown_lines(scene), picture, *why, *notes)


def has_result(scene: Scene) -> bool:
    """Return True if the last hand's result has more than a headline."""
    last = last_result(scene)
    return last is not None and bool(last.laid or last.why)


def look_back(scene: Scene) -> list[Button]:
    """Return the buttons to the last hand's replay, to its review, and to a house player's reasons."""
    return [*replay_button(scene), *second_look(scene), *ask_button(scene)]


def second_look(scene: Scene) -> list[Button]:
    """Return the button to the review of the last finished hand (TB-26)."""
    newest = _last_finished(scene)
    return second_look_button(scene, newest) if newest else []


def replay_button(scene: Scene) -> list[Button]:
    """Return the button to the last hand's replay, after the first hand.

    A press says so if the hand was called off.
    """
    return [watch_button(scene.view.id)] if _last_finished(scene) else []


def _last_finished(scene: Scene) -> int:
    """Return the number of the last finished hand; 0 if there is none."""
    view = scene.view
    is_under_way = view.phase == "playing" and not view.is_resting
    return view.hands - is_under_way


def save_buttons(scene: Scene) -> list[Button]:
    """Return the button to a file of all hands, after the first hand."""
    view = scene.view
    return [Button(_("Save all"), table_id(view.id, "evening"))] if view.evening.hands else []


TITLES_MAX = 4
"""The maximum number of titles with a line each."""


def title_lines(scene: Scene) -> list[str]:
    """Return a line for each title just earned, with its players; the last line counts the others.

    At a closed table these are the titles of all its hands.
    """
    names = {each.player: each.name for each in scene.view.places}
    earned: dict[str, list[str]] = {}
    for each in scene.titles:
        if each.title in BY_KEY and each.player in names:
            earned.setdefault(each.title, []).append(f"**{shown(names[each.player])}**")
    lines = [_title_line(BY_KEY[key], who) for key, who in [*earned.items()][:TITLES_MAX]]
    if more := len(earned) - len(lines):
        words = ngettext("🏅 {count} more title was earned.", "🏅 {count} more titles were earned.", more)
        lines.append(words.format(count=more))
    return lines


def _title_line(title: Title, names: list[str]) -> str:
    words = ngettext(
        "🏅 {names} earns **{title}**: {deed}.", "🏅 {names} earn **{title}**: {deed}.", len(names)
    )
    return words.format(names=listed(names), title=_(title.name), deed=_(title.deed))


def title_in_short(scene: Scene, player: int | None) -> list[str]:
    """Return the first title that a player has just earned and the number of others, in short."""
    earned = [
        _(BY_KEY[each.title].name) for each in scene.titles if each.player == player and each.title in BY_KEY
    ]
    more = f" +{len(earned) - 1}" if len(earned) > 1 else ""
    return [f"{earned[0]}{more}"] if earned else []


def keep_button(face: TablePresenter, table: int, which: Page | int) -> Button:
    """Return the button that keeps a hand, given by its number or by a page of its replay."""
    return Button(face.reword(N_("Keep this hand")), table_id(table, "keep_hand", which))


def kept_note(face: TablePresenter, table: int, hand: int) -> Screen:
    """Return the note that a hand is kept."""
    words = face.reword(N_("Hand {hand} of table {table} is kept for you. `/hand history` leads back to it."))
    return screen.say(words.format(hand=hand, table=table))


def history_buttons(table: int) -> tuple[Button, Button]:
    """Return the buttons to the file of all hands of a table, and to the reader's kept hands."""
    whole = Button(_("The whole evening"), table_id(table, "evening"))
    return whole, Button(_("Kept hands"), table_id(0, "kept"))


def kept_screen(kept: Sequence[KeptMark], server: int, page: int = 0) -> Screen:
    """Return a page of the hands that a user keeps in a server, with selects to watch and to let go."""
    here = [each for each in kept if each.server == server]
    shown_hands, buttons = screen.paged(
        here,
        page,
        CHOICES_MAX,
        lambda number: table_id(0, "kept", str(number)),
        # Translators: a button: the page with newer things.
        _("Newer"),
        # Translators: a button: the page with older things.
        _("Older"),
    )
    title = _("### Your kept hands\n-# {count} of {most}").format(count=len(kept), most=KEPT_MAX)
    parts: list[Part] = [
        Text("\n".join([title, *(_kept_line(each) for each in shown_hands), *_kept_notes(kept, here)]))
    ]
    if shown_hands:
        choices = tuple(
            SelectOption(_kept_name(each), str(TableHand(each.table, each.hand))) for each in shown_hands
        )
        parts.append(Select(table_id(0, "watch_hand"), _("Watch a hand"), choices))
        # Translators: a list: which hand to stop keeping.
        parts.append(Select(table_id(0, "let_go"), _("Let go of a hand"), choices))
    return Screen((*parts, *screen.rows(buttons)))


def _kept_name(kept: KeptMark) -> str:
    words = N_("{game}, table {table}, hand {hand}")
    words = FACES[kept.game].reword(words) if kept.game in FACES else _(words)
    return words.format(game=title_of(kept.game), table=kept.table, hand=kept.hand)


def _kept_line(kept: KeptMark) -> str:
    since = _("kept {date}").format(date=f"<t:{int(kept.at)}:d>")
    return f"{emoji_of(kept.game)} {_kept_name(kept)} · {since}"


def _kept_notes(kept: Sequence[KeptMark], here: Sequence[KeptMark]) -> list[str]:
    """Return how to keep a hand if there is none yet; else the number of hands kept in other servers."""
    if not kept:
        return [_("None yet. Press *Watch it again* after a hand, then *Keep this hand*.")]
    elsewhere = len(kept) - len(here)
    words = ngettext(
        "-# And {count} in another server: `/hand history` leads to it there.",
        "-# And {count} in other servers: `/hand history` leads to them there.",
        elsewhere,
    )
    return [words.format(count=elsewhere)] if elsewhere else []
