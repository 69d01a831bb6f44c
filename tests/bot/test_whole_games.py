"""A game is more than its rules: what else the tavern has of each, and what it says of one that lacks it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from bot.cogs import COGS
from bot.front.decorators import commands_of, group_of
from bot.screens.catalog import DAILY_FACES, FACES, SHOWN_GAMES
from bot.screens.learn.rules import FOLDER, sections
from games.catalog import DAILY, GAMES
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import options
from tests.bot.lessons import COSTS, RIGHT
from tests.bot.recount import SHEETS
from tests.bot.server_screens import PLAYED as LONG_RECORDS
from tests.browser.evenings import EVENINGS
from tests.discord.games import STAKES
from tests.games.played import PLAYED
from tests.laws.tempers import TEMPERS
from tests.laws.toy import FISTS
from tests.laws.transcript import FOLDER as TRANSCRIPTS
from tests.laws.walk import ALL_GAMES
from training.catalog import LEAGUES, SKILLED

RULEBOOK = Path(__file__).parents[2] / "docs" / "rulebook"
SECTION_MAX = 900
"""A section has to fit on a page in Discord."""
BY_HAND: dict[str, Collection[str]] = {
    "what its seat costs, in tests/discord/test_games.py": STAKES,
    "the right way through its lesson, in tests/bot/lessons.py": RIGHT,
    "what its lesson says of a table's price, in tests/bot/test_lessons.py": COSTS,
    "how its hands add up in records, in tests/bot/recount.py": SHEETS,
    "the longest record, in tests/bot/test_server_screens.py": LONG_RECORDS,
    "an evening to look at, in tests/browser/test_evenings.py": {game.key for game in EVENINGS},
    "how strong its house players are, in training/catalog.py": SKILLED,
    "a screen and a lesson, in bot/screens/catalog.py": SHOWN_GAMES,
}
"""The parts of a game that must be written by hand, with the games that have them."""
IF_DEALT: dict[str, Collection[str]] = {"hands for its referee, in tests/games/played.py": PLAYED}
"""The same of games that are played with cards."""
IF_BET_ON: dict[str, Collection[str]] = {
    "opponents for its house players, in training/catalog.py": LEAGUES,
    "the tempers that show in it, in tests/laws/test_tempers.py": TEMPERS,
}
"""The same of games in which people bet."""


def lacking(key: str) -> Iterator[str]:
    """Return the required parts of a game that this one lacks."""
    game = ALL_GAMES[key]
    if not (TRANSCRIPTS / f"{key}.txt").is_file():
        yield "a transcript: python -m tests.laws.record"
    if not (RULEBOOK / f"{key.replace('_', '-')}.md").is_file():
        yield "rules with numbers, in docs/rulebook"
    rules = {each.name for each in options(game.house_rules)}
    if not rules:
        yield "house rules"
    wanted = BY_HAND | (IF_DEALT if game.is_dealt else {}) | (IF_BET_ON if "limit" in rules else {})
    yield from (what for what, keys in wanted.items() if key not in keys)
    if key in FACES:
        yield from _lacking_in_discord(key)


def _lacking_in_discord(key: str) -> Iterator[str]:
    face = FACES[key]
    inside = {
        command.name
        for cog in COGS
        if (own := group_of(cog)) is not None and own.name == face.command
        for _name, command in commands_of(cog)
    }
    yield from (f"/{face.command} {name}, in bot/cogs" for name in sorted({"open", "rules"} - inside))
    yield from (f"{name}, on its screen" for name in ("emoji", "credit") if not getattr(face, name, ""))
    if not (FOLDER / f"{face.rules_page}.md").is_file():
        yield f"docs/rules/{face.rules_page}.md"
    elif len(sections(face.rules_page)) <= 4:
        yield "rules in sections"
    elif max(len(each.title) + len(each.body) for each in sections(face.rules_page)) >= SECTION_MAX:
        yield "sections that fit into a message"


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_whole(key: str) -> None:
    """Law 8: all that the tavern asks for of a game is there, and what is not is named here."""
    assert list(lacking(key)) == []


def test_what_a_game_lacks_is_named() -> None:
    """A game of which there are only the rules lacks all the rest."""
    told = {*lacking(FISTS.key)}

    assert told == {
        "a transcript: python -m tests.laws.record",
        "rules with numbers, in docs/rulebook",
        *BY_HAND,
        *IF_DEALT,
    }


def test_what_a_screen_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that names commands and a page that do not exist is named, too."""
    face = FACES["dividha"]
    monkeypatch.setattr(type(face), "command", "no-such-group")
    monkeypatch.setattr(type(face), "rules_page", "no-such-page")
    told = list(lacking("dividha"))

    assert told == [
        "/no-such-group open, in bot/cogs",
        "/no-such-group rules, in bot/cogs",
        "docs/rules/no-such-page.md",
    ]


def test_every_deal_of_the_day_has_its_screen() -> None:
    """TB-20: in the same order, too."""
    assert [*DAILY_FACES] == [*DAILY]


def test_nothing_is_kept_for_a_game_that_is_not_there() -> None:
    """Games that are listed elsewhere are in the catalogue."""
    listed = (BY_HAND | IF_DEALT | IF_BET_ON).values()

    assert {key for keys in listed for key in keys} <= GAMES.keys()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_house_rule_says_what_each_of_its_values_does(game: AnyGame) -> None:
    """A host who reads the list needs no rules page; a line fits beside the value on a phone."""
    said = [each.line(value) for each in options(game.house_rules) for value, _label in each.choices]

    assert [each for each in said if not 0 < len(each) <= 90] == []
