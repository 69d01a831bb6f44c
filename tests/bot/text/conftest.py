"""All texts that the bot can say, as `make words` gathers them for translators."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[3]
OPTIONS = (
    "--mapping-file pyproject.toml --keywords phrase --keywords phrases:1,2 --add-comments Translators:"
    " --add-location file --sort-by-file --no-wrap --omit-header"
)


@pytest.fixture(scope="session")
def english(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What stands in the source now: nobody has to keep a file of it."""
    gathered = tmp_path_factory.mktemp("words") / "taproom.pot"
    command = ["-m", "babel.messages.frontend", "-q", "extract", *OPTIONS.split(), "--output-file"]
    subprocess.run([sys.executable, *command, str(gathered), "."], cwd=ROOT, check=True)  # noqa: S603 -- our own words only
    with gathered.open("rb") as file:
        return read_po(file)
