"""The end of a hand: the order of laying down, the pots, the court score (KH-10 to KH-12), and titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import assert_never

from games.engine.betting.bets import Betting, LastStanding, PlayerBusted, share, side_pots
from games.engine.betting.rounds import close_hand, contenders, pay_out
from games.engine.core.errors import N_
from games.engine.core.game import HandResult, Seat, SeatAmount, Transition
from games.engine.core.hand_stats import WON, BestHand, HandStats, earned_by, won_with
from games.knights_heads import model
from games.knights_heads.cards import Card, in_deck_order
from games.knights_heads.hands import RABBLE_NUMBER, key, made
from games.knights_heads.model import Event, KnightsPotWon, KnightsRules, KnightsState

Events = tuple[Event, ...]
KNIGHT = "N"
COURT = 4
ALONE: tuple[model.Scoring, ...] = ("wins_alone", "places_alone")
"""The scorings without courts."""


def show_down(state: KnightsState, events: Events) -> Transition[KnightsState]:
    """Lay down the cards, pay out the pots, and score the courts of Knights."""
    laid = tuple(_lay(state, seat) for seat in laying_order(state.betting))
    pots = _won(state)
    gained = Counter[Seat]()
    for pot in pots:
        gained.update({each.seat: each.amount for each in pot.shares})
    paid = replace(state, betting=pay_out(state.betting, gained), laid=laid, won=pots)
    scored = _score(paid)
    events = (*events, model.KnightsShowdown(state.betting.caller, laid, pots))
    if scored.scored:
        events = (*events, model.CourtsScored(scored.scored, scored.tallies))
    out = map(PlayerBusted, scored.betting.broke)
    return Transition(replace(scored, stage="over"), (*events, *out))


def stand_last(state: KnightsState, events: Events) -> Transition[KnightsState]:
    """Give the whole pot to the only seat left; no card is shown (TB-7)."""
    (seat,) = contenders(state.betting)
    closed, returned = close_hand(state.betting)
    amount = closed.pot
    betting = pay_out(closed, {seat: amount})
    out = map(PlayerBusted, betting.broke)
    won = KnightsPotWon(amount, (seat,), (SeatAmount(seat, amount),))
    over = replace(state, betting=betting, stage="over", picks=(), won=(won,))
    return Transition(over, (*events, *returned, LastStanding(seat, amount), *out))


def laying_order(betting: Betting) -> tuple[Seat, ...]:
    """Return the seats from the caller's left, or without a caller from the dealer's left (KH-10)."""
    order = contenders(betting)
    if betting.caller is None:
        return order
    after = order.index(betting.caller) + 1
    return order[after:] + order[:after]


def showdown_states(state: KnightsState) -> tuple[KnightsState, ...]:
    """Return the states of a replayed showdown, each with one more hand laid down, except the last (KH-10).

    In them, the pots are still in the middle, and no court has scored.
    """
    won, scored = Counter[Seat](), {each.seat: each.points for each in state.scored}
    for pot in state.won:
        won.update({each.seat: each.amount for each in pot.shares})
    stakes = (
        replace(each, stack=each.stack - won[each.seat], paid=state.betting.staked_by(each.seat))
        for each in state.betting.stakes
    )
    tallies = (replace(each, points=each.points - scored.get(each.seat, 0)) for each in state.tallies)
    before = replace(
        state,
        stage="laying",
        betting=replace(state.betting, stakes=tuple(stakes)),
        tallies=tuple(tallies),
        won=(),
        scored=(),
    )
    return tuple(replace(before, laid=state.laid[:count]) for count in range(1, len(state.laid)))


def courts(cards: Collection[Card]) -> int:
    """Return the number of courts of Knights in ten cards: none, one or two."""
    return sum(card[0] == KNIGHT for card in cards) // COURT


def score(cards: Collection[Card], rules: KnightsRules, *, has_won: bool, had_court: bool) -> int:
    """Return the points of ten cards laid down at a showdown.

    `has_won`: the hand won the lowest pot, or a share of it. `had_court`: the player laid down a court of
    Knights in an earlier hand; the hand with the first court scores, too.
    """
    won = _points_won(cards, rules) if has_won else 0
    if rules.scoring in ALONE:
        return won
    points = courts(cards)
    if rules.court_first and not (points or had_court):
        return 0
    return points + won


def result(state: KnightsState) -> HandResult[model.KnightsCarry]:
    """Return the result of the hand."""
    assert state.stage == "over"
    assert state.dealer is not None
    carry = model.KnightsCarry(
        state.dealer,
        tuple(tally for tally in state.tallies if tally.seat not in state.left),
        state.betting.habits_now(state.left),
    )
    return HandResult(state.betting.stacks, carry, {tally.seat: tally.points for tally in state.scored})


TITLES = (
    earned_by("knights_won", N_("Head of the Table"), N_("won a hand of Knights’ Heads"), WON),
    earned_by("knights_court", N_("Court of Knights"), N_("laid down four Knights"), "courts"),
    earned_by(
        "knights_courts",
        N_("Three Courts"),
        N_("laid down three courts of Knights"),
        "courts",
        times=3,
    ),
    earned_by("knights_family", N_("The Royal Family"), N_("laid down a Royal Family"), "hand_18"),
    earned_by(
        "knights_court_of_twins",
        N_("The Court of Twins"),
        N_("laid down a Court of Twins"),
        "hand_15",
    ),
    earned_by("knights_gala", N_("Master of the Gala"), N_("laid down a Gala"), "hand_13"),
    earned_by(
        "knights_house_of_twins",
        N_("The House of Twins"),
        N_("laid down a House of Twins"),
        "hand_11",
    ),
    earned_by("knights_war_room", N_("Lord of the War Room"), N_("laid down a War Room"), "hand_8"),
    earned_by(
        "knights_crowned",
        N_("Crowned Head"),
        N_("laid down a Royal House or better"),
        *(f"hand_{number}" for number in range(1, 6)),
    ),
    earned_by(
        "knights_rabble",
        N_("King of the Rabble"),
        N_("won a showdown with Rabble"),
        won_with(RABBLE_NUMBER),
    ),
)
"""The titles that the deeds of Knights' Heads earn (TB-21)."""


def deeds(state: KnightsState) -> Mapping[Seat, HandStats]:
    """Return the statistics of the hand: hands laid down, and courts of Knights (KH-10, KH-12)."""
    laid, triplet_counts = {each.seat: each for each in state.laid}, state.rules.triplet_counts
    winners = {each.seat for pot in state.won for each in pot.shares}
    return {
        stake.seat: HandStats(
            staked=state.betting.staked_by(stake.seat),
            has_won=stake.seat in winners,
            has_folded=stake.has_folded,
            shown=None
            if own_hand is None
            else BestHand(
                key(own_hand.cards, triplet_counts=triplet_counts), str(own_hand.number), own_hand.cards
            ),
            counts={}
            if own_hand is None
            else +Counter({f"hand_{own_hand.number}": 1, "courts": courts(own_hand.cards)}),
        )
        for stake in state.betting.stakes
        for own_hand in [laid.get(stake.seat)]
    }


def _lay(state: KnightsState, seat: Seat) -> model.LaidHand:
    cards = in_deck_order(state.cards(seat))
    made_hand = made(cards, triplet_counts=state.rules.triplet_counts)
    return model.LaidHand(seat, cards, made_hand.hand.number, made_hand.cards)


def _won(state: KnightsState) -> tuple[KnightsPotWon, ...]:
    """Return every pot with its winners: the highest hands of its contenders (KH-11, TB-6)."""
    order = contenders(state.betting)
    keys = {seat: key(state.cards(seat), triplet_counts=state.rules.triplet_counts) for seat in order}
    paid = [(stake.seat, stake.paid) for stake in state.betting.stakes]
    pots = []
    for pot in side_pots(paid, order):
        best = max(keys[seat] for seat in pot.contenders)
        # Odd chips go to the first winner left of the dealer, which is turn order (TB-1).
        shares = share(pot.amount, [seat for seat in pot.contenders if keys[seat] == best])
        pots.append(
            KnightsPotWon(pot.amount, pot.contenders, tuple(map(SeatAmount, shares, shares.values())))
        )
    return tuple(pots)


def _score(state: KnightsState) -> KnightsState:
    """Add court scores; the winners of the hand are the winners of the lowest pot (KH-12)."""
    winners = {each.seat for each in state.won[0].shares}
    before = {tally.seat: tally.points for tally in state.tallies}
    points = {
        laid.seat: score(
            laid.cards, state.rules, has_won=laid.seat in winners, had_court=before[laid.seat] > 0
        )
        for laid in state.laid
    }
    return replace(
        state,
        scored=tuple(model.Tally(seat, gained) for seat, gained in points.items() if gained),
        tallies=tuple(model.Tally(seat, score + points.get(seat, 0)) for seat, score in before.items()),
    )


def _points_won(cards: Collection[Card], rules: KnightsRules) -> int:
    match rules.scoring:
        case "courts":
            return 0
        case "wins" | "wins_alone":
            return 1
        case "places" | "places_alone":
            return made(cards, triplet_counts=rules.triplet_counts).hand.place
        case _:
            assert_never(rules.scoring)
