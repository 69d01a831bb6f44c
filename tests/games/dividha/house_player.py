"""Helpers that several tests about house player share."""

from __future__ import annotations

from games.dividha.game import DIVIDHA
from games.engine.core.characters import MASTER, Character
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, find, take
from games.engine.provable_chance import Draw, Seal
from tests.games.dividha.scripted import SIX, Hand

STRONG = {1: "KH KD KB KV 5D 5B", 2: SIX[2], 3: SIX[3]}


WEAK = {1: "2H 3D 4B 5H 7D JB", 2: "KH KD KB KV 5D 5B", 3: "QH QD QB 7H 6D 6B"}


def decided(hand: Hand, number: int = 0, character: Character = MASTER) -> Answer:
    """Return the answer of a house player in the seat to act, for one of several chances."""
    offers = tuple(hand.offers().values())
    return DIVIDHA.decide(hand.view(hand.turn), offers, Draw(Seal(f"{number:064x}")), character)


def play_on(hand: Hand) -> Hand:
    """House players decide to the end."""
    number = 0
    while hand.turn > 0:
        number += 1
        given = decided(hand, number)
        taken = take(find(tuple(hand.offers().values()), given.key), given.numbers)
        step = DIVIDHA.apply(hand.state, Seat(hand.turn), taken)
        hand.state = step.state
        hand.events.extend(step.events)
    return hand
