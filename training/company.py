"""The house players that a newcomer meets, in figures beside their targets (docs/lab/house-players.md).

A beginner, who stays in when the price looks fair and never raises, sits among the house players that `/play`
would seat with a newcomer. Stacks carry over from hand to hand, as at a table, until the first player is out:
that is an evening. Standard errors are bootstrapped from whole evenings, since the hands of an evening depend
on each other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, chain
from multiprocessing import Pool
from multiprocessing.pool import Pool as PoolType
from random import Random
from statistics import fmean, median, stdev
from typing import Any, TypeAlias

from games.bot_characters import HOUSE_PLAYERS, suits_beginners
from games.engine.betting.bets import Betting
from games.engine.betting.rounds import contenders, pot_after_call
from games.engine.core.characters import MASTER, Character, Skill
from games.engine.core.game import HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import Answer, Offer
from training.catalog import newcomer, setting
from training.league import Imagine, Luck, Player, Schemer, Score, Setting, Thinker, play, played_out

HANDS_MAX = 100
"""The maximum number of hands of an evening."""
SOON = 3
BOOTSTRAP_SAMPLES = 200
"""The number of bootstrap samples for a standard error."""
HALF = 0.5
AT_ONCE = 8
"""The number of evenings that are played at the same time; then their hands are counted."""
SIZES = {"a third": 0.41, "half": 0.62, "three quarters": 0.87, "the pot": 1.15}
"""The largest share of the pot that counts as a bet of that size."""
ALL_IN, MORE = "all in", "more"
SKILLS: Sequence[Skill] = ("apprentice", "regular", "master")
NEWCOMER = Seat(1)


@dataclass(frozen=True, slots=True)
class Hand:
    """The counted facts of one hand."""

    staying: frozenset[Seat]
    """The seats that had not folded by the end."""
    laid: float
    """The chips that the beginner put into the pot, as a share of its stack before the hand."""
    bets: tuple[str, ...]
    """The sizes of the bets and raises."""


Evening: TypeAlias = tuple[Hand, ...]
Figure: TypeAlias = Callable[[Sequence[Evening]], float]


@dataclass(slots=True)
class _Watched:
    """A player whose bets are recorded."""

    player: Player
    bets: list[str] = field(default_factory=list)

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], imagine: Imagine) -> Answer:
        """Answer as the player does."""
        answer = self.player(view, offers, imagine)
        if answer.key in {"bet", "raise", "all_in"}:
            self.bets.extend(_size(view.betting, answer))
        return answer


def _size(betting: Betting, answer: Answer) -> Sequence[str]:
    """Return the size of a bet or raise as a single item; nothing if the answer only stays in."""
    stake = betting.acting
    to = answer.numbers[0] if answer.numbers else stake.max_bet
    # A pledge never raises (DE-11); if checking is impossible, staying costs the smallest bet (KH-6).
    if betting.is_pledging and answer.key == "all_in":
        return ()
    if to <= (betting.to_match or (0 if betting.may_check else betting.bet_min)):
        return ()
    if to >= stake.max_bet:
        return (ALL_IN,)
    share = (to - betting.to_match) / pot_after_call(betting, stake)
    return (next((size for size, most in SIZES.items() if share <= most), MORE),)


def evening(key: str, seats: int, name: str, *, anybody: bool = False) -> Evening:
    """Play an evening, until the first player is out; `anybody` also admits the other house players."""
    table_setting, random = setting(key, seats), Random(f"{name} {seats}")
    people = [each for each in HOUSE_PLAYERS.values() if anybody or suits_beginners(each)]
    players: tuple[SeatedPlayer[Any], ...] = tuple(
        SeatedPlayer(Seat(at), stack) for at, stack in enumerate(table_setting.stacks, 1)
    )
    luck = Luck(random)
    watched = {
        player.seat: _Watched(Thinker(table_setting.game, person.character, luck))
        for player, person in zip(players[1:], random.sample(people, seats - 1), strict=True)
    }
    beginner = Schemer(table_setting, newcomer(key), Thinker(table_setting.game, MASTER, luck), random)
    return tuple(_hands(table_setting, {NEWCOMER: beginner, **watched}, players, random))


def _hands(
    table_setting: Setting,
    players: Mapping[Seat, Player],
    seated: tuple[SeatedPlayer[Any], ...],
    random: Random,
) -> Iterator[Hand]:
    game, luck, carry = table_setting.game, Luck(random), None
    facts = HandSetup(table_setting.rules, seated, random.choice(seated).seat)
    for _ in range(HANDS_MAX):
        end = played_out(game, game.start(facts, carry), players, luck)
        betting, played = end.betting, game.result(end)
        bets = [each.bets for each in players.values() if isinstance(each, _Watched)]
        yield Hand(
            frozenset(contenders(betting)),
            betting.staked_by(NEWCOMER) / facts.players[NEWCOMER - 1].stack,
            tuple(chain.from_iterable(bets)),
        )
        for each in bets:
            each.clear()
        carry = played.carry
        facts = replace(
            facts, players=tuple(replace(each, stack=played.stacks[each.seat]) for each in seated)
        )
        if len(game.dealt_in(facts, carry)) < len(seated):
            return


def evenings(key: str, seats: int, hands: int, seed: str, *, anybody: bool, pool: PoolType) -> list[Evening]:
    """Play as many evenings as these hands take; the result does not depend on the number of processes."""
    found, play_one = list[Evening](), partial(evening, key, seats, anybody=anybody)
    while sum(map(len, found)) < hands:
        found += pool.map(
            play_one, (f"{seed} {len(found) + number}" for number in range(AT_ONCE)), chunksize=1
        )
    counts = list(accumulate(map(len, found)))
    return found[: 1 + bisect_left(counts, hands)]


def _share(is_so: Callable[[Hand], bool]) -> Figure:
    """Return a figure: the percentage of hands for which the condition is true."""
    return lambda played: 100 * fmean(is_so(hand) for each in played for hand in each)


def _of_bets(*sizes: str) -> Figure:
    """Return a figure: the percentage of bets of these sizes; without sizes, of the most common size."""

    def figure(played: Sequence[Evening]) -> float:
        counts = Counter(bet for each in played for hand in each for bet in hand.bets)
        count = sum(counts[size] for size in sizes) if sizes else max(counts.values(), default=0)
        return 100 * count / max(1, counts.total())

    return figure


FIGURES: Mapping[str, Figure] = {
    "hand in which the first is out (median)": lambda played: median(map(len, played)),
    f"% of tables with somebody out within {SOON} hands": lambda played: (
        100 * fmean(len(each) <= SOON for each in played)
    ),
    "% of hands with a showdown": _share(lambda hand: len(hand.staying) > 1),
    "% of hands with the beginner in it": _share(
        lambda hand: len(hand.staying) > 1 and NEWCOMER in hand.staying
    ),
    "% of hands without a bet": _share(lambda hand: not hand.bets),
    "% of bets in the largest class of size": _of_bets(),
    "% of bets that are all in": _of_bets(ALL_IN),
    "% of bets of a third or half": _of_bets("a third", "half"),
    "% of hands with over half the beginner's stack in": _share(lambda hand: hand.laid > HALF),
}
AIMS: Mapping[str, Sequence[str]] = {
    "destiny": ("40 / 20", "≤ 5", "60-90", "40-60", "20-45 / 10-30", "≤ 40", "≤ 5", "≥ 30", "≤ 2"),
    "knights_heads": ("30 / 15", "≤ 10", "50-80", "40-60", "10-30 / 5-15", "≤ 40", "≤ 8", "≥ 40", "≤ 4"),
    "dividha": ("25 / 12", "≤ 10", "60-90", "45-65", "5-20 / 0-10", "≤ 40", "≤ 8", "≥ 45", "≤ 8"),
}
"""The targets of the figures, in their order; two targets are for 3 seats and for 5 seats.

The second figure's target is for 5 seats, and that of hands with a showdown for 3 seats.
"""
LOSSES: Mapping[str, Sequence[float]] = {
    "destiny": (0.2, 0.4, 0.7),
    "knights_heads": (0.3, 1.0, 2.0),
    "dividha": (0.5, 1.0, 1.5),
}
"""The most that a beginner may lose per hand to each skill, in smallest bets."""


def figure_text(figure: Figure, played: Sequence[Evening]) -> str:
    """Return a figure with its standard error as text."""
    random = Random(0)
    samples = [figure(random.choices(played, k=len(played))) for _ in range(BOOTSTRAP_SAMPLES)]
    return f"{figure(played):5.1f} ± {stdev(samples):4.1f}"


def table(key: str, seats: Sequence[int], hands: int, seed: str, *, anybody: bool) -> Iterator[str]:
    """Yield the lines of a game's table."""
    with Pool() as pool:
        played = {count: evenings(key, count, hands, seed, anybody=anybody, pool=pool) for count in seats}
        yield _line(key, [f"{count} seats" for count in seats], "aim")
        for (name, figure), aim in zip(FIGURES.items(), AIMS[key], strict=True):
            yield _line(name, [figure_text(figure, played[count]) for count in seats], aim)
        scores = pool.map(partial(_beginners_score, key, seats[0], hands, seed), SKILLS)
    for skill, score, most in zip(SKILLS, scores, LOSSES[key], strict=True):
        loss = f"{-score.gain:5.2f} ± {score.error:4.2f}"
        yield _line(f"beginner’s loss a hand to {skill}s", [loss, *[""] * (len(seats) - 1)], str(most))


def _beginners_score(key: str, seats: int, hands: int, seed: str, skill: Skill) -> Score:
    return play(setting(key, seats), newcomer(key), Character(skill), hands, f"beginner {seed}")


def _line(name: str, figures: Sequence[str], aim: str) -> str:
    return "  ".join((f"{name:50}", *(f"{each:>13}" for each in figures), aim)).rstrip()
