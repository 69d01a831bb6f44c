"""The laws of secrecy see a leak: each is shown one that was planted, in each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from zlib import crc32

import pytest

from games.engine.core.errors import OutOfRange
from games.engine.core.game import CHANCE_SEAT, AnyGame, Transition
from games.engine.core.offers import NumberOffer, PlainOffer
from games.engine.table.table import AnyTable
from tests.games.luck import Luck
from tests.laws.secrecy import (
    DRAWS,
    LawBroken,
    check_buttons,
    check_possible_states,
    check_proofs,
    check_secrecy,
    hidden,
    looked_at,
)
from tests.laws.walk import ALL_GAMES, ALL_RECORDS, Case, few_cases
from tests.soak import some_now

SECRETS = [(key, place) for key, each in ALL_RECORDS.items() for place in sorted(each.hidden)]
EVERY_SECRET = pytest.mark.parametrize(("key", "place"), SECRETS)
MOMENTS = 2
MORE: PlainOffer[Any] = PlainOffer("more", None)
EVERY_GAME = pytest.mark.parametrize("key", ALL_RECORDS)
HIDING_GAMES = [key for key, each in ALL_RECORDS.items() if each.hidden]
EVERY_HIDING_GAME = pytest.mark.parametrize("key", HIDING_GAMES)


def planted(key: str, **methods: Any) -> AnyGame:
    """A game of which some functions are others."""
    game: AnyGame = type("Planted", (type(ALL_GAMES[key]),), methods)()
    return game


def trace(state: Any, place: str) -> int:
    """A number that tells something of what lies at a place of a state, and names no card."""
    return crc32(repr(list(found_at(state, place.split(".")))).encode())


def found_at(value: Any, names: list[str]) -> Iterator[Any]:
    """All that lies at a place, tuples gone through."""
    if isinstance(value, tuple) and names:
        for each in value:
            yield from found_at(each, names)
    elif names:
        yield from found_at(getattr(value, names[0]), names[1:])
    else:
        yield value


def cases_of(key: str) -> list[Case]:
    """Every game of that kind that the laws look at."""
    return few_cases([key])


def tables(key: str) -> Iterator[AnyTable]:
    """Return the tables that the laws look at."""
    return looked_at(cases_of(key))


@cache
def moments(key: str) -> Mapping[str, list[AnyTable]]:
    """Return for each secret of a game some tables at which a player does not know it."""
    game, luck = ALL_GAMES[key], Luck(key)
    found: dict[str, list[AnyTable]] = {place: [] for place in ALL_RECORDS[key].hidden}
    for table in tables(key):
        if table.hand is not None and any(len(some) < MOMENTS for some in found.values()):
            state = table.hand.state
            for place in set(hidden(state, game.sample_possible_state(state, None, luck))):
                found[place].append(table)
    return found


def look_at(game: AnyGame, seen: Iterable[AnyTable]) -> None:
    """Law 5 over some tables, until it is broken."""
    luck = Luck(game.key)
    for table in seen:
        # A drawn state may be the true one, and then shows no leak.
        for _ in range(DRAWS):
            check_secrecy(table, game, luck)


def prove(game: AnyGame) -> None:
    """Check the proofs of all hands of a game."""
    for case in cases_of(game.key):
        check_proofs(case, game)


def press(game: AnyGame) -> None:
    """Every button of all that is played."""
    for table in tables(game.key):
        check_buttons(table, game)


@EVERY_SECRET
def test_in_a_view(key: str, place: str) -> None:
    """Law 5: a view with a field that rests on what is hidden."""
    game = ALL_GAMES[key]
    leaking = planted(key, view=lambda _self, state, viewer: (game.view(state, viewer), trace(state, place)))

    with pytest.raises(LawBroken):
        look_at(leaking, moments(key)[place])


@EVERY_SECRET
def test_in_an_offer(key: str, place: str) -> None:
    """Law 5: an offer that is another where something hidden is another, and so is its button."""
    game = ALL_GAMES[key]
    leaking = planted(
        key,
        offers=lambda _self, state, seat: tuple(
            replace(each, key=f"{each.key}{trace(state, place)}") if isinstance(each, PlainOffer) else each
            for each in (*game.offers(state, seat), MORE)
            if game.offers(state, seat)
        ),
        apply=lambda _self, state, seat, move: game.apply(state, seat, move) if move else Transition(state),
    )

    with pytest.raises(LawBroken):
        look_at(leaking, moments(key)[place])


@EVERY_SECRET
def test_in_an_event(key: str, place: str) -> None:
    """Law 5: an event that tells more than its moment shows."""
    game = ALL_GAMES[key]

    def tell(_self: object, state: Any, seat: Any, move: Any) -> Transition[Any]:
        step = game.apply(state, seat, move)
        return replace(step, events=(*step.events, trace(state, place)))

    with pytest.raises(LawBroken):
        look_at(planted(key, apply=tell), moments(key)[place])


def test_of_dice() -> None:
    """Law 5: were the number of a round hidden, its view would give it away."""
    hiding = planted(
        "stone_hand",
        sample_possible_state=lambda _self, state, _viewer, chance: replace(
            state, number=9 + chance.below(9)
        ),
    )

    with pytest.raises(LawBroken):
        look_at(hiding, tables("stone_hand"))


@EVERY_GAME
def test_in_the_proofs(key: str) -> None:
    """Law 5, TB-13: a proof of a card that nobody has been shown."""
    game = ALL_GAMES[key]
    leaking = planted(key, seen=lambda _self, state, _viewer: (*game.cards(state), "card")[:40])

    with pytest.raises(LawBroken):
        prove(leaking)


@EVERY_HIDING_GAME
def test_a_card_that_is_shown_and_not_seen(key: str) -> None:
    """Law 5, TB-13: a view that names a card of which its viewer has no proof."""
    with pytest.raises(LawBroken):
        look_at(planted(key, seen=lambda *_: ()), tables(key))


@EVERY_HIDING_GAME
def test_nothing_could_be_another(key: str) -> None:
    """Law 5: a game whose `sample_possible_state` returns the state itself hides its leaks from the law."""
    with pytest.raises(LawBroken):
        check_possible_states(
            cases_of(key), planted(key, sample_possible_state=lambda _self, state, _viewer, _chance: state)
        )


@pytest.mark.parametrize("key", some_now(HIDING_GAMES, ("knights_heads", "fists")))
def test_what_is_drawn_may_be_true(key: str) -> None:
    """Law 5: the true one of a few possible states is drawn at the expected rate."""
    game = ALL_GAMES[key]
    hesitant = planted(
        key,
        sample_possible_state=lambda _self, state, viewer, chance: (
            state if chance.below(2) else game.sample_possible_state(state, viewer, chance)
        ),
    )

    check_possible_states(cases_of(key), hesitant)


@pytest.mark.parametrize(("key", "place"), dict(SECRETS).items())
def test_something_that_is_never_another(key: str, place: str) -> None:
    """Law 5: so does one that leaves a single secret as it is."""
    game, head = ALL_GAMES[key], place.partition(".")[0]
    leaving = planted(
        key,
        sample_possible_state=lambda _self, state, viewer, chance: replace(
            game.sample_possible_state(state, viewer, chance), **{head: getattr(state, head)}
        ),
    )

    with pytest.raises(LawBroken):
        check_possible_states(cases_of(key), leaving)


@EVERY_GAME
@pytest.mark.parametrize(
    "dead",
    [
        lambda: PlainOffer("Fold", None),
        lambda: PlainOffer("a_key_that_is_longer_than_any", None),
        lambda: NumberOffer("bet_less", -1, 5, int),
        lambda: NumberOffer("bet_more", 1, 10**15, int),
        lambda: NumberOffer("bet_beside", 1, 5, int, marks=(6,)),
    ],
)
def test_a_dead_button(key: str, dead: Any) -> None:
    """Law 2: a button with a capital in its key, or a number that no custom_id brings back."""
    game = ALL_GAMES[key]
    dying = planted(
        key,
        offers=lambda _self, state, seat: (
            *game.offers(state, seat),
            *([dead()] if seat != CHANCE_SEAT else []),
        ),
    )

    with pytest.raises((LawBroken, ValueError, OutOfRange)):
        press(dying)
