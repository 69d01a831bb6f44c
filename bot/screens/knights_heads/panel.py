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
from games.knights_heads.hands import ASKS, HAND_SIZE, HANDS, RABBLE, MadeHand, Twins, beaten, key, made, near
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
    now = presenter.hand_of(view)
    if not now.cards or now.stage == "laying":
        return NO_CARDS
    best_hand = made(now.cards, triplet_counts=now.rules.triplet_counts)
    making = () if is_by_face or best_hand.hand is RABBLE else best_hand.cards
    tiles = in_front(making, now.cards)
    beats = _beats(beaten(best_hand.hand, triplet_counts=now.rules.triplet_counts))
    if len(now.cards) < HAND_SIZE:
        # Translators: after “beats 1 in 10”, while cards are still to come.
        beats = _("{beats} so far").format(beats=beats)
    others = (stake for stake in now.betting.stakes if stake.seat != now.viewer)
    standings = ((view.name(stake.seat), betting.at_seat(stake)) for stake in others)
    around = [
        pot_line(now.betting.pot),
        *(f"{shown(name)} {standing}" for name, standing in standings if standing),
    ]
    is_asked = any(each.seat == view.viewer for each in view.questions)
    # In the exchange a player has enough to read already.
    has_time = not is_asked and now.stage != "exchange"
    is_exchange_over = now.stage not in ("exchange", "second_round")
    return OwnBlock(
        tuple(_came(each, now, view) for each in tiles),
        _(best_hand.hand.name),
        (
            " · ".join(
                [capitalised(making_text(best_hand).removesuffix(".")), *(_luck(now) if is_asked else ())]
            ),
            *_near(now),
        ),
        (*_picked(now, view), *(() if is_exchange_over else _passed(now, view))),
        (" · ".join(around),),
        hints=(
            *(f"-# {each}" for each in _passed(now, view) if is_exchange_over),
            *(["-# " + _newcomer(now, view)] if has_time else []),
        ),
        measure=beats,
    )


def _luck(now: KnightsView) -> Iterator[str]:
    """Yield the luck card, once it has come."""
    if now.luck is not None:
        # Translators: after the cards of which a hand is made.
        yield _("your luck card: {card}").format(card=in_short([now.luck]))


def _came(tile: Tile, now: KnightsView, view: TableView[KnightsView]) -> Tile:
    """Return a card, until the luck card comes marked by the seat that gave it."""
    if now.luck is None and now.got is not None and tile.card in now.got.cards:
        words = _("{card}, from {name}")
        name = words.format(card=tile.name, name=view.name(now.got.seat))
        return replace(tile, corner=f"seat_{now.got.seat}", name=name)
    return tile


def own_ending(view: TableView[KnightsView]) -> Iterator[str]:
    """Yield why the player won or lost, and which cards came by the exchange and by luck."""
    now = presenter.hand_of(view)
    if not now.cards or now.viewer is None or now.stage != "over":
        return
    if now.line(now.viewer).has_folded:
        yield betting.folded(now.betting.staked_by(now.viewer))
        return
    yield " ".join(_compared(now.viewer, now, view)) if now.laid else betting.outlasted(view)
    sentences = [*_got(now, view)]
    if now.luck is not None:
        sentences.append(_("Your luck card: {card}.").format(card=in_short([now.luck])))
        if not now.laid:
            name = _(made(now.cards, triplet_counts=now.rules.triplet_counts).hand.name)
            sentences.append(_("Your ten make **{hand}**.").format(hand=name))
    if sentences:
        yield f"-# {' '.join(sentences)}"


def _compared(seat: Seat, now: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield a comparison of the player's hand with the best other hand for the same pot."""
    laid = {each.seat: each for each in now.laid}
    keys = {seat: key(each.cards, triplet_counts=now.rules.triplet_counts) for seat, each in laid.items()}
    for best in betting.rivals((pot.contenders for pot in now.won), seat, keys.__getitem__):
        mine, other = (_(HANDS[laid[each].number - 1].name) for each in (seat, best))
        is_higher, is_lower = keys[seat] > keys[best], keys[seat] < keys[best]
        yield betting.compared(mine, other, shown(view.name(best)), has_won=is_higher, has_lost=is_lower)


def left_neighbour(now: KnightsView, seat: Seat) -> Seat:
    """Return the seat to which a seat passes three cards: the next one still in the hand (KH-7)."""
    staying = _staying(now)
    return staying[(staying.index(seat) + 1) % len(staying)]


def _staying(now: KnightsView) -> list[Seat]:
    """Return the seats still in the hand, in turn order; none after the hand."""
    return [] if now.stage == "over" else [line.seat for line in now.lines if not line.has_folded]


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
        return _(ASKS[best_hand.hand.number])
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


def _near(now: KnightsView) -> Iterator[str]:
    """Yield the better hands with the fewest missing cards, if so many cards can still come."""
    if now.viewer not in _staying(now) or len(now.cards) == HAND_SIZE:
        return
    above = near(now.cards, triplet_counts=now.rules.triplet_counts)
    nearest = [each.hand for each in above if each.missing == above[0].missing][:NEAREST]
    if nearest and above[0].missing <= TO_COME.get(now.stage, 0):
        words = ngettext("One card short of: {hands}", "{count} cards short of: {hands}", above[0].missing)
        hands = ", ".join(f"**{_(each.name)}**" for each in nearest)
        yield words.format(hands=hands, count=above[0].missing)
        yield "-# " + " ".join(f"{_(each.name)}: {_(ASKS[each.number])}" for each in nearest)


def _picked(now: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield a line on what the exchange brings, or on the cards picked to pass on."""
    if now.stage == "exchange" and now.viewer in _staying(now) and not now.picked:
        words = _("For your three cards you get three from {name}, and later a tenth by luck.")
        staying = _staying(now)
        yield words.format(name=shown(view.name(staying[staying.index(now.viewer) - 1])))
    if now.picked and now.viewer is not None:
        to = shown(view.name(left_neighbour(now, now.viewer)))
        words = _("You have picked {cards} for {name}. Until everyone has picked, you can pick others.")
        yield words.format(cards=in_short(now.picked), name=to)


def _passed(now: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield lines on the cards that the player has given and got."""
    if now.gave is not None:
        words = _("You gave {cards} to {name}.")
        yield words.format(cards=in_short(now.gave.cards), name=shown(view.name(now.gave.to)))
    yield from _got(now, view)


def _got(now: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    if now.got is not None:
        words = _("{name} gave you {cards}.")
        yield words.format(cards=in_short(now.got.cards), name=shown(view.name(now.got.seat)))


def _newcomer(now: KnightsView, view: TableView[KnightsView]) -> str:
    """Return a person's story: of the luck card, or of a card that came from the neighbour or the deal."""
    if now.luck is not None:
        return _("Your luck card: {person}").format(person=portrait(now.luck))
    newest = now.got.cards if now.got is not None else now.cards
    return portrait(newest[view.hands % len(newest)])
