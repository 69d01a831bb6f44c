"""Blocks as text: cards, dice, a field and hands laid down, in emojis, and in words where there are none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeAlias

from bot.custom_ids import table_id
from bot.screens.core.blocks import HandLaid, Own, Rarity
from bot.screens.core.screen import Button, Row, emojis_of, marked, rows
from bot.screens.core.tiles import Field, FieldPlace, Portion, Tile
from bot.text.translate import _, change, number

Write: TypeAlias = Callable[[Sequence[str]], str]
"""Several cards as a game writes them in a line."""


class Writes(Protocol):
    """How a game writes cards in a line."""

    def in_a_line(self, written: Sequence[str]) -> str:
        """Each with all that is to be said of it."""

    def in_short(self, written: Sequence[str]) -> str:
        """In as few words as can be."""


SHORT = 3
"""Tiles of a hand that have room beside a name."""
ROW = 6
"""Cards that stand side by side at most in the size of headings."""
LARGE_MAX = 3
"""How many hands laid down are shown in the size of headings."""
COLUMN_SIGN = "\ufe0f\u20e3"
"""Makes an emoji of a digit, since only those are as wide as a card's."""


def plain(markdown: str) -> str:
    """Words of ours without their formatting, for where that is not shown."""
    return re.sub(r"\*\*|^-# |<a?:\w+:\d+> ?|\\(?=[^\w\s])", "", markdown)


def in_a_line(tiles: Sequence[Tile], write: Write) -> str:
    """Those that lie face up, side by side."""
    there = [each for each in tiles if each.card]
    if not there:
        return ""
    return emojis_of(each.sprite for each in there) or write([each.card for each in there])


def large(tiles: Sequence[Tile], write: Write) -> list[str]:
    """A hand as large as a message can show it, what makes it in front; in words that is in bold."""
    parts: list[Sequence[Tile]] = [part for part in _parted(tiles) if part]
    if emojis_of(each.sprite for each in tiles):
        if len(tiles) <= ROW:
            parts = [tiles]
        return [f"# {in_a_line(row, write)}" for part in parts for row in _evenly(part)]
    if len(tiles) <= ROW:
        return [write([each.card for each in tiles])]
    making, *others = (write([each.card for each in part]) for part in parts)
    return [f"**{making}**", *others] if others else [making]


def moment_told(moment: Rarity | None) -> list[str]:
    """What is rare, as a title of its own with a sentence; nothing of what is not."""
    if moment is None:
        return []
    return [f"### {marked(moment.sprite, '')} {moment.title}".replace("  ", " "), moment.said]


def own_told(own: Own, write: Write) -> list[str]:
    """What a viewer holds, as large as can be; a few tiles with what they are."""
    if not own.tiles:
        return []
    told = moment_told(own.moment)
    if len(own.tiles) > SHORT:
        return [*told, *large(own.tiles, write)]
    return [*told, f"## {in_a_line(own.tiles, write)} {own.title}"]


def laid_out(laid: HandLaid, mark: str, name: str, face: Writes, *, is_large: bool) -> Iterator[str]:
    """A hand laid down: whose it is, what it makes and takes, and below that its cards if they are many."""
    if laid.why_below:
        yield f"-# {laid.why_below}"
    sign = marked("crown", "") if laid.is_best else marked("pays", "") if laid.is_paying else ""
    is_short = len(laid.tiles) <= SHORT
    beside = f" {in_a_line(laid.tiles, face.in_a_line)} {laid.makes}" if is_short else f" · {laid.makes}"
    said = [f"{sign or mark} **{name}**{beside}".lstrip(), *map(portion, laid.takes)]
    if laid.gain:
        said.append(f"**{change(laid.gain)}**")
    yield " · ".join(said)
    if not is_short:
        yield from _cards_laid(laid, face, is_large=is_large)


def _cards_laid(laid: HandLaid, face: Writes, *, is_large: bool) -> Iterator[str]:
    """What makes a hand, and apart from that the others; in words of many hands that of the best alone."""
    making, others = _parted(laid.tiles)
    if emojis_of(each.sprite for each in laid.tiles):
        cards = " | ".join(filter(None, (in_a_line(each, face.in_a_line) for each in (making, others))))
        yield f"## {cards}" if is_large else cards
    elif len(laid.tiles) <= ROW:
        yield " | ".join(filter(None, (in_a_line(each, face.in_a_line) for each in (making, others))))
    elif is_large:
        makers = in_a_line(making, face.in_a_line)
        words = _("-# {makers}; also {others}") if others else "-# {makers}"
        yield words.format(makers=makers, others=in_a_line(others, face.in_short))
    elif laid.is_best and others:
        yield f"-# {in_a_line(making, face.in_short)}"


def pot_told(pot: int) -> str:
    """The pot; it begins a line, which a phone would else break at its coin."""
    words = _("Pot {coin} **{pot}**").format(coin=marked("coin", ""), pot=number(pot))
    return words.replace("  ", " ")


def portion(part: Portion) -> str:
    """A part with its sign and its amount: ▲ Win **32**."""
    return f"{marked(part.sprite, part.letter)} {part.label} **{number(part.amount)}**".lstrip()


def field_told(field: Field) -> str:
    """Rows by letter, columns by number; in words each place has two characters, and they are explained."""
    lines = [emojis_of(each.sign for each in row) for row in field.in_rows()]
    if all(lines):
        head = "".join(each + COLUMN_SIGN for each in field.columns)
        # One character of code is as wide as any other, so that the columns stand in line.
        named = zip("·" + "".join(field.rows), (head, *lines), strict=True)
        return "\n".join(f"`{letter}` {line}" for letter, line in named)
    written = [
        f"{letter} " + " ".join(each.written for each in row)
        for letter, row in zip(field.rows, field.in_rows(), strict=True)
    ]
    told = "\n".join(["   " + "  ".join(field.columns), *written])
    return f"```\n{told}\n```\n-# " + " · ".join(field.legend)


def field_buttons(field: Field, table: int) -> tuple[Row, ...]:
    """The field as a grid of buttons.

    On a phone five buttons fit side by side only as long as each has two characters or an emoji.
    """
    return rows([_place_button(each, table) for each in field.places])


def _place_button(place: FieldPlace, table: int) -> Button:
    if place.action:
        return Button(place.name, place.action, "main")
    emoji = marked(place.sign, "")
    unpressed = table_id(table, "spot", place.name.lower())
    words = place.name if place.written == "##" else place.written
    return Button("" if emoji else words, unpressed, emoji=emoji or None, is_disabled=True)


def _parted(tiles: Sequence[Tile]) -> tuple[list[Tile], list[Tile]]:
    """What makes the hand, and the others; all of them where nothing does."""
    making = [each for each in tiles if each.look == "lit"] or list(tiles)
    return making, [each for each in tiles if each not in making]


def _evenly(tiles: Sequence[Tile]) -> list[Sequence[Tile]]:
    """Rows that are as long as each other, and no longer than a phone is wide."""
    count = -(-len(tiles) // ROW)
    return [tiles[len(tiles) * row // count : len(tiles) * (row + 1) // count] for row in range(count)]
