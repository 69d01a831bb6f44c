"""The replay of a finished hand, step by step: the table's message, and the viewer's own cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from bot.custom_ids import Page, SecondChoice, TableHand, table_id
from bot.screens.core.picture import Picture
from bot.screens.core.screen import (
    ActionRow,
    Button,
    Part,
    Screen,
    Select,
    SelectOption,
    Separator,
    Style,
    Text,
    rows,
)
from bot.screens.learn.choose_again import second_look_button
from bot.screens.table.hand_result import keep_button
from bot.screens.table.message import parts_watched
from bot.screens.table.panel import held, own_parts
from bot.screens.table.scenes import Scene, draw_scene, split_small_lines, watch_button
from bot.text.translate import _, shown
from games.engine.core.errors import N_
from games.engine.core.game import Withheld
from games.engine.core.values import dataclass


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """One step of a hand's replay, out of `count` steps.

    Attributes:
        table: the public view of the hand at this step.
        own: the viewer's view at this step; without a viewer, the public view.
        withheld: the cards that the viewer saw and may not see again yet.
        is_shared: True if the viewer shows the replay to the channel.
        is_kept: True if the viewer keeps the hand; None if they cannot keep it.
        last_hands: the numbers of the table's last hands, this one among them.

    """

    table: Scene
    own: Scene
    step: int
    count: int
    withheld: tuple[Withheld, ...] = ()
    is_shared: bool = False
    is_kept: bool | None = None
    last_hands: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MomentScreen(Screen):
    """A replay's step as text and pictures; a frontend with tables of its own draws the viewer's `scene`."""

    scene: Scene | None = field(default=None, compare=False, repr=False)


def watched_screen(moment: ReplayMoment) -> Screen:
    """Return one step of a finished hand's replay, and the buttons to other steps."""

    def draw(scene: Scene) -> Screen:
        fitted = replace(moment, table=scene, own=replace(moment.own, pictures=scene.pictures))
        cards, small = split_small_lines(_shown(fitted))
        small_texts = filter(None, ["\n".join(small), _footer(fitted)])
        parts = (*cards, *_buttons(fitted), *_others(fitted), *map(Text, small_texts))
        view = replace(fitted.own.view, gains=fitted.table.view.gains)
        own_scene = None if fitted.is_shared else replace(fitted.own, view=view)
        return MomentScreen(parts, scene.face.accent, is_for_all=fitted.is_shared, scene=own_scene)

    # The table and the viewer's cards can fill a message: `draw_scene` then leaves the picture out.
    return draw_scene(moment.table, draw)


def _footer(moment: ReplayMoment) -> str:
    """Return the last, small lines: the hand, the step, and what is withheld."""
    view = moment.own.view
    words = moment.own.face.reword(N_("Hand {hand} of table {table}, as you saw it"))
    name = ""
    if moment.is_shared and view.viewer is not None:
        words = moment.own.face.reword(N_("Hand {hand} of table {table}, as {name} saw it"))
        name = shown(view.name(view.viewer))
    elif view.viewer is None:
        words = moment.own.face.reword(N_("Hand {hand} of table {table}, as everybody saw it"))
    sentence = words.format(hand=view.hands, table=view.id, name=name)
    lines = [f"-# {sentence} · {moment.step + 1}/{moment.count}"]
    if moment.withheld:
        places = ", ".join(each.where for each in moment.withheld)
        lines.append(
            "-# "
            + _("You have to remember {places} yourself for now, so I don’t show that here.").format(
                places=places
            )
        )
    return "\n".join(lines)


def _shown(moment: ReplayMoment) -> tuple[Part, ...]:
    """Return the table's message, and below it what the viewer's panel adds to it.

    A message has only one picture: during the hand the viewer's own cards, at its end the table's.
    """
    is_over = moment.own.view.is_resting
    cards = _own(replace(moment.own, pictures="never") if is_over else moment.own)
    is_pictured = any(isinstance(each, Picture) for each in cards)
    table = parts_watched(replace(moment.table, pictures="never") if is_pictured else moment.table)
    table_lines = {line for part in table if isinstance(part, Text) for line in part.markdown.splitlines()}
    own_parts_left = [each for part in cards if (each := _without_lines(part, table_lines)) != Text("")]
    return (*table, Separator(), Text(_own_title(moment)), *own_parts_left) if own_parts_left else table


def _without_lines(part: Part, excluded: set[str]) -> Part:
    """Return a part without the lines in `excluded`; other parts than text are returned unchanged."""
    if not isinstance(part, Text):
        return part
    return Text("\n".join(each for each in part.markdown.splitlines() if each not in excluded))


def _own(scene: Scene) -> tuple[Part, ...]:
    """Return the viewer's cards, unless everybody saw them at the showdown."""
    view = scene.view
    if not scene.face.is_private or view.hand is None or view.hand.viewer is None:
        return ()
    if view.is_resting and any(each.seat == view.hand.viewer for each in scene.face.result(view).laid):
        return ()
    # There is room only for the cards themselves, without the texts about them.
    own = replace(held(scene), texts=(), around=(), hints=())
    _title, parts = own_parts(scene, own, scene.face.field(view, None))
    return parts


def _own_title(moment: ReplayMoment) -> str:
    view = moment.own.view
    if moment.is_shared and view.viewer is not None:
        return _("**What {name} held**").format(name=shown(view.name(view.viewer)))
    return f"**{_(moment.own.face.own_title)}**"


def _others(moment: ReplayMoment) -> Iterator[Select]:
    """Yield a select of the table's last hands, at the first step and if there are several."""
    view, face = moment.own.view, moment.own.face
    if moment.step or not {*moment.last_hands} - {view.hands}:
        return
    choices = tuple(
        SelectOption(
            face.reword(N_("Hand {hand}")).format(hand=each),
            str(TableHand(view.id, each)),
            is_chosen=each == view.hands,
        )
        for each in moment.last_hands
    )
    yield Select(table_id(0, "watch_hand"), face.reword(N_("Watch another hand")), choices)


def _buttons(moment: ReplayMoment) -> Iterator[ActionRow]:
    view, last = moment.own.view, moment.count - 1
    seat = view.viewer if moment.is_shared else None

    def step_button(label: str, way: str, step: int, style: Style = "plain") -> Button:
        is_disabled = step == moment.step or not 0 <= step <= last
        page = Page(view.hands, min(max(step, 0), last), way, seat)
        action = table_id(view.id, "shown", page) if moment.is_shared else table_id(view.id, "watch", page)
        return Button(label, action, style, is_disabled=is_disabled)

    yield ActionRow(
        (
            step_button("⏮", "first", 0),
            step_button("◀", "back", moment.step - 1),
            step_button("▶", "on", moment.step + 1, "main"),
            step_button("⏭", "last", last),
        )
    )
    if moment.is_shared:
        yield ActionRow((watch_button(view.id, view.hands),))
        return
    yield from rows([*_seat_buttons(moment), *_keep_buttons(moment)])


def _seat_buttons(moment: ReplayMoment) -> list[Button]:
    """Return the buttons to show and to review the hand, for a viewer who had a seat in it."""
    view, here = moment.own.view, Page(moment.own.view.hands, moment.step, "here")
    if view.viewer is None:
        return []
    show = Button(moment.own.face.reword(N_("Show this hand")), table_id(view.id, "show", here))
    return [show, *second_look_button(moment.own, SecondChoice(view.hands, 0))]


def _keep_buttons(moment: ReplayMoment) -> list[Button]:
    """Return the button that keeps the hand, or lets it go, at the last step."""
    view, here = moment.own.view, Page(moment.own.view.hands, moment.step, "here")
    if moment.is_kept is None or moment.step < moment.count - 1:
        return []
    if not moment.is_kept:
        return [keep_button(moment.own.face, view.id, here)]
    # Translators: a button: stop keeping a hand.
    let_go = Button(_("Let go"), table_id(view.id, "let_go", here))
    return [let_go, Button(_("Kept hands"), table_id(0, "kept"))]
