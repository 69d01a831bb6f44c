"""What has happened at a table of late, a small line each."""

from __future__ import annotations

from typing import Any

from bot.screens.core.story import happened
from bot.screens.table.parts import Scene
from games.engine.table.events import (
    CalledOff,
    Came,
    HouseDone,
    LastCalled,
    Leaving,
    NotToppedUp,
    SentAway,
    Short,
    Went,
    WillSitOut,
    WillTopUp,
)
from games.engine.table.views import Place, TableView

STORY_LINES = 3
"""How many recent events are told."""
WEIGHTY = (CalledOff, HouseDone, NotToppedUp, Short)
"""What somebody has to know of their coins or their seat: told since the last hand, however much else is."""


def told(scene: Scene, but: tuple[type, ...] = (), beside: int = 0) -> list[str]:
    """Recent events, a small line each, without those of some types; watched again, all that is new.

    The more lines stand `beside` them, the fewer they are; who is out is told all the same.
    """
    lines = max(STORY_LINES - beside, scene.news or 0, 0)
    # Who sits there can be seen, and that a last round is agreed on.
    unsaid = (*but, *scene.face.untold, Came, *((LastCalled,) if scene.view.is_last else ()))
    weighty, is_new = (*WEIGHTY, *scene.face.weighty), True
    said: list[str] = []
    # From the end, since only the last are shown, and wording events is most of a message's work.
    for each in reversed(scene.view.story):
        is_new = is_new and not isinstance(each, scene.face.told_by_result)
        is_due = len(said) < lines or (is_new and isinstance(each, weighty))
        if is_due and not isinstance(each, unsaid) and _stands(each, scene.view):
            said += filter(None, [happened(each, scene.view, scene.face)])
    newest = (line.replace("-# ", "").splitlines() for line in reversed(said))
    return ["\n".join(f"-# {each}" for each in lines) for lines in newest]


def announced(scene: Scene, but: tuple[type, ...] = (), beside: int = 0) -> list[str]:
    """What is read out to the table, and recent events, a small line each."""
    return [*(f"-# {each}" for each in scene.face.read_out(scene.view)), *told(scene, but, beside)]


def _stands(event: object, view: TableView[Any]) -> bool:
    """Whether an event is news: not once a wish was granted or taken back, or who went is here again."""
    match event:
        case WillTopUp(seat=seat):
            return view.place(seat).tops_up_next
        case WillSitOut(seat=seat):
            return view.place(seat).sits_out_next
        case Leaving(seat=seat):
            return view.place(seat).standing == "leaving" or seat in view.sent
        case SentAway(seat=seat):
            return seat in view.sent or not _is_here(view.place(seat), view)
        case Went(seat=seat):
            return not _is_here(view.place(seat), view)
        case _:
            return True


def _is_here(place: Place, view: TableView[Any]) -> bool:
    """Whether a person who had a seat has one now, that or another."""
    return place.player is not None and any(each.player == place.player for each in view.present)
