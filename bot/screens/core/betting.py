"""Betting in words, the same in every game that bets: stakes, the pot, and buttons."""

from __future__ import annotations

from typing import Any

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import Face
from bot.text.translate import _
from games.engine.betting.limits import owed
from games.engine.betting.stakes import Betting, Stake
from games.engine.core.offers import Number, Offer, Split


def at_seat(stake: Stake) -> str:
    """What a seat has put in, and whether it is still in the hand."""
    if stake.has_folded:
        return _("folded")
    parts = []
    if stake.bet:
        parts.append(_("bet {bet}").format(bet=stake.bet))
    if stake.has_pledged or stake.stack == 0:
        parts.append(_("all in"))
    return ", ".join(parts)


def pot(betting: Betting) -> str:
    """The pot; it begins a line, which a phone would else break at its coin."""
    return _("Pot {coin} **{pot}**").format(coin=marked("coin", ""), pot=betting.pot).replace("  ", " ")


def cost(betting: Betting) -> str:
    """What staying in costs whose turn it is; empty if it is free."""
    if not betting.to_act or not (missing := owed(betting, stake := betting.acting)):
        return ""
    return _("staying in costs you **{amount}**").format(amount=min(missing, stake.stack))


def face(offer: Offer[Any], betting: Betting) -> Face:
    """The button of an offer of the betting."""
    match offer.key:
        case "fold":
            return Face(_("Fold"), "plain", row="last")
        case "check":
            return Face(_("Check"), "good")
        case "match":
            return Face(_("Stay in for {amount}").format(amount=owed(betting, betting.acting)), "good")
        case "bet" | "raise":
            return Face(_("Another …"), form=_("Your total bet this round"))
        case _:
            asks = _("All in with your **{stack}**?").format(stack=betting.acting.stack)
            return Face(_("All in …"), "danger", asks=asks, row="last")


def mark(offer: Number[Any] | Split[Any], to: int) -> Face:
    """The button of one amount."""
    words = _("Bet {to}") if offer.key == "bet" else _("Raise to {to}")
    return Face(words.format(to=to))
