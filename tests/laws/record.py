"""Write the transcripts anew, after a change that was meant.

`python -m tests.laws.record`, and then read what has changed.
"""

from games.catalog import GAMES
from tests.laws.transcript import FOLDER, transcript

if __name__ == "__main__":
    for key, game in GAMES.items():
        (FOLDER / f"{key}.txt").write_text(transcript(game), encoding="utf-8")
