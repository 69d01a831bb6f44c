"""The console command `taproom`."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import games
from bot import __version__
from bot.process import health
from bot.settings import StorageSettings, WatchSettings, books_at, database_file, load
from storage.errors import StorageError, Unreadable
from storage.files import backup

HERE = Path(__file__).parent
INSTALLED = HERE / "settings.env"
EXAMPLE = INSTALLED if INSTALLED.is_file() else HERE.parent / ".env.example"
"""The example settings: a wheel contains them under another name than a checkout."""
DOCUMENTS = """\
documents (in docs/ of the source):
  host/README.md    how to host the bot, and where its settings are explained
  host/page.md      the page beside Discord, and the Activity
  host/terminal.md  these commands
  README.md         all others, for players, organisers, hosts and developers"""
FAILED = 1
STOPPED = 130
"""The exit status of a program ended by Ctrl-C."""
NOT_A_FILE = "the database is PostgreSQL’s: use pg_dump and pg_restore (docs/host/operations.md)"
PORT_MAX = 65_535
DIGITS_MAX = 18
"""Numbers with at most this many digits fit into SQLite's integers."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command of a command line, by default the process's; return the exit status."""
    arguments = sys.argv[1:] if words is None else words
    if arguments and arguments[0] in games.COMMANDS:
        from games.__main__ import main as play  # noqa: PLC0415 -- only these commands need the games

        if arguments[0] == "games":
            # Plugins' screens and commands are loaded, too, so that their faults are listed.
            import bot.cogs  # noqa: F401, PLC0415

        return play(arguments, "taproom")
    args = _parser().parse_args(arguments)
    try:
        status: int = args.do(args)
    except KeyboardInterrupt:  # before anything was opened
        return STOPPED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="taproom",
        description="Tavern games for a Discord server",
        epilog=_documents(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"taproom {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="the practice room: the games in a browser, without an account")
    play.add_argument(
        "--host", default="127.0.0.1", help="where it listens; 0.0.0.0 lets others in by their links"
    )
    play.add_argument(
        "--new-keys", action="store_true", help="let nobody in by a link that was given out before"
    )
    play.set_defaults(do=_play)
    chat = commands.add_parser("chat", help="the same as Discord shows it, for developers (needs SimCord)")
    chat.set_defaults(do=_chat)
    play.add_argument(
        "--port", type=_port, help="of this machine (default: the same each time if it is free)"
    )
    chat.add_argument("--port", type=_port, default=0, help="of this machine (default: any that is free)")
    for room in (play, chat):
        room.add_argument(
            "--database", type=_database, help="a file to keep (default: gone when the room closes)"
        )
    run = commands.add_parser("run", help="the bot on Discord, with the settings of the environment and .env")
    run.set_defaults(do=_run)
    shown = commands.add_parser(
        "settings", help="print all settings with what they mean, to begin a .env with"
    )
    shown.set_defaults(do=_settings)
    look = commands.add_parser("health", help="whether the bot that runs here is well")
    look.set_defaults(do=_health)
    _add_database_commands(commands)
    for name, does in games.COMMANDS.items():
        commands.add_parser(name, help=does)
    return parser


def _add_database_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that copy, move or read the database."""
    copy = commands.add_parser("backup", help="copy the database, whether or not the bot is running")
    copy.add_argument("file", type=Path, help="the copy's name; nothing is overwritten")
    copy.set_defaults(do=_backup)
    back = commands.add_parser("restore", help="put a copy in the database's place, while the bot is stopped")
    back.add_argument("file", type=Path, help="the copy; what was there is kept beside it")
    back.set_defaults(do=_restore)
    carried = commands.add_parser("move", help="move to another database, while the bot is stopped")
    carried.add_argument("source", metavar="FROM", type=_books, help="a file, or postgresql://…: only read")
    carried.add_argument(
        "target", metavar="TO", type=_books, help="a file that is not there, or an empty database"
    )
    carried.set_defaults(do=_move)
    history = commands.add_parser("history", help="export a finished hand, as one person saw it")
    history.add_argument("table", type=_number, help="the table's number")
    history.add_argument("hand", type=_number, help="the hand's number")
    history.add_argument("file", type=Path, help="the file's name; nothing is overwritten")
    history.add_argument("--player", type=int, default=0, help="a person's id (default: as everybody saw it)")
    history.set_defaults(do=_history)


def _documents() -> str:
    """Return the list of documents, and their address if the package's metadata has one."""
    with contextlib.suppress(metadata.PackageNotFoundError):
        for each in metadata.metadata("taproom-bot").get_all("Project-URL") or ():
            name, _, address = each.partition(", ")
            if name == "Documentation":
                return f"{DOCUMENTS}\n{address}"
    return DOCUMENTS


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= PORT_MAX):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {PORT_MAX}")
    return int(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX):
        raise argparse.ArgumentTypeError(f"not a number of at most {DIGITS_MAX} digits")
    return int(text)


def _database(text: str) -> Path:
    try:
        return database_file(Path(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError("it has to be a file, in a folder that exists") from error


def _books(text: str) -> Path | str:
    try:
        return books_at(text)
    except ValueError as error:
        # The message doesn't quote the text, which may contain a password.
        raise argparse.ArgumentTypeError("it has to be a file, sqlite:///file or postgresql://…") from error


def _play(args: argparse.Namespace) -> int:
    from bot import practice  # noqa: PLC0415 -- a backup does without a page

    return practice.main(port=args.port, database=args.database, host=args.host, renews_keys=args.new_keys)


def _chat(args: argparse.Namespace) -> int:
    try:
        from bot import simcord_room  # noqa: PLC0415 -- the bot itself does without SimCord
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        return _fail("the chat room needs SimCord: pip install 'taproom-bot[dev]'")
    return simcord_room.main(port=args.port, database=args.database)


def _run(_args: argparse.Namespace) -> int:
    from bot.__main__ import main as run  # noqa: PLC0415 -- a backup does without discord.py

    return run()


def _settings(_args: argparse.Namespace) -> int:
    sys.stdout.write(EXAMPLE.read_text(encoding="utf-8"))
    return 0


def _health(_args: argparse.Namespace) -> int:
    try:
        health.check(load(WatchSettings))
    except health.Unhealthy as why:
        return _fail(str(why))
    _say("well")
    return 0


def _file() -> Path:
    """Return the database's file. Ends the process if the settings name PostgreSQL."""
    books = load(StorageSettings).books
    return books if isinstance(books, Path) else sys.exit(_fail(NOT_A_FILE))


def _backup(args: argparse.Namespace) -> int:
    target: Path = args.file
    source = _file()
    try:
        backup.copy(source, target)
    except FileNotFoundError as missing:
        return _fail(f"there is no {missing.filename or missing}")
    except FileExistsError as there:
        return _fail(f"{there.filename or there} is there already")
    except (OSError, StorageError) as failed:
        return _fail(f"no copy of {source} was made: {failed}")
    _say(f"{source} is copied to {target}")
    return 0


def _restore(args: argparse.Namespace) -> int:
    copied: Path = args.file
    target = _file()
    try:
        aside = backup.restore(copied, target)
    except FileNotFoundError as missing:
        return _fail(f"there is no {missing.filename or missing}")
    except FileExistsError as there:
        return _fail(f"{there.filename or there} is there already, from before: move it away first")
    except (OSError, StorageError) as failed:
        return _fail(f"{target} was not replaced: {failed}")
    kept = "" if aside is None else f"; what was there is {aside}"
    _say(f"{target} is now as in {copied}{kept}")
    return 0


def _move(args: argparse.Namespace) -> int:
    from games.catalog import GAMES  # noqa: PLC0415 -- only what reads snapshots asks the games anything
    from storage.files.migrate_backend import move  # noqa: PLC0415

    try:
        move(args.source, args.target, GAMES, _say)
    except FileNotFoundError as missing:
        return _fail(f"there is no {missing.filename or missing}")
    except (OSError, StorageError) as failed:
        return _fail(f"nothing was moved: {failed}")
    _say(
        "Now set DATABASE_URL (or DATABASE_PATH) to the new place and start the bot. The old place is as it"
        " was: start no bot on it again, since play goes on in the new one"
    )
    return 0


def _history(args: argparse.Namespace) -> int:
    from bot.tavern.table import finished_hands  # noqa: PLC0415 -- only this command reads hands
    from games.catalog import GAMES  # noqa: PLC0415
    from games.tools.replay import to_file  # noqa: PLC0415
    from storage.play.tables import Tables  # noqa: PLC0415

    tables, source = Tables(GAMES), _file()
    try:
        with backup.reading(source) as tx:
            stored = tables.load(tx, args.table)
            if stored is None:
                return _fail(f"there is no table {args.table}")
            content = to_file(finished_hands.history_for(tx, tables, stored, args.hand, args.player))
        with args.file.open("xb") as file:
            file.write(content)
    except finished_hands.HandOfOld as old:
        return _fail(
            f"hand {old.hand} of table {args.table} was cut by an older version: it cannot be checked"
        )
    except (finished_hands.NoHandOver, finished_hands.NoSuchHand, Unreadable):
        return _fail(f"table {args.table} has no hand {args.hand} that is over and can be read")
    except FileNotFoundError as missing:
        return _fail(f"there is no {missing.filename or missing}")
    except (OSError, StorageError) as failed:
        return _fail(str(failed))
    _say(f"hand {args.hand} of table {args.table} is in {args.file}")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _fail(line: str) -> int:
    sys.stderr.write(f"taproom: {line}\n")
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
