"""The deck of a server: who is on the 104 cards, and how its managers name them (KH-13)."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.picture import Lane, Picture, Tile, described
from bot.screens.core.screen import Button, Choice, Form, Part, Screen, Select, Text, TextField, rows
from bot.screens.knights_heads.cards import deck_screen, emoji, line_of, name_of, named, signed
from bot.text.translate import _, ngettext
from games.engine.core.errors import NotOffered
from games.knights_heads.cards import DECK, FACE_NAMES, FACES, Card
from games.knights_heads.people import PEOPLE
from storage.play.own_cards import LINE_LENGTH, NAME_LENGTH, OwnCard

PICTURED = 6
"""How many cards of a face the preview paints."""


def faces_cards(index: int) -> list[Card]:
    """All cards of a face; `NotOffered` if there is no such face."""
    if not 0 <= index < len(FACES):
        raise NotOffered
    return [card for card in DECK if card[0] == FACES[index]]


def named_deck_screen(index: int, own: int, *, is_manager: bool, is_pictured: bool = False) -> Screen:
    """A face of the deck, of which the server has named `own` cards; managers name them here."""
    shown = deck_screen(index)
    title, *others = shown.parts
    parts: list[Part] = [title]
    if own:
        words = ngettext(
            "-# {count} card has this server’s own words, at tables for coins whose house "
            "rules say so. Tournaments are played with the official deck.",
            "-# {count} cards have this server’s own words, at tables for coins whose house "
            "rules say so. Tournaments are played with the official deck.",
            own,
        )
        parts.append(Text(words.format(count=own)))
    if is_pictured and own:
        parts.append(_preview(index))
    parts += others
    if is_manager:
        lines = tuple(
            Choice(named(card), str(at), emoji=emoji(card) or None)
            for at, card in enumerate(faces_cards(index))
        )
        parts.append(Select(table_id(0, "card", str(index)), _("Name a card"), lines))
        buttons = [Button(_("Save as file"), table_id(0, "deck_save"))]
        if own:
            buttons.append(Button(_("Official deck"), table_id(0, "deck_clear"), "danger"))
        parts += rows(buttons)
        notes = [_("`/knights deck` with a file loads a whole deck.")]
        if own:
            # Nothing else says why no table shows them yet: tables begin with the official deck.
            # The command stands first, as a phone would break it further on.
            ways = _(
                "`/tavern settings`, “House rules”, has the house rule “Deck”: only where it is the "
                "server’s own are these words seen. Before a game, the host can choose it in the table’s "
                "menu, too."
            )
            notes = [ways, *notes]
        parts.append(Text("\n".join(f"-# {each}" for each in notes)))
    return Screen(tuple(parts))


def card_form(card: Card, said: OwnCard) -> Form:
    """A form for a card's name and line; empty, the official ones stand."""
    person = PEOPLE[card]
    name = TextField("name", _("Name"), said.name, hint=_(person.name), length=NAME_LENGTH, is_needed=False)
    line = TextField(
        "line",
        _("A line about them"),
        said.line,
        hint=_(person.line),
        says=_("Anything left empty stays official"),
        length=LINE_LENGTH,
        is_needed=False,
    )
    return Form(signed(card), table_id(0, "card_typed", card.lower()), (name, line))


def _preview(index: int) -> Picture:
    """The first cards of a face as a panel paints them."""
    cards = faces_cards(index)[:PICTURED]
    tiles = tuple(
        Tile(
            f"knights_{card.lower()}",
            caption=_(FACE_NAMES[card[0]]),
            said=name_of(card),
            alias=_(PEOPLE[card].name),
        )
        for card in cards
    )
    told = (f"{signed(card)}: {name_of(card)}. {line_of(card)}" for card in cards)
    return Picture(described(told), lanes=(Lane(tiles),))
