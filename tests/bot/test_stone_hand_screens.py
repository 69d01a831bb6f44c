"""A table of Stone Hand explains itself to a player who has read no rules."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from bot.screens.catalog import FACES
from bot.screens.stone_hand.dice import ROUNDS
from bot.screens.table.message import table_screen
from bot.screens.table.scenes import Scene
from games.catalog import BY_KEY
from games.destiny.game import DESTINY
from games.engine.core.game import Seat
from games.engine.table.views import TableView, view_table
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow, StoneHandRules
from games.stone_hand.view import StoneHandView
from storage.standing.titles import Earned
from tests.bot.rendering import texts
from tests.bot.told import in_hand
from tests.games.stone_hand.loaded import StoneTable

FACE = FACES[STONE_HAND.key]
NBSP = "\N{NO-BREAK SPACE}"
ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "bot" / "screens"
BESIDE = (
    ROOT / "games" / "engine" / "table" / "events.py",
    ROOT / "bot" / "cogs" / "settings.py",
    *(ROOT / "bot" / "page" / f"{name}.py" for name in ("home", "glance", "table_menu", "views")),
)
"""The texts that all games share: a table's events, a manager's view of them, the page's home and menu."""
RANKING = (
    "-# Best first: triple, run, pair, junk (none of these), empty (1-4-7 or 2-5-8). "
    "If two match, the lower score wins."
)
HOME = "A home throw, a player’s own three numbers, beats everything."


def seen(table: StoneTable, viewer: Seat | None = None) -> TableView[StoneHandView]:
    """The table as this seat sees it."""
    return view_table(table.table, STONE_HAND, viewer)


@pytest.mark.parametrize(
    ("rules", "throws", "words"),
    [
        ({}, (), "The worst hand pays the best **8**."),
        ({}, ("2-2-3",), "The worst hand pays the best **3** (was 8)."),
        ({}, ("2-4-6",), "The worst hand pays the best **9** (was 8)."),
        ({"unit": 5}, ("2-2-4",), "The worst hand pays the best 4 × 5 = **20** (was 40)."),
        ({"prize_pool": True}, ("2-2-3",), "The worst hand pays **3** (was 8) into the pool."),
        ({"arcade": True}, ("2-2-3",), "The best hand scores **3** (was 8)."),
    ],
)
def test_the_pay_says_who_pays_whom(rules: dict[str, int], throws: tuple[str, ...], words: str) -> None:
    """SH-2, SH-5, SH-11, SH-12: it tells the current and the last stakes of the round."""
    table = StoneTable(2, *throws, rules=StoneHandRules(**rules)).begins()  # type: ignore[arg-type]
    for _ in throws:
        table.presses("throw")

    assert words in FACE.centre(seen(table)).notes


def test_what_beats_what_is_said_once_something_lies_there() -> None:
    """Before the first throw it is not said; after a first round the way to it is."""
    rounds = ["2-5-6", "3-3-7", "3-3-7", "2-2-6", "1-3-8", "2-2-6", "1-3-8", "2-2-6", "1-1-2"]
    table = StoneTable(2, *rounds).begins()
    before = FACE.centre(seen(table)).notes
    first = FACE.centre(seen(table.presses("throw"))).notes
    second = FACE.centre(seen(table.presses("keep", "throw", "throw"))).notes
    third = FACE.centre(seen(table.presses("throw", "throw"))).notes
    fourth = FACE.centre(seen(table.presses("keep", "throw", "throw"))).notes

    assert before == ("The worst hand pays the best **8**.",)
    assert RANKING in first
    assert RANKING not in second
    assert RANKING in third
    assert RANKING not in fourth

    table.comes(13).presses("keep", "throw", "throw")

    assert RANKING in FACE.centre(seen(table)).notes


def test_inverted_junk_is_said_with_what_beats_what() -> None:
    """SH-9: among junk hands the higher score is better."""
    table = StoneTable(2, "2-5-6", rules=StoneHandRules(inverted_junk=True)).begins().presses("throw")

    assert f"{RANKING} Between two junk hands, the higher one wins here." in FACE.centre(seen(table)).notes


@pytest.mark.parametrize(
    ("thrown", "words"),
    [
        ("1-4-7", "-# An empty hand, 1-4-7 or 2-5-8, is the worst there is."),
        ("2-4-6", "-# A show-up is no hand: the pay rises by 1, and the dice go again."),
        ("4-6-8", "-# A double show-up is no hand: the pay rises by 2, and the dice go again."),
        ("1-2-2", f"-# {HOME}"),
    ],
)
def test_what_is_rare_is_said_whenever_it_lies_there(thrown: str, words: str) -> None:
    """SH-3, SH-5, SH-7: a word that a player may meet in any round comes with a few others."""
    table = StoneTable(0, "1-1-5", "2-2-4", thrown)
    table.comes(11, HomeThrow((1, 2, 2))).comes(12).begins().presses("throw", "throw")
    assert words not in FACE.centre(seen(table)).notes

    assert words in FACE.centre(seen(table.presses("throw"))).notes


def test_a_home_throw_of_the_table_is_nobodys_own() -> None:
    """SH-3: the house rule with one for all."""
    rules = StoneHandRules(home_throws="house", house_throw=(1, 2, 2))
    body = FACE.centre(seen(StoneTable(2, "1-2-2", rules=rules).begins().presses("throw"))).notes

    assert "-# The table’s home throw beats everything." in body
    assert f"-# {HOME}" not in body


def test_home_throws_are_read_out_below_the_buttons() -> None:
    """SH-3: until those whose first round it is have thrown, and nothing of it stands above the question."""
    table = StoneTable(0, "2-5-6").comes(11, HomeThrow((1, 2, 2), "the ford"))
    table.comes(12, HomeThrow((1, 1, 1))).begins()
    view = seen(table)
    above, now, *_small, last = texts(table_screen(Scene(view, STONE_HAND, FACE, "coins")))

    assert "home throw" not in f"{above}{now}"
    assert last.splitlines()[:3] == [f"-# {HOME}", "-# p11 · `1-2-2` “the ford”", "-# p12 · `1-1-1`"]

    assert FACE.read_out(seen(table.presses("throw"))) == (HOME, "p12 · `1-1-1`")


def test_house_players_home_throws_come_after_a_persons_throw() -> None:
    """SH-3: a newcomer's first look is at their own dice; the rest of the round they stand there."""
    table = StoneTable(1, "1-1-5", "2-2-6").house_comes(funded=True)
    home = HomeThrow((4, 4, 5), "Four nephews, four nieces, five of them polite.")
    table.table = table.table.with_seat(replace(table.table.seated(Seat(2)), keepsake=home))
    table.begins()
    assert FACE.read_out(seen(table)) == ()

    said = FACE.read_out(seen(table.presses("throw")))
    assert said[1].startswith("Old Marn · `4-4-5` ")


def test_who_is_out_is_told_however_much_else_is() -> None:
    """TB-21: three of five lost their wager and left; also below four titles, until the next result."""
    dice = ("1-1-2", "1-1-8", "1-1-8", "1-1-8", "1-1-3", "1-1-4", "1-1-5")
    table = StoneTable(5, *dice, buy_in=2).begins().presses(*["throw"] * 5)
    gone = [f"-# p{number}’s wager is gone." for number in (12, 13, 14)]

    def told() -> list[str]:
        titles = [Earned(11, key, 0.0, 1, 1) for key in list(BY_KEY)[:4]]
        scene = Scene(seen(table), STONE_HAND, FACE, "coins", titles=tuple(titles))
        return texts(table_screen(scene))[-1].splitlines()

    assert [line for line in told() if line in gone] == gone
    table.presses("throw")
    assert [line for line in told() if line in gone] == gone
    table.presses("throw")
    assert not {*told()} & {*gone}


def test_tb28_a_slow_table_tells_what_happened_since_ones_turn() -> None:
    """TB-28: p13 has thrown again, p11 and p12 have not, and may not have seen how the round ended."""
    dice = ("1-1-5", "2-2-6", "3-3-7", "1-1-2")
    slow = StoneTable(3, *dice, turn_seconds=86_400).begins().presses(*["throw"] * 4)
    live = StoneTable(3, *dice).begins().presses(*["throw"] * 4)
    before = [FACE.recap(seen(slow, Seat(seat)))[:1] for seat in (1, 2, 3)]

    assert before[0][0].startswith("The round before: **You take 5 from p13.**")
    assert before[1][0].startswith("The round before: **p11 takes 5 from p13.**")
    assert before[2] == ()
    assert FACE.recap(seen(slow))[:1] == before[1]
    assert [FACE.recap(seen(live, Seat(seat))) for seat in (1, 2)] == [(), ()]


def test_tb28_the_round_before_outlasts_every_rethrow() -> None:
    """TB-28: six people with three rethrows each push nothing of it out of the table's memory."""
    junk = ("1-3-6", "1-3-8", "2-4-7", "1-3-6")
    dice = ("1-1-2", *["1-1-3"] * 5, *junk * 6)
    table = StoneTable(6, *dice, turn_seconds=86_400).begins().presses(*["throw"] * 6)
    for _person in range(5):
        table.presses("throw", "rethrow", "rethrow", "rethrow")

    assert FACE.recap(seen(table, Seat(table.turn)))[0].startswith("The round before: ")


def test_the_dice_of_the_last_round_stay_until_a_person_throws() -> None:
    """SH-8: the dice of winners, payers and the person stay; the one in between is a house player."""
    table = StoneTable(1, "1-1-5", "2-2-6", "3-3-7", "2-5-6")
    table.house_comes(funded=True).house_comes(funded=True).begins()
    view = seen(table.presses("throw", "throw", "throw", "throw"))

    assert FACE.recap(view) == (
        (
            "The round before: **p11 takes 5 from Old Marn.** "
            "The lower pair wins: 5 against 7. The pay fell from 8 to 5: p11’s pair scores 5."
        ),
        "-# p11 `1-1-5` · Old Marn `3-3-7`",
    )


@pytest.mark.parametrize(
    ("thrown", "said"),
    [
        (
            ("1-1-5", "2-2-6", "3-3-7"),
            (
                "Your pair scores **5**, {third}’s **7**: lower is better.",
                "Your hand was neither the best nor the worst.",
                "Your pair scores **7**, {first}’s **5**: lower is better.",
            ),
        ),
        (
            ("2-3-4", "1-1-5", "3-3-3"),
            (
                "Your hand was neither the best nor the worst.",
                "{third}’s **triple** beats your **pair**.",
                "Your **triple** beats {second}’s **pair**.",
            ),
        ),
    ],
)
def test_each_is_told_why_they_won_or_paid(thrown: tuple[str, ...], said: tuple[str, ...]) -> None:
    """SH-6: the own hand beside the worst for a winner, beside the best for a payer."""
    table = StoneTable(3, *thrown).begins().presses("throw", "throw", "throw")
    first, second, third = (seen(table).name(Seat(each)) for each in (1, 2, 3))
    told = tuple(FACE.result(seen(table, Seat(each))).own for each in (1, 2, 3))

    assert told == tuple((each.format(first=first, second=second, third=third),) for each in said)
    assert FACE.result(seen(table)).own == ()


def test_a_panel_says_what_the_last_throw_was_and_came_to() -> None:
    """SH-6: until the player throws in the next round, also once others have."""
    table = StoneTable(2, "1-1-5", "2-2-6", "3-3-7", "3-3-8").begins().presses("throw", "throw")
    lost = f"Your last throw: `2-2-6` pair,{NBSP}**6** · **−5**"
    assert FACE.own(seen(table, Seat(2))).texts[0] == lost
    assert FACE.own(seen(table, Seat(1))).texts[0] == f"Your last throw: `1-1-5` pair,{NBSP}**5** · **+5**"
    table.presses("throw")

    assert in_hand(FACE, seen(table, Seat(2))) == f"## `3-3-7` Pair,{NBSP}**7**"


def test_throwing_again_is_free_and_what_beats_what_is_beside_it() -> None:
    """SH-4: the question and, straight below the dice, what they are worth."""
    view = seen(StoneTable(2, "2-5-6").begins().presses("throw"))
    words = texts(table_screen(Scene(view, STONE_HAND, FACE, "coins")))

    assert "Keep it, or throw again for free (3 left)" in words[0]
    assert words[1].splitlines()[:2] == [f"## `2-5-6` junk,{NBSP}**5**", RANKING]


def test_what_others_call_a_hand_is_a_round() -> None:
    """SH-1: wherever all games share a text that names a hand, Stone Hand has its own."""
    texts_shared = {
        each.value
        for room in ("table", "tournament", "learn")
        for file in (*SCREENS.glob(f"{room}/*.py"), *BESIDE)
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }

    assert [each for each in ROUNDS if each not in texts_shared] == []
    assert all("round" in said.lower() for said in ROUNDS.values())
    assert FACE.reword("hand {number}, seal:") == "round {number}, seal:"
    assert FACES[DESTINY.key].reword("hand {number}, seal:") == "hand {number}, seal:"
    assert (FACE.hands(1), FACE.hands(2), FACES[DESTINY.key].hands(1)) == ("1 round", "2 rounds", "1 hand")
    assert (FACE.hands_won(1), FACE.hands_won(1_000)) == ("1 round won", "1,000 rounds won")


def test_where_nothing_is_at_stake_no_pay_is_told() -> None:
    """SH-14: a challenge for nothing but the fun of it."""
    table = StoneTable(2, "2-2-3", buy_in=0, invited=(11, 12), hands_max=1).begins().presses("throw")

    assert not any("pays" in line for line in FACE.centre(seen(table)).notes)


def test_a_home_throw_is_offered_once() -> None:
    """SH-3: until a player's first throw at a table, to whoever has none."""
    rules = StoneHandRules(home_throws="own")
    table = StoneTable(2, "2-5-6", "3-3-7", "3-3-7", rules=rules).begins()
    before = FACE.own(seen(table, Seat(1)))
    thrown = FACE.own(seen(table.presses("throw"), Seat(1)))
    later = FACE.own(seen(table.presses("keep", "throw"), Seat(1)))

    assert "`/me home-throw`" in before.explains
    assert any(before.explains in each for each in before.texts)
    assert all("home-throw" not in f"{each.texts}{each.explains}" for each in (thrown, later))
