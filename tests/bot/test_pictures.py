"""Pictures: what they say, how they are painted, and that they hold nothing up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event

import pytest
from PIL import ImageFont

from bot.pictures import canvas, colours, painter, worker
from bot.pictures.painter import paint
from bot.pictures.text import FONT, SIZE_BESIDE, SIZE_MIN, fitted, in_lines, paintable, wrapped
from bot.pictures.tiles import COLOURS, HEIGHT_MAX, WIDTH, breadth, drawn_tile, tile
from bot.pictures.worker import WAITING_MAX, Studio
from bot.screens.core.picture import DESCRIPTION_MAX, Lane, Picture, described, picture_faults
from bot.screens.core.screen import Screen, Text, faults
from bot.screens.core.table_blocks import unpainted
from bot.screens.core.tiles import Field, FieldPlace, Portion, Tile
from bot.screens.dividha.cards import SUITS
from bot.screens.knights_heads.cards import in_front, painted
from bot.text.translate import ENGLISH, _, languages, speaking
from bot.text.translate import shown as escaped
from games.catalog import GAMES
from games.engine.table.views import view_table
from games.knights_heads.cards import DECK, FACES
from tests.bot.pictures import BYTES_MAX, COLOURS_MAX, FULLEST, PEOPLE, ROW, shown
from tests.bot.rendering import LARGEST, tables_of, widest
from tests.bot.told import picture_of
from tests.games.luck import Luck
from tests.laws.secrecy import possible_state
from tests.laws.walk import secret_seats

PAINTED = 2
"""The number of pictures of a game that are painted twice."""
PHONE = 266
"""The width in pixels of a picture on a phone of 390 pixels in the chat room; in Discord it is some 295."""


def of_games(key: str) -> Iterator[Picture]:
    """Pictures of a game's largest tables, with names as wide as can be."""
    for case in (each for each in LARGEST if each[0] == key):
        for table in map(widest, tables_of(case)[::9]):
            for viewer in secret_seats(table):
                picture = picture_of(view_table(table, GAMES[key], viewer))
                if picture is not None:
                    yield picture


@pytest.mark.parametrize("picture", FULLEST, ids=lambda picture: picture.description)
def test_the_fullest_pictures_are_small(picture: Picture) -> None:
    """A picture is 1040 wide, has at most 64 colours and takes at most 60 KB."""
    content = paint(picture)
    image = shown(content)

    assert len(content) <= BYTES_MAX
    assert image.width == WIDTH
    assert len(image.convert("RGB").getcolors(1 << 16) or []) <= COLOURS_MAX


LONG = "Bartholomew von Hohenlohe-Langen"
"""The longest possible name."""


def named_at(name: str, count: int, tiles: int = 3) -> Picture:
    """Return a picture of that many seats, one of which has this name."""
    lane = replace(ROW, tiles=tuple(Tile(each) for each in PEOPLE[:tiles]), gain="+5")
    return Picture("named", lanes=(replace(lane, name=name), *(lane,) * (count - 1)))


@pytest.mark.parametrize(("count", "tiles"), [(2, 3), (3, 1), (3, 3), (7, 3), (4, 4)])
def test_a_long_name_is_painted_to_its_last_letter(count: int, tiles: int) -> None:
    """Beside or below tiles it takes a second line; of two names that end differently both are seen."""
    assert paint(named_at(LONG, count, tiles)) != paint(named_at(f"{LONG[:-1]}m", count, tiles))


def test_a_winner_of_whom_more_is_said_has_no_smaller_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is higher for it, on a table of seven, too."""
    sizes: dict[str, float] = {}

    def noted(
        _canvas: canvas.Canvas, _at: object, words: str, _ink: str, face: ImageFont.FreeTypeFont, _anchor: str
    ) -> None:
        sizes[words] = face.size

    monkeypatch.setattr(canvas.Canvas, "text", noted)
    lane = named_at("Odo", 1, 5).lanes[0]
    best = replace(lane, name="Piet", said="Three-of-a-Kind · ▲ Win 120")
    paint(Picture("seven", lanes=(best, *(replace(lane, said="Two Pair"),) * 6)))

    assert sizes["Piet"] >= SIZE_BESIDE


def test_words_without_tiles_go_as_far_as_the_gain() -> None:
    """A row with nothing in its middle is not cut where others have their tiles."""
    said = "1 round won · Stonecaster · The Three Brothers"
    lanes = [(ROW, replace(ROW, tiles=(), said=each)) for each in (said, f"{said[:-1]}z")]

    assert paint(Picture("one", lanes=lanes[0])) != paint(Picture("other", lanes=lanes[1]))


@pytest.mark.parametrize(
    ("said", "tiles", "count"),
    [
        ("geht mit 29 heim · 9 Runden gewonnen · Steinwerfer +1", 0, 4),
        ("Three-of-a-Kind · ▲ Win 120", 5, 7),
        ("Königsfamilie, Hand 2", 5, 6),
    ],
)
def test_what_is_said_of_a_seat_goes_on_in_a_second_line(
    said: str, tiles: int, count: int, painted_words: list[str]
) -> None:
    """F-61: if a row is high enough for it, before any text is cut."""
    lane = replace(named_at("Ann", 1, tiles).lanes[0], said=said)
    paint(Picture("rows", lanes=(lane,) * count))

    assert [each for each in painted_words if each.endswith("…")] == []
    assert said.rsplit(maxsplit=1)[-1] in " ".join(painted_words).split()


def test_all_that_a_seat_does_is_told_below_a_field(painted_words: list[str]) -> None:
    """TB-12: text too long for one line goes on in the next, the temper too; a bet stands apart."""
    places = tuple(
        FieldPlace(f"{row}{column}", Tile("destiny_back"), "##") for row in "AB" for column in "12"
    )
    field = Field(("1", "2"), ("A", "B"), places)
    said = "96 · dealer · hält B2 fest"
    seat = Lane(mark="seat_1", name="Jory", said=said, bet="4", is_asked=True, manner="apprentice, goes low")
    paint(Picture("field", lanes=(seat,), field=field))

    assert {"Jory", "4", "96 · dealer", "hält B2 fest", "apprentice · goes low"} <= set(painted_words)


def test_how_a_house_player_plays_stands_beside_dice(painted_words: list[str]) -> None:
    """TB-12: below what is said of the throw, where that has room."""
    tiles = (Tile("die_8"),) * 3
    seat = Lane(tiles, "seat_2", "Round Piet", said="25 · junk, 3", manner="apprentice, goes low")
    paint(Picture("dice", lanes=(seat,) * 3))

    assert painted_words.count("apprentice · goes low") == 3


def test_a_long_name_stands_on_a_podium_and_in_a_title() -> None:
    """It takes two lines if one is too short for it."""
    ends = (LONG, f"{LONG[:-1]}m")
    podiums = [Picture("podium", lanes=tuple(Lane(name=end, step=n) for n in (1, 2, 3))) for end in ends]
    titles = [Picture("title", f"{'W' * 24} takes 5 from {end}") for end in ends]

    assert paint(podiums[0]) != paint(podiums[1])
    assert paint(titles[0]) != paint(titles[1])


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("Brenna", ["Brenna"]),
        (LONG, ["Bartholomew von", "Hohenlohe-Langen"]),
        ("W" * 11, ["W" * 9, "WW"]),
        ("W" * 32, ["W" * 11, "W" * 10 + "…"]),
        ("", [""]),
    ],
)
def test_words_take_a_second_line_before_they_are_cut(words: str, lines: list[str]) -> None:
    """They break at a space if there is one; only text wider than both lines loses its end."""
    found, face = in_lines(words, 44, 368, 2)

    assert found == lines
    assert all(face.getlength(line) <= 368 for line in found)
    assert SIZE_MIN <= face.size <= 44


def has_pictures(key: str) -> bool:
    """Return True if a game's screen lays any tiles."""
    return next(iter(of_games(key)), None) is not None


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_pictures(key: str) -> None:
    """Whatever happens in a game, its pictures can be sent: each sprite is there, and none is too large."""
    pictures = list(of_games(key))

    assert [fault for each in pictures for fault in picture_faults(each)] == []
    if not pictures:
        pytest.skip("its screen lays no tiles")
    assert len(pictures) > 3
    for each in pictures[:: max(1, len(pictures) // 5)]:
        content = paint(each)
        assert len(content) <= BYTES_MAX
        assert shown(content).height < HEIGHT_MAX, "something below is cut off"


CARDS = tuple(Tile(each) for each in ("destiny_back", "destiny_as", "destiny_kh", "destiny_2c", "destiny_9d"))
SEATED = Lane(CARDS[:2], "seat_1", "Brenna", said="96 · dealer")
LAID, FOLDED = replace(SEATED, tiles=CARDS), replace(SEATED, tiles=())
FIELD = Field(
    tuple("12345"),
    tuple("ABCDE"),
    tuple(FieldPlace(f"{row}{column}", CARDS[0], "##") for row in "ABCDE" for column in "12345"),
    (CARDS[0], CARDS[1]),
)


@pytest.mark.parametrize(
    ("picture", "height"),
    [
        *((Picture("field", lanes=(FOLDED,) * n, pot="5", field=FIELD), 391) for n in (2, 8)),
        *((Picture("before seats", lanes=(SEATED,) * n, pot="5"), 330) for n in (3, 5)),
        (Picture("laid by three", lanes=(LAID,) * 3), 282),
        (Picture("laid by two", lanes=(*(LAID,) * 2, *(FOLDED,) * 3)), 257),
    ],
)
def test_cards_are_forty_pixels_wide_on_a_phone(
    picture: Picture, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are if they have room beside the rest of the message, which is at most 560 pixels high."""
    widths: list[float] = []

    def noted(_canvas: canvas.Canvas, sprite: str, side: int, _look: str, _middle: tuple[int, int]) -> None:
        if sprite.startswith("destiny_"):
            widths.append(side * breadth(sprite) * PHONE / WIDTH)

    monkeypatch.setattr(canvas.Canvas, "tile", noted)
    image = shown(paint(picture))

    assert min(map(round, widths)) >= 40
    assert image.height * PHONE / WIDTH <= height


@pytest.mark.parametrize("key", GAMES)
def test_other_secrets_give_the_same_bytes(key: str) -> None:
    """Law 5, TB-11: a viewer's unknown secrets change no pixel of their picture."""
    game, luck, compared = GAMES[key], Luck(key), 0
    case = next(each for each in LARGEST if each[0] == key)
    for table in tables_of(case)[::4]:
        for viewer in secret_seats(table):
            mine = picture_of(view_table(table, game, viewer))
            other = picture_of(view_table(possible_state(table, game, viewer, luck), game, viewer))
            assert mine == other
            if mine is not None and other is not None and compared < PAINTED:
                first = paint(mine)
                tile.cache_clear()
                canvas.band.cache_clear()
                assert paint(other) == first
                compared += 1

    assert compared == (PAINTED if has_pictures(key) else 0)


@pytest.mark.parametrize("look", ["plain", "lit"])
def test_a_kept_tile_is_as_it_was_drawn(look: str) -> None:
    """Tiles are kept packed, and come out of it with every pixel that they had."""
    assert tile("die_5", 112, look).tobytes() == drawn_tile("die_5", 112, look).tobytes()


def test_other_pictures_give_other_bytes() -> None:
    """A difference is visible: another die, another name, another gain, dim or not."""
    lanes = (
        ROW,
        Lane((*ROW.tiles[:2], Tile("die_6")), *_words(ROW)),
        Lane((*ROW.tiles[:2], Tile("die_5", "dim")), *_words(ROW)),
        Lane((*ROW.tiles[:2], Tile("die_5", "lit")), *_words(ROW)),
        Lane(ROW.tiles, "seat_2", *_words(ROW)[1:]),
        Lane(ROW.tiles, "seat_1", "Brenda", *_words(ROW)[2:]),
    )

    assert len({paint(Picture("one", lanes=(lane,))) for lane in lanes}) == len(lanes)


def _words(lane: Lane) -> tuple[str, str, str, str, str]:
    return lane.mark, lane.name, lane.alias, lane.said, lane.gain


@pytest.mark.parametrize(
    ("name", "painted"),
    [
        ("Brenna", "Brenna"),
        ("𝕭𝖗𝖊𝖓𝖓𝖆", "Brenna"),
        ("Nguyễn Łucja", "Nguyễn Łucja"),
        ("Ольга", "Ольга"),
        ("Ἀλέξανδρος", "Ἀλέξανδρος"),
        ("🦊 Fox 🦊", "Fox"),
        ("王小明", "Seat 2"),
        ("שלום", "Seat 2"),
        ("🦊🦊🦊", "Seat 2"),
        ("王明 X", "Seat 2"),
    ],
)
def test_names_in_any_script(name: str, painted: str) -> None:
    """Glyphs in the font are written; a name of which too little would be left is replaced by its seat."""
    assert paintable(name, "Seat 2") == painted
    # Beside the picture it is said who that is (F-46).
    told = unpainted(Picture("x", lanes=(Lane(name=name, alias="Seat 2"),)))
    assert told == (f"-# Seat 2: {escaped(name)}" if painted == "Seat 2" else "")


def test_words_are_never_too_small() -> None:
    """No words are below 32 pixels: too long ones are cut, or go on in the next line."""
    words, face = fitted("a very long name that nobody has", 44, 300)

    assert face.size == SIZE_MIN
    assert face.getlength(words) <= 300
    assert words.startswith("a very")
    assert words.endswith("…")
    assert fitted("short", 44, 300) == ("short", fitted("s", 44, 300)[1])
    assert wrapped("one two", 40, 10_000, lines=2) == ["one two"]
    assert wrapped("one two three", 40, 10, lines=2) == ["one", "two three"]


@pytest.mark.parametrize("code", languages())
def test_everybody_on_the_cards_is_named_in_full(code: str, painted_words: list[str]) -> None:
    """KH-11, DV-1: no name of all 104 people is cut below their cards, nor their profession or suit."""
    with speaking(code):
        for start in range(0, len(DECK), 10):
            paint(painted(DECK[start : start + 10], triplet_counts=True))
        offices = in_front((), [next(card for card in DECK if card[0] == face) for face in FACES])
        suits = tuple(Tile("coin", caption=_(words)) for words in SUITS.values())
        paint(Picture("cards", lanes=(Lane(offices),), signs=suits))
        named = {each.caption for each in (*offices, *suits)}

    assert (len(DECK), len(named)) == (104, len(FACES) + len(SUITS))
    assert [each for each in painted_words if each.endswith("…")] == []
    assert named <= set(painted_words)
    if code == ENGLISH:
        assert {"Matthis", "Leatherneck", "Twohammer", "the Long", "Wood"} <= set(painted_words)


@pytest.mark.parametrize(("win", "lose"), [(1, 98), (98, 1), (1, 1_000_000), (5, 0)])
def test_both_parts_of_the_bar_are_read(win: int, lose: int, painted_words: list[str]) -> None:
    """DV-13: however little lies on a column, the bar says its name and amount."""
    bar = (Portion("Win", win, "gold", letter="▲"), Portion("Lose", lose, "blue", letter="▼"))
    paint(Picture("a hand", lanes=(ROW,), bar=bar))

    assert [each for each in painted_words if "▲" in each or "▼" in each] == [
        each.written for each in bar if each.amount
    ]


@pytest.fixture
def painted_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All words of pictures, which are laid out and not painted."""
    told: list[str] = []
    monkeypatch.setattr(canvas.Canvas, "painted", lambda *_: b"")

    def noted(words: str, size: int, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
        cut, face = fitted(words, size, width)
        told.append(cut)
        return cut, face

    monkeypatch.setattr(painter, "fitted", noted)
    return told


def test_a_description_is_cut_between_lines() -> None:
    """Discord takes 1024 characters; empty lines are left out."""
    assert described(["one", "", "two"]) == "one\ntwo"

    long = described("x" * 99 for _ in range(20))
    # Ten lines of 99 with nine breaks are 999, an eleventh would make 1099; a break and … follow.
    assert long == "\n".join(["x" * 99] * 10) + "\n…"
    assert len(long) <= DESCRIPTION_MAX


def test_what_cannot_be_sent_is_found() -> None:
    """A screen has one picture at most, and each can be described and painted."""
    fine = Picture("dice", lanes=(ROW,))

    assert faults(Screen((Text("x"), fine))) == []
    assert faults(Screen((Text("x"), fine, fine))) == ["two pictures"]
    assert faults(Screen((Text("x"), Picture("x" * 1025, "title")))) == [
        "a picture's description is too long"
    ]
    assert faults(Screen((Text("x"), Picture("", "title")))) == ["a picture without description"]
    assert picture_faults(Picture("x")) == ["an empty picture"]
    assert picture_faults(Picture("x", lanes=(ROW,) * 13)) == ["too many rows in a picture"]
    assert picture_faults(Picture("x", lanes=(Lane((Tile("coin"),) * 11),))) == ["too many tiles in a row"]


def test_the_colours_are_those_of_the_sprites() -> None:
    """`make art` chooses them; a change of a sprite makes them anew."""
    chosen = colours.chosen()

    assert COLOURS.read_text().split() == chosen
    assert len(chosen) == COLOURS_MAX


def test_the_font_has_its_licence_beside_it() -> None:
    """It is packed with the bot, and no larger than needed."""
    assert FONT.stat().st_size <= 400_000
    assert "Bitstream" in FONT.with_name("DejaVu.txt").read_text()
    assert "DejaVu" in (Path(__file__).parents[2] / "README.md").read_text().partition("## Credits")[2]


class Brush:
    """Paints when told to, and counts."""

    def __init__(self) -> None:
        self.painted: list[Picture] = []
        self.may_go_on = Event()

    def paint(self, picture: Picture) -> bytes:
        """Wait until it may go on."""
        assert self.may_go_on.wait(10)
        self.painted.append(picture)
        return picture.title.encode()


PICTURES = [Picture(str(each), str(each)) for each in range(WAITING_MAX + 1)]


async def test_a_picture_is_painted_once() -> None:
    """Two who want the same at once get the same; a player who wants it later as well."""
    brush = Brush()
    atelier = Studio(brush.paint)

    assert await atelier.painted(PICTURES[0], within=0.01) is None
    waiting = asyncio.create_task(atelier.painted(PICTURES[0]))
    await asyncio.sleep(0)
    brush.may_go_on.set()

    assert await waiting == b"0"
    assert await atelier.painted(PICTURES[0], within=0.0) == b"0"
    assert brush.painted == [PICTURES[0]]
    atelier.stop()


async def test_under_load_pictures_are_left_out() -> None:
    """With a few waiting, the next picture is not begun; once they are done it is."""
    brush = Brush()
    atelier = Studio(brush.paint)
    for each in PICTURES[:WAITING_MAX]:
        assert await atelier.painted(each, within=0.0) is None

    assert await atelier.painted(PICTURES[-1]) is None
    brush.may_go_on.set()
    for each in PICTURES[:WAITING_MAX]:
        assert await atelier.painted(each) == each.title.encode()

    assert await atelier.painted(PICTURES[-1]) == str(WAITING_MAX).encode()
    atelier.stop()


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes first, by how many bytes there are."""
    monkeypatch.setattr(worker, "KEPT_BYTES_MAX", 25)
    painted: list[str] = []

    def ten_bytes(picture: Picture) -> bytes:
        painted.append(picture.title)
        return b"x" * 10

    atelier = Studio(ten_bytes)
    for index in (0, 1, 0, 2, 0, 1):
        assert await atelier.painted(PICTURES[index]) == b"x" * 10

    # 0 and 1 fit; 0 is wanted again, so that 2 takes the place of 1.
    assert painted == ["0", "1", "2", "1"]
    atelier.stop()


async def test_once_stopped_nothing_is_begun(caplog: pytest.LogCaptureFixture) -> None:
    """While the bot leaves, messages come without pictures, and nobody calls that a fault."""
    atelier = Studio(Brush().paint)
    atelier.stop()

    assert await atelier.painted(PICTURES[0]) is None
    assert not caplog.text


async def test_what_cannot_be_painted_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """A sprite that is missing stops nothing; the log tells."""
    atelier = Studio()

    assert await atelier.painted(Picture("x", lanes=(Lane((Tile("no_such"),)),))) is None
    assert "a picture could not be painted" in caplog.text
    atelier.stop()


def test_pictures_of_a_walk_differ() -> None:
    """The walks that these tests go show more than one picture of a game."""
    for key in GAMES:
        assert len(set(islice(of_games(key), 20))) > 1
