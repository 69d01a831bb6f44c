"""Destiny's cards as text, emojis and pictures: the discard pile, a look, the cards turned over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.screens.core.naming import court_card
from bot.screens.core.picture import Lane
from bot.screens.core.presenter import Kind, kinds_of
from bot.screens.core.screen import emojis_of
from bot.screens.core.table_blocks import Rank
from bot.screens.core.tiles import Tile, TileLook
from bot.text.translate import _, ngettext
from games.destiny.model import Jokers, all_cards
from games.destiny.view import DestinyView
from games.engine.core.errors import N_
from games.engine.core.hand_stats import BestHand

AS_TEXT = "\ufe0e"
"""Selects the text form of a symbol, not the emoji: a black one is lost on a dark page."""
SHAPES = {"c": "♣" + AS_TEXT, "d": "♦" + AS_TEXT, "h": "♥" + AS_TEXT, "s": "♠" + AS_TEXT}
SUITS = {"c": N_("Clubs"), "d": N_("Diamonds"), "h": N_("Hearts"), "s": N_("Spades")}
TOP_SUIT = "s"
TEN = "10"
"""The display of the rank `T`."""
ACE = "A"
HEIGHTS = {
    N_("King to Jack"): "KQJ",
    N_("10 to 7"): "T987",
    N_("6 to 2"): "65432",
}
"""The ranks from the top down, below the ace."""


def cards(written: Sequence[str]) -> str:
    """Return cards as they are written everywhere: `A♠ 10♦`, a joker by its number.

    They are code, since elsewhere Discord turns suits into emojis.
    """
    return emojis_of(map(sprite, written)) or "`" + " ".join(map(_card, written)) + "`"


def card(written: str) -> str:
    """Return one card."""
    return cards([written])


def sprite(written: str) -> str:
    """Return the sprite of a card."""
    return f"destiny_joker{written[1]}" if written.startswith("*") else f"destiny_{written.lower()}"


def full_name(written: str) -> str:
    """Return a card's name in a sentence: the Ace of Clubs."""
    if written.startswith("*"):
        return rank_name(written)
    return _("the {rank} of {suit}").format(rank=rank_name(written), suit=suit_name(written))


def rank_name(written: str) -> str:
    """Return a card's rank: 10, Ace; a joker has no other name."""
    if written.startswith("*"):
        # Translators: a card’s name.
        return _("Joker {number}").format(number=written[1])
    return court_card(written[0]) or _number(written)


def suit_name(written: str) -> str:
    """Return a card's suit; jokers have none."""
    return _(SUITS[written[1]])


def piles(now: DestinyView) -> str:
    """Return the numbers of cards in the deck and the discard pile, and the pile's top."""
    words = _("deck {deck} · pile {count}, top\N{NO-BREAK SPACE}{card}")
    return words.format(deck=now.deck_count, count=len(now.discard), card=card(now.discard[-1]))


def discards(now: DestinyView) -> str:
    """Return the discard pile from its bottom to its top, and the number of cards in the deck (DE-13)."""
    deck = ngettext("The deck has {count} card.", "The deck has {count} cards.", now.deck_count)
    pile = _("Discard pile, oldest first: {cards}.") if now.discard[1:] else _("Discard pile: {cards}.")
    return f"{pile.format(cards=cards(now.discard))} {deck.format(count=now.deck_count)}"


def best(hand: BestHand) -> str:
    """Return a card in a record, as it was turned over."""
    (written,) = hand.cards
    return f"{card(written)} {full_name(written)}"


def kinds(counts: Mapping[str, int]) -> tuple[Kind, ...]:
    """Return the cards turned over, in four heights; probabilities are those of a deck without jokers."""
    ranked = {court_card(ACE): ACE} | {_(name): height for name, height in HEIGHTS.items()}
    ranks = sum(map(len, ranked.values()))
    chances = [
        (name, tuple(f"rank_{each}" for each in height), len(height) / ranks)
        for name, height in ranked.items()
    ]
    joker = (_("Joker"), ("rank_*",), None)
    return tuple(each for each in kinds_of([joker, *chances], counts) if each.count or each.usual is not None)


def ranks(jokers: Jokers) -> tuple[Rank, ...]:
    """Return the cards by height: the ace in all suits, then of each height one card of each rank (DE-1)."""
    whole = tuple(reversed(all_cards(jokers)))
    shown = [card for card in whole if card[0] == ACE or card[1] == TOP_SUIT]
    heights = {court_card(ACE): ACE} | {_(name): height for name, height in HEIGHTS.items()}
    lines = [
        Rank(name, example=tuple(tile(card) for card in shown if card[0] in height))
        for name, height in heights.items()
    ]
    joker = Rank(_("Joker"), example=tuple(tile(card) for card in whole if card.startswith("*")))
    if jokers == "none":
        return tuple(lines)
    return (joker, *lines) if jokers == "above" else (*lines, joker)


def looked_and_drawn(counts: Mapping[str, int]) -> str:
    """Return the numbers of looks, and of cards drawn blind from the deck."""
    said = []
    if looks := counts.get("looks"):
        said.append(ngettext("Looked once", "Looked {count} times", looks).format(count=looks))
    if blind := counts.get("blind"):
        words = ngettext("{count} card drawn blind", "{count} cards drawn blind", blind)
        said.append(words.format(count=blind))
    return " · ".join(said)


def _card(written: str) -> str:
    if written.startswith("*"):
        # Translators: a card’s name in a sentence.
        return _("joker {number}").format(number=written[1])
    return _number(written) + SHAPES[written[1]]


def _number(written: str) -> str:
    return TEN if written[0] == "T" else written[0]


NUMBERS = {
    "2": N_("Two"),
    "3": N_("Three"),
    "4": N_("Four"),
    "5": N_("Five"),
    "6": N_("Six"),
    "7": N_("Seven"),
    "8": N_("Eight"),
    "9": N_("Nine"),
    "T": N_("Ten"),
}


def tile(card: str, look: TileLook = "plain", *, said: str = "") -> Tile:
    """Return a card that lies face up."""
    return Tile(sprite(card), look, said=said, card=card, name=written_out(card))


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """Return a card in a record; its name says all of it."""
    (written,) = hand.cards
    return Lane((tile(written),), name=written_out(written)), ""


def written_out(written: str) -> str:
    """Return a card's name by itself: Ace of Clubs."""
    if written.startswith("*"):
        return _("Joker {number}").format(number=written[1])
    rank = court_card(written[0]) or _(NUMBERS[written[0]])
    return _("{rank} of {suit}").format(rank=rank, suit=_(SUITS[written[1]]))
