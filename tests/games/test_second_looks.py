"""Choices of hands that are over, laid beside hands that are imagined (TB-26)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from games.catalog import GAMES
from games.destiny.game import Destiny
from games.destiny.model import PLACES, PassedOver, heights
from games.dividha.game import Dividha
from games.engine.betting.bets import Betting, SeatBets
from games.engine.betting.ranges import TRIES, best_fitting, informative_answers, similarity
from games.engine.core.game import CHANCE_SEAT, AnyGame, Response, Seat
from games.engine.core.offers import Answer
from games.engine.history import find_offer, plain
from games.tools.review import (
    FIRST_SAMPLES,
    GIVEN_UP,
    PAYING,
    SAMPLES_MIN,
    Comparison,
    SampledChance,
    SecondLook,
    SecondLooks,
    comparisons,
)
from tests.laws.bones import BONES
from tests.laws.histories import over_of
from tests.laws.walk import cases, play_hands
from tests.soak import some_now

HIDING = [key for key, game in GAMES.items() if game.is_dealt]
MANY = [1, pytest.param(8, marks=pytest.mark.soak)]
"""Numbers of hands, or of choices in them: one now, more in the soak."""
THOUGHTS = 100
"""Hands imagined for a choice in tests: enough where much was lost."""


def compared(key: str, count: int = 1) -> Iterator[tuple[AnyGame, Any, list[Response], Seat]]:
    """Choices in random hands by random house rules that can be compared, and what rivals had answered."""
    game, random = GAMES[key], Random(key)
    found = 0
    while found < count:
        # The latest hand first: something was passed over before it.
        for hand in reversed([*over_of(play_hands(random.choice(cases([key]))))]):
            past: list[Response] = []
            for each in hand.played(game):
                if each.seat == CHANCE_SEAT or each.move == game.departure:
                    continue
                if game.ways(each.state, each.seat).answers:
                    yield game, each.state, [said for said in past if said.seat != each.seat], each.seat
                    found += 1
                offers = (*game.offers(each.state, each.seat), *game.asides(each.state, each.seat))
                offer, numbers = find_offer(game, each, each.move, offers)
                past.append(Response(each.state, each.seat, Answer(offer.key, numbers)))


@pytest.mark.parametrize("count", MANY)
@pytest.mark.parametrize("key", some_now(HIDING, ("knights_heads", "dividha")))
def test_what_is_imagined_could_have_been(key: str, count: int) -> None:
    """TB-26: the chooser can’t tell it from the real one; no card is lost, and few lie as before."""
    stayed = hidden = 0
    for game, state, past, seat in compared(key, count):
        drawn = game.sample_likely_state(state, past, seat, SampledChance(f"{hidden}"))
        before, after = held(game, state), held(game, drawn)
        seen = game.seen(state, seat)

        assert game.view(drawn, seat) == game.view(state, seat)
        assert {*before} == {*after}
        assert len(before) == len(after)
        pairs = [pair for pair in zip(before, after, strict=True) if pair[0] not in seen]
        hidden += len(pairs)
        stayed += sum(was == lies for was, lies in pairs)
    assert stayed < hidden / 10


def test_what_was_passed_over_lies_lower() -> None:
    """TB-26: if a player played another card instead of the known one, mostly a lower one is imagined."""
    game, state, _past, seat = next(compared("destiny"))
    height, seen = heights(state.rules.jokers), game.seen(state, seat)
    place = next(each for each in PLACES if state.card(each) and state.card(each) not in seen)
    instead = sorted(seen, key=lambda card: height[card])[len(seen) // 2]
    passed = replace(state, passed_over=(PassedOver(place, instead),))
    drawn = [game.sample_likely_state(passed, (), seat, SampledChance(f"{number}")) for number in range(40)]

    assert sum(height[each.card(place)] < height[instead] for each in drawn) > 30
    known = next(each for each in PLACES if state.card(each) in seen)
    passed = replace(state, passed_over=(PassedOver(known, instead),))
    drawn = [game.sample_likely_state(passed, (), seat, SampledChance(f"{number}")) for number in range(4)]
    assert {each.card(known) for each in drawn} == {state.card(known)}


def test_what_fits_best_is_imagined() -> None:
    """TB-26: the first that fits wholly; if none does, whichever fits the latest answers best."""
    draws = iter((3, 4, 6, 9, *[1] * TRIES))
    tests: Sequence[Callable[[int], float]] = (lambda each: each % 3 == 0, lambda each: min(each / 9, 1))

    assert best_fitting(lambda: next(draws), tests) == 9
    draws = iter((4, 3, *[1] * TRIES))
    assert best_fitting(lambda: next(draws), tests) == 3


def test_a_raise_is_like_one_of_its_size() -> None:
    """TB-26: with 20 in the pot once 10 are matched, 8 more are few, 20 many, 70 most; with 4 left none."""
    lies = SeatBets(Seat(2), 80, bet=10)
    asked = Betting((SeatBets(Seat(1), 80), lies), "no_limit", 2, to_act=Seat(1), to_match=10)
    short = replace(asked, stakes=(SeatBets(Seat(1), 4), lies))
    few, many = Answer("raise", (18,)), Answer("raise", (30,))

    assert similarity(asked, few, Answer("bet", (22,))) == 1
    assert similarity(asked, few, many) == similarity(asked, Answer("all_in"), many) == 0.5
    assert similarity(asked, few, Answer("match")) == similarity(asked, Answer("fold"), Answer("match")) == 0
    assert similarity(short, Answer("all_in"), Answer("match")) == 1


def test_a_rare_answer_is_seldom_imagined_with_any_cards() -> None:
    """TB-26: one in ten would have answered so, each of three times; nine in ten of those imagined would."""
    betting = Betting((SeatBets(Seat(1), 80), SeatBets(Seat(2), 80)), "no_limit", 2)
    past, fitting = [Response(betting, Seat(2), Answer("bet", (9,)))] * 3, 0
    for number in range(300):
        chance = SampledChance(f"{number}")
        tests = [lambda drawn: drawn >= 90 for _ in informative_answers(betting, past, chance)]
        fitting += best_fitting(partial(chance.below, 100), tests) >= 90

    assert fitting > 270


def held(game: AnyGame, state: Any) -> list[str]:
    """Every card that lies anywhere, in the order of the state; one that was passed on twice."""
    cards = {*game.cards(state)}

    def found(value: Any) -> Iterator[str]:
        for each in value.values() if isinstance(value, dict) else value:
            if isinstance(each, dict | list):
                yield from found(each)
            elif each in cards:
                yield each

    return [*found(plain(state))]


@pytest.mark.parametrize("count", MANY)
@pytest.mark.parametrize("key", GAMES)
def test_any_hand_can_be_thought_about(key: str, count: int) -> None:
    """TB-26: hands with any answers, departures too; and each look is at an answer that was given."""
    game, random = GAMES[key], Random(key)
    for hand in over_of(play_hands(random.choice(cases([key]))))[:count]:
        made = hand.played(game)
        for seat in game.result(made[-1].step.state).stacks:
            looks = SecondLooks(game, made, seat, SampledChance("0"))
            assert looks.think() == bool([*comparisons(game, made, seat, SampledChance("0"))]) or looks.found


def test_a_game_that_says_nothing_of_it_compares_nothing() -> None:
    """TB-26: and to imagine loses no card."""
    game: AnyGame = BONES

    assert not game.ways(None, Seat(1)).answers
    assert sorted(SampledChance("0").shuffled(("A", "B", "C"))) == ["A", "B", "C"]


@pytest.mark.parametrize("key", some_now(HIDING, ("dividha",)))
def test_what_was_lost_beyond_doubt_is_told(key: str) -> None:
    """TB-26: among random players one lost more than half the smallest bet, and is told so."""
    found = next(look for look in costly(key) if look.imagined)

    assert found.imagined >= SAMPLES_MIN
    assert found.cost == found.margin > 0
    assert found.answered in found.worths


def costly(key: str) -> Iterator[SecondLook]:
    """Yield the choices in random hands that are found to have cost coins."""
    game, random = GAMES[key], Random(f"{key} again")
    while True:
        for hand in over_of(play_hands(random.choice(cases([key])))):
            made = hand.played(game)
            for seat in game.result(made[-1].step.state).stacks:
                looks = SecondLooks(game, made, seat, SampledChance("0"))
                for _ in range(THOUGHTS):
                    if not looks.think():
                        break
                yield from (each for each in looks.found if each.cost)


@pytest.mark.parametrize(("answers", "tried"), [(2, 0), (3, FIRST_SAMPLES)])
def test_what_was_no_matter_after_all_is_not_told(
    monkeypatch: pytest.MonkeyPatch, answers: int, tried: int
) -> None:
    """TB-26: a choice that looked dear in some hands costs nothing in others."""
    brought: dict[str, int] = {}

    def brings(self: Comparison, key: str, _drawn: Any) -> float:
        brought[key] = brought.get(key, 0) + 1
        is_better = key != self._answered and brought[key] <= tried + SAMPLES_MIN
        return 1000.0 if is_better else 0.0

    monkeypatch.setattr(Comparison, "brings", brings)
    monkeypatch.setattr(Dividha, "sample_likely_state", lambda _self, state, *_: state)
    found = next(each for each in unsure("dividha") if len(each._answers) == answers)
    while not found.is_done:
        found.think()

    assert found.found is None
    assert max(brought.values()) == tried + 2 * SAMPLES_MIN


def test_what_was_right_beyond_doubt_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-26: a choice that no other can beat cost nothing, and no more is imagined."""
    monkeypatch.setattr(Comparison, "brings", lambda self, key, _drawn: 1000.0 * (key == self._answered))
    monkeypatch.setattr(Dividha, "sample_likely_state", lambda _self, state, *_: state)
    found = next(unsure("dividha"))
    while not found.is_done:
        found.think()

    assert found.found is not None
    assert (found.found.cost, found.found.imagined) == (0, SAMPLES_MIN)


def test_what_paying_won_is_told_beside_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-26: a player who paid, and took the pot in every hand that was imagined, won in all of them."""
    monkeypatch.setattr(Comparison, "brings", lambda self, key, _drawn: 1000.0 * (key == self._answered))
    monkeypatch.setattr(Destiny, "sample_likely_state", lambda _self, state, *_: state)
    found = next(each for each in unsure("destiny") if each._answered in PAYING and GIVEN_UP in each._answers)
    while not found.is_done:
        found.think()

    assert found.found is not None
    assert found.found.call is not None
    assert found.found.call.odds == 1
    assert found.found.call.price > 0


def test_what_nobody_asked_for_tells_of_no_cards() -> None:
    """TB-26: a player's split from now on is no answer to a bet, whatever they hold."""
    game, asides = GAMES["dividha"], 0
    for hand in over_of(play_hands(("dividha", 9, 7))):
        made = hand.played(game)
        asides += sum(not game.offers(each.state, each.seat) for each in made if each.seat != CHANCE_SEAT)
        for seat in game.result(made[-1].step.state).stacks:
            for found in comparisons(game, made, seat, SampledChance("0")):
                assert all(game.offers(each.state, each.seat) for each in found._past)
    assert asides


def unsure(key: str) -> Iterator[Comparison]:
    """Choices in random hands of which nothing is known yet."""
    game, random = GAMES[key], Random(key)
    while True:
        for hand in over_of(play_hands(random.choice(cases([key])))):
            made = hand.played(game)
            for seat in game.result(made[-1].step.state).stacks:
                yield from comparisons(game, made, seat, SampledChance("0"))
