"""A deck in a server's own words as a file (KH-13)."""

from __future__ import annotations

import json

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.text.deck_file import (
    FILE_BYTES_MAX,
    SameName,
    WordsUnseen,
    card_words,
    read_deck,
    require_apart,
    write_deck,
)
from games.engine.core.errors import UserError

CARDS = ("K01", "K02")


def read(content: bytes) -> dict[str, tuple[str, str]]:
    """A file of a deck with two cards."""
    return read_deck(content, CARDS, 24, 90)


def told(content: bytes) -> str:
    """Return the reason for which a file is refused."""
    with pytest.raises(UserError) as refused:
        read(content)
    return sentence(refused.value, "coins") or ""


def test_what_is_saved_is_loaded() -> None:
    """KH-13: whatever letters it has; a card that is left out has no words."""
    words = {"K01": ("Åse “the Old” 王", "Says \\ and /."), "K02": ("", "")}

    assert read(write_deck(words)) == words
    assert read(b'\xef\xbb\xbf{"cards": {"K02": {"line": " A  line "}}}') == {"K02": ("", "A line")}
    assert read(b'{"cards": {}}') == {}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"cards": []}',
        b'{"cards": {}, "more": 1}',
        b'{"cards": {"K01": {}}',
        b"[" * 60_000,
        b"NaN",
    ],
)
def test_what_is_no_deck_is_refused(content: bytes) -> None:
    """KH-13, F-43: with the way to one."""
    assert told(content).startswith("That isn’t a deck. Save this server’s deck as a file")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('{"K09": {}}', "There is no card K09 in the deck, or the file has it twice."),
        ('{"k01": {}}', "There is no card k01 in the deck"),
        ('{"K01": {}, "K01": {}}', "There is no card K01 in the deck, or the file has it twice."),
        (
            '{"K01": {"name": "a", "name": "b"}}',
            "There is no card name in the deck, or the file has it twice.",
        ),
        ('{"K01": "Bob"}', "K01: a card has a “name” and a “line”, both in quotes."),
        ('{"K01": {"name": 5}}', "K01: a card has a “name” and a “line”"),
        ('{"K01": {"line": null}}', "K01: a card has a “name” and a “line”"),
        ('{"K01": {"is_woman": true}}', "K01: a card has a “name” and a “line”"),
        (
            json.dumps({"K02": {"name": "x" * 25}}),
            "K02: that text has 25 characters, and there’s room for 24.",
        ),
        (
            json.dumps({"K02": {"line": "x" * 91}}),
            "K02: that text has 91 characters, and there’s room for 90.",
        ),
        (json.dumps({"K02": {"name": "x" * 10_000}}), "K02: that text has 10,000 characters"),
        (json.dumps({"K02": {"name": "\u200b\u202e"}}), "K02: nothing in that text can be shown."),
    ],
)
def test_the_card_and_the_reason_are_named(said: str, why: str) -> None:
    """KH-13: and nothing but names and lines can be changed about a card."""
    assert told(f'{{"cards": {said}}}'.encode()).startswith(why)


def test_a_file_is_no_larger_than_a_deck() -> None:
    """KH-13: a larger one is not even read."""
    assert told(b" " * (FILE_BYTES_MAX + 1)) == ("That file is too large for a deck: the limit is 64 kB.")
    assert len(
        write_deck({f"K{number:03}": ("\U0001f600" * 24, "\U0001f600" * 90) for number in range(104)})
    ) < (FILE_BYTES_MAX)


def test_no_two_cards_go_by_one_name() -> None:
    """KH-13: whatever their capitals, and the width and form of their letters."""
    require_apart({"K01": "Bob", "K02": "Rob"})
    for one, other in (("Bob", "Ｂｏｂ"), ("ﬁn", "FIN"), ("Bob", "𝐁𝐨𝐛")):  # other widths and forms
        with pytest.raises(SameName):
            require_apart({"K01": one, "K02": other})
    with pytest.raises(UserError) as refused:
        require_apart({"K01": "Straße", "K02": "STRASSE"})

    assert sentence(refused.value, "coins") == (
        "K02 would go by the same name as K01. Please choose another. Nothing was changed."
    )


def test_words_are_made_harmless() -> None:
    """KH-13, F-46: on one line, without direction marks and towers."""
    assert card_words("K01", " \u202eevil\n\tname ", 24) == "evil name"
    assert card_words("K01", "", 24) == card_words("K01", "  \n", 24) == ""


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\u2800 \u2800", "\uffa0", "\ufe0f", "\u0301"])
def test_no_card_is_called_by_what_nobody_sees(name: str) -> None:
    """KH-13, F-46: letters of which nothing is seen are no name, nor are marks without a letter."""
    with pytest.raises(WordsUnseen):
        card_words("K01", name, 24)
