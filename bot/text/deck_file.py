"""A deck with a server's own texts as a file: JSON, edited by people and parsed strictly (KH-13).

    {"cards": {"K01": {"name": "Aldous the Kind", "line": "Holds the sceptre …"}, …}}

A card that is left out, or whose text is empty, keeps the game's own words.
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
"""The number of letters of a user's text that a refusal repeats."""
Words: TypeAlias = tuple[str, str]
"""A card's name and its line; empty: the game's own."""


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
        "{card}: that text has {count} letter, and there’s room for {most}. Nothing was changed.",
        "{card}: that text has {count} letters, and there’s room for {most}. Nothing was changed.",
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
    """Return the texts of each card that a file names. Raises a `UserError` with the card and the reason."""
    if len(content) > FILE_BYTES_MAX:
        raise FileTooLarge(FILE_BYTES_MAX // 1024)
    try:
        read = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as broken:
        raise NoDeckFile from broken
    if not isinstance(read, dict) or read.keys() != {"cards"} or not isinstance(read["cards"], dict):
        raise NoDeckFile
    found = {}
    for card, said in read["cards"].items():
        if card not in cards:
            raise NoSuchCard(_shortly(card))
        if not isinstance(said, dict) or not said.keys() <= {"name", "line"}:
            raise NotWords(card)
        name, line = said.get("name", ""), said.get("line", "")
        found[card] = (card_words(card, name, name_max), card_words(card, line, line_max))
    return found


def write_deck(words: Mapping[str, Words]) -> bytes:
    """Return a deck as such a file, a card in a few lines."""
    cards = {card: {"name": name, "line": line} for card, (name, line) in words.items()}
    return json.dumps({"cards": cards}, indent=1, ensure_ascii=False).encode()


def card_words(card: str, said: object, most: int) -> str:
    """Return a card's name or line, made harmless: empty if there is none, and never truncated."""
    if not isinstance(said, str):
        raise NotWords(card)
    if not said.strip():
        return ""
    # One letter more than fits is enough to see that the text is too long.
    plain = plain_text(said, max(most, len(said)) if len(said) <= FILE_BYTES_MAX else most + 1)
    if not plain:
        raise WordsUnseen(card)
    if len(plain) > most:
        raise WordsTooLong(card, len(plain), most)
    return plain


def require_apart(names: Mapping[str, str]) -> None:
    """Raise if two cards have the same name to a reader."""
    known: dict[str, str] = {}
    for card, name in names.items():
        other = known.setdefault(same_name(name), card)
        if other != card:
            raise SameName(card, other)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises if a key comes twice."""
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise NoSuchCard(_shortly(key))
        seen[key] = value
    return seen


def _shortly(text: str) -> str:
    return plain_text(text, SHOWN_LENGTH) or "?"
