"""The cards of Knights' Heads in words: who is on them, the deck, the table of hands, the scoreboard."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby

from bot.custom_ids import table_id
from bot.screens.core.emojis import emojis_of
from bot.screens.core.money import points_of
from bot.screens.core.people import ranking
from bot.screens.core.screen import Choice, Screen, Select, Text
from bot.text.translate import _, ngettext
from games.engine.core.errors import NotOffered
from games.knights_heads.cards import DECK, FACE_NAMES, FACES, NOTABLE, PLACES, WOMEN, Card
from games.knights_heads.examples import ASKS, EXAMPLES, HANDS_TOTAL, odds
from games.knights_heads.hands import HANDS, RABBLE, KnightsHand
from games.knights_heads.people import PEOPLE

HANDS_A_PAGE = 9
OFTEN = 100
"""Odds of more than one in this many are shown with a decimal."""


def number(card: Card) -> str:
    """A card's number, with a star if notable."""
    return f"{int(card[1:])}{'★' if card in NOTABLE else ''}"


def named(card: Card) -> str:
    """A card with who is on it: `Knight 1★ Sir Galen`."""
    return f"{_(FACE_NAMES[card[0]])} {number(card)} {_(PEOPLE[card].name)}"


def pictured(card: Card) -> str:
    """The same with a face to it."""
    return f"{_emoji(card)} {named(card)}".lstrip()


def in_short(cards: Iterable[Card]) -> str:
    """Cards by face, from Kings down: `King 1★ 4 · Knight 7`."""
    ordered = sorted(cards, key=PLACES.__getitem__)
    return " · ".join(
        f"{_(FACE_NAMES[face])} " + " ".join(map(_sign, of_face))
        for face, of_face in groupby(ordered, key=lambda card: card[0])
    )


def by_name(cards: Iterable[Card]) -> str:
    """Cards by face, with who is on them: `King 1★ Aldous the Kind, 4 Old Bertram · Knight 7 Sir Lambert`."""
    ordered = sorted(cards, key=PLACES.__getitem__)
    return " · ".join(
        f"{_(FACE_NAMES[face])} " + ", ".join(f"{_sign(card)} {_(PEOPLE[card].name)}" for card in of_face)
        for face, of_face in groupby(ordered, key=lambda card: card[0])
    )


def introduced(cards: Collection[Card]) -> str:
    """The cards, a line each, with the stories of the people on them."""
    return "\n".join(f"- **{pictured(card)}** — {_(PEOPLE[card].line)}" for card in cards)


def deck_screen(index: int) -> Screen:
    """All cards of a face, with a select of faces; `NotOffered` if there is no such face."""
    if not 0 <= index < len(FACES):
        raise NotOffered
    face = FACES[index]
    cards = [card for card in DECK if card[0] == face]
    women = sum(card in WOMEN for card in cards)
    men = len(cards) - women
    told = _("{count} cards; {women}, {men}. ★ is notable.").format(
        count=len(cards),
        women=ngettext("{count} woman", "{count} women", women).format(count=women),
        men=ngettext("{count} man", "{count} men", men).format(count=men),
    )
    choices = tuple(
        Choice(_(FACE_NAMES[each]), str(at), is_chosen=at == index) for at, each in enumerate(FACES)
    )
    title = f"### {_(FACE_NAMES[face])}\n-# {told}"
    return Screen((Text(title), Text(introduced(cards)), Select(table_id(0, "faces"), _("Face"), choices)))


def hands_screen(index: int) -> Screen:
    """A page of hands, highest first, with a select of pages; `NotOffered` if there is no such page."""
    pages = [HANDS[start : start + HANDS_A_PAGE] for start in range(0, len(HANDS), HANDS_A_PAGE)]
    if not 0 <= index < len(pages):
        raise NotOffered
    choices = tuple(
        Choice(f"{_(page[0].name)} – {_(page[-1].name)}", str(at), is_chosen=at == index)
        for at, page in enumerate(pages)
    )
    legend = _(
        "Highest first. Four of a face are four or more, unless a hand names all ten cards. "
        "★ is notable; 1★ and 2★ of a face are twins."
    )
    title = "### " + _("What beats what") + f"\n-# {legend}"
    lines = "\n".join(map(_line, pages[index]))
    return Screen((Text(title), Text(lines), Select(table_id(0, "ranking"), _("Hands"), choices)))


def scoreboard_screen(best: Iterable[tuple[int, int]]) -> Screen:
    """The highest court scores over all tables of a server (KH-12)."""
    rows = [(player, points_of(points)) for player, points in best]
    nobody = _("Nobody has laid down a court of Knights yet: four Knights at a showdown.")
    return ranking(_("Court scores"), rows, nobody)


def _emoji(card: Card) -> str:
    return emojis_of([f"knights_{card.lower()}"])


def _sign(card: Card) -> str:
    return _emoji(card) or number(card)


def _line(hand: KnightsHand) -> str:
    """A hand, how rare it is, what it takes, and an example."""
    words = _("**{name}**, one hand in {rarity}\n{asks}\n-# {example}")
    name = _(hand.name)
    return words.format(
        name=name if hand is RABBLE else f"{hand.number}. {name}",
        rarity=_rarity(hand),
        asks=_(ASKS[hand.number]),
        example=in_short(EXAMPLES[hand.number].split()),
    )


def _rarity(hand: KnightsHand) -> str:
    one_in = HANDS_TOTAL / odds(hand.number)
    return f"{one_in:.1f}" if one_in < OFTEN else f"{one_in:,.0f}"
