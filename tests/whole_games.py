"""The parts of a game of ours beside its rules: `python -m tests.whole_games KEY` names what it lacks."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from bot.cogs import COGS
from bot.front.decorators import commands_of, group_of
from bot.screens.catalog import FACES, SHOWN_GAMES
from bot.screens.learn.rules import FOLDER, sections
from games.engine.core.house_rules import options
from tests.begun import TRANSCRIPTS
from tests.bot.lessons import COSTS, RIGHT
from tests.bot.recount import SHEETS
from tests.bot.server_screens import PLAYED as LONG_RECORDS
from tests.browser.evenings import EVENINGS
from tests.discord.games import STAKES
from tests.games.played import PLAYED
from tests.laws.tempers import TEMPERS
from tests.laws.walk import ALL_GAMES
from training.catalog import LEAGUES, SKILLED

RULEBOOK = Path(__file__).parents[1] / "docs" / "rulebook"
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
    """Return the required parts of a game that this one lacks, the transcript, which needs them all, last."""
    game = ALL_GAMES[key]
    if not (RULEBOOK / f"{key.replace('_', '-')}.md").is_file():
        yield "rules with numbers, in docs/rulebook"
    rules = {each.name for each in options(game.house_rules)}
    if not rules:
        yield "house rules"
    wanted = BY_HAND | (IF_DEALT if game.is_dealt else {}) | (IF_BET_ON if "limit" in rules else {})
    yield from (what for what, keys in wanted.items() if key not in keys)
    if key in FACES:
        yield from _lacking_in_discord(key)
    if not (TRANSCRIPTS / f"{key}.txt").is_file():
        yield "a transcript: python -m tests.laws.record"


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


if __name__ == "__main__":
    sys.stdout.write("".join(f"{each}\n" for each in lacking(sys.argv[1])))
