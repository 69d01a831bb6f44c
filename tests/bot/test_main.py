"""What `python -m bot` says when it cannot begin."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bot


def started(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """`python -m bot` with these settings, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env={"PYTHONPATH": str(Path(bot.__file__).parents[1]), "DISCORD_TOKEN": "token", **settings},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_discord_out_of_reach(tmp_path: Path) -> None:
    """Where Discord cannot be reached one line says so, not a traceback: exit status 1."""
    ended = started(tmp_path, DISCORD_API_BASE="http://127.0.0.1:9", LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr.startswith("taproom: Cannot connect to host 127.0.0.1:9")
    assert ended.stderr.count("\n") == 1
