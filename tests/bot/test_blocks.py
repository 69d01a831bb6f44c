"""The blocks of a table’s state, over the catalog: each said once, briefly, and of what its viewer saw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from bot.screens.catalog import FACES
from bot.screens.core.naming import manner
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Screen, Text
from bot.screens.core.table_blocks import AtSeat, Centre, OwnBlock, Result, plain
from bot.screens.core.tiles import Field, Tile
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene, hand_picture
from bot.text.translate import languages, number, speaking
from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.table.table import AnyTable
from games.engine.table.views import SeatView, TableView, view_table
from tests.bot.rendering import FEW, IN_EMOJIS, LATE, tables_of
from tests.games.luck import Luck
from tests.laws.secrecy import possible_state
from tests.laws.walk import Case, secret_seats, some_seats

SENTENCE = 3
"""The least words of a sentence; one or two are a name or a number, which may stand anywhere."""
BUDGET = {
    "stage": 12,
    "newest": 8,
    "notes": 25,
    "deed": 4,
    "makes": 8,
    "title": 8,
    "says": 40,
    "news": 25,
    "hints": 25,
    "headline": 15,
    "why": 25,
    "own": 30,
}
"""The highest number of words in a line of each kind, in any language."""
NAMES = re.compile(r"p\d+|house \d+")
"""People's own names, which have their own limit."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """All that a game tells of a hand."""

    centre: Centre
    field: Field | None
    seats: tuple[AtSeat, ...]
    own: OwnBlock
    result: Result | None


def blocks_of(view: TableView[Any]) -> Blocks | None:
    """Return the game's blocks for this viewer; None without a hand."""
    if view.hand is None:
        return None
    face = FACES[view.game]
    return Blocks(
        face.centre(view),
        face.field(view, None),
        tuple(face.at_seat(view, seat) for seat in view.hand_seats),
        face.own(view) if view.viewer in view.hand_seats else OwnBlock(),
        face.result(view) if face.shows_result(view) else None,
    )


def lines_of(blocks: Blocks) -> Iterator[tuple[str, str, str]]:
    """Every line of words: the block that it stands in, what it is there, and the line."""
    # `around` is left out: it stands only where the table's own blocks are out of sight.
    named = {"centre": blocks.centre, "own": blocks.own, "result": blocks.result}
    named |= {f"seat {index}": each for index, each in enumerate(blocks.seats)}
    for block, value in named.items():
        for kind in BUDGET:
            said = getattr(value, kind, ())
            yield from ((block, kind, each) for each in ((said,) if isinstance(said, str) else said) if each)
    for laid in () if blocks.result is None else blocks.result.laid:
        yield "result", "makes", laid.makes
        if laid.why_below:
            yield "result", "why", laid.why_below


def words(line: str) -> list[str]:
    """The words of a line; one with its amount, its sign or its emoji counts once."""
    return re.findall(r"\w[\w’'-]*", NAMES.sub("name", plain(line)))


def seen_by(case: Case, step: int) -> Iterator[tuple[AnyTable, Seat | None, TableView[Any]]]:
    """Some tables of a walk, as each of those sees them whose secrets differ."""
    for table in tables_of(case)[::step]:
        for viewer in secret_seats(table):
            yield table, viewer, view_table(table, GAMES[case[0]], viewer)


@pytest.mark.parametrize("case", FEW, ids=str)
def test_each_block_says_its_own_in_few_words(case: Case) -> None:
    """Issue 30, §0: in every language no block says what another says, and each keeps to its budget."""
    for index, (_table, _viewer, view) in enumerate(seen_by(case, 3)):
        with speaking(languages()[index % len(languages())]):
            blocks = blocks_of(view)
            said: dict[str, str] = {}
            for block, kind, line in lines_of(blocks) if blocks is not None else ():
                told = words(line)
                assert len(told) <= BUDGET[kind], (kind, line)
                if len(told) >= SENTENCE:
                    first = said.setdefault(plain(line), block)
                    alike = {block.partition(" ")[0], first.partition(" ")[0]}
                    assert first == block or alike == {"seat"}, (first, block, line)


@pytest.mark.parametrize("case", FEW, ids=str)
def test_no_block_has_what_its_viewer_was_not_shown(case: Case) -> None:
    """Law 5, TB-11: another state that a viewer cannot tell from this one has the same blocks."""
    game, luck = GAMES[case[0]], Luck(repr(case))
    for table, viewer, view in seen_by(case, 3):
        other = view_table(possible_state(table, game, viewer, luck), game, viewer)

        assert repr(blocks_of(view)) == repr(blocks_of(other))

        hand = table.hand or table.last
        if hand is not None:
            named = {each.card for each in tiles_in(blocks_of(view))} & {*game.cards(hand.state)}
            assert named <= {*game.seen(hand.state, viewer)}


@pytest.mark.parametrize("case", FEW, ids=str)
def test_words_do_not_repeat_a_picture(case: Case) -> None:
    """Issue 30, §1.3: if a message has a picture, no sentence of it stands beside it."""
    shown = 0
    for index, (_table, viewer, view) in enumerate(seen_by(case, 3)):
        with speaking(languages()[index % len(languages())]):
            scene = Scene(
                view,
                GAMES[view.game],
                FACES[view.game],
                "coins",
                LATE,
                emojis=IN_EMOJIS,
                pictures="always",
            )
            screen = table_screen(scene) if viewer is None else panel_screen(scene)
            if screen.picture is None:
                continue
            shown += 1
            painted = {each for each in painted_on(screen.picture) if len(words(each)) >= SENTENCE}
            assert [(each, line) for line in lines_on(screen) for each in painted if each in line] == []

    assert shown


BETS = [each for each in FEW if each[0] != "stone_hand"]
"""The hands in which coins are bet."""


@pytest.mark.parametrize("case", BETS, ids=str)
def test_a_panel_that_asks_for_coins_says_how_many_there_are(case: Case) -> None:
    """The pot, and what is left of one's own: once each, in words or in the picture, and in its alt text."""
    asked = 0
    for _table, viewer, view in seen_by(case, 1):
        if viewer is None or view.hand is None or view.hand.betting.to_act != viewer:
            continue
        asked += 1
        betting = view.hand.betting
        pot, left = f"Pot {number(betting.pot)}", f"you have {number(betting.acting.stack)} left"
        scene = Scene(view, GAMES[view.game], FACES[view.game], "coins", LATE)
        for pictures in ("always", "never"):
            screen = panel_screen(replace(scene, pictures=pictures))
            said = plain("\n".join(lines_on(screen)))
            if (picture := screen.picture) is None:
                assert (said.count(pot), said.count(left)) == (1, 1)
                continue
            assert f"{pot} · {left}" in picture.description
            # Discord may not take the picture: then these words stand in its place.
            assert f"{pot} · {left}" in plain(picture.instead) + said
            assert picture.pot == number(betting.pot)
            assert (picture.stage == left) is (picture.field is None)
            assert said.count(left) == (picture.field is not None)

    assert asked


@pytest.mark.parametrize("key", GAMES)
def test_how_a_house_player_plays_stands_there_all_evening(key: str) -> None:
    """TB-12: in every picture of a table, beside what is said of its seat."""
    name, how = "Old Marta", manner(SeatView(Seat(1), None, "Old Marta", 0, "in", is_house=True))
    shown = set()
    for table in tables_of((key, 0, some_seats(key)))[::3]:
        seats = tuple(
            replace(each, player=None, name=name) if each.seat == 1 else each for each in table.seats
        )
        view = view_table(replace(table, seats=seats), GAMES[key], None)
        picture = hand_picture(Scene(view, GAMES[key], FACES[key], "coins", LATE, pictures="always"))
        lanes = () if picture is None else picture.lanes
        manners = {lane.manner for lane in lanes if lane.name == name}
        assert manners <= {how}
        shown |= {view.is_resting} if manners else set()

    assert how
    assert False in shown


def painted_on(picture: Picture) -> Iterator[str]:
    """Return the words on a picture, piece by piece."""
    yield from (picture.pot, picture.stage, *(each.written for each in picture.bar))
    for lane in picture.lanes:
        yield from (lane.name, lane.manner, *lane.said.split(" · "))


def lines_on(screen: Screen) -> Iterator[str]:
    """The lines of a message's text."""
    for part in screen.parts:
        if isinstance(part, Text):
            yield from map(plain, part.markdown.splitlines())


def tiles_in(value: object) -> Iterator[Tile]:
    """Every tile in there, at any depth."""
    if isinstance(value, Tile):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from tiles_in(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from tiles_in(getattr(value, each.name))


@pytest.mark.parametrize(
    ("name", "how"),
    [("Fenna", "regular, bold"), ("Little Bess 2", "apprentice, careful"), ("Sweet Ada", "master, bluffs")],
)
def test_tb12_a_temper_that_can_be_felt_is_told(name: str, how: str) -> None:
    """TB-12: beside skill and name stands whether somebody is bold, careful or bluffs."""
    assert manner(SeatView(Seat(1), None, name, 0, "in", is_house=True)) == how


@pytest.mark.parametrize("name", ["Old Marta", "Uncle Vask 3", "Sella"])
def test_tb12_nothing_is_told_of_an_even_temper(name: str) -> None:
    """TB-12: of whoever plays evenly the skill alone is told, also of those who had another manner once."""
    assert manner(SeatView(Seat(1), None, name, 0, "in", is_house=True)) in {"master", "regular"}
