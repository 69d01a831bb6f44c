"""A server's own texts of a deck as a JSON file, edited by people and parsed strictly (KH-13).

    {"cards": {"K01": {"name": "Aldous the Kind", "line": "Holds the sceptre …"}, …}}

A card that is missing, or whose text is empty, keeps the game's own text.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from bot.text.translate import plain_text
from games.engine.core.characters import same_name
from games.engine.core.errors import N_, UserError, ngettext_noop

FILE_BYTES_MAX = 64 * 1024
SHOWN_LENGTH = 20
"""The number of characters of a user's text that a refusal quotes."""
Words: TypeAlias = tuple[str, str]
"""A card's name and its line; an empty text stands for the game's own."""


class FileTooLarge(UserError):
    template = N_("That file is too large for a deck: the limit is {most} kB.")
    most: int


class NoDeckFile(UserError):
    template = N_(
        "That isn’t a deck. Save this server’s deck as a file, change the texts in it, and load it again."
    )


class NoSuchCard(UserError):
    """The file names an unknown card, or one card twice."""

    template = N_("There is no card {card} in the deck, or the file has it twice. Nothing was changed.")
    card: str


class NotWords(UserError):
    template = N_("{card}: a card has a “name” and a “line”, both in quotes. Nothing was changed.")
    card: str


class WordsTooLong(UserError):
    template = ngettext_noop(
        "{card}: that text has {count} character, and there’s room for {most}. Nothing was changed.",
        "{card}: that text has {count} characters, and there’s room for {most}. Nothing was changed.",
        "count",
    )
    card: str
    count: int
    most: int


class WordsUnseen(UserError):
    template = N_("{card}: nothing in that text can be shown. Please use letters. Nothing was changed.")
    card: str


class SameName(UserError):
    template = N_("{card} would go by the same name as {other}. Please choose another. Nothing was changed.")
    card: str
    other: str


def read_deck(content: bytes, cards: Collection[str], name_max: int, line_max: int) -> dict[str, Words]:
    """Return a file's texts by card. Raises a `UserError` that says what is wrong."""
    if len(content) > FILE_BYTES_MAX:
        raise FileTooLarge(FILE_BYTES_MAX // 1024)
    try:
        document = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_unique_keys)
    except (ValueError, RecursionError) as error:
        raise NoDeckFile from error
    if (
        not isinstance(document, dict)
        or document.keys() != {"cards"}
        or not isinstance(document["cards"], dict)
    ):
        raise NoDeckFile
    deck = {}
    for card, texts in document["cards"].items():
        if card not in cards:
            raise NoSuchCard(_excerpt(card))
        if not isinstance(texts, dict) or not texts.keys() <= {"name", "line"}:
            raise NotWords(card)
        name, line = texts.get("name", ""), texts.get("line", "")
        deck[card] = (card_words(card, name, name_max), card_words(card, line, line_max))
    return deck


def write_deck(words: Mapping[str, Words]) -> bytes:
    """Return a deck's texts as the content of a file, with few lines per card."""
    cards = {card: {"name": name, "line": line} for card, (name, line) in words.items()}
    return json.dumps({"cards": cards}, indent=1, ensure_ascii=False).encode()


def card_words(card: str, text: object, most: int) -> str:
    """Return a card's name or line, sanitised, or "" if it is blank. Raises if it is too long or no text."""
    if not isinstance(text, str):
        raise NotWords(card)
    if not text.strip():
        return ""
    # For a huge text, one character more than allowed is enough to find it too long.
    plain = plain_text(text, max(most, len(text)) if len(text) <= FILE_BYTES_MAX else most + 1)
    if not plain:
        raise WordsUnseen(card)
    if len(plain) > most:
        raise WordsTooLong(card, len(plain), most)
    return plain


def require_apart(names: Mapping[str, str]) -> None:
    """Raise `SameName` if the names of two cards look alike."""
    by_name: dict[str, str] = {}
    for card, name in names.items():
        other = by_name.setdefault(same_name(name), card)
        if other != card:
            raise SameName(card, other)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises `NoSuchCard` if a key comes twice."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise NoSuchCard(_excerpt(key))
        result[key] = value
    return result


def _excerpt(text: str) -> str:
    return plain_text(text, SHOWN_LENGTH) or "?"
