"""Training on the command line: simple opponents against house players, and all measurements of these."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from games.catalog import GAMES
from games.engine.core.characters import Character, Skill
from games.tools.simulation import LineRefused, read_rules
from training import company, figures, learner, levels, looked_back, plain, told, unlearned
from training.catalog import LEAGUES, SKILLED, opponents, setting
from training.league import play
from training.opponents import Plan
from training.reference import DEALS, DEALS_MIN, Reference

SKILLS: tuple[Skill, ...] = get_args(Skill)


class Benchmark(NamedTuple):
    """A measurement over some games, printed as lines."""

    says: str
    table: Callable[..., Iterator[str]]
    """Called with the game's key, the numbers of seats if the game has any, the count, and the seed."""
    games: Sequence[str]
    counts: Mapping[str, int | None]
    """Default counts by the name of what is counted; None: a default that depends on the game."""
    seats: Sequence[int] = ()
    flags: Mapping[str, str] = {}


BENCHMARKS: Mapping[str, Benchmark] = {
    "told": Benchmark(
        "what house players tell of their chances, beside what comes true",
        told.table,
        LEAGUES,
        {"questions": 1000},
        (2, 3, 5),
    ),
    "looked-back": Benchmark(
        "whether what is told of choices afterwards is right",
        looked_back.table,
        SKILLED,
        {"choices": 100},
        (3, 5),
    ),
    "levels": Benchmark("what one skill gains from the next", levels.table, SKILLED, {"hands": None}),
    "company": Benchmark(
        "whom a newcomer meets, in figures beside their aims",
        company.table,
        LEAGUES,
        {"hands": 600},
        (3, 5),
        {"anybody": "all house players, masters too"},
    ),
    "plain": Benchmark(
        "what plain plans gain from weak house players, beyond a master with the same cards",
        plain.table,
        LEAGUES,
        {"evenings": 12},
        (4,),
    ),
    "figures": Benchmark(
        "every figure of weak and of honest house players beside its aim",
        figures.table,
        LEAGUES,
        {"hands": 1200},
    ),
    "unlearned": Benchmark(
        "how often house players are asked what training never was",
        unlearned.table,
        LEAGUES,
        {"hands": 400},
        (2, 3, 5),
    ),
    "learner": Benchmark(
        "somebody who starts with nothing, and learns what robs the house",
        learner.table,
        LEAGUES,
        {"learning": learner.LEARNING, "hands": learner.FRESH},
    ),
}
"""All measurements of house players, the slowest last."""


def main() -> int:
    """Run a command; exit code 2 means that it was refused, with one line that says why."""
    asked = _parser().parse_args()
    try:
        asked.run(asked)
    except LineRefused as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    league = what.add_parser("league", help="one challenger after the other at a table of house players")
    league.set_defaults(run=_league)
    league.add_argument("game", choices=_said(SKILLED))
    league.add_argument("--seats", type=int, default=4, help="how many sit there (default: 4)")
    league.add_argument("--hands", type=int, default=2000, help="how many each plays (default: 2000)")
    league.add_argument(
        "--stack",
        type=int,
        nargs="+",
        default=[],
        help="what lies before each (default: the usual stake); several go round the table",
    )
    league.add_argument("--purse", type=int, help="what lies before the challenger (default: the same)")
    league.add_argument("--rules", default="{}", help='house rules as JSON: {"limit": "pot_limit"}')
    league.add_argument("--opponent", action="append", help="only this one; may be said several times")
    league.add_argument(
        "--deals", type=int, default=DEALS, help=f"how many the reference imagines (default: {DEALS})"
    )
    league.add_argument("--house", choices=SKILLS, default="master", help="whom they play against")
    league.add_argument("--seed", default="0", help="makes a run repeatable")
    for name, benchmark in BENCHMARKS.items():
        _add(what.add_parser(name, help=benchmark.says), benchmark)
    everything = what.add_parser("all", help="all of these tables, one after the other")
    everything.set_defaults(run=_all)
    everything.add_argument("game", nargs="?", choices=_said(SKILLED))
    everything.add_argument("--seed", default="0", help="makes a run repeatable")
    return parser


def _add(parser: argparse.ArgumentParser, benchmark: Benchmark) -> None:
    parser.set_defaults(run=_benchmark)
    parser.add_argument("game", nargs="?", choices=_said(benchmark.games))
    if benchmark.seats:
        usual = " ".join(map(str, benchmark.seats))
        parser.add_argument(
            "--seats", type=int, nargs="+", default=benchmark.seats, help=f"(default: {usual})"
        )
    for name, count in benchmark.counts.items():
        told = f"(default: {count})" if count else "(default: what suits the game)"
        parser.add_argument(f"--{name}", type=int, default=count, help=told)
    for name, says in benchmark.flags.items():
        parser.add_argument(f"--{name}", action="store_true", help=says)
    parser.add_argument("--seed", default="0", help="makes a run repeatable")


def _said(keys: Sequence[str]) -> list[str]:
    """Return the games by their names on the command line."""
    return [key.replace("_", "-") for key in keys]


def _benchmark(asked: argparse.Namespace) -> None:
    benchmark, said = BENCHMARKS[asked.what], vars(asked)
    counts = [said[name] for name in benchmark.counts]
    flags = {name: said[name] for name in benchmark.flags}
    for key in [asked.game.replace("-", "_")] if asked.game else benchmark.games:
        for seats in asked.seats if benchmark.seats else ():
            _check_seats(key, seats)
        seated = [asked.seats] if benchmark.seats else []
        for line in benchmark.table(key, *seated, *counts, asked.seed, **flags):
            print(line, flush=True)


def _all(asked: argparse.Namespace) -> None:
    for what, benchmark in BENCHMARKS.items():
        if asked.game in (None, *_said(benchmark.games)):
            print(f"\n{what}: {benchmark.says}", flush=True)
            game = [asked.game] if asked.game else []
            _benchmark(_parser().parse_args([what, *game, "--seed", asked.seed]))


def _check_seats(key: str, seats: int) -> None:
    game = GAMES[key]
    if seats not in range(game.seats_left, game.seats.stop):
        raise LineRefused(f"--seats: {game.seats_left} to {game.seats.stop - 1}")


def _league(asked: argparse.Namespace) -> None:
    key = asked.game.replace("-", "_")
    game = GAMES[key]
    _check_seats(key, asked.seats)
    if asked.deals < DEALS_MIN:
        raise LineRefused(f"--deals: {DEALS_MIN} or more")
    rules = read_rules(game.house_rules, asked.rules)
    where = setting(key, asked.seats, rules, asked.stack, asked.purse)
    usual: Mapping[str, Plan | Character] = {
        **opponents(key),
        **{skill: Character(skill) for skill in SKILLS},
    }
    # The reference searches among bets; in a game without bets it plays as a master.
    known = {**usual, "reference": Reference(game, asked.deals)}
    for name in asked.opponent or usual:
        if name not in known:
            raise LineRefused(f"--opponent: {', '.join(known)}")
        score = play(where, known[name], Character(asked.house), asked.hands, f"{name} {asked.seed}")
        print(f"{game.key}, {asked.seats} seats, {name:>14}: {score}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
