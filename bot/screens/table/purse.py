"""The pot and the viewer's own stack, on a panel that asks for coins."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.core.betting import BettingScreen
from bot.screens.core.picture import Picture, described
from bot.screens.core.table_blocks import OwnBlock, plain, pot_told
from bot.screens.table.scenes import Scene
from bot.text.translate import _, number


def purse_told(scene: Scene) -> str:
    """Return the pot and the viewer's stack if the betting has come to the viewer; else nothing."""
    found = _purse(scene)
    if found is None:
        return ""
    pot, stack = found
    return _("{pot} · you have **{stack}** left").format(pot=pot_told(pot), stack=number(stack))


def with_purse(scene: Scene, picture: Picture) -> Picture:
    """Return the picture of the viewer's cards with both; beside a field there is room for the pot alone."""
    found = _purse(scene)
    if found is None:
        return picture
    pot, stack = found
    # With the coach's word the tallest panel has no height left, so its last line tells both.
    if scene.advice is not None and picture.field is None:
        return replace(picture, description=described([picture.description, plain(purse_told(scene))]))
    has = "" if picture.field is not None else _("you have {stack} left").format(stack=number(stack))
    told = described([picture.description, plain(purse_told(scene))])
    return replace(picture, description=told, pot=number(pot), stage=has)


def without_picture(scene: Scene, own: OwnBlock) -> OwnBlock:
    """Return the viewer's cards as text, in which the stack follows the pot."""
    found, said = _purse(scene), purse_told(scene)
    if found is None:
        return own
    pot = pot_told(found[0])
    around = (each if each.startswith(said) else each.replace(pot, said, 1) for each in own.around)
    return replace(own, around=tuple(around))


def _purse(scene: Scene) -> tuple[int, int] | None:
    view = scene.view
    if not isinstance(scene.face, BettingScreen) or view.hand is None or view.viewer is None:
        return None
    is_asked = any(each.seat == view.viewer for each in view.questions)
    betting = view.hand.betting
    if view.is_resting or not is_asked or betting.to_act != view.viewer:
        return None
    return betting.pot, betting.acting.stack
