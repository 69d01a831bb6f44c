"""The bot as a process of its own, forked from one that has imported it: that spares it most of a start."""

from __future__ import annotations

import os
import runpy
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any

import bot

FORKED = get_context("forkserver")
# The tests hide games that are only begun, before anything knows all games.
FORKED.set_forkserver_preload(["pytest", "tests", "bot.discord_bot", "bot.cogs"])
END_SECONDS = 100.0
"""However busy the machine is."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A process that has come to its end."""

    returncode: int | None
    stdout: str
    stderr: str


def started(folder: Path, *program: str, **settings: str) -> Ended:
    """`python -m bot`, or another program, with these settings, to its end."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = begun(folder, *program, out=out, err=err, **settings)
        process.join(END_SECONDS)
        returncode = process.exitcode
        end(process)
        return Ended(returncode, written(out), written(err))


def begun(folder: Path, *program: str, out: IO[bytes], err: IO[bytes], **settings: str) -> ForkServerProcess:
    """The same as it begins, with files for what it says."""
    words = program or ("-m", "bot")
    given = {"PYTHONPATH": str(Path(bot.__file__).parents[1]), "DISCORD_TOKEN": "token", **settings}
    process = FORKED.Process(target=_be, args=(words, folder, given, _Passed(out), _Passed(err)))
    process.start()
    return process


def end(process: ForkServerProcess) -> None:
    """Ask it to go, if it is still there, and wait until it has gone."""
    process.terminate()
    process.join(END_SECONDS)
    process.close()


def written(file: IO[bytes]) -> str:
    """Return the process's output from a file."""
    file.seek(0)
    return file.read().decode()


@dataclass(frozen=True, slots=True)
class _Passed:
    """A file of ours that the process writes into."""

    file: IO[bytes]

    def __reduce__(self) -> tuple[Callable[[Any], int], tuple[Any]]:
        return _taken, (DupFd(self.file.fileno()),)


def _taken(passed: Any) -> int:
    number: int = passed.detach()
    return number


def _be(words: tuple[str, ...], folder: Path, settings: Mapping[str, str], out: int, err: int) -> None:
    """Become `python` with these words: `-m` and a module, or `-c` and a program."""
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    how, what, *more = words
    sys.argv = [what if how == "-m" else how, *more]
    try:
        if how == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(what, {"__name__": "__main__"})  # noqa: S102 -- our own words only
    except Exception:  # noqa: BLE001 -- as Python itself does, whatever it is
        sys.excepthook(*sys.exc_info())
        sys.exit(1)
