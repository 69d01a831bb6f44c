"""A table's last message about the evening, in words and as a picture (TB-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.painter import paint
from bot.screens.catalog import FACES
from bot.screens.core.picture import LANES_MAX, Picture, picture_faults
from bot.screens.core.screen import Screen, Text, faults
from bot.screens.table.hand_result import title_lines
from bot.screens.table.message import table_screen
from bot.screens.table.recap import evening_picture
from bot.screens.table.scenes import Scene, recent_lines
from bot.screens.tournament.summary import TournamentLine
from games.catalog import BY_KEY, GAMES
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.hand_stats import BestHand
from games.engine.table.events import GameOver
from games.engine.table.table import AnyTable, BestShown, TableRecap, Take
from games.engine.table.views import SeatView, TableView, view_table
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from storage.people.server_settings import Pictures
from storage.standing.titles import Earned
from tests.bot.pictures import BYTES_MAX
from tests.bot.rendering import LARGEST, widest
from tests.games.stone_hand.loaded import StoneTable
from tests.laws.walk import walk

ANN, BEN, CORA = Seat(1), Seat(2), Seat(3)
PLACES = (
    SeatView(ANN, 7, "Ann", 12, "in"),
    SeatView(BEN, 8, "Ben_", 0, "gone", home=29),
    SeatView(CORA, None, "Ilse", 19, "in", is_house=True),
)
PAIR = BestHand((2, 4), "pair", ("1", "1", "4"))
EVENING = TableRecap(12, (SeatAmount(BEN, 9), SeatAmount(CORA, 1)), Take(7, BEN, 8), BestShown(3, CORA, PAIR))


def scene(evening: TableRecap = EVENING, *, arcade: bool = False, pictures: Pictures = "moments") -> Scene:
    """A table of Stone Hand that is closed."""
    game = StoneTable(2, rules=StoneHandRules(arcade=arcade)).table
    view: TableView[object] = replace(
        view_table(game, STONE_HAND, None), phase="closed", hands=13, places=PLACES, evening=evening
    )
    return Scene(
        replace(view, story=(GameOver(None),)), STONE_HAND, FACES[STONE_HAND.key], "coins", pictures=pictures
    )


def words(screen: Screen) -> list[str]:
    """The lines of the parts that tell of the evening, without title and footer."""
    texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
    return "\n".join(texts[:-1]).splitlines()[1:]


def picture(shown: Scene) -> Picture:
    """The picture of the message."""
    found = table_screen(shown).picture
    assert found is not None
    return found


def test_the_evening_in_words() -> None:
    """TB-10: plus and minus for everybody, hands, the most won by one, and the best that was shown."""
    home = [
        "Ben\\_ goes home with **29 coins** (+9)",
        "Ilse ⌂ goes home with **19 coins** (−1)",
        "Ann goes home with **12 coins** (−8)",
    ]
    hands = [
        "**12 rounds**",
        "Biggest win: **Ben\\_** +8 in round 7",
        "Best hand: `1-1-4` a pair,\N{NO-BREAK SPACE}**4**, by Ilse in round 3",
    ]

    assert words(table_screen(scene(pictures="never"))) == [*hands, *home]
    # The picture's content is said in words only if Discord does not take it.
    assert words(table_screen(scene())) == []
    assert picture(scene()).instead.splitlines() == [*hands, *home]


def test_the_evening_as_a_picture() -> None:
    """TB-10: the guests with the biggest winner on top, and the best hand; its description says the same."""
    shown = picture(scene())

    assert shown.description.splitlines() == [
        "The game is over",
        "12 rounds · Biggest win: Ben_ +8 in round 7",
        "Ben_, goes home with 29 · 9 rounds won, +9",
        "Ilse, goes home with 19 · 1 round won, −1",
        "Ann, goes home with 12 · 0 rounds won, −8",
        "Best hand: Ilse: 1-1-4, Pair,\N{NO-BREAK SPACE}4, round 3",
    ]
    assert [each.tone for each in shown.lanes] == ["gold", "plain", "plain", "plain"]
    assert len(paint(shown)) <= BYTES_MAX


def test_titles_of_the_evening() -> None:
    """TB-21: an earned title stands on the last message, and beside its player's name in the picture."""
    both = (Earned(8, "stone_home", 1.0, 1, 3), Earned(8, "stone_won", 1.0, 1, 4))
    one, shown = (replace(scene(), titles=both[:count]) for count in (1, 2))

    assert "🏅 **Ben\\_** earns **Thrown Home**" in picture(shown).instead
    assert "**Thrown Home**" in words(table_screen(replace(shown, pictures="never")))[0]
    assert picture(one).lanes[0].said.endswith("won · Thrown Home")
    assert picture(shown).lanes[0].said.endswith("won · Thrown Home +1")


def test_a_title_is_told_once_for_all_who_earned_it() -> None:
    """TB-21: in one line; of more than four titles it is said how many there were."""
    keys = [*BY_KEY][:6]
    two = (Earned(7, keys[0], 1.0, 1, 3), Earned(8, keys[0], 1.0, 1, 3))
    (line,) = title_lines(replace(scene(), titles=two))
    lines = title_lines(replace(scene(), titles=tuple(Earned(7, each, 1.0, 1, 3) for each in keys)))

    assert line.startswith(f"🏅 **Ann** and **Ben\\_** earn **{BY_KEY[keys[0]].name}**: ")
    assert [each.startswith("🏅 **Ann** earns **") for each in lines] == [True] * 4 + [False]
    assert lines[-1] == "🏅 2 more titles were earned."


def test_the_more_titles_the_less_of_the_story() -> None:
    """Below a table's buttons stand three lines of what happened; titles are among them."""
    dice = ["2-5-6", "1-1-5"] * 4
    table = StoneTable(4, *dice).begins().presses(*["throw", "rethrow"] * 3).table
    shown = Scene(view_table(table, STONE_HAND, None), STONE_HAND, FACES[STONE_HAND.key], "coins")
    usual = recent_lines(shown)

    assert len(usual) == 3
    assert recent_lines(shown, beside=2) == usual[-1:]
    assert recent_lines(shown, beside=4) == []


def test_without_wagers_hands_are_what_was_won() -> None:
    """SH-12: if a seat costs nothing, the players' numbers of won hands are told."""
    told = words(table_screen(scene(replace(EVENING, most=None), arcade=True, pictures="never")))

    assert told[0] == "**12 rounds** · Ben\\_: 9 rounds won · Ilse: 1 round won · Ann: 0 rounds won"
    assert [each.gain for each in picture(scene(arcade=True)).lanes] == ["", "", "", ""]


def test_a_tournaments_table_names_nobody() -> None:
    """TB-10: others may have had the seats; the tournament itself tells who won what."""
    line = TournamentLine(1, "The Cup", 2, "level 3", "")
    at_cup = replace(scene(), tournament=line)

    assert picture(at_cup).instead.splitlines() == [
        "**12 rounds**",
        "Biggest win: +8 in round 7",
        "Best hand: `1-1-4` a pair,\N{NO-BREAK SPACE}**4**, in round 3",
    ]
    assert [lane.name for lane in picture(at_cup).lanes] == ["Best hand"]


@pytest.mark.parametrize("pictures", ["never", "moments"])
def test_where_nothing_was_played_to_its_end_there_is_nothing_to_tell(pictures: Pictures) -> None:
    """TB-10: a table whose only hand was called off has no evening and no picture of one."""
    empty = scene(TableRecap(), pictures=pictures)

    assert evening_picture(empty) is None
    assert table_screen(empty).picture is None
    assert [line for line in words(table_screen(empty)) if "goes home" not in line] == []
    assert table_screen(scene(pictures="never")).picture is None


@pytest.mark.parametrize("key", GAMES)
def test_every_evening_fits(key: str) -> None:
    """Law 7: the largest table with the widest names; a hundred who came and went."""
    found = [walk(case)[-1].change.table for case in LARGEST if case[0] == key]
    closed = [table for table in found if table.phase == "closed" and table.evening.best is not None]
    assert closed
    for table in [*closed[:4], crowded(closed[0])]:
        shown = Scene(view_table(widest(table), GAMES[key], None), GAMES[key], FACES[key], "Ŵ" * 20)
        painted = evening_picture(shown)
        assert painted is not None
        assert picture_faults(painted) == []
        assert len(painted.lanes) <= LANES_MAX
        assert len(paint(painted)) <= BYTES_MAX
        assert faults(table_screen(replace(shown, pictures="always"))) == []


def crowded(table: AnyTable) -> AnyTable:
    """The table with many more who went home before."""
    guests = tuple(
        replace(table.seats[0], seat=Seat(20 + number), standing="gone", home=number) for number in range(20)
    )
    return replace(table, seats=(*table.seats, *guests))
