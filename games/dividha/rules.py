"""The rules of a hand (DV-17), including the trade of up to two cards, free or for an ante each (DV-19).

    dealing ─► [wager] ─► first_round ─► second_round ─► trade ─► third_round ─► last_round ─► showdown
               no card     2 private      2 public                                2 private       │
                                                                            over ◄─ [agreeing] ◄──┘

The House moves in `dealing`. A betting round or a trade is skipped if no seat has a decision. At
the showdown all choose at the same time. Once only one seat is left, the hand is over (TB-7). A seat that
was away when the hand began folds at its first turn (DV-16).

At a tournament table no coins are kept between hands: a player who can't pay the ante is out, and the stack
goes into that hand's pot (TN-23); if no player can pay, all put in their stacks (TN-24).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import assert_never

from games.dividha import model, showdown
from games.dividha.cards import ALL, DECK, EVEN, Tablet, Usual, UsualSplit
from games.dividha.model import DividhaCarry, DividhaRules, DividhaState, Event, Move, Stage
from games.dividha.showdown import Events
from games.engine.betting import bets, rounds
from games.engine.betting.bets import BettingMove, Deal, SeatBets, dealing
from games.engine.betting.rounds import ante, contenders, in_turn_order, leave, open_betting, pay_dead
from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatAmount, Transition
from games.engine.core.offers import (
    Action,
    Answer,
    NumberOffer,
    Offer,
    PickAction,
    PickOffer,
    PlainAction,
    PlainOffer,
    SplitAction,
    SplitOffer,
)
from games.engine.provable_chance import Chance

NEXT_STAGES: Mapping[Stage, Stage] = {
    "dealing": "first_round",
    "wager": "first_round",
    "first_round": "second_round",
    "second_round": "trade",
    "trade": "third_round",
    "third_round": "last_round",
    "last_round": "showdown",
}
"""The next stage of each stage."""
BETTING: tuple[Stage, ...] = ("wager", "first_round", "second_round", "third_round", "last_round")
KEYS = {1: "trade_one", 2: "trade_two"}
HELD_AT_TRADE = 4
"""Two private cards and two public ones."""
CARDS_PER_DEAL = 2
"""The number of cards that each player gets per deal, one at a time."""


def dealt_in(facts: HandSetup[DividhaRules, UsualSplit], carry: DividhaCarry | None) -> tuple[Seat, ...]:
    """Return all seats that can pay the ante (DV-15); in a tournament all with any chips (TN-23)."""
    ante_due = facts.rules.ante + (0 if carry is None else carry.risen)
    least = 1 if facts.rules.is_played_out else ante_due
    return tuple(player.seat for player in facts.players if player.stack >= least)


def start(facts: HandSetup[DividhaRules, UsualSplit], carry: DividhaCarry | None) -> DividhaState:
    """Return a hand before the deal, with the next dealer."""
    if carry is None:
        return new_hand(facts, None, None)
    ante_due = facts.rules.ante + carry.risen
    paying = [seat for seat, stack in facts.stacks if stack >= ante_due] or [seat for seat, _ in facts.stacks]
    # The deal passes to the right.
    return new_hand(facts, carry, max((seat for seat in paying if seat < carry.dealer), default=paying[-1]))


def new_hand(
    facts: HandSetup[DividhaRules, UsualSplit], carry: DividhaCarry | None, dealer: Seat | None
) -> DividhaState:
    """Return a hand before the deal, with this dealer; None draws the dealer by lot.

    Used by the table and by the verifier.
    """
    rules, risen = facts.rules, 0 if carry is None else carry.risen
    behind, habits = ((), ()) if carry is None else (carry.left_behind, carry.habits)
    state = DividhaState(
        rules=rules,
        betting=open_betting(facts.stacks, rules.limit, rules.ante + risen, dead=_sum(behind), habits=habits),
        dealer=dealer,
        stage="dealing",
        hands=0 if carry is None else carry.hands,
        risen=risen,
        left_behind=behind,
        holdings=(),
        tablets=(),
        usual=(),
        absent=tuple(player.seat for player in facts.players if player.is_away),
    )
    # A default split was set at this table, or brought along from another table.
    usual = {
        player.seat: Usual(player.seat, player.keepsake.percent)
        for player in facts.players
        if player.keepsake is not None
    } | {each.seat: each for each in (() if carry is None else carry.usual)}
    return seated(state, dealer or state.order[-1], usual)


def house_move(state: DividhaState, chance: Chance) -> Deal:
    """Draw the first dealer by lot if there is none yet (TB-3), and shuffle."""
    assert state.stage == "dealing"
    return dealing(state.dealer, state.players, DECK, chance)


def _take_antes(state: DividhaState, move: Deal) -> tuple[DividhaState, tuple[Event, ...]]:
    """Take the ante of every seat that plays; the deck has been shuffled."""
    usual = {each.seat: each for each in state.usual}
    ready = replace(seated(state, move.dealer, usual), dealer=move.dealer, deck=move.cards)
    begun = model.DividhaHandBegun(
        move.dealer, state.dealer is None, ready.order, state.ante, _sum(state.left_behind)
    )
    out = [stake for stake in ready.betting.stakes if stake.seat not in ready.players]
    can_pay = any(stake.stack >= ready.ante for stake in ready.betting.stakes)
    dealt = ready
    for seat in ready.players:
        # The ante is split evenly (DV-14); if no seat can pay it, whole stacks go on Win (TN-24).
        stack = dealt.betting.stake(seat).stack
        coins, win = (dealt.ante, dealt.ante // 2) if stack >= dealt.ante else (stack, stack)
        anted = dealt.with_tablet(dealt.tablet(seat).bet(coins, win))
        dealt = replace(anted, betting=ante(dealt.betting, seat, coins))
    for stake in out:
        # The rest of the stack goes on Win, in the lowest layer (DV-15). As dead money it makes no side pot.
        folded, _ = leave(pay_dead(dealt.betting, stake.seat, stake.stack), stake.seat)
        behind = (*dealt.left_behind, SeatAmount(stake.seat, stake.stack))
        dealt = replace(dealt, betting=folded, left_behind=behind)
    missed = (model.AnteMissed(stake.seat, stake.stack) for stake in out)
    return dealt, (begun, *missed) if can_pay else (begun, model.AllOnWin())


def _deal_private(state: DividhaState) -> tuple[DividhaState, Event]:
    """Deal two private cards to each seat still in."""
    dealt, cards = _dealt(state)
    for seat, two in cards.items():
        held = dealt.holding(seat)
        dealt = dealt.with_holding(replace(held, private=(*held.private, *two)))
    return dealt, model.PrivateDealt(tuple(cards))


def _deal_public(state: DividhaState) -> tuple[DividhaState, Event]:
    """Deal two public cards to each seat still in."""
    dealt, cards = _dealt(state)
    for seat, two in cards.items():
        dealt = dealt.with_holding(replace(dealt.holding(seat), public=two))
    return dealt, model.PublicDealt(tuple(model.Open(*each) for each in cards.items()))


def seated(state: DividhaState, dealer: Seat, usual: Mapping[Seat, Usual]) -> DividhaState:
    """Return the state before any bet, with all seats in turn order: the dealer comes last."""
    betting = in_turn_order(state.betting, dealer)
    return replace(
        state,
        betting=betting,
        holdings=tuple(map(model.Holding, betting.order)),
        tablets=tuple(map(Tablet, betting.order)),
        usual=tuple(usual.get(seat, Usual(seat)) for seat in betting.order),
    )


def _sum(left_behind: Collection[SeatAmount]) -> int:
    return sum(each.amount for each in left_behind)


def _dealt(state: DividhaState) -> tuple[DividhaState, Mapping[Seat, tuple[str, ...]]]:
    """Deal one card at a time, clockwise from the dealer's left, to each seat still in."""
    seats = contenders(state.betting)
    count = CARDS_PER_DEAL * len(seats)
    top, rest = state.deck[:count], state.deck[count:]
    return replace(state, deck=rest), {seat: top[place :: len(seats)] for place, seat in enumerate(seats)}


def to_act(state: DividhaState) -> frozenset[Seat]:
    """Return the seats to act: the House, one seat, or at the end all seats that still have to choose."""
    match state.stage:
        case "dealing":
            return frozenset({CHANCE_SEAT})
        case "wager" | "first_round" | "second_round" | "third_round" | "last_round":
            assert state.betting.to_act is not None
            return frozenset({state.betting.to_act})
        case "trade":
            assert state.trader is not None
            return frozenset({state.trader})
        case "showdown":
            return frozenset(seat for seat in contenders(state.betting) if not showdown.is_done(state, seat))
        case "agreeing":
            return frozenset(showdown.voters(state)) - frozenset(state.lowering)
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


ACTIONS: tuple[Action, ...] = (
    PlainAction("fold"),
    PlainAction("check"),
    SplitAction("match"),
    SplitAction("bet", is_ranged=True),
    SplitAction("raise", is_ranged=True),
    SplitAction("all_in"),
    PlainAction("no_trade"),
    *(PickAction(key, count, HELD_AT_TRADE) for count, key in KEYS.items()),
    SplitAction("pay"),
    *showdown.CHOICES,
    PlainAction("lower"),
    PlainAction("keep"),
)


def offers(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Return the legal choices of a seat."""
    if seat not in to_act(state):
        return ()
    match state.stage:
        case "trade":
            return _trade_offers(state, seat)
        case "showdown":
            return showdown.choice_offers(state, seat)
        case "agreeing":
            return PlainOffer("lower", model.Lower()), PlainOffer("keep", model.KeepAnte())
        case "dealing":
            return ()
        case _:
            ceiling = rounds.bet_ceiling(state.betting) if state.rules.opponents_purse else None
            stake, offered = state.betting.acting, rounds.offers(state.betting, ceiling=ceiling)
            return tuple(_with_split(state, stake, each) for each in offered)


def asides(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Return the offers out of turn: the default split, a free call, a lower ante (DV-11, DV-13, DV-14)."""
    if state.stage in ("dealing", "agreeing", "over") or seat in state.left or seat not in state.order:
        return ()
    if not state.tablet(seat).bets:
        # The seat could not pay the ante and is out (TN-23).
        return ()
    usual: Offer[Move] = NumberOffer("usual", 0, ALL, model.SplitUsually, marks=(ALL, EVEN, 0))
    secret = (usual, *showdown.calls(state, seat))
    antes = showdown.lower_antes(state)
    return (
        (*secret, NumberOffer("wish_lower", antes[0], antes[-1], model.Lower, is_even=True))
        if antes
        else secret
    )


def timeout(state: DividhaState, seat: Seat) -> Answer:
    """Return the mildest answer (TB-8)."""
    match state.stage:
        case "trade" if state.trading:
            # The payment for the chosen cards is split by default.
            return Answer("pay", (state.ante * len(state.trading),))
        case "trade":
            return Answer("no_trade")
        case "showdown":
            return showdown.choice_timeout(state, seat)
        case "agreeing":
            return Answer("keep")
        case _:
            return Answer(rounds.passive_answer(state.betting))


def apply(state: DividhaState, seat: Seat, move: Move) -> Transition[DividhaState]:
    """Return the state and events after a move; the only way to a new state."""
    match move:
        case Deal():
            return _deal(state, move)
        case bets.Fold() | bets.Check() | model.Wager():
            return _act(state, seat, move)
        case model.Trade() | model.Pay():
            traded, events = _trade(state, seat, move)
            return Transition(traded) if traded.trading else _next_trade(traded, events)
        case model.DiscardMove() | model.Lay() | model.CallByName():
            return _go_on(showdown.choose(state, seat, move), ())
        case model.SplitUsually() | model.Lower() | model.KeepAnte():
            return _apply_aside(state, seat, move)
        case bets.Leave():
            return _leave(state, seat)
        case _:
            assert_never(move)


def _with_split(state: DividhaState, stake: SeatBets, offer: Offer[BettingMove]) -> Offer[Move]:
    """Turn a betting offer into an offer that also asks for the split, within the limits of DV-21."""
    to_match = state.betting.to_match
    split = partial(
        SplitOffer, laid=stake.bet, whole_from=None if state.rules.split_all_in else stake.max_bet
    )
    match offer:
        case PlainOffer(key="match"):
            return split("match", to_match, to_match, partial(model.Wager, "match"), (to_match,))
        case PlainOffer(key="all_in"):
            return split("all_in", stake.max_bet, stake.max_bet, partial(model.Wager, "all_in"))
        case PlainOffer(key=key, move=bets.Fold() | bets.Check() as move):
            return PlainOffer(key, move)
        case _:
            assert isinstance(offer, NumberOffer)
            return split(offer.key, offer.least, offer.most, partial(model.Wager, "raise"), offer.marks)


def _deal(state: DividhaState, move: Deal) -> Transition[DividhaState]:
    dealt, events = _take_antes(state, move)
    if len(contenders(dealt.betting)) == 1:
        return showdown.stand_last(dealt, events)
    if state.rules.demons_wager:
        return _open("wager", dealt, events)
    return _advance(dealt, events)


def _act(
    state: DividhaState, seat: Seat, move: bets.Fold | bets.Check | model.Wager
) -> Transition[DividhaState]:
    if isinstance(move, model.Wager):
        # Without a split in the move, the player's default applies (DV-13).
        stake, usual = state.betting.stake(seat), state.usual_of(seat)
        coins, win = move.to - stake.bet, move.win
        if win is None:
            is_whole = coins == stake.stack and not state.rules.split_all_in
            win = usual.whole(coins) if is_whole else usual.part(coins)
        state = state.with_tablet(state.tablet(seat).bet(coins, win))
        betting_moves: Mapping[str, BettingMove] = {
            "match": bets.Call(),
            "raise": bets.Raise(move.to),
            "all_in": bets.AllIn(),
        }
        betting, events = rounds.act(state.betting, betting_moves[move.act])
    else:
        betting, events = rounds.act(state.betting, move)
    return _go_on(replace(state, betting=betting, turn=state.turn + 1), events)


def _go_on(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Go on after an action or a fold: to the next decision, to the next stage, or to the end."""
    while state.betting.to_act in state.absent:
        state, events = _folded(state, state.betting.to_act, events)
    if len(contenders(state.betting)) == 1:
        return showdown.stand_last(replace(state, trader=None, trading=()), events)
    if state.stage == "showdown" and not to_act(state):
        return showdown.show_down(state, events)
    if state.stage not in BETTING or state.betting.to_act is not None:
        return Transition(state, events)
    closed, returned = state.gathered(rounds.close_round(state.betting))
    return _advance(closed, (*events, *returned))


def _advance(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Deal the next stage, and go on with it."""
    match NEXT_STAGES[state.stage]:
        case "trade":
            return _next_trade(replace(state, stage="trade"), events)
        case "showdown":
            choosing = replace(state, stage="showdown", turn=state.turn + 1)
            for seat in state.absent:
                # An absent player may never have had to act.
                if len(contenders(choosing.betting)) > 1:
                    choosing, events = _folded(choosing, seat, events)
            return _go_on(choosing, events)
        case "second_round":
            dealt, event = _deal_public(state)
            return _open("second_round", dealt, (*events, event))
        case "third_round":
            return _open("third_round", state, events)
        case stage:
            dealt, event = _deal_private(state)
            return _open(stage, dealt, (*events, event))


def _open(stage: Stage, state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Open a betting round, from the dealer's left."""
    betting = rounds.open_round(state.betting, state.order[0], is_last=stage == "last_round")
    return _go_on(replace(state, stage=stage, betting=betting, turn=state.turn + 1), events)


def _trade_offers(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Return the offers of a trade: the cards, or once cards are chosen that cost coins, the payment."""
    if state.trading:
        price = state.ante * len(state.trading)
        return (SplitOffer("pay", price, price, lambda _, win: model.Pay(win), (price,)),)
    stack = state.betting.stake(seat).stack
    cards = state.holding(seat).cards
    picks: list[Offer[Move]] = [
        PickOffer(key, cards, count, model.Trade)
        for count, key in KEYS.items()
        if not state.rules.pay_to_trade or stack >= state.ante * count
    ]
    return (PlainOffer("no_trade", model.Trade(())), *picks)


def _trade(
    state: DividhaState, seat: Seat, move: model.Trade | model.Pay
) -> tuple[DividhaState, tuple[Event, ...]]:
    """Trade cards for others; if they cost coins, the payment comes first."""
    if isinstance(move, model.Pay):
        price = state.ante * len(state.trading)
        on_win = state.usual_of(seat).part(price) if move.win is None else move.win
        paid = state.with_tablet(state.tablet(seat).paid(price, on_win))
        paid = replace(paid, betting=pay_dead(state.betting, seat, price), trading=())
        return _exchanged(paid, seat, state.trading, price)
    if not move.cards:
        return state, (model.TradeDeclined(seat),)
    if state.rules.pay_to_trade:
        return replace(state, trading=move.cards), ()
    return _exchanged(state, seat, move.cards, 0)


def _exchanged(
    state: DividhaState, seat: Seat, cards: tuple[str, ...], paid: int
) -> tuple[DividhaState, tuple[Event, ...]]:
    """Replace each private card by a private one, each public card by a public one."""
    held = state.holding(seat)
    drawn, rest = state.deck[: len(cards)], state.deck[len(cards) :]
    replacements = dict(zip(cards, drawn, strict=True))
    public = tuple(card for card in cards if card in held.public)
    traded = replace(
        held,
        private=tuple(replacements.get(card, card) for card in held.private),
        public=tuple(replacements.get(card, card) for card in held.public),
        turned_in=tuple(card for card in cards if card in held.private),
        turned_down=public,
    )
    new_public = tuple(replacements[card] for card in public)
    event = model.Traded(seat, len(traded.turned_in), public, new_public, paid)
    return replace(state, deck=rest).with_holding(traded), (event,)


def _next_trade(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Go on to the next seat after the trader that can trade, or to the third round (DV-19)."""
    waiting = state.order if state.trader is None else state.order[state.order.index(state.trader) + 1 :]
    for seat in waiting:
        stake = state.betting.stake(seat)
        if stake.has_folded or (state.rules.pay_to_trade and stake.stack < state.ante):
            continue
        if seat not in state.absent:
            return Transition(replace(state, trader=seat, trading=(), turn=state.turn + 1), events)
        state, events = _folded(state, seat, events)
        if len(contenders(state.betting)) == 1:
            return _go_on(state, events)
    return _advance(replace(state, trader=None, trading=()), events)


def _apply_aside(
    state: DividhaState, seat: Seat, move: model.SplitUsually | model.Lower | model.KeepAnte
) -> Transition[DividhaState]:
    """Apply a seat's default split, or its vote on a lower ante."""
    match move:
        case model.SplitUsually(percent=percent):
            others = (each for each in state.usual if each.seat != seat)
            return Transition(replace(state, usual=(*others, Usual(seat, percent))))
        case model.Lower(to=to) if state.stage != "agreeing":
            return showdown.ask_to_lower(state, seat, to)
        case model.Lower():
            return showdown.agree_to_lower(state, seat)
        case _:
            return showdown.keep_ante(state, seat)


def _leave(state: DividhaState, seat: Seat) -> Transition[DividhaState]:
    """Fold the seat of a player who leaves, in turn or not, and drop the player's vote on the ante (TB-9)."""
    lowering = tuple(each for each in state.lowering if each != seat)
    gone = replace(state, left=(*state.left, seat), lowering=lowering)
    if state.stage == "agreeing":
        return showdown.wait_for_votes(gone, (model.Left(seat),))
    folded, events = _folded(gone, seat, (model.Left(seat),))
    if state.trader == seat and len(contenders(folded.betting)) > 1:
        return _next_trade(folded, events)
    return _go_on(folded, events)


def _folded(state: DividhaState, seat: Seat, events: Events) -> tuple[DividhaState, Events]:
    """Return the state after a seat's fold, in turn or not."""
    betting, folded = rounds.leave(state.betting, seat)
    turn = state.turn + (betting.to_act != state.betting.to_act)
    return replace(state, betting=betting, turn=turn), (*events, *folded)
