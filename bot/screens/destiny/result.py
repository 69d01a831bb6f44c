"""How a hand of Destiny ended: who takes the pot with which card, and what decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.screens.core.people import listed
from bot.screens.destiny.cards import card, full_name, rank_name, suit_name
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from games.destiny.hands import heights
from games.destiny.model import DestinyPotWon, Shown
from games.destiny.view import DestinyView
from games.engine.core.game import Seat
from games.engine.core.moves import LastStanding
from games.engine.table.views import TableView


def won(pots: Sequence[DestinyPotWon], turned: Sequence[Shown], view: TableView[DestinyView]) -> str:
    """Who wins how much of a showdown's pots, and with which card."""
    taken: Counter[Seat] = Counter()
    for pot in pots:
        taken[pot.winner] += pot.amount
    return listed([_won(seat, amount, turned, view) for seat, amount in taken.items()])


def outlasted(now: DestinyView, view: TableView[DestinyView]) -> str:
    """Who takes the pot because all others folded (DE-8); empty if the hand did not end so."""
    left = [line.seat for line in now.lines if not line.has_folded]
    last = next((each for each in reversed(view.story) if isinstance(each, LastStanding)), None)
    if last is None or left != [last.seat]:
        return ""
    words = _("{name} wins the pot of {amount}: all others folded")
    return words.format(name=shown(view.name(last.seat)), amount=number(last.amount))


def ending(now: DestinyView, view: TableView[DestinyView]) -> Iterator[str]:
    """The cards that were turned over from best to worst, what decided, and who could win which pot."""
    height = heights(now.rules.jokers)
    best = sorted(now.shown, key=lambda each: -height[each.card])
    winners = {pot.winner for pot in now.won}
    for each in best:
        name = shown(view.name(each.seat))
        name = f"**{name}**" if each.seat in winners else name
        words = _("{card} {name}, drawn blind") if each.place is None else _("{card} {name}, from {place}")
        yield words.format(card=card(each.card), name=name, place=each.place)
    if len(best) > 1:
        yield "-# " + _deciding(best[0].card, best[1].card)
    if len(winners) > 1:
        for pot in now.won:
            words = ngettext(
                "-# The {amount} that {names} played for goes to {name}.",
                "-# The {amount} that {names} played for go to {name}.",
                pot.amount,
            )
            names = listed([shown(view.name(seat)) for seat in pot.contenders])
            yield words.format(amount=number(pot.amount), names=names, name=shown(view.name(pot.winner)))


def _won(seat: Seat, amount: int, turned: Sequence[Shown], view: TableView[DestinyView]) -> str:
    played = next(each for each in turned if each.seat == seat)
    words = _("{name} wins the pot of {amount} with {card}")
    if played.place is None:
        words = _("{name} wins the pot of {amount} with {card}, drawn blind")
    return words.format(name=shown(view.name(seat)), amount=number(amount), card=full_name(played.card))


def _deciding(above: str, below: str) -> str:
    """Why one card beats another: by its rank or, of the same rank, by its suit (DE-1)."""
    if above[0] == below[0] != "*":
        words = _("{rank} against {rank}: {above} beat {below}.")
        return words.format(rank=rank_name(above), above=suit_name(above), below=suit_name(below))
    return _("{above} beats {below}.").format(above=rank_name(above), below=rank_name(below))
