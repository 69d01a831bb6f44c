"""How a pot of Dividha was shared out: hands, what decided between them, columns, who took what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from bot.screens.games.dividha_cards import cards, named
from bot.text.escape import shown
from bot.text.translate import _
from games.dividha.cards import ACE, value
from games.dividha.hands import BROKEN
from games.dividha.model import DividhaOutcome, ShownHand
from games.dividha.view import DividhaView
from games.engine.betting.pots import share
from games.engine.core.game import Seat
from games.engine.core.sentences import phrase
from games.engine.table.views import TableView

BY_SUM = phrase("{above} beats {below} by the Majority Sum, {more} to {less}.")
ACES_COUNT_ONE = phrase("{above} beats {below} by the Majority Sum, {more} to {less}: an Ace counts 1.")
STEPS = (
    phrase("{above} beats {below}: {hand} is the higher hand."),
    phrase("{above} beats {below} by the value of the one card."),
    phrase("{above} beats {below} by Providence: a wild card is in the hand."),
    phrase("{above} beats {below} by the Immortal Majority, {more} to {less}."),
    BY_SUM,
)
"""What decides between two hands, in the order of their keys (DV-6)."""
HIGH_CARD = phrase("{above} beats {below} by High Card.")
EQUAL = phrase("{above} and {below} are equal.")


def ending(outcome: DividhaOutcome, view: TableView[DividhaView]) -> Iterator[str]:
    """All of it, line by line."""
    yield from (_hand(hand, view) for hand in outcome.hands[:1])
    for above, below in pairwise(outcome.hands):
        yield "-# " + _deciding(above, below, view)
        yield _hand(below, view)
    yield _("**On Win and on Lose** — {tablets}").format(
        tablets=", ".join(
            f"{shown(view.name(each.seat))} {each.win} + {each.lose}" for each in outcome.tablets if each.bets
        )
    )
    yield taken(outcome, view)
    for seat in outcome.invictories:
        yield _("**Invictory!** {name} has more on Lose, and takes the Win.").format(
            name=shown(view.name(seat))
        )


def taken(outcome: DividhaOutcome, view: TableView[DividhaView]) -> str:
    """Who took how much of which column."""
    win: Counter[Seat] = Counter()
    lose: Counter[Seat] = Counter()
    for layer in outcome.layers:
        win.update(share(layer.win, layer.strongest))
        lose.update(share(layer.lose, layer.weakest))
    return " ".join(
        words.format(name=shown(view.name(seat)), amount=column[seat])
        for column, words in (
            (win, _("**{name} takes {amount} of Win.**")),
            (lose, _("**{name} takes {amount} of Lose.**")),
        )
        for seat in column
        if column[seat]
    )


def _hand(hand: ShownHand, view: TableView[DividhaView]) -> str:
    others = [card for card in hand.face_up if card not in hand.cards]
    # Under the rule of order, cards are listed as they were laid.
    made = [card for card in hand.face_up if card in hand.cards] if view.rules.rule_of_order else hand.cards
    words = _("{name}: {cards} — **{hand}**")
    if hand.call is not None and hand.call != hand.number:
        words = _("{name}: {cards} — **{hand}**, called {call}")
    return words.format(
        name=shown(view.name(hand.seat)),
        cards=cards(made, others),
        hand=named(hand.number),
        call="" if hand.call is None else named(hand.call),
    )


def _deciding(above: ShownHand, below: ShownHand, view: TableView[DividhaView]) -> str:
    """The step that decides between two hands, named (DV-6)."""
    step = next(
        (at for at, (more, less) in enumerate(zip(above.key, below.key, strict=True)) if more != less), None
    )
    names = {"above": shown(view.name(above.seat)), "below": shown(view.name(below.seat))}
    if step is None:
        return _(EQUAL).format(**names)
    words = STEPS[step] if step < len(STEPS) else HIGH_CARD
    if words == BY_SUM and any(value(card) == ACE for card in below.cards):
        words = ACES_COUNT_ONE
    if above.number == BROKEN and step >= len(STEPS) - 1:
        words = phrase("Both are broken; {above} beats {below} by their cards.")
    return _(words).format(**names, hand=named(above.number), more=above.key[step], less=below.key[step])
