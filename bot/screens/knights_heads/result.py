"""How a hand of Knights' Heads came out: who takes what, the hands laid down, and the step that decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import hand_of
from bot.screens.core.people import listed
from bot.screens.core.ranks import nth_best
from bot.screens.knights_heads.cards import faces, has_emojis, in_short, portrait, side_by_side
from bot.text.escape import shown
from bot.text.numbers import change, number
from bot.text.translate import _
from games.engine.core.game import Seat
from games.engine.table.views import TableView
from games.knights_heads.comparison import Alike, ByFace, ByHand, ByNotable, Decision, compare
from games.knights_heads.hands import HANDS, RABBLE_NUMBER, key
from games.knights_heads.model import KnightsPotWon, LaidHand
from games.knights_heads.view import KnightsView

LARGE_MAX = 3
"""How many hands laid down are shown in the size of headings, with one of the winner's people.

Of more, in words, only the cards are told that make the winners' hands: all of them are a press away.
"""


def headline(view: TableView[KnightsView]) -> str:
    """Who wins how much: `ben wins 12`, `ann and ben share 12`."""
    return _winnings(hand_of(view).won, view)


def summary(won: tuple[KnightsPotWon, ...], laid: tuple[LaidHand, ...], view: TableView[KnightsView]) -> str:
    """The same with the hand that won, for a line of what happened."""
    best = {each.seat for each in won[0].shares}
    number = next(each.number for each in laid if each.seat in best)
    return _("**{won}** with {hand}.").format(won=_winnings(won, view), hand=_(HANDS[number - 1].name))


def result(view: TableView[KnightsView]) -> Iterator[str]:
    """The hands laid down, the best first; what decided; and who one of the winner's people is."""
    now = hand_of(view)
    if not now.laid:
        yield _("Everybody else folded, so no cards are shown.")
        return
    counts = now.rules.triplet_counts
    best = sorted(now.laid, key=lambda each: key(each.cards, triplet_counts=counts), reverse=True)
    winners = {share.seat for pot in now.won for share in pot.shares}
    is_large = len(best) <= LARGE_MAX
    for laid in best:
        has_won = laid.seat in winners
        name = _named(laid, view, has_won=has_won)
        yield name if is_large else f"{name}{_gain(laid.seat, view)}"
        if is_large or has_emojis(laid.cards):
            yield side_by_side(laid.cards, laid.making, is_large=is_large)
        elif has_won and len(laid.making) < len(laid.cards):
            yield f"-# {in_short(laid.making)}"
    yield from _pots(now, view)
    if is_large:
        making = best[0].making
        yield "-# " + portrait(making[view.hands % len(making)])


def gained_beside(view: TableView[KnightsView]) -> frozenset[Seat]:
    """Those whose plus and minus stand beside their hands: all whose hands lie there, if they are many."""
    laid = hand_of(view).laid
    return frozenset(each.seat for each in laid) if len(laid) > LARGE_MAX else frozenset()


def _winnings(won: tuple[KnightsPotWon, ...], view: TableView[KnightsView]) -> str:
    gained = Counter[Seat]()
    for pot in won:
        gained.update({each.seat: each.amount for each in pot.shares})
    if len({_winners(pot) for pot in won}) == 1 and len(gained) > 1:
        names = listed([shown(view.name(seat)) for seat in gained])
        return _("{names} share {amount}").format(names=names, amount=number(gained.total()))
    words = _("{name} wins {amount}")
    each = (
        words.format(name=shown(view.name(seat)), amount=number(amount)) for seat, amount in gained.items()
    )
    return " · ".join(each)


def _winners(pot: KnightsPotWon) -> tuple[Seat, ...]:
    return tuple(each.seat for each in pot.shares)


def _named(laid: LaidHand, view: TableView[KnightsView], *, has_won: bool) -> str:
    """Whose hand it is, and what it makes."""
    crown = marked("crown", "") if has_won else ""
    name = f"{crown} **{shown(view.name(laid.seat))}**".lstrip()
    return f"{name} · {_(HANDS[laid.number - 1].name)}"


def _gain(seat: Seat, view: TableView[KnightsView]) -> str:
    """What a seat won or lost by the hand, to stand beside its name."""
    amount = sum(each.amount for each in view.gains if each.seat == seat)
    return f" · **{change(amount)}**" if amount else ""


def _pots(now: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """What decided; pot by pot, where not all go to the same."""
    if len({_winners(pot) for pot in now.won}) == 1:
        yield from _why(now.won[0], now)
        return
    reach: set[Seat] = set()
    for pot in now.won:
        short = [shown(view.name(seat)) for seat in sorted(reach - set(pot.contenders))]
        reach |= set(pot.contenders)
        to = listed([shown(view.name(seat)) for seat in _winners(pot)])
        words = (
            _("Side pot **{amount}** without {names}: **{winners}**.")
            if short
            else _("Main pot **{amount}**: **{winners}**.")
        )
        told = words.format(amount=number(pot.amount), winners=to, names=listed(short) if short else "")
        yield " ".join([told, *_why(pot, now)])


def _why(pot: KnightsPotWon, now: KnightsView) -> Iterator[str]:
    """The step that decided between whoever won a pot and the next best who could have."""
    counts = now.rules.triplet_counts
    cards = {each.seat: each.cards for each in now.laid}
    best, *others = sorted(
        (cards[seat] for seat in pot.contenders),
        key=lambda each: key(each, triplet_counts=counts),
        reverse=True,
    )
    if others:
        yield _decided(compare(best, others[0], triplet_counts=counts))


def _decided(decision: Decision) -> str:
    match decision:
        case ByHand(better, worse):
            words = _("{better} ({first} of {count}) beats {worse} ({second}).")
            return words.format(
                better=_(better.name),
                worse=_(worse.name),
                first=nth_best(better.number),
                second=nth_best(worse.number),
                count=RABBLE_NUMBER,
            )
        case ByFace(hand, better, worse, alike):
            words = (
                _("{hand} against {hand}, {alike} alike: the next face decides, {better} over {worse}.")
                if alike
                else _("{hand} against {hand}: the higher face decides, {better} over {worse}.")
            )
            over = {"better": faces(better), "worse": faces(worse), "alike": faces(alike)}
            return words.format(hand=_(hand.name), **over)
        case ByNotable(hand, better, worse, is_among_all):
            words = (
                _(
                    "{hand} against {hand}, with the same faces and as many notable cards "
                    "(★): more of them among all ten decide, {better} against {worse}."
                )
                if is_among_all
                else _(
                    "{hand} against {hand}, with the same faces: more notable cards (★) "
                    "among them decide, {better} against {worse}."
                )
            )
            return words.format(hand=_(hand.name), better=better, worse=worse)
        case Alike(hand):
            return _(
                "{hand} against {hand}, with the same faces and as many notable cards (★): the pot is split."
            ).format(hand=_(hand.name))
        case _:
            assert_never(decision)
