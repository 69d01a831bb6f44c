"""What comes with the bot for whoever runs it: the image, the compose file, the unit."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from bot.settings import Settings
from storage.db.database import Database
from tests.test_parcel import PROMISED

ROOT = Path(__file__).parents[1]
DOCKERFILE, COMPOSE, UNIT = (
    (ROOT / name).read_text() for name in ("Dockerfile", "compose.yaml", "deploy/taproom.service")
)
SETTINGS = {name.upper() for name in Settings.model_fields}


def test_the_image_runs_as_nobody_in_particular() -> None:
    """The last word on who runs it is a number that is not root's, after which nothing is installed."""
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    _, _, after = final.partition("\nUSER 10001:10001\n")

    assert after
    assert not re.search(r"(?m)^(RUN|COPY|ADD|USER)\b", after)
    assert re.findall(r"(?m)^VOLUME (.+)$", final) == ["/data"]
    assert 'CMD ["taproom", "health"]' in after


def test_the_image_is_installed_by_hash() -> None:
    """What is in it is what was tried, and all that is copied is there."""
    (requirements,) = re.findall(r"--require-hashes --requirement (\S+)", DOCKERFILE)

    assert (ROOT / requirements).is_file()
    assert re.findall(r"pip install(?! --require-hashes| --no-deps)", DOCKERFILE) == []


def test_the_image_has_a_python_that_is_promised() -> None:
    """The latest that the tests run on, and PostgreSQL's driver as it is pinned."""
    (version,) = re.findall(r"(?m)^ARG BASE=python:([\d.]+)-slim", DOCKERFILE)

    assert version == PROMISED[-1]
    assert "--requirement requirements-postgres.txt" in DOCKERFILE


def test_no_secret_and_no_database_gets_into_the_image() -> None:
    """Everything is left out but what is named, and all that is named is there."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("#", "")]
    taken = {line.removeprefix("!") for line in rules if line.startswith("!")}

    assert rules[0] == "*"
    assert {"bot", "games", "storage", "hatch_build.py", "pyproject.toml"} <= taken
    built = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {"docs/rules", ".env.example"} == built["force-include"].keys() <= taken
    assert [each for each in taken if not (ROOT / each).exists()] == []
    assert not {".env", ".git", "taproom.db"} & taken


def test_what_is_set_is_a_setting() -> None:
    """No file here sets a name that the bot does not know."""
    named = re.findall(r"\b((?:DATABASE|DISCORD|METRICS|LOG)_[A-Z_]+)=", DOCKERFILE + UNIT)
    named += re.findall(r"(?m)^ +((?:DATABASE|DISCORD|METRICS|LOG)_[A-Z_]+):", COMPOSE)

    assert len(named) >= 5
    assert set(named) <= SETTINGS


def test_the_container_may_write_one_volume() -> None:
    """In the compose file the bot has a root that cannot be written, and no capability."""
    (bot,) = re.findall(r"(?ms)^  taproom:\n(.+?)^  \w", COMPOSE)

    assert re.findall(r"(?m)^      - (\S+):/", bot) == ["books"]
    assert all(line in bot for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"))


def test_the_unit_may_write_one_folder() -> None:
    """Under systemd it is a user of its own with one folder, and does not try again in vain."""
    set_to = dict(re.findall(r"(?m)^(\w+)=(.*)$", UNIT))

    assert (set_to["User"], set_to["StateDirectory"], set_to["ProtectSystem"]) == (
        "taproom",
        "taproom",
        "strict",
    )
    assert (set_to["NoNewPrivileges"], set_to["CapabilityBoundingSet"]) == ("yes", "")
    assert set_to["RestartPreventExitStatus"] == "2"
    assert set_to["ExecStart"].endswith("/taproom run")


def test_the_hourly_line_works_as_it_stands(tmp_path: Path) -> None:
    """The page's line for cron copies the database, makes the folder, and would do so in the next hour, too.

    Only its folders are other ones here, and who it becomes, and what is not on this machine.
    """
    page = (ROOT / "docs/host/operations.md").read_text()
    (line,) = re.findall(r"(?m)^ +17 \* \* \* \*  (.+)$", page)
    home, programs = tmp_path / "home", tmp_path / "programs"
    home.mkdir()
    programs.mkdir()
    (programs / "setpriv").write_text('#!/bin/sh\nwhile [ "${1#/}" = "$1" ]; do shift; done\nexec "$@"\n')
    (programs / "rclone").write_text('#!/bin/sh\necho "$@"\n')
    (programs / "taproom").write_text(f'#!/bin/sh\nexec {sys.executable} -m bot.cli "$@"\n')
    for each in programs.iterdir():
        each.chmod(0o755)
    asyncio.run(opened_once(home / "taproom.db"))
    for there, here in (
        ("/var/lib/taproom", str(home)),
        ("/etc/taproom.env", str(ROOT / ".env.example")),
        ("/opt/taproom/.venv/bin", str(programs)),
        (r"\%", "%"),  # as cron does
    ):
        assert there in line
        line = line.replace(there, here)

    ended = subprocess.run(  # noqa: S603  (our own page)
        ["/bin/sh", "-c", line],
        env={"PATH": f"{programs}:/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("sync copies remote:taproom\n")
    (copied,) = (home / "copies").iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d\d\.db", copied.name)


async def opened_once(path: Path) -> None:
    """A tavern in which nothing has happened."""
    await (await Database.open(path)).close()
