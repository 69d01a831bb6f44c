"""The display of people, amounts, ordinals and cards on all screens.

A server may have its own texts for cards (KH-13). A context variable holds them while a screen is drawn: a
game calls `own_name` for a card's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import TypeVar

from bot.screens.core.screen import RankedRow, Screen, SelectOption, Text, first_lines, item, marked
from bot.text.translate import _, ngettext, number, pgettext, shown
from games.bot_characters import house_player
from games.engine.core.characters import Skill, Temper
from games.engine.core.errors import N_, AddressedTemplate, addressed
from games.engine.table.table import Money
from games.engine.table.views import SeatView
from storage.people.server_settings import OwnCard, ServerSettings, names_of
from storage.standing.boards import Placed, left_out

T = TypeVar("T")
NAMED_MAX = 3
"""The number of players to act whose names a text lists."""
STARTS = addressed(N_("Waiting for <@{host}> to start."), N_("You can start when you like."))
"""The sentence of a lobby that waits for its host, or of a tournament that waits for its organiser."""
HOUSE_MARK = "⌂"
"""Follows a house player's name if there are no emojis."""
SKILLS: Mapping[Skill, str] = {
    # Translators: how well a house player plays: apprentice, regular or master.
    "apprentice": N_("apprentice"),
    "regular": N_("regular"),
    "master": N_("master"),
}
MANNERS: Mapping[Temper, str] = {
    # Translators: how a house player plays, as shortly as can be beside a name: “Fenna (regular, bold)”.
    # For people of any gender; so are those that follow.
    "bold": N_("bold"),
    "careful": N_("careful"),
    "talker": N_("bluffs"),
}
TEMPERS: Mapping[Temper, str] = {
    # Translators: of a house player, in a list of them; so are those that follow.
    "bold": N_("bets more than is wise"),
    "careful": N_("waits for a good hand"),
    "talker": N_("bluffs"),
}
NO_OWN_CARDS: Mapping[str, OwnCard] = MappingProxyType({})
_own_cards: ContextVar[Mapping[str, OwnCard]] = ContextVar("own_cards", default=NO_OWN_CARDS)


def person(player: int | None, reader: int = 0) -> str:
    """Return a mention that pings nobody; “You” for the reader, as a line begins.

    Erased people have no name.
    """
    if reader and player == reader:
        return _("You")
    # Translators: in place of the name of somebody who has had themselves forgotten.
    return f"<@{player}>" if player is not None and player > 0 else _("somebody unnamed")


def for_reader(reader: int, subject: int | None, sentence: AddressedTemplate) -> str:
    """Return a sentence about `subject`, in the second person if `subject` is the reader.

    Public messages have the reader 0.
    """
    return _(sentence.you if reader and reader == subject else sentence)


def house_mark() -> str:
    """Return the mark of house players."""
    return marked("house", HOUSE_MARK)


def marked_name(name: str, *, is_house: bool) -> str:
    """Return an entrant's name, with a mark for house players."""
    return f"{shown(name)} {house_mark()}" if is_house else shown(name)


def manner(place: SeatView) -> str:
    """Return a house player's skill and style (TB-12), or that the seat is a program's; empty for people."""
    if place.player is None and not place.is_house:
        # Translators: beside a name at a table: no person sits there, but a computer program from outside.
        return _("program")
    character = house_player(place.name) if place.is_house else None
    if character is None:
        return ""
    # An even temper can't be felt, so nothing is told of it.
    words = [SKILLS[character.skill], *([MANNERS[character.temper]] if character.temper in MANNERS else [])]
    return ", ".join(map(_, words))


def introduced(name: str, how: str, *, is_house: bool) -> str:
    """Return a name at a table, with the style of a house player or a program (TB-12, TB-27)."""
    words = f"**{marked_name(name, is_house=is_house)}**"
    return f"{words} ({how})" if how else words


def house_choice(name: str, value: str) -> SelectOption:
    """Return a house player as a line of a select: the skill beside the name, the style below."""
    character = house_player(name)
    if character is None:
        return SelectOption(name, value)
    temper = TEMPERS.get(character.temper)
    style = "" if temper is None else _(temper)
    return SelectOption(f"{name} · {_(SKILLS[character.skill])}", value, description=style)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in text: Ann, Ben and Cora."""
    *first, last = names
    return _("{names} and {last}").format(names=", ".join(first), last=last) if first else last


def with_you(words: str, others: int) -> str:
    """Return words about “You and {names}” as they read with several others: You, Ann and Ben."""
    between = _("{names} and {last}").removeprefix("{names}").removesuffix("{last}")
    return words.replace(f"{between}{{", ", {", 1) if others > 1 else words


def listed_few(names: Sequence[str]) -> str:
    """Return the first names as a list in text, and the number of the others: Ann, Ben, Cora and 9 more."""
    if len(names) <= NAMED_MAX:
        return listed(names)
    *first, more = first_lines(names, NAMED_MAX, str)
    return f"{', '.join(first)} {more}"


def ranking(
    title: str, placed: Sequence[Placed], held: Callable[[int], str], nobody: str, reader: int
) -> Screen:
    """Return a ranking under a title, best first; equal amounts share a place.

    `held` formats an amount; `nobody` is the text of an empty ranking.
    """
    text = ranked(placed, lambda each: held(each.value), reader, nobody)
    return Screen((Text(f"### {title}"), text))


def ranked(placed: Sequence[Placed], value_of: Callable[[Placed], str], reader: int, nobody: str) -> Text:
    """Return a ranking as text, a line for each place; `nobody` if there are none."""
    rows = tuple(
        RankedRow(each.place, person(each.player, reader), value_of(each), each.player == reader)
        for each in placed
    )
    # Discord renumbers a Markdown list by itself, so a shared place would be lost: the numbers are bold text.
    lines = [item(f"**{each.place}.** {each.name}", each.value) for each in rows]
    return Text("\n".join([*(lines or [nobody]), *others_equal(placed)]), rows)


def others_equal(placed: Sequence[Placed]) -> list[str]:
    """Return a line with the number of people who share the last shown place but are not shown, if any."""
    count = left_out(placed)
    if not count:
        return []
    words = ngettext(
        "-# … and {count} more person shares place {place}",
        "-# … and {count} more people share place {place}",
        count,
    )
    return [words.format(count=number(count), place=number(placed[-1].place))]


def amount(units: int, currency: str) -> str:
    """Return an amount of the server's currency."""
    return f"{number(units)} {shown(unit(units, currency))}"


def unit(units: int, currency: str) -> str:
    """Return the currency's name for that number of coins, in the singular or plural, not yet escaped."""
    if currency == ServerSettings().currency:
        return ngettext("coin", "coins", abs(units))
    one, many = names_of(currency)
    return one if abs(units) == 1 else many


def kind_of_money(currency: str) -> str:
    """Return the currency's name without a number."""
    return shown(unit(2, currency))


def currency_name(currency: str) -> str:
    """Return the currency as managers type it; the default one in the reader's language."""
    return unit(2, currency) if currency == ServerSettings().currency else currency


def currency_named(name: str) -> str:
    """Return the currency to store for a typed name; the default's translated name is the default."""
    default = ServerSettings().currency
    return default if name == currency_name(default) else name


def stake(units: int, currency: str, money: Money) -> str:
    """Return an amount at a table as text, in currency, practice chips or a tournament's chips."""
    if money == "chips":
        return ngettext("{units} chip", "{units} chips", units).format(units=number(units))
    if money == "practice":
        return ngettext("{units} practice chip", "{units} practice chips", units).format(units=number(units))
    return amount(units, currency)


def points_of(points: int) -> str:
    """Return a number of points, as text."""
    return ngettext("{points} point", "{points} points", points).format(points=number(points))


def in_own_words(cards: Mapping[str, OwnCard], draw: Callable[[], T]) -> T:
    """Return the result of `draw`, in which these cards have the server's own texts."""
    if not cards:
        return draw()
    before = _own_cards.set(cards)
    try:
        return draw()
    finally:
        _own_cards.reset(before)


def own_name(card: str) -> str:
    """Return the server's own name for a card, as typed; empty if it has none."""
    card_texts = _own_cards.get().get(card)
    return "" if card_texts is None else card_texts.name


def own_line(card: str) -> str:
    """Return the server's own line about a card, as typed; empty if it has none."""
    card_texts = _own_cards.get().get(card)
    return "" if card_texts is None else card_texts.line


def court_card(letter: str) -> str:
    """Return the name of a Jack, Queen, King or Ace by its letter; empty for any other card.

    The context of the message id separates these names from the Kings and Queens of Knights' Heads.
    """
    match letter:
        case "J":
            return pgettext("playing card", "Jack")
        case "Q":
            return pgettext("playing card", "Queen")
        case "K":
            return pgettext("playing card", "King")
        case "A":
            return pgettext("playing card", "Ace")
        case _:
            return ""


def duration(seconds: int) -> str:
    """Return a duration in the largest unit that divides it."""
    if seconds % 86_400 == 0:
        return ngettext("{count} day", "{count} days", seconds // 86_400).format(count=seconds // 86_400)
    if seconds % 3600 == 0:
        return ngettext("{count} hour", "{count} hours", seconds // 3600).format(count=seconds // 3600)
    if seconds % 60 == 0:
        return ngettext("{count} minute", "{count} minutes", seconds // 60).format(count=seconds // 60)
    return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
