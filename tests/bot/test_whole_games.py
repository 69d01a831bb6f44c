"""A game is more than its rules: what else the tavern has of each, and what it says of one that lacks it."""

from __future__ import annotations

import pytest

from bot.screens.catalog import DAILY_FACES, FACES
from games.catalog import DAILY, GAMES
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import options
from tests.begun import BEGUN, lacks_of_begun
from tests.laws.toy import FISTS
from tests.whole_games import BY_HAND, IF_BET_ON, IF_DEALT, lacking


@pytest.mark.parametrize("key", [*GAMES, *BEGUN])
def test_every_game_is_whole(key: str) -> None:
    """Law 8: all that the tavern asks for of a game is there, and what is not is named here."""
    if key in BEGUN:
        pytest.fail(f"{key} is only begun, so that only the laws try it. It lacks\n{lacks_of_begun(key)}")
    assert list(lacking(key)) == []


def test_what_a_game_lacks_is_named() -> None:
    """A game of which there are only the rules lacks all the rest."""
    told = {*lacking(FISTS.key)}

    assert told == {
        "a transcript: python -m tests.laws.record",
        "rules with numbers, in docs/rulebook",
        *BY_HAND,
        *IF_DEALT,
    }


def test_what_a_screen_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that names commands and a page that do not exist is named, too."""
    face = FACES["dividha"]
    monkeypatch.setattr(type(face), "command", "no-such-group")
    monkeypatch.setattr(type(face), "rules_page", "no-such-page")
    told = list(lacking("dividha"))

    assert told == [
        "/no-such-group open, in bot/cogs",
        "/no-such-group rules, in bot/cogs",
        "docs/rules/no-such-page.md",
    ]


def test_every_deal_of_the_day_has_its_screen() -> None:
    """TB-20: in the same order, too."""
    assert [*DAILY_FACES] == [*DAILY]


def test_nothing_is_kept_for_a_game_that_is_not_there() -> None:
    """Games that are listed elsewhere are in the catalogue."""
    listed = (BY_HAND | IF_DEALT | IF_BET_ON).values()

    assert {key for keys in listed for key in keys} <= GAMES.keys()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_house_rule_says_what_each_of_its_values_does(game: AnyGame) -> None:
    """A host who reads the list needs no rules page; a line fits beside the value on a phone."""
    said = [each.line(value) for each in options(game.house_rules) for value, _label in each.choices]

    assert [each for each in said if not 0 < len(each) <= 90] == []
