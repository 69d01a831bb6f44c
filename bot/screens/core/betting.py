"""Betting in words, the same in every game that bets: stakes, the pot, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.screens.core.presenter import ButtonLook, ButtonRow, GamePresenter, hand_of
from bot.screens.core.table_blocks import AtSeat
from bot.screens.core.tiles import Tile
from bot.text.translate import _, number, shown
from games.engine.betting.bets import Betting, Folded, SeatBets, UncalledBetReturned
from games.engine.betting.rounds import amount_to_call, betting_options, passive_answer
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, Offer, SplitOffer
from games.engine.table.views import TableView


def at_seat(stake: SeatBets) -> str:
    """Return a seat's bet, and whether it has folded or is all in, as part of a line."""
    bet = _("bet {bet}").format(bet=number(stake.bet)) if stake.bet and not stake.has_folded else ""
    return ", ".join(filter(None, [bet, *deed(stake)]))


def deed(stake: SeatBets) -> tuple[str, ...]:
    """Return “folded” or “all in” for such a seat; empty for any other."""
    if stake.has_folded:
        # Translators: of a player, beside the name.
        return (_("folded"),)
    return (_("all in"),) if stake.has_pledged or stake.stack == 0 else ()


def betting_seat(
    stake: SeatBets, *deeds: str, tiles: tuple[Tile, ...] = (), is_dealer: bool = False
) -> AtSeat:
    """Return a betting seat as the table shows it; a folded seat has no cards or bet.

    `deeds` are further actions, as text.
    """
    return AtSeat(
        () if stake.has_folded else tiles,
        deed=(*deed(stake), *deeds),
        bet=0 if stake.has_folded else stake.bet,
        is_dealer=is_dealer,
        has_folded=stake.has_folded,
    )


def gained(view: TableView[Any], seat: Seat) -> int:
    """Return a seat's gain by the last hand; negative for a loss."""
    return sum(each.amount for each in view.gains if each.seat == seat)


def weighed(chips: int, stake: SeatBets) -> str:
    """Return an amount as text; beside the stack if it is more than half of it: “60 of your 100”."""
    if chips == stake.stack:
        return _("all your {stack}").format(stack=number(chips))
    if 2 * chips > stake.stack:
        return _("{amount} of your {stack}").format(amount=number(chips), stack=number(stake.stack))
    return number(chips)


def face(offer: Offer[Any], betting: Betting) -> ButtonLook:
    """Return the button of a betting offer."""
    match offer.key:
        case "fold":
            return _folding(betting)
        case "check":
            # Translators: a button: stay in without a bet, as nobody has bet.
            return ButtonLook(_("Check"), "good")
        case "match":
            return matching(_("Stay in for {amount}"), betting)
        case "bet" | "raise":
            # Translators: a button: a bet of another amount.
            return ButtonLook(_("Another …"), form=_("Your total bet this round"))
        case _:
            row: ButtonRow = "nowhere" if takes_all(betting) else "last"
            # Translators: a button: bet all that you have.
            return ButtonLook(_("All in …"), "danger", asks=_all_in(betting), row=row)


def _folding(betting: Betting) -> ButtonLook:
    """Return the fold button; it asks for confirmation if the seat could check for free (TB-9)."""
    if passive_answer(betting) == "check":
        # Translators: a button: give up this hand, though staying in costs nothing.
        return ButtonLook(_("Fold …"), "plain", asks=_("Fold? Checking costs you nothing."), row="last")
    # Translators: a button: give up this hand.
    return ButtonLook(_("Fold"), "plain", row="last")


def matching(words: str, betting: Betting) -> ButtonLook:
    """Return the call button; it asks for confirmation if the call takes the whole stack."""
    amount = weighed(amount_to_call(betting, betting.acting), betting.acting)
    label = words.format(amount=amount)
    return (
        ButtonLook(f"{label} …", "good", asks=_all_in(betting))
        if takes_all(betting)
        else ButtonLook(label, "good")
    )


def takes_all(betting: Betting) -> bool:
    """Return True if a call takes the whole stack of the seat to act: going all in would be the same."""
    return not betting.is_pledging and amount_to_call(betting, betting.acting) == betting.acting.stack


def _all_in(betting: Betting) -> str:
    """Return the question before an all in: the chips it takes now and, for a pledge, later (DE-11)."""
    stake = betting.acting
    chips = betting_options(betting).all_in if betting.is_pledging else stake.stack
    if chips == stake.stack:
        words = _("All in with your **{stack}**?")
    elif chips:
        words = _(
            "All in? You put in {amount} now, and match each raise of this round, up to your **{stack}**."
        )
    else:
        words = _(
            "All in? You put in nothing now, and match each raise of this round, up to your **{stack}**."
        )
    return words.format(stack=number(stake.stack), amount=number(chips or 0))


@dataclass(frozen=True, slots=True)
class RaiseRange:
    """The possible bets, for a frontend with an input of its own; amounts are total bets of the round."""

    title: str
    """The question, before the amount."""
    says: str
    """The label of the button, with the amount as `{to}`."""
    offer: NumberOffer[Any] | SplitOffer[Any]
    marks: tuple[tuple[str, int], ...]
    """Named amounts, such as the pot, each once, the least first."""
    whole: int
    """The bet that takes the whole stack."""
    all_in: str = ""
    """The question before an all in, if there is an offer for it; else empty."""


def raise_range(offers: Sequence[Offer[Any]], betting: Betting) -> RaiseRange | None:
    """Return the range of the bet or raise among the offers; None if there is none."""
    offer = next((each for each in offers if each.key in ("bet", "raise")), None)
    if not isinstance(offer, NumberOffer | SplitOffer):
        return None
    stake, pot = betting.acting, betting.pot + amount_to_call(betting, betting.acting)
    named = (
        (_("Least"), offer.least),
        # Translators: a bet of half of what lies in the pot, and below of all of it.
        (_("Half pot"), betting.to_match + pot // 2),
        (_("Pot"), betting.to_match + pot),
    )
    marks = {to: name for name, to in reversed(named) if offer.least <= to <= offer.most}
    is_bet = offer.key == "bet"
    return RaiseRange(
        # Translators: over the field for a bet's amount.
        _("Bet") if is_bet else _("Raise to"),
        _("Bet {to}") if is_bet else _("Raise to {to}"),
        offer,
        tuple((marks[to], to) for to in sorted(marks)),
        stake.max_bet,
        _all_in(betting) if any(each.key == "all_in" for each in offers) else "",
    )


def folded(staked: int) -> str:
    """Return what folding has cost a player who had bet `staked`, as a sentence."""
    if not staked:
        return _("You folded before you had put anything in.")
    words = _("You folded, so the {amount} that you had put in stays in the pot.")
    return words.format(amount=number(staked))


def outlasted(view: TableView[Any]) -> str:
    """Return why the viewer won without a showdown."""
    last_event = next(
        (each for each in reversed(view.story) if isinstance(each, Folded | UncalledBetReturned)), None
    )
    raisers = hand_of(view).betting.raisers
    if (
        isinstance(last_event, UncalledBetReturned)
        and last_event.seat == view.viewer
        and view.viewer in raisers[-1:]
    ):
        return _("Everyone else folded to your bet, so what they had put in is yours.")
    return _("Everyone else folded, so what they had put in is yours.")


def wins(taken: Mapping[Seat, int], view: TableView[Any]) -> str:
    """Return the winners of the pot with their amounts."""
    words = _("{name} wins the pot of {amount}") if len(taken) == 1 else _("{name} wins {amount} of the pot")
    yours = _("You win the pot of {amount}") if len(taken) == 1 else _("You win {amount} of the pot")
    return " · ".join(
        (yours if seat == view.viewer else words).format(name=shown(view.name(seat)), amount=number(amount))
        for seat, amount in taken.items()
    )


def rivals(pots: Iterable[Sequence[Seat]], seat: Seat, rank: Callable[[Seat], Any]) -> tuple[Seat, ...]:
    """Return the best-ranked other contender of each pot that `seat` contends for; each seat once.

    `pots` are the seats that contend for each pot.
    """
    others = ([each for each in pot if each != seat] for pot in pots if seat in pot)
    return tuple(dict.fromkeys(max(each, key=rank) for each in others if each))


def compared(mine: str, other: str, name: str, *, has_won: bool, has_lost: bool) -> str:
    """Return why the reader's hand beats another or not; `mine` and `other` are names of hands."""
    words = _("Your **{mine}** ties with {name}’s: you share the pot.")
    if has_won:
        words = _("Your **{mine}** beats {name}’s **{other}**.")
        if mine == other:
            words = _("You and {name} both have **{mine}**, and yours is higher.")
    elif has_lost:
        words = _("{name}’s **{other}** beats your **{mine}**.")
        if mine == other:
            words = _("You and {name} both have **{mine}**, and {name}’s is higher.")
    return words.format(mine=mine, other=other, name=name)


def few_marks(offer: NumberOffer[Any] | SplitOffer[Any]) -> tuple[int, ...]:
    """Return only the smallest and the largest of the suggested bets; of other offers, all marks."""
    if offer.key not in ("bet", "raise"):
        return offer.marks
    return tuple(dict.fromkeys(offer.marks[:1] + offer.marks[-1:]))


def mark(offer: NumberOffer[Any] | SplitOffer[Any], to: int, betting: Betting) -> ButtonLook:
    """Return the button of a suggested bet; with its cost if that is more than half of the stack."""
    stake = betting.acting
    amount = weighed(to - stake.bet, stake)
    if offer.key == "bet":
        return ButtonLook(_("Bet {amount}").format(amount=amount))
    is_heavy = amount != number(to - stake.bet)
    words = _("Raise to {to}: {amount}") if is_heavy else _("Raise to {to}")
    return ButtonLook(words.format(to=number(to), amount=amount))


class BettingScreen(GamePresenter):
    """The presenter of a game with betting."""

    def cost(self, view: TableView[Any]) -> str:
        """Return the cost of staying in for the seat to act; empty if it is free."""
        betting: Betting = hand_of(view).betting
        if not betting.to_act or not (missing := amount_to_call(betting, stake := betting.acting)):
            return ""
        amount = weighed(min(missing, stake.stack), stake)
        return _("staying in costs you **{amount}**").format(amount=amount)

    def mark(
        self, offer: NumberOffer[Any] | SplitOffer[Any], number: int, view: TableView[Any]
    ) -> ButtonLook:
        """Return the button of a suggested bet; with its cost if that is more than half of the stack."""
        return mark(offer, number, hand_of(view).betting)

    def raise_range(self, view: TableView[Any]) -> RaiseRange | None:
        """Return the range of the viewer's bet or raise."""
        own = next((each for each in view.questions if each.seat == view.viewer), None)
        return None if own is None or view.hand is None else raise_range(own.offers, view.hand.betting)
