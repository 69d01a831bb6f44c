"""A process that moves a tavern until it is killed: `python -m tests.bot.moving.child FROM TO SECONDS`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from games.catalog import GAMES
from storage.files.migrate_backend import move


def die_after(seconds: float) -> None:
    """End as by `kill -9`, wherever the other thread is then."""
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    # Only the move counts, and not the imports before it.
    threading.Thread(target=die_after, args=(float(sys.argv[3]),), daemon=True).start()
    move(sys.argv[1], sys.argv[2], GAMES, lambda _: None)
