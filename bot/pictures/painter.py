"""A picture from its value to a PNG.

Where things are put follows from what there is: a few short rows stand side by side, the cards of one hand
are large with what they make below, and seats lie one below the other, higher the fewer they are.

While the bot plays on, pictures are painted in a thread, one after the other, and kept by what they show.
Under load they are the first to go: where too many are waiting, the next are left out.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.lettering import (
    SIZE_BESIDE,
    SIZE_MIN,
    STROKE,
    curve,
    fitted,
    font,
    height_of,
    in_lines,
    paintable,
    wrapped,
)
from bot.pictures.tiles import (
    CREAM,
    FILLS,
    GREY,
    INK,
    INKS,
    PLATES,
    RING,
    WIDTH,
    breadth,
    felt,
    in_few_colours,
    plate,
    tile,
)
from bot.screens.core.picture import SHORT, Gauge, Lane, Picture, Plot, Portion, Tile

PACKING = 5
"""How thoroughly pixels are packed, which is half of painting: at 3 the largest are beyond 60 KB, at 9 it
takes seven times as long."""
MARGIN = 32
WITHIN = WIDTH - 2 * MARGIN
BESIDE = 5
"""Tiles that have room beside a name."""
A_ROW = 6
"""Large tiles side by side."""
A_NAMED_ROW = 4
"""Those with names below them, which a phone has to show."""
NAMED_SIDE = 224
"""How large tiles with names are; larger, ten of them take more than 60 KB."""
CAPTION, NAME = 44, 38
"""The height of the two lines below a tile."""
GAP = 8
"""Pixels between two tiles."""
ROOMY_ROWS = 4
HEIGHTS = ((4, 142), (7, 118), (12, 84))
"""How high rows are, if there are at most so many."""
NAME_LEFT = MARGIN + 84
COLUMN_LEFT = 500
"""Where names end at the latest, if all are short."""
GAIN_SIZE = 46
LINE_BELOW = 48
LINE_LEAST, LINE_MOST = 36, 46
"""Pixels from line to line beside tiles."""
TALL = 110
"""How high a row has to be for a name of two lines."""
BAR_PADDING = 44
"""Pixels beside the words in a part of the bar."""
COINS_MAX = 5
PLOT_HEIGHT, PLOT_EDGE = 230, 54
GAUGE_HEIGHT = 58
STEPS = {1: 200, 2: 150, 3: 110}
"""How high the steps of a podium are."""


def paint(picture: Picture) -> bytes:
    """The picture as a PNG; the same bytes for equal pictures."""
    page = _Page()
    if picture.title:
        page.banner(picture)
    if picture.plot is not None:
        page.plot(picture.plot)
    page.gauges(picture.gauges, picture.legend)
    lanes = picture.lanes
    if any(each.step for each in lanes):
        page.podium([each for each in lanes if each.step])
    elif picture.is_of_short_hands:
        page.side_by_side(lanes, picture.coins)
    else:
        for each in lanes:
            if not each.mark:
                page.hand(each)
            elif len(each.tiles) > BESIDE:
                page.long_row(each, len(lanes))
            else:
                page.row(each, lanes)
    if picture.bar:
        page.bar(picture.bar)
    return page.finished()


class _Page:
    """What is painted so far, down to `y`."""

    def __init__(self) -> None:
        self._image = felt()
        self._draw = ImageDraw.Draw(self._image)
        self._y = 20

    def finished(self) -> bytes:
        """The page, cut off where it ends."""
        packed = BytesIO()
        page = in_few_colours(self._image.crop((0, 0, WIDTH, self._y + 12)))
        page.save(packed, "PNG", compress_level=PACKING)
        return packed.getvalue()

    def banner(self, picture: Picture) -> None:
        """What happened, in a plate across the page."""
        top, emblem = self._y, picture.emblem
        said = wrapped(picture.said, 36, WITHIN - 48, lines=2)
        title, face = in_lines(picture.title, 54, WITHIN - 48, lines=2)
        bottom = top + 52 + 48 * len(title) + (88 if emblem else 0) + 44 * len(said)
        plate(self._image, (MARGIN, top, WIDTH - MARGIN, bottom), PLATES["plain"])
        y = top + 16
        if emblem:
            self._paste(tile(emblem, 104, "plain"), WIDTH // 2, y + 36)
            y += 88
        for line in title:
            self._draw.text((WIDTH // 2, y + 34), line, CREAM, face, "mm")
            y += 48
        for index, line in enumerate(said):
            self._words(line, (WIDTH // 2, y + 42 + 44 * index), 36, GREY, WITHIN - 48, "mm")
        self._y = bottom + 16

    def side_by_side(self, lanes: Sequence[Lane], coins: int) -> None:
        """One or two short hands, large, with the coins that pass between them."""
        between = 150 if coins else 0
        width = (WIDTH - between) // len(lanes)
        most = max(len(each.tiles) for each in lanes)
        broadest = max(_broadest(each.tiles) for each in lanes)
        side = min(220, int(((width - 64) / most - GAP) / broadest))
        top, below = self._y, max(_lines_below(each, width - 48) for each in lanes) * LINE_BELOW
        for index, lane in enumerate(lanes):
            left = index * (width + between)
            if lane.tone != "plain":
                box = (left + 12, top, left + width - 12, top + side + below + 40)
                plate(self._image, box, PLATES[lane.tone])
            self._tiles(lane.tiles, left + width // 2, top + 14, side)
            self._below(lane, left + width // 2, top + side + 48, width - 48)
        for index in range(min(coins, COINS_MAX)):
            left = WIDTH // 2 - 15 * (min(coins, COINS_MAX) - 1)
            self._paste(tile("coin", 64, "plain"), left + 30 * index, top + 14 + side // 2)
        self._y = top + side + below + 48

    def _below(self, lane: Lane, centre: int, y: int, width: int) -> None:
        """A name with its mark, what is said and what is gained, centred below the tiles."""
        name, face = _name_below(lane, width)
        mark = 56 if lane.mark else 0
        left = centre - (max((int(face.getlength(each)) for each in name), default=0) + mark) // 2
        if lane.mark and name:
            self._paste(tile(lane.mark, 46, "plain"), left + 22, y)
        for each in name:
            self._draw.text((left + mark, y), each, CREAM, face, "lm")
            y += LINE_BELOW
        if lane.said:
            self._words(lane.said, (centre, y), 36, GREY, width, "mm")
            y += LINE_BELOW
        self._words(lane.gain, (centre, y), 42, INKS[lane.tone], width, "mm")

    def hand(self, lane: Lane) -> None:
        """The cards of one hand, large, and below them what they make."""
        is_captioned = any(each.caption for each in lane.tiles)
        most = A_NAMED_ROW if is_captioned else A_ROW
        rows = _evenly(lane.tiles, -(-len(lane.tiles) // most))
        columns = max(map(len, rows), default=1)
        # Names need the margins, too.
        pitch = (WIDTH - 2 * GAP if is_captioned else WITHIN) // columns
        side = min(NAMED_SIDE if is_captioned else 240, int((pitch - 2 * RING) / _broadest(lane.tiles)))
        for some in rows:
            self._tiles(some, WIDTH // 2, self._y, side, pitch)
            self._y += side + 10
            if is_captioned:
                self._captions(some, pitch)
        if lane.name:
            name, face = fitted(lane.name, 56, WITHIN)
            self._draw.text((MARGIN, self._y + 36), name, CREAM, face, "lm")
            taken = int(face.getlength(name)) + 28
            self._words(lane.said, (MARGIN + taken, self._y + 40), 36, GREY, WITHIN - taken, "lm")
            self._y += 76
        if lane.gain:
            self._words(lane.gain, (MARGIN, self._y + 22), 38, INKS["gold"], WITHIN, "lm")
            self._y += 56

    def _captions(self, tiles: Sequence[Tile], pitch: int) -> None:
        """The two lines below each tile; the second, a name, may take two more in full."""
        left = (WIDTH - pitch * len(tiles)) // 2 + pitch // 2
        names = [wrapped(paintable(each.said, each.alias), NAME, pitch - 4, lines=3) for each in tiles]
        for index, each in enumerate(tiles):
            ink = GREY if each.look == "dim" else CREAM
            x = left + index * pitch
            self._words(each.caption, (x, self._y + CAPTION // 2), CAPTION, ink, pitch - 8, "mm")
            for row, line in enumerate(names[index]):
                y = self._y + CAPTION + NAME // 2 + 4 + (NAME + 2) * row
                self._words(line, (x, y), NAME, GREY, pitch - 4, "mm")
        self._y += CAPTION + 14 + (NAME + 2) * max(map(len, names))

    def row(self, lane: Lane, lanes: Sequence[Lane]) -> None:
        """A seat: name and words on the left, up to five tiles on the right."""
        is_short = len(lane.tiles) <= SHORT
        height = next(height for most, height in HEIGHTS if len(lanes) <= most)
        if lane.gain and not is_short:
            height = max(height, 130)
        side = min(height - 20, 112)
        tiles_left = WIDTH - MARGIN - 8 - _pitch(lane.tiles, side) * len(lane.tiles)
        below = [(lane.said, GREY), (lane.gain, INKS[lane.tone])]
        if is_short:
            tiles_left, below = _column(lane, lanes, side), below[:1]
        below = [line for line in below if line[0]]
        room, size = tiles_left - NAME_LEFT - 16, min(height // (1 + len(below)), LINE_MOST) - 2
        name, face = in_lines(paintable(lane.name, lane.alias), size, room, lines=2 if height > TALL else 1)
        count = len(name) + len(below)
        height = max(height, LINE_LEAST * count)
        middle, step = self._plate(lane, height), min(height // count, LINE_MOST)
        y = middle - (count - 1) * step // 2
        for each in name:
            self._draw.text((NAME_LEFT, y), each, CREAM, face, "lm")
            y += step
        for words, ink in below:
            self._words(words, (NAME_LEFT, y), max(step - 8, SIZE_MIN), ink, room, "lm")
            y += step
        self._paste(tile(lane.mark, 60, "plain"), MARGIN + 40, middle)
        self._tiles_from(lane.tiles, tiles_left, middle, side)
        if is_short:
            self._words(lane.gain, (WIDTH - MARGIN - 12, middle), GAIN_SIZE, INKS[lane.tone], 160, "rm")
        self._y += height + 6

    def long_row(self, lane: Lane, count: int) -> None:
        """A seat with many cards: its words above them."""
        pitch = (WITHIN - 8) // len(lane.tiles)
        side = int((pitch - 2 * RING) / _broadest(lane.tiles))
        head, size = (66, 42) if count <= ROOMY_ROWS else (54, 38)
        middle = self._plate(lane, head + side + 14) - (side + 14) // 2
        self._paste(tile(lane.mark, size + 4, "plain"), MARGIN + 28, middle)
        said, said_face = fitted(lane.said, size, 360)
        gain, gain_face = fitted(lane.gain, size - 4, 170)
        taken = int(said_face.getlength(said) + gain_face.getlength(gain)) + 60
        name, face = fitted(paintable(lane.name, lane.alias), size, WITHIN - 64 - taken)
        said_left = max(470, MARGIN + 64 + int(face.getlength(name)) + 24)
        self._draw.text((MARGIN + 64, middle), name, CREAM, face, "lm")
        self._draw.text((said_left, middle), said, INKS[lane.tone], said_face, "lm")
        self._draw.text((WIDTH - MARGIN - 12, middle), gain, INKS["gold"], gain_face, "rm")
        self._tiles_from(lane.tiles, MARGIN + 4, self._y + head + side // 2, side, pitch)
        self._y += head + side + 22

    def podium(self, lanes: Sequence[Lane]) -> None:
        """The best on their steps: the first in the middle."""
        best, *others = lanes
        ordered = [*others[:1], best, *others[1:]]
        width = min(WITHIN // len(ordered), 420)
        names = [in_lines(paintable(each.name, each.alias), 42, width - 16, lines=2) for each in ordered]
        left, floor = (WIDTH - width * len(ordered)) // 2, self._y + 200 + STEPS[1]
        floor += max(0, max(len(lines) for lines, _face in names) - 1) * LINE_MOST
        for lane, (lines, face) in zip(ordered, names, strict=True):
            top, centre = floor - STEPS.get(lane.step, 80), left + width // 2
            plate(self._image, (left + 8, top, left + width - 8, floor + 20), PLATES[lane.tone])
            self._words(str(lane.step), (centre, top + 56), 80, INKS[lane.tone], width, "mm")
            above = top - 70
            for each in reversed(lines):
                self._draw.text((centre, above), each, CREAM, face, "mm")
                above -= LINE_MOST
            for prize in lane.tiles:
                self._paste(tile(prize.sprite, 96, prize.look), centre, above - 30)
            self._words(lane.gain or lane.said, (centre, top - 26), 36, INKS["gold"], width - 16, "mm")
            left += width
        self._y = floor

    def bar(self, portions: Sequence[Portion]) -> None:
        """How coins are divided, as parts of one bar."""
        height, size = 68, 40
        whole = sum(each.amount for each in portions) or 1
        shown = [each for each in portions if each.amount]
        least = [int(font(size).getlength(each.label)) + BAR_PADDING for each in shown]
        spare = max(0, WITHIN - sum(least))
        left = MARGIN
        for index, each in enumerate(shown):
            is_last = index == len(shown) - 1
            right = WIDTH - MARGIN if is_last else left + least[index] + spare * each.amount // whole
            box = (left, self._y + 6, right - (0 if is_last else 6), self._y + 6 + height)
            plate(self._image, box, FILLS[each.tone], 14)
            self._words(each.label, (left + 22, self._y + 41), size, INK, right - left - 34, "lm")
            left = right
        self._y += height + 24

    def plot(self, plot: Plot) -> None:
        """Curves on a plate; the words of its sides stand above and below, where no curve runs."""
        for each in (each for each in plot.curves if each.name):
            left, middle = MARGIN + 84, self._y + 24
            self._draw.line((MARGIN + 12, middle, left - 16, middle), FILLS[each.tone], STROKE)
            words = f"{paintable(each.name, each.alias)} {each.said}"
            self._words(words, (left, middle), 40, INKS[each.tone], WITHIN - 90, "lm")
            self._y += 50
        top, bottom = self._y, self._y + PLOT_HEIGHT + 2 * PLOT_EDGE
        plate(self._image, (MARGIN, top, WIDTH - MARGIN, bottom), PLATES["plain"])
        left, right, half = MARGIN + 20, WIDTH - MARGIN - 20, WITHIN // 2
        self._words(plot.most, (left, top + 28), 36, CREAM, half, "lm")
        self._words(plot.least, (left, bottom - 28), 36, CREAM, half, "lm")
        self._words(plot.days, (right, bottom - 28), SIZE_MIN, GREY, half, "rm")
        inner = (left, top + PLOT_EDGE, right, bottom - PLOT_EDGE)
        zero = height_of(0, plot, inner)
        self._draw.line((left, zero, right, zero), GREY, 2)
        for each in plot.curves:
            curve(self._image, each, plot, inner)
        self._y = bottom + 16

    def gauges(self, gauges: Sequence[Gauge], legend: str) -> None:
        """A bar for each, with a stroke where chance would end it."""
        left, width, height = MARGIN + 320, 400, 34
        if legend:
            self._words(legend, (WIDTH - MARGIN - 8, self._y + 20), SIZE_MIN, GREY, WITHIN - 16, "rm")
            self._y += 42
        for each in gauges:
            middle = self._y + GAUGE_HEIGHT // 2
            top, bottom = middle - height // 2, middle + height // 2
            self._words(each.name, (MARGIN + 8, middle), 36, CREAM, 300, "lm")
            plate(self._image, (left, top, left + width, bottom), PLATES["plain"], 8)
            if filled := width * each.share // 1000:
                plate(self._image, (left, top, left + max(filled, 16), bottom), FILLS["gold"], 8)
            if each.usual is not None:
                x = left + width * each.usual // 1000
                self._draw.rectangle((x - 3, top - 8, x + 2, bottom + 8), CREAM)
            self._words(each.said, (WIDTH - MARGIN - 8, middle), 36, CREAM, 230, "rm")
            self._y += GAUGE_HEIGHT
        self._y += 12 if gauges else 0

    def _plate(self, lane: Lane, height: int) -> int:
        """The ground of a row, unless it is like the others; the row's middle."""
        if lane.tone != "plain":
            plate(
                self._image, (MARGIN - 12, self._y, WIDTH - MARGIN + 12, self._y + height), PLATES[lane.tone]
            )
        return self._y + height // 2

    def _tiles(
        self, tiles: Sequence[Tile], centre: int, top: int, side: int, pitch: int | None = None
    ) -> None:
        apart = pitch or _pitch(tiles, side)
        left = centre - apart * len(tiles) // 2
        self._tiles_from(tiles, left, top + side // 2, side, apart)

    def _tiles_from(
        self, tiles: Sequence[Tile], left: int, middle: int, side: int, pitch: int | None = None
    ) -> None:
        """Tiles from the left on, each in the middle of its place."""
        apart = pitch or _pitch(tiles, side)
        for index, each in enumerate(tiles):
            self._paste(tile(each.sprite, side, each.look), left + apart * index + apart // 2, middle)

    def _paste(self, drawn: Image.Image, x: int, y: int) -> None:
        self._image.paste(drawn, (x - drawn.width // 2, y - drawn.height // 2), drawn)

    def _words(self, words: str, at: tuple[int, int], size: int, ink: str, width: int, anchor: str) -> None:
        if words:
            told, face = fitted(words, size, width)
            self._draw.text(at, told, ink, face, anchor)


def _evenly(tiles: Sequence[Tile], count: int) -> list[Sequence[Tile]]:
    """So many rows, the longer ones first."""
    rows: list[Sequence[Tile]] = []
    for left in range(count, 0, -1):
        length = -(-len(tiles) // left)
        rows.append(tiles[:length])
        tiles = tiles[length:]
    return rows


def _name_below(lane: Lane, width: int) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """A name below tiles, in up to two lines; none where there is no name."""
    lines, face = in_lines(paintable(lane.name, lane.alias), 42, width - 60, lines=2)
    return (lines if lane.name else []), face


def _lines_below(lane: Lane, width: int) -> int:
    return len(_name_below(lane, width)[0]) + bool(lane.said) + bool(lane.gain)


def _column(lane: Lane, among: Sequence[Lane], side: int) -> int:
    """Where few tiles begin in their row: to the right of the longest name, as far as there is room.

    Without any, words may go as far as what is gained.
    """
    if not lane.tiles:
        return WIDTH - MARGIN - 40 - int(font(GAIN_SIZE).getlength(lane.gain))
    alike = [each for each in among if len(each.tiles) <= SHORT]
    names = (font(SIZE_BESIDE).getlength(paintable(each.name, each.alias)) for each in alike)
    gains = (font(GAIN_SIZE).getlength(each.gain) for each in alike)
    taken = max(_pitch(each.tiles, side) * len(each.tiles) for each in alike) + int(max(gains)) + 40
    needed = NAME_LEFT + int(max(names)) + 20
    return max(COLUMN_LEFT, min(needed, WIDTH - MARGIN - taken))


def _broadest(tiles: Sequence[Tile]) -> float:
    return max((breadth(each.sprite) for each in tiles), default=1.0)


def _pitch(tiles: Sequence[Tile], side: int) -> int:
    """From the middle of a tile to that of the next."""
    return int(side * _broadest(tiles)) + GAP


log = logging.getLogger(__name__)

WAITING_MAX = 4
"""Pictures that wait to be painted, the one in work included."""
KEPT_BYTES_MAX = 4_000_000


class Studio:
    """Paints pictures and keeps the latest."""

    def __init__(self, paint: Callable[[Picture], bytes] = paint) -> None:
        self._paint = paint
        self.observer: Callable[[float], None] | None = None
        """Told, in the painting thread, how many seconds a picture took."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[Picture, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._coming: dict[Picture, asyncio.Task[bytes | None]] = {}

    async def painted(self, picture: Picture, within: float | None = None) -> bytes | None:
        """The picture as a PNG; None if it takes more seconds than `within`, or if too many are waiting."""
        if picture in self._kept:
            self._kept.move_to_end(picture)
            return self._kept[picture]
        if picture not in self._coming:
            if len(self._coming) >= WAITING_MAX:
                return None
            self._coming[picture] = asyncio.create_task(self._work(picture))
        done, _ = await asyncio.wait([self._coming[picture]], timeout=within)
        return done.pop().result() if done else None

    def stop(self) -> None:
        """Paint nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        for task in self._coming.values():
            task.cancel()

    async def _work(self, picture: Picture) -> bytes | None:
        try:
            content = await asyncio.get_running_loop().run_in_executor(self._thread, self._timed, picture)
        except Exception:
            # The message says the same in words.
            log.exception("a picture could not be painted")
            return None
        finally:
            del self._coming[picture]
        self._kept[picture] = content
        self._kept_bytes += len(content)
        while self._kept_bytes > KEPT_BYTES_MAX:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)
        return content

    def _timed(self, picture: Picture) -> bytes:
        began = time.perf_counter()
        content = self._paint(picture)
        if self.observer is not None:
            self.observer(time.perf_counter() - began)
        return content
