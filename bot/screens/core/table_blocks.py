"""A table's state as blocks: the seats, the middle, the viewer's cards, the ranking, the result.

A game makes its blocks from a view. This module turns them into text and pictures for chat; the page lays out
the same blocks as HTML. A block holds facts, such as a seat's bet, and text only for sentences (as Markdown)
and names. No block has a fact that the view hides (TB-11). In text, cards, dice and a field are emojis, or
words if there are no emojis. A picture's description repeats the picture's content in the same order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from bot.custom_ids import table_id
from bot.screens.core.picture import LANES_MAX, Lane, Picture, described
from bot.screens.core.screen import ActionRow, Button, emojis_of, marked, rows
from bot.screens.core.tiles import Field, FieldPlace, Portion, Tile, Tone, Track
from bot.text.translate import _, change, isolated, number, quoted, shown
from games.engine.core.game import Seat
from games.engine.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Centre:
    """The middle of the table: the pot, the stage of the hand, and notes for everybody."""

    pot: int | None = None
    """The pot; None in a game without one."""
    stage: str = ""
    """The stage of the hand, in a few words."""
    newest: str = ""
    """The newest card or throw, shown as large as possible."""
    notes: tuple[str, ...] = ()
    """Notes in sentences."""
    legend: tuple[Tile, ...] = ()
    """The meaning of signs on the cards, for newcomers: an example of each, with its caption."""


@dataclass(frozen=True, slots=True)
class AtSeat:
    """A seat's public state in the hand: its cards and actions."""

    tiles: tuple[Tile, ...] = ()
    makes: str = ""
    """The meaning of the tiles, as Markdown without emojis."""
    deed: tuple[str, ...] = ()
    """The seat's actions, in a few words each: “folded”, “trusts the deck”."""
    on_field: tuple[str, ...] = ()
    """Actions that the field shows by the seat's mark, too: “holds D4”. A picture of the field omits them."""
    gain: int = 0
    """The gain by this hand; negative for a loss."""
    bet: int = 0
    """The seat's bet in the current betting round; `deed` does not repeat it."""
    is_dealer: bool = False
    has_folded: bool = False
    is_best: bool = False
    """True if its hand is the best so far, or has won."""
    is_paying: bool = False
    """True if its hand is the one that would have to pay now."""


NOTHING = AtSeat()


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """A seat of the table: its player, stack, public state and remark."""

    seat: Seat
    mark: str
    """The seat's sprite."""
    name: str
    """The player's name, not yet escaped."""
    is_house: bool
    manner: str
    """A house player's style of play, in two words."""
    stack: int | None
    """The remaining stack; None in a game without stakes."""
    at_seat: AtSeat
    standing: tuple[str, ...] = ()
    """Further facts about the player, in a few words each."""
    remark: str = ""
    """The player's latest remark."""
    is_asked: bool = False
    is_here: bool = True
    """True if the player is in the hand."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """A rare event, shown like a banner."""

    title: str
    said: str
    sprite: str
    """The event's sprite."""


@dataclass(frozen=True, slots=True)
class OwnBlock:
    """The viewer's private cards and the hand they make, with texts about them."""

    tiles: tuple[Tile, ...] = ()
    title: str = ""
    """The name of the hand that the cards make; empty if there is none yet."""
    texts: tuple[str, ...] = ()
    """Sentences on the value of the cards, and notes about them."""
    news: tuple[str, ...] = ()
    """Sentences on cards that came, went or were chosen since the viewer's last turn."""
    around: tuple[str, ...] = ()
    """The rest of the table in a line or two, for panels without the table beside them."""
    bar: tuple[Portion, ...] = ()
    """The split of the viewer's coins, if bets are split."""
    hints: tuple[str, ...] = ()
    """Small lines for a newcomer, or for a viewer who is not to act."""
    moment: Rarity | None = None
    legend: tuple[Tile, ...] = ()
    """The meaning of signs on the cards, for newcomers."""
    known: tuple[Tile, ...] = ()
    """Cards that the viewer has seen elsewhere, each with its place; `around` has them as text."""
    caution: str = ""
    """The warning that the cards make less than they seem to."""
    explains: str = ""
    """The explanation of a first turn, for frontends with room beside the cards."""
    measure: str = ""
    """How good the hand is, in a few words that follow the first text; a coach has a measure of their own."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two sides between which a viewer's coins are split."""

    part: Portion
    """The coins on this side now."""
    added: int = 0
    """The coins that the next call would add."""
    says: str = ""
    """The hand for which this side pays; after a hand, the players who took it."""
    is_chosen: bool = False


NO_CARDS = OwnBlock()


@dataclass(frozen=True, slots=True)
class Rank:
    """One hand or card of the game's ranking."""

    name: str
    """The name of the hand or card, as Markdown without emojis."""
    asks: str = ""
    """The definition, if name and example do not suffice."""
    example: tuple[Tile, ...] = ()
    is_own: bool = False
    """True if it is the viewer's hand."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranking, highest first, and further rules of comparison."""

    lines: tuple[Rank, ...]
    notes: tuple[str, ...] = ()
    in_short: tuple[str, ...] = ()
    """The ranking in short sentences, as other blocks repeat it."""


@dataclass(frozen=True, slots=True)
class HandLaid:
    """A hand that everybody sees at the showdown."""

    seat: Seat
    tiles: tuple[Tile, ...]
    makes: str
    takes: tuple[Portion, ...] = ()
    """The shares that it takes, in a game with several pots."""
    gain: int = 0
    """The gain by the hand; negative for a loss."""
    is_best: bool = False
    is_paying: bool = False
    why_below: str = ""
    """The reason why the hand above beats this one."""
    held: tuple[Portion, ...] = ()
    """The shares that its player had bet, if bets are split."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a hand: the winners with amounts, the shown hands from the best down, and reasons."""

    headline: str
    laid: tuple[HandLaid, ...] = ()
    why: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """The reason why the viewer won or lost."""
    moment: Rarity | None = None


Write: TypeAlias = Callable[[Sequence[str]], str]
"""Returns several cards as text, as the game formats them."""


class CardFormatter(Protocol):
    """A game's formatting of cards as text."""

    def in_a_line(self, written: Sequence[str]) -> str:
        """Return the cards with all details."""

    def in_short(self, written: Sequence[str]) -> str:
        """Return the cards in as few words as possible."""


SHORT = 3
"""The maximum number of tiles of a hand that fit beside a name."""
ROW = 6
"""The maximum number of cards side by side in the size of headings."""
LARGE_MAX = 3
"""The maximum number of shown hands in the size of headings."""
COLUMN_SIGN = "\ufe0f\u20e3"
"""Turns a digit into a keycap emoji, which is as wide as a card's emoji."""


def plain(markdown: str) -> str:
    """Return Markdown as plain text."""
    return re.sub(r"\*\*|^-# |<a?:\w+:\d+> ?|\\(?=[^\w\s]|_)", "", markdown)


def in_a_line(tiles: Sequence[Tile], write: Write) -> str:
    """Return the face-up tiles as emojis, or as text by `write`."""
    face_up = [each for each in tiles if each.card]
    if not face_up:
        return ""
    return emojis_of(each.sprite for each in face_up) or write([each.card for each in face_up])


def large(tiles: Sequence[Tile], write: Write) -> list[str]:
    """Return a hand in the largest size, the cards that make it first; as words these are bold."""
    parts: list[Sequence[Tile]] = [part for part in _parted(tiles) if part]
    if emojis_of(each.sprite for each in tiles):
        if len(tiles) <= ROW:
            parts = [tiles]
        return [f"# {in_a_line(row, write)}" for part in parts for row in _evenly(part)]
    if len(tiles) <= ROW:
        return [write([each.card for each in tiles])]
    making_text, *others = (write([each.card for each in part]) for part in parts)
    return [f"**{making_text}**", *others] if others else [making_text]


def moment_lines(moment: Rarity | None) -> list[str]:
    """Return a rare event as lines: a title and a sentence; empty for None."""
    if moment is None:
        return []
    return [f"### {marked(moment.sprite, '')} {moment.title}".replace("  ", " "), moment.said]


def own_card_lines(own: OwnBlock, write: Write) -> list[str]:
    """Return a viewer's cards as lines, in the largest size; a few tiles with their title beside them."""
    if not own.tiles:
        return []
    lines = moment_lines(own.moment)
    if len(own.tiles) > SHORT:
        return [*lines, *large(own.tiles, write)]
    return [*lines, f"## {in_a_line(own.tiles, write)} {own.title}"]


def hand_lines(laid: HandLaid, mark: str, name: str, face: CardFormatter, *, is_large: bool) -> Iterator[str]:
    """Yield a shown hand as lines: its player, name and gain, and below them its cards if there are many."""
    if laid.why_below:
        yield f"-# {laid.why_below}"
    sign = marked("crown", "") if laid.is_best else marked("pays", "") if laid.is_paying else ""
    is_short = len(laid.tiles) <= SHORT
    beside = f" {in_a_line(laid.tiles, face.in_a_line)} {laid.makes}" if is_short else f" · {laid.makes}"
    texts = [f"{sign or mark} **{name}**{beside}".lstrip(), *map(portion, laid.takes)]
    if laid.gain:
        texts.append(f"**{change(laid.gain)}**")
    yield " · ".join(texts)
    if not is_short:
        yield from _cards_laid(laid, face, is_large=is_large)


def _cards_laid(laid: HandLaid, face: CardFormatter, *, is_large: bool) -> Iterator[str]:
    """Yield a shown hand's cards as lines: those that make it, then the others.

    If many hands are shown (`is_large` is False), text without emojis has only the best hand's making cards.
    """
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


def pot_line(pot: int) -> str:
    """Return the pot as text; it has to begin a line, since a phone would break the line at the coin."""
    words = _("Pot {coin} **{pot}**").format(coin=marked("coin", ""), pot=number(pot))
    return words.replace("  ", " ")


def portion(part: Portion) -> str:
    """Return a portion as text: ▲ Win **32**."""
    return f"{marked(part.sprite, part.letter)} {part.label} **{number(part.amount)}**".lstrip()


def field_text(field: Field) -> str:
    """Return the field as a grid of emojis; without emojis, of two characters a place, with a legend."""
    lines = [emojis_of(each.sign for each in row) for row in field.in_rows()]
    if all(lines):
        head = "".join(each + COLUMN_SIGN for each in field.columns)
        # In code format all characters have the same width, so the columns are aligned.
        lines_with_letters = zip("·" + "".join(field.rows), (head, *lines), strict=True)
        return "\n".join(f"`{letter}` {line}" for letter, line in lines_with_letters)
    lines_of_text = [
        f"{letter} " + " ".join(each.written for each in row)
        for letter, row in zip(field.rows, field.in_rows(), strict=True)
    ]
    text = "\n".join(["   " + "  ".join(field.columns), *lines_of_text])
    return f"```\n{text}\n```\n-# " + " · ".join(field.legend)


def field_buttons(field: Field, table: int) -> tuple[ActionRow, ...]:
    """Return the field as a grid of buttons.

    On a phone five buttons fit side by side only if each has at most two characters or an emoji.
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
    """Return the cards that make the hand, and the others; without a hand, all cards are the former."""
    making = [each for each in tiles if each.look == "lit"] or list(tiles)
    return making, [each for each in tiles if each not in making]


def _evenly(tiles: Sequence[Tile]) -> list[Sequence[Tile]]:
    """Return the tiles in rows of equal length that fit the width of a phone."""
    count = -(-len(tiles) // ROW)
    return [tiles[len(tiles) * row // count : len(tiles) * (row + 1) // count] for row in range(count)]


SEVERAL = 2
MARKS = 12
"""The number of seats that have a sprite."""


PAINTED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN")
"""The scripts in the painter's font."""


def unpainted(picture: Picture) -> str:
    """Return the names that a picture replaces by aliases such as “Seat 3”, as a small line; may be empty."""
    names_by_alias = (
        f"{each.alias}: {shown(each.name)}" for each in picture.lanes if each.alias and not _is_painted(each)
    )
    names = " · ".join(names_by_alias)
    return f"-# {names}" if names else ""


def _is_painted(lane: Lane) -> bool:
    """Return True if at least half of a name's letters can be painted."""
    letters = unicodedata.normalize("NFKC", lane.name).replace(" ", "")
    paintable = sum(
        each.isascii() or unicodedata.name(each, "").startswith(PAINTED_SCRIPTS) for each in letters
    )
    return 2 * paintable >= len(letters) > 0


def mark_of(seat: Seat) -> str:
    """Return a seat's sprite; after many changes of players a table has more seats than sprites."""
    return f"seat_{seat}" if seat <= MARKS else "coin"


def seat_lane(seat: Seat, name: str, tiles: Iterable[Tile] = (), said: str = "", gain: int = 0) -> Lane:
    """Return a seat's lane: its mark, its player's name, its tiles, and texts about them."""
    alias = _("Seat {number}").format(number=seat)
    return Lane(tuple(tiles), mark_of(seat), name, alias, said, change(gain) if gain else "")


def lane_text(lane: Lane, tiles: str = "") -> str:
    """Return a lane as a line of a picture's description, with its tiles as words."""
    name, tiles = isolated(lane.name), tiles or ", ".join(each.name for each in lane.tiles if each.name)
    first = ": ".join(filter(None, [name, tiles]))
    return ", ".join(filter(None, (first, lane.said, lane.manner, lane.bet, lane.gain)))


def table_picture(
    seats: Sequence[SeatBlock], centre: Centre, field: Field | None, track: Track | None
) -> Picture | None:
    """Return the public picture of a table during a hand; None if there are more seats than fit."""
    if len(seats) > LANES_MAX:
        return None
    lanes = tuple(_seat(each) for each in seats)
    pot = "" if centre.pot is None else _("Pot {pot}").format(pot=number(centre.pot))
    stage = plain(centre.stage)
    lines = [
        pot,
        stage,
        "" if track is None else _("The pay is {pay}").format(pay=track.now),
        "" if field is None else _field_told(field),
        *(lane_text(_seat(each, each.at_seat.on_field)) for each in seats),
        ", ".join(each.caption for each in centre.legend),
    ]
    picture = Picture(described(lines), lanes=lanes, pot=pot, stage=stage, field=field, track=track)
    return replace(picture, signs=centre.legend)


def _seat(seated: SeatBlock, shown_elsewhere: Sequence[str] = ()) -> Lane:
    at_seat, stack = seated.at_seat, "" if seated.stack is None else number(seated.stack)
    deeds = [plain(each) for each in (at_seat.makes, *at_seat.deed, *shown_elsewhere, *seated.standing)]
    dealer = _("dealer") if at_seat.is_dealer else ""
    remark = quoted(seated.remark) if seated.remark else ""
    text = " · ".join(filter(None, [stack, dealer, *deeds, remark]))
    lane = seat_lane(seated.seat, seated.name, at_seat.tiles, text, at_seat.gain)
    return replace(
        lane,
        manner=seated.manner,
        tone="gold" if at_seat.gain > 0 else "plain",
        bet=number(at_seat.bet) if at_seat.bet else "",
        sign="crown" if at_seat.is_best else "pays" if at_seat.is_paying else "",
        is_asked=seated.is_asked,
        is_out=at_seat.has_folded or not seated.is_here,
    )


def _field_told(field: Field) -> str:
    """Return the field for a description: the places that differ from the most common state."""
    most_common = field.places[0].tile.name if field.places else ""
    names = [each.tile.name for each in field.places]
    most_common = max(set(names), key=names.count)
    differing = [f"{each.name} {each.tile.name}" for each in field.places if each.tile.name != most_common]
    return (
        ", ".join([*differing, _("otherwise {usual}").format(usual=most_common)])
        if differing
        else most_common
    )


def own_picture(own: OwnBlock, field: Field | None = None) -> Picture | None:
    """Return the picture of a viewer's cards and field; None for at most one card and no field."""
    if len(own.tiles) < SEVERAL and field is None:
        return None
    lines = [
        *_moment_lines(own.moment),
        ", ".join(each.name for each in own.tiles),
        plain(own.title),
        ", ".join(each.written for each in own.bar),
        "" if field is None else _field_told(field),
        ", ".join(each.caption for each in own.legend),
    ]
    lanes = (Lane(own.tiles),) if own.tiles else ()
    picture = Picture(described(lines), lanes=lanes, bar=own.bar, field=field, signs=own.legend)
    return _with_moment(picture, own.moment)


def _moment_lines(moment: Rarity | None) -> tuple[str, ...]:
    return () if moment is None else (moment.title, plain(moment.said))


def _with_moment(picture: Picture, moment: Rarity | None) -> Picture:
    """Return the picture with the rare event as a banner, if there is one."""
    if moment is None:
        return picture
    return replace(picture, title=moment.title, said=plain(moment.said), emblem=moment.sprite)


def result_picture(
    result: Result, others: Mapping[Seat, str], gains: Mapping[Seat, int], who: Callable[[Seat], Lane]
) -> Picture | None:
    """Return a result as a picture: the shown hands, best first, and a thin row for each other seat.

    `others` are the texts of these rows, such as “folded”. `who` returns a seat's lane with mark and name.
    """
    laid = result.laid
    if not laid or len(laid) + len(others) > LANES_MAX:
        return None
    lanes = [_hand(each, who(each.seat)) for each in laid]
    for seat, text in others.items():
        gain = gains.get(seat, 0)
        lanes.append(replace(who(seat), said=text, gain=change(gain) if gain else "", is_out=True))
    lines = [*_moment_lines(result.moment), *map(lane_text, lanes)]
    return _with_moment(Picture(described(lines), lanes=tuple(lanes)), result.moment)


def _hand(laid: HandLaid, lane: Lane) -> Lane:
    text = " · ".join([plain(laid.makes), *(each.written for each in laid.takes)])
    gain = change(laid.gain) if laid.gain else ""
    tones = {each.tone for each in laid.takes}
    tone: Tone = "blue" if tones == {"blue"} else "gold" if laid.is_best else "plain"
    sign = "pays" if laid.is_paying else "crown" if laid.is_best and not laid.takes else ""
    return replace(lane, tiles=laid.tiles, said=text, gain=gain, tone=tone, sign=sign)
