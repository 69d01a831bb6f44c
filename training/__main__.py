"""The command line of the league and of all measurements of house players."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from games.catalog import GAMES
from games.engine.core.characters import Character, Skill
from games.tools.simulation import LineRefused, read_rules
from training import company, estimates, figures, learner, levels, plain, reviews, unlearned
from training.catalog import LEAGUES, SKILLED, opponents, setting
from training.league import play
from training.opponents import Plan
from training.reference import DEALS, DEALS_MIN, Reference

SKILLS: tuple[Skill, ...] = get_args(Skill)


class Benchmark(NamedTuple):
    """A measurement of house players, for each of some games; its result is lines of text."""

    says: str
    table: Callable[..., Iterator[str]]
    """Called with the game's key, the numbers of seats if the game has any, the count, and the seed."""
    games: Sequence[str]
    counts: Mapping[str, int | None]
    """The default counts by their option's name, such as `hands`; None if it depends on the game."""
    seats: Sequence[int] = ()
    flags: Mapping[str, str] = {}


BENCHMARKS: Mapping[str, Benchmark] = {
    "told": Benchmark(
        "what house players tell of their chances, beside what comes true",
        estimates.table,
        LEAGUES,
        {"questions": 1000},
        (2, 3, 5),
    ),
    "looked-back": Benchmark(
        "whether what is told of choices afterwards is right",
        reviews.table,
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
        SKILLED,
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
"""All measurements by the names of their commands, the slowest last."""


def main() -> int:
    """Run a command; return the exit code, 2 for a command that was refused, with one line that says why."""
    options = _parser().parse_args()
    try:
        options.run(options)
    except LineRefused as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    league = commands.add_parser("league", help="one challenger after the other at a table of house players")
    league.set_defaults(run=_league)
    league.add_argument("game", choices=_option_names(SKILLED))
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
        _add(commands.add_parser(name, help=benchmark.says), benchmark)
    everything = commands.add_parser("all", help="all of these tables, one after the other")
    everything.set_defaults(run=_all)
    everything.add_argument("game", nargs="?", choices=_option_names(SKILLED))
    everything.add_argument("--seed", default="0", help="makes a run repeatable")
    return parser


def _add(parser: argparse.ArgumentParser, benchmark: Benchmark) -> None:
    parser.set_defaults(run=_benchmark)
    parser.add_argument("game", nargs="?", choices=_option_names(benchmark.games))
    if benchmark.seats:
        usual = " ".join(map(str, benchmark.seats))
        parser.add_argument(
            "--seats", type=int, nargs="+", default=benchmark.seats, help=f"(default: {usual})"
        )
    for name, count in benchmark.counts.items():
        default_text = f"(default: {count})" if count else "(default: what suits the game)"
        parser.add_argument(f"--{name}", type=int, default=count, help=default_text)
    for name, says in benchmark.flags.items():
        parser.add_argument(f"--{name}", action="store_true", help=says)
    parser.add_argument("--seed", default="0", help="makes a run repeatable")


def _option_names(keys: Sequence[str]) -> list[str]:
    """Return the names of these games on the command line."""
    return [key.replace("_", "-") for key in keys]


def _benchmark(options: argparse.Namespace) -> None:
    benchmark, values = BENCHMARKS[options.what], vars(options)
    counts = [values[name] for name in benchmark.counts]
    flags = {name: values[name] for name in benchmark.flags}
    for key in [options.game.replace("-", "_")] if options.game else benchmark.games:
        for seats in options.seats if benchmark.seats else ():
            _check_seats(key, seats)
        seat_numbers = [options.seats] if benchmark.seats else []
        for line in benchmark.table(key, *seat_numbers, *counts, options.seed, **flags):
            print(line, flush=True)


def _all(options: argparse.Namespace) -> None:
    for name, benchmark in BENCHMARKS.items():
        if options.game in (None, *_option_names(benchmark.games)):
            print(f"\n{name}: {benchmark.says}", flush=True)
            game = [options.game] if options.game else []
            _benchmark(_parser().parse_args([name, *game, "--seed", options.seed]))


def _check_seats(key: str, seats: int) -> None:
    game = GAMES[key]
    if seats not in range(game.seats_left, game.seats.stop):
        raise LineRefused(f"--seats: {game.seats_left} to {game.seats.stop - 1}")


def _league(options: argparse.Namespace) -> None:
    key = options.game.replace("-", "_")
    game = GAMES[key]
    _check_seats(key, options.seats)
    if options.deals < DEALS_MIN:
        raise LineRefused(f"--deals: {DEALS_MIN} or more")
    rules = read_rules(game.house_rules, options.rules)
    league_setting = setting(key, options.seats, rules, options.stack, options.purse)
    default_opponents: Mapping[str, Plan | Character] = {
        **opponents(key),
        **{skill: Character(skill) for skill in SKILLS},
    }
    # The reference player only searches among bets: in a game without bets it plays like a master.
    known = {**default_opponents, "reference": Reference(game, options.deals)}
    for name in options.opponent or default_opponents:
        if name not in known:
            raise LineRefused(f"--opponent: {', '.join(known)}")
        score = play(
            league_setting, known[name], Character(options.house), options.hands, f"{name} {options.seed}"
        )
        print(f"{game.key}, {options.seats} seats, {name:>14}: {score}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
