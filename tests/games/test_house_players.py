"""The people who play for the house (TB-12)."""

from __future__ import annotations

from typing import get_args

import pytest

from games.bot_characters import HOUSE_PLAYERS, character_of, house_player, suits_beginners
from games.engine.core.characters import MASTER, Character, Skill, Temper


def test_there_is_somebody_of_every_kind() -> None:
    """TB-12: whatever skill a host asks for, and whatever temper people like to meet, is there."""
    everybody = HOUSE_PLAYERS.values()

    assert {each.skill for each in everybody} == set(get_args(Skill))
    assert {each.temper for each in everybody} == set(get_args(Temper))


def test_a_story_fits_below_a_name() -> None:
    """Each player has a story, no two the same, short enough to be read at a table."""
    stories = [each.story for each in HOUSE_PLAYERS.values()]

    assert len(set(stories)) == len(stories)
    assert all(20 < len(story) <= 120 for story in stories)


@pytest.mark.parametrize("name", ["Old Marta", "Tall Pim"])
@pytest.mark.parametrize("number", ["", " 2", " 12"])
def test_the_same_person_plays_the_same_way_everywhere(name: str, number: str) -> None:
    """TB-12: if a house player sits there twice, a number tells them apart without any effect on play."""
    somebody = house_player(f"{name}{number}")

    assert somebody == HOUSE_PLAYERS[name]
    assert character_of(f"{name}{number}") == Character(somebody.skill, somebody.temper)


def test_who_is_not_on_the_list_plays_like_a_master() -> None:
    """House players of older versions play on under the names that they had."""
    assert house_player("Nobody") is None
    assert character_of("Nobody") == MASTER


def test_apprentices_and_careful_people_suit_beginners() -> None:
    """TB-12: no master, nobody bold, and of the regulars those who are careful."""
    names = {each.name for each in HOUSE_PLAYERS.values() if suits_beginners(each)}

    assert names == {
        *("Jory", "Little Bess", "Mirre", "Round Piet"),
        *("Aunt Wil", "Lame Rolf"),
    }
