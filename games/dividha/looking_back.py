"""Dividha once a hand is over: which cards go with what rivals bet, and what may be compared (TB-26).

Of every second two hands a rival holds the better, since it has traded (`prospects.py`); each is drawn so
until its owner might have bet the same since the trade. All its coins then lie on the column that its cards
go for. What came before the trade is not compared: too many hands would have to be imagined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from games.dividha import house, rules, view
from games.dividha.cards import Tablet
from games.dividha.hands import HELD
from games.dividha.model import DividhaState, Holding
from games.dividha.prospects import CHOSEN_OF, Insight, extremes, ranks
from games.engine.betting import likely
from games.engine.betting.rounds import contenders
from games.engine.chance.seals import Chance, shuffled
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.core.names import MASTER
from games.engine.core.offers import Answer, Split

COMPARED = ("third_round", "last_round")


def ways(state: DividhaState, seat: Seat) -> Alternatives:
    """What may be answered once cards are traded, with all coins on the likelier column."""
    if state.stage not in COMPARED or seat not in rules.to_act(state):
        return NO_ALTERNATIVES
    insight, offered = Insight(view.cut(state, seat), MASTER), rules.offers(state, seat)
    staying = likely.staying([each.key for each in offered])
    answers = {
        each.key: house.laid(each, each.least, insight) if isinstance(each, Split) else Answer(each.key)
        for each in offered
        if each.key in staying
    }
    return Alternatives(answers, likely.LEAST * state.betting.bet_min)


def likely_state(state: DividhaState, past: Sequence[Response], viewer: Seat, chance: Chance) -> DividhaState:
    """Other private cards, with which those still in might have bet the same, and coins that go with them."""
    seen, staying = view.seen(state, viewer), contenders(state.betting)
    telling = [each for each in likely.telling(state.betting, past, chance) if each.state.stage in COMPARED]
    hidden = [card for each in state.holdings for card in (*each.private, *each.turned_in)]
    pool = [card for card in (*state.deck, *hidden) if card not in seen]
    for held in state.holdings:
        if held.seat == viewer:
            continue
        draw = partial(_drawn, held, pool, chance, divine=state.rules.divine_intervention)
        tests = [partial(_likeness, each, chance) for each in telling if each.seat == held.seat]
        drawn, is_in = likely.best_fitting(draw, tests), held.seat in staying
        pool = [card for card in pool if card not in (*drawn.private, *drawn.turned_in)]
        state = state.with_holding(drawn)
        state = state.with_tablet(_laid(state, held.seat)) if is_in else state
    return replace(state, deck=shuffled(pool, chance.below)[: len(state.deck)])


def _drawn(held: Holding, pool: Sequence[str], chance: Chance, *, divine: bool) -> Holding:
    """That seat with other private cards, the better ones of two as often as not."""
    missing, count = HELD - len(held.public), len(held.private)
    orders = [shuffled(pool, chance.below) for _ in range(CHOSEN_OF[chance.below(len(CHOSEN_OF))])]
    order = max(
        orders,
        key=lambda each: max(ranks(extremes((*held.public, *each[:missing]), divine=divine), divine=divine)),
    )
    return replace(held, private=order[:count], turned_in=order[missing : missing + len(held.turned_in)])


def _likeness(response: Response, chance: Chance, drawn: Holding) -> float:
    """How far a master with these private cards bets so."""
    then, seat = response.state, response.seat
    held = then.holding(seat)
    asked = then.with_holding(replace(held, private=drawn.private[: len(held.private)]))
    decided = house.decide(view.cut(asked, seat), rules.offers(asked, seat), chance, MASTER)
    return likely.likeness(asked.betting, response.answer, decided)


def _laid(state: DividhaState, seat: Seat) -> Tablet:
    """What that seat has laid, the ante aside, on the column that its cards go for."""
    tablet, is_on_win = state.tablet(seat), Insight(view.cut(state, seat), MASTER).is_on_win
    bets = (replace(each, win=each.coins if is_on_win else 0) for each in tablet.bets[1:])
    trades = (replace(each, win=each.coins if is_on_win else 0) for each in tablet.trades)
    return replace(tablet, bets=(*tablet.bets[:1], *bets), trades=tuple(trades))
