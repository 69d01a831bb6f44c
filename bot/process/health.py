"""The health check `taproom health`, for supervisors that can't query a port.

If `METRICS_PORT` is set, the check queries `/healthz` there. Otherwise a file beside the database has the
time of the last commit; a running bot commits every few seconds. With PostgreSQL there is no such file, so
the port is required.
"""

from __future__ import annotations

import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from bot.settings import WatchSettings
from storage.files import database_files

WAIT_SECONDS = 5.0
QUIET_SECONDS_MAX = 60.0
"""The maximum time without a commit: twelve times the interval of the bot's pulses."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (address to query instead)
OK = 200


class Unhealthy(Exception):
    """The bot is unhealthy, or its health is unknown; the message says why."""


def check(settings: WatchSettings) -> None:
    """Raise `Unhealthy` unless the bot is healthy."""
    if settings.metrics_port is not None:
        _check_port(EVERYWHERE.get(settings.metrics_host, settings.metrics_host), settings.metrics_port)
    elif isinstance(settings.books, Path):
        _check_file(settings.books)
    else:
        raise Unhealthy("with PostgreSQL set METRICS_PORT, and I ask there")


def _check_port(host: str, port: int) -> None:
    connection = HTTPConnection(host, port, timeout=WAIT_SECONDS)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        body = response.read().decode(errors="replace").strip()
    except (OSError, HTTPException) as error:
        raise Unhealthy(f"nobody answers at METRICS_PORT: {type(error).__name__}") from error
    finally:
        connection.close()
    if response.status != OK:
        raise Unhealthy(body)


def _check_file(path: Path) -> None:
    committed_at = database_files.commit_noted_at(path)
    if committed_at is None:
        raise Unhealthy("no sign of a running bot in this folder")
    if database_files.is_left(path):
        raise Unhealthy("the bot was stopped")
    quiet_seconds = time.time() - committed_at
    if quiet_seconds > QUIET_SECONDS_MAX:
        raise Unhealthy(f"the bot has noted nothing for {quiet_seconds:.0f} seconds")
