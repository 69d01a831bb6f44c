"""House player, hint and coach speak from one estimate: none of them says what another denies (TB-12)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace
from typing import Any

import pytest

from games.catalog import GAMES
from games.destiny import bot_player as destiny
from games.dividha import bot_player as dividha
from games.engine.core.characters import MASTER
from games.engine.core.errors import Reason, Templated, template_values
from games.engine.core.game import AnyGame
from games.engine.core.offers import Offer
from games.knights_heads import reasons as knights_heads
from games.stone_hand import bot_player as stone_hand
from tests.games.luck import Luck
from tests.games.questions import QUESTIONS, questions
from tests.laws.toy import Fists
from tests.laws.watched import hands

CHANCES = 3
"""The number of answers of a master, who may mix."""
ADVICE: Mapping[str, Mapping[str, Reason]] = {
    "destiny": destiny.ADVICE,
    "dividha": dividha.ADVICE,
    "knights_heads": knights_heads.ADVICE,
    "stone_hand": stone_hand.ADVICE,
}
CLAIMS = {"odds", "cost", "win", "lose"}


def claims(told: Templated | None) -> dict[str, object]:
    """The numbers of a sentence that are about the cards and the price."""
    return (
        {} if told is None else {name: fact for name, fact in template_values(told).items() if name in CLAIMS}
    )


PAYS, COSTS = {"fold"}, {"match", "all_in"}
DENIED: Mapping[str, Mapping[str, AbstractSet[str]]] = {
    "destiny": {
        "pays": PAYS,
        "for_look": PAYS,
        "look_too": PAYS,
        "raise": PAYS,
        "fold": COSTS,
        "dear": COSTS,
        "take": {"no_look"},
        "look": {"no_look"},
    },
    "dividha": {
        "win": PAYS,
        "lose": PAYS,
        "fold_win": COSTS,
        "fold_lose": COSTS,
        "dear_win": COSTS,
        "dear_lose": COSTS,
        "win_free": {"check", "fold"},
        "lose_free": {"check", "fold"},
        "keep_all": {"trade_one", "trade_two"},
        "trade": {"no_trade"},
    },
    "knights_heads": {
        "made_pays": PAYS,
        "coming_pays": PAYS,
        "made_pricey": COSTS,
        "coming_pricey": COSTS,
        "made_dear": COSTS,
        "coming_dear": COSTS,
    },
    "stone_hand": {"won": {"rethrow"}, "leading": {"rethrow"}, "overtaken": {"keep"}, "more": {"keep"}},
}
"""The answers that a master never gives with that advice of the coach."""
NUMBERS = {"number", "hands"}
"""The fields of a view that only count hands."""


def renumbered(view: Any, number: int) -> Any:
    """Return a view of the same hand with another number, as if as many hands had been played before."""
    known = {each.name for each in fields(view)} & NUMBERS
    return replace(view, **dict.fromkeys(known, number))


@pytest.mark.parametrize("key", ["destiny", "dividha", "knights_heads"])
def test_estimates_of_hidden_cards_are_not_exact(key: str) -> None:
    """TB-12: an estimate of rivals' cards and answers never claims to be exact."""
    asked = (
        (game.recollection(state, seat), game.offers(state, seat)) for game, state, seat in questions(key, 20)
    )
    found = [GAMES[key].estimate(view, offers) for view, offers in asked]

    assert any(found)
    assert not any(each.is_exact for each in found if each is not None)


@pytest.mark.parametrize("count", QUESTIONS)
@pytest.mark.parametrize("key", GAMES)
def test_tb12_the_coach_never_contradicts_the_hint(key: str, count: int) -> None:
    """TB-12: the coach's words agree with a hint and with each answer of a master, whatever it draws.

    A master may draw by the number of the hand, so each answer is of a hand with another number.
    """
    rows, said = ADVICE.get(key), 0
    if rows is None:
        pytest.skip("its coach says nothing")
    for game, state, seat in questions(key, count):
        view, offers = game.recollection(state, seat), game.offers(state, seat)
        told = game.advice(view, offers)
        if told is None:
            continue
        row = next(name for name, advice in rows.items() if advice.template == told.template)
        answers = [
            game.decide(renumbered(view, 1 + chance), offers, Luck(f"{chance}"), MASTER)
            for chance in range(CHANCES)
        ]
        for answer in (game.hint(view, offers), *answers):
            assert answer.key not in DENIED[key].get(row, ()), (told, answer)
            why, mine = claims(game.reason(view, offers, answer, MASTER)), claims(told)
            assert all(why[name] == mine[name] for name in why.keys() & mine.keys()), (told, answer)
        said += 1

    assert said


@pytest.mark.parametrize("count", QUESTIONS)
@pytest.mark.parametrize("key", GAMES)
def test_tb12_nothing_that_is_told_is_drawn(key: str, count: int) -> None:
    """TB-12: estimate, advice and hint are the same whatever the number of the hand; none has a chance."""
    for game, state, seat in questions(key, count):
        view, offers = game.recollection(state, seat), game.offers(state, seat)
        expected = everything_told(game, view, offers)

        assert [everything_told(game, renumbered(view, number), offers) for number in (2, 3)] == [
            expected
        ] * 2


def everything_told(game: AnyGame, view: Any, offers: tuple[Offer[Any], ...]) -> tuple[object, ...]:
    """Return whatever a learner may be told in a place."""
    estimate, answer = game.estimate(view, offers, MASTER), game.hint(view, offers)
    numbers = None if estimate is None else ({**estimate.ev}, {**estimate.win_probability})
    return numbers, game.advice(view, offers), answer, game.reason(view, offers, answer, MASTER)


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

    assert weighed > 5 or not weighed


BETS = {"knights_heads": "final_round", "dividha": "last_round"}
"""The last betting rounds of games whose estimates are not made from what was bet alone."""


@pytest.mark.parametrize("count", [12, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("key", BETS)
def test_tb12_a_bet_of_the_last_round_lowers_what_is_told(key: str, count: int) -> None:
    """TB-12: with the same cards and pot fewer wins are told after a rival's bet than after none."""
    before, after = list[float](), list[float]()
    for hand in hands(key, [MASTER] * 3, count, "last round"):
        for asked in (each for seat in hand for each in seat):
            view, betting = asked.view, asked.view.betting
            bets = betting.raisers[len(betting.raisers) - betting.raises :] if betting.raises else ()
            if view.stage != BETS[key] or not {*bets} - {view.viewer}:
                continue
            silent = replace(betting, raises=0, raisers=betting.raisers[: -len(bets)])
            for told, heard in ((after, view), (before, replace(view, betting=silent))):
                found = GAMES[key].estimate(heard, tuple(asked.offers.values()), MASTER)
                assert found is not None
                told.append(sum(found.win_probability.values()))

    assert len(after) > 4
    assert sum(after) < 0.98 * sum(before)


def test_a_game_may_have_none() -> None:
    """A game without coins to weigh has no estimate."""
    assert Fists().estimate(None, ()) is None  # type: ignore[arg-type]  # whatever it is shown
