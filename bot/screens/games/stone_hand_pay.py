"""The pay of a round: a track with the coin on its number, and from where it fell."""

from __future__ import annotations

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import hand_of
from bot.screens.games.stone_hand_story import View, pays
from bot.text.translate import _
from games.stone_hand.model import PAY_START

EMPTY = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
LAID = "❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴"
"""Where no coin can be shown, its number is a white one on black."""


def pay_line(view: View) -> str:
    """What the pay is, what it was just before, and what it comes to."""
    now = hand_of(view)
    *before, last = pays(view)
    if last != now.pay:  # the table does not remember all of a long round
        before.append(last)
    # More steps would break the track over two lines of a phone.
    steps = [*map(str, before[-1:]), f"**{now.pay}**"]
    said = [_("The pay: {steps}").format(steps=" → ".join(steps)), _track(now.pay, max(before, default=0))]
    if now.rules.pay_factor > 1:
        total = now.pay * now.rules.pay_factor
        said.append(f"{now.pay} × {now.rules.pay_factor} = **{total:,}**")
    return " · ".join(filter(None, said))


def _track(pay: int, before: int) -> str:
    """All that the pay can be in this round; empty if that is more than there are signs for."""
    most = max(pay, before, PAY_START)
    if not 0 < pay <= most <= len(EMPTY):
        return ""
    return f"{EMPTY[: pay - 1]}{marked('coin', LAID[pay - 1])}{EMPTY[pay:most]}"
