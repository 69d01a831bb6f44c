"""The health check `taproom health`, for supervisors that can't query a port.

If `METRICS_PORT` is set, its `/healthz` answers. Else a file says how long ago the process last committed,
which a running bot does every few seconds. PostgreSQL has no such information about a single process.
"""

from __future__ import annotations

import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from bot.settings import WatchSettings
from storage.files import database_files

WAIT_SECONDS = 5.0
QUIET_SECONDS_MAX = 60.0
"""The maximum time without a commit: a dozen of the bot's pulses."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (address to query instead)
WELL = 200


class Unhealthy(Exception):
    """The bot is unhealthy, or its health is unknown; the message says why."""


def look(settings: WatchSettings) -> None:
    """Raise `Unhealthy` unless the bot is well."""
    if settings.metrics_port is not None:
        _ask(EVERYWHERE.get(settings.metrics_host, settings.metrics_host), settings.metrics_port)
    elif isinstance(settings.books, Path):
        _look_at(settings.books)
    else:
        raise Unhealthy("with PostgreSQL set METRICS_PORT, and I ask there")


def _ask(host: str, port: int) -> None:
    connection = HTTPConnection(host, port, timeout=WAIT_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        said = answer.read().decode(errors="replace").strip()
    except (OSError, HTTPException) as silent:
        raise Unhealthy(f"nobody answers at METRICS_PORT: {type(silent).__name__}") from silent
    finally:
        connection.close()
    if answer.status != WELL:
        raise Unhealthy(said)


def _look_at(path: Path) -> None:
    noted_at = database_files.commit_noted_at(path)
    if noted_at is None:
        raise Unhealthy("no sign of a running bot in this folder")
    if database_files.is_left(path):
        raise Unhealthy("the bot was stopped")
    quiet_seconds = time.time() - noted_at
    if quiet_seconds > QUIET_SECONDS_MAX:
        raise Unhealthy(f"the bot has noted nothing for {quiet_seconds:.0f} seconds")
