"""The files for hosts that come with the bot: the image, the compose file, the unit."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from bot.settings import Settings
from storage.db.database import Database
from tests.parcel import PROMISED

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
    """The image contains the tested versions, and all copied files are there."""
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
    named = re.findall(r"\b((?:DATABASE|DISCORD|METRICS|LOG|PAGE)_[A-Z_]+)=", DOCKERFILE + UNIT)
    named += re.findall(r"(?m)^ +((?:DATABASE|DISCORD|METRICS|LOG|PAGE)_[A-Z_]+):", COMPOSE)

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


def test_the_page_can_be_reached_in_a_container() -> None:
    """Its port is published on this machine alone; without a page no port of the machine is claimed."""
    (published,) = re.findall(r'(?m)^      - "(127\.0\.0\.1:\$.+)"$', COMPOSE)
    (host,) = re.findall(r"(?m)^      PAGE_HOST: (\S+)$", COMPOSE)

    assert ("127.0.0.1:8090:8090", "127.0.0.1::8080") == (filled(published, "8090"), filled(published, ""))
    assert host == "0.0.0.0"  # noqa: S104 -- inside the container


def filled(text: str, port: str) -> str:
    """The text with `PAGE_PORT` filled in, as Compose does."""
    return re.sub(r"\$\{PAGE_PORT:-(\d*)\}", lambda found: port or found[1], text)


def test_copies_out_of_a_container_have_names_of_their_own(tmp_path: Path) -> None:
    """The page's lines for Docker work as they stand, and again a minute later; both copies are there."""
    page = (ROOT / "docs/host/operations.md").read_text()
    (lines,) = re.findall(r"(?m)((?:^    .*\n)*^ +docker compose cp .*\n)", page)
    volume, programs, here = tmp_path / "volume", tmp_path / "programs", tmp_path / "here"
    for each in (volume, programs, here):
        each.mkdir()
    (programs / "date").write_text(f"#!/bin/sh\ncat {tmp_path}/now\n")
    (programs / "taproom").write_text(f'#!/bin/sh\nexec {sys.executable} -m bot.cli "$@"\n')
    (programs / "docker").write_text(
        '#!/bin/sh\nset -e\n[ "$1" = compose ]\ncase "$2" in\n'
        '  exec) [ "$3 $4" = "-T taproom" ]; shift 4; exec "$@";;\n'
        '  cp) exec cp "${3#taproom:}" "$4";;\nesac\n'
    )
    for each in programs.iterdir():
        each.chmod(0o755)
    asyncio.run(opened_once(volume / "taproom.db"))
    settings = {"DATABASE_PATH": str(volume / "taproom.db"), "PYTHONPATH": str(ROOT)}
    for now in ("2026-11-28-2100", "2026-11-28-2101"):
        (tmp_path / "now").write_text(now)
        subprocess.run(  # noqa: S603  (our own page)
            ["/bin/sh", "-ec", lines.replace("/data", str(volume))],
            cwd=here,
            env={"PATH": f"{programs}:/usr/bin:/bin"} | settings,
            check=True,
            capture_output=True,
        )

    assert sorted(each.name for each in here.iterdir()) == ["2026-11-28-2100.db", "2026-11-28-2101.db"]


async def opened_once(path: Path) -> None:
    """A tavern in which nothing has happened."""
    await (await Database.open(path)).close()
