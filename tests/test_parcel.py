"""The distributed wheel, away from any checkout, and its description in a package index."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot import __version__
from games.catalog import GAMES
from tests.parcel import PROMISED

ROOT = Path(__file__).parents[1]
ADDRESS = "https://example.org/somebody/tavern"


def did(*words: str | Path, folder: Path = ROOT, typed: str = "", **settings: str) -> str:
    """Return a program's standard output; it has to end well."""
    ended = subprocess.run(  # noqa: S603 -- our own words only
        [*map(str, words)],
        cwd=folder,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)} | settings,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as a release builds it."""
    folder = tmp_path_factory.mktemp("dist")
    did(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        folder,
        PROJECT_URL=ADDRESS,
    )
    (built,) = folder.iterdir()
    return built


@pytest.mark.soak
def test_an_empty_place_has_a_table_with_one_command(wheel: Path, tmp_path: Path) -> None:
    """From the wheel alone `taproom play` opens a room with a table.

    What the wheel asks for is lent by this environment, without its own checkout.
    """
    python = tmp_path / "env/bin/python"
    did(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env")
    own = did(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    did(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-compile",
        wheel,
    )
    Path(own, "lent.pth").write_text(sysconfig.get_path("purelib"))

    assert_plays(python.with_name("taproom"), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("version", PROMISED)
def test_every_python_that_is_promised_has_a_table(version: str, wheel: Path, tmp_path: Path) -> None:
    """It works with exactly the pinned packages, in an environment that was empty."""
    python = tmp_path / "env/bin/python"
    did(interpreter(version), "-m", "venv", tmp_path / "env")
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    did(*pip, "--require-hashes", "-r", ROOT / "requirements.txt")
    did(*pip, "--no-deps", "--no-index", wheel)

    assert_plays(python.with_name("taproom"), tmp_path)
    for game in GAMES:
        did(python.with_name("taproom"), "simulate", game.replace("_", "-"), "--hands", "3", folder=tmp_path)


def interpreter(version: str) -> str:
    """A Python of this version that answers, or the reason why there is none."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for each in (*map(str, kept), shutil.which(f"python{version}")):
        if each and subprocess.run([each, "-V"], capture_output=True, check=False).returncode == 0:  # noqa: S603
            return each
    pytest.skip(f"no Python {version} here")


def assert_plays(taproom: Path, folder: Path) -> None:
    """Ask an installed `taproom` for what it promises to a newcomer."""
    assert did(taproom, "--version", folder=folder) == f"taproom {__version__}\n"
    assert '"pair"' in did(taproom, "rank", "stone-hand", folder=folder, typed="2-5-5\n").lower()
    with room_of(taproom, folder) as said:
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/\S+", said)
        with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(address) as page:
            assert page.status == 200
            assert "Taproom" in page.read().decode()
    with closing(sqlite3.connect(folder / "kept.db")) as kept:
        assert kept.execute("SELECT count(*) FROM tables").fetchone() == (1,)


@contextmanager
def room_of(taproom: Path, folder: Path) -> Iterator[str]:
    """A practice room in this folder: the line that it says once it is open; it leaves without another."""
    with subprocess.Popen(  # noqa: S603 -- our own words only
        [taproom, "play", "--database", "kept.db"], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as room:
        try:
            assert room.stdout is not None
            yield room.stdout.readline()
            room.send_signal(signal.SIGINT)
            assert room.wait() == 0
        finally:
            room.kill()


def told(wheel: Path) -> Message:
    """Return the wheel's metadata."""
    with ZipFile(wheel) as parcel:
        (name,) = [each for each in parcel.namelist() if each.endswith("/METADATA")]
        return message_from_string(parcel.read(name).decode())


def test_the_readme_holds_where_it_is_shown_elsewhere(wheel: Path) -> None:
    """An index has the release's address, and no link in the README there leads into nothing."""
    told_there = told(wheel)
    links = re.findall(r"\]\(([^)\s]+)\)|src(?:set)?=\"([^\"]+)\"", str(told_there.get_payload()))

    assert f"Homepage, {ADDRESS}" in told_there.get_all("Project-URL", [])
    assert len(links) > 10
    assert [each for link in links for each in link if each and not re.match("https://|#", each)] == []
    assert re.search(rf"{ADDRESS}/raw/v{__version__}/docs/\S+\.(png|gif)", str(told_there.get_payload()))


def test_the_example_of_all_settings_is_in_the_wheel(wheel: Path) -> None:
    """`taproom settings` prints it where there is no checkout."""
    with ZipFile(wheel) as parcel:
        assert parcel.read("bot/settings.env") == (ROOT / ".env.example").read_bytes()


def test_every_python_that_runs_the_tests_is_promised(wheel: Path) -> None:
    """The parcel promises the versions that the workflow tries."""
    said = [each.rpartition(" ")[2] for each in told(wheel).get_all("Classifier", []) if ":: 3." in each]

    assert tuple(said) == PROMISED
