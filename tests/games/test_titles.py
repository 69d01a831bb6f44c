"""Titles earned in a hand, game by game (TB-21)."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalog import BY_KEY, GAMES, TITLES
from games.destiny.model import DestinyRules
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame, Seat
from games.engine.core.hand_stats import TAVERN, BestHand, HandStats, words_of
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.model import StoneHandRules
from games.tournament import placing as tournament
from tests.games.destiny.scripted import Hand as DestinyHand
from tests.games.destiny.scripted import carry
from tests.games.destiny.showdown import begun
from tests.games.dividha.scripted import Hand as DividhaHand
from tests.games.knights_heads.showdown import keeps, played
from tests.games.scripted import Scripted
from tests.games.stone_hand.scripted import Round


def earned(over: Scripted[Any, Any], seat: int) -> set[str]:
    """The titles of its game that a hand earns a seat by being played once."""
    game: AnyGame = over.game
    words = words_of(game.hand_stats(over.state)[Seat(seat)], 0, 100)
    return {each.key.partition("_")[2] for each in game.titles if words & each.words and each.times == 1}


def test_no_two_titles_are_alike() -> None:
    """TB-21: each has a name and a deed of its own, and every game has some."""
    titles = [each for found in TITLES.values() for each in found]

    assert len(BY_KEY) == len(titles) == len({each.name for each in titles})
    assert len({each.deed for each in titles}) == len(titles)
    assert all(TITLES[key] for key in GAMES)


def test_titles_of_stone_hand() -> None:
    """TB-21: throws by their kind, and hands that win a round."""
    home = Round(20, 20, homes={1: "1-3-5"}).throws("1-3-5", "1-1-7")
    assert earned(home, 1) == {"home", "home_won", "won"}
    assert earned(home, 2) == set()

    junk = Round(20, 20).throws("1-2-4").rethrows("1-2-6").keeps().throws("2-5-8")
    assert earned(junk, 1) == {"won", "junk_won"}

    shown_up = Round(20, 20).throws("2-4-6", "4-6-8", "2-2-2", "1-1-7")
    assert earned(shown_up, 1) == {"won", "triple", "double", "show_ups"}


def test_the_third_rethrow_is_a_title_if_it_wins() -> None:
    """TB-21, SH-4: three times junk is thrown again, and what stands then is best."""
    four = ("1-2-4", "1-2-6", "1-3-6", "2-2-2")
    first, *others = four
    won = Round(20, 20).throws(first).rethrows(*others).throws("1-1-7")
    assert earned(won, 1) == {"won", "triple", "last_throw"}

    beaten = Round(20, 20).throws(first).rethrows(*others).throws("1-1-1")
    assert earned(beaten, 1) == {"triple"}
    sooner = Round(20, 20).throws("2-4-6", first).rethrows("1-2-6", "2-2-2").throws("1-1-7")
    assert earned(sooner, 1) == {"won", "triple"}


def test_throws_that_a_home_throw_made_void_are_no_rethrows() -> None:
    """TB-21, SH-11: the round began again, so four throws were not one turn."""
    over = Round(20, 20, 20, rules=StoneHandRules(prize_pool=True), homes={2: "1-3-5"})
    over.throws("1-1-3", "1-3-5").throws("1-2-4").rethrows("1-2-6", "2-2-2").throws("1-1-7")

    assert earned(over, 1) == {"won", "triple"}


def test_titles_of_destiny() -> None:
    """TB-21: the winning hand, its source, and if its player had looked."""
    ace = begun().plays("C3 A1", "- -", "- B2").checks_down()
    assert earned(ace, 1) == {"won", "ace"}
    assert earned(ace, 2) == earned(ace, 3) == set()

    unlooked = begun().plays("- C3", "- -", "- B2").checks_down()
    assert earned(unlooked, 3) == {"won", "unlooked"}

    blind = begun(deck="Ad 5c 5h").plays("- C3", "- -", "- B2").checks_down()
    assert earned(blind, 2) == {"won", "blind", "ace", "blind_ace"}


def test_the_last_and_the_lowest_card_of_a_field() -> None:
    """TB-21: two cards are left, and a 5 beats a 3."""
    over = DestinyHand(50, 50, carry=carry("A1=5s E5=3c", "6c 6d", "2c 9d", dealer=2)).checks_down()
    over.plays("- A1", "- E5").checks_down().presses("enough")

    assert earned(over, 2) == {"won", "low", "unlooked", "last"}


def test_a_joker_is_above_all() -> None:
    """TB-21, DE-1: with the house rule for it."""
    rules = DestinyRules(jokers="above")
    over = begun(deck="*1 5d 5h", rules=rules).plays("- -", "C3 A1", "- B2").checks_down()

    assert earned(over, 1) == {"won", "blind", "joker"}


def test_titles_of_knights_heads() -> None:
    """TB-21: hands that were laid down, and what won; who folded and who was alone laid down nothing."""
    over = keeps(played(100, 100, 100).everybody_bets()).checks_down().checks_down()
    assert earned(over, 1) == {"won", "court"}
    assert earned(over, 2) == earned(over, 3) == set()

    rabble = HandStats(1, has_won=True, shown=BestHand((0,), "27", ()), counts={"hand_27": 1})
    assert "knights_rabble" in {
        each.key for each in KNIGHTS_HEADS.titles if each.words & words_of(rabble, 3, 100)
    }


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (1, "crowned"),
        (5, "crowned"),
        (8, "war_room"),
        (11, "house_of_twins"),
        (13, "gala"),
        (15, "court_of_twins"),
        (18, "family"),
        (6, None),
    ],
)
def test_which_knights_hands_are_titles(number: int, key: str | None) -> None:
    """TB-21: they go by their numbers in KH-4; a Queendom, which is below a Royal House, is none."""
    words = words_of(HandStats(1, has_won=False, counts={f"hand_{number}": 1}), -1, 100)
    found = [each.key for each in KNIGHTS_HEADS.titles if words & each.words]

    assert found == ([f"knights_{key}"] if key else [])


def test_titles_of_dividha() -> None:
    """TB-21: columns, Invictories, and hands that were shown."""
    over = DividhaHand(100, 100).presses("bet 4 0", "match 0").checks_to("showdown").shows(s1="2B", s2="3H")
    assert earned(over, 1) == {"invictory"}
    assert earned(over, 2) == {"won", "meek"}

    three = {1: "6L1 6L2 6L3 7H 4D 2B", 2: "KD KB QL 6V1 4H 2D"}
    over = DividhaHand(100, 100, holding=three).checks_to("showdown").shows(s1="2B", s2="2D")
    assert "three" in earned(over, 1)
    assert "three" not in earned(over, 2)

    alone = DividhaHand(100, 100).presses("bet 4 0", "fold")
    assert earned(alone, 1) == {"won"}
    assert words_of(DIVIDHA.hand_stats(alone.state)[Seat(1)], 2, 100) >= {"win", "lose", "won_unshown"}


def test_both_columns_and_the_meek() -> None:
    """TB-21, DV-6: both of two hands that match take from both columns; three hold a High Card."""
    holding = {1: "AH QD JB 7D 5B 3H", 2: "AD QB JH 7B 5D 3D"}
    even = DividhaHand(100, 100, holding=holding).presses("bet 4 2", "match 2").checks_to("showdown")
    assert earned(even.shows(s1="3H", s2="3D"), 1) == {"both", "meek"}

    over = DividhaHand(100, 100, 100).presses("bet 6 6", "match 0", "match 3")
    over.checks_to("showdown").shows(s1="2B", s2="AH", s3="QH")
    assert [earned(over, seat) for seat in (1, 2, 3)] == [{"won"}, set(), {"won", "meek"}]


@pytest.mark.parametrize(
    ("number", "has_won", "keys"),
    [
        (0, False, ["dividha_divine"]),
        (1, False, ["dividha_five", "dividha_pure_five"]),
        (2, False, ["dividha_pureblood"]),
        (3, False, ["dividha_five"]),
        (4, False, []),
        (6, False, []),
        (6, True, ["dividha_won", "dividha_full"]),
    ],
)
def test_which_hands_of_dividha_are_titles(number: int, *, has_won: bool, keys: list[str]) -> None:
    """TB-21: they go by their places in DV-1, the highest first."""
    deeds = HandStats(1, has_won=has_won, shown=BestHand((1,), str(number), ()))

    assert [each.key for each in DIVIDHA.titles if words_of(deeds, 0, 100) & each.words] == keys


@pytest.mark.parametrize(
    ("gain", "buy_in", "has_won", "shown", "keys"),
    [
        (20, 20, True, True, {"big_pot", "five_for_one"}),
        (19, 20, True, True, {"five_for_one"}),
        (0, 0, True, True, set()),
        (10, 90, True, True, {"five_for_one"}),
        (9, 90, True, True, set()),
        (1, 90, True, False, {"nothing_to_show"}),
        (-1, 90, False, False, set()),
    ],
)
def test_titles_of_any_game(gain: int, buy_in: int, *, has_won: bool, shown: bool, keys: set[str]) -> None:
    """TB-21: a whole buy-in, five times the stake of 2, and a pot without a card shown."""
    best = BestHand((1,), "card", ("As",)) if shown else None
    words = words_of(HandStats(2, has_won=has_won, shown=best), gain, buy_in)

    assert {each.key for each in TAVERN if each.words & words} == keys


@pytest.mark.parametrize(
    ("place", "players", "keys"),
    [
        (4, 12, {"entered"}),
        (3, 6, {"entered", "podium"}),
        (3, 5, {"entered"}),
        (1, 2, {"entered", "first", "twice"}),
        (1, 12, {"entered", "first", "twice", "podium", "full_hall"}),
        (2, 12, {"entered", "podium"}),
    ],
)
def test_titles_of_tournaments(place: int, players: int, keys: set[str]) -> None:
    """TB-21: they go by place, of so many; twice is for a player who has won two."""
    words = tournament.words_of(place, players)

    assert {each.key.partition("_")[2] for each in tournament.TITLES if each.words & words} == keys
    assert [each.key for each in tournament.TITLES if each.times == 2] == ["tournament_twice"]


@pytest.mark.parametrize(("low", "titles"), [("6L3", {"three"}), ("6H", set())])
def test_the_company_of_three_is_min_ral_and_san(low: str, titles: set[str]) -> None:
    """TB-21: all three of them are shown, and not two."""
    holding = {1: f"6L1 6L2 {low} KH QD 2B", 2: "AH QB JB 7D 5B 3H"}
    over = DividhaHand(100, 100, holding=holding).checks_to("showdown").shows(s1="2B", s2="3H")

    assert earned(over, 1) & {"three"} == titles
