"""The end of a hand: shown hands, the distribution of the pot, and the next ante.

Players choose the discard, the order and the call (DV-8, DV-10, DV-11); the pot is distributed by columns
(DV-12, DV-20); the ante rises, and may be lowered, and a player who can't pay it is out (DV-14, DV-15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from games.dividha import hands, model
from games.dividha.cards import THE_THREE, Tablet
from games.dividha.hands import BROKEN, DIVINE_INTERVENTION, FACE_UP, HIGH_CARD, DividhaHand, as_laid
from games.dividha.model import DividhaCarry, DividhaRules, DividhaState, Event, Holding, ShownHand
from games.engine.betting.bets import share, side_pots
from games.engine.betting.rounds import close_hand, contenders, pay_out
from games.engine.core.errors import N_, must_find
from games.engine.core.game import HandResult, Seat, SeatAmount, Transition, owned
from games.engine.core.hand_stats import WON, BestHand, HandStats, earned_by, shown_as, won_with
from games.engine.core.offers import (
    Action,
    Answer,
    Offer,
    PickAction,
    PickOffer,
    PlainAction,
    PlainOffer,
    sample,
)
from games.engine.provable_chance import Chance, shuffled

Events = tuple[Event, ...]
PLAYERS_MIN = 2


def is_done(state: DividhaState, seat: Seat) -> bool:
    """Return True if a seat has made all its choices."""
    held = state.holding(seat)
    is_called = held.call is not None or not state.rules.aural_rule
    return len(held.laid) == FACE_UP and is_called


CHOICES: tuple[Action, ...] = (
    PickAction("discard", 1, hands.HELD),
    PickAction("lay", 1, FACE_UP),
    PlainAction("lay_rest"),
    PickAction("call", 1, HIGH_CARD + 1),
)
"""All actions that a showdown may ever offer."""


def choice_offers(state: DividhaState, seat: Seat) -> tuple[Offer[model.Move], ...]:
    """Return the offers of the next choice: the discard; then, if the rules ask for them, order and call."""
    held = state.holding(seat)
    if held.discard is None:
        return (PickOffer("discard", held.cards, 1, lambda cards: model.DiscardMove(cards[0])),)
    if len(held.laid) < FACE_UP:
        lay: Offer[model.Move] = PickOffer("lay", _not_laid(held), 1, lambda cards: model.Lay(cards[0]))
        return (lay, PlainOffer("lay_rest", model.Lay(None))) if held.laid else (lay,)
    return (_call(state.rules),)


def calls(state: DividhaState, seat: Seat) -> tuple[Offer[model.Move], ...]:
    """Return the offer of a call without effect: possible once, without the Aural Rule (DV-11)."""
    is_showing = state.stage == "showdown" and seat in contenders(state.betting)
    is_free = not state.rules.aural_rule and state.holding(seat).call is None
    return (_call(state.rules),) if is_showing and is_free else ()


def _call(rules: DividhaRules) -> Offer[model.Move]:
    """Return an offer to call any hand, whatever the cards, so that it reveals nothing about them."""
    names = tuple(map(str, _callable_ranks(rules)))
    return PickOffer("call", names, 1, lambda chosen: model.CallByName(int(chosen[0])))


def choose(state: DividhaState, seat: Seat, move: model.Choosing) -> DividhaState:
    """Apply the seat's choice, which is secret until all have chosen."""
    held = state.holding(seat)
    match move:
        case model.DiscardMove(card=card):
            held = replace(held, discard=card)
            # Without the Rule of Order, the cards are laid at once, in any order.
            return state.with_holding(
                replace(held, laid=() if state.rules.rule_of_order else _without_discard(held))
            )
        case model.Lay(card=card):
            laid = (*held.laid, *(_not_laid(held) if card is None else (card,)))
            left = tuple(each for each in _without_discard(held) if each not in laid)
            # The last card has only one place.
            return state.with_holding(replace(held, laid=laid if len(left) > 1 else (*laid, *left)))
        case model.CallByName(number=number):
            return state.with_holding(replace(held, call=number))
        case _:
            assert_never(move)


def other_choice(held: Holding, rules: DividhaRules, chance: Chance) -> Holding:
    """Return a seat's cards with its choices so far replaced by random ones."""
    ranks = _callable_ranks(rules)
    call = None if held.call is None else ranks[chance.below(len(ranks))]
    if held.discard is None:
        return replace(held, call=call)
    (discard,) = sample(held.cards, 1, chance)
    other = replace(held, discard=discard, call=call)
    laid = shuffled(_without_discard(other), chance.below) if rules.rule_of_order else _without_discard(other)
    return replace(other, laid=laid[: len(held.laid)])


def choice_timeout(state: DividhaState, seat: Seat) -> Answer:
    """Return the next step to the strongest hand, or to the weakest if more is on Lose than on Win (TB-8)."""
    held, rules, tablet = state.holding(seat), state.rules, state.tablet(seat)
    if held.discard is None:
        keys = [
            each.hand.key
            for each in hands.discards(held.cards, divine_intervention=rules.divine_intervention)
        ]
        target = max(keys) if tablet.win >= tablet.lose else min(keys)
        return Answer("discard", (keys.index(target),))
    hand = hands.best(_without_discard(held), divine_intervention=rules.divine_intervention)
    if len(held.laid) < FACE_UP:
        cards = _not_laid(held)
        next_card = must_find(card for card in (*hand.cards, *cards) if card in cards)
        return Answer("lay", (cards.index(next_card),))
    return Answer("call", (_callable_ranks(rules).index(hand.number),))


def _without_discard(held: Holding) -> tuple[str, ...]:
    return tuple(card for card in held.cards if card != held.discard)


def _not_laid(held: Holding) -> tuple[str, ...]:
    return tuple(card for card in _without_discard(held) if card not in held.laid)


def _callable_ranks(rules: DividhaRules) -> range:
    highest = DIVINE_INTERVENTION if rules.divine_intervention else DIVINE_INTERVENTION + 1
    return range(highest, HIGH_CARD + 1)


def show_down(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Show all hands and all tablets, and distribute the pot (DV-20)."""
    hands, shown = {}, []
    for seat in contenders(state.betting):
        held = state.holding(seat)
        hand = hands[seat] = as_laid(held.laid, state.rules, held.call)
        shown.append(ShownHand(seat, held.laid, hand.number, hand.key, hand.cards, held.call))
    outcome = _outcome(state, hands)
    completed = replace(
        outcome,
        hands=tuple(sorted(shown, key=lambda each: each.key, reverse=True)),
        invictories=invictories(outcome.layers, state.tablets),
    )
    return _shared_out(state, completed, (*events, model.DividhaShowdown(completed)))


def stand_last(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Give both columns to the only seat left, without showing cards; all tablets are shown (DV-20)."""
    (seat,) = contenders(state.betting)
    state, returned = state.gathered(close_hand(state.betting))
    outcome = _outcome(state, {seat: DividhaHand(0, (), ())})
    return _shared_out(
        state, outcome, (*events, *returned, model.LastTakesBoth(seat, state.betting.pot, outcome))
    )


def share_out(
    tablets: Sequence[Tablet], hands: Mapping[Seat, DividhaHand], left_behind: int = 0
) -> tuple[model.SidePot, ...]:
    """Return the layers of a pot, lowest first, with the winners of their columns.

    Tablets are in turn order; `hands` are the contenders' hands. The lowest layer includes coins left by
    earlier players, on Win, and payments for trades, on their columns.
    """
    dead = left_behind + sum(laid.coins for each in tablets for laid in each.trades)
    dead_win = left_behind + sum(laid.win for each in tablets for laid in each.trades)
    layers = []
    for pot in side_pots([(each.seat, each.total) for each in tablets], hands, dead):
        win = sum(each.win_below(pot.ceiling) - each.win_below(pot.floor) for each in tablets)
        win += 0 if pot.floor else dead_win
        contending = {seat: hands[seat] for seat in pot.contenders}
        winners = strongest(contending), weakest(contending)
        layers.append(model.SidePot(win, pot.amount - win, pot.contenders, *winners))
    return tuple(layers)


def strongest(hands: Mapping[Seat, DividhaHand]) -> tuple[Seat, ...]:
    """Return the winners of the Win column: broken hands have the lowest keys (DV-10)."""
    highest = max(hand.key for hand in hands.values())
    return tuple(seat for seat, hand in hands.items() if hand.key == highest)


def weakest(hands: Mapping[Seat, DividhaHand]) -> tuple[Seat, ...]:
    """Return the winners of the Lose column; if all hands are broken, those of the Win column (DV-10)."""
    whole = {seat: hand for seat, hand in hands.items() if hand.number != BROKEN}
    if not whole:
        return strongest(hands)
    lowest = min(hand.key for hand in whole.values())
    return tuple(seat for seat, hand in whole.items() if hand.key == lowest)


def gains(layers: Sequence[model.SidePot]) -> Mapping[Seat, int]:
    """Return each seat's winnings from all layers."""
    win, lose = columns(layers)
    return win + lose


def columns(layers: Sequence[model.SidePot]) -> tuple[Counter[Seat], Counter[Seat]]:
    """Return each seat's winnings from Win and from Lose; odd coins to the dealer's left first (TB-1)."""
    win: Counter[Seat] = Counter()
    lose: Counter[Seat] = Counter()
    for layer in layers:
        win.update(share(layer.win, layer.strongest))
        lose.update(share(layer.lose, layer.weakest))
    return +win, +lose


def invictories(layers: Sequence[model.SidePot], tablets: Sequence[Tablet]) -> tuple[Seat, ...]:
    """Return the winners of the lowest layer's Win with more on Lose than on Win (DV-12)."""
    return tuple(each.seat for each in tablets if each.seat in layers[0].strongest and each.lose > each.win)


def lower_antes(state: DividhaState) -> range:
    """Return the amounts to which the next ante may be lowered: all lower even amounts (DV-14).

    Empty in a tournament, where the level sets the ante (TN-23).
    """
    if state.rules.is_played_out:
        return range(0)
    return range(model.ANTE_MIN, next_ante(state, is_lowered=False), 2)


def next_ante(state: DividhaState, *, is_lowered: bool) -> int:
    """Return the ante of the next hand; in a tournament it can't be lowered (TN-23)."""
    rises = state.rules.ante_rise
    amount = state.ante + (_ante_step(state) if rises and (state.hands + 1) % rises == 0 else 0)
    if not is_lowered or state.rules.is_played_out:
        return amount
    return max(model.ANTE_MIN, amount - _ante_step(state)) if state.lower_to is None else state.lower_to


def ask_to_lower(state: DividhaState, seat: Seat, to: int | None) -> Transition[DividhaState]:
    """Ask for a lower ante during the hand; a new amount replaces the one asked for before."""
    amount = next_ante(state, is_lowered=True) if to is None else to
    agreeing = state.lowering if amount == state.lower_to else ()
    if seat in agreeing:
        return Transition(state)
    wishes = (*state.wishes, model.Wish(seat, amount))
    asking = replace(state, lower_to=amount, lowering=(*agreeing, seat), wishes=wishes)
    return Transition(asking, (model.LowerWished(seat, amount),))


def voters(state: DividhaState) -> tuple[Seat, ...]:
    """Return the voters on the next ante: the seats that stay and could pay the lower ante."""
    return _able(state, is_lowered=True)


def agree_to_lower(state: DividhaState, seat: Seat) -> Transition[DividhaState]:
    """Agree to the lower amount, during the vote."""
    to = next_ante(state, is_lowered=True)
    wishes = (*state.wishes, model.Wish(seat, to))
    wishing = replace(state, turn=state.turn + 1, lowering=(*state.lowering, seat), wishes=wishes)
    return wait_for_votes(wishing, (model.LowerWished(seat, to),))


def keep_ante(state: DividhaState, seat: Seat) -> Transition[DividhaState]:
    """Refuse: a single no keeps the ante as it is (DV-14)."""
    return _end(replace(state, refused_by=seat), (model.LowerRefused(seat),))


def wait_for_votes(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """Wait until all voters agree to lower the ante."""
    voting = voters(state)
    if len(voting) < PLAYERS_MIN:
        return _end(state, events)
    if set(voting) <= set(state.lowering):
        lowered = replace(state, is_lowered=True)
        return _end(lowered, (*events, model.Lowered(next_ante(lowered, is_lowered=True))))
    return Transition(state, events)


def result(state: DividhaState) -> HandResult[DividhaCarry]:
    """Return the result of the hand; the remaining chips of players who are out go into the next pot."""
    assert state.stage == "over"
    assert state.dealer is not None
    behind = {each.seat: each.amount for each in state.left_behind}
    carry = DividhaCarry(
        dealer=state.dealer,
        hands=state.hands + 1,
        risen=next_ante(state, is_lowered=state.is_lowered) - state.rules.ante,
        left_behind=state.left_behind,
        usual=state.usual,
        habits=state.betting.habits_now(state.left),
    )
    stacks = {seat: stack - behind.get(seat, 0) for seat, stack in state.betting.stacks.items()}
    return HandResult(stacks, carry, {})


BOTH, MEEK, ALL_THREE = "both_columns", "won_lose_with_high_card", "showed_the_three"
TITLES = (
    earned_by("dividha_won", N_("The Divider"), N_("won a hand of Dividha"), WON),
    earned_by("dividha_invictory", N_("Invictorious"), N_("had an Invictory"), "invictories"),
    earned_by(
        "dividha_invictories",
        N_("Three Invictories"),
        N_("had three Invictories"),
        "invictories",
        times=3,
    ),
    earned_by(
        "dividha_both",
        N_("Both Sides of the Coin"),
        N_("took coins from Win and from Lose in one hand"),
        BOTH,
    ),
    earned_by("dividha_meek", N_("The Meek Inherit"), N_("took coins from Lose with a High Card"), MEEK),
    earned_by(
        "dividha_full",
        N_("Full House, Full Purse"),
        N_("won with a Full House"),
        won_with(hands.FULL_HOUSE),
    ),
    earned_by(
        "dividha_five",
        N_("Five Alike"),
        N_("showed a Five-of-a-Kind"),
        shown_as(hands.PURE_FIVE_OF_A_KIND),
        shown_as(hands.FIVE_OF_A_KIND),
    ),
    earned_by("dividha_three", N_("Company of Three"), N_("showed Min, Ral and San"), ALL_THREE),
    earned_by(
        "dividha_pure_five",
        N_("Above All Hands"),
        N_("showed a Pure Five-of-a-Kind"),
        shown_as(hands.PURE_FIVE_OF_A_KIND),
    ),
    earned_by(
        "dividha_pureblood",
        N_("Pureblood"),
        N_("showed a Pureblood Straight"),
        shown_as(hands.PUREBLOOD_STRAIGHT),
    ),
    earned_by(
        "dividha_divine",
        N_("Touched by the Divine"),
        N_("showed a Divine Intervention"),
        shown_as(DIVINE_INTERVENTION),
    ),
)
"""The titles that Dividha's deeds earn (TB-21)."""


def deeds(state: DividhaState) -> Mapping[Seat, HandStats]:
    """Return the statistics of the hand: columns taken, Invictories, and shown hands (DV-12, DV-20)."""
    assert state.outcome is not None
    win, lose = columns(state.outcome.layers)
    shown = {each.seat: each for each in state.outcome.hands}
    stats = {}
    for stake in state.betting.stakes:
        seat, shown_hand = stake.seat, shown.get(stake.seat)
        staked = state.betting.staked_by(seat) + sum(paid.coins for paid in state.tablet(seat).trades)
        counts = Counter(
            win=int(seat in win), lose=int(seat in lose), invictories=int(seat in state.outcome.invictories)
        )
        hand = None
        if shown_hand is not None:
            counts[f"hand_{shown_hand.number}"] = 1
            hand = BestHand(shown_hand.key, str(shown_hand.number), shown_hand.face_up)
        # The only seat left takes both columns without opposition, which earns no title.
        feats = frozenset() if shown_hand is None else _feats(shown_hand, counts)
        has_won = win[seat] + lose[seat] > staked
        stats[seat] = HandStats(staked, has_won, stake.has_folded, hand, +counts, feats=feats)
    return stats


def _feats(hand: ShownHand, counts: Mapping[str, int]) -> frozenset[str]:
    """Return further words of a shown hand that can earn a title."""
    derived = {
        BOTH: counts["win"] and counts["lose"],
        MEEK: counts["lose"] and hand.number == HIGH_CARD,
        ALL_THREE: {*THE_THREE} <= {*hand.face_up},
    }
    return frozenset(word for word, earned in derived.items() if earned)


def claims(carry: DividhaCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
    """Return the receivers of the money kept between hands (DV-15, TB-10)."""
    return {} if carry is None else owned(carry.left_behind, winner)


def _outcome(state: DividhaState, hands: dict[Seat, DividhaHand]) -> model.DividhaOutcome:
    left_behind = sum(each.amount for each in state.left_behind)
    return model.DividhaOutcome((), share_out(state.tablets, hands, left_behind), state.tablets, ())


def _shared_out(
    state: DividhaState, outcome: model.DividhaOutcome, events: Events
) -> Transition[DividhaState]:
    betting = pay_out(state.betting, gains(outcome.layers))
    shared = replace(state, betting=betting, outcome=outcome, left_behind=(), turn=state.turn + 1)
    if shared.lowering and lower_antes(shared):
        return wait_for_votes(replace(shared, stage="agreeing"), events)
    return _end(shared, events)


def _end(state: DividhaState, events: Events) -> Transition[DividhaState]:
    """End the hand; players who can't pay the next ante are out, unless no remaining player can (DV-15)."""
    stack_min = _stack_min(state, is_lowered=state.is_lowered)
    # A seat without any bet could not pay this ante and is out already (TN-23).
    bet = {each.seat for each in state.tablets if each.bets}
    short = (stake for stake in state.betting.stakes if stake.seat in bet and stake.stack < stack_min)
    goes_on = _able(state, is_lowered=state.is_lowered)
    out = tuple(SeatAmount(stake.seat, stake.stack) for stake in short if goes_on)
    over = replace(state, stage="over", left_behind=tuple(each for each in out if each.amount))
    return Transition(over, (*events, *(model.OutOfAntes(each.seat, each.amount) for each in out)))


def _able(state: DividhaState, *, is_lowered: bool) -> tuple[Seat, ...]:
    """Return the seats that stay and can play the next hand."""
    stack_min = _stack_min(state, is_lowered=is_lowered)
    stakes = (stake for stake in state.betting.stakes if stake.seat not in state.left)
    return tuple(stake.seat for stake in stakes if stake.stack >= stack_min)


def _stack_min(state: DividhaState, *, is_lowered: bool) -> int:
    """Return the minimum stack for the next hand: the ante, in a tournament one chip (TN-23)."""
    return 1 if state.rules.is_played_out else next_ante(state, is_lowered=is_lowered)


def _ante_step(state: DividhaState) -> int:
    """Return the step by which the ante changes: half of the first ante, rounded up to even (DV-14)."""
    return state.rules.ante // 2 + state.rules.ante // 2 % 2
