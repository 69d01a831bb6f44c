"""The rules of the project that are easily forgotten."""

from __future__ import annotations

import ast
import io
import itertools
import re
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import discord
import pytest

from bot import __version__, cli
from bot.settings import Settings
from games import own
from tests.begun import BEGUN
from tests.source import FIRST_WORD, OLD_NAMES, listed_docstrings, nodes, old_names

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = [
    ROOT / "hatch_build.py",
    *(
        path
        for folder in ("art", "bot", "games", "storage", "training", "tests", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
    ),
]
GAMES = sorted(each.game.key for each in own.RECORDS)
REQUIREMENTS = (
    "requirements.txt",
    "requirements-postgres.txt",
    "requirements-env.txt",
    "requirements-dev.txt",
)
LINES_MAX = 600
FUNCTION_LINES_MAX = 50


def test_every_setting_stands_in_the_example() -> None:
    """A user who copies .env.example sees all there is to set, each with a line on it."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    explained = {
        line.partition("=")[0]
        for above, line in itertools.pairwise(lines)
        if "=" in line and above.startswith("# ")
    }

    assert explained == {name.upper() for name in Settings.model_fields}


TERMINAL = [
    "play",
    "chat",
    "run",
    "settings",
    "health",
    "backup",
    "restore",
    "move",
    "history",
    "rank",
    "verify",
    "daily",
    "new",
    "lacks",
    "games",
    "simulate",
]


@pytest.mark.parametrize("command", TERMINAL)
def test_every_subcommand_stands_in_the_documents(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands typed into a terminal are documented, too."""
    with pytest.raises(SystemExit):
        cli.main(["--help"])

    assert f"{{{','.join(TERMINAL)}}}" in capsys.readouterr().out
    assert f"`taproom {command}" in (DOCS / "host/terminal.md").read_text()


ROOMS = sorted(
    {path.parent for folder in ("bot", "games", "storage") for path in (ROOT / folder).rglob("*.py")}
)
ROOMS_MAX = 12


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.relative_to(ROOT).as_posix())
def test_every_room_says_what_lives_there(room: Path) -> None:
    """A stranger finds out where to look without opening all files: a line a room, and few on a floor."""
    told = ast.get_docstring(ast.parse((room / "__init__.py").read_text()))

    assert told
    assert told.splitlines()[0].endswith(".") or room.name in ("bot", "cogs")
    assert len([each for each in ROOMS if each.parent == room]) <= ROOMS_MAX


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_of_rules(game: str) -> None:
    """Law 8: each game is told in the project's own words."""
    page = ROOT / "docs" / "rules" / f"{game.replace('_', '-')}.md"

    assert page.read_text().startswith("# ")


def test_the_invitation_asks_for_no_more_than_it_names() -> None:
    """The link's number is the five permissions that its page lists below it."""
    page = (DOCS / "host/portal.md").read_text()
    asked = re.search(r"scope=bot\+applications\.commands&permissions=(\d+)", page)
    named = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        attach_files=True,
        read_message_history=True,
    )

    assert asked is not None
    assert int(asked[1]) == named.value


def test_every_file_that_is_named_is_there() -> None:
    """A comment or a page that names a file of ours sends nobody after one that has gone."""
    tree = {path.relative_to(ROOT).as_posix() for path in SOURCES}
    pages = [*SOURCES, *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    lost = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in pages
        for name in re.findall(r"`([a-z_/]+\.py)`", path.read_text())
        if path.name != "CHANGELOG.md" and not any(f"/{there}".endswith(f"/{name}") for there in tree)
    }

    assert lost == set()


SHIPPED = [path for path in SOURCES if path.relative_to(ROOT).parts[0] in ("bot", "games", "storage")]


def test_the_changelog_tells_of_this_version() -> None:
    """Server owners find out what they get; each version once, the latest first."""
    told = re.findall(r"(?m)^## \[([\d.]+)\] - ", (ROOT / "CHANGELOG.md").read_text())

    assert told[0] == __version__
    assert told == sorted(set(told), key=lambda version: [*map(int, version.split("."))], reverse=True)


def test_every_page_that_is_linked_is_there() -> None:
    """A user who follows a link of ours from page to page comes to something, and to the heading it names."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    lost = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link, _, heading in re.findall(r"\]\(([^)#:]*)(#([^)]*))?\)", page.read_text())
        if not (there := page.parent / link if link else page).exists()
        or (heading and heading not in headings(there))
    ]

    assert len(pages) > 15
    assert lost == []


@cache
def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as the host and the site write them."""
    found = re.findall(r"(?m)^#+ (.+)$", page.read_text())
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in found}


def test_no_two_classes_go_by_one_name() -> None:
    """One word, one meaning: a class name is unique, but two games may use one for things of their own."""
    files: dict[str, list[str]] = {}
    for path in SHIPPED:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                files.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    twice = {name: found for name, found in files.items() if len(found) > 1}

    assert len(files) > 200
    assert {name: found for name, found in twice.items() if not _are_of_games(found)} == {}


def _are_of_games(found: list[str]) -> bool:
    """Return True if each of these files is of another game, one that is only begun and the template too."""
    folders = [path.removesuffix("/high_die.py").split("/") for path in found]
    games = {folder[1] for folder in folders if folder[1] in (*GAMES, *BEGUN, "tools")}
    return len(games) == len(found)


NO_TOURNAMENT = re.compile(r"contests?|cups?|event_|of_event|herald|tidings")
"""Names that a tournament, or what is said of it, has gone by."""


def test_every_class_says_what_it_is() -> None:
    """A class has a docstring, or the sentence that people read: neither is needed twice."""
    silent = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in SOURCES
        for node in ast.iter_child_nodes(nodes(path)[0])
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        if not ast.get_docstring(node) and SENTENCES.isdisjoint(_assigned(node))
    ]

    assert silent == []


SENTENCES = {"template", "advice_template"}


def _assigned(node: ast.ClassDef) -> Iterator[str]:
    """The names that a class gives a value, or computes one for."""
    for each in node.body:
        match each:
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.FunctionDef(name=name):
                yield name


def test_a_tournament_goes_by_no_other_name() -> None:
    """One word, one meaning: in all that our code gives a name, a tournament is a tournament."""
    named = {
        (path.relative_to(ROOT).as_posix(), token.string)
        for path in SHIPPED
        if NO_TOURNAMENT.search(path.read_text().lower())
        for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
        if token.type == tokenize.NAME and NO_TOURNAMENT.fullmatch(token.string.strip("_").lower())
    }

    assert named == set()


def test_the_glossary_is_short_and_has_the_words_of_our_types() -> None:
    """At most 80 words are explained, none twice; a table, a seat and their like are among them."""
    glossary = (DOCS / "develop/words.md").read_text()
    words = [
        word for row in re.findall(r"(?m)^\| ([^|]+) \| .+ \|$", glossary)[1:] for word in row.split(", ")
    ]
    asked = {
        "table",
        "seat",
        "hand",
        "chance seat",
        "offer",
        "move",
        "transition",
        "view",
        "screen",
        "service",
    }

    assert asked | {"posting", "tournament", "organiser"} <= set(words)
    assert len(words) == len(set(words)) <= 80


REWORDED = ("art", "benchmarks", "bot", "games", "storage", "tests", "training")
"""The packages whose docstrings follow CONTRIBUTING."""


def test_no_old_name_returns() -> None:
    """One word, one meaning: an identifier that was renamed stays renamed (docs/develop/words.md)."""
    assert len(OLD_NAMES) > 100
    assert old_names(SOURCES) == []


@pytest.mark.parametrize("folder", REWORDED)
def test_docstrings_begin_with_a_verb_or_a_noun(folder: str) -> None:
    """A docstring is imperative or a noun phrase: none begins with a question word (CONTRIBUTING)."""
    inside = [path for path in SOURCES if path.relative_to(ROOT).as_posix().startswith(f"{folder}/")]

    assert inside
    assert listed_docstrings(inside) == []


@pytest.mark.parametrize(
    ("docstring", "is_listed"),
    [
        ("What counts.", True),
        ("TB-13: what counts.", True),
        ("TN-35 to TN-37, F-4: how.", True),
        ("Whole.", False),
    ],
)
def test_first_words_are_found_behind_numbers(docstring: str, is_listed: bool) -> None:  # noqa: FBT001
    """A listed word is found behind the numbers of rules, and only as a whole word."""
    assert bool(FIRST_WORD.match(docstring)) == is_listed


MEANT_TO_BE_IMPORTED = "tests/laws/every_law.py"


def test_no_file_imports_from_a_test_file() -> None:
    """Shared helpers are in modules of their own: a test neither runs nor breaks by way of another file."""
    imported = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        if path.relative_to(ROOT).as_posix() != MEANT_TO_BE_IMPORTED
        for node in nodes(path)
        for name in _imported(node)
        if re.match(r"tests\.(\w+\.)*test_", name)
    ]

    assert imported == []


def _imported(node: ast.AST) -> Iterator[str]:
    """Yield the dotted names that an import statement imports."""
    match node:
        case ast.Import(names=names):
            yield from (each.name for each in names)
        case ast.ImportFrom(module=str(module), names=names):
            yield from (f"{module}.{each.name}" for each in names)


def test_nothing_is_left_for_later() -> None:
    """The code has no marks of unfinished work."""
    mark = re.compile("TO" + "DO|FIX" + "ME|XX" + "X")

    assert [str(path) for path in SOURCES if mark.search(path.read_text())] == []


def test_no_file_grows_too_long() -> None:
    """A file that does one thing needs no more than 600 lines."""
    long = {path.name: count for path in SOURCES if (count := len(path.read_text().splitlines())) > LINES_MAX}

    assert long == {}


def test_no_function_grows_too_long() -> None:
    """A function that does one thing needs no more than 50 lines."""
    long = {
        f"{path.relative_to(ROOT)}: {node.name}": count
        for path in SHIPPED
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (count := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES_MAX
    }

    assert long == {}


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_package_is_pinned_by_its_hash(name: str) -> None:
    """The installed packages are the tested ones, wherever they are fetched from."""
    text = (ROOT / name).read_text()
    pinned = re.findall(r"^([a-z0-9._-]+)==[^\s;]+.*\\$\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)

    assert len(pinned) == len(re.findall(r"^[^\s#]", text, re.MULTILINE))
    assert "://" not in text


def test_the_requirements_hold_what_the_project_asks_for() -> None:
    """A dependency that is added to pyproject.toml and not pinned would be missed on a fresh machine."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    always = project["project"]["dependencies"] + project["dependency-groups"]["checkout"]
    wanted = {
        "requirements.txt": always,
        "requirements-postgres.txt": always + extras["postgres"],
        "requirements-env.txt": always + extras["env"],
        "requirements-dev.txt": always + [each for each in extras["dev"] if not each.startswith("taproom")],
    }
    missing = [
        (name, each)
        for name, asked in wanted.items()
        for each in asked
        if not re.search(rf"^{_distribution(each)}==", (ROOT / name).read_text(), re.MULTILINE)
    ]

    assert missing == []


def _distribution(asked: str) -> str:
    """`discord.py>=2.7` is pinned as discord-py."""
    match = re.match(r"[A-Za-z0-9._-]+", asked)
    assert match is not None
    return match[0].replace(".", "-").lower()


LOOKED_UP = {"_", "N_", "ngettext_noop", "ngettext", "pgettext"}


def test_no_text_is_looked_up_within_an_f_string() -> None:
    """Babel does not look into them, so that a text there would stay English everywhere."""
    within = [
        f"{path}:{node.lineno}"
        for path in SHIPPED
        for joined in nodes(path)
        if isinstance(joined, ast.JoinedStr)
        for node in ast.walk(joined)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in LOOKED_UP and is_text(node.args[0])
    ]

    assert within == []


def is_text(node: ast.AST) -> bool:
    """A text as it stands in the source."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
CALLED = re.compile(rf"\b({'|'.join(sorted(LEVELS))})\s*\(")


def test_lines_of_the_log_stand_in_the_source() -> None:
    """TB-11: no line is put together before it reaches `bot/process/logs.py`, which cannot look into it."""
    calls = [
        (path, node)
        for path in SOURCES
        if CALLED.search(path.read_text())
        for node in nodes(path)
        if isinstance(node, ast.Call) and is_logged(node.func)
    ]
    spoken = [f"{path}:{node.lineno}" for path, node in calls if not isinstance(node.args[0], ast.Constant)]
    named = [f"{path}:{node.lineno}" for path, node in calls if "__name__" in ast.unparse(node)]

    assert calls
    assert spoken == []
    assert named == [], "a failure is handed over itself: its name would be left out"


def is_logged(function: ast.expr) -> bool:
    """Return True if the function is a method of a module's `log`."""
    match function:
        case ast.Attribute(value=ast.Name(id="log"), attr=level):
            return level in LEVELS
    return False


def _takes_first(node: ast.AST) -> bool:
    """Return True for a call of `next` that has no default and may find nothing."""
    match node:
        case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp() | ast.Call()]):
            return True
    # A name is an iterator that goes on for ever, such as of seeds or numbers.
    return False


def test_what_must_be_there_is_looked_up_by_name() -> None:
    """A lookup that finds nothing says so (`must_find`), or has a default: `StopIteration` ends loops."""
    found = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        for path in SOURCES
        if path.relative_to(ROOT).parts[0] in ("bot", "games", "storage")
        for node in nodes(path)
        if _takes_first(node)
    ]

    assert found == []
