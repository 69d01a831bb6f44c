"""What is asked of somebody who would leave with coins in the middle, or in the middle of a hand (TB-9)."""

from __future__ import annotations

from typing import assert_never

from bot.screens.table.parts import Scene
from bot.text.translate import _
from games.engine.core.sentences import phrase
from games.engine.table.parting import Parting


def leave_question(scene: Scene, parting: Parting) -> str:
    """Whether the viewer really leaves, and what stays at the table then."""
    asks = _("Leave table {number}?").format(number=scene.view.id)
    return " ".join(filter(None, [asks, _hand(scene, parting), _stays(scene, parting)]))


def _hand(scene: Scene, parting: Parting) -> str:
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


def _stays(scene: Scene, parting: Parting) -> str:
    """What stays here though no bet put it there."""
    if not parting.stays or parting.hand in ("folded", "all_in"):
        return ""
    words = _("You leave **{amount}** here, for whoever wins the game.")
    return words.format(amount=scene.stake(parting.stays))
