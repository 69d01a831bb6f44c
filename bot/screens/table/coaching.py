"""What helps a learner on the own panel: the coach's line, and what a master would do."""

from __future__ import annotations

from typing import Any

from bot.custom_ids import table_id
from bot.screens.core.game_screen import filled
from bot.screens.core.screen import Button, Screen, Text, say
from bot.screens.table.parts import Scene
from bot.text.translate import _
from games.engine.core.errors import Reason, Telling, facts
from games.engine.core.offers import Answer, Number, Offer, Pick, Split


def line(scene: Scene) -> tuple[Text, ...]:
    """What the coach says, if anything."""
    if scene.advice is None:
        return ()
    return (Text(_("**Coach:** {advice}").format(advice=reasoned(scene, scene.advice))),)


def buttons(scene: Scene) -> list[Button]:
    """A hint for whoever is asked something at a practice table, and the way to send the coach away."""
    view = scene.view
    is_asked = any(each.seat == view.viewer for each in view.questions)
    # Translators: a button: what a master would do.
    found = [Button(_("Hint"), table_id(view.id, "hint"))] if is_asked and scene.has_hints else []
    if scene.advice is not None:
        found.append(Button(_("No coach"), table_id(view.id, "coach_off")))
    return found


def hint_screen(scene: Scene, offer: Offer[Any], answer: Answer, why: Reason | None) -> Screen:
    """What a master would do, and why; at practice tables alone, where cards have their official names."""
    does = _("A master would press **{answer}**.").format(answer=_answered(scene, offer, answer))
    return say(does) if why is None else say(f"{does} {_filled(scene, why, why.advises)}")


def reasoned(scene: Scene, telling: Telling) -> str:
    """A reason or advice in words."""
    return _filled(scene, telling, telling.says)


def _filled(scene: Scene, telling: Telling, sentence: str) -> str:
    """One of its sentences; cards are written as the game's screen writes them."""
    written: dict[str, str | int] = {}
    told = facts(telling)
    if cards := told.get("cards"):
        written["cards"] = ", ".join(map(scene.face.card, cards))
    if hand := told.get("hand"):
        written["hand"] = _(hand)
    return filled(sentence, telling, scene.view, **written)


def _answered(scene: Scene, offer: Offer[Any], answer: Answer) -> str:
    match offer:
        case Split() if len(answer.numbers) > 1:
            amount, first = answer.numbers[:2]
            words = _("{answer}, {first} of it on {side}")
            label = scene.face.mark(offer, amount, scene.view).label
            return words.format(answer=label, first=first, side=scene.face.side())
        case Number() | Split() if answer.numbers:
            return scene.face.mark(offer, answer.numbers[0], scene.view).label
        case Pick():
            lines = [scene.face.line(offer, number, scene.view).label for number in answer.numbers]
            return ", ".join(lines) or scene.face.face(offer, scene.view).label
        case _:
            return scene.face.face(offer, scene.view).label
