"""The documents, where a machine can try what they say."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from games.stone_hand.hands import HandKind, in_order, read_dice
from games.tournament.entries import PLAYERS_MAX
from tests.bot import settings_page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_the_page_of_settings_is_what_the_forms_ask() -> None:
    """A user who looks a setting up finds it as the bot calls it, and what holds until it is set."""
    assert settings_page.PAGE.read_text(encoding="utf-8") == settings_page.page(), (
        "run `python -m tests.bot.settings_page`"
    )


def test_the_odds_of_three_dice_are_counted() -> None:
    """Each kind of throw has its ways of 512, and no kind is left out."""
    said = re.findall(r"(?m)^\| ([\w -]+) \| (\d+) \| ([\d.]+) \|$", (DOCS / "play/odds.md").read_text())
    ways: Counter[HandKind] = Counter(
        read_dice(in_order(*dice)).kind for dice in product(range(1, 9), repeat=3)
    )

    assert {
        name.lower().replace("-", "_").replace(" ", "_"): int(count) for name, count, _one in said
    } == ways
    assert all(f"{512 / int(count):.1f}" == one for _name, count, one in said)


def test_how_many_play_in_a_tournament_is_told() -> None:
    """The first page and the organisers' page tell the number that the director lets in (TN-1)."""
    for page in (ROOT / "README.md", DOCS / "run/first-tournament.md"):
        assert f"2 to {PLAYERS_MAX} players" in " ".join(page.read_text().split())


def test_every_page_is_on_the_site() -> None:
    """The menu lists each page once."""
    listed = list(_paths(tomllib.loads((ROOT / "zensical.toml").read_text())["project"]["nav"]))
    pages = [*ROOT.glob("*.md"), *DOCS.glob("**/*.md")]

    assert Counter(listed) == Counter(
        path.relative_to(ROOT).as_posix() for path in pages if path != DOCS / "README.md"
    )


def _paths(menu: Any) -> Iterator[str]:
    match menu:
        case str():
            yield menu
        case list():
            for each in menu:
                yield from _paths(each)
        case dict():
            for each in menu.values():
                yield from _paths(each)


def test_the_readme_is_short() -> None:
    """One screen and a half: what is looked up stands in the documents."""
    assert len((ROOT / "README.md").read_text()) < 6_500


def test_the_checker_has_one_name() -> None:
    """People are told of `taproom verify`; that `python -m games` knows the same, one page says."""
    pages = [*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *(ROOT / "bot").glob("**/*.py")]
    told = [each.relative_to(ROOT).as_posix() for each in pages if "python -m games" in each.read_text()]

    assert sorted(told) == ["CHANGELOG.md", "docs/host/terminal.md"]
