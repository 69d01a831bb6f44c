"""What beats what in Stone Hand, and its words as they first appear on a table."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import hand_of
from bot.screens.stone_hand.story import View, throws
from bot.text.translate import _
from games.engine.core.sentences import phrase
from games.stone_hand.hands import HandKind
from games.stone_hand.model import StoneHandRules

RANKING = phrase(
    "Best first: {crown} triple, run, pair, junk (none of these), empty (1-4-7 or 2-5-8) {pays}. "
    "If two match, the lower score wins."
)
HOME = phrase("A home throw, a player’s own three numbers, beats everything.")
FIRST_ROUNDS = 3
"""Nine in ten have thrown junk by then, and had to decide on it."""
RARE: Mapping[HandKind, str] = {
    "empty": phrase("An empty hand, 1-4-7 or 2-5-8, is the worst there is."),
    "show_up": phrase("A show-up is no hand: the pay rises by 1, and the dice go again."),
    "double_show_up": phrase("A double show-up is no hand: the pay rises by 2, and the dice go again."),
}
"""What is seen too seldom to be known from a first round."""


def ranking(rules: StoneHandRules) -> tuple[str, ...]:
    """What beats what under these house rules; the marks are those of the seats that win and pay."""
    ranked = _(RANKING).format(crown=marked("crown", ""), pays=marked("pays", ""))
    ranked = ranked.replace("  ", " ").replace(" .", ".")
    if rules.inverted_junk:
        ranked = " ".join((ranked, _("Of two junk hands here the higher wins.")))
    return ranked, *([_home(rules)] if rules.home_throws != "none" else [])


def explained(view: View) -> tuple[str, ...]:
    """What the dice just thrown are, where that is rare; what beats what, in a person's first round.

    Nobody has to know it before something lies there. Who had nothing to decide then reads it when they do.
    """
    thrown, now = throws(view), hand_of(view)
    if not thrown:
        return ()
    kind = thrown[-1].hand.kind
    rare = _home(now.rules) if kind == "home" else _(RARE.get(kind, ""))
    newcomers = (each for each in now.lines if each.is_new and view.place(each.seat).player is not None)
    is_decided = now.thrown is not None and now.number <= FIRST_ROUNDS
    return (*([rare] if rare else []), *(ranking(now.rules)[:1] if is_decided or any(newcomers) else ()))


def _home(rules: StoneHandRules) -> str:
    return _("The table’s home throw beats everything.") if rules.home_throws == "house" else _(HOME)
