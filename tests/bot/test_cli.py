"""The console command."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from random import Random

import pytest

from bot import __version__, cli
from bot.settings import Settings, load, unknown
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db import schema
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from tests.bot.crowd import Crowd, WallClock
from tests.bot.started import started

ROOT = Path(__file__).parents[2]


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`taproom --version`."""
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])

    assert left.value.code == 0
    assert capsys.readouterr().out == f"taproom {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["brew"],
        ["play", "--port", "65536"],
        ["play", "--port", "-1"],
        ["play", "--database", ""],
        ["play", "--database", "nowhere/tavern.db"],
        ["backup"],
        ["history", "1", str(10**18), "hand.json"],
        ["history", "-1", "1", "hand.json"],
    ],
)
def test_a_wrong_command_line_is_refused(words: list[str]) -> None:
    """Exit status 2, as for every program."""
    with pytest.raises(SystemExit) as left:
        cli.main(words)

    assert left.value.code == 2


def test_it_prints_the_example_of_all_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`taproom settings > .env` is the start of a host without a checkout."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["settings"]) == 0
    Path(".env").write_text(printed := capsys.readouterr().out)

    assert printed == (ROOT / ".env.example").read_text()
    monkeypatch.setattr(os, "environ", {"DISCORD_TOKEN": "x"})
    assert load(Settings) == Settings.model_validate({"discord_token": "x"})
    assert unknown() == ()


def test_help_names_the_documents(capsys: pytest.CaptureFixture[str]) -> None:
    """The program's help names the documents, and each of them is there."""
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    named = re.findall(r"^  (\S+\.md) ", capsys.readouterr().out, re.MULTILINE)

    assert len(named) == 4
    assert [each for each in named if not (ROOT / "docs" / each).is_file()] == []


def test_without_simcord_it_says_what_to_install(tmp_path: Path) -> None:
    """One line, and no traceback."""
    program = "import sys; sys.modules['simcord'] = None; from bot.cli import main; sys.exit(main(['chat']))"

    ended = started(tmp_path, "-c", program)

    assert ended.returncode == 1
    assert ended.stderr == "taproom: the chat room needs SimCord: pip install 'taproom-bot[dev]'\n"


@pytest.mark.parametrize("words", [["run"], ["move", "postgresql://books/taproom", "a.db"]])
def test_without_postgresqls_driver_it_says_what_to_install(tmp_path: Path, words: list[str]) -> None:
    """It is one line, and no traceback, for each command that needs the books."""
    program = (
        f"import sys; sys.modules['psycopg'] = None; from bot.cli import main; sys.exit(main({words!r}))"
    )

    ended = started(tmp_path, "-c", program, DATABASE_URL="postgresql://books/taproom", LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr.endswith("PostgreSQL needs its driver: pip install 'taproom-bot[postgres]'\n")
    assert ended.stderr.count("\n") == 1


def test_ctrl_c_while_it_begins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It takes a second until the practice room is there; an impatient user sees no traceback."""

    def press_ctrl_c(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.practice.main", press_ctrl_c)

    assert cli.main(["play"]) == 130
    assert capsys.readouterr().err == ""


def test_run_names_a_missing_token(tmp_path: Path) -> None:
    """`taproom run` is `python -m bot`, so it wants a token: exit status 2 and one line."""
    program = "import sys; from bot.cli import main; sys.exit(main(['run']))"

    ended = started(tmp_path, "-c", program, DISCORD_TOKEN="")

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
    """Return the permissions of a file."""
    return Path(name).stat().st_mode & 0o777


def test_a_backup_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that has the copy's name already stays unchanged."""
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


async def test_a_backup_makes_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its owner's alone; where one of its folders is a file, that is said."""
    monkeypatch.chdir(tmp_path)
    await (await Database.open(Path("taproom.db"))).close()

    assert cli.main(["backup", "copies/of/today.db"]) == 0
    assert (mode_of("copies/of"), mode_of("copies/of/today.db")) == (0o700, 0o600)
    assert cli.main(["backup", "taproom.db/copy.db"]) == 1
    assert capsys.readouterr().err == "taproom: taproom.db is there already\n"


def test_a_backup_of_something_else_makes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor anything else."""
    monkeypatch.chdir(tmp_path)
    Path("taproom.db").write_text("a letter, not a database" * 100)

    assert cli.main(["backup", "copies/copy.db"]) == 1
    assert not Path("copies").exists()


def test_a_history_from_an_empty_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, and no traceback, where the file has no tables yet."""
    monkeypatch.chdir(tmp_path)
    Path("taproom.db").touch()

    assert cli.main(["history", "1", "1", "hand.json"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_history_without_a_database_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that is not there is named as such, and not alone."""
    monkeypatch.chdir(tmp_path)

    assert cli.main(["history", "1", "1", "hand.json"]) == 1
    assert capsys.readouterr().err == "taproom: there is no taproom.db\n"


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


async def test_a_copy_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`taproom restore` says where what was there now lies; the bot has to be stopped before."""
    monkeypatch.chdir(tmp_path)
    database = await Database.open(Path("taproom.db"))
    schema.copy(Path("taproom.db"), Path("copy.db"))

    assert cli.main(["restore", "copy.db"]) == 1
    assert "in use by another process" in capsys.readouterr().err
    await database.close()
    assert cli.main(["restore", "copy.db"]) == 0
    assert capsys.readouterr().out == (
        f"taproom.db is now as in copy.db; what was there is {tmp_path / 'taproom.db.replaced'}\n"
    )
    assert mode_of("taproom.db") == 0o600


@pytest.mark.parametrize(
    ("there", "line"),
    [
        ((), "taproom: there is no copy.db\n"),
        (("copy.db", "taproom.db.replaced"), "is there already, from before: move it away first\n"),
    ],
)
def test_a_copy_that_cannot_be_put_back(
    there: tuple[str, ...],
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line says why, and everything is as it was."""
    monkeypatch.chdir(tmp_path)
    for name in there:
        Path(name).touch()

    assert cli.main(["restore", "copy.db"]) == 1
    assert capsys.readouterr().err.endswith(line)
    assert not Path("taproom.db").exists()


def cut_of_old(tx: Transaction, table: int, hand: int) -> None:
    """Make a hand one that an older version cut, in an order of the bot's."""
    ((text,),) = tx.all("SELECT seals FROM hands WHERE table_id = ? AND number = ?", (table, hand))
    seals = json.loads(text)
    seals[-1] |= {"cuts": ["1234", "lucky"], "draws": [1, 2]}
    tx.execute(
        "UPDATE hands SET seals = ?, checksum = NULL WHERE table_id = ? AND number = ?",
        (json.dumps(seals), table, hand),
    )


async def test_history_of_a_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TB-13: `taproom history` writes down a hand as one person saw it, and `taproom verify` approves."""
    path, file = tmp_path / "tavern.db", tmp_path / "hand.json"
    clock = WallClock(1_800_000_000.0)
    async with open_database(path) as database:
        tavern = TableService(database, GAMES, now=clock)
        crowd = Crowd(tavern, clock, Random(1), 1)
        while not await database.read(lambda tx: tx.scalar("SELECT count(*) FROM hands WHERE seals NOTNULL")):
            await crowd.press(lambda *_: None)
        table, hand = await database.read(
            lambda tx: tx.all("SELECT table_id, number FROM hands WHERE seals NOTNULL")[0]
        )
        monkeypatch.setenv("DATABASE_PATH", str(path))

        assert cli.main(["history", str(table), str(hand), str(file)]) == 0
        assert cli.main(["history", str(table), str(hand), str(file)]) == 1
        assert cli.main(["history", str(table), "999", str(tmp_path / "other.json")]) == 1
        assert cli.main(["history", "999", "1", str(tmp_path / "other.json")]) == 1
        await database.write(lambda tx: cut_of_old(tx, table, hand))
        capsys.readouterr()
        assert cli.main(["history", str(table), str(hand), str(tmp_path / "old.json")]) == 1
        assert "was cut by an older version" in capsys.readouterr().err

    assert cli.main(["verify", str(file)]) == 0
    assert "all of it fits" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["backup", "copy.db"], ["restore", "copy.db"], ["history", "1", "1", "a.json"]]
)
def test_what_is_about_a_file_is_refused_for_an_address(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PostgreSQL is copied by its own programs."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:secret@books/taproom")

    with pytest.raises(SystemExit) as left:
        cli.main(words)

    assert left.value.code == 1
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "secret" not in said
