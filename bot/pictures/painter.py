"""Paints a picture's value as a PNG.

The content decides the layout: a few short rows are side by side; the cards of a single hand are large, with
their meaning below; seats are one below the other, and their rows are the higher the fewer they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.pictures import row_layout as measured
from bot.pictures import text
from bot.pictures.canvas import Canvas
from bot.pictures.row_layout import (
    GAIN_SIZE,
    GAP,
    MARGIN,
    NAME_LEFT,
    broadest,
    pitch_of,
    said_in_lines,
    with_painted_cards,
)
from bot.pictures.text import SIZE_BESIDE, SIZE_MIN, STROKE, fitted, font, in_lines, paintable, wrapped
from bot.pictures.tiles import CREAM, FILLS, GREY, INK, INKS, PLATES, RING, WIDTH, Box
from bot.screens.core.picture import SHORT, Gauge, Lane, Picture, Plot
from bot.screens.core.tiles import Field, Portion, Tile, Track

INNER_WIDTH = WIDTH - 2 * MARGIN
BESIDE, TILES_WIDTH = 5, 560
"""The number of tiles that fit beside a name, and their maximum total width."""
CAPTIONED_ROW_MAX, NAMED_ROW_MAX = 5, 4
"""The maximum numbers of tiles in a row with captions, or with names, so that a phone can show them."""
WINNERS_SIDE = 160
NAMED_SIDE = 224
"""The side of tiles with names; with larger ones a picture of ten takes more than 60 KB."""
CAPTION, NAME = 44, 38
"""The height of the two lines below a tile."""
CAPTION_GAP = 4
"""Minimum pixels between the captions of two tiles."""
ROOMY_ROWS = 4
HEIGHTS = ((4, 142), (7, 118), (12, 84))
"""Row heights by the maximum number of rows; below a pot or a track there is room for less."""
HEIGHT_LAID, LAID_MAX = 162, 4
"""The height of rows with cards, for at most `LAID_MAX` rows: a phone shows such cards 36 pixels high."""
HEIGHT_BELOW = 104
LINE_BELOW = 48
LINE_LEAST, LINE_NAMED, LINE_MOST = 36, 40, 46
"""Pixels from line to line beside tiles: the least, the least with a name of full size, and the most."""
TALL = 110
"""The minimum height of a row for a name of two lines."""
BAR_PADDING = 44
"""Pixels beside the text in a part of the bar."""
COINS_MAX = 5
PLOT_HEIGHT, PLOT_EDGE = 230, 54
GAUGE_HEIGHT = 58
CARD_SIDE = measured.CARD
"""The side of a card in a field: a phone shows five of them 40 pixels wide each."""
OWN_CARD_SIDE = 144
"""The side of a card in a field on a user's panel, where buttons and text leave less room."""
COLUMN_PITCH = 161
"""The distance from column to column; a card is narrower than high."""
ROW_NAMES_AT, FIELD_LEFT = 32, 60
PILES_AT, PILES_WIDTH = 950, 164
"""The middle of the column beside a field, and the maximum width of its text."""
CELL_WIDTH = INNER_WIDTH // 2
CELL_ROOM = CELL_WIDTH - 68
"""The width of a seat below a field, two of which are side by side; and the width of its text."""
CELL_NAME, CELL_SAID = 46, 42
CELL_HEAD = CELL_NAME + 10
CELLS_HEIGHT, CELL_LINES_MAX = 456, 4
"""The maximum height of all seats below a field, and the number of text lines of each."""
SMALL_MARK, SIGN = 52, 54
STEPS = {1: 200, 2: 150, 3: 110}
"""The heights of the steps of a podium."""


def paint(picture: Picture) -> bytes:
    """Return the picture as a PNG; the same bytes for equal pictures."""
    page = _Page()
    if picture.title or picture.said:
        page.banner(picture)
    if picture.plot is not None:
        page.plot(picture.plot)
    page.gauges(picture.gauges, picture.legend)
    if picture.stage or (picture.pot and picture.field is None):
        page.middle(picture)
    if picture.track is not None:
        page.track(picture.track)
    if picture.field is None:
        page.lanes(picture.lanes, picture)
    else:
        page.field(picture.field, picture)
    if picture.bar:
        page.bar(picture.bar)
    page.signs(picture.signs)
    return page.finished()


class _Page:
    """A page that is being painted from the top down; `_y` is where the next part begins."""

    def __init__(self) -> None:
        self._draw = Canvas()
        self._y = 20

    def finished(self) -> bytes:
        """Return the page, as high as its content."""
        return self._draw.painted(self._y + 12)

    def lanes(self, lanes: Sequence[Lane], picture: Picture) -> None:
        """Paint the lanes: the rows of seats, short hands side by side, a single hand, or a podium."""
        if any(each.step for each in lanes):
            self.podium([each for each in lanes if each.step])
            return
        if lanes and picture.is_of_short_hands:
            self.side_by_side(lanes, picture.coins)
            return
        lanes = [with_painted_cards(each) for each in lanes]
        least = measured.height_of_few(lanes, is_under_way=bool(picture.pot))
        side = measured.side_below_words(lanes)
        for each in lanes:
            if not each.mark:
                self.hand(each)
            elif measured.is_large(each):
                self.winner(each)
            elif len(each.tiles) > (SHORT if side else BESIDE):
                self.long_row(each, len(lanes), side or WINNERS_SIDE)
            else:
                is_below = bool(picture.pot or picture.track) and not each.tiles
                self.row(each, lanes, least, HEIGHT_BELOW if is_below else HEIGHT_LAID)

    def banner(self, picture: Picture) -> None:
        """Paint an event in a plate across the page."""
        top, emblem = self._y, picture.emblem
        said = wrapped(picture.said, 36, INNER_WIDTH - 48, lines=2)
        title, face = in_lines(picture.title, 54, INNER_WIDTH - 48, lines=2)
        title = title if picture.title else []
        bottom = top + 52 + 48 * len(title) + (88 if emblem else 0) + 44 * len(said)
        self._draw.plate((MARGIN, top, WIDTH - MARGIN, bottom), PLATES["plain"])
        y = top + 16
        if emblem:
            self._draw.tile(emblem, 104, "plain", (WIDTH // 2, y + 36))
            y += 88
        for line in title:
            self._draw.text((WIDTH // 2, y + 34), line, CREAM, face, "mm")
            y += 48
        for index, line in enumerate(said):
            self._words(line, (WIDTH // 2, y + 42 + 44 * index), 36, GREY, INNER_WIDTH - 48, "mm")
        self._y = bottom + 16

    def side_by_side(self, lanes: Sequence[Lane], coins: int) -> None:
        """Paint one or two short hands, large, with the coins that pass between them."""
        between = 150 if coins else 0
        width = (WIDTH - between) // len(lanes)
        most = max(len(each.tiles) for each in lanes)
        breadth = max(broadest(each.tiles) for each in lanes)
        side = min(220, int(((width - 64) / most - GAP) / breadth))
        top, below = self._y, max(measured.lines_below(each, width - 24) for each in lanes) * LINE_BELOW
        for index, lane in enumerate(lanes):
            left = index * (width + between)
            if lane.tone != "plain":
                box = (left + 12, top, left + width - 12, top + side + below + 40)
                self._draw.plate(box, PLATES[lane.tone])
            self._tiles(lane.tiles, left + width // 2, top + 14, side)
            self._below(lane, left + width // 2, top + side + 48, width - 24)
        for index in range(min(coins, COINS_MAX)):
            left = WIDTH // 2 - 15 * (min(coins, COINS_MAX) - 1)
            self._draw.tile("coin", 64, "plain", (left + 30 * index, top + 14 + side // 2))
        self._y = top + side + below + 48

    def _below(self, lane: Lane, centre: int, y: int, width: int) -> None:
        """Paint a name with its mark, text and gain, centred below the tiles."""
        name, face = measured.name_below(lane, width)
        mark = 56 if lane.mark else 0
        left = centre - (max((int(face.getlength(each)) for each in name), default=0) + mark) // 2
        if lane.mark and name:
            self._draw.tile(lane.mark, 46, "plain", (left + 22, y))
        for each in name:
            self._draw.text((left + mark, y), each, CREAM, face, "lm")
            y += LINE_BELOW
        for each in said_in_lines(lane, width, measured.SAID_BELOW):
            self._words(each, (centre, y), 36, GREY, width, "mm")
            y += LINE_BELOW
        self._words(lane.gain, (centre, y), 42, INKS[lane.tone], width, "mm")

    def hand(self, lane: Lane) -> None:
        """Paint the cards of one hand, large, and below them their meaning."""
        self._large(lane.tiles)
        if lane.name:
            name, face = fitted(lane.name, 56, INNER_WIDTH)
            self._draw.text((MARGIN, self._y + 36), name, CREAM, face, "lm")
            taken = int(face.getlength(name)) + 28
            self._words(lane.said, (MARGIN + taken, self._y + 40), 36, GREY, INNER_WIDTH - taken, "lm")
            self._y += 76
        if lane.gain:
            self._words(lane.gain, (MARGIN, self._y + 22), 38, INKS["gold"], INNER_WIDTH, "lm")
            self._y += 56

    def winner(self, lane: Lane) -> None:
        """Paint the best of many cards: text above them, and all of them large."""
        top, head = self._y, 58
        middle = top + head // 2
        rows = -(-len(lane.tiles) // CAPTIONED_ROW_MAX)
        side = self._side(lane.tiles, (WIDTH - 2 * GAP) // CAPTIONED_ROW_MAX, WINNERS_SIDE)
        bottom = top + head + rows * (side + 10 + CAPTION + 14) + 8
        self._draw.plate((MARGIN - 20, top, WIDTH - MARGIN + 20, bottom), PLATES[lane.tone])
        self._draw.tile(lane.mark, SMALL_MARK, "plain", (MARGIN + 28, middle))
        gain, gain_face = fitted(lane.gain, GAIN_SIZE, 200)
        room = INNER_WIDTH - 64 - int(gain_face.getlength(gain)) - 24
        name, face = fitted(paintable(lane.name, lane.alias), 44, room)
        self._draw.text((MARGIN + 64, middle), name, CREAM, face, "lm")
        taken = int(face.getlength(name)) + 24
        self._words(lane.said, (MARGIN + 64 + taken, middle), 40, GREY, room - taken, "lm")
        self._draw.text((WIDTH - MARGIN - 8, middle), gain, INKS[lane.tone], gain_face, "rm")
        self._y = top + head
        self._large(lane.tiles, WINNERS_SIDE)
        self._y = bottom + 8

    def _side(self, tiles: Sequence[Tile], pitch: int, most: int) -> int:
        return min(most, int((pitch - 2 * RING) / broadest(tiles)))

    def _large(self, tiles: Sequence[Tile], side_max: int = 240) -> None:
        """Paint tiles in rows of a few, with their captions."""
        is_captioned, is_named = any(each.caption for each in tiles), any(each.said for each in tiles)
        most = NAMED_ROW_MAX if is_named else CAPTIONED_ROW_MAX if is_captioned else measured.LARGE_ROW_MAX
        rows = measured.evenly(tiles, -(-len(tiles) // most))
        columns = max(map(len, rows), default=1)
        # Names need the margins, too.
        pitch = (WIDTH - 2 * GAP if is_captioned else INNER_WIDTH) // columns
        side = self._side(tiles, pitch, min(side_max, NAMED_SIDE) if is_captioned else side_max)
        for tiles_in_row in rows:
            self._tiles(tiles_in_row, WIDTH // 2, self._y, side, pitch)
            self._y += side + 10
            if is_captioned:
                self._captions(tiles_in_row, pitch)

    def _captions(self, tiles: Sequence[Tile], pitch: int) -> None:
        """Paint the two lines below each tile; the second, a name, may take two more in full."""
        left = (WIDTH - pitch * len(tiles)) // 2 + pitch // 2
        names = [
            wrapped(paintable(each.said, each.alias), NAME, pitch - CAPTION_GAP, lines=3) for each in tiles
        ]
        for index, each in enumerate(tiles):
            ink = GREY if each.look == "dim" else CREAM
            x = left + index * pitch
            self._words(each.caption, (x, self._y + CAPTION // 2), CAPTION, ink, pitch - CAPTION_GAP, "mm")
            for row, line in enumerate(names[index]):
                y = self._y + CAPTION + NAME // 2 + 4 + (NAME + 2) * row
                self._words(line, (x, y), NAME, GREY, pitch - CAPTION_GAP, "mm")
        named = max(map(len, names)) if any(each.said for each in tiles) else 0
        self._y += CAPTION + 14 + (NAME + 2) * named

    def middle(self, picture: Picture) -> None:
        """Paint the pot with a pile of coins, and the stage of the hand."""
        top, left = self._y, MARGIN
        if picture.pot:
            for index in range(COINS_MAX):
                self._draw.tile("coin", 56, "plain", (left + 34, top + 68 - 11 * index))
            pot, face = fitted(picture.pot, 64, INNER_WIDTH // 2)
            self._draw.text((left + 84, top + 52), pot, CREAM, face, "lm")
            left += 84 + int(face.getlength(pot)) + 32
        lines = wrapped(picture.stage, 36, WIDTH - MARGIN - left, lines=2)
        for index, line in enumerate(lines):
            y = top + 52 + 44 * index - 22 * (len(lines) - 1)
            self._words(line, (WIDTH - MARGIN, y), 36, GREY, WIDTH - MARGIN - left, "rm")
        self._y += 108

    def track(self, track: Track) -> None:
        """Paint a track: its range, its current value, and an arc for each earlier change."""
        top, count = self._y + 56, track.most - track.least + 1
        pitch = (INNER_WIDTH - 40) // count
        self._draw.plate((MARGIN, top, WIDTH - MARGIN, top + 84), PLATES["plain"], 40)

        def x_of(value: int) -> int:
            return MARGIN + 20 + pitch * (value - track.least) + pitch // 2

        for value in range(track.least, track.most + 1):
            self._words(str(value), (x_of(value), top + 42), 44, GREY, pitch, "mm")
        for before, after in pairwise((*track.past, track.now)):
            left, right = sorted((x_of(before), x_of(after)))
            if left < right:
                self._draw.arc((left, top - 44, right, top + 60), FILLS["gold"], 5)
        x = x_of(track.now)
        self._draw.ellipse((x - 46, top - 4, x + 46, top + 88), FILLS["gold"])
        self._words(str(track.now), (x, top + 42), 60, INK, pitch, "mm")
        self._y = top + 104

    def field(self, field: Field, picture: Picture) -> None:
        """Paint a field, with single cards and piles beside it, and the seats below it."""
        seats = [each for each in picture.lanes if each.mark]
        top, side = self._y, CARD_SIDE if seats else OWN_CARD_SIDE
        pitch = side + 4
        for index, digit in enumerate(field.columns):
            x = FIELD_LEFT + COLUMN_PITCH * index + COLUMN_PITCH // 2
            self._words(digit, (x, top + 24), 44, GREY, COLUMN_PITCH, "mm")
        for row, (letter, places) in enumerate(zip(field.rows, field.in_rows(), strict=True)):
            y = top + 48 + pitch * row + pitch // 2
            self._words(letter, (ROW_NAMES_AT, y), 44, GREY, 40, "mm")
            for column, each in enumerate(places):
                self._field_card(each.tile, side, FIELD_LEFT + COLUMN_PITCH * column + COLUMN_PITCH // 2, y)
        self._y = top + 48 + pitch * len(field.rows) + 12
        self._beside_field(field, picture, top + 48)
        self._cells(seats)

    def _field_card(self, card: Tile, side: int, x: int, y: int) -> None:
        """Paint a card of a field, with the card that the viewer knows it to be, and a mark in its corner."""
        self._draw.tile(card.sprite, side, card.look, (x, y))
        if card.front:
            # A known card covers the back; the eye of a look leaves most of the back visible.
            self._draw.tile(card.front, 78 if card.front == "eye" else side, "plain", (x, y))
        if card.corner:
            self._draw.tile(card.corner, 60, "plain", (x + side // 4, y - side // 3))

    def _beside_field(self, field: Field, picture: Picture, top: int) -> None:
        """Paint the column beside a field: the pot, a card without a seat, and the piles."""
        if picture.pot and not picture.stage:
            for index in range(COINS_MAX):
                self._draw.tile("coin", 72, "plain", (PILES_AT, top + 84 - 14 * index))
            self._words(picture.pot, (PILES_AT, top + 152), 54, CREAM, PILES_WIDTH, "mm")
            top += 204
        for each in (card for lane in picture.lanes if not lane.mark for card in lane.tiles[:1]):
            self._draw.tile(each.sprite, CARD_SIDE, each.look, (PILES_AT, top + CARD_SIDE // 2))
        apart = CARD_SIDE + 64
        for index, each in enumerate(reversed(field.piles)):
            bottom = self._y - 12 - apart * index
            self._words(each.said, (PILES_AT, bottom - 26), 48, CREAM, PILES_WIDTH, "mm")
            self._draw.tile(each.sprite, CARD_SIDE, "plain", (PILES_AT, bottom - 58 - CARD_SIDE // 2))

    def _cells(self, lanes: Sequence[Lane]) -> None:
        """Paint seats two by two, with as much of their text as fits."""
        pairs = [lanes[at : at + 2] for at in range(0, len(lanes), 2)]
        for lines in range(CELL_LINES_MAX, 0, -1):
            texts = [[said_in_lines(each, CELL_ROOM, lines, CELL_SAID) for each in pair] for pair in pairs]
            heights = [CELL_HEAD + CELL_SAID * max(map(len, each)) for each in texts]
            if sum(heights) <= CELLS_HEIGHT:
                break
        for pair, words, height in zip(pairs, texts, heights, strict=True):
            for index, (lane, each) in enumerate(zip(pair, words, strict=True)):
                self._cell(lane, each, MARGIN + CELL_WIDTH * index, height)
            self._y += height

    def _cell(self, lane: Lane, lines: Sequence[str], left: int, height: int) -> None:
        """Paint a seat: its mark, name and bet, and its text below."""
        top, right, room = self._y, left + CELL_WIDTH - 8, CELL_ROOM
        if lane.is_asked:
            self._frame((left - 12, top, right, top + height - 4))
        self._draw.tile(lane.mark, SMALL_MARK, "plain", (left + 24, top + 36))
        name, ink = paintable(lane.name, lane.alias), GREY if lane.is_out else CREAM
        self._words(
            name, (left + 60, top + 28), CELL_NAME, ink, room - 20 - measured.width_at_edge(lane), "lm"
        )
        self._at_edge(lane, right - 20, top + 28)
        for index, line in enumerate(lines):
            y = top + CELL_HEAD + CELL_SAID * index + 12
            self._words(line, (left + 60, y), CELL_SAID, GREY, room, "lm")

    def _frame(self, box: Box) -> None:
        self._draw.frame(box, FILLS["gold"])

    def row(self, lane: Lane, lanes: Sequence[Lane], height_min: int, height_max: int) -> None:
        """Paint a seat: name and text on the left, up to five tiles on the right."""
        # The gains of all rows with cards are in one column.
        is_short = not lane.tiles or not any(SHORT < len(each.tiles) <= BESIDE for each in lanes)
        is_laid = bool(lane.tiles) and len(lanes) <= LAID_MAX
        usual = next((height for most, height in HEIGHTS if len(lanes) <= most), HEIGHTS[-1][1])
        height = min(height_max, HEIGHT_LAID if is_laid else usual)
        if lane.tiles:
            height = max(height, height_min)
        if lane.is_out and not lane.tiles and not lane.is_asked:
            height = min(height, 84)
        if lane.gain and not is_short:
            height = max(height, 130)
        side = self._side(lane.tiles, TILES_WIDTH // max(1, len(lane.tiles)), height - 20)
        # If any row has a sign, all rows leave room for one.
        edge = WIDTH - MARGIN - 12 - (SIGN + 8 if any(each.sign for each in lanes) else 0)
        tiles_left = edge + 4 - pitch_of(lane.tiles, side) * len(lane.tiles)
        if is_short:
            tiles_left = measured.tiles_begin(lane, lanes, side, edge)
        room = tiles_left - NAME_LEFT - 16
        lines = said_in_lines(lane, room, 2 if height >= HEIGHT_BELOW else 1)
        below = [*((each, GREY) for each in lines), ("" if is_short else lane.gain, INKS[lane.tone])]
        below = [line for line in below if line[0]]
        height = max(height, LINE_NAMED * (1 + len(below)))
        size = min(height // (1 + len(below)), LINE_MOST) - 2
        name, face = in_lines(paintable(lane.name, lane.alias), size, room, lines=2 if height > TALL else 1)
        count = len(name) + len(below)
        height = max(height, LINE_LEAST * count)
        middle, step = self._plate(lane, height), min(height // count, LINE_MOST)
        y = middle - (count - 1) * step // 2
        for each in name:
            self._draw.text((NAME_LEFT, y), each, GREY if lane.is_out else CREAM, face, "lm")
            y += step
        for words, ink in below:
            self._words(words, (NAME_LEFT, y), max(step - 8, SIZE_MIN), ink, room, "lm")
            y += step
        self._draw.tile(lane.mark, 60, "plain", (MARGIN + 40, middle))
        self._tiles_from(lane.tiles, tiles_left, middle, side)
        if lane.sign:
            self._draw.tile(lane.sign, SIGN, "plain", (WIDTH - MARGIN - 8 - SIGN // 2, middle))
        if is_short:
            self._at_edge(lane, edge, middle)
        self._y += height + 6

    def _at_edge(self, lane: Lane, edge: int, middle: int) -> None:
        """Paint a seat's gain or loss, or its bet."""
        if lane.gain or not lane.bet:
            self._words(lane.gain, (edge, middle), GAIN_SIZE, INKS[lane.tone], 160, "rm")
            return
        bet, face = fitted(lane.bet, GAIN_SIZE, 140)
        self._draw.text((edge, middle), bet, CREAM, face, "rm")
        self._draw.tile("coin", 44, "plain", (edge - int(face.getlength(bet)) - 34, middle))

    def long_row(self, lane: Lane, count: int, side_max: int) -> None:
        """Paint a seat with many cards, or with a few large ones, below its text."""
        pitch = (INNER_WIDTH - 8) // len(lane.tiles)
        side = self._side(lane.tiles, pitch, side_max)
        head, size = (66, 42) if count <= ROOMY_ROWS else (54, 38)
        gain, gain_face = fitted(lane.gain, size - 4, 170)
        room = INNER_WIDTH - 64 - int(gain_face.getlength(gain)) - 36
        name, face = fitted(paintable(lane.name, lane.alias), size, room)
        beside = int(face.getlength(name)) + 24
        (said,) = said_in_lines(lane, INNER_WIDTH - 76, 1, SIZE_BESIDE) or [""]
        is_beside = beside + text.length(said, SIZE_BESIDE) <= room
        below = 0 if is_beside else LINE_MOST
        middle = self._plate(lane, head + below + side + 14) - (below + side + 14) // 2
        self._draw.tile(lane.mark, size + 4, "plain", (MARGIN + 28, middle))
        self._draw.text((MARGIN + 64, middle), name, CREAM, face, "lm")
        self._draw.text((WIDTH - MARGIN - 12, middle), gain, INKS[lane.tone], gain_face, "rm")
        at = (MARGIN + 64 + beside, middle) if is_beside else (MARGIN + 64, middle + LINE_MOST)
        self._words(said, at, size, GREY, room - beside if is_beside else INNER_WIDTH - 76, "lm")
        top = self._y + head + below
        few = len(lane.tiles) <= BESIDE
        self._tiles_from(lane.tiles, MARGIN + 4, top + side // 2, side, None if few else pitch)
        self._y = top + side + 22

    def podium(self, lanes: Sequence[Lane]) -> None:
        """Paint the best players on a podium, the first in the middle."""
        best, *others = lanes
        ordered = [*others[:1], best, *others[1:]]
        width = min(INNER_WIDTH // len(ordered), 420)
        names = [in_lines(paintable(each.name, each.alias), 42, width - 16, lines=2) for each in ordered]
        left, floor = (WIDTH - width * len(ordered)) // 2, self._y + 200 + STEPS[1]
        floor += max(0, max(len(lines) for lines, _face in names) - 1) * LINE_MOST
        for lane, (lines, face) in zip(ordered, names, strict=True):
            top, centre = floor - STEPS.get(lane.step, 80), left + width // 2
            self._draw.plate((left + 8, top, left + width - 8, floor + 20), PLATES[lane.tone])
            self._words(str(lane.step), (centre, top + 56), 80, INKS[lane.tone], width, "mm")
            above = top - 70
            for each in reversed(lines):
                self._draw.text((centre, above), each, CREAM, face, "mm")
                above -= LINE_MOST
            for prize in lane.tiles:
                self._draw.tile(prize.sprite, 96, prize.look, (centre, above - 30))
            self._words(lane.gain or lane.said, (centre, top - 26), 36, INKS["gold"], width - 16, "mm")
            left += width
        self._y = floor

    def bar(self, portions: Sequence[Portion]) -> None:
        """Paint the division of coins, as parts of one bar."""
        height, size = 68, 40
        whole = sum(each.amount for each in portions) or 1
        shown = [each for each in portions if each.amount]
        least = [int(font(size).getlength(each.written)) + BAR_PADDING for each in shown]
        spare = max(0, INNER_WIDTH - sum(least))
        left = MARGIN
        for index, each in enumerate(shown):
            is_last = index == len(shown) - 1
            right = WIDTH - MARGIN if is_last else left + least[index] + spare * each.amount // whole
            box = (left, self._y + 6, right - (0 if is_last else 6), self._y + 6 + height)
            self._draw.plate(box, FILLS[each.tone], 14)
            self._words(each.written, (left + 22, self._y + 41), size, INK, right - left - 34, "lm")
            left = right
        self._y += height + 24

    def signs(self, signs: Sequence[Tile]) -> None:
        """Paint the legend of signs, side by side: small examples with text, closer if these are long."""
        words = [int(font(SIZE_MIN).getlength(each.caption)) for each in signs]
        beside = min(72, (WIDTH - sum(words)) // max(1, len(signs)))
        widths = [each + beside for each in words]
        left = (WIDTH - sum(widths)) // 2
        for each, width in zip(signs, widths, strict=True):
            self._draw.tile(each.sprite, SMALL_MARK, "plain", (left + 24, self._y + 32))
            self._words(each.caption, (left + 50, self._y + 32), SIZE_MIN, GREY, width - 50, "lm")
            left += width
        self._y += 64 if signs else 0

    def plot(self, plot: Plot) -> None:
        """Paint curves on a plate; the labels of the axes are above and below them, where no curve runs."""
        for each in (each for each in plot.curves if each.name):
            left, middle = MARGIN + 84, self._y + 24
            self._draw.line(MARGIN + 12, left - 16, middle, FILLS[each.tone], STROKE)
            words = f"{paintable(each.name, each.alias)} {each.said}"
            self._words(words, (left, middle), 40, INKS[each.tone], INNER_WIDTH - 90, "lm")
            self._y += 50
        top, bottom = self._y, self._y + PLOT_HEIGHT + 2 * PLOT_EDGE
        self._draw.plate((MARGIN, top, WIDTH - MARGIN, bottom), PLATES["plain"])
        left, right, half = MARGIN + 20, WIDTH - MARGIN - 20, INNER_WIDTH // 2
        self._words(plot.most, (left, top + 28), 36, CREAM, half, "lm")
        self._words(plot.least, (left, bottom - 28), 36, CREAM, half, "lm")
        self._words(plot.days, (right, bottom - 28), SIZE_MIN, GREY, half, "rm")
        inner = (left, top + PLOT_EDGE, right, bottom - PLOT_EDGE)
        zero = text.height_of(0, plot, inner)
        self._draw.line(left, right, zero, GREY, 2)
        for each in plot.curves:
            self._draw.curve(inner, FILLS[each.tone], text.course(each, plot, inner))
        self._y = bottom + 16

    def gauges(self, gauges: Sequence[Gauge], legend: str) -> None:
        """Paint a bar for each gauge, with a mark at the value expected by chance."""
        left, width, height = MARGIN + 320, 400, 34
        if legend:
            self._words(legend, (WIDTH - MARGIN - 8, self._y + 20), SIZE_MIN, GREY, INNER_WIDTH - 16, "rm")
            self._y += 42
        for each in gauges:
            middle = self._y + GAUGE_HEIGHT // 2
            top, bottom = middle - height // 2, middle + height // 2
            self._words(each.name, (MARGIN + 8, middle), 36, CREAM, 300, "lm")
            self._draw.plate((left, top, left + width, bottom), PLATES["plain"], 8)
            if filled := width * each.share // 1000:
                self._draw.plate((left, top, left + max(filled, 16), bottom), FILLS["gold"], 8)
            if each.usual is not None:
                x = left + width * each.usual // 1000
                self._draw.rectangle((x - 3, top - 8, x + 2, bottom + 8), CREAM)
            self._words(each.said, (WIDTH - MARGIN - 8, middle), 36, CREAM, 230, "rm")
            self._y += GAUGE_HEIGHT
        self._y += 12 if gauges else 0

    def _plate(self, lane: Lane, height: int) -> int:
        """Paint the plate and the frame of a row, if it has any; return the row's middle."""
        if lane.tone != "plain":
            self._draw.plate((MARGIN - 12, self._y, WIDTH - MARGIN + 12, self._y + height), PLATES[lane.tone])
        if lane.is_asked:
            self._frame((MARGIN - 12, self._y, WIDTH - MARGIN + 12, self._y + height))
        return self._y + height // 2

    def _tiles(
        self, tiles: Sequence[Tile], centre: int, top: int, side: int, pitch: int | None = None
    ) -> None:
        apart = pitch or pitch_of(tiles, side)
        left = centre - apart * len(tiles) // 2
        self._tiles_from(tiles, left, top + side // 2, side, apart)

    def _tiles_from(
        self, tiles: Sequence[Tile], left: int, middle: int, side: int, pitch: int | None = None
    ) -> None:
        """Paint tiles from the left on, each centred in its space."""
        apart = pitch or pitch_of(tiles, side)
        for index, each in enumerate(tiles):
            x = left + apart * index + apart // 2
            self._draw.tile(each.sprite, side, each.look, (x, middle))
            if each.corner:
                self._draw.tile(each.corner, side // 3, "plain", (x + side // 4, middle - side // 2 + 8))

    def _words(self, words: str, at: tuple[int, int], size: int, ink: str, width: int, anchor: str) -> None:
        if words:
            shortened, face = fitted(words, size, width)
            self._draw.text(at, shortened, ink, face, anchor)
