"""The end of a hand: winners of the pots, the vote on a new field (DE-7, DE-8, DE-10), and titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from games.destiny.model import (
    ACE,
    GONE,
    JOKER_CARDS,
    LOW_RANKS,
    NO_FIELD,
    PLACES,
    DestinyCarry,
    DestinyPotWon,
    DestinyState,
    Event,
    FieldEmpty,
    NewFieldAgreed,
    NewFieldRefused,
    NewFieldWanted,
    PassedOver,
    PutBack,
    Showdown,
    Shown,
    heights,
)
from games.engine.betting.bets import LastStanding, PlayerBusted, side_pots
from games.engine.betting.rounds import close_hand, contenders, pay_out
from games.engine.core.errors import N_
from games.engine.core.game import HandResult, Seat, Transition
from games.engine.core.hand_stats import WON, BestHand, HandStats, earned_by

Events = tuple[Event, ...]
CARD = "card"
"""The kind of every hand: a single card."""
PLAYERS_MIN = 2
"""The minimum number of players with chips for a new field (DE-10)."""


def show_down(state: DestinyState, events: Events) -> Transition[DestinyState]:
    """Turn over the played cards, pay out the pots, and discard the cards (DE-7)."""
    shown = _turn_over(state)
    pots = _won(state, shown)
    gained = Counter[Seat]()
    for pot in pots:
        gained[pot.winner] += pot.amount
    played = {each.place for each in shown}
    drawn = sum(each.place is None for each in shown)
    cleared = replace(
        state,
        betting=pay_out(state.betting, gained),
        field=tuple(
            GONE if place in played else card for place, card in zip(PLACES, state.field, strict=True)
        ),
        deck=state.deck[drawn:],
        discard=(*state.discard, *(each.card for each in shown)),
        holds=(),
        shown=shown,
        won=pots,
    )
    out = map(PlayerBusted, cleared.betting.broke)
    events = (*events, Showdown(shown, pots), *out)
    if cleared.field != NO_FIELD:
        return _end(cleared, events)
    if state.rules.is_endless:
        return _end(replace(cleared, has_new_field=True), (*events, FieldEmpty()))
    return agree(replace(cleared, stage="agreeing"), (*events, FieldEmpty()))


def stand_last(state: DestinyState, events: Events) -> Transition[DestinyState]:
    """Give the whole pot to the only seat left; no card is shown or drawn (DE-8)."""
    (seat,) = contenders(state.betting)
    closed, returned = close_hand(state.betting)
    amount, events = closed.pot, (*events, *returned)
    if state.looks:
        events = (*events, PutBack(state.looks))
    let_go = (*state.let_go, *state.holds)
    betting = pay_out(closed, {seat: amount})
    over = replace(state, betting=betting, looks=(), holds=(), let_go=let_go)
    return _end(over, (*events, LastStanding(seat, amount)))


def asked(state: DestinyState) -> tuple[Seat, ...]:
    """Return the voters on a new field: all who stay and have chips left, in turn order."""
    return tuple(stake.seat for stake in state.betting.stakes if stake.stack and stake.seat not in state.left)


def answer_for(state: DestinyState, seat: Seat, *, wants: bool) -> Transition[DestinyState]:
    """Record a seat's vote on a new field; a single no ends the game for all (DE-10)."""
    if not wants:
        return _end(replace(state, refused_by=seat), (NewFieldRefused(seat),))
    wanting = replace(state, turn=state.turn + 1, wanting=(*state.wanting, seat))
    return agree(wanting, (NewFieldWanted(seat),))


def agree(state: DestinyState, events: Events) -> Transition[DestinyState]:
    """Wait until all want a new field; end at once if fewer than two players are left (DE-10)."""
    voting = asked(state)
    if len(voting) < PLAYERS_MIN:
        return _end(state, events)
    if set(voting) <= set(state.wanting):
        return _end(replace(state, has_new_field=True), (*events, NewFieldAgreed()))
    return Transition(state, events)


def result(state: DestinyState) -> HandResult[DestinyCarry]:
    """Return the result of the hand; the memories of players who left are dropped."""
    assert state.stage == "over"
    assert state.dealer is not None
    carry = DestinyCarry(
        dealer=state.dealer,
        field=state.field,
        deck=state.deck,
        discard=state.discard,
        memories=tuple(memory for memory in state.memories if memory.seat not in state.left),
        has_new_field=state.has_new_field,
        blinds=state.blinds,
        habits=state.betting.habits_now(state.left),
        passed_over=_passed_over(state),
    )
    return HandResult(state.betting.stacks, carry, {})


WON_BLIND, WON_ACE, WON_BLIND_ACE, WON_JOKER = "won_blind", "won_ace", "won_blind_ace", "won_joker"
WON_LOW, WON_UNLOOKED, WON_LAST = "won_low", "won_unlooked", "won_last_of_field"
TITLES = (
    earned_by("destiny_won", N_("Hand of Destiny"), N_("won a hand of Destiny"), WON),
    earned_by("destiny_blind", N_("Blind Faith"), N_("won with a card drawn blind from the deck"), WON_BLIND),
    earned_by(
        "destiny_blessings",
        N_("Seven Blessings"),
        N_("had seven cards drawn blind turned over"),
        "blind",
        times=7,
    ),
    earned_by("destiny_ace", N_("Ace of the House"), N_("won with an Ace"), WON_ACE),
    earned_by("destiny_blind_ace", N_("Heaven’s Own Ace"), N_("won with an Ace drawn blind"), WON_BLIND_ACE),
    earned_by("destiny_joker", N_("The Joker’s Friend"), N_("won with a joker"), WON_JOKER),
    earned_by("destiny_low", N_("Little Giant"), N_("won with a 5 or lower"), WON_LOW),
    earned_by(
        "destiny_unlooked",
        N_("Eyes Closed"),
        N_("won with a card from the field, without a look in that hand"),
        WON_UNLOOKED,
    ),
    earned_by("destiny_last", N_("Last of the Field"), N_("won the hand that emptied the field"), WON_LAST),
)
"""The titles that Destiny's deeds earn (TB-21)."""


def deeds(state: DestinyState) -> Mapping[Seat, HandStats]:
    """Return the statistics of the hand: looks, and turned-over cards (DE-4, DE-7)."""
    height = heights(state.rules.jokers)
    shown = {each.seat: each for each in state.shown}
    winners = {pot.winner for pot in state.won} or {*contenders(state.betting)}
    return {
        stake.seat: HandStats(
            staked=state.betting.staked_by(stake.seat),
            has_won=stake.seat in winners,
            has_folded=stake.has_folded,
            shown=BestHand((height[own_card.card],), CARD, (own_card.card,)) if own_card else None,
            counts=_counts(state, stake.seat, own_card),
            feats=_feats(state, own_card) if own_card and stake.seat in winners else frozenset(),
        )
        for stake in state.betting.stakes
        for own_card in [shown.get(stake.seat)]
    }


def _counts(state: DestinyState, seat: Seat, own_card: Shown | None) -> Mapping[str, int]:
    """Return the counts of a seat's looks, its card from the deck, and the rank of its card."""
    counts = Counter({"looks": state.looked.count(seat)})
    if own_card is not None:
        counts.update({"blind": own_card.place is None, f"rank_{own_card.card[0]}": 1})
    return +counts


def _feats(state: DestinyState, own_card: Shown) -> frozenset[str]:
    """Return further words of a winning card that can earn a title."""
    rank, is_blind = own_card.card[0], own_card.place is None
    derived = {
        WON_BLIND: is_blind,
        WON_ACE: rank == ACE,
        WON_BLIND_ACE: is_blind and rank == ACE,
        WON_JOKER: own_card.card in JOKER_CARDS,
        WON_LOW: rank in LOW_RANKS,
        WON_UNLOOKED: not is_blind and own_card.seat not in state.looked,
        WON_LAST: state.field == NO_FIELD,
    }
    return frozenset(word for word, earned in derived.items() if earned)


def _passed_over(state: DestinyState) -> tuple[PassedOver, ...]:
    """Return the places whose known cards were passed over, each with the lowest card played instead.

    A card that was held but not shown is no evidence.
    """
    height = heights(state.rules.jokers)
    lowest = {each.place: each for each in state.passed_over}
    instead: dict[Seat, str | None] = {each.seat: each.card if each.place else None for each in state.shown}
    instead.update((each.seat, None) for each in state.let_go if each.place is None)
    for declined in state.declined:
        for place in declined.places if declined.seat in instead else ():
            new, known = instead[declined.seat], lowest.get(place)
            is_lower = known is None or new is None or (known.instead and height[new] < height[known.instead])
            if is_lower:
                lowest[place] = PassedOver(place, new)
    return tuple(lowest[place] for place in PLACES if place in lowest and state.card(place) != GONE)


def _end(state: DestinyState, events: Events) -> Transition[DestinyState]:
    return Transition(replace(state, stage="over", player=None), events)


def _turn_over(state: DestinyState) -> tuple[Shown, ...]:
    """Return the cards played, from the dealer's left; Benediction Hands draw in this order."""
    places = {each.seat: each.place for each in state.holds}
    top = iter(state.deck)
    shown = []
    for seat in contenders(state.betting):
        place = places[seat]
        shown.append(Shown(seat, next(top) if place is None else state.card(place), place))
    return tuple(shown)


def _won(state: DestinyState, shown: tuple[Shown, ...]) -> tuple[DestinyPotWon, ...]:
    """Return every pot with its winner: the highest card of its contenders (DE-11, TB-6)."""
    height = {each.seat: heights(state.rules.jokers)[each.card] for each in shown}
    # Under this house rule an all-in for less plays for the whole pot, so there are no side pots (DE-11).
    if state.rules.short_all_in == "whole_pot":
        pots = [(state.betting.pot, tuple(height))]
    else:
        paid = [(stake.seat, stake.paid) for stake in state.betting.stakes]
        pots = [(pot.amount, pot.contenders) for pot in side_pots(paid, tuple(height))]
    return tuple(DestinyPotWon(amount, seats, max(seats, key=height.__getitem__)) for amount, seats in pots)
