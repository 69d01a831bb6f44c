"""Destiny's cards as text, emojis and tiles; the discard pile, the ranking, and cards in records."""

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
"""Unicode's variation selector for text: a black emoji would not be visible on a dark background."""
SHAPES = {"c": "♣" + AS_TEXT, "d": "♦" + AS_TEXT, "h": "♥" + AS_TEXT, "s": "♠" + AS_TEXT}
SUITS = {"c": N_("Clubs"), "d": N_("Diamonds"), "h": N_("Hearts"), "s": N_("Spades")}
TOP_SUIT = "s"
TEN = "10"
"""The displayed form of the rank `T`."""
ACE = "A"
HEIGHTS = {
    N_("King to Jack"): "KQJ",
    N_("10 to 7"): "T987",
    N_("6 to 2"): "65432",
}
"""The ranks below the ace in three groups, highest first."""


def cards(written: Sequence[str]) -> str:
    """Return cards as emojis, or as text: `A♠ 10♦`.

    The text is in Markdown's code format, since Discord would turn suits into emojis of its own.
    """
    return emojis_of(map(sprite, written)) or "`" + " ".join(map(_card, written)) + "`"


def card(written: str) -> str:
    """Return one card as an emoji or as text."""
    return cards([written])


def sprite(written: str) -> str:
    """Return the sprite of a card."""
    return f"destiny_joker{written[1]}" if written.startswith("*") else f"destiny_{written.lower()}"


def full_name(written: str) -> str:
    """Return a card's name for a sentence: the Ace of Clubs."""
    if written.startswith("*"):
        return rank_name(written)
    return _("the {rank} of {suit}").format(rank=rank_name(written), suit=suit_name(written))


def rank_name(written: str) -> str:
    """Return the name of a card's rank: 10, Ace; for a joker, its whole name."""
    if written.startswith("*"):
        # Translators: a card’s name.
        return _("Joker {number}").format(number=written[1])
    return court_card(written[0]) or _number(written)


def suit_name(written: str) -> str:
    """Return the name of a card's suit; not for jokers, which have none."""
    return _(SUITS[written[1]])


def piles(hand_view: DestinyView) -> str:
    """Return as text the number of cards in the deck and in the discard pile, and the pile's top card."""
    words = _("deck {deck} · pile {count}, top\N{NO-BREAK SPACE}{card}")
    return words.format(
        deck=hand_view.deck_count, count=len(hand_view.discard), card=card(hand_view.discard[-1])
    )


def discards(hand_view: DestinyView) -> str:
    """Return as text the discard pile from bottom to top, and the number of cards in the deck (DE-13)."""
    deck = ngettext("The deck has {count} card.", "The deck has {count} cards.", hand_view.deck_count)
    pile = _("Discard pile, oldest first: {cards}.") if hand_view.discard[1:] else _("Discard pile: {cards}.")
    return f"{pile.format(cards=cards(hand_view.discard))} {deck.format(count=hand_view.deck_count)}"


def best(hand: BestHand) -> str:
    """Return the best hand of a record, a single card, as text."""
    (written,) = hand.cards
    return f"{card(written)} {full_name(written)}"


def kinds(counts: Mapping[str, int]) -> tuple[Kind, ...]:
    """Return the cards turned over, in groups of ranks; the probabilities are of a deck without jokers."""
    groups = {court_card(ACE): ACE} | {_(name): group for name, group in HEIGHTS.items()}
    ranks = sum(map(len, groups.values()))
    chances = [
        (name, tuple(f"rank_{each}" for each in group), len(group) / ranks) for name, group in groups.items()
    ]
    joker = (_("Joker"), ("rank_*",), None)
    return tuple(each for each in kinds_of([joker, *chances], counts) if each.count or each.usual is not None)


def ranks(jokers: Jokers) -> tuple[Rank, ...]:
    """Return the ranking: the aces of all suits, then each group with one card of each rank (DE-1)."""
    deck = tuple(reversed(all_cards(jokers)))
    shown = [card for card in deck if card[0] == ACE or card[1] == TOP_SUIT]
    groups = {court_card(ACE): ACE} | {_(name): group for name, group in HEIGHTS.items()}
    lines = [
        Rank(name, example=tuple(tile(card) for card in shown if card[0] in group))
        for name, group in groups.items()
    ]
    joker = Rank(_("Joker"), example=tuple(tile(card) for card in deck if card.startswith("*")))
    if jokers == "none":
        return tuple(lines)
    return (joker, *lines) if jokers == "above" else (*lines, joker)


def looked_and_drawn(counts: Mapping[str, int]) -> str:
    """Return as text the number of looks, and of cards drawn unseen from the deck."""
    texts = []
    if looks := counts.get("looks"):
        texts.append(ngettext("Looked once", "Looked {count} times", looks).format(count=looks))
    if blind := counts.get("blind"):
        words = ngettext("{count} card drawn blind", "{count} cards drawn blind", blind)
        texts.append(words.format(count=blind))
    return " · ".join(texts)


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
    """Return the tile of a card that lies face up."""
    return Tile(sprite(card), look, said=said, card=card, name=written_out(card))


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """Return the best hand of a record as a lane; its name says everything, so the text is empty."""
    (written,) = hand.cards
    return Lane((tile(written),), name=written_out(written)), ""


def written_out(written: str) -> str:
    """Return a card's name outside a sentence: Ace of Clubs."""
    if written.startswith("*"):
        return _("Joker {number}").format(number=written[1])
    rank = court_card(written[0]) or _(NUMBERS[written[0]])
    return _("{rank} of {suit}").format(rank=rank, suit=_(SUITS[written[1]]))
