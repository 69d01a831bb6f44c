"""A player's panel at Knights' Heads: their cards, the hand, and the passed cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from bot.screens.core import betting, presenter
from bot.screens.core.screen import capitalised
from bot.screens.core.table_blocks import NO_CARDS, OwnBlock, pot_line
from bot.screens.core.tiles import Tile
from bot.screens.knights_heads.cards import counted, in_front, in_short, portrait
from bot.text.translate import _, ngettext, shown
from games.engine.core.errors import N_
from games.engine.core.game import Seat
from games.engine.table.views import TableView
from games.knights_heads.hands import (
    HAND_SIZE,
    HANDS,
    RABBLE,
    REQUIREMENTS,
    MadeHand,
    Twins,
    beaten,
    key,
    made,
    near,
)
from games.knights_heads.model import Stage
from games.knights_heads.view import KnightsView

NEAREST = 3
"""The maximum number of shown hands that the cards nearly make."""
BEATS = {10: N_("beats {count} in 10"), 100: N_("beats {count} in 100")}
"""The texts on the share of hands that a hand beats: out of ten, or out of a hundred if it beats all ten."""
TO_COME: Mapping[Stage, int] = {"first_round": 4, "exchange": 4, "second_round": 1}
"""The number of cards that can still come, by stage: three by the exchange, and the luck card."""


def own(view: TableView[KnightsView], *, is_by_face: bool = False) -> OwnBlock:
    """Return the cards, their hand, hands they nearly make, the passed cards, and a person's story.

    Unless the cards are sorted by face, those that make the hand come first.
    """
    hand_view = presenter.hand_of(view)
    if not hand_view.cards or hand_view.stage == "laying":
        return NO_CARDS
    best_hand = made(hand_view.cards, triplet_counts=hand_view.rules.triplet_counts)
    making = () if is_by_face or best_hand.hand is RABBLE else best_hand.cards
    tiles = in_front(making, hand_view.cards)
    beats = _beats(beaten(best_hand.hand, triplet_counts=hand_view.rules.triplet_counts))
    if len(hand_view.cards) < HAND_SIZE:
        # Translators: after “beats 1 in 10”, while cards are still to come.
        beats = _("{beats} so far").format(beats=beats)
    others = (stake for stake in hand_view.betting.stakes if stake.seat != hand_view.viewer)
    standings = ((view.name(stake.seat), betting.at_seat(stake)) for stake in others)
    around = [
        pot_line(hand_view.betting.pot),
        *(f"{shown(name)} {standing}" for name, standing in standings if standing),
    ]
    is_asked = any(each.seat == view.viewer for each in view.questions)
    # In the exchange a player has enough to read already.
    has_time = not is_asked and hand_view.stage != "exchange"
    is_exchange_over = hand_view.stage not in ("exchange", "second_round")
    return OwnBlock(
        tuple(_came(each, hand_view, view) for each in tiles),
        _(best_hand.hand.name),
        (
            " · ".join(
                [
                    capitalised(making_text(best_hand).removesuffix(".")),
                    *(_luck(hand_view) if is_asked else ()),
                ]
            ),
            *_near(hand_view),
        ),
        (*_picked(hand_view, view), *(() if is_exchange_over else _passed(hand_view, view))),
        (" · ".join(around),),
        hints=(
            *(f"-# {each}" for each in _passed(hand_view, view) if is_exchange_over),
            *(["-# " + _newcomer(hand_view, view)] if has_time else []),
        ),
        measure=beats,
    )


def _luck(hand_view: KnightsView) -> Iterator[str]:
    """Yield the luck card, once it has come."""
    if hand_view.luck is not None:
        # Translators: after the cards of which a hand is made.
        yield _("your luck card: {card}").format(card=in_short([hand_view.luck]))


def _came(tile: Tile, hand_view: KnightsView, view: TableView[KnightsView]) -> Tile:
    """Return a card, until the luck card comes marked by the seat that gave it."""
    if hand_view.luck is None and hand_view.got is not None and tile.card in hand_view.got.cards:
        words = _("{card}, from {name}")
        name = words.format(card=tile.name, name=view.name(hand_view.got.seat))
        return replace(tile, corner=f"seat_{hand_view.got.seat}", name=name)
    return tile


def own_ending(view: TableView[KnightsView]) -> Iterator[str]:
    """Yield why the player won or lost, and which cards came by the exchange and by luck."""
    hand_view = presenter.hand_of(view)
    if not hand_view.cards or hand_view.viewer is None or hand_view.stage != "over":
        return
    if hand_view.line(hand_view.viewer).has_folded:
        yield betting.folded(hand_view.betting.staked_by(hand_view.viewer))
        return
    yield (
        " ".join(_compared(hand_view.viewer, hand_view, view)) if hand_view.laid else betting.outlasted(view)
    )
    sentences = [*_got(hand_view, view)]
    if hand_view.luck is not None:
        sentences.append(_("Your luck card: {card}.").format(card=in_short([hand_view.luck])))
        if not hand_view.laid:
            name = _(made(hand_view.cards, triplet_counts=hand_view.rules.triplet_counts).hand.name)
            sentences.append(_("Your ten make **{hand}**.").format(hand=name))
    if sentences:
        yield f"-# {' '.join(sentences)}"


def _compared(seat: Seat, hand_view: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield a comparison of the player's hand with the best other hand for the same pot."""
    laid = {each.seat: each for each in hand_view.laid}
    keys = {
        seat: key(each.cards, triplet_counts=hand_view.rules.triplet_counts) for seat, each in laid.items()
    }
    for best in betting.rivals((pot.contenders for pot in hand_view.won), seat, keys.__getitem__):
        mine, other = (_(HANDS[laid[each].number - 1].name) for each in (seat, best))
        is_higher, is_lower = keys[seat] > keys[best], keys[seat] < keys[best]
        yield betting.compared(mine, other, shown(view.name(best)), has_won=is_higher, has_lost=is_lower)


def left_neighbour(hand_view: KnightsView, seat: Seat) -> Seat:
    """Return the seat to which a seat passes three cards: the next one still in the hand (KH-7)."""
    staying = _staying(hand_view)
    return staying[(staying.index(seat) + 1) % len(staying)]


def _staying(hand_view: KnightsView) -> list[Seat]:
    """Return the seats still in the hand, in turn order; none after the hand."""
    return [] if hand_view.stage == "over" else [line.seat for line in hand_view.lines if not line.has_folded]


def hand_text(best_hand: MadeHand) -> str:
    """Return the name of a made hand, and the cards that make it."""
    return _("**{hand}**: {cards}").format(hand=_(best_hand.hand.name), cards=making_text(best_hand))


def making_text(best_hand: MadeHand) -> str:
    """Return the cards that make a hand as text; for a hand of all ten cards, its definition."""
    if best_hand.hand is RABBLE:
        is_whole = len(best_hand.cards) == HAND_SIZE
        # Translators: after “Rabble:”.
        return _("they make nothing together.") if is_whole else _("nothing yet.")
    if len(best_hand.cards) == HAND_SIZE:
        return _(REQUIREMENTS[best_hand.hand.number])
    cards_text = counted(card[0] for card in best_hand.cards)
    return (
        _("{cards}, all notable (★)").format(cards=cards_text)
        if isinstance(best_hand.hand.pattern, Twins)
        else cards_text
    )


def _beats(share: Fraction) -> str:
    """Return as text how many hands out of ten a hand beats; out of a hundred if it beats all ten."""
    for among, words in BEATS.items():
        if (count := round(share * among)) < among:
            return _(words).format(count=count)
    return _("beats more than 99 in 100")


def _near(hand_view: KnightsView) -> Iterator[str]:
    """Yield the better hands with the fewest missing cards, if so many cards can still come."""
    if hand_view.viewer not in _staying(hand_view) or len(hand_view.cards) == HAND_SIZE:
        return
    above = near(hand_view.cards, triplet_counts=hand_view.rules.triplet_counts)
    nearest = [each.hand for each in above if each.missing == above[0].missing][:NEAREST]
    if nearest and above[0].missing <= TO_COME.get(hand_view.stage, 0):
        words = ngettext("One card short of: {hands}", "{count} cards short of: {hands}", above[0].missing)
        hands = ", ".join(f"**{_(each.name)}**" for each in nearest)
        yield words.format(hands=hands, count=above[0].missing)
        yield "-# " + " ".join(f"{_(each.name)}: {_(REQUIREMENTS[each.number])}" for each in nearest)


def _picked(hand_view: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield a line on what the exchange brings, or on the cards picked to pass on."""
    if hand_view.stage == "exchange" and hand_view.viewer in _staying(hand_view) and not hand_view.picked:
        words = _("For your three cards you get three from {name}, and later a tenth by luck.")
        staying = _staying(hand_view)
        yield words.format(name=shown(view.name(staying[staying.index(hand_view.viewer) - 1])))
    if hand_view.picked and hand_view.viewer is not None:
        to = shown(view.name(left_neighbour(hand_view, hand_view.viewer)))
        words = _("You have picked {cards} for {name}. Until everyone has picked, you can pick others.")
        yield words.format(cards=in_short(hand_view.picked), name=to)


def _passed(hand_view: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield lines on the cards that the player has given and got."""
    if hand_view.gave is not None:
        words = _("You gave {cards} to {name}.")
        yield words.format(cards=in_short(hand_view.gave.cards), name=shown(view.name(hand_view.gave.to)))
    yield from _got(hand_view, view)


def _got(hand_view: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    if hand_view.got is not None:
        words = _("{name} gave you {cards}.")
        yield words.format(cards=in_short(hand_view.got.cards), name=shown(view.name(hand_view.got.seat)))


def _newcomer(hand_view: KnightsView, view: TableView[KnightsView]) -> str:
    """Return a person's story: of the luck card, or of a card that came from the neighbour or the deal."""
    if hand_view.luck is not None:
        return _("Your luck card: {person}").format(person=portrait(hand_view.luck))
    newest = hand_view.got.cards if hand_view.got is not None else hand_view.cards
    return portrait(newest[view.hands % len(newest)])
