"""Betting in words, the same in every game that bets: stakes, the pot, and buttons."""

from __future__ import annotations

from typing import Any

from bot.screens.core.game_screen import Face
from bot.text.translate import _
from games.engine.betting.limits import owed, pot_after_match
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
    """The pot, and the bet to match."""
    lies = _("The pot holds **{pot}**.").format(pot=betting.pot)
    if not betting.to_act or not betting.to_match:
        return lies
    return lies + " " + _("To match: a bet of **{bet}**.").format(bet=betting.to_match)


def face(offer: Offer[Any], betting: Betting) -> Face:
    """The button of an offer of the betting."""
    match offer.key:
        case "fold":
            return Face(_("Fold"), "plain")
        case "check":
            return Face(_("Check"), "good")
        case "match":
            return Face(_("Match {amount}").format(amount=owed(betting, betting.acting)), "good")
        case "bet":
            return Face(_("Another bet …"))
        case "raise":
            return Face(_("Another raise …"))
        case _:
            asks = _("All in with your **{stack}**?").format(stack=betting.acting.stack)
            return Face(_("All in …"), "danger", asks=asks)


def mark(offer: Number[Any] | Split[Any], to: int, betting: Betting) -> str:
    """The button of one amount, with its share of the pot."""
    pot_size = pot_after_match(betting, betting.acting)
    words = _("Bet {to}") if offer.key == "bet" else _("Raise to {to}")
    named = {
        betting.to_match + pot_size: _("the pot"),
        betting.to_match + pot_size // 2: _("half the pot"),
    }
    if offer.least < offer.most:
        named[offer.least] = _("the least")
    of_pot = named.get(to)
    return words.format(to=to) + (f" ({of_pot})" if of_pot else "")
