"""The games on the command line: rank hands, check histories and deals of the day, let house players play."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NoReturn

from games import COMMANDS, plugins
from games.catalog import CATALOG, DAILY, GAMES, PLUGINS, commitment, deal_of
from games.engine.core.game import graded
from games.tools.new_game import write_game
from games.tools.simulation import LineRefused, Simulation, rank_lines, read_rules
from games.tools.verify import BYTES_MAX, verify

UNFIT = 1
REFUSED = 2
_SEED = re.compile("[0-9a-f]{64}")
STOPPED, UNREAD = 130, 141
"""The exit codes of a program ended by Ctrl-C, and of one whose output is no longer read."""


def main(arguments: Sequence[str] | None = None, program: str = "taproom") -> int:
    """Run a command; exit code 1: a history does not fit, 2: the command was refused, in one line."""
    try:
        options = _parser(program).parse_args(arguments)
        status: int = options.run(options) or 0
        sys.stdout.flush()
    except LineRefused as error:
        print(error, file=sys.stderr)
        return REFUSED
    except OSError as error:
        # Output that can't be written, because the reader is gone or the disk is full, goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return UNREAD
        print(error.strerror, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return STOPPED
    return status


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in a single line."""

    def error(self, message: str) -> NoReturn:
        raise LineRefused(f"{self.prog}: {message}")


def _parser(program: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=program, description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    rank = commands.add_parser("rank", help=COMMANDS["rank"])
    _add_game(rank, [key for key, each in CATALOG.items() if each.ranker is not None])
    rank.add_argument("--weakest", action="store_true", help="of six cards, leave the weakest five")
    rank.set_defaults(run=_rank)
    check = commands.add_parser("verify", help=COMMANDS["verify"])
    check.add_argument("file", type=Path)
    check.set_defaults(run=_verify)
    daily = commands.add_parser("daily", help=COMMANDS["daily"])
    daily.add_argument("game", type=_name, choices=[_name(key) for key in DAILY])
    daily.add_argument("day", type=_day, help="such as 2026-11-22")
    daily.add_argument("seed", type=_seed, help="what /daily shows once the day is over")
    daily.set_defaults(run=_deal_again)
    simulate = commands.add_parser("simulate", help=COMMANDS["simulate"])
    _add_game(simulate, list(GAMES))
    simulate.add_argument("--seats", type=int, default=4, help="how many play (default: 4)")
    simulate.add_argument("--hands", type=int, default=1000, help="how many are played (default: 1000)")
    simulate.add_argument("--seed", type=int, default=0, help="makes a run repeatable")
    simulate.set_defaults(run=_simulate)
    new = commands.add_parser("new", help=COMMANDS["new"])
    new.add_argument("key", help="the game's key, such as high_die")
    new.add_argument("folder", type=Path, help="where the package is written; nothing is overwritten")
    new.set_defaults(run=_new)
    lacks = commands.add_parser("lacks", help=COMMANDS["lacks"])
    lacks.add_argument("key", help="the game's key, such as high_die")
    lacks.set_defaults(run=_lacks)
    games = commands.add_parser("games", help=COMMANDS["games"])
    games.set_defaults(run=_games)
    return parser


def _add_game(parser: argparse.ArgumentParser, keys: list[str]) -> None:
    parser.add_argument("game", type=_name, choices=[_name(key) for key in keys])
    parser.add_argument("--rules", default="{}", help='house rules as JSON: {"inverted_junk": true}')


def _name(name: str) -> str:
    return name.replace("_", "-")


def _key(options: argparse.Namespace) -> str:
    key: str = options.game.replace("-", "_")
    return key


def _new(options: argparse.Namespace) -> None:
    """Write a package with a small game, and print its files and the next command."""
    for path in write_game(options.key, options.folder, dict(CATALOG)):
        print(path)
    print(f"Next: pip install --editable {options.folder} && taproom play")


def _lacks(options: argparse.Namespace) -> int:
    """Print what a game lacks, group by group; return 1 if it cannot be played."""
    from bot.lacks import TO_PLAY, lacks  # noqa: PLC0415 -- no other command needs the bot

    found = lacks(options.key.replace("-", "_"))
    for group, lines in found.items():
        print(f"{group}: {'nothing is missing' if not lines else ''}".rstrip())
        for line in lines:
            print(_in_one_line(f"  {line}"))
    return UNFIT if found[TO_PLAY] else 0


def _games(_options: argparse.Namespace) -> int:
    """Print each game with its package, and each plug-in that was left out; return 1 if any was."""
    for key, game in GAMES.items():
        print(f"{key:<{plugins.KEY_MAX}} {game.title:<{plugins.KEY_MAX}} {PLUGINS.get(key, 'Taproom')}")
    for fault in plugins.FAULTS:
        print(_in_one_line(str(fault)))
    return UNFIT if plugins.FAULTS else 0


def _verify(options: argparse.Namespace) -> int:
    finding = verify(_content(options.file))
    for fault in finding.faults:
        print(_in_one_line(fault))
    if finding.faults:
        return UNFIT
    print(_in_one_line(f"{finding.checked}: all of it fits"))
    for line in finding.to_know:
        print(_in_one_line(line))
    return 0


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        raise LineRefused(f"{_in_one_line(str(path))}: {getattr(error, 'strerror', 'no file')}") from error
    if len(content) > BYTES_MAX:
        raise LineRefused(f"{_in_one_line(str(path))}: too large for the history of a hand")
    return content


def _in_one_line(text: str) -> str:
    """Return text from a file as one line that is safe to print on any terminal."""
    return text.encode("unicode_escape").decode("ascii")


def _rank(options: argparse.Namespace) -> None:
    ranker = CATALOG[_key(options)].ranker
    assert ranker is not None, "only games with a ranker are choices"
    rank = ranker.weakest if options.weakest else ranker.best
    if rank is None:
        raise LineRefused("--weakest: not in this game")
    # Bytes that are not text are replaced, so that the line is refused as unreadable.
    lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
    for ranking in rank_lines(rank, read_rules(ranker.house_rules, options.rules), lines):
        print(ranking)


def _deal_again(options: argparse.Namespace) -> None:
    """Print the seal, which should equal the one shown on that day; the deal; and all answers, best first."""
    game = DAILY[_key(options)]
    deal = deal_of(_key(options), options.day, options.seed)
    print(f"seal {commitment(options.seed)}")
    print(f"deal {game.told(deal)}")
    worths = graded(game.grading(deal))
    for worth, answer in sorted(zip(worths, game.answers(deal), strict=True), reverse=True):
        print(f"{worth:+} {answer}")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("a day is written like 2026-11-22") from error


def _seed(text: str) -> str:
    if not _SEED.fullmatch(text):
        raise argparse.ArgumentTypeError("a seed is 64 digits from 0 to f")
    return text


def _simulate(options: argparse.Namespace) -> None:
    game = GAMES[_key(options)]
    rules = read_rules(game.house_rules, options.rules)
    if options.seats not in game.seats:
        raise LineRefused(f"--seats: {game.seats.start} to {game.seats.stop - 1}")
    if options.hands < 1:
        raise LineRefused("--hands: 1 or more")
    simulation = Simulation(game, rules, options.seats, options.seed)
    simulation.play(options.hands)
    print(simulation.report())


if __name__ == "__main__":
    sys.exit(main())
