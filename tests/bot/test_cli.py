"""The console command."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from bot import cli
from storage.database import Database


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`taproom --version`."""
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])

    assert left.value.code == 0
    assert capsys.readouterr().out == f"taproom {version('taproom')}\n"


@pytest.mark.parametrize(
    "words", [[], ["brew"], ["play", "--port", "65536"], ["play", "--port", "-1"], ["backup"]]
)
def test_a_wrong_command_line_is_refused(words: list[str]) -> None:
    """Exit status 2, as for every program."""
    with pytest.raises(SystemExit) as left:
        cli.main(words)

    assert left.value.code == 2


def test_without_simcord_it_says_what_to_install() -> None:
    """One line, and no traceback."""
    program = "import sys; sys.modules['simcord'] = None; from bot.cli import main; sys.exit(main(['play']))"

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603 -- our own words only

    assert ended.returncode == 1
    assert ended.stderr == "taproom: the practice room needs SimCord: pip install 'taproom[play]'\n"


def test_run_names_a_missing_token(tmp_path: Path) -> None:
    """`taproom run` is `python -m bot`, so it wants a token: exit status 2 and one line."""
    program = "import sys; from bot.cli import main; sys.exit(main(['run']))"

    ended = subprocess.run(  # noqa: S603 -- our own words only
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(cli.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 2
    assert ended.stderr.startswith("taproom: DISCORD_TOKEN is missing")
    assert ended.stderr.count("\n") == 1


async def test_a_backup_is_made_while_the_bot_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It reads from outside, takes no lock of the bot's, and is for its owner's eyes."""
    monkeypatch.chdir(tmp_path)
    database = await Database.open(Path("taproom.db"))

    status = cli.main(["backup", "copy.db"])

    assert (status, capsys.readouterr().out) == (0, "taproom.db is copied to copy.db\n")
    assert mode_of("copy.db") == 0o600
    await database.close()
    again = await Database.open(Path("copy.db"))
    await again.close()


def mode_of(name: str) -> int:
    """Who may read and write a file."""
    return Path(name).stat().st_mode & 0o777


def test_a_backup_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What bears the copy's name already stays as it was."""
    monkeypatch.chdir(tmp_path)
    Path("taproom.db").touch()
    Path("copy.db").write_text("precious")

    status = cli.main(["backup", "copy.db"])

    assert (status, capsys.readouterr().err) == (1, "taproom: copy.db is there already\n")
    assert Path("copy.db").read_text() == "precious"


def test_a_backup_of_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No empty copy is made of a database that is not there."""
    monkeypatch.chdir(tmp_path)

    status = cli.main(["backup", "copy.db"])

    assert (status, capsys.readouterr().err) == (1, "taproom: there is no taproom.db\n")
    assert not Path("copy.db").exists()


def test_a_backup_of_something_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not Taproom's is named, and not copied."""
    monkeypatch.chdir(tmp_path)
    Path("taproom.db").write_text("a letter, not a database" * 100)

    status = cli.main(["backup", "copy.db"])

    assert status == 1
    assert capsys.readouterr().err.startswith("taproom: no copy of taproom.db was made: ")
    assert not Path("copy.db").exists()
