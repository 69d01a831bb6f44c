"""The house's players, their properties, and the choice of the one who comes."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from bot.tavern.house_decisions import pick_name
from games.bot_characters import HOUSE_PLAYERS, character_of
from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.provable_chance import Draw, Seal
from games.stone_hand.bot_player import HOMES

CHANCE = Draw(Seal("ab" * 32))


def test_every_house_player_has_a_home_throw() -> None:
    """SH-3: house players have home throws and reasons of their own."""
    assert set(HOMES) == set(HOUSE_PLAYERS)


def test_everybody_has_a_story_of_their_own() -> None:
    """TB-12: the house's people are told apart by what is told of them, in a line or two."""
    stories = [each.story for each in HOUSE_PLAYERS.values()]

    assert len(set(stories)) == len(stories) == 20
    assert all(40 < len(each) < 110 for each in stories)


def test_every_skill_and_temper_is_somebodys() -> None:
    """TB-12: there is a house player of each skill and temper, and most are regulars."""
    skills = Counter(each.skill for each in HOUSE_PLAYERS.values())

    assert skills == {"apprentice": 5, "regular": 10, "master": 5}
    assert set(get_args(Skill)) == set(skills)
    assert set(get_args(Temper)) == {each.temper for each in HOUSE_PLAYERS.values()}


def test_the_same_person_always_plays_the_same_way() -> None:
    """TB-12: a number after the name makes no difference; a name from before plays like a master."""
    assert character_of("Uncle Vask") == character_of("Uncle Vask 21") == Character("master")
    assert character_of("Old Marn") == MASTER


@pytest.mark.parametrize("skill", get_args(Skill))
def test_who_comes_has_the_skill_that_was_asked_for(skill: Skill) -> None:
    """TB-12: all of a skill come before any comes twice, and then with a number."""
    taken: list[str] = []
    able = {each.name for each in HOUSE_PLAYERS.values() if each.skill == skill}
    for _ in able:
        taken.append(pick_name(taken, CHANCE, skill))
    again = pick_name(taken, CHANCE, skill)

    assert set(taken) == able
    assert again.removesuffix(f" {len(taken) + 1}") in able
    assert character_of(again).skill == skill


def test_gentle_people_come_to_beginners() -> None:
    """TB-12: apprentices except bold Tall Pim, and the careful except Father Brock, a master."""
    gentle = {"Jory", "Little Bess", "Mirre", "Round Piet", "Aunt Wil", "Lame Rolf"}
    taken: list[str] = []
    for _ in gentle:
        taken.append(pick_name(taken, CHANCE, for_beginners=True))

    assert set(taken) == gentle
    assert pick_name(taken, CHANCE, for_beginners=True).removesuffix(" 7") in gentle
