"""How a pot of Dividha was shared out: hands, what decided between them, columns, who took what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from bot.screens.core.emojis import marked
from bot.screens.core.people import listed
from bot.screens.dividha.cards import cards, named, on_lose, on_win, parted
from bot.text.escape import shown
from bot.text.numbers import change, number
from bot.text.translate import _, ngettext
from games.dividha.cards import ACE, value
from games.dividha.ending import columns
from games.dividha.hands import BROKEN
from games.dividha.model import DividhaOutcome, ShownHand
from games.dividha.tablets import Tablet
from games.dividha.view import DividhaView
from games.engine.core.game import Seat
from games.engine.core.sentences import phrase
from games.engine.table.views import TableView

BY_SUM = phrase("higher Majority Sum, {more} against {less}")
ACES_COUNT_ONE = phrase("higher Majority Sum, {more} against {less}: an Ace counts 1")
STEPS = (
    phrase("{above} beats {below}"),
    phrase("higher card"),
    phrase("Providence: a wild card in the hand"),
    phrase("Immortal Majority, {more} against {less}"),
    BY_SUM,
)
"""What decides between two hands, in the order of their keys (DV-6)."""
HIGH_CARD = phrase("higher single cards")
BROKEN_BOTH = phrase("both are broken: higher cards")
# Translators: two hands, neither of which wins.
EQUAL = phrase("equal")
MAJORITY = STEPS[3]
MAJORITY_OF_PART = phrase("Immortal Majority among the cards before the “|”, {more} against {less}")
"""Where a hand has other cards beside it, which may be immortal too and count for nothing."""


def headline(outcome: DividhaOutcome, view: TableView[DividhaView]) -> str:
    """Who takes which column."""
    win, lose = (_names(column, view) for column in columns(outcome.layers))
    if not outcome.hands or win == lose:
        words = ngettext("{names} takes the pot", "{names} share the pot", len(win or lose))
        return words.format(names=listed(win or lose))
    said = []
    if win:
        said.append(ngettext("{names} takes Win", "{names} take Win", len(win)).format(names=listed(win)))
    if lose:
        said.append(ngettext("{names} takes Lose", "{names} take Lose", len(lose)).format(names=listed(lose)))
    return ", ".join(said)


def _names(column: Iterable[Seat], view: TableView[DividhaView]) -> list[str]:
    return [shown(view.name(seat)) for seat in column]


def ending(outcome: DividhaOutcome, view: TableView[DividhaView]) -> Iterator[str]:
    """The hands from the best down, the step between each two of them, and how the coins were split."""
    if not outcome.hands:
        has_rivals = sum(bool(each.bets) for each in outcome.tablets) > 1
        yield "-# " + (_("Everyone else folded.") if has_rivals else _("Nobody else can pay the ante."))
    win, lose = columns(outcome.layers)
    yield from (_hand(hand, win, lose, view) for hand in outcome.hands[:1])
    for above, below in pairwise(outcome.hands):
        yield "-# " + _deciding(above, below)
        yield _hand(below, win, lose, view)
    for seat in outcome.invictories:
        yield _("**Invictory!** {name} takes Win with more on Lose.").format(name=shown(view.name(seat)))
    split = (
        f"{shown(view.name(each.seat))}\N{NO-BREAK SPACE}{number(each.win)}+{number(each.lose)}"
        for each in outcome.tablets
        if each.bets
    )
    yield "-# " + _("Bet on Win + Lose: {split}").format(split=" · ".join(split))
    own = next((each for each in outcome.tablets if each.seat == view.viewer and each.win + each.lose), None)
    if own is not None:
        yield "-# " + _own(own, win[own.seat] + lose[own.seat], outcome.hands)


def _own(own: Tablet, taken: int, hands: tuple[ShownHand, ...]) -> str:
    """What the viewer put in and takes, and why that is nothing where a hand is between the others."""
    put_in = own.win + own.lose
    words = _("You put in {put_in} and take {taken}: **{change}**.")
    said = words.format(put_in=number(put_in), taken=number(taken), change=change(taken - put_in))
    keys = [each.key for each in hands if each.number != BROKEN]
    mine = next((each.key for each in hands if each.seat == own.seat), None)
    if not taken and mine is not None and keys and keys[0] > mine > keys[-1]:
        said += " " + _("Your hand was neither the best nor the worst.")
    return said


def taken(outcome: DividhaOutcome, view: TableView[DividhaView]) -> str:
    """Who took how much of which column."""
    win, lose = columns(outcome.layers)
    return " ".join(
        words.format(name=shown(view.name(seat)), amount=number(amount))
        for column, words in (
            (win, _("**{name} takes {amount} from Win.**")),
            (lose, _("**{name} takes {amount} from Lose.**")),
        )
        for seat, amount in column.items()
    )


def _hand(
    hand: ShownHand, win: Mapping[Seat, int], lose: Mapping[Seat, int], view: TableView[DividhaView]
) -> str:
    """A hand: whose, what it is, what it takes; below that its cards, and beyond a bar the others."""
    made, others = parted(hand, view.rules)
    words = _("{name} · {hand}")
    if hand.call is not None and hand.call != hand.number:
        words = _("{name} · {hand}, called {call}")
    mark = marked(f"seat_{hand.seat}", "")
    said = words.format(
        name=f"{mark} **{shown(view.name(hand.seat))}**".lstrip(),
        hand=named(hand.number, hand.cards),
        call="" if hand.call is None else named(hand.call),
    )
    if hand.seat in win:
        said += " · " + on_win(win[hand.seat])
    if hand.seat in lose:
        said += " · " + on_lose(lose[hand.seat])
    return f"{said}\n{cards(made, others)}"


def _deciding(above: ShownHand, below: ShownHand) -> str:
    """The step that decides between two hands, named (DV-6)."""
    step = next(
        (at for at, (more, less) in enumerate(zip(above.key, below.key, strict=True)) if more != less), None
    )
    if step is None:
        return _(EQUAL)
    words = STEPS[step] if step < len(STEPS) else HIGH_CARD
    if words == MAJORITY and len(above.cards) < len(above.face_up):
        words = MAJORITY_OF_PART
    if words == BY_SUM and any(value(card) == ACE for card in below.cards):
        words = ACES_COUNT_ONE
    if above.number == BROKEN and step >= len(STEPS) - 1:
        words = BROKEN_BOTH
    return _(words).format(
        above=named(above.number), below=named(below.number), more=above.key[step], less=below.key[step]
    )
