"""A class may get another name: what buttons, house players and programs rest on stays as it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from random import Random
from typing import Any

import pytest

from bot.program_seats import offer_fields
from games.catalog import GAMES
from games.engine.core.characters import Character
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from games.engine.core.offers import NumberOffer, PickOffer, PlainOffer, SplitOffer, checksum
from tests.laws.walk import cases, play_hands, states_of

QUESTIONS = 25
MOODY = Character("apprentice")


def questions(game: AnyGame) -> Iterator[tuple[Any, Seat]]:
    """States of random hands with a seat that has to answer, without end."""
    random, known = Random(game.key), cases([game.key])
    while True:
        for hand in play_hands(random.choice(known)):
            for state in states_of(game, hand):
                yield from ((state, seat) for seat in game.to_act(state) - {CHANCE_SEAT})


def resting_on_names(game: AnyGame) -> list[object]:
    """Return what is told of offers and what house players expect, for some questions of random hands."""
    checksum.cache_clear()
    found: list[object] = []
    for (state, seat), number in zip(questions(game), range(QUESTIONS), strict=False):
        offers, view = game.offers(state, seat), game.recollection(state, seat)
        thought = game.estimate(view, offers, MOODY)
        found.append([offer_fields(offer, number) for offer in offers])
        found.append(None if thought is None else dict(thought.ev))
    return found


@contextmanager
def renamed() -> Iterator[None]:
    """Give every dataclass of the games another name for the length of a block."""
    found = [vars(module).values() for name, module in sys.modules.items() if name.startswith("games")]
    classes = {each for values in found for each in values if isinstance(each, type) and is_dataclass(each)}
    names = {each: (each.__name__, each.__qualname__) for each in classes}
    try:
        for each in classes:
            each.__name__ = each.__qualname__ = f"Other{each.__name__}"
        yield
    finally:
        for each, (name, full) in names.items():
            each.__name__, each.__qualname__ = name, full


@pytest.mark.parametrize("key", GAMES)
def test_a_class_may_get_another_name(key: str) -> None:
    """F-15, F-25: no checksum, no mood of a house player and no word to programs rests on a class's name."""
    before = resting_on_names(GAMES[key])

    with renamed():
        assert resting_on_names(GAMES[key]) == before


def test_programs_know_offers_by_their_wire_names() -> None:
    """TB-27: the four kinds of offers are told to programs by these words."""
    assert [each.wire for each in (PlainOffer, NumberOffer, PickOffer, SplitOffer)] == [
        "press",
        "number",
        "pick",
        "split",
    ]
