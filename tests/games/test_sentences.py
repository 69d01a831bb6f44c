"""Each event says itself; where its facts decide what, every sentence is here."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, get_args

import pytest

from games.catalog import GAMES
from games.destiny.model import BlindPosted, HandBegun
from games.dividha.cards import LaidCoins, Tablet
from games.dividha.model import DividhaHandBegun, DividhaOutcome, LastTakesBoth, OutOfAntes
from games.engine.betting.bets import Bet, Called, Pledged, Raised
from games.engine.core.errors import Templated, template_values
from games.engine.core.game import Seat
from games.engine.table.events import GameOver, TableEvent
from games.knights_heads.model import KnightsHandBegun, KnightsShowdown
from games.stone_hand.hands import DiceHand
from games.stone_hand.model import HouseThrew, Threw

ONE, TWO = Seat(1), Seat(2)
EVENTS = (TableEvent, *(game.types.event for game in GAMES.values()))
JUNK = DiceHand((2, 5, 6), "junk", 5)


@pytest.mark.parametrize("events", EVENTS)
def test_every_event_says_itself(events: Any) -> None:
    """Each event at a table or in a game has a sentence, or one for each of its cases."""
    kinds = get_args(events)

    assert len(kinds) > 1
    assert [kind for kind in kinds if not isinstance(kind.template, str | property)] == []


def test_a_sentence_names_what_the_event_holds() -> None:
    """Each name in braces is a field, the player whom it is about, or written out by the screens."""
    written = {"card", "cards", "dice", "facts", "gained", "name", "points", "taken", "why", "won"}
    events = {each for kinds in EVENTS for each in get_args(kinds) if isinstance(each.template, str)}

    for each in events:
        fields = {field.name for field in dataclasses.fields(each)}
        assert set(re.findall(r"{(\w+)}", each.template)) <= fields | written, each
        assert "{name}" not in each.template or fields & {"seat", "gained"}, each


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (GameOver(None), "The game is over."),
        (GameOver(ONE), "**The game is over: {name} has won.**"),
        (Called(ONE, 4, is_all_in=False), "{name} stays in for {amount}."),
        (Called(ONE, 4, is_all_in=True), "{name} stays in for {amount}, **all in**."),
        (Bet(ONE, 4, 4, is_all_in=False), "{name} bets {amount}."),
        (Bet(ONE, 4, 4, is_all_in=True), "{name} bets {amount}, **all in**."),
        (Raised(ONE, 4, 8, is_all_in=False), "{name} raises to {to}."),
        (Raised(ONE, 4, 8, is_all_in=True), "{name} raises to {to}, **all in**."),
        (Pledged(ONE, 0), "{name} goes all in, and stays in for whatever comes."),
        (Pledged(ONE, 4), "{name} goes all in with {amount}, and stays in for whatever comes."),
        (HandBegun(ONE, is_by_lot=False, order=(TWO, ONE)), "{name} deals."),
        (HandBegun(ONE, is_by_lot=True, order=(TWO, ONE)), "{name} was drawn to deal first."),
        (BlindPosted(ONE, "small", 1, is_all_in=False), "{name} posts the small blind of {amount}."),
        (BlindPosted(ONE, "big", 2, is_all_in=False), "{name} posts the big blind of {amount}."),
        (BlindPosted(ONE, "late", 2, is_all_in=False), "{name} posts a blind of {amount} to be dealt in."),
        (
            DividhaHandBegun(ONE, is_by_lot=False, order=(), ante=4, left_behind=0),
            "{name} deals. The ante is {ante}.",
        ),
        (
            DividhaHandBegun(ONE, is_by_lot=True, order=(), ante=4, left_behind=0),
            "{name} was drawn to deal first. The ante is {ante}.",
        ),
        (OutOfAntes(ONE, 0), "{name} has nothing left."),
        (
            OutOfAntes(ONE, 3),
            "{name} can’t pay the next ante and is out, and leaves {amount} for the next pot.",
        ),
        (
            KnightsHandBegun(ONE, is_by_lot=False, ante=2),
            "{name} deals nine cards each. The ante is {amount}.",
        ),
        (
            KnightsHandBegun(ONE, is_by_lot=True, ante=2),
            "{name} was drawn to deal first: nine cards each. The ante is {amount}.",
        ),
        (KnightsShowdown(None, (), ()), ""),
        (KnightsShowdown(ONE, (), ()), "{name} calls for cards."),
        (HouseThrew((2, 5, 6), is_found=True), "The House throws {dice}: that is the table’s home throw."),
        (
            HouseThrew((1, 1, 4), is_found=False),
            "The House throws {dice}, which is not junk, and throws again.",
        ),
        (Threw(ONE, JUNK, 0), "{name} throws {hand}."),
        (Threw(ONE, JUNK, 1), "{name} throws again: {hand}."),
    ],
)
def test_the_facts_decide_what_is_said(event: Templated, says: str) -> None:
    """One sentence for each case, and none for a showdown that nobody called for."""
    assert event.template == says


def test_tn_27_a_dead_button_names_a_place() -> None:
    """TN-27: nobody is named where nobody sits any more."""
    begun = HandBegun(Seat(3), is_by_lot=False, order=(ONE, TWO))

    assert begun.template == "The button is at seat {place}, which is empty."
    assert template_values(begun)["dealer"] == 3


@pytest.mark.parametrize(
    ("bets", "says"),
    [
        ((4, 4), "Everyone else folded: **{name} takes the pot of {amount}** and shows nothing."),
        ((4, 0), "Nobody else can pay the ante: **{name} takes the pot of {amount}**."),
    ],
)
def test_dv_15_whoever_alone_paid_the_ante_takes_it(bets: tuple[int, int], says: str) -> None:
    """DV-15: nobody folded where nobody else could pay."""
    paid = [(LaidCoins(bet, bet),) if bet else () for bet in bets]
    tablets = tuple(Tablet(Seat(seat), laid) for seat, laid in enumerate(paid, 1))

    assert LastTakesBoth(ONE, 8, DividhaOutcome((), (), tablets, ())).template == says
