"""The private panel: what only its owner may see, their buttons, and what those ask before they act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from bot.custom_ids import table_id
from bot.screens.core.screen import Button, Form, Part, Row, Screen, Text, TextField, rows
from bot.screens.table import hand_over
from bot.screens.table.company import coach_buttons, coach_line
from bot.screens.table.evening import again_button, taken_home
from bot.screens.table.parts import (
    Scene,
    asked_here,
    closing,
    drawn,
    last_round_button,
    offer_parts,
    with_picture,
)
from bot.screens.table.turn import (
    back_button,
    owed_blind,
    own_wish,
    pause_asked,
    pause_buttons,
    post_button,
    sitting_buttons,
    turn,
)
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.core.errors import phrase
from games.engine.core.offers import Number, Split
from games.engine.table.lobby import Parting

PANEL_TABLES_MAX = 3
"""Tables that one panel tells of at most."""


def panel_screen(scene: Scene, others: Sequence[Scene] = (), order: str = "") -> Screen:
    """A player's panel of one table, with the cards in that order; other tables of theirs in a small line."""
    return drawn(scene, lambda: _panel_screen(scene, others, order))


def _panel_screen(scene: Scene, others: Sequence[Scene], order: str) -> Screen:
    parts = (*_panel(scene, order), *(_elsewhere(others) if others else ()))
    view = scene.view
    is_in = view.phase == "playing" and not view.is_resting and view.viewer in view.hand_seats
    return Screen(
        with_picture(scene, parts, scene.face.in_hand(view, order) if is_in else ""), scene.face.accent
    )


def _elsewhere(others: Sequence[Scene]) -> tuple[Text, ...]:
    """The way to other tables where the viewer plays, and whether they are asked something there."""
    playing = [each for each in others if each.view.phase == "playing" and each.view.viewer is not None]
    if not playing:
        return ()
    tables = " · ".join(map(_way, playing))
    return (Text("-# " + _("Also: {tables}").format(tables=tables)),)


def _way(scene: Scene) -> str:
    words = _("{game}, table {number}")
    way = words.format(game=_(scene.game.title), number=scene.view.id)
    if scene.link is not None:
        way = f"[{way} ↗]({scene.link})"
    is_asked = any(each.seat == scene.view.viewer for each in scene.view.questions)
    return _("{table}, **your turn**").format(table=way) if is_asked else way


def _own_buttons(scene: Scene, order: str) -> list[Button]:
    """Help, the other orders of the cards, the game's own buttons, and the way back to the last hand."""
    view = scene.view
    if view.hand is None or view.viewer not in view.hand_seats:
        return []
    now = order if order in scene.face.orders else next(iter(scene.face.orders), "")
    orders = [
        Button(_(label), table_id(view.id, "sort", key))
        for key, label in scene.face.orders.items()
        # A picture has one order.
        if key != now and scene.pictures == "never"
    ]
    # Beside the coach there is enough to press; the table's menu has the last result, too.
    last = [] if scene.advice is not None else hand_over.last_hand_button(scene)
    return [*coach_buttons(scene), *orders, *scene.face.buttons(view), *last]


def _panel(scene: Scene, order: str) -> tuple[Part, ...]:
    view = scene.view
    title = _panel_title(scene)
    if view.phase == "closed":
        words = "\n".join([closing(scene) or _("This table is closed."), *taken_home(scene)])
        return _hand_over(scene, words, rows([*again_button(scene), *_keep(scene)]))
    if view.viewer is None:
        return (Text(title), Text(_("You’re not sitting at this table.")))
    if view.phase == "lobby":
        return (Text("\n".join((title, _("You’re in. Your turns come here when the game starts.")))),)
    if view.is_resting:
        buttons, words = hand_over.next_hand(scene)
        own = scene.face.buttons(view) if view.hand is not None else ()
        seat = [*hand_over.show_button(scene), *sitting_buttons(scene)]
        words = "\n".join(filter(None, [own_wish(scene), pause_asked(scene), owed_blind(scene), words]))
        return _hand_over(
            scene, words, rows([*buttons, *seat, *hand_over.look_back(scene), *_keep(scene), *own])
        )
    asked = asked_here(scene, mine=True)
    board = scene.face.board(view, asked)
    told: tuple[str, ...] = ()
    if view.hand is not None:
        is_in = view.viewer in view.hand_seats
        told = scene.face.panel(view) if is_in else (owed_blind(scene) or _(scene.face.newcomer),)
    return (
        Text("\n".join(filter(None, [title, turn(scene), own_wish(scene), pause_asked(scene)]))),
        *((Text("\n".join(told)),) if told else ()),
        *coach_line(scene),
        *board,
        *_below(scene.face.over_asides(view), offer_parts(scene, view.asides)),
        *_below(scene.face.over_answers(view), offer_parts(scene, asked, board, _own_buttons(scene, order))),
        *rows([*post_button(scene), *back_button(scene), *pause_buttons(scene), *last_round_button(scene)]),
    )


def _below(words: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return (Text(words), *parts) if words and parts else parts


def _keep(scene: Scene) -> list[Button]:
    view = scene.view
    is_theirs = view.hand is not None and view.viewer in view.hand_seats
    return [hand_over.keep_button(scene.face, view.id, view.hands)] if is_theirs else []


def _hand_over(scene: Scene, words: str, buttons: tuple[Row, ...]) -> tuple[Part, ...]:
    """How the last hand came out and why, as on the table, and how it goes on."""
    view = scene.view
    if view.hand is None:
        return (Text(f"{_panel_title(scene)}\n{words}"), *buttons)
    own = scene.face.own_ending(view) if view.viewer in view.hand_seats else ()
    lines = [f"**{scene.face.headline(view)}**", hand_over.own_result(scene), *own, *hand_over.result(scene)]
    return (Text("\n".join([_panel_title(scene), *filter(None, lines)])), Text(words), *buttons)


def _panel_title(scene: Scene) -> str:
    table = _("table {number}").format(number=scene.view.id)
    return f"### {scene.face.emoji} {_(scene.face.own_title)} · {table}"


def first_screen(scene: Scene, asks: str) -> Screen:
    """What has to be chosen before an answer, with the buttons for what can be said beside the play."""
    return drawn(scene, lambda: Screen((Text(asks), *offer_parts(scene, scene.view.asides))))


NUMBER_FIELDS = ("text", "part")
"""Its fields, in the order of an answer's numbers: the amount, and how much of it goes to the first side."""


def number_form(title: str, action: str, offer: Number[Any] | Split[Any], side: str) -> Form:
    """A line for the amount, and one for a split, which may stay empty; `side` is the name of the first."""
    is_even = isinstance(offer, Number) and offer.is_even
    bounds = _("An even number from {least} to {most}") if is_even else _("From {least} to {most}")
    told = bounds.format(least=number(offer.least), most=number(offer.most))
    amount, part = NUMBER_FIELDS
    if isinstance(offer, Number):
        return Form(title, action, (TextField(amount, told),))
    # Translators: of a form, over the line in which a bet is typed.
    fields = (
        TextField(amount, _("Amount"), says=told),
        TextField(
            part,
            _("How much of it on {side}").format(side=side),
            says=_("Leave it empty to split it as you’ve chosen"),
            is_needed=False,
        ),
    )
    return Form(title, action, fields)


def leave_question(scene: Scene, parting: Parting) -> str:
    """Whether the viewer really leaves, and what stays at the table then."""
    asks = _("Leave table {number}?").format(number=scene.view.id)
    return " ".join(filter(None, [asks, _hand_left(scene, parting), _stake_left(scene, parting)]))


def _hand_left(scene: Scene, parting: Parting) -> str:
    amount = f"**{scene.stake(parting.stays)}**"
    match parting.hand:
        case "folded" if parting.stays:
            return _("You fold, and leave {amount} in the middle.").format(amount=amount)
        case "folded":
            return _("You fold this hand.")
        case "all_in":
            words = _(
                "You’re all in with {amount}, so you don’t fold: I play this hand to its end for you, and "
                "you go home with what you win."
            )
            return words.format(amount=amount)
        case "played":
            return scene.face.says(phrase("I play this hand to its end for you, and then you go."))
        case None:
            return ""
        case _:
            assert_never(parting.hand)


def _stake_left(scene: Scene, parting: Parting) -> str:
    """What stays here though no bet put it there."""
    if not parting.stays or parting.hand in ("folded", "all_in"):
        return ""
    words = _("You leave **{amount}** here, for whoever wins the game.")
    return words.format(amount=scene.stake(parting.stays))
