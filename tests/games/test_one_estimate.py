"""House player, hint and coach speak from one estimate: none of them says what another denies (TB-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from random import Random
from typing import Any

import pytest

from games.catalog import GAMES
from games.destiny import bot_player as destiny
from games.dividha import bot_player as dividha
from games.engine.core.characters import MASTER
from games.engine.core.errors import Reason, Templated, template_values
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from games.knights_heads import bot_player as knights_heads
from games.stone_hand import bot_player as stone_hand
from tests.games.luck import Luck
from tests.laws.toy import Fists
from tests.laws.walk import cases, play_hands, states_of

QUESTIONS = [pytest.param(60), pytest.param(10_000, marks=pytest.mark.soak)]
CHANCES = 3
"""The number of answers of a master, who may mix."""
ADVICE: Mapping[str, Mapping[str, Reason]] = {
    "destiny": destiny.ADVICE,
    "dividha": dividha.ADVICE,
    "knights_heads": knights_heads.ADVICE,
    "stone_hand": stone_hand.ADVICE,
}
CLAIMS = {"odds", "cost", "win", "lose"}


def questions(key: str, count: int) -> Iterator[tuple[AnyGame, Any, Seat]]:
    """Questions of random games by random house rules."""
    game, random = GAMES[key], Random(key)
    known = cases([key])
    while True:
        for hand in play_hands(random.choice(known)):
            for state in states_of(game, hand):
                for seat in game.to_act(state) - {CHANCE_SEAT}:
                    yield game, state, seat
                    count -= 1
                    if not count:
                        return


def claims(told: Templated | None) -> dict[str, object]:
    """The numbers of a sentence that are about the cards and the price."""
    return (
        {} if told is None else {name: fact for name, fact in template_values(told).items() if name in CLAIMS}
    )


DENIED: Mapping[str, Mapping[str, AbstractSet[str]]] = {
    "destiny": {
        "pays": {"fold"},
        "for_look": {"fold"},
        "pricey": {"match", "all_in"},
        "take": {"no_look"},
        "look": {"no_look"},
    },
    "dividha": {
        "win": {"fold"},
        "lose": {"fold"},
        "fold_win": {"match"},
        "fold_lose": {"match"},
        "win_free": {"check", "fold"},
        "lose_free": {"check", "fold"},
        "keep_all": {"trade_one", "trade_two"},
        "trade": {"no_trade"},
    },
    "knights_heads": {
        "made_pays": {"fold"},
        "coming_pays": {"fold"},
        "made_pricey": {"match"},
        "coming_pricey": {"match"},
    },
    "stone_hand": {"won": {"rethrow"}, "leading": {"rethrow"}, "overtaken": {"keep"}, "more": {"keep"}},
}
"""The answers that a master never gives with that advice of the coach."""


@pytest.mark.parametrize("count", QUESTIONS)
@pytest.mark.parametrize("key", GAMES)
def test_tb12_the_coach_never_contradicts_the_hint(key: str, count: int) -> None:
    """TB-12: the coach's words agree with each answer that a hint may show, and with its numbers."""
    rows, said = ADVICE[key], 0
    for game, state, seat in questions(key, count):
        view, offers = game.recollection(state, seat), game.offers(state, seat)
        told = game.advice(view, offers)
        if told is None:
            continue
        row = next(name for name, advice in rows.items() if advice.template == told.template)
        for chance in range(CHANCES):
            answer = game.decide(view, offers, Luck(f"{chance}"), MASTER)
            assert answer.key not in DENIED[key].get(row, ()), (told, answer)
            why, mine = claims(game.reason(view, offers, answer, MASTER)), claims(told)
            assert all(why[name] == mine[name] for name in why.keys() & mine.keys()), (told, answer)
        said += 1

    assert said


@pytest.mark.parametrize("key", GAMES)
def test_tb26_what_is_told_afterwards_agrees_with_the_hint(key: str) -> None:
    """TB-26: no answer of a master’s is said to have cost something; most games tell nothing yet."""
    for game, state, seat in questions(key, 150):
        worths = game.looked_back(state, seat)
        assert game.looks_back or not worths
        if worths:
            view, offers = game.recollection(state, seat), game.offers(state, seat)
            assert worths[game.decide(view, offers, Luck("0"), MASTER).key] == max(worths.values())


@pytest.mark.parametrize("key", GAMES)
def test_an_estimate_weighs_what_is_offered(key: str) -> None:
    """TB-12: chances are from none to certain, worths are of answers that may be given, and of no others."""
    weighed = 0
    for game, state, seat in questions(key, 150):
        view, offers = game.recollection(state, seat), game.offers(state, seat)
        found = game.estimate(view, offers, MASTER)
        if found is None:
            continue
        weighed += 1
        assert all(0 <= each <= 1 for each in found.win_probability.values())
        # A call is estimated also if it is all in, and a raise also if it is a bet.
        assert {*found.ev} <= {*(each.key for each in offers), "match", "raise"}

    assert weighed > 5


def test_a_game_may_have_none() -> None:
    """A game without coins to weigh has no estimate."""
    assert Fists().estimate(None, ()) is None  # type: ignore[arg-type]  # whatever it is shown
