"""Dice as text: `2-5-6`, lowest first; read in any order."""

from __future__ import annotations

import re

from games.engine.core.notation import Ranker, Ranking, UnreadableHand
from games.engine.core.sentences import phrase
from games.stone_hand.hands import Dice, HandKind, in_order, key, read_dice
from games.stone_hand.model import StoneHandRules

HAND_NAMES: dict[HandKind, str] = {
    "home": phrase("home throw"),
    "triple": phrase("triple"),
    "run": phrase("run"),
    "pair": phrase("pair"),
    "junk": phrase("junk"),
    "empty": phrase("empty"),
    "show_up": phrase("show-up"),
    "double_show_up": phrase("double show-up"),
}
HOME = "home="
_DICE = re.compile(r"([1-8])-([1-8])-([1-8])")


def write(dice: Dice) -> str:
    """The dice as they are written everywhere."""
    return "-".join(str(each) for each in dice)


def read(text: str) -> Dice:
    """Read three numbers from 1 to 8 joined by hyphens; raises `UnreadableHand`."""
    match = _DICE.fullmatch(text)
    if match is None:
        raise UnreadableHand(f"{text[:40]!r} is not three dice such as 2-5-6")
    return in_order(*(int(each) for each in match.groups()))


def rank(line: str, rules: StoneHandRules) -> Ranking:
    """Read dice and, if given as `home=1-3-5`, the home throw that counts."""
    dice_text, *rest = line.split() or [""]
    dice = read(dice_text)
    hand = read_dice(dice, () if rules.home_throws == "none" else _homes(rest))
    return Ranking(
        hand=HAND_NAMES[hand.kind],
        number=hand.score,
        key=key(hand, inverted_junk=rules.inverted_junk),
        cards=(write(dice),),
    )


def _homes(words: list[str]) -> tuple[Dice, ...]:
    match words:
        case []:
            return ()
        case [word] if word.lower().startswith(HOME):
            return (read(word[len(HOME) :]),)
        case _:
            raise UnreadableHand(f"{' '.join(words)[:40]!r} is not one home throw such as home=1-3-5")


RANKER = Ranker(StoneHandRules, rank)
