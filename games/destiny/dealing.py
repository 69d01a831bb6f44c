"""How a hand is made ready: who takes part, what is shuffled, the blinds posted (DE-2, DE-3, DE-9).

At a cash table the next player to the left deals, and the blinds follow from that. At a tournament
it is the other way round: the big blind goes forward to the next player, the small blind is due
where the big one was, and the button stands where the small one was, even at an empty seat (TN-27).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.destiny.events import BlindPosted, Event, FieldLaid, HandBegun, Reshuffled
from games.destiny.hands import all_cards
from games.destiny.model import GONE, PLACES, Blind, Blinds, DestinyCarry, DestinyRules, DestinyState
from games.engine.betting.rounds import blind, in_turn_order, open_betting, open_round
from games.engine.betting.stakes import Betting
from games.engine.core.game import Seat, Step, TableFacts, clockwise
from games.engine.core.moves import Deal, dealing
from games.engine.fairness.chance import Chance

PLAYERS_MAX = 8
HEADS_UP = 2
NO_FIELD = (GONE,) * len(PLACES)


def dealt_in(facts: TableFacts[DestinyRules, None], carry: DestinyCarry | None) -> tuple[Seat, ...]:
    """Everyone with money left; nobody if the field is empty and not all want a new one (DE-10).

    Those who have come in between a dead button and the small blind wait for it to pass (TN-27), and
    those whom a blind passed while they sat out for the big blind (TB-17); if that leaves fewer than two
    players, they are dealt in too.
    """
    if carry is not None and carry.field == NO_FIELD and not carry.has_new_field:
        return ()
    seats = tuple(guest.seat for guest in facts.guests if guest.stack)
    last = _followed(facts.rules, carry)
    if last is None:
        return _without_owing(seats, [guest.seat for guest in facts.guests if guest.owes_blind], carry)
    round_ = clockwise({*seats, last.big}, last.small)
    waiting = round_[: round_.index(last.big)]
    others = tuple(seat for seat in seats if seat not in waiting)
    return others if len(others) >= HEADS_UP else seats


def has_missed_blind(before: Blinds | None, after: Blinds | None, seat: Seat) -> bool:
    """Whether a blind passed a seat that sat out, on its way from these seats to those (TB-17)."""
    if before is None or after is None:
        return False
    ways = ((before.small, after.small), (before.big, after.big))
    return any(start != end and clockwise({seat, start, end}, start)[0] == seat for start, end in ways)


def _without_owing(
    seats: tuple[Seat, ...], owing: Sequence[Seat], carry: DestinyCarry | None
) -> tuple[Seat, ...]:
    """The seats without those that owe a blind, except the one that the big blind comes to now."""
    others = tuple(seat for seat in seats if seat not in owing)
    if carry is None or len(others) == len(seats) or len(others) < HEADS_UP:
        return seats
    for seat in clockwise([seat for seat in seats if seat in owing], carry.dealer):
        dealt = sorted({*others, seat})
        order = clockwise(dealt, clockwise(dealt, carry.dealer)[0])
        if _blinds_of(order).big == seat:
            return tuple(dealt)
    return others


def deck(rules: DestinyRules, carry: DestinyCarry | None, players: int = PLAYERS_MAX) -> tuple[str, ...]:
    """What that many players need shuffled: all for a new field, pile and deck, or nothing (DE-9)."""
    everything = all_cards(rules.jokers)
    if carry is None or carry.has_new_field:
        return everything
    # Nobody can draw more than one card in a hand, for a Benediction Hand.
    if len(carry.deck) >= players:
        return ()
    return tuple(card for card in everything if card in carry.deck or card in carry.discard)


def in_usual_order(state: DestinyState) -> DestinyState:
    """The state with the cards that the House is to shuffle in the order of `deck`."""
    shuffling = tuple(card for card in all_cards(state.rules.jokers) if card in state.shuffling)
    return replace(state, shuffling=shuffling)


def start(facts: TableFacts[DestinyRules, None], carry: DestinyCarry | None) -> DestinyState:
    """A hand that the House is to make ready."""
    seats = [guest.seat for guest in facts.guests]
    last = _followed(facts.rules, carry)
    dealer, blinds = (None, None) if last is None else _forward(seats, last)
    if carry is not None and last is None:
        dealer = clockwise(seats, carry.dealer)[0]
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
    betting, posted = _post_blinds(state.rules, betting, blinds)
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


def _post_blinds(rules: DestinyRules, betting: Betting, blinds: Blinds) -> tuple[Betting, tuple[Event, ...]]:
    """Post the blinds of the seats that are taken; the next after the big blind begins (DE-3)."""
    first = clockwise(betting.order, blinds.big)[0]
    events = []
    posting: tuple[tuple[Blind, Seat, int], ...] = (
        ("small", blinds.small, rules.small_blind),
        ("big", blinds.big, rules.big_blind),
    )
    for name, seat, amount in posting:
        if seat in betting.order:
            betting = blind(betting, seat, amount)
            stake = betting.stake(seat)
            events.append(BlindPosted(seat, name, stake.bet, is_all_in=stake.stack == 0))
    return open_round(betting, first, bet_to_match=rules.big_blind), tuple(events)
