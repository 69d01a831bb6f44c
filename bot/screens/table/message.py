"""A table's one message: the lobby, then the game, then the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.custom_ids import table_id
from bot.screens.core.emojis import with_emojis
from bot.screens.core.people import named
from bot.screens.core.screen import Button, Line, Part, Row, Screen, Text, rows
from bot.screens.table import quick_throw
from bot.screens.table.parts import (
    Scene,
    asked_here,
    closing,
    cut_buttons,
    duration,
    heading,
    host,
    house_rules,
    last_round,
    lonely,
    offer_parts,
    price,
    seal,
    seats,
    table_heading,
    told,
    turn,
)
from bot.screens.table.picture import with_picture
from bot.text.translate import _
from games.engine.table.events import Went
from games.engine.table.views import Question

STORY_LINES = 7
LOBBY_LINES = 3
"""How many recent events are told."""


def table_screen(scene: Scene) -> Screen:
    """The table's message as everybody in the channel sees it."""
    return with_emojis(scene.emojis, lambda: _table(scene))


def _table(scene: Scene) -> Screen:
    view = scene.view
    is_passing = view.terms.hands_max == 1
    draw = {
        "lobby": quick_throw.invitation if is_passing else _lobby,
        "playing": quick_throw.under_way if is_passing else _playing,
        "closed": quick_throw.over if is_passing else _closed,
    }[view.phase]
    others = tuple(each for each in view.terms.invited if each != view.terms.host)
    return Screen(
        with_picture(scene, draw(scene)), scene.face.accent, pings=others if view.phase == "lobby" else ()
    )


def _lobby(scene: Scene) -> tuple[Part, ...]:
    view, least = scene.view, scene.game.seats.start
    present = view.present
    lines = [
        host(scene),
        price(scene),
        _("**House rules** — {rules}").format(rules=house_rules(scene)),
        _("**Turn time** — {time}").format(time=duration(view.terms.turn_seconds)),
    ]
    taken = _("**At the table** ({taken} of {seats})").format(
        taken=len(present), seats=scene.game.seats.stop - 1
    )
    waiting = (
        _("Ready: the host can start the game, or wait for more players.")
        if len(present) >= least
        else _("Waiting for players: {least} are needed to start.").format(least=least)
    )
    return (
        heading(scene, _("table {number} is open").format(number=view.id)),
        Text("\n".join(lines)),
        Text(f"{taken}\n{seats(scene)}" if present else taken),
        Text("\n".join([*told(scene, LOBBY_LINES), waiting, *lonely(scene)])),
        *rows(_lobby_buttons(scene)),
        seal(scene),
    )


def _lobby_buttons(scene: Scene) -> list[Button]:
    view = scene.view
    present = view.present
    buttons = []
    if view.is_admitting:
        buttons.append(Button(_("Join"), table_id(view.id, "join"), "good"))
    if len(present) >= scene.game.seats.start:
        buttons.append(Button(_("Start"), table_id(view.id, "begin"), "main"))
    buttons.append(Button(_("Leave"), table_id(view.id, "leave")))
    buttons.append(Button(_("House rules"), table_id(view.id, "rules")))
    buttons.append(Button(_("Fair play"), table_id(view.id, "fair")))
    if view.is_admitting:
        buttons.append(Button(_("Add house player"), table_id(view.id, "house")))
    if any(each.player is None for each in present):
        buttons.append(Button(_("Send a house player away"), table_id(view.id, "dismiss")))
    buttons.append(Button(_("Close"), table_id(view.id, "close"), "danger"))
    return buttons


def _playing(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    if view.is_resting:
        return _resting(scene)
    title = table_heading(scene)
    notes = filter(None, [last_round(scene), closing(scene)])
    story = "\n".join(told(scene, STORY_LINES))
    now = "\n".join([*scene.face.body(view), seats(scene), *notes])
    asked = asked_here(scene, mine=False)
    drawn = scene.face.board(view, asked)
    if drawn:
        # A board takes most of a message's components.
        words = Text("\n\n".join(each for each in (story, now, turn(scene)) if each))
        return (title, words, *drawn, *_with_few_buttons(scene, asked, drawn), seal(scene))
    return (
        title,
        *((Text(story), Line()) if story else ()),
        Text(now),
        Text(turn(scene)),
        *offer_parts(scene, asked),
        *rows(_table_buttons(scene)),
        seal(scene),
    )


def _resting(scene: Scene) -> tuple[Part, ...]:
    """Between two hands: the last result, and who can deal the next."""
    view = scene.view
    until = f"<t:{int(scene.deadline_at)}:R>" if scene.deadline_at else ""
    words, buttons = _between(scene, until)
    if scene.tournament is not None and not view.is_called:
        words, buttons = scene.tournament.waits or _("The next hand is yet to be called for."), buttons[1:]
    return (
        table_heading(scene),
        Text("\n".join(told(scene, STORY_LINES)) or _("Nothing has happened here yet.")),
        Line(),
        Text("\n".join([*(scene.face.body(view) if view.hand else ()), seats(scene)])),
        Text(words),
        *rows(buttons),
        *rows(_table_buttons(scene)),
        seal(scene),
    )


def _between(scene: Scene, until: str) -> tuple[str, list[Button]]:
    """How the next hand begins, and its buttons; only cards are dealt and cut."""
    deal = table_id(scene.view.id, "deal")
    if scene.game.is_dealt:
        words = _("**Anybody at the table can deal the next hand.** It is dealt by itself {until}.")
        return words.format(until=until), [Button(_("Deal"), deal, "main"), *cut_buttons(scene)]
    words = _("**Anybody at the table can begin the next hand.** It begins by itself {until}.")
    return words.format(until=until), [Button(_("Begin"), deal, "main"), *cut_buttons(scene)]


def _with_few_buttons(scene: Scene, asked: Question | None, drawn: tuple[Row, ...]) -> tuple[Part, ...]:
    """Beside a board there is room for one row of buttons; the others are in a menu."""
    view = scene.view
    buttons = [
        Button(_("My hand"), table_id(view.id, "hand")),
        Button(_("More …"), table_id(view.id, "more")),
    ]
    if any(each.standing == "away" for each in view.present):
        buttons.insert(0, Button(_("I’m back"), table_id(view.id, "back"), "good"))
    offered = offer_parts(scene, asked, drawn)
    answers = [button for part in offered if isinstance(part, Row) for button in part.buttons]
    return rows([*answers, *buttons])


def menu(scene: Scene) -> Screen:
    """The table's own buttons, if its message has no room for them."""
    return Screen((Text(_("What would you like to do?")), *rows(_table_buttons(scene))))


def _table_buttons(scene: Scene) -> list[Button]:
    view = scene.view
    buttons = [Button(_("My hand"), table_id(view.id, "hand"))]
    if view.is_admitting:
        buttons.append(Button(_("Join"), table_id(view.id, "join")))
    if any(each.standing == "away" for each in view.present):
        buttons.append(Button(_("I’m back"), table_id(view.id, "back"), "good"))
    if scene.tournament is not None:
        buttons.append(Button(_("Standings"), table_id(scene.tournament.id, "standings")))
        return [*buttons, Button(_("Fair play"), table_id(view.id, "fair"))]
    leave = _("Leave without the stake") if view.is_forfeit else _("Leave")
    buttons.append(Button(leave, table_id(view.id, "leave")))
    buttons.append(Button(_("Fair play"), table_id(view.id, "fair")))
    buttons.extend(scene.face.buttons(view))
    if scene.game.ends_by_agreement and not view.is_last:
        buttons.append(Button(_("Last round"), table_id(view.id, "last")))
    if view.closing is None:
        buttons.append(Button(_("Close"), table_id(view.id, "close"), "danger"))
    return buttons


def _closed(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    lines = told(scene, STORY_LINES)
    if view.hand is not None:
        lines.extend(scene.face.ending(view))
    lines.extend(filter(None, [closing(scene)]))
    # A deck's seed is never opened, but its proofs are explained all the same.
    is_proved = view.proof is not None or (view.hands and scene.game.is_dealt)
    fair = [Button(_("Fair play"), table_id(view.id, "fair"))] if is_proved else []
    if scene.tournament is not None:
        lines.append(_("This table has been taken away. The tournament’s notice says how it goes on."))
        return (table_heading(scene), Text("\n".join(lines)), *rows(fair))
    if view.hands and scene.price:
        lines.append(_("**Taken home**"))
        lines.extend(_taken_home(scene))
    again = Button(_("Another game"), table_id(view.id, "again"), "good")
    return (
        heading(scene, _("table {number}, closed").format(number=view.id)),
        Text("\n".join(lines) or _("Nobody played.")),
        *rows([again, *fair]),
    )


def _taken_home(scene: Scene) -> Iterator[str]:
    """What everybody took home; of those gone before, only recent ones or those paid back."""
    left = Counter({each.seat: each.stack for each in scene.view.story if isinstance(each, Went)})
    for place in scene.view.places:
        stack = place.stack + left[place.seat]
        if place.standing != "gone" or stack:
            yield f"- {named(place.name, is_house=place.player is None)} — {scene.stake(stack)}"
