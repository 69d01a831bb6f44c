"""Train house players of Knights' Heads to bet (docs/lab/how-strong.md).

`python -m training.knights_table` writes two files into `games/knights_heads`: the yardstick by which cards
are valued, and the table of answers. The same seed gives the same files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from games.engine.betting.bot_betting import SHARES, encode_strategies
from games.knights_heads.bot_player import AFTER_EXCHANGE, ALL_IN, FOLD, POT, STRENGTHS
from training.knights_bets import ROUNDS, STRANGER, WIDTH, Bets, FixedPlan
from training.knights_deals import Course, yardstick_and_courses, yardstick_file
from training.regret import Regrets, drawn, rounded

SEED = 2026
DEALS = 2000
HANDS = 105_000
SEATS = (2, 3, 4, 4, 6)
ANTE = 2
DEPTHS = (4, 8, 16, 30, 50, 50)
"""Stack sizes in antes."""
UNEQUAL = 0.4
"""The share of hands with unequal stacks."""
PLANNED = 0.3
"""The share of hands in which the stranger follows a fixed plan, among those in which it doesn't learn."""
OFTEN = SHARES // 2
"""The least share of an action before the exchange or after a bet; rarer actions are dropped.

Rare actions were mostly tried before they had turned out to be bad. Where nobody has bet after the exchange,
answers stay mixed, since some of these bets are bluffs.
"""
PACKAGE = Path(__file__).parents[1] / "games" / "knights_heads"


def main() -> None:
    """Deal, learn, and write both files."""
    started = perf_counter()
    dice = Random(SEED)
    yardstick, hands, courses = yardstick_and_courses(DEALS, dice)
    (PACKAGE / "yardstick.table").write_bytes(yardstick_file(yardstick, hands))
    print(f"{len(courses)} seats dealt in {perf_counter() - started:.0f} s")
    table = answers(train(courses, HANDS, dice))
    (PACKAGE / "betting.table").write_bytes(encode_strategies(table))
    print(f"{len(table)} situations learned in {perf_counter() - started:.0f} s")


def train(courses: Sequence[Course], hands: int, dice: Random) -> Regrets:
    """Learn from this many hands; in each, one seat learns, with one course of each strength side by side."""
    regrets = Regrets(WIDTH)
    by_strength = [
        [each for each in courses if each.strengths[0] == strength] for strength in range(STRENGTHS)
    ]
    for count in range(1, hands + 1):
        seats = dice.choice(SEATS)
        learner = dice.randrange(seats)
        stranger = (None, learner, (learner + dice.randrange(1, seats)) % seats)[count % 3]
        stacks = [ANTE * dice.choice(DEPTHS)] * seats
        if dice.random() < UNEQUAL:
            stacks = [ANTE * dice.choice(DEPTHS) for _ in stacks]
        held: list[Sequence[Course]] = [[each] for each in dice.sample(courses, seats)]
        held[learner] = [dice.choice(equal) for equal in by_strength]
        plan = fixed_plan(dice) if stranger != learner and dice.random() < PLANNED else None
        learn(regrets, Bets(stacks, ANTE, held, stranger, plan), learner, dice, count)
    return regrets


def fixed_plan(dice: Random) -> FixedPlan:
    """Return a random plan of a stranger: tight or loose, early or late, betting the pot or all in."""
    raises_from = dice.randrange(STRENGTHS)
    return FixedPlan(
        dice.randrange(ROUNDS),
        dice.choice((POT, ALL_IN, ALL_IN)),
        raises_from,
        dice.randrange(raises_from + 1),
    )


def learn(
    regrets: Regrets, bets: Bets, learner: int, dice: Random, weight: float, reach: Sequence[float] = ()
) -> list[float]:
    """Play a hand on with one learner, and return its average gain with each of its courses.

    This is `training.regret.learn` for all courses of the learner at once: the others' actions cannot
    depend on its cards. `reach` is the probability that the learner's strategy comes this far with each
    course, 1 at the beginning.
    """
    actor = bets.actor
    if actor is None:
        return bets.gains(learner)
    situations, legal = bets.situations, bets.legal
    if actor != learner:
        action = bets.planned
        if action is None:
            action = legal[drawn(regrets.strategy(situations[0], legal), dice)]
        return learn(regrets, bets.after(action), learner, dice, weight, reach)
    known = {situation: regrets.strategy(situation, legal) for situation in set(situations)}
    strategies = [known[situation] for situation in situations]
    reach = reach or [1.0] * len(situations)
    tried = [
        learn(
            regrets,
            bets.after(action),
            learner,
            dice,
            weight,
            [each * strategy[index] for each, strategy in zip(reach, strategies, strict=True)],
        )
        for index, action in enumerate(legal)
    ]
    averages = []
    for situation, strategy, gains, each in zip(
        situations, strategies, zip(*tried, strict=True), reach, strict=True
    ):
        average = 0.0
        for share, gain in zip(strategy, gains, strict=True):
            average += share * gain
        averages.append(average)
        regrets.regret(situation, legal, [gain - average for gain in gains], weight)
        if each:
            regrets.note(situation, legal, strategy, weight * each)
    return averages


def answers(regrets: Regrets) -> dict[int, tuple[int, ...]]:
    """Return the learned answers of house players, without the stranger's.

    An answer is averaged with those of neighbouring strengths, which count half, since chance exaggerates
    differences. Rare actions are left out.
    """
    found = {}
    for situation, weights in regrets.weights.items():
        if situation < STRANGER:
            beside = (situation - 1, situation + 1)
            neighbours = [regrets.weights[each] for each in beside if _is_neighbour(each, situation, regrets)]
            smoothed = [
                own + sum(each[action] for each in neighbours) / 2 for action, own in enumerate(weights)
            ]
            found[situation] = decided(situation, rounded(smoothed[: ALL_IN + 1]))
    return found


def decided(situation: int, shares: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shares without rare actions, where `OFTEN` applies; unchanged if all actions are rare."""
    is_mixed = not shares[FOLD] and situation >= AFTER_EXCHANGE
    often = [float(share) if share >= OFTEN else 0.0 for share in shares]
    return shares if is_mixed or not any(often) else rounded(often)


def _is_neighbour(other: int, situation: int, regrets: Regrets) -> bool:
    return other in regrets.weights and other // STRENGTHS == situation // STRENGTHS


if __name__ == "__main__":
    main()
