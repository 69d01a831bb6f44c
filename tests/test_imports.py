"""Allowed imports. The arrows are those of docs/develop/architecture.md; none runs the other way."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.source import nodes

ROOT = Path(__file__).parents[1]
OURS = ("art", "bot", "games", "storage", "training")
FILES = sorted(path.relative_to(ROOT) for folder in OURS for path in (ROOT / folder).rglob("*.py"))
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/rules.py"))
LISTING = ("bot/screens/catalog.py", "bot/cogs/__init__.py")
"""The two modules that list by hand the games' screens and commands."""
UNREPEATABLE = {"asyncio", "datetime", "random", "secrets", "time"}


@dataclass(frozen=True, slots=True)
class Arrow:
    """One import: the file that it stands in, and what it asks for."""

    file: Path
    module: str

    def leads_to(self, *packages: str) -> bool:
        """Return True if the import is of one of these packages, or of a module inside."""
        return any(self.module == each or self.module.startswith(f"{each}.") for each in packages)


def imports_of(file: Path, found: Iterable[ast.AST]) -> Iterator[Arrow]:
    """Every import of a file, those inside functions too."""
    for node in found:
        if isinstance(node, ast.Import):
            yield from (Arrow(file, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            # `from games import catalog` asks for games.catalog.
            yield from (Arrow(file, f"{node.module}.{each.name}") for each in node.names)


ARROWS = [arrow for file in FILES for arrow in imports_of(file, nodes(ROOT / file))]


def inside(folder: str) -> list[Arrow]:
    """The imports of one folder or file."""
    return [arrow for arrow in ARROWS if arrow.file.is_relative_to(folder)]


def strangers(arrows: list[Arrow], *allowed: str) -> list[str]:
    """Return the imports that are neither allowed nor Python's own."""
    return [
        f"{arrow.file} imports {arrow.module}"
        for arrow in arrows
        if not arrow.leads_to(*allowed) and arrow.module.partition(".")[0] not in sys.stdlib_module_names
    ]


def importers(*packages: str) -> set[str]:
    """The files that import one of these packages."""
    return {arrow.file.as_posix() for arrow in ARROWS if arrow.leads_to(*packages)}


def test_an_import_is_read_wherever_it_stands() -> None:
    """A guard that overlooks an import guards nothing."""
    source = "import a.b\ndef f():\n    from c import d, e\n"

    found = {arrow.module for arrow in imports_of(Path("x.py"), ast.walk(ast.parse(source)))}

    assert found == {"a.b", "c.d", "c.e"}


def test_the_files_are_found() -> None:
    """No arrow is right because nothing was looked at."""
    assert len(FILES) > 10
    assert len(inside("games/engine")) > 20


def test_the_engine_stands_on_python_alone() -> None:
    """The engine imports itself and the standard library, and what reads files of histories pydantic."""
    assert strangers(inside("games/engine"), "games.engine", "pydantic", "pydantic_core") == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_the_engine_and_itself(game: str) -> None:
    """A game imports the engine and its own folder; never another game."""
    assert strangers(inside(f"games/{game}"), "games.engine", f"games.{game}") == []


def test_the_tournament_director_knows_the_engine_and_itself() -> None:
    """A tournament is of any game, and the director knows none."""
    assert strangers(inside("games/tournament"), "games.engine", "games.tournament") == []
    assert len(inside("games/tournament")) > 20


def test_the_rules_have_no_clock_and_no_dice_of_their_own() -> None:
    """Time and chance come into the rules as arguments."""
    pure = [arrow for folder in ("engine", "tournament", *GAMES) for arrow in inside(f"games/{folder}")]

    unrepeatable = [arrow for arrow in pure if arrow.leads_to(*UNREPEATABLE)]

    # A generator is given its seed, and so gives the same again.
    assert [arrow for arrow in unrepeatable if arrow.module != "random.Random"] == []


def test_the_games_know_neither_storage_nor_bot() -> None:
    """No module in games/ imports anything but games/, and modules that read files of histories pydantic."""
    rules = [each for each in inside("games") if not each.file.is_relative_to("games/env")]
    # The terminal's `lacks` looks at a game's screen and commands, too.
    rules = [
        each for each in rules if not (each.file == Path("games/__main__.py") and each.leads_to("bot.lacks"))
    ]

    assert strangers(rules, "games", "pydantic", "pydantic_core") == []


def test_the_table_for_programs_is_an_extra() -> None:
    """It knows the games by their catalogue, nobody knows it, and its libraries nobody else."""
    libraries = ("numpy", "gymnasium", "pettingzoo")
    ours = ("games.env", "games.engine", "games.catalog", "games.tools")

    assert strangers(inside("games/env"), *ours, *libraries) == []
    assert {each.rpartition("/")[0] for each in importers("games.env", *libraries)} == {"games/env"}


def test_storage_knows_the_engine_and_no_game() -> None:
    """Storage imports the engine and the director of tournaments, its drivers and its reader; no game."""
    allowed = ("storage", "games.engine", "games.tournament", "aiosqlite", "pydantic", "pydantic_core")

    assert strangers(inside("storage"), *allowed, "psycopg") == []


def test_a_file_needs_no_driver_of_postgresql() -> None:
    """Psycopg is an extra: only what speaks to PostgreSQL imports it, and is imported when asked for."""
    assert {each.rpartition("/")[0] for each in importers("psycopg")} == {"storage/postgres"}
    outside = {each for each in importers("storage.postgres") if not each.startswith("storage/postgres")}
    assert outside == {"storage/db/database.py", "storage/files/migrate_backend.py"}


def test_only_storage_speaks_to_the_database() -> None:
    """The driver stays in storage/, so that another database can stand behind the same functions."""
    assert {each.partition("/")[0] for each in importers("aiosqlite", "sqlite3", "psycopg")} <= {"storage"}


def test_only_the_bot_speaks_to_discord() -> None:
    """discord.py, and SimCord for the chat room, stay in bot/."""
    assert {each.partition("/")[0] for each in importers("discord", "simcord")} <= {"bot"}


def test_discord_is_imported_where_the_page_says() -> None:
    """discord.py is imported in `bot/discord_io` and the modules named in architecture.md, nowhere else."""
    page = (ROOT / "docs/develop/architecture.md").read_text()
    listed = re.search(r"discord\.py is imported only in (.+?`)\.\s", page, re.DOTALL)
    assert listed is not None
    home = "bot/discord_io"

    assert {home if each.startswith(f"{home}/") else each for each in importers("discord")} == set(
        re.findall("`(.+?)`", listed[1])
    )


def test_art_is_drawn_beforehand() -> None:
    """The drawings stand by themselves: the bot has the files that come of them, and none of their tools.

    The album of the README takes them from the running page, in the browser that tests have.
    """
    seen = ("playwright", "tests.browser.chromium")
    assert strangers(inside("art"), "art", "PIL", "resvg_py", *seen) == []
    assert {each.partition("/")[0] for each in importers("art", "resvg_py")} == {"art"}


def test_house_players_learn_beforehand() -> None:
    """Training and measuring imports the games only, and no other package imports it."""
    assert strangers(inside("training"), "training", "games") == []
    assert {each.partition("/")[0] for each in importers("training")} <= {"training"}


def test_pictures_are_painted_from_values() -> None:
    """The painter knows the language of pictures and Pillow; nobody else knows Pillow but the art."""
    values = ("bot.screens.core.picture", "bot.screens.core.tiles")
    assert strangers(inside("bot/pictures"), "bot.pictures", "bot.sprites", *values, "PIL", "zlib_ng") == []
    assert {each.rpartition("/")[0] for each in importers("PIL")} == {"art", "bot/pictures"}
    assert strangers(inside("bot/screens/core/picture.py"), "bot.screens.core.tiles") == []
    assert (
        strangers(inside("bot/screens/core/tiles.py"), "bot.text.translate", "games.engine.core.values") == []
    )


FRONTS = (
    "discord",
    "simcord",
    "bot.discord_io",
    "bot.discord_bot",
    "bot.simcord_room",
    "bot.page",
    "bot.practice",
    "bot.hosted",
)


@pytest.mark.parametrize(
    "part",
    [
        "cogs",
        "tavern",
        "screens",
        "front",
        "application.py",
        "process/scheduler.py",
        "process/peers.py",
        "process/shard_lease.py",
    ],
)
def test_the_house_knows_no_front(part: str) -> None:
    """Handlers, what they do and what they show stand apart from Discord, so that a second front fits."""
    assert [arrow for arrow in inside(f"bot/{part}") if arrow.leads_to(*FRONTS)] == []
    assert inside(f"bot/{part}")


@pytest.mark.parametrize("ring", ["tavern", "screens", "text", "pictures", "front"])
def test_only_the_outer_rings_speak_to_discord(ring: str) -> None:
    """The application, what is drawn and the words know nothing of Discord, nor of who speaks to it."""
    outer = (*FRONTS, "bot.cogs", "bot.application")

    assert [arrow for arrow in inside(f"bot/{ring}") if arrow.leads_to(*outer)] == []
    assert len(inside(f"bot/{ring}")) > 5


def test_the_tavern_draws_nothing() -> None:
    """Screens are made from the Tavern's data, and not the other way round."""
    assert [arrow for arrow in inside("bot/tavern") if arrow.leads_to("bot.screens")] == []


def test_what_speaks_to_discord_knows_no_command() -> None:
    """Commands and buttons are outermost: only the beginning knows them."""
    knowing = {file for file in importers("bot.cogs") if not file.startswith("bot/cogs/")}

    starting = {"bot/__main__.py", "bot/cli.py", "bot/lacks.py", "bot/simcord_room.py", "bot/practice.py"}
    assert knowing == {*starting, "bot/discord_io/commands.py"}


@pytest.mark.parametrize("part", ["page", "practice.py"])
def test_the_page_knows_nothing_of_discord(part: str) -> None:
    """A second front stands beside Discord’s: neither its library nor its room is asked for."""
    others = {*FRONTS, "bot.pictures"} - {"bot.page", "bot.practice"}

    assert [arrow for arrow in inside(f"bot/{part}") if arrow.leads_to(*others)] == []
    assert inside(f"bot/{part}")


def test_the_page_asks_a_house_and_no_game() -> None:
    """Its content is redacted and drawn elsewhere; it makes no move and reads no state’s secrets."""
    assert [each for each in inside("bot/page") if each.leads_to("bot.cogs", "games.catalog")] == []


def test_pydantic_is_asked_in_three_places() -> None:
    """The library pydantic reads what was stored, what was set and files of histories, and nothing else."""
    found = importers("pydantic", "pydantic_core", "pydantic_settings")

    assert found <= {"storage/db/codec.py", "bot/settings.py", "games/engine/history.py"}


def test_only_the_pages_count() -> None:
    """The library prometheus-client is known to the pages alone, and imported where a port is set."""
    assert importers("prometheus_client") == {"bot/metrics.py"}
    assert importers("bot.metrics") == {"bot/__main__.py"}
    beginning = Path("bot/__main__.py")
    at_once = imports_of(beginning, ast.iter_child_nodes(nodes(ROOT / beginning)[0]))
    assert not any(arrow.leads_to("bot.metrics") for arrow in at_once)


def test_nothing_is_sent_but_to_discord() -> None:
    """TN-39: beside discord.py's, connections go to Discord for a login, and to this machine alone."""
    clients = ("ClientSession", "TCPConnector", "HTTPConnection", "urlopen")
    opened = {
        file.as_posix()
        for file in FILES
        for node in nodes(ROOT / file)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(clients)
    }

    assert opened == {"bot/simcord_room.py", "bot/hosted/server.py", "bot/process/health.py"}


def test_no_circle() -> None:
    """No modules import each other in a circle, not even for type checking or inside a function."""
    modules = {
        file.with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): file for file in FILES
    }
    names = {file: module for module, file in modules.items()}
    above: dict[str, set[str]] = {module: set() for module in modules}
    for arrow in ARROWS:
        imported = arrow.module if arrow.module in modules else arrow.module.rpartition(".")[0]
        if imported in modules and imported != names[arrow.file]:
            above[names[arrow.file]].add(imported)

    assert sum(map(len, above.values())) > 1000
    TopologicalSorter(above).prepare()


def test_only_storage_speaks_sql() -> None:
    """No statement stands outside storage/."""
    statement = re.compile(
        r"\s*(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s.+\sSET|DELETE\s+FROM)\s", re.IGNORECASE
    )
    outside = [file for file in FILES if file.parts[0] != "storage"]
    texts = [
        f"{file}:{node.lineno}"
        for file in outside
        for node in nodes(ROOT / file)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and statement.match(node.value)
    ]

    assert texts == []


@pytest.mark.parametrize("game", GAMES)
def test_no_game_is_named_where_all_are_meant(game: str) -> None:
    """A game's name stands in its folder, its screens, its cog and where all games are listed."""
    name = re.compile(game.replace("_", "[-_ ]?"), re.IGNORECASE)
    common = [
        file
        for file in FILES
        if file.parts[0] in ("bot", "storage")
        or any(file.is_relative_to(f"games/{folder}") for folder in ("engine", "tournament", "env"))
        if game not in file.as_posix() and file.as_posix() not in LISTING
    ]

    assert [str(file) for file in common if name.search((ROOT / file).read_text())] == []
