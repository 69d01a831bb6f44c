"""All texts that the bot can say, as `make words` gathers them for translators."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from tests.begun import BEGUN

ROOT = Path(__file__).parents[3]
OPTIONS = (
    "--mapping-file pyproject.toml --keywords ngettext_noop:1,2 --add-comments Translators:"
    " --add-location file --sort-by-file --no-wrap --omit-header"
)


@pytest.fixture(scope="session")
def english(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The texts in the current source, so that no file of them has to be kept."""
    gathered = tmp_path_factory.mktemp("words") / "taproom.pot"
    with chdir(ROOT):
        asked = ["pybabel", "-q", "extract", *OPTIONS.split(), "--output-file", str(gathered), "."]
        CommandLineInterface().run(asked)  # type: ignore[no-untyped-call]
    with gathered.open("rb") as file:
        texts = read_po(file)
    # Those of a game that is only begun are not translated yet: `test_whole_games.py` names it.
    for each in [*texts]:
        if each.locations and all(_is_of_begun(path) for path, _line in each.locations):
            texts.delete(each.id, each.context)
    return texts


def _is_of_begun(path: str) -> bool:
    return any(f"/{key}" in path.replace("-", "_") for key in BEGUN)
