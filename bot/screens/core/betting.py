"""Betting in words, the same in every game that bets: stakes, the pot, and buttons."""

from __future__ import annotations

from typing import Any

from bot.screens.core.game_screen import ButtonRow, Face, GameScreen, hand_of
from bot.screens.core.screen import marked
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.betting.rounds import mildest, owed
from games.engine.betting.stakes import Betting, Stake
from games.engine.core.offers import Number, Offer, Split
from games.engine.table.views import TableView


def at_seat(stake: Stake) -> str:
    """What a seat has put in, and whether it is still in the hand."""
    if stake.has_folded:
        # Translators: of a player, beside the name.
        return _("folded")
    parts = []
    if stake.bet:
        parts.append(_("bet {bet}").format(bet=number(stake.bet)))
    if stake.has_pledged or stake.stack == 0:
        parts.append(_("all in"))
    return ", ".join(parts)


def pot(betting: Betting) -> str:
    """The pot; it begins a line, which a phone would else break at its coin."""
    words = _("Pot {coin} **{pot}**").format(coin=marked("coin", ""), pot=number(betting.pot))
    return words.replace("  ", " ")


def cost(betting: Betting) -> str:
    """What staying in costs whose turn it is; empty if it is free."""
    if not betting.to_act or not (missing := owed(betting, stake := betting.acting)):
        return ""
    return _("staying in costs you **{amount}**").format(amount=weighed(min(missing, stake.stack), stake))


def weighed(chips: int, stake: Stake) -> str:
    """An amount, and of how much where it takes more than half of what a seat has left."""
    if chips == stake.stack:
        return _("all your {stack}").format(stack=number(chips))
    if 2 * chips > stake.stack:
        return _("{amount} of your {stack}").format(amount=number(chips), stack=number(stake.stack))
    return number(chips)


def face(offer: Offer[Any], betting: Betting) -> Face:
    """The button of an offer of the betting."""
    match offer.key:
        case "fold":
            return _folding(betting)
        case "check":
            # Translators: a button: stay in without a bet, as nobody has bet.
            return Face(_("Check"), "good")
        case "match":
            return matching(_("Stay in for {amount}"), betting)
        case "bet" | "raise":
            # Translators: a button: a bet of another amount.
            return Face(_("Another …"), form=_("Your total bet this round"))
        case _:
            row: ButtonRow = "nowhere" if takes_all(betting) else "last"
            # Translators: a button: bet all that you have.
            return Face(_("All in …"), "danger", asks=_all_in(betting), row=row)


def _folding(betting: Betting) -> Face:
    """The button of a fold; one that a check would make for nothing is asked once more (TB-9)."""
    if mildest(betting) == "check":
        # Translators: a button: give up this hand, though staying in costs nothing.
        return Face(_("Fold …"), "plain", asks=_("Fold? Checking costs you nothing."), row="last")
    # Translators: a button: give up this hand.
    return Face(_("Fold"), "plain", row="last")


def matching(words: str, betting: Betting) -> Face:
    """The button of a match; one that takes everything is asked once more, as any all in."""
    amount = weighed(owed(betting, betting.acting), betting.acting)
    label = words.format(amount=amount)
    return Face(f"{label} …", "good", asks=_all_in(betting)) if takes_all(betting) else Face(label, "good")


def takes_all(betting: Betting) -> bool:
    """Whether a match takes all that the seat to act has: going all in would be the same."""
    return not betting.is_pledging and owed(betting, betting.acting) == betting.acting.stack


def _all_in(betting: Betting) -> str:
    return _("All in with your **{stack}**?").format(stack=number(betting.acting.stack))


def few_marks(offer: Number[Any] | Split[Any]) -> tuple[int, ...]:
    """Of bets the smallest and the largest."""
    if offer.key not in ("bet", "raise"):
        return offer.marks
    return tuple(dict.fromkeys(offer.marks[:1] + offer.marks[-1:]))


def mark(offer: Number[Any] | Split[Any], to: int, betting: Betting) -> Face:
    """The button of one amount, and what it takes where that is more than half of what is left."""
    stake = betting.acting
    amount = weighed(to - stake.bet, stake)
    if offer.key == "bet":
        return Face(_("Bet {amount}").format(amount=amount))
    is_heavy = amount != number(to - stake.bet)
    words = _("Raise to {to}: {amount}") if is_heavy else _("Raise to {to}")
    return Face(words.format(to=number(to), amount=amount))


class BettingScreen(GameScreen):
    """The screen of a game in which people bet."""

    def cost(self, view: TableView[Any]) -> str:
        """What staying in costs whose turn it is; empty if it is free."""
        return cost(hand_of(view).betting)

    def mark(self, offer: Number[Any] | Split[Any], number: int, view: TableView[Any]) -> Face:
        """The button of one amount, and what it takes where that is much."""
        return mark(offer, number, hand_of(view).betting)
