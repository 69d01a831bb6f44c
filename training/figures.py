"""All figures of house players that have a target, each with its standard error and the target.

Estimates in the last round are counted separately for free questions, for priced questions and for high
chances, since their errors would cancel out. Plain plans and a master play the same evenings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean, stdev

from games.catalog import GAMES
from games.engine.betting.bets import Limit
from games.engine.core.characters import MASTER, Character
from training import company, estimates, levels, plain, reviews
from training.catalog import LEAGUES, newcomer, setting
from training.league import deals, play
from training.opponents import SIMPLE

LAST = {"destiny": "second_round", "knights_heads": "final_round", "dividha": "last_round"}
HIGH = 0.75
TOLD_SEATS = (2, 3, 5)
PARTS = ("free", "priced", "priced, 75 % and more")
TELLING = "within 0.02 ± 0.01"
MORE_THAN_APPRENTICES = {"destiny": 0.5, "knights_heads": 1.7, "dividha": 1.0}
"""A cautious beginner's loss to masters less that to apprentices, in smallest bets."""
TEN_ANTES: Sequence[Limit] = ("pot_limit", "fixed_limit")
FEWEST = 2


def table(key: str, hands: int, seed: str) -> Iterator[str]:
    """Yield the lines of a game's figures over this many hands, and an evening for each hundred."""
    yield from _levels(key, hands, seed)
    yield from flagged(key, [*reviews.reviewed_choices(key, 3, max(FEWEST, hands // 10), seed)])
    if key not in LEAGUES:
        yield from _thinking(key, hands, seed)
        return
    yield from last_round(key, [*_questions(key, hands, seed)])
    evenings = max(FEWEST, hands // 100)
    yield from _lengths(key, evenings, seed)
    yield from plain.table(key, (4,), evenings, seed)
    yield from _cautious(key, evenings, seed)
    if key == "dividha":
        yield from _ten_antes(key, evenings, seed)


def _levels(key: str, hands: int, seed: str) -> Iterator[str]:
    """Yield what each skill gains from the next one, with two seats."""
    for weaker, stronger in levels.STEPS:
        score = levels.step(key, weaker, stronger, hands, f"skill {seed}")
        gain = f"{score.gain:+.3f} ± {score.error:.3f}"
        yield f"{key}, {weaker} from {stronger}: {gain} (aim: < 0 by {levels.APART:.0f} errors)"


def flagged(key: str, choices: Sequence[reviews.ReviewedChoice]) -> Iterator[str]:
    """Yield the share of masters' own answers that a review says to have cost something."""
    costs = [float(bool(each.cost)) for each in choices if not each.is_planted]
    yield line(f"{key}, masters' answers flagged", costs, "< 0.03")


def _thinking(key: str, hands: int, seed: str) -> Iterator[str]:
    """Yield the 99th percentile of house players' thinking times, for each rule with an own choice."""
    usual = GAMES[key].house_rules()
    for rules in (usual, replace(usual, opal_river=True)):
        score = play(setting(key, 3, rules), MASTER, MASTER, hands, f"thinking {seed}")
        river = "with" if rules.opal_river else "without"
        yield f"{key}, {river} Opal River: p99 {1000 * score.seconds:.0f} ms of thinking (aim: ≤ 40)"


def _lengths(key: str, evenings: int, seed: str) -> Iterator[str]:
    """Yield in which hand the first of a newcomer's company is out, with three and with five seats."""
    (what, length), *_ = company.FIGURES.items()
    for seats, aim in zip((3, 5), company.AIMS[key][0].split(" / "), strict=True):
        played = [company.evening(key, seats, f"length {seed} {number}") for number in range(evenings)]
        yield f"{key}, {seats} seats, {what}: {company.figure_text(length, played)} (aim: about {aim})"


def _questions(key: str, hands: int, seed: str) -> Iterator[estimates.Question]:
    for seats in TOLD_SEATS:
        yield from (each for each in estimates.questions(key, seats, hands, seed) if each.stage == LAST[key])


def last_round(key: str, questions: Sequence[estimates.Question]) -> Iterator[str]:
    """Yield by how much estimates of the last round are off, separately for each kind of question."""
    for part in PARTS:
        is_high = part == PARTS[-1]
        some = [
            each.told - each.true
            for each in questions
            if each.is_priced == (part != PARTS[0]) and not (is_high and each.told < HIGH)
        ]
        yield line(f"{key}, last round, {part}: told less true", some, TELLING)


def _cautious(key: str, evenings: int, seed: str) -> Iterator[str]:
    """Yield what a beginner loses more to masters than to apprentices, in the same deals."""
    where, plan, more = setting(key, 3), newcomer(key), list[float]()
    for number in range(evenings):
        name = f"cautious {seed} {number}"
        gains = [
            fmean(deals(where, plan, [Character(skill)], name, [])) for skill in ("apprentice", "master")
        ]
        more.append(gains[0] - gains[1])
    aim = MORE_THAN_APPRENTICES[key]
    yield line(f"{key}, a cautious player’s loss to masters less to apprentices", more, f"{aim}")


def _ten_antes(key: str, evenings: int, seed: str) -> Iterator[str]:
    """Yield what always betting the pot gains from masters with ten antes, by limit."""
    rules = GAMES[key].house_rules()
    for limit in TEN_ANTES:
        where = setting(key, 3, replace(rules, limit=limit), [20])
        score = play(where, SIMPLE["pot"], MASTER, evenings * where.hands * where.seats, f"ten {seed}")
        what = f"{key}, 3 masters, ten antes, {limit.replace('_', ' ')}, always the pot"
        yield f"{what}: {score.gain:+.2f} ± {score.error:.2f} (aim: ≤ 0)"


def line(what: str, numbers: Sequence[float], aim: str) -> str:
    """Return a figure's mean with its standard error, its count and its aim."""
    if len(numbers) < FEWEST:
        return f"{what}: {len(numbers)} only (aim: {aim})"
    error = stdev(numbers) / len(numbers) ** 0.5
    return f"{what}: {fmean(numbers):+.3f} ± {error:.3f}, {len(numbers)} (aim: {aim})"
