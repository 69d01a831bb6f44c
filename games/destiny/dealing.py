"""How a hand is made ready: who takes part, what is shuffled, the blinds posted (DE-2, DE-3, DE-9).

At a cash table the next player to the left deals, and the blinds follow from that; who owes one comes
in without changing anybody else's (TB-17). At a tournament it is the other way round: the big blind
goes forward to the next player, the small blind is due where the big one was, and the button stands
where the small one was, even at an empty seat (TN-27).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from games.destiny.model import (
    GONE,
    PLACES,
    Blind,
    BlindPosted,
    Blinds,
    DestinyCarry,
    DestinyRules,
    DestinyState,
    Event,
    FieldLaid,
    HandBegun,
    Reshuffled,
    all_cards,
)
from games.engine.betting.rounds import blind, in_turn_order, open_betting, open_round
from games.engine.betting.stakes import Betting
from games.engine.chance.seals import Chance
from games.engine.core.game import Guest, Seat, Step, TableFacts, clockwise
from games.engine.core.moves import Deal, dealing

PLAYERS_MAX = 8
HEADS_UP = 2
NO_FIELD = (GONE,) * len(PLACES)


def dealt_in(facts: TableFacts[DestinyRules, None], carry: DestinyCarry | None) -> tuple[Seat, ...]:
    """Everyone with money left; nobody if the field is empty and not all want a new one (DE-10).

    Those who have come in between a dead button and the small blind wait for it to pass (TN-27), and
    those who owe a blind for the big one, unless they post one (TB-17); if that leaves fewer than two
    players, they are dealt in too.
    """
    if carry is not None and carry.field == NO_FIELD and not carry.has_new_field:
        return ()
    seats = tuple(guest.seat for guest in facts.guests if guest.stack)
    last = _followed(facts.rules, carry)
    if last is None:
        return _without_owing(seats, facts.guests, carry)
    round_ = clockwise({*seats, last.big}, last.small)
    waiting = round_[: round_.index(last.big)]
    others = tuple(seat for seat in seats if seat not in waiting)
    return others if len(others) >= HEADS_UP else seats


def has_missed_blind(before: DestinyCarry | None, seats: Collection[Seat], seat: Seat) -> bool:
    """Whether a blind would have been due at a seat in the hand that these seats played (TB-17)."""
    if before is None:
        return False
    due = _due({*seats, seat}, before)
    return seat in (due.small, due.big)


def _without_owing(
    seats: tuple[Seat, ...], guests: Collection[Guest[None]], carry: DestinyCarry | None
) -> tuple[Seat, ...]:
    """The seats without those that owe a blind: the big one has to come to them, or they post one.

    Nobody else's blind may change by that: the button has to have passed them, as where poker is played
    for money.
    """
    owing = [guest.seat for guest in guests if guest.owes_blind and guest.seat in seats]
    dealt = [seat for seat in seats if seat not in owing]
    if carry is None or len(dealt) < HEADS_UP:
        return seats
    for seat in clockwise(owing, carry.dealer):
        if _due([*dealt, seat], carry).big == seat:
            dealt.append(seat)
            break
    for seat in (guest.seat for guest in guests if guest.posts_blind and guest.seat in owing):
        if seat not in dealt and _due([*dealt, seat], carry) == _due(dealt, carry):
            dealt.append(seat)
    return tuple(sorted(dealt))


def _dealer(seats: Collection[Seat], carry: DestinyCarry) -> Seat:
    """Who deals at a cash table: the next to the left; after a hand of two whoever lets the blinds go on."""
    last = carry.blinds
    if last is not None and last.small == carry.dealer and len(seats) > HEADS_UP:
        # The dealer posted the small blind: the big one goes on to the left, and the button is two before it.
        return clockwise(seats, last.big)[-2]
    return clockwise(seats, carry.dealer)[0]


def _due(seats: Collection[Seat], carry: DestinyCarry) -> Blinds:
    """Where the blinds would be due if these seats played the next hand of a cash table."""
    return _blinds_of(clockwise(seats, _dealer(seats, carry)))


def deck(rules: DestinyRules, carry: DestinyCarry | None, players: int = PLAYERS_MAX) -> tuple[str, ...]:
    """What that many players need shuffled: all for a new field, pile and deck, or nothing (DE-9)."""
    everything = all_cards(rules.jokers)
    if carry is None or carry.has_new_field:
        return everything
    # Nobody can draw more than one card in a hand, for a Benediction Hand.
    if len(carry.deck) >= players:
        return ()
    return tuple(card for card in everything if card in carry.deck or card in carry.discard)


def start(facts: TableFacts[DestinyRules, None], carry: DestinyCarry | None) -> DestinyState:
    """A hand that the House is to make ready."""
    seats = [guest.seat for guest in facts.guests]
    last = _followed(facts.rules, carry)
    dealer, blinds = (None, None) if last is None else _forward(seats, last)
    if carry is not None and last is None:
        dealer = _dealer(seats, carry)
    habits = () if carry is None else carry.habits
    rules = facts.rules
    betting = open_betting(facts.stacks, rules.limit, rules.big_blind, is_pledging=True, habits=habits)
    lying = None if carry is None or carry.has_new_field else carry
    return DestinyState(
        rules=facts.rules,
        betting=betting if dealer is None else in_turn_order(betting, dealer),
        dealer=dealer,
        stage="dealing",
        shuffling=deck(facts.rules, carry, len(seats)),
        field=NO_FIELD if lying is None else lying.field,
        deck=() if lying is None else lying.deck,
        discard=() if lying is None else lying.discard,
        memories=() if lying is None else lying.memories,
        passed_over=() if lying is None else lying.passed_over,
        blinds=blinds,
        posting=tuple(guest.seat for guest in facts.guests if guest.posts_blind),
    )


def house_move(state: DestinyState, chance: Chance) -> Deal:
    """Draw the first dealer by lot (TB-3), and shuffle where there is something to shuffle."""
    assert state.stage == "dealing"
    return dealing(state.dealer, state.order, state.shuffling, chance)


def deal(state: DestinyState, move: Deal) -> Step[DestinyState]:
    """Lay out what was shuffled, post the blinds and open the first betting round."""
    laid, events = _lay(state, move.cards)
    betting = in_turn_order(state.betting, move.dealer)
    begun = HandBegun(move.dealer, state.dealer is None, betting.order)
    blinds = state.blinds or _blinds_of(begun.order)
    betting, posted = _post_blinds(state, betting, blinds)
    ready = replace(
        laid, dealer=move.dealer, betting=betting, shuffling=(), stage="first_round", blinds=blinds
    )
    return Step(ready, (*events, begun, *posted))


def _followed(rules: DestinyRules, carry: DestinyCarry | None) -> Blinds | None:
    """The blinds that move on with this hand, if the button is dead."""
    return carry.blinds if carry is not None and rules.is_button_dead else None


def _forward(seats: Sequence[Seat], last: Blinds) -> tuple[Seat, Blinds]:
    """The seat of a dead button, and the blinds, after a hand with those blinds (TN-27).

    Nobody may sit at the button's seat, nor at the small blind's: then nobody posts that.
    """
    big = clockwise(seats, last.big)[0]
    if len(seats) > HEADS_UP:
        return last.small, Blinds(last.big, big)
    (dealer,) = (seat for seat in seats if seat != big)
    return dealer, Blinds(dealer, big)


def _blinds_of(order: Sequence[Seat]) -> Blinds:
    """The two left of the dealer, who comes last; of two players the dealer posts the small blind."""
    return Blinds(order[0], order[1]) if len(order) > HEADS_UP else Blinds(order[1], order[0])


def _lay(state: DestinyState, cards: tuple[str, ...]) -> tuple[DestinyState, tuple[Event, ...]]:
    """Lay out a new field, reshuffle the deck, or leave both as they are."""
    if not cards:
        return state, ()
    is_new = state.field == NO_FIELD
    field, deck = (cards[: len(PLACES)], cards[len(PLACES) :]) if is_new else (state.field, cards)
    top, *rest = deck
    event = FieldLaid(top) if is_new else Reshuffled(top, len(rest))
    return replace(state, field=field, deck=tuple(rest), discard=(top,)), (event,)


def _post_blinds(state: DestinyState, betting: Betting, blinds: Blinds) -> tuple[Betting, tuple[Event, ...]]:
    """Post the blinds of the seats that are taken; the next after the big blind begins (DE-3)."""
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
