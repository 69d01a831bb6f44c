"""The lesson of Stone Hand, two rounds against a house player; and the deal of the day."""

from __future__ import annotations

from bot.screens.core.naming import listed
from bot.screens.core.presenter import ActionOf, DailyPresenter, GamePresenter
from bot.screens.core.screen import ActionRow, Button, Part, Text
from bot.screens.learn.lesson import LEARNER, LessonStep, Script, ScriptedTable, scripted_table
from bot.screens.stone_hand.dice import dice, dice_of, named_hand, whole_hand
from bot.text.translate import _, change, ngettext
from games.engine.core.errors import N_
from games.engine.core.game import Seat
from games.stone_hand.bot_player import HOMES
from games.stone_hand.game import HAND_NAMES, PARTS, STONE_HAND, StoneHandDeal
from games.stone_hand.hands import NAMED, RANKS, Dice, read_dice
from games.stone_hand.model import JUNK_RETHROWS, PAY_START, Roll

VASK = "Uncle Vask"
RIVAL = Seat(2)
STACK = 20
FIRST: Dice = (4, 4, 6)
JUNK: Dice = (2, 5, 6)
SHOW_UP: Dice = (2, 4, 6)
BETTER: Dice = (3, 5, 5)
LOW_JUNK: Dice = (1, 3, 8)
EMPTY: Dice = (2, 5, 8)


def stone_hand_lesson(face: GamePresenter, name: str) -> Script:
    """Teach low scores and the pay, junk, a show-up, how the pay falls, and a home throw."""
    table = _throws(scripted_table(STONE_HAND, face, name, VASK, stack=STACK, opener=RIVAL), RIVAL, FIRST)
    yield LessonStep(_welcome(table), table.choices("throw"))

    junk = _throws(table, LEARNER, JUNK)
    kept = junk.answered(LEARNER, "keep")
    pressed = yield LessonStep((_large(JUNK), _junk(kept)), junk.choices("rethrow", "keep"))
    if pressed == "keep":
        yield LessonStep(
            (kept.headline, _("No harm done: throw again.")), junk.choices("rethrow"), is_aside=True
        )

    raised = junk.answered(LEARNER, "rethrow").dealt(Roll(SHOW_UP))
    yield LessonStep((_large(SHOW_UP), _show_up(junk, raised)), raised.choices("throw"))

    won = _throws(raised, LEARNER, BETTER)
    home = _throws(won.next_hand(), RIVAL, HOMES[VASK].numbers)
    numbers = HOMES[VASK].numbers
    yield LessonStep(
        (
            _large(BETTER),
            won.headline,
            _won(raised),
            _("**Next round:**"),
            f"## {VASK}: {whole_hand(read_dice(numbers, [numbers]))}",
            _("Three numbers of his own that beat everything. `/me home-throw` sets yours."),
        ),
        home.choices("throw"),
    )

    low = _throws(home, LEARNER, LOW_JUNK)
    kept, empty = low.answered(LEARNER, "keep"), low.answered(LEARNER, "rethrow").dealt(Roll(EMPTY))
    words = _("You can’t beat that, only make it cheap: the pay is {pay} again, your score {score}.")
    pressed = yield LessonStep(
        (_large(LOW_JUNK), words.format(pay=low.state.pay, score=read_dice(LOW_JUNK).score)),
        low.choices("rethrow", "keep"),
    )

    end, comment = (kept, _cheap(kept)) if pressed == "keep" else (empty, _dear(kept, empty))
    yield LessonStep((end.headline, comment, *_in_short()))


def _throws(table: ScriptedTable, seat: Seat, numbers: Dice) -> ScriptedTable:
    return table.answered(seat, "throw").dealt(Roll(numbers))


def _large(thrown: Dice) -> str:
    """Return dice in the largest size, with their hand."""
    hand = read_dice(thrown)
    return f"## {dice_of(hand)} {named_hand(hand)}"


def _welcome(table: ScriptedTable) -> tuple[str, ...]:
    words = _(
        "Three eight-sided dice each, and **low is good**. In the end **the worst hand pays the best**: "
        "{start} at first. A score below this *pay* becomes the pay."
    )
    threw = _("Two alike are a pair, and the odd die is its score. The loser now pays **{pay}**.")
    return (
        words.format(start=PAY_START),
        f"## {VASK}: {whole_hand(read_dice(FIRST))}",
        threw.format(pay=table.state.pay),
    )


def _junk(kept: ScriptedTable) -> str:
    words = _(
        "Worse is *junk*: no pair, no *triple* (three alike), no *run* (three in a row). It "
        "scores its middle die.\n**Keep it** and pay {name} {pay}, **or throw again**, up to "
        "{count} more times?"
    )
    return words.format(name=VASK, pay=kept.state.pay, count=JUNK_RETHROWS)


def _show_up(before: ScriptedTable, after: ScriptedTable) -> str:
    words = _(
        "Evens in a row are a *show-up*: no hand. The pay rises from {before} to **{pay}**: you throw again."
    )
    return words.format(before=before.state.pay, pay=after.state.pay)


def _won(before: ScriptedTable) -> str:
    words = _(
        "Between two pairs, the lower score wins: {score} against {other}. But it lowered the pay from "
        "{pay}: **good hands win little**."
    )
    return words.format(score=read_dice(BETTER).score, other=read_dice(FIRST).score, pay=before.state.pay)


def _cheap(kept: ScriptedTable) -> str:
    words = _("Well kept: that cost you **{pay}** and not {start}.")
    return words.format(pay=kept.state.pay, start=PAY_START)


def _dear(kept: ScriptedTable, empty: ScriptedTable) -> str:
    words = _("{hand}: the pay stayed at **{pay}**. Junk would have cost {less}.")
    return words.format(hand=whole_hand(read_dice(EMPTY)), pay=empty.state.pay, less=kept.state.pay)


def _in_short() -> tuple[str, ...]:
    ranked = sorted((kind for kind, rank in RANKS.items() if rank >= 0), key=RANKS.__getitem__, reverse=True)
    empty = listed([dice(each) for each, kind in NAMED.items() if kind == "empty"])
    return (
        "### " + _("That’s Stone Hand"),
        _("**Best first:** {kinds}. If two match, the lower wins.").format(
            kinds=", ".join(_(HAND_NAMES[kind]) for kind in ranked)
        ),
        _("{dice} are empty: steps of three, which always pay.").format(dice=empty),
        _("You bring {stack} coins to a table. Nobody bets.").format(stack=STACK),
    )


KEEP, THROW = range(2)


class StoneHandDailyFace(DailyPresenter):
    """The deal of the day: whether to keep a throw or to throw again."""

    how = N_("Worked out exactly, from all 512 throws of three dice.")

    def dealt(self, deal: StoneHandDeal) -> tuple[str, ...]:
        """Return the player's and the rival's hand, the pay, and the number of remaining throws."""
        throws_left = ngettext(
            "You may throw **once** more.", "You may throw **{count} times** more.", deal.throws
        )
        words = _(
            "As it stands, the worse hand pays the better one **{pay}**. {left} Home throws don’t count."
        )
        return (
            _("You threw {hand}").format(hand=whole_hand(deal.lying)),
            _("Your rival keeps {hand}").format(hand=whole_hand(deal.rival)),
            words.format(pay=deal.pay, left=throws_left.format(count=deal.throws)),
        )

    def asks(
        self, deal: StoneHandDeal, answer: ActionOf, _pick: str, _picked: int | None
    ) -> tuple[Part, ...]:
        """Return the question and a button for each answer."""
        keep = Button(_("Keep {score}").format(score=deal.lying.score), answer(KEEP), "good")
        throw = Button(_("Throw again"), answer(THROW), "main")
        says = _("**Keep it, or throw again?** You only answer; nothing is thrown.")
        return Text(says), ActionRow((keep, throw))

    def told(self, _deal: StoneHandDeal, answer: int) -> str:
        """Return the answer in two words."""
        # Translators: an answer to a deal of the day, in “You: keep it”.
        return _("keep it") if answer == KEEP else _("throw again")

    def worth(self, worth: int) -> str:
        """Return the average gain in coins."""
        return _("{amount} coins on average").format(amount=change(worth / PARTS, 1))
