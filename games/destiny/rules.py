"""The rules of a hand.

    dealing ──► first_round ──► looking ──► holding ──► second_round ──► (showdown) ──► over
                                   ▲           │                             │
                                   └─next seat─┘              field empty: agreeing ──► over

The House moves in `dealing`; in `looking` and `holding` the same seat plays (DE-4). Once only one seat is
left, the hand is over (DE-8). A seat without a decision is skipped in a betting round, and `looking` is
skipped if no card is free. But every seat is asked to hold, so that it can see its look before play goes on.

At a cash table the button moves to the next player to the left, and the blinds follow from it (DE-3). A
player who owes a blind is dealt in when that changes nobody else's blind (TB-17). At a tournament the big
blind moves to the next player, the small blind to the last big blind, and the button to the last small
blind, even at an empty seat (TN-27).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import starmap
from typing import assert_never

from games.destiny.model import (
    GONE,
    NO_FIELD,
    PLACES,
    Benedicted,
    Benediction,
    Blind,
    BlindPosted,
    Blinds,
    Declined,
    DestinyCarry,
    DestinyRules,
    DestinyState,
    Enough,
    Event,
    FieldLaid,
    HandBegun,
    Held,
    Hold,
    LeftHand,
    Look,
    LookDeclined,
    Looked,
    Memory,
    Move,
    NewField,
    NoLook,
    PutBack,
    Reshuffled,
    RightHand,
    Stage,
    all_cards,
)
from games.destiny.showdown import Events, agree, answer_for, asked, show_down, stand_last
from games.engine.betting import rounds
from games.engine.betting.bets import AllIn, Betting, Call, Check, Deal, Fold, Leave, Raise, dealing
from games.engine.betting.rounds import blind, contenders, in_turn_order, open_betting, open_round
from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatedPlayer, Transition, clockwise
from games.engine.core.offers import Action, Answer, Offer, PlainAction, PlainOffer
from games.engine.provable_chance import Chance

PLAYERS_MAX = 8
HEADS_UP = 2
BETTING: tuple[Stage, ...] = ("first_round", "second_round")
ENDED: tuple[Stage, ...] = ("agreeing", "over")
# Built once, because a table shows about fifty of these offers to every viewer.
_LOOKS = {place: PlainOffer(f"look_{place.lower()}", Look(place)) for place in PLACES}
_HOLDS = {place: PlainOffer(f"hold_{place.lower()}", Hold(place)) for place in PLACES}
_NO_LOOK, _BENEDICTION = PlainOffer("no_look", NoLook()), PlainOffer("benediction", Benediction())


def dealt_in(facts: HandSetup[DestinyRules, None], carry: DestinyCarry | None) -> tuple[Seat, ...]:
    """Return all seats with chips; none if the field is empty and not all want a new field (DE-10).

    Players who sat down between a dead button and the big blind wait until the button has passed (TN-27).
    Players who owe a blind wait for the big blind, unless they post a blind (TB-17). If fewer than two are
    left, all are dealt in.
    """
    if carry is not None and carry.field == NO_FIELD and not carry.has_new_field:
        return ()
    seats = tuple(player.seat for player in facts.players if player.stack)
    previous = _moving_blinds(facts.rules, carry)
    if previous is None:
        return _without_owing(seats, facts.players, carry)
    order = clockwise({*seats, previous.big}, previous.small)
    waiting = order[: order.index(previous.big)]
    others = tuple(seat for seat in seats if seat not in waiting)
    return others if len(others) >= HEADS_UP else seats


def has_missed_blind(before: DestinyCarry | None, seats: Collection[Seat], seat: Seat) -> bool:
    """Return True if a seat would have been a blind in the hand that these seats played (TB-17)."""
    if before is None:
        return False
    blinds = _next_blinds({*seats, seat}, before)
    return seat in (blinds.small, blinds.big)


def deck(rules: DestinyRules, carry: DestinyCarry | None, players: int = PLAYERS_MAX) -> tuple[str, ...]:
    """Return the cards to shuffle: all for a new field, deck and pile for a small deck, or none (DE-9)."""
    cards = all_cards(rules.jokers)
    if carry is None or carry.has_new_field:
        return cards
    # A player draws at most one card in a hand, by a Benediction Hand.
    if len(carry.deck) >= players:
        return ()
    return tuple(card for card in cards if card in carry.deck or card in carry.discard)


def start(facts: HandSetup[DestinyRules, None], carry: DestinyCarry | None) -> DestinyState:
    """Return a hand before the House prepares it, with the next dealer."""
    seats = [player.seat for player in facts.players]
    previous = _moving_blinds(facts.rules, carry)
    dealer, blinds = (None, None) if previous is None else _forward(seats, previous)
    if carry is not None and previous is None:
        dealer = _dealer(seats, carry)
    ready = opened(facts, carry, dealer)
    return replace(ready, blinds=blinds, shuffling=deck(facts.rules, carry, len(seats)))


def opened(
    facts: HandSetup[DestinyRules, None], carry: DestinyCarry | None, dealer: Seat | None
) -> DestinyState:
    """Return a hand before the House prepares it, with this dealer; None draws the dealer by lot.

    Used by the table and by the verifier, which set the cards to shuffle and the blinds of a dead button.
    """
    habits = () if carry is None else carry.habits
    rules = facts.rules
    betting = open_betting(facts.stacks, rules.limit, rules.big_blind, is_pledging=True, habits=habits)
    kept = None if carry is None or carry.has_new_field else carry
    return DestinyState(
        rules=rules,
        betting=betting if dealer is None else in_turn_order(betting, dealer),
        dealer=dealer,
        stage="dealing",
        shuffling=(),
        field=NO_FIELD if kept is None else kept.field,
        deck=() if kept is None else kept.deck,
        discard=() if kept is None else kept.discard,
        memories=() if kept is None else kept.memories,
        passed_over=() if kept is None else kept.passed_over,
        posting=tuple(player.seat for player in facts.players if player.posts_blind),
    )


def to_act(state: DestinyState) -> frozenset[Seat]:
    """Return the seats to act: the House, one seat, or all voters on a new field who have not answered."""
    match state.stage:
        case "dealing":
            return frozenset({CHANCE_SEAT})
        case "first_round" | "second_round":
            assert state.betting.to_act is not None
            return frozenset({state.betting.to_act})
        case "looking" | "holding":
            assert state.player is not None
            return frozenset({state.player})
        case "agreeing":
            return frozenset(asked(state)) - frozenset(state.wanting)
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


ACTIONS: tuple[Action, ...] = (
    *rounds.ACTIONS,
    *(PlainAction(f"look_{place.lower()}") for place in PLACES),
    PlainAction("no_look"),
    *(PlainAction(f"hold_{place.lower()}") for place in PLACES),
    PlainAction("benediction"),
    PlainAction("new_field"),
    PlainAction("enough"),
)


def offers(state: DestinyState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Return the legal choices of a seat; the key of a look or a hold ends with its place."""
    if seat not in to_act(state):
        return ()
    match state.stage:
        case "first_round" | "second_round":
            return rounds.offers(state.betting)
        case "looking":
            return (*map(_LOOKS.__getitem__, free_places(state)), _NO_LOOK)
        case "holding":
            return (*map(_HOLDS.__getitem__, free_places(state)), _BENEDICTION)
        case "agreeing":
            return PlainOffer("new_field", NewField()), PlainOffer("enough", Enough())
        case _:
            return ()


def timeout(state: DestinyState, _seat: Seat) -> Answer:
    """Return the mildest answer: check or fold, no look, the Benediction Hand, no new field (TB-8)."""
    match state.stage:
        case "looking":
            return Answer("no_look")
        case "holding":
            return Answer("benediction")
        case "agreeing":
            return Answer("enough")
        case _:
            return Answer(rounds.passive_answer(state.betting))


def house_move(state: DestinyState, chance: Chance) -> Deal:
    """Draw the first dealer by lot if there is none yet (TB-3), and shuffle if necessary."""
    assert state.stage == "dealing"
    return dealing(state.dealer, state.order, state.shuffling, chance)


def apply(state: DestinyState, seat: Seat, move: Move) -> Transition[DestinyState]:
    """Return the state and events after a move; the only way to a new state."""
    assert seat in to_act(state) or isinstance(move, Leave)
    match move:
        case Deal():
            dealt = _deal(state, move)
            return _follow(dealt.state, dealt.events)
        case Fold() | Check() | Call() | Raise() | AllIn():
            betting, events = rounds.act(state.betting, move)
            return _follow(_bet(state, betting), events)
        case Leave():
            return _leave(state, seat)
        case Look() | NoLook():
            return _look(state, seat, move.place if isinstance(move, Look) else None)
        case Hold() | Benediction():
            return _hold(state, seat, move.place if isinstance(move, Hold) else None)
        case NewField() | Enough():
            return answer_for(state, seat, wants=isinstance(move, NewField))
        case _:
            assert_never(move)


def free_places(state: DestinyState) -> tuple[str, ...]:
    """Return the places with a card that is neither held down nor in a left hand (DE-4)."""
    taken = {each.place for each in state.looks} | {each.place for each in state.holds}
    return tuple(
        place for place, card in zip(PLACES, state.field, strict=True) if card != GONE and place not in taken
    )


def is_all_in(state: DestinyState, seat: Seat) -> bool:
    """Return True if still in, with no chips left or with a pledge for the current betting round (DE-11)."""
    stake = state.betting.stake(seat)
    is_bound = stake.has_pledged and state.stage in BETTING
    return not stake.has_folded and state.stage not in ENDED and (stake.stack == 0 or is_bound)


def _without_owing(
    seats: tuple[Seat, ...], players: Collection[SeatedPlayer[None]], carry: DestinyCarry | None
) -> tuple[Seat, ...]:
    """Return the seats to deal in: a seat that owes a blind must be the big blind, or post a blind.

    It can post only if that changes nobody else's blind, so not between the button and the blinds.
    """
    owing = [player.seat for player in players if player.owes_blind and player.seat in seats]
    dealt = [seat for seat in seats if seat not in owing]
    if carry is None or len(dealt) < HEADS_UP:
        return seats
    for seat in clockwise(owing, carry.dealer):
        if _next_blinds([*dealt, seat], carry).big == seat:
            dealt.append(seat)
            break
    for seat in (player.seat for player in players if player.posts_blind and player.seat in owing):
        if seat not in dealt and _next_blinds([*dealt, seat], carry) == _next_blinds(dealt, carry):
            dealt.append(seat)
    return tuple(sorted(dealt))


def _moving_blinds(rules: DestinyRules, carry: DestinyCarry | None) -> Blinds | None:
    """Return the previous hand's blinds, from which they move on, if the button is dead; otherwise None."""
    return carry.blinds if carry is not None and rules.is_button_dead else None


def _dealer(seats: Collection[Seat], carry: DestinyCarry) -> Seat:
    """Return the next dealer at a cash table: the next player to the left, except heads-up (DE-3)."""
    previous, is_heads_up = carry.blinds, len(seats) == HEADS_UP
    # The dealer was the small blind if the previous hand was heads-up.
    if previous is not None and (is_heads_up or previous.small == carry.dealer):
        # The big blind moves to the left; the button is two seats before it, heads-up at the other seat.
        return clockwise(seats, previous.big)[-1 if is_heads_up else -2]
    return clockwise(seats, carry.dealer)[0]


def _next_blinds(seats: Collection[Seat], carry: DestinyCarry) -> Blinds:
    """Return the blinds if these seats play the next hand of a cash table."""
    return _blinds_of(clockwise(seats, _dealer(seats, carry)))


def _blinds_of(order: Sequence[Seat]) -> Blinds:
    """Return the blinds: the two seats left of the dealer, who is last in `order` (heads-up: the small)."""
    return Blinds(order[0], order[1]) if len(order) > HEADS_UP else Blinds(order[1], order[0])


def _forward(seats: Sequence[Seat], last: Blinds) -> tuple[Seat, Blinds]:
    """Return the seat of a dead button, and the blinds, after a hand with the blinds `last` (TN-27).

    The seats of the button and of the small blind may be empty; then the small blind is not posted.
    """
    big = clockwise(seats, last.big)[0]
    if len(seats) > HEADS_UP:
        return last.small, Blinds(last.big, big)
    (dealer,) = (seat for seat in seats if seat != big)
    return dealer, Blinds(dealer, big)


def _deal(state: DestinyState, move: Deal) -> Transition[DestinyState]:
    """Lay out the shuffled cards, post the blinds and open the first betting round."""
    laid, events = _lay(state, move.cards)
    betting = in_turn_order(state.betting, move.dealer)
    begun = HandBegun(move.dealer, state.dealer is None, betting.order)
    blinds = state.blinds or _blinds_of(begun.order)
    betting, posted = _post_blinds(state, betting, blinds)
    ready = replace(
        laid, dealer=move.dealer, betting=betting, shuffling=(), stage="first_round", blinds=blinds
    )
    return Transition(ready, (*events, begun, *posted))


def _lay(state: DestinyState, cards: tuple[str, ...]) -> tuple[DestinyState, tuple[Event, ...]]:
    """Lay out a new field, or reshuffle the deck, or change nothing if no cards were shuffled."""
    if not cards:
        return state, ()
    is_new = state.field == NO_FIELD
    field, deck = (cards[: len(PLACES)], cards[len(PLACES) :]) if is_new else (state.field, cards)
    top, *rest = deck
    event = FieldLaid(top) if is_new else Reshuffled(top, len(rest))
    return replace(state, field=field, deck=tuple(rest), discard=(top,)), (event,)


def _post_blinds(state: DestinyState, betting: Betting, blinds: Blinds) -> tuple[Betting, tuple[Event, ...]]:
    """Post the blinds of the occupied seats; the next seat after the big blind begins (DE-3)."""
    rules, first = state.rules, clockwise(betting.order, blinds.big)[0]
    late = (seat for seat in state.posting if seat not in (blinds.small, blinds.big))
    events = []
    posting: tuple[tuple[Blind, Seat, int], ...] = (
        ("small", blinds.small, rules.small_blind),
        ("big", blinds.big, rules.big_blind),
        *(("late", seat, rules.big_blind) for seat in late),
    )
    for name, seat, amount in posting:
        if seat in betting.order:
            betting = blind(betting, seat, amount)
            stake = betting.stake(seat)
            events.append(BlindPosted(seat, name, stake.bet, is_all_in=stake.stack == 0))
    return open_round(betting, first, bet_to_match=rules.big_blind), tuple(events)


def _bet(state: DestinyState, betting: Betting) -> DestinyState:
    """Return the state after a betting move; seats that folded let go of their cards (DE-6)."""
    staying = contenders(betting)
    holds = tuple(each for each in state.holds if each.seat in staying)
    let_go = (*state.let_go, *(each for each in state.holds if each.seat not in staying))
    turn = state.turn + (betting.to_act != state.betting.to_act)
    return replace(state, betting=betting, holds=holds, let_go=let_go, turn=turn)


def _follow(state: DestinyState, events: Events) -> Transition[DestinyState]:
    """Go on after a betting move: to the next seat, to the next stage, or to the end."""
    # The last seat left wins at once, even in the middle of a round (DE-8).
    if len(contenders(state.betting)) == 1:
        return stand_last(state, events)
    if state.betting.to_act is not None:
        return Transition(state, events)
    betting, returned = rounds.close_round(state.betting)
    closed, events = replace(state, betting=betting), (*events, *returned)
    return _next_play(closed, events) if state.stage == "first_round" else show_down(closed, events)


def _next_play(state: DestinyState, events: Events) -> Transition[DestinyState]:
    """Go on to the next seat left of the dealer that has not played, or to the second round (DE-4, DE-6)."""
    played = {each.seat for each in state.holds}
    waiting = [seat for seat in contenders(state.betting) if seat not in played]
    if waiting:
        stage: Stage = "looking" if free_places(state) else "holding"
        return Transition(replace(state, stage=stage, player=waiting[0], turn=state.turn + 1), events)
    if state.looks:
        events = (*events, PutBack(state.looks))
    betting = rounds.open_round(state.betting, state.order[0])
    opened = replace(state, stage="second_round", player=None, looks=(), betting=betting, turn=state.turn + 1)
    return _follow(opened, events)


def _look(state: DestinyState, seat: Seat, place: str | None) -> Transition[DestinyState]:
    """Apply a look at a place, or at none; then the same seat holds."""
    declined = replace(state, stage="holding")
    if place is None:
        return Transition(declined, (LookDeclined(seat),))
    known = {memory.seat: memory.places for memory in state.memories}
    if place not in known.get(seat, ()):
        known[seat] = (*known.get(seat, ()), place)
    looks, memories = (*state.looks, LeftHand(seat, place)), tuple(starmap(Memory, known.items()))
    looked = replace(declined, looks=looks, looked=(*state.looked, seat), memories=memories)
    return Transition(looked, (Looked(seat, place),))


def _hold(state: DestinyState, seat: Seat, place: str | None) -> Transition[DestinyState]:
    """Apply a hold, or the Benediction Hand; then the next seat plays."""
    free = {*free_places(state)} - {place}
    known = next((memory.places for memory in state.memories if memory.seat == seat), ())
    declined = Declined(seat, tuple(each for each in known if each in free))
    held = replace(state, holds=(*state.holds, RightHand(seat, place)), declined=(*state.declined, declined))
    return _next_play(held, (Benedicted(seat) if place is None else Held(seat, place),))


def _leave(state: DestinyState, seat: Seat) -> Transition[DestinyState]:
    """Fold the seat of a player who leaves, in turn or not, and drop the player's vote (TB-9)."""
    gone = replace(state, left=(*state.left, seat))
    if state.stage == "agreeing":
        return agree(gone, ())
    events: Events
    betting, events = rounds.leave(state.betting, seat)
    folded = _bet(gone, betting)
    if state.player is None:
        return _follow(folded, events)
    # Both hands let go at once, so that players still to play can take these cards.
    looked = tuple(each for each in state.looks if each.seat == seat)
    empty = replace(folded, looks=tuple(each for each in state.looks if each.seat != seat))
    events = (*events, PutBack(looked)) if looked else events
    if len(contenders(betting)) == 1:
        return stand_last(empty, events)
    return _next_play(empty, events) if seat == state.player else Transition(empty, events)
