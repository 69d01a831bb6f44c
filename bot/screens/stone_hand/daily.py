"""Stone Hand's deal of the day: junk, and a hand that stands."""

from __future__ import annotations

from bot.screens.core.screen import Button, Part, Row, Text
from bot.screens.learn.daily_face import ActionOf, DailyFace
from bot.screens.stone_hand.dice import whole_hand
from bot.text.numbers import change
from bot.text.translate import _, ngettext
from games.engine.core.sentences import phrase
from games.stone_hand.daily import PARTS, StoneHandDeal

KEEP, THROW = range(2)


class StoneHandDailyFace(DailyFace):
    """Keep it, or throw again."""

    how = phrase("Worked out exactly, from all 512 throws of three dice.")

    def dealt(self, deal: StoneHandDeal) -> tuple[str, ...]:
        """Both hands, the pay, and the throws that are left."""
        left = ngettext("You may throw **once** more.", "You may throw **{count} times** more.", deal.throws)
        words = _(
            "As it stands, the worse hand pays the better one **{pay}**. {left} Home throws don’t count."
        )
        return (
            _("You threw {hand}").format(hand=whole_hand(deal.lying)),
            _("Your rival keeps {hand}").format(hand=whole_hand(deal.rival)),
            words.format(pay=deal.pay, left=left.format(count=deal.throws)),
        )

    def asks(
        self, deal: StoneHandDeal, answer: ActionOf, _pick: str, _picked: int | None
    ) -> tuple[Part, ...]:
        """Two buttons, as at a table."""
        keep = Button(_("Keep {score}").format(score=deal.lying.score), answer(KEEP), "good")
        throw = Button(_("Throw again"), answer(THROW), "main")
        says = _("**Keep it, or throw again?** You only answer; nothing is thrown.")
        return Text(says), Row((keep, throw))

    def told(self, _deal: StoneHandDeal, answer: int) -> str:
        """One or the other."""
        # Translators: an answer to a deal of the day, in “You: keep it”.
        return _("keep it") if answer == KEEP else _("throw again")

    def worth(self, worth: int) -> str:
        """Coins on average."""
        return _("{amount} coins on average").format(amount=change(worth / PARTS, 1))
