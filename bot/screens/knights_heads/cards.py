"""The cards of Knights' Heads as text, emojis and tiles: the people on them, and the hands they make.

A face is a card's rank: King, Dancer and so on. A server may have a deck of its own, in which managers name
the 104 people (KH-13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby

from bot.custom_ids import table_id
from bot.screens.core import screen
from bot.screens.core.naming import own_line, own_name
from bot.screens.core.picture import Lane, Picture, described
from bot.screens.core.presenter import Kind, kinds_of
from bot.screens.core.screen import Button, Form, Screen, Text, TextField, emojis_of, one_of, rows
from bot.screens.core.table_blocks import Rank, Ranks
from bot.screens.core.tiles import Tile, TileLook
from bot.text import translate
from bot.text.translate import _, ngettext, shown
from games.engine.core.errors import N_, NotOffered, must_find
from games.engine.core.hand_stats import BestHand
from games.knights_heads import hands
from games.knights_heads.cards import DECK, FACE_NAMES, FACES, INDEXES, NOTABLE, PEOPLE, WOMEN, Card
from games.knights_heads.hands import (
    HANDS,
    HANDS_TOTAL,
    RABBLE,
    REQUIREMENTS,
    KnightsHand,
    MadeHand,
    made,
    odds,
)
from storage.people.server_settings import CARD_LINE_LENGTH, CARD_NAME_LENGTH, OwnCard

COUNTED: Mapping[str, Callable[[int], str]] = {
    "K": lambda count: ngettext("{count} King", "{count} Kings", count),
    "Q": lambda count: ngettext("{count} Queen", "{count} Queens", count),
    "N": lambda count: ngettext("{count} Knight", "{count} Knights", count),
    "A": lambda count: ngettext("{count} Armorer", "{count} Armorers", count),
    "M": lambda count: ngettext("{count} Merchant", "{count} Merchants", count),
    "S": lambda count: ngettext("{count} Messenger", "{count} Messengers", count),
    "D": lambda count: ngettext("{count} Dancer", "{count} Dancers", count),
    "J": lambda count: ngettext("{count} Juggler", "{count} Jugglers", count),
    "B": lambda count: ngettext("{count} Blacksmith", "{count} Blacksmiths", count),
}
ROW = 6
"""The maximum number of cards side by side in the size of headings."""
HANDS_A_PAGE = 7
LEGEND = N_(
    "Highest first. Four of a face are four or more, unless a hand names all ten cards. "
    "★ is notable; 1★ and 2★ of a face are twins."
)
OFTEN = 100
"""Rarities below one in this many are shown with a decimal."""


def number(card: Card) -> str:
    """Return a card's number, with a star if notable."""
    return f"{int(card[1:])}{'★' if card in NOTABLE else ''}"


def name_of(card: Card) -> str:
    """Return the name of a card's person: the server's own (KH-13) or the official one; not escaped."""
    return own_name(card) or _(PEOPLE[card].name)


def line_of(card: Card) -> str:
    """Return the line about a card's person: the server's own (KH-13) or the official one; not escaped."""
    return own_line(card) or _(PEOPLE[card].line)


def signed(card: Card) -> str:
    """Return a card's face and number: `Knight 1★`."""
    return f"{_(FACE_NAMES[card[0]])} {number(card)}"


def card_and_person(card: Card) -> str:
    """Return a card with its person's name, not escaped: `Knight 1★ Sir Galen`."""
    return f"{signed(card)} {name_of(card)}"


def card_told(written: Card) -> str:
    """Return a card with its person's name, escaped for Markdown."""
    return f"{signed(written)} {_escaped_name(written)}"


def pictured(card: Card) -> str:
    """Return a card with its emoji and its person's name, escaped for Markdown."""
    return f"{emoji(card)} {card_told(card)}".lstrip()


def _escaped_name(card: Card) -> str:
    return shown(own_name(card)) or _(PEOPLE[card].name)


def _escaped_line(card: Card) -> str:
    return shown(own_line(card)) or _(PEOPLE[card].line)


def in_short(written: Iterable[Card]) -> str:
    """Return cards grouped by face, from Kings down: `King 1★ 4 · Knight 7`."""
    ordered = sorted(written, key=INDEXES.__getitem__)
    return " · ".join(
        f"{_(FACE_NAMES[face])} " + " ".join(map(_sign, of_face))
        for face, of_face in groupby(ordered, key=lambda card: card[0])
    )


def by_name(written: Iterable[Card]) -> str:
    """Return cards grouped by face, with names: `King 1★ Aldous the Kind · Knight 7 Sir Lambert`."""
    ordered = sorted(written, key=INDEXES.__getitem__)
    return " · ".join(
        f"{_(FACE_NAMES[face])} " + ", ".join(f"{_sign(card)} {_escaped_name(card)}" for card in of_face)
        for face, of_face in groupby(ordered, key=lambda card: card[0])
    )


def counted(letters: Iterable[str]) -> str:
    """Return how many cards of each face there are: `3 Armorers, 1 Merchant`; `letters` has one a card."""
    return ", ".join(
        COUNTED[face](count).format(count=count)
        for face, count in sorted(Counter(letters).items(), key=lambda each: FACES.index(each[0]))
    )


def faces(letters: str) -> str:
    """Return the names of faces; if a face is repeated, the number of each. `letters` has one a card."""
    if len(set(letters)) < len(letters):
        return counted(letters)
    return ", ".join(_(FACE_NAMES[each]) for each in letters)


def worth(card: Card, hand: Collection[Card], best_hand: MadeHand) -> tuple[bool, int]:
    """Return a card's worth to a hand: whether it is part of it, and how many cards have its face."""
    return best_hand.hand is not RABBLE and card in best_hand.cards, sum(each[0] == card[0] for each in hand)


def part_of(card: Card, hand: Collection[Card], best_hand: MadeHand) -> str:
    """Return a card's worth to a hand as text: the hand it is part of, or that it is spare."""
    letter, (is_making, count) = card[0], worth(card, hand, best_hand)
    # Translators: of a card that one may give away: “one of 3 Knights”.
    held = _("one of {cards}").format(cards=counted([letter] * count))
    if count == 1:
        held = _("your only {face}").format(face=_(FACE_NAMES[letter]))
    if is_making:
        return _("{held} ({hand})").format(held=held, hand=_(best_hand.hand.name))
    return _("spare: {held}").format(held=held) if count == 1 else held


def portrait(card: Card) -> str:
    """Return a card's person with their story: `Old Bertram (King 4): Crowned so long ago …`."""
    words = _("**{name}** ({card}): {story}")
    text = words.format(name=_escaped_name(card), card=signed(card), story=_escaped_line(card))
    return f"{emoji(card)} {text}".lstrip()


def introduced(cards: Collection[Card]) -> str:
    """Return a line for each card, with the story of the person on it."""
    return "\n".join(screen.item(f"- **{pictured(card)}**", _escaped_line(card)) for card in cards)


def faces_cards(index: int) -> list[Card]:
    """Return all cards of a face, by the face's index. Raises `NotOffered` if there is none."""
    if not 0 <= index < len(FACES):
        raise NotOffered
    return [card for card in DECK if card[0] == FACES[index]]


def deck_screen(index: int) -> Screen:
    """Return the screen of a face: its cards, and a select of faces. Raises `NotOffered` if there is none."""
    cards, face = faces_cards(index), FACES[index]
    women = sum(card in WOMEN for card in cards)
    men = len(cards) - women
    words = ngettext(
        "{count} card; {women}, {men}. ★ is notable.",
        "{count} cards; {women}, {men}. ★ is notable.",
        len(cards),
    )
    counts = words.format(
        count=len(cards),
        women=ngettext("{count} woman", "{count} women", women).format(count=women),
        men=ngettext("{count} man", "{count} men", men).format(count=men),
    )
    title = f"### {_(FACE_NAMES[face])}\n-# {counts}"
    # Translators: what a card of Knights’ Heads is: King, Dancer, Blacksmith.
    names = dict(enumerate(_(FACE_NAMES[each]) for each in FACES))
    choose = one_of(table_id(0, "faces"), _("Face"), names, index)
    return Screen((Text(title), Text(introduced(cards)), choose))


def page_of(hand: KnightsHand) -> int:
    """Return the index of the page on which the ranking has a hand."""
    return (hand.number - 1) // HANDS_A_PAGE


def hands_screen(index: int, own: KnightsHand | None = None) -> Screen:
    """Return a page of the ranking, with a select of pages. Raises `NotOffered` for an unknown page.

    `own` is the reader's hand, which is marked.
    """
    pages = [HANDS[start : start + HANDS_A_PAGE] for start in range(0, len(HANDS), HANDS_A_PAGE)]
    if not 0 <= index < len(pages):
        raise NotOffered
    labels = {number: f"{_(page[0].name)} – {_(page[-1].name)}" for number, page in enumerate(pages)}
    title = "### " + _("What beats what") + f"\n-# {_(LEGEND)}"
    lines = "\n".join(_hand_line(each, is_own=each is own) for each in pages[index])
    return Screen((Text(title), Text(lines), one_of(table_id(0, "ranking"), _("Hands"), labels, index)))


def ranks(own: KnightsHand | None) -> Ranks:
    """Return all hands, highest first; `own` is the viewer's hand, which is marked."""
    lines = (Rank(_numbered(each), _(REQUIREMENTS[each.number]), is_own=each is own) for each in HANDS)
    return Ranks(tuple(lines), (_(LEGEND),))


def _numbered(hand: KnightsHand) -> str:
    name = _(hand.name)
    return name if hand is RABBLE else f"{hand.number}. {name}"


def best(hand: BestHand) -> str:
    """Return the best hand of a record as text: its name and its cards."""
    name = _(HANDS[int(hand.kind) - 1].name)
    return f"**{name}** {_faces_of(hand.cards) or in_short(hand.cards)}"


def kinds(counts: Mapping[str, int]) -> tuple[Kind, ...]:
    """Return the kinds of shown hands, highest first."""
    chances = [(_(each.name), (f"hand_{each.number}",), odds(each.number) / HANDS_TOTAL) for each in HANDS]
    return kinds_of(chances, counts)


def laid_so_often(counts: Mapping[str, int]) -> str:
    """Return as text how often each hand was shown, highest first, and the number of courts of Knights."""
    counts_by_hand = [
        _("{name} × {count}").format(name=_(hand.name), count=count)
        for hand in HANDS
        if (count := counts.get(f"hand_{hand.number}"))
    ]
    texts = [_("Laid down: {hands}").format(hands=", ".join(counts_by_hand))] if counts_by_hand else []
    if courts := counts.get("courts"):
        words = ngettext("{count} court of Knights", "{count} courts of Knights", courts)
        texts.append(words.format(count=courts))
    return " · ".join(texts)


def emoji(card: Card) -> str:
    """Return a card's emoji; empty if there is none."""
    return emojis_of([sprite(card)])


def sprite(card: Card) -> str:
    """Return the sprite of a card."""
    return f"knights_{card.lower()}"


def _faces_of(cards: Iterable[Card]) -> str:
    return emojis_of(map(sprite, cards))


def _rows(cards: list[Card]) -> list[list[Card]]:
    """Return rows of equal length, and no longer than a phone is wide."""
    count = -(-len(cards) // ROW)
    return [cards[len(cards) * row // count : len(cards) * (row + 1) // count] for row in range(count)]


def _sign(card: Card) -> str:
    return emoji(card) or number(card)


def _hand_line(hand: KnightsHand, *, is_own: bool) -> str:
    """Return a hand of the ranking: its name, its rarity, its definition, and an example."""
    words = (
        _("**{name}**, **what you hold**, one hand in {rarity}\n{asks}\n{example}")
        if is_own
        else _("**{name}**, one hand in {rarity}\n{asks}\n{example}")
    )
    example = hands.EXAMPLES[hand.number].split()
    one_in = HANDS_TOTAL / odds(hand.number)
    return words.format(
        name=_numbered(hand),
        rarity=translate.number(one_in, 1 if one_in < OFTEN else 0),
        asks=_(REQUIREMENTS[hand.number]),
        example=_faces_of(sorted(example, key=INDEXES.__getitem__)) or f"-# {in_short(example)}",
    )


def people(cards: Collection[str], making: Collection[str] = ()) -> tuple[Tile, ...]:
    """Return the tiles of a hand with the people's names; the cards that make it come first."""
    return tuple(
        Tile(
            sprite(card),
            _look(card, making),
            _(FACE_NAMES[card[0]]),
            name_of(card),
            alias=_(PEOPLE[card].name),
            card=card,
            name=signed(card),
        )
        for card in _making_first(making, cards)
    )


def in_front(making: Collection[str], cards: Collection[str]) -> tuple[Tile, ...]:
    """Return the tiles of a hand; the cards that make it come first."""
    return tuple(
        Tile(sprite(each), _look(each, making), _(FACE_NAMES[each[0]]), card=each, name=signed(each))
        for each in _making_first(making, cards)
    )


def painted(cards: Collection[str], *, triplet_counts: bool) -> Picture:
    """Return the people of a hand as a picture, in which the cards that make it are ringed."""
    best_hand = made(cards, triplet_counts=triplet_counts)
    tiles = people(cards, () if best_hand.hand is RABBLE else best_hand.cards)
    return Picture(described([_written(cards)]), lanes=(Lane(tiles),))


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """Return the best hand of a record as a lane, in which the cards that make it are ringed."""
    candidates = (made(hand.cards, triplet_counts=counts) for counts in (False, True))
    best_hand = must_find(each for each in candidates if each.hand.number == int(hand.kind))
    making = () if best_hand.hand is RABBLE else best_hand.cards
    return Lane(in_front(making, hand.cards), name=_(best_hand.hand.name)), _written(hand.cards)


def _making_first(making: Iterable[str], cards: Iterable[str]) -> list[str]:
    """Return the cards, with those that make the hand first."""
    makers = list(making)
    return [*makers, *(each for each in cards if each not in makers)]


def _look(card: str, making: Collection[str]) -> TileLook:
    """Return a card's look: lit if it makes the hand, else dim; all plain if no cards make one."""
    return "plain" if not making else "lit" if card in making else "dim"


def _written(cards: Iterable[str]) -> str:
    return ", ".join(f"{_(FACE_NAMES[card[0]])} {number(card)}" for card in cards)


PICTURED = 6
"""The number of cards of a face in the picture."""


def _picture_of(cards: Sequence[Card]) -> Picture:
    """Return a picture of cards, described with their names and lines."""
    tiles = tuple(
        Tile(
            f"knights_{card.lower()}",
            caption=_(FACE_NAMES[card[0]]),
            said=name_of(card),
            alias=_(PEOPLE[card].name),
        )
        for card in cards
    )
    descriptions = (f"{signed(card)}: {name_of(card)}. {line_of(card)}" for card in cards)
    return Picture(described(descriptions), lanes=(Lane(tiles),))


def named_deck_screen(index: int, own: int, *, is_manager: bool, is_pictured: bool = False) -> Screen:
    """Return the screen of a face in a server's deck; managers can name its cards.

    `own` is the number of cards in the whole deck that have the server's own texts.
    """
    title, *others = deck_screen(index).parts
    parts: list[screen.Part] = [title]
    if own:
        words = ngettext(
            "-# {count} card has this server’s own text, at tables for coins whose house rules say so. "
            "Tournaments are played with the official deck.",
            "-# {count} cards have this server’s own texts, at tables for coins whose house rules say so. "
            "Tournaments are played with the official deck.",
            own,
        )
        parts.append(Text(words.format(count=own)))
    if is_pictured and own:
        parts.append(_picture_of(faces_cards(index)[:PICTURED]))
    parts += others
    if is_manager:
        lines = tuple(
            screen.SelectOption(card_and_person(card), str(number), emoji=emoji(card) or None)
            for number, card in enumerate(faces_cards(index))
        )
        parts.append(screen.Select(table_id(0, "card", str(index)), _("Name a card"), lines))
        buttons = [Button(_("Save as file"), table_id(0, "deck_save"))]
        if own:
            buttons.append(Button(_("Official deck"), table_id(0, "deck_clear"), "danger"))
        parts += rows(buttons)
        notes = [_("`/manage deck` loads a whole deck from a file.")]
        if own:
            # Tables begin with the official deck, and only this text says so. The command comes first, as a
            # phone would break the line within it otherwise.
            how_to_use = _(
                "`/manage settings`, “House rules”, “Deck”: these texts are only used where that is set to "
                "the server’s own. Before a game, the host can choose it in the table’s menu, too."
            )
            notes = [how_to_use, *notes]
        parts.append(Text("\n".join(f"-# {each}" for each in notes)))
    return Screen(tuple(parts))


def card_form(card: Card, own_texts: OwnCard) -> Form:
    """Return the form for a card's own name and line; an empty field keeps the official text."""
    person = PEOPLE[card]
    name = TextField(
        "name", _("Name"), own_texts.name, hint=_(person.name), length=CARD_NAME_LENGTH, is_needed=False
    )
    line = TextField(
        "line",
        _("A line about them"),
        own_texts.line,
        hint=_(person.line),
        description=_("Anything left empty stays official"),
        length=CARD_LINE_LENGTH,
        is_needed=False,
    )
    return Form(signed(card), table_id(0, "card_typed", card.lower()), (name, line))
