"""Dice, and what they are, in words and emojis."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.emojis import emojis_of
from bot.text.translate import _
from games.engine.core.sentences import phrase
from games.stone_hand.hands import Dice, DiceHand, HandKind

HANDS: Mapping[HandKind, str] = {
    "home": phrase("the home throw"),
    "triple": phrase("a triple"),
    "run": phrase("a run"),
    "pair": phrase("a pair"),
    "junk": phrase("junk"),
    "empty": phrase("an empty hand"),
    "show_up": phrase("a show-up"),
    "double_show_up": phrase("a double show-up"),
}


def dice(thrown: Dice, *, is_home: bool = False) -> str:
    """Three dice as emojis or in notation; those of a home throw have sprites of their own."""
    sprites = [f"{'home' if is_home else 'die'}_{number}" for number in thrown]
    return emojis_of(sprites) or "`" + "-".join(map(str, thrown)) + "`"


def dice_of(hand: DiceHand) -> str:
    """The dice of a hand."""
    return dice(hand.dice, is_home=hand.kind == "home")


def named_hand(hand: DiceHand) -> str:
    """What a throw is, and what it scores: a pair, **5**."""
    name = _(HANDS[hand.kind])
    # A score at the beginning of a phone's line would be anybody's.
    return name if hand.score is None else f"{name},\N{NO-BREAK SPACE}**{hand.score}**"


def whole_hand(hand: DiceHand) -> str:
    """A throw's dice and what it is: `2-5-6` junk, **5**."""
    return f"{dice_of(hand)} {named_hand(hand)}"


def begun(words: str) -> str:
    """Words as a sentence begins."""
    return words[:1].upper() + words[1:]
