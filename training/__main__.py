"""Training on the command line: simple opponents against house players, and a beginner among them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import get_args

from games.catalog import GAMES
from games.engine.core.names import Character, Skill
from games.tools.simulation import LineRefused, read_rules
from training import company, learner, looked_back, told, unlearned
from training.catalog import LEAGUES, SKILLED, opponents, setting
from training.league import play
from training.opponents import Plan
from training.reference import DEALS, DEALS_MIN, Reference

SKILLS: tuple[Skill, ...] = get_args(Skill)


def main() -> int:
    """Run a command; exit code 2: it was refused, in one line."""
    asked = _parser().parse_args()
    try:
        _COMMANDS[asked.what](asked)
    except LineRefused as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    league = what.add_parser("league", help="one challenger after the other at a table of house players")
    league.add_argument("game", choices=[key.replace("_", "-") for key in SKILLED])
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
    company = what.add_parser("company", help="whom a newcomer meets, in figures beside their aims")
    company.add_argument("game", nargs="?", choices=[key.replace("_", "-") for key in LEAGUES])
    company.add_argument("--seats", type=int, nargs="+", default=[3, 5], help="(default: 3 5)")
    company.add_argument("--hands", type=int, default=600, help="how many each line counts (default: 600)")
    company.add_argument("--anybody", action="store_true", help="all house players, masters too")
    company.add_argument("--seed", default="0", help="makes a run repeatable")
    learning = what.add_parser(
        "learner", help="somebody who starts with nothing, and learns what robs the house"
    )
    learning.add_argument("game", nargs="?", choices=[key.replace("_", "-") for key in LEAGUES])
    learning.add_argument(
        "--learning", type=int, default=learner.LEARNING, help=f"hands (default: {learner.LEARNING})"
    )
    learning.add_argument("--hands", type=int, default=learner.FRESH, help=f"(default: {learner.FRESH})")
    learning.add_argument("--seed", default="0", help="makes a run repeatable")
    rare = what.add_parser("unlearned", help="how often house players are asked what training never was")
    rare.add_argument("game", nargs="?", choices=[key.replace("_", "-") for key in LEAGUES])
    rare.add_argument("--seats", type=int, nargs="+", default=[2, 3, 5], help="(default: 2 3 5)")
    rare.add_argument("--hands", type=int, default=400, help="beside each opponent (default: 400)")
    rare.add_argument("--seed", default="0", help="makes a run repeatable")
    told = what.add_parser("told", help="what house players tell of their chances, beside what comes true")
    told.add_argument("game", nargs="?", choices=[key.replace("_", "-") for key in LEAGUES])
    told.add_argument("--seats", type=int, nargs="+", default=[2, 3, 5], help="(default: 2 3 5)")
    told.add_argument("--questions", type=int, default=1000, help="for each number of seats (default: 1000)")
    told.add_argument("--seed", default="0", help="makes a run repeatable")
    back = what.add_parser("looked-back", help="whether what is told of choices afterwards is right")
    back.add_argument("game", nargs="?", choices=[key.replace("_", "-") for key in SKILLED])
    back.add_argument("--seats", type=int, nargs="+", default=[3, 5], help="(default: 3 5)")
    back.add_argument("--choices", type=int, default=100, help="for each number of seats (default: 100)")
    back.add_argument("--seed", default="0", help="makes a run repeatable")
    return parser


def _looked_back(asked: argparse.Namespace) -> None:
    for key in [asked.game.replace("-", "_")] if asked.game else SKILLED:
        for line in looked_back.table(key, asked.seats, asked.choices, asked.seed):
            print(line, flush=True)


def _learner(asked: argparse.Namespace) -> None:
    for key in [asked.game.replace("-", "_")] if asked.game else LEAGUES:
        for line in learner.table(key, asked.learning, asked.hands, asked.seed):
            print(line, flush=True)


def _unlearned(asked: argparse.Namespace) -> None:
    for key in [asked.game.replace("-", "_")] if asked.game else LEAGUES:
        for line in unlearned.table(key, asked.seats, asked.hands, asked.seed):
            print(line, flush=True)


def _told(asked: argparse.Namespace) -> None:
    for key in [asked.game.replace("-", "_")] if asked.game else LEAGUES:
        for line in told.table(key, asked.seats, asked.questions, asked.seed):
            print(line, flush=True)


def _company(asked: argparse.Namespace) -> None:
    for key in [asked.game.replace("-", "_")] if asked.game else LEAGUES:
        game = GAMES[key]
        for seats in asked.seats:
            if seats not in range(game.seats_left, game.seats.stop):
                raise LineRefused(f"--seats: {game.seats_left} to {game.seats.stop - 1}")
        for line in company.table(key, asked.seats, asked.hands, asked.seed, anybody=asked.anybody):
            print(line, flush=True)


def _league(asked: argparse.Namespace) -> None:
    key = asked.game.replace("-", "_")
    game = GAMES[key]
    if asked.seats not in range(game.seats_left, game.seats.stop):
        raise LineRefused(f"--seats: {game.seats_left} to {game.seats.stop - 1}")
    if asked.deals < DEALS_MIN:
        raise LineRefused(f"--deals: {DEALS_MIN} or more")
    rules = read_rules(game.house_rules, asked.rules)
    where = setting(key, asked.seats, rules, asked.stack, asked.purse)
    usual: Mapping[str, Plan | Character] = {
        **opponents(key),
        **{skill: Character(skill) for skill in SKILLS},
    }
    # Somebody who searches among bets plays as a master where there are none.
    known = {**usual, "reference": Reference(game, asked.deals)}
    for name in asked.opponent or usual:
        if name not in known:
            raise LineRefused(f"--opponent: {', '.join(known)}")
        score = play(where, known[name], Character(asked.house), asked.hands, f"{name} {asked.seed}")
        print(f"{game.key}, {asked.seats} seats, {name:>14}: {score}", flush=True)


_COMMANDS = {
    "league": _league,
    "learner": _learner,
    "company": _company,
    "told": _told,
    "unlearned": _unlearned,
    "looked-back": _looked_back,
}


if __name__ == "__main__":
    sys.exit(main())
