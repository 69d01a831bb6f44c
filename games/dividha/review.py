"""Review of a finished hand of Dividha: the ranges of rivals, and the answers to compare (TB-26).

After the trade, a rival's hand is sampled as the best of several draws: the fewer cards it traded, the more
draws, since a player who trades nothing has good cards. Hands are drawn until a master with these cards might
have bet the same since the trade. All coins of the rival are then on the column that its cards go for.
Decisions before the trade are not compared, since too many hands would have to be sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from games.dividha import bot_player, rules, view
from games.dividha.cards import Tablet
from games.dividha.equity import HandAssessment, extremes, ranks
from games.dividha.model import DividhaState, Holding
from games.dividha.rules import CARDS_PER_DEAL
from games.engine.betting import ranges
from games.engine.betting.rounds import contenders
from games.engine.core.characters import MASTER
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.core.offers import Answer, SplitOffer
from games.engine.provable_chance import Chance, shuffled

COMPARED = ("third_round", "last_round")
"""The stages whose answers are compared."""
CHOSEN_OF = (5, 2, 1)
"""The number of draws of which a rival holds the best, by the number of cards that it traded."""
FUTURES = 4
"""The number of sampled completions by which draws are compared."""


def ways(state: DividhaState, seat: Seat) -> Alternatives:
    """Return the alternative answers after the trade, with all coins on the likelier column."""
    if state.stage not in COMPARED or seat not in rules.to_act(state):
        return NO_ALTERNATIVES
    assessment, offered = HandAssessment(view.redact(state, seat), MASTER), rules.offers(state, seat)
    staying = ranges.staying([each.key for each in offered])
    answers = {
        each.key: bot_player.bet_answer(each, each.least, assessment)
        if isinstance(each, SplitOffer)
        else Answer(each.key)
        for each in offered
        if each.key in staying
    }
    return Alternatives(answers, ranges.LEAST * state.betting.bet_min)


def likely_state(state: DividhaState, past: Sequence[Response], viewer: Seat, chance: Chance) -> DividhaState:
    """Return a state with other private cards, consistent with the betting of those still in."""
    seen, staying = view.seen(state, viewer), contenders(state.betting)
    responses = [
        each
        for each in ranges.informative_answers(state.betting, past, chance)
        if each.state.stage in COMPARED
    ]
    hidden = [card for each in state.holdings for card in (*each.private, *each.turned_in)]
    pool = [card for card in (*state.deck, *hidden) if card not in seen]
    for held in state.holdings:
        if held.seat == viewer:
            continue
        is_in, traded = held.seat in staying, len(held.turned_in) + len(held.turned_down)
        tries = CHOSEN_OF[traded] if is_in else 1
        draw = partial(_drawn, held, pool, chance, tries=tries, divine=state.rules.divine_intervention)
        tests = [partial(_likeness, each, chance) for each in responses if each.seat == held.seat]
        drawn = ranges.best_fitting(draw, tests)
        pool = [card for card in pool if card not in (*drawn.private, *drawn.turned_in)]
        state = state.with_holding(drawn)
        state = state.with_tablet(_laid(state, held.seat)) if is_in else state
    return replace(state, deck=shuffled(pool, chance.below)[: len(state.deck)])


def _drawn(held: Holding, pool: Sequence[str], chance: Chance, *, tries: int, divine: bool) -> Holding:
    """Return a seat with other private cards: at the trade the best of several draws, later any cards."""
    orders = [shuffled(pool, chance.below) for _ in range(tries)]
    order = max(orders, key=partial(_promised_rank, held.public, divine=divine)) if orders[1:] else orders[0]
    # The comparison used the cards after the first ones, so later cards are taken from the other end.
    cards, count = (*order[:CARDS_PER_DEAL], *reversed(order[CARDS_PER_DEAL:])), len(held.private)
    return replace(held, private=cards[:count], turned_in=cards[count : count + len(held.turned_in)])


def _promised_rank(public: Sequence[str], order: Sequence[str], *, divine: bool) -> float:
    """Return the strength of the first cards with the public cards, summed over sampled completions."""
    starts = range(CARDS_PER_DEAL, len(order) - 1, CARDS_PER_DEAL)[:FUTURES]
    sixes = [(*public, *order[:CARDS_PER_DEAL], *order[start : start + CARDS_PER_DEAL]) for start in starts]
    return sum(max(ranks(extremes(six, divine=divine), divine=divine)) for six in sixes)


def _likeness(response: Response, chance: Chance, drawn: Holding) -> float:
    """Return the similarity of a master's answer with these private cards to the actual answer."""
    actual, seat = response.state, response.seat
    held = actual.holding(seat)
    state = actual.with_holding(replace(held, private=drawn.private[: len(held.private)]))
    decided = bot_player.decide(view.redact(state, seat), rules.offers(state, seat), chance, MASTER)
    return ranges.similarity(state.betting, response.answer, decided)


def _laid(state: DividhaState, seat: Seat) -> Tablet:
    """Return a seat's tablet with all coins but the ante on the column that its cards go for."""
    tablet, is_on_win = state.tablet(seat), HandAssessment(view.redact(state, seat), MASTER).is_on_win
    bets = (replace(each, win=each.coins if is_on_win else 0) for each in tablet.bets[1:])
    trades = (replace(each, win=each.coins if is_on_win else 0) for each in tablet.trades)
    return replace(tablet, bets=(*tablet.bets[:1], *bets), trades=tuple(trades))
