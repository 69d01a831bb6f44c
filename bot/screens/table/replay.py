"""The replay of a finished hand, moment by moment: the table as it was, and the viewer's own cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

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
from bot.screens.table.scenes import Scene, apart, drawn, watch_button
from bot.text.translate import _, shown
from games.engine.core.errors import N_
from games.engine.core.game import Withheld


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """One of `count` moments of a hand: as everybody saw it, and as one viewer did.

    Without a viewer `own` is the public view, too. `withheld` is the part that the viewer saw and may not
    see again yet. `is_shared`: the viewer shows it to the channel. `is_kept`: they keep the hand; None:
    they cannot. `last_hands` are the numbers of the table's last hands, among which there may be others
    to replay.
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
    """A moment as text and pictures; a frontend with its own table draws `scene`, as its viewer saw it."""

    scene: Scene | None = field(default=None, compare=False, repr=False)


def watched_screen(watched: ReplayMoment) -> Screen:
    """Return a moment of a finished hand, and the buttons that lead to others."""

    def draw(scene: Scene) -> Screen:
        seen = replace(watched, table=scene, own=replace(watched.own, pictures=scene.pictures))
        lies, small = apart(_shown(seen))
        told = filter(None, ["\n".join(small), _footer(seen)])
        parts = (*lies, *_buttons(seen), *_others(seen), *map(Text, told))
        view = replace(seen.own.view, gains=seen.table.view.gains)
        felt = None if seen.is_shared else replace(seen.own, view=view)
        return MomentScreen(parts, scene.face.accent, is_for_all=seen.is_shared, scene=felt)

    # A picture is one thing too many if table and own cards fill a message.
    return drawn(watched.table, draw)


def _footer(watched: ReplayMoment) -> str:
    """Return the last, small line: the hand, the moment, and the withheld part."""
    view = watched.own.view
    words = watched.own.face.reword(N_("Hand {hand} of table {table}, as you saw it"))
    name = ""
    if watched.is_shared and view.viewer is not None:
        words = watched.own.face.reword(N_("Hand {hand} of table {table}, as {name} saw it"))
        name = shown(view.name(view.viewer))
    elif view.viewer is None:
        words = watched.own.face.reword(N_("Hand {hand} of table {table}, as everybody saw it"))
    told = words.format(hand=view.hands, table=view.id, name=name)
    lines = [f"-# {told} · {watched.step + 1}/{watched.count}"]
    if watched.withheld:
        places = ", ".join(each.where for each in watched.withheld)
        lines.append("-# " + _("What lies at {places} is still for your memory alone.").format(places=places))
    return "\n".join(lines)


def _shown(watched: ReplayMoment) -> tuple[Part, ...]:
    """Return the table's message, and below it the rest of the viewer's panel.

    A message has only one picture: the table's, or during the hand the viewer's own cards.
    """
    is_over = watched.own.view.is_resting
    own = _own(replace(watched.own, pictures="never") if is_over else watched.own)
    is_pictured = any(isinstance(each, Picture) for each in own)
    table = parts_watched(replace(watched.table, pictures="never") if is_pictured else watched.table)
    said = {line for part in table if isinstance(part, Text) for line in part.markdown.splitlines()}
    lies = [each for part in own if (each := _but(part, said)) != Text("")]
    return (*table, Separator(), Text(_own_title(watched)), *lies) if lies else table


def _but(part: Part, said: set[str]) -> Part:
    """Return a part without the lines that the table has told."""
    if not isinstance(part, Text):
        return part
    return Text("\n".join(each for each in part.markdown.splitlines() if each not in said))


def _own(scene: Scene) -> tuple[Part, ...]:
    """Return the viewer's cards, unless they were laid down for all to see."""
    view = scene.view
    if not scene.face.is_private or view.hand is None or view.hand.viewer is None:
        return ()
    if view.is_resting and any(each.seat == view.hand.viewer for each in scene.face.result(view).laid):
        return ()
    # The value of the cards is told with the question; here is room for the cards themselves.
    own = replace(held(scene), texts=(), around=(), hints=())
    _title, lies = own_parts(scene, own, scene.face.field(view, None))
    return lies


def _own_title(watched: ReplayMoment) -> str:
    view = watched.own.view
    if watched.is_shared and view.viewer is not None:
        return _("**What {name} held**").format(name=shown(view.name(view.viewer)))
    return f"**{_(watched.own.face.own_title)}**"


def _others(watched: ReplayMoment) -> Iterator[Select]:
    """Yield a select of the table's last hands, if there is another one: at this one's beginning."""
    view, face = watched.own.view, watched.own.face
    if watched.step or not {*watched.last_hands} - {view.hands}:
        return
    choices = tuple(
        SelectOption(
            face.reword(N_("Hand {hand}")).format(hand=each),
            str(TableHand(view.id, each)),
            is_chosen=each == view.hands,
        )
        for each in watched.last_hands
    )
    yield Select(table_id(0, "watch_hand"), face.reword(N_("Watch another hand")), choices)


def _buttons(watched: ReplayMoment) -> Iterator[ActionRow]:
    view, last = watched.own.view, watched.count - 1
    seat = view.viewer if watched.is_shared else None

    def leads_to(label: str, way: str, step: int, style: Style = "plain") -> Button:
        is_there = step == watched.step or not 0 <= step <= last
        leads = Page(view.hands, min(max(step, 0), last), way, seat)
        action = table_id(view.id, "shown", leads) if watched.is_shared else table_id(view.id, "watch", leads)
        return Button(label, action, style, is_disabled=is_there)

    yield ActionRow(
        (
            leads_to("⏮", "first", 0),
            leads_to("◀", "back", watched.step - 1),
            leads_to("▶", "on", watched.step + 1, "main"),
            leads_to("⏭", "last", last),
        )
    )
    if watched.is_shared:
        yield ActionRow((watch_button(view.id, view.hands),))
        return
    yield from rows([*_with_the_hand(watched), *_keeping(watched)])


def _with_the_hand(watched: ReplayMoment) -> list[Button]:
    """Return the buttons of a viewer who had a seat in it."""
    view, here = watched.own.view, Page(watched.own.view.hands, watched.step, "here")
    if view.viewer is None:
        return []
    show = Button(watched.own.face.reword(N_("Show this hand")), table_id(view.id, "show", here))
    return [show, *second_look_button(watched.own, SecondChoice(view.hands, 0))]


def _keeping(watched: ReplayMoment) -> list[Button]:
    """Return the buttons that keep it or let it go, at its end."""
    view, here = watched.own.view, Page(watched.own.view.hands, watched.step, "here")
    if watched.is_kept is None or watched.step < watched.count - 1:
        return []
    if not watched.is_kept:
        return [keep_button(watched.own.face, view.id, here)]
    # Translators: a button: stop keeping a hand.
    let_go = Button(_("Let go"), table_id(view.id, "let_go", here))
    return [let_go, Button(_("Kept hands"), table_id(0, "kept"))]
