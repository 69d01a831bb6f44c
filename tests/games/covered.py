"""Lines that no test of the rules has run: `python -m tests.games.covered FILE`, as `make test-rules` does.

The file is SlipCover's. A line with `assert_never` is not meant to be reached, and neither is the case that
leads there, nor the branch to it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.begun import BEGUN

NEVER = "assert_never("
ELSEWHERE = ("games/__main__.py", "games/plugins.py", "games/tools/high_die.py", "games/tools/new_game.py")
"""Files that `tests/plugs` runs, in processes of their own."""


def left_out(lines: list[str], found: Mapping[str, Any]) -> list[str]:
    """The lines of a file that were not run, as their numbers, and its branches that were not taken."""
    never = {number for number, line in enumerate(lines, start=1) if NEVER in line}
    return [
        *(str(line) for line in found["missing_lines"] if not {line, line + 1} & never),
        *(f"{start} to {end or 'the end'}" for start, end in found["missing_branches"] if end not in never),
    ]


def main(path: str) -> None:
    """Name all of it, and stop with an error if there is any."""
    files = json.loads(Path(path).read_text())["files"]
    missing = {
        each: left_out(Path(each).read_text().splitlines(), found)
        for each, found in files.items()
        if each not in ELSEWHERE and Path(each).parts[1] not in BEGUN
    }
    told = [f"{each}: {', '.join(places)}" for each, places in sorted(missing.items()) if places]
    sys.exit("\n".join(("no test of the rules runs", *told)) if told or not files else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
