"""A first hand of Stone Hand: two rounds against one of the house's people."""

from __future__ import annotations

from bot.screens.core.game_screen import GameScreen
from bot.screens.games.stone_hand_dice import dice_of, named_hand
from bot.screens.games.stone_hand_ranking import ranking
from bot.screens.lessons.laid_table import LEARNER, LaidTable, lay
from bot.screens.lessons.lesson import LessonChoice, LessonStep, Script
from bot.text.translate import _
from games.engine.core.game import Seat
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import Dice, read_dice
from games.stone_hand.house import HOMES
from games.stone_hand.model import JUNK_RETHROWS, PAY_START, Roll, StoneHandRules

VASK = "Uncle Vask"
RIVAL = Seat(2)
STACK = 20
FIRST: Dice = (4, 4, 6)
JUNK: Dice = (2, 5, 6)
SHOW_UP: Dice = (2, 4, 6)
BETTER: Dice = (3, 5, 5)
LOW_JUNK: Dice = (1, 3, 8)
EMPTY: Dice = (2, 5, 8)


def stone_hand_lesson(face: GameScreen, name: str) -> Script:
    """Low is good and the worst pays the best, junk, a show-up, the pay that falls, a home throw."""
    table = _throws(lay(STONE_HAND, face, name, VASK, stack=STACK, opener=RIVAL), RIVAL, FIRST)
    yield LessonStep((_welcome(table), *table.drawn), table.choices("throw"))

    junk = _throws(table, LEARNER, JUNK)
    pressed = yield LessonStep((_junk(), *junk.drawn), junk.choices("rethrow", "keep"))
    if pressed == "keep":
        kept = junk.answered(LEARNER, "keep")
        yield LessonStep((*kept.result, _no_harm(kept)), junk.choices("rethrow"))

    lifted = junk.answered(LEARNER, "rethrow").laid(Roll(SHOW_UP))
    yield LessonStep((_show_up(junk, lifted), *lifted.drawn), lifted.choices("throw"))

    won = _throws(lifted, LEARNER, BETTER)
    go_on = LessonChoice("next", _("Next round"))
    yield LessonStep((*won.result, _won()), (go_on,))

    home = _throws(won.next_hand(), RIVAL, HOMES[VASK].numbers)
    low = _throws(home, LEARNER, LOW_JUNK)
    pressed = yield LessonStep((_home(low), *low.drawn), low.choices("rethrow", "keep"))

    kept, empty = low.answered(LEARNER, "keep"), low.answered(LEARNER, "rethrow").laid(Roll(EMPTY))
    told = _cheap(kept) if pressed == "keep" else _dear(kept, empty)
    yield LessonStep((*(kept if pressed == "keep" else empty).result, told, *_in_short()))


def _throws(table: LaidTable, seat: Seat, numbers: Dice) -> LaidTable:
    return table.answered(seat, "throw").laid(Roll(numbers))


def _welcome(table: LaidTable) -> str:
    hand = read_dice(FIRST)
    words = _(
        "Three eight-sided dice each, and **low is good**. When all have thrown, the worst hand pays the "
        "best.\n{name} threw {dice} {hand}: of a pair only the odd die counts. A score below the **pay** "
        "also pulls it down, from {start} to {pay}: that’s what the loser of this round owes."
    )
    return words.format(
        name=VASK, dice=dice_of(hand), hand=named_hand(hand), start=PAY_START, pay=table.state.pay
    )


def _junk() -> str:
    words = _(
        "You threw {dice} {hand}: no two alike, no run. Junk scores its middle die, and loses to every pair. "
        "But it may be thrown again, up to {count} times. Would you?"
    )
    hand = read_dice(JUNK)
    return words.format(dice=dice_of(hand), hand=named_hand(hand), count=JUNK_RETHROWS)


def _no_harm(kept: LaidTable) -> str:
    words = _("That would have cost you **{pay}**. No harm done: take your junk back, and throw it again.")
    return words.format(pay=kept.state.pay)


def _show_up(before: LaidTable, table: LaidTable) -> str:
    words = _(
        "{dice} is {hand}: no hand at all. It lifts the pay from {before} to {pay}, and you throw again "
        "for free."
    )
    hand = read_dice(SHOW_UP)
    return words.format(
        dice=dice_of(hand), hand=named_hand(hand), before=before.state.pay, pay=table.state.pay
    )


def _won() -> str:
    return _("It was your own score that made the round cheap: good hands win, but they win little.")


def _home(table: LaidTable) -> str:
    home = HOMES[VASK]
    words = _(
        "{name} threw his **home throw**: {dice}, three numbers of his own that beat everything. “{why}” "
        "Choose your own with `/homethrow set`.\n"
        "You can’t win this one any more, only make it cheap: the pay is {pay}, and your score is {score}."
    )
    return words.format(
        name=VASK,
        dice=dice_of(read_dice(home.numbers, [home.numbers])),
        why=_(home.why),
        pay=table.state.pay,
        score=read_dice(LOW_JUNK).score,
    )


def _cheap(kept: LaidTable) -> str:
    words = _("Well kept: your low score made you pay **{pay}** and not {start}.")
    return words.format(pay=kept.state.pay, start=PAY_START)


def _dear(kept: LaidTable, empty: LaidTable) -> str:
    words = _(
        "Bad luck: {dice} is {hand}, the worst there is, and the pay stayed at **{pay}**. "
        "Your junk would have cost you {less}."
    )
    hand = read_dice(EMPTY)
    return words.format(dice=dice_of(hand), hand=named_hand(hand), pay=empty.state.pay, less=kept.state.pay)


def _in_short() -> tuple[str, ...]:
    return (
        "### " + _("That’s Stone Hand"),
        *ranking(StoneHandRules()),
        _("A pair scores its odd die, a triple its number, a run or junk its middle die."),
        _("The worst hand pays the best, and low scores make the pay fall."),
    )
