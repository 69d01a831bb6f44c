"""The director and the games together: every hand of these tournaments is played by the real rules."""

from __future__ import annotations

import pytest

from games.catalog import HOSTED
from games.engine.core.game import Level
from games.engine.core.house_rules import options
from tests.laws.real import Real
from tests.laws.walk import rule_sets
from tests.soak import some_now

SIZES = (2, 3, 5, 8, 13)
RULES = [
    (key, rules)
    for key, game in HOSTED.items()
    for rules in rule_sets(key)
    if sum(getattr(rules, each.name) != each.default for each in options(game.house_rules)) < 2
]
"""The usual house rules of each game, and those in which one is another."""


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", sorted(HOSTED))
def test_every_game_is_played_to_its_end(key: str, seed: int) -> None:
    """TN-7, TN-8: at several tables, at random, every chip is a player's, and it ends."""
    evening = Real(HOSTED[key], SIZES[seed], seed).play()

    assert evening.tournament.phase == "over"
    assert evening.tournament.tables == ()


@pytest.mark.parametrize("chosen", some_now(RULES, RULES[::3]))
def test_every_house_rule_in_a_tournament(chosen: tuple[str, object]) -> None:
    """TN-26: whatever an organiser chooses, it is played to the end."""
    key, rules = chosen
    evening = Real(HOSTED[key], 5, 1, rules).play()

    assert evening.tournament.phase == "over"


def test_which_house_rules_a_tournament_does_not_have() -> None:
    """TN-26: Dividha's ante and Stone Hand's unit go by the levels, no pool; all others stay."""
    changed = {
        (key, each.name)
        for key, rules in RULES
        for each in options(HOSTED[key].house_rules)
        if getattr(HOSTED[key].at_level(rules, Level(2, 1, 2)), each.name) != getattr(rules, each.name)
    }

    assert changed == {("dividha", "ante_rise"), ("stone_hand", "prize_pool"), ("stone_hand", "unit")}


def test_the_sample_has_players_who_cannot_pay_the_ante() -> None:
    """TN-23, TN-24: a sample without them would say nothing about them."""
    told = set[str]().union(*(_told("dividha", seed) for seed in range(12)))

    assert {"ante_missed", "all_on_win"} <= told


def test_blinds_were_followed_from_hand_to_hand() -> None:
    """TN-27: a sample in which no table played two hands would say nothing about the button."""
    assert "blinds_followed" in _told("destiny", 1)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(20))
@pytest.mark.parametrize("key", sorted(HOSTED))
def test_hundreds_of_them(key: str, batch: int) -> None:
    """The same for hundreds more."""
    for seed in range(100 * batch, 100 * batch + 20):
        assert Real(HOSTED[key], SIZES[seed % len(SIZES)], seed).play().tournament.phase == "over"


def _told(key: str, seed: int) -> set[str]:
    real = Real(HOSTED[key], 4, seed)
    real.play()
    return real.told
