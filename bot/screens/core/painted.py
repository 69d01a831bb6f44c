"""Blocks as pictures: a table in mid-hand, a viewer's own cards, and how a hand ended.

What a picture shows its description tells in the same order, and nothing else in the message does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.screens.core.blocks import Centre, HandLaid, Own, Rarity, Result, SeatBlock
from bot.screens.core.in_words import plain
from bot.screens.core.picture import LANES_MAX, Lane, Picture, described
from bot.screens.core.tiles import Field, Tile, Tone, Track
from bot.text.translate import _, change, isolated, number, quoted, shown
from games.engine.core.game import Seat

SEVERAL = 2
MARKS = 12
"""How many seats have a mark of their own."""


PAINTED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN")
"""Whose letters the painter's font has."""


def unpainted(picture: Picture) -> str:
    """Who is meant by “Seat 3” in a picture that can't show their name, as a small line; may be empty."""
    told = (
        f"{each.alias}: {shown(each.name)}" for each in picture.lanes if each.alias and not _is_painted(each)
    )
    names = " · ".join(told)
    return f"-# {names}" if names else ""


def _is_painted(lane: Lane) -> bool:
    """Whether at least half of a name's letters can be painted."""
    letters = unicodedata.normalize("NFKC", lane.name).replace(" ", "")
    there = sum(each.isascii() or unicodedata.name(each, "").startswith(PAINTED_SCRIPTS) for each in letters)
    return 2 * there >= len(letters) > 0


def mark_of(seat: Seat) -> str:
    """The sprite that stands for a seat; a table where many have come and gone has seats beyond the marks."""
    return f"seat_{seat}" if seat <= MARKS else "coin"


def seat_lane(seat: Seat, name: str, tiles: Iterable[Tile] = (), said: str = "", gain: int = 0) -> Lane:
    """What lies before a seat, with its mark and its player's name."""
    alias = _("Seat {number}").format(number=seat)
    return Lane(tuple(tiles), mark_of(seat), name, alias, said, change(gain) if gain else "")


def lane_told(lane: Lane, tiles: str = "") -> str:
    """A lane as a line of a picture's description, with its tiles in words."""
    name, tiles = isolated(lane.name), tiles or ", ".join(each.name for each in lane.tiles if each.name)
    first = ": ".join(filter(None, [name, tiles]))
    return ", ".join(filter(None, (first, lane.said, lane.manner, lane.bet, lane.gain)))


def table_picture(
    seats: Sequence[SeatBlock], centre: Centre, field: Field | None, track: Track | None
) -> Picture | None:
    """A table in mid-hand, for everybody to see; None if there are more seats than it has room for."""
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
        *map(lane_told, lanes),
        ", ".join(each.caption for each in centre.legend),
    ]
    picture = Picture(described(lines), lanes=lanes, pot=pot, stage=stage, field=field, track=track)
    return replace(picture, signs=centre.legend)


def _seat(seated: SeatBlock) -> Lane:
    there, stack = seated.there, "" if seated.stack is None else number(seated.stack)
    deeds = [plain(each) for each in (there.makes, *there.deed, *seated.standing)]
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
    """The places of which something is known; the others lie face down."""
    usual = field.places[0].tile.name if field.places else ""
    names = [each.tile.name for each in field.places]
    usual = max(set(names), key=names.count)
    said = [f"{each.name} {each.tile.name}" for each in field.places if each.tile.name != usual]
    return ", ".join([*said, _("otherwise {usual}").format(usual=usual)]) if said else usual


def own_picture(own: Own, field: Field | None = None) -> Picture | None:
    """What a viewer holds, and what of the field they remember; None if that is but a card, or nothing."""
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
    """The picture below a banner that tells what is rare."""
    if moment is None:
        return picture
    return replace(picture, title=moment.title, said=plain(moment.said), emblem=moment.sprite)


def result_picture(
    result: Result, others: Mapping[Seat, str], gains: Mapping[Seat, int], who: Callable[[Seat], Lane]
) -> Picture | None:
    """The hands that were laid down, best first, and a thin row for each of the `others`, with why.

    `who` has a seat's mark, its player's name, and in what manner they play.
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
