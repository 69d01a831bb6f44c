"""Our own source as the tests read it that look at how it is written."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
OLD_NAMES = frozenset((ROOT / "tests/old_names.txt").read_text().split())
"""Names that classes and functions had before they were named by the field's standard terms."""
RULES = r"(?:[A-Z]+-\d+(?: to [A-Z]+-\d+)?(?:, [A-Z]+-\d+(?: to [A-Z]+-\d+)?)*: )?"
FIRST_WORDS = (
    "What|Who|Whom|Whose|Which|Where|How|Why|That|Those|By|Of|As"
    "|Nothing|Nobody|Everybody|Somebody|Have|Let|what|who|whom|whose|which|where|how|why"
)
FIRST_WORD = re.compile(rf"{RULES}(?:{FIRST_WORDS})\b")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file's syntax: several tests look at all files, and reading them takes long."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def old_names(paths: Iterable[Path]) -> list[str]:
    """Return the places of identifiers that were renamed; words in texts and comments don't count."""
    return [
        f"{path.relative_to(ROOT)}:{token.start[0]}: {token.string}"
        for path in paths
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        if token.type == tokenize.NAME and token.string in OLD_NAMES
    ]


def listed_docstrings(paths: Iterable[Path]) -> list[str]:
    """Return the places of docstrings that begin with a listed word, also behind the numbers of rules.

    A command's docstring is left out: it is the text that users read in Discord.
    """
    return [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
        for path in paths
        for node in nodes(path)
        if isinstance(node, DOCUMENTED) and FIRST_WORD.match(ast.get_docstring(node) or "")
        if not _is_command(node)
    ]


def _is_command(node: ast.AST) -> bool:
    """Return True if a function is marked by `command`, whose description its docstring becomes."""
    return any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "command"
        for each in getattr(node, "decorator_list", ())
    )
