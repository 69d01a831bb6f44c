"""The pages for people and for who found a hole say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalog import GAMES
from storage.db.database import open_database
from storage.people import personal_data
from storage.people.server_settings import BOUNDS, ServerSettings
from storage.play.tables import Tables

ROOT = Path(__file__).parents[1]
PRIVACY = (ROOT / "PRIVACY.md").read_text()


async def test_everything_in_the_export_is_told(bot_path: Path) -> None:
    """Whatever is kept about a person has its line, by the name that it has in their file."""
    async with open_database(bot_path) as database:
        exported = await database.read(lambda tx: personal_data.export(tx, Tables(GAMES), 101))
    rows = re.findall(r"(?m)^\| .+ \| ([^|]+) \|$", PRIVACY)

    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(exported)


def test_how_long_hands_are_kept_is_told() -> None:
    """The days are those of the settings."""
    least, most = BOUNDS["hands_days"]

    assert f"{ServerSettings().hands_days} days after the table closes" in PRIVACY
    assert f"({least} to {most})" in PRIVACY


@pytest.mark.parametrize("page", ["PRIVACY.md", "TERMS.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_who_runs_it_is_for_them_to_fill_in(page: str) -> None:
    """No name stands there by mistake, and the README leads to the page."""
    text = (ROOT / page).read_text()

    assert (
        {"[OPERATOR]", "[CONTACT]"}
        <= set(re.findall(r"\[[A-Z]+\](?!\()", text))
        <= {
            "[OPERATOR]",
            "[CONTACT]",
            "[DATE]",
        }
    )
    assert f"]({page})" in (ROOT / "README.md").read_text()
