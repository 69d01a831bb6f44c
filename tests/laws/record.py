"""Write the transcripts anew, after a change that was meant.

`python -m tests.laws.record`, and then read what has changed. A game that is only begun gets its first one
when it lacks nothing else: from then on all tests see it (`tests/begun.py`).
"""

import sys

from games.catalog import GAMES
from tests.begun import TRANSCRIPTS
from tests.laws.transcript import transcript
from tests.whole_games import lacking

if __name__ == "__main__":
    for key, game in GAMES.items():
        file = TRANSCRIPTS / f"{key}.txt"
        lacks = [] if file.is_file() else list(lacking(key))[:-1]
        if lacks:
            sys.stderr.write("\n  ".join((f"{key} has no transcript yet, as it lacks", *lacks)) + "\n")
        else:
            file.write_text(transcript(game), encoding="utf-8")
