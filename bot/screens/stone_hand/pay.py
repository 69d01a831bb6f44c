"""The pay of a round in words: who pays it to whom, and what it was just before."""

from __future__ import annotations

from bot.screens.core.game_screen import hand_of
from bot.screens.stone_hand.story import View, pays
from bot.text.numbers import number
from bot.text.translate import _


def pay_line(view: View) -> str:
    """What the round is about, as things stand; empty where nothing is at stake.

    The worst hand pays the best **3** (was 8).
    """
    now = hand_of(view)
    if now.rules.arcade:
        words = _("The best hand scores {pay}.")
    elif now.rules.prize_pool:
        words = _("The worst hand pays {pay} into the pool.")
    elif view.terms.buy_in:
        words = _("The worst hand pays the best {pay}.")
    else:
        return ""
    return words.format(pay=_pay(view))


def _pay(view: View) -> str:
    now = hand_of(view)
    *before, last = pays(view)
    if last != now.pay:  # the table does not remember all of a long round
        before.append(last)
    factor = now.rules.pay_factor
    pay = f"**{number(now.pay * factor)}**"
    if factor > 1:
        pay = f"{now.pay} × {factor} = {pay}"
    return _("{pay} (was {before})").format(pay=pay, before=number(before[-1] * factor)) if before else pay
