"""Games of ours that are only begun: the laws hold them to their rules, and no other test sees them.

A transcript is the last part of a game (`tests/laws/record.py` writes it): without one, a game is not in
the catalogue of the tests, so that no sample draws from it, and `test_whole_games.py` alone is red.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from games import own
from games.engine.record import GameRecord
from games.plugins import SWITCH

ROOT = Path(__file__).parents[1]
TRANSCRIPTS = ROOT / "tests" / "laws" / "transcripts"
BEGUN: Mapping[str, GameRecord] = {
    each.game.key: each for each in own.RECORDS if not (TRANSCRIPTS / f"{each.game.key}.txt").is_file()
}


def hide_begun() -> None:
    """Take them out of our own games. It has to be called before the catalogue is imported."""
    if BEGUN and "games.catalog" in sys.modules:
        raise RuntimeError("the catalogue was imported first")
    own.RECORDS = tuple(each for each in own.RECORDS if each.game.key not in BEGUN)


def lacks_of_begun(key: str) -> str:
    """Return a line for each part that a game lacks, asked where it stands among the others."""
    asked = [sys.executable, "-m", "tests.whole_games", key]
    there = os.environ | {SWITCH: "on"}
    told = subprocess.run(asked, cwd=ROOT, env=there, capture_output=True, text=True, check=True)  # noqa: S603 -- our own interpreter
    return told.stdout.strip()
