"""A bet at Dividha as two steps on the panel: where coins go, and how much, with what would come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import Face
from bot.screens.dividha.cards import HALF, LOSE, WIN
from bot.screens.dividha.panel import is_betting, own_cards
from bot.text.numbers import number
from bot.text.translate import _
from games.dividha.rules import BETTING
from games.dividha.tablets import ALL, EVEN, Usual
from games.dividha.view import DividhaView, OwnCards
from games.engine.core.offers import Offer, Split
from games.engine.core.sentences import phrase
from games.engine.table.views import TableView

OPENING = ("wager", "first_round")
"""The first betting of a hand, by whether it has the Demon's Wager (DV-18)."""
Marks = Callable[[Split[Any]], tuple[int, ...]]
SPLITS = {
    ALL: ("win", WIN, phrase("All on Win")),
    EVEN: ("half", HALF, phrase("Half each")),
    0: ("lose", LOSE, phrase("All on Lose")),
}
"""The splits that have buttons: their signs, and the words."""


def over_splits(view: TableView[DividhaView]) -> str:
    """The first step; before it is the viewer's turn, what a bet is about."""
    now = view.hand
    if now is None or now.own is None or not is_betting(now, now.own):
        return ""
    words = _("**Where will your coins go?** {up} best hand · {down} worst hand")
    if _asked(view) and now.stage in BETTING:
        words = _("**Step 1: {up} best or {down} worst hand?**")
        if _is_first(now):
            words = _(
                "**Step 1: where do your coins go?** {up} **Win** is for the best hand, "
                "{down} **Lose** for the worst."
            )
    said = words.format(up=marked("win", WIN), down=marked("lose", LOSE))
    return "\n".join([said, *_notes(now, now.own)])


def over_amounts(view: TableView[DividhaView], marks: Marks) -> str:
    """The second step, with what each amount that has a button would bring on which column."""
    now, offers = view.hand, _asked(view)
    if now is None or not offers or now.stage not in BETTING:
        return ""
    splits = [each for each in offers if isinstance(each, Split)]
    lines = [_("**Step 2: how much?**")]
    if come := " · ".join(_come(now, own_cards(view), splits, marks)):
        lines.append(_("-# On Win + Lose: {amounts}").format(amounts=come))
    return "\n".join(lines)


def split_face(percent: int) -> Face:
    """The button of a split that has one of its own."""
    sprite, sign, words = SPLITS[percent]
    emoji = marked(sprite, "")
    return Face(_(words) if emoji else f"{sign} {_(words)}", "plain", emoji or None)


def laid(now: DividhaView, own: OwnCards, coins: int) -> tuple[int, int]:
    """How coins that are bet now go on Win and on Lose, as the viewer usually splits them (DV-13, DV-21)."""
    usual = Usual(own.tablet.seat, own.percent)
    is_whole = coins == now.betting.stake(own.tablet.seat).stack and not now.rules.split_all_in
    win = usual.whole(coins) if is_whole else usual.part(coins)
    return win, coins - win


def _come(now: DividhaView, own: OwnCards, offers: list[Split[Any]], marks: Marks) -> Iterator[str]:
    labels = {
        "match": _("stay in {win}+{lose}"),
        "bet": _("bet {amount}: {win}+{lose}"),
        "raise": _("raise to {amount}: {win}+{lose}"),
    }
    before = now.betting.stake(own.tablet.seat).bet
    for offer in offers:
        for to in marks(offer) if offer.key in labels else ():
            win, lose = laid(now, own, to - before)
            yield labels[offer.key].format(amount=number(to), win=number(win), lose=number(lose))


def _asked(view: TableView[DividhaView]) -> tuple[Offer[Any], ...]:
    """What the viewer is asked."""
    return next((each.offers for each in view.questions if each.seat == view.viewer), ())


def _is_first(now: DividhaView) -> bool:
    """Whether this is the first betting of the first hand; later there is no room for explanations."""
    return now.hands == 0 and now.stage in OPENING


def _notes(now: DividhaView, own: OwnCards) -> Iterator[str]:
    """Small lines: what cannot be split, and as a hand begins that a choice stays, or has stayed."""
    if not now.rules.split_all_in:
        on_win = _("-# A bet of your last coin can’t be split: it goes all on Win.")
        on_lose = _("-# A bet of your last coin can’t be split: it goes all on Lose.")
        yield on_win if own.percent >= EVEN else on_lose
    if _is_first(now):
        yield _("-# Your choice (✓) stays for all bets, and nobody sees it before the showdown.")
    elif now.stage in OPENING and own.percent != EVEN:
        yield _("-# ✓ is your choice from before: it stays from hand to hand until you change it.")
