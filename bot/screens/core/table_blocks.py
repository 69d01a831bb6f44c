"""A table's state as named blocks: the cards at each place, their owner, and the text about them.

A game makes its blocks from a view, once; chat writes them as text and paints them into a picture, both here,
and a page lays out the same values. A block holds facts, such as a seat's bet or a lit card, and text only
where it is a sentence (as Markdown) or a name. Facts that a view does not show are in no block (TB-11). In
text, cards, dice and a field stand as emojis, or as words if there are none. A picture's description tells
its content in the same order, and nothing else in the message does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from bot.custom_ids import table_id
from bot.screens.core.picture import LANES_MAX, Lane, Picture, described
from bot.screens.core.screen import ActionRow, Button, emojis_of, marked, rows
from bot.screens.core.tiles import Field, FieldPlace, Portion, Tile, Tone, Track
from bot.text.translate import _, change, isolated, number, quoted, shown
from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class Centre:
    """The middle of the table: the pot, the stage of the hand, and notes for everybody."""

    pot: int | None = None
    """None in a game without a pot."""
    stage: str = ""
    """The stage of the hand, in a few words."""
    newest: str = ""
    """The newest card or number, as large as a message can show it."""
    notes: tuple[str, ...] = ()
    """Notes in sentences."""
    legend: tuple[Tile, ...] = ()
    """The meaning of signs on the cards, for newcomers: an example of each, with its caption."""


@dataclass(frozen=True, slots=True)
class AtSeat:
    """A seat's public cards in the hand, and its public actions."""

    tiles: tuple[Tile, ...] = ()
    makes: str = ""
    """The meaning of the tiles, as Markdown without emojis."""
    deed: tuple[str, ...] = ()
    """The seat's actions, in a few words each and in the same form: “folded”, “trusts the deck”."""
    on_field: tuple[str, ...] = ()
    """Actions that the seat's mark on a field shows, too: “holds D4”.

    A picture of the field leaves them out.
    """
    gain: int = 0
    """The gain by this hand; below zero, the loss."""
    bet: int = 0
    """The seat's bet in the betting round under way; no action tells it."""
    is_dealer: bool = False
    has_folded: bool = False
    is_best: bool = False
    """Its hand is the best so far, or has won."""
    is_paying: bool = False
    """Its hand is the one that pays at this moment."""


NOTHING = AtSeat()


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """A seat of the table: its player, their cards, and their state."""

    seat: Seat
    mark: str
    """The seat's sprite."""
    name: str
    """The name as it was given, not yet escaped."""
    is_house: bool
    manner: str
    """A house player's style of play, in two words."""
    stack: int | None
    """The remaining stack; None in play without stakes."""
    there: AtSeat
    standing: tuple[str, ...] = ()
    """Further facts about the player, in a few words each."""
    remark: str = ""
    """The player's latest remark."""
    is_asked: bool = False
    is_here: bool = True
    """True if they are in the hand."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """A rare event, shown apart from everything else."""

    title: str
    said: str
    sprite: str
    """The event's sprite."""


@dataclass(frozen=True, slots=True)
class OwnBlock:
    """The viewer's private cards and their hand, the best in front."""

    tiles: tuple[Tile, ...] = ()
    title: str = ""
    """The name of the hand; empty if it is not known yet."""
    texts: tuple[str, ...] = ()
    """The value of the cards, and notes about them."""
    news: tuple[str, ...] = ()
    """Cards that came, went or were chosen since the viewer's last turn."""
    around: tuple[str, ...] = ()
    """The table in a line or two, for where it is out of sight."""
    bar: tuple[Portion, ...] = ()
    """The division of the viewer's coins, if they are divided."""
    hints: tuple[str, ...] = ()
    """Small lines for a newcomer, or for a viewer with nothing to do."""
    moment: Rarity | None = None
    legend: tuple[Tile, ...] = ()
    """The meaning of signs on the cards, for a newcomer."""
    known: tuple[Tile, ...] = ()
    """Cards that the viewer has seen and does not hold, each with its place; `around` tells them, too."""
    caution: str = ""
    """Why the cards are less than they look like."""
    explains: str = ""
    """What is new at a first turn, for a front with room beside the cards; others say it elsewhere."""
    measure: str = ""
    """How good the hand is, in a few words that follow the first text; a coach has a measure of their own."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two sides between which a viewer's coins are split."""

    part: Portion
    """The coins there now."""
    added: int = 0
    """The coins that the next call would add."""
    says: str = ""
    """The hand that would take it, or after a hand, who has."""
    is_chosen: bool = False


NO_CARDS = OwnBlock()


@dataclass(frozen=True, slots=True)
class Rank:
    """One hand or card of the game's ranking."""

    name: str
    """The name, as Markdown without emojis."""
    asks: str = ""
    """The definition, if the name or an example does not say it."""
    example: tuple[Tile, ...] = ()
    is_own: bool = False
    """True if the viewer holds it now."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranking, highest first, and further rules of comparison."""

    lines: tuple[Rank, ...]
    notes: tuple[str, ...] = ()
    in_short: tuple[str, ...] = ()
    """The same in sentences, as the other blocks say it where there is no room for all of it."""


@dataclass(frozen=True, slots=True)
class HandLaid:
    """A hand laid down at the end, as everybody sees it."""

    seat: Seat
    tiles: tuple[Tile, ...]
    makes: str
    takes: tuple[Portion, ...] = ()
    """The shares that it takes, if that is not simply the pot."""
    gain: int = 0
    """The gain by the hand; below zero, the loss."""
    is_best: bool = False
    is_paying: bool = False
    why_below: str = ""
    """The step by which the hand above beats this one."""
    held: tuple[Portion, ...] = ()
    """The shares that its player had bet, if bets are divided."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a hand, told once: the winners and amounts, the hands from the best down, and reasons."""

    headline: str
    laid: tuple[HandLaid, ...] = ()
    why: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """The reason why the viewer won or lost."""
    moment: Rarity | None = None


Write: TypeAlias = Callable[[Sequence[str]], str]
"""Several cards as a game writes them in a line."""


class CardFormatter(Protocol):
    """A game's ways to write cards in a line."""

    def in_a_line(self, written: Sequence[str]) -> str:
        """Return the cards with all details."""

    def in_short(self, written: Sequence[str]) -> str:
        """Return the cards in as few words as possible."""


SHORT = 3
"""The number of a hand's tiles that fit beside a name."""
ROW = 6
"""The maximum number of cards side by side in the size of headings."""
LARGE_MAX = 3
"""The maximum number of shown hands in the size of headings."""
COLUMN_SIGN = "\ufe0f\u20e3"
"""Makes an emoji of a digit, since only those are as wide as a card's."""


def plain(markdown: str) -> str:
    """Return text without its formatting, for where that is not shown."""
    return re.sub(r"\*\*|^-# |<a?:\w+:\d+> ?|\\(?=[^\w\s]|_)", "", markdown)


def in_a_line(tiles: Sequence[Tile], write: Write) -> str:
    """Return the tiles that lie face up, side by side."""
    there = [each for each in tiles if each.card]
    if not there:
        return ""
    return emojis_of(each.sprite for each in there) or write([each.card for each in there])


def large(tiles: Sequence[Tile], write: Write) -> list[str]:
    """Return a hand as large as a message can show it, the making cards in front; as words these are bold."""
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
    """Return a rare event as a title and a sentence; nothing for None."""
    if moment is None:
        return []
    return [f"### {marked(moment.sprite, '')} {moment.title}".replace("  ", " "), moment.said]


def own_told(own: OwnBlock, write: Write) -> list[str]:
    """Return a viewer's cards, as large as possible; a few tiles with their meaning."""
    if not own.tiles:
        return []
    told = moment_told(own.moment)
    if len(own.tiles) > SHORT:
        return [*told, *large(own.tiles, write)]
    return [*told, f"## {in_a_line(own.tiles, write)} {own.title}"]


def laid_out(laid: HandLaid, mark: str, name: str, face: CardFormatter, *, is_large: bool) -> Iterator[str]:
    """Yield a shown hand: its player, its name and gain, and below that its cards if they are many."""
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


def _cards_laid(laid: HandLaid, face: CardFormatter, *, is_large: bool) -> Iterator[str]:
    """Yield the cards that make a hand, then the others; of many hands as words only the best one's."""
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
    """Return the pot; it begins a line, which a phone would otherwise break at its coin."""
    words = _("Pot {coin} **{pot}**").format(coin=marked("coin", ""), pot=number(pot))
    return words.replace("  ", " ")


def portion(part: Portion) -> str:
    """Return a part with its sign and its amount: ▲ Win **32**."""
    return f"{marked(part.sprite, part.letter)} {part.label} **{number(part.amount)}**".lstrip()


def field_told(field: Field) -> str:
    """Return rows by letter, columns by number; as words each place has two characters, with a legend."""
    lines = [emojis_of(each.sign for each in row) for row in field.in_rows()]
    if all(lines):
        head = "".join(each + COLUMN_SIGN for each in field.columns)
        # One character of code is as wide as any other, so that the columns are aligned.
        named = zip("·" + "".join(field.rows), (head, *lines), strict=True)
        return "\n".join(f"`{letter}` {line}" for letter, line in named)
    written = [
        f"{letter} " + " ".join(each.written for each in row)
        for letter, row in zip(field.rows, field.in_rows(), strict=True)
    ]
    told = "\n".join(["   " + "  ".join(field.columns), *written])
    return f"```\n{told}\n```\n-# " + " · ".join(field.legend)


def field_buttons(field: Field, table: int) -> tuple[ActionRow, ...]:
    """Return the field as a grid of buttons.

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
    """Return the cards that make the hand, and the others; if nothing makes it, all of them."""
    making = [each for each in tiles if each.look == "lit"] or list(tiles)
    return making, [each for each in tiles if each not in making]


def _evenly(tiles: Sequence[Tile]) -> list[Sequence[Tile]]:
    """Return rows of equal length, and no longer than a phone is wide."""
    count = -(-len(tiles) // ROW)
    return [tiles[len(tiles) * row // count : len(tiles) * (row + 1) // count] for row in range(count)]


SEVERAL = 2
MARKS = 12
"""The number of seats with a mark of their own."""


PAINTED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN")
"""The scripts in the painter's font."""


def unpainted(picture: Picture) -> str:
    """Return the names behind “Seat 3” in a picture that can't show them, as a small line; may be empty."""
    told = (
        f"{each.alias}: {shown(each.name)}" for each in picture.lanes if each.alias and not _is_painted(each)
    )
    names = " · ".join(told)
    return f"-# {names}" if names else ""


def _is_painted(lane: Lane) -> bool:
    """Return True if at least half of a name's letters can be painted."""
    letters = unicodedata.normalize("NFKC", lane.name).replace(" ", "")
    there = sum(each.isascii() or unicodedata.name(each, "").startswith(PAINTED_SCRIPTS) for each in letters)
    return 2 * there >= len(letters) > 0


def mark_of(seat: Seat) -> str:
    """Return a seat's sprite; a table with many changes of players has seats beyond the marks."""
    return f"seat_{seat}" if seat <= MARKS else "coin"


def seat_lane(seat: Seat, name: str, tiles: Iterable[Tile] = (), said: str = "", gain: int = 0) -> Lane:
    """Return the cards before a seat, with its mark and its player's name."""
    alias = _("Seat {number}").format(number=seat)
    return Lane(tuple(tiles), mark_of(seat), name, alias, said, change(gain) if gain else "")


def lane_told(lane: Lane, tiles: str = "") -> str:
    """Return a lane as a line of a picture's description, with its tiles as words."""
    name, tiles = isolated(lane.name), tiles or ", ".join(each.name for each in lane.tiles if each.name)
    first = ": ".join(filter(None, [name, tiles]))
    return ", ".join(filter(None, (first, lane.said, lane.manner, lane.bet, lane.gain)))


def table_picture(
    seats: Sequence[SeatBlock], centre: Centre, field: Field | None, track: Track | None
) -> Picture | None:
    """Return a table in mid-hand, for everybody; None if there are more seats than fit."""
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
        *(lane_told(_seat(each, each.there.on_field)) for each in seats),
        ", ".join(each.caption for each in centre.legend),
    ]
    picture = Picture(described(lines), lanes=lanes, pot=pot, stage=stage, field=field, track=track)
    return replace(picture, signs=centre.legend)


def _seat(seated: SeatBlock, shown_elsewhere: Sequence[str] = ()) -> Lane:
    there, stack = seated.there, "" if seated.stack is None else number(seated.stack)
    deeds = [plain(each) for each in (there.makes, *there.deed, *shown_elsewhere, *seated.standing)]
    dealer = _("dealer") if there.is_dealer else ""
    remark = quoted(seated.remark) if seated.remark else ""
    said = " · ".join(filter(None, [stack, dealer, *deeds, remark]))
    lane = seat_lane(seated.seat, seated.name, there.tiles, said, there.gain)
    return replace(
        lane,
        manner=seated.manner,
        tone="gold" if there.gain > 0 else "plain",
        bet=number(there.bet) if there.bet else "",
        sign="crown" if there.is_best else "pays" if there.is_paying else "",
        is_asked=seated.is_asked,
        is_out=there.has_folded or not seated.is_here,
    )


def _field_told(field: Field) -> str:
    """Return the places with a known fact; the others lie face down."""
    usual = field.places[0].tile.name if field.places else ""
    names = [each.tile.name for each in field.places]
    usual = max(set(names), key=names.count)
    said = [f"{each.name} {each.tile.name}" for each in field.places if each.tile.name != usual]
    return ", ".join([*said, _("otherwise {usual}").format(usual=usual)]) if said else usual


def own_picture(own: OwnBlock, field: Field | None = None) -> Picture | None:
    """Return a viewer's cards and remembered field; None for only a card, or nothing."""
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
    """Return the picture below a banner with the rare event."""
    if moment is None:
        return picture
    return replace(picture, title=moment.title, said=plain(moment.said), emblem=moment.sprite)


def result_picture(
    result: Result, others: Mapping[Seat, str], gains: Mapping[Seat, int], who: Callable[[Seat], Lane]
) -> Picture | None:
    """Return the shown hands, best first, and a thin row for each of the `others`, with the reason.

    `who` returns a seat's mark, its player's name, and their style of play.
    """
    laid = result.laid
    if not laid or len(laid) + len(others) > LANES_MAX:
        return None
    lanes = [_hand(each, who(each.seat)) for each in laid]
    for seat, said in others.items():
        gain = gains.get(seat, 0)
        lanes.append(replace(who(seat), said=said, gain=change(gain) if gain else "", is_out=True))
    lines = [*_moment_lines(result.moment), *map(lane_told, lanes)]
    return _with_moment(Picture(described(lines), lanes=tuple(lanes)), result.moment)


def _hand(laid: HandLaid, lane: Lane) -> Lane:
    said = " · ".join([plain(laid.makes), *(each.written for each in laid.takes)])
    gain = change(laid.gain) if laid.gain else ""
    tones = {each.tone for each in laid.takes}
    tone: Tone = "blue" if tones == {"blue"} else "gold" if laid.is_best else "plain"
    sign = "pays" if laid.is_paying else "crown" if laid.is_best and not laid.takes else ""
    return replace(lane, tiles=laid.tiles, said=said, gain=gain, tone=tone, sign=sign)
