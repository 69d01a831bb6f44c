"""The exchange: each player still in seals three cards for the player to the left (KH-7)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.betting.rounds import contenders
from games.engine.chance.seals import Chance
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, Pick
from games.engine.core.possible_states import some
from games.knights_heads.cards import NOTABLE, Card, face, in_deck_order
from games.knights_heads.model import HeldCards, KnightsState, Move, Pass, Passed, Picked

RABBLE_SIZE = 3
"""How many cards each player passes on."""


def choosing(state: KnightsState) -> tuple[Seat, ...]:
    """Who is still to seal, in turn order."""
    sealed = {pick.seat for pick in state.picks}
    return tuple(seat for seat in contenders(state.betting) if seat not in sealed)


def offer(state: KnightsState, seat: Seat) -> Pick[Move]:
    """The offer to pick three of the seat's cards."""
    return Pick("pass", in_deck_order(state.cards(seat)), RABBLE_SIZE, Pass)


def lowest(state: KnightsState, seat: Seat) -> Answer:
    """The answer for a player who does not choose in time: the three lowest cards (TB-8)."""
    cards = in_deck_order(state.cards(seat))
    chosen = sorted(cards, key=height)[:RABBLE_SIZE]
    return Answer("pass", tuple(sorted(cards.index(card) for card in chosen)))


def seal(state: KnightsState, seat: Seat, cards: tuple[str, ...]) -> KnightsState:
    """Seal these cards instead of any that the seat sealed before."""
    return replace(state, picks=(*take_back(state, seat).picks, Picked(seat, cards)))


def other_passes(state: KnightsState, viewer: Seat | None, chance: Chance) -> KnightsState:
    """The state in which every other seat that has sealed cards has sealed three others at random."""
    picks = (
        pick
        if pick.seat == viewer
        else replace(pick, cards=some(in_deck_order(state.cards(pick.seat)), RABBLE_SIZE, chance))
        for pick in state.picks
    )
    return replace(state, picks=tuple(picks))


def take_back(state: KnightsState, seat: Seat) -> KnightsState:
    """A player who leaves passes nothing on (TB-9)."""
    return replace(state, picks=tuple(pick for pick in state.picks if pick.seat != seat))


def pass_on(state: KnightsState) -> KnightsState:
    """All have sealed: each gets what the player to the right sealed, all at the same time."""
    staying = contenders(state.betting)
    picked = {pick.seat: pick.cards for pick in state.picks}
    passes = tuple(
        Passed(seat, to, picked[seat]) for seat, to in zip(staying, (*staying[1:], staying[0]), strict=True)
    )
    # What is given is taken out before anything arrives: nobody can pass on a card just received.
    coming = {passed.to: passed.cards for passed in passes}
    hands = (
        HeldCards(
            held.seat, (*(card for card in held.cards if card not in picked[held.seat]), *coming[held.seat])
        )
        if held.seat in picked
        else held
        for held in state.hands
    )
    return replace(state, hands=tuple(hands), picks=(), passes=passes)


def height(card: Card) -> tuple[int, bool, int]:
    """The order of giving away: low faces, then cards that are not notable, then the higher number (TB-8)."""
    return -face(card), card in NOTABLE, -int(card[1:])
