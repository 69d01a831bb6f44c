"""The start-up message: the services besides Discord, those switched off, and any database migration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from storage.db.transaction import Upgrade

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import Settings


def services(settings: Settings, upgrade: Upgrade | None) -> str:
    """Return the start-up message; it contains no secret."""
    return " ".join(_sentences(settings, upgrade))


def _sentences(settings: Settings, upgrade: Upgrade | None) -> Iterator[str]:
    if not settings.has_page:
        yield "No page (PAGE_URL and PAGE_PORT are empty)."
    else:
        address = f"{settings.page_url} by {settings.page_host}:{settings.page_port}"
        yield f"Page: {address}, " + (
            "and as an Activity." if settings.activity == "on" else "no Activity (ACTIVITY is off)."
        )
    if settings.metrics_port is None:
        yield "No metrics (METRICS_PORT is empty)."
    else:
        yield f"Metrics: http://{settings.metrics_host}:{settings.metrics_port}/metrics."
    if settings.has_programs:
        yield f"Programs: port {settings.program_port}."
    else:
        yield "No programs (PROGRAM_PORT and PROGRAM_TOKEN are empty)."
    if upgrade is not None:
        kept = "" if upgrade.copy is None else f"; as it was before it is kept in {upgrade.copy}"
        yield f"The database was migrated from {upgrade.before} to {upgrade.now}{kept}."
