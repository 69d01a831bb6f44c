"""Comparisons of a kept moment with the clock: where they stand in the source, and how to flip one."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from storage.db.retention import ExpiringRows

ROOT = Path(__file__).parents[2]
PARTS = ("bot", "games", "storage")
OF_TIME = re.compile(
    r"^_?(now|at|moment|monotonic|clock|elapsed)$"
    r"|_(at|until|deadline)$|^(until|due|deadline|seconds_left|total_seconds|day_of)$"
)
"""The names of moments and clocks."""
TIME_SQL = re.compile(r"\b(?:\w+_at|until|at|day) (<=?|>=?)(?= (?!excluded))")
"""A comparison of a column that keeps a moment."""
_WORD = r"(?:_?\bnow\b|moment|monotonic|clock|elapsed|_at\b|\bat\b|until|deadline|due|_left|seconds|day)"
_LINE = re.compile(rf"{_WORD}.* [<>]=? | [<>]=? .*{_WORD}")
"""A line that may compare a moment."""
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
SWAPPED_SQL = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def _names(node: ast.AST) -> Iterator[str]:
    """Return the names that say what is compared: of `now.hands` the last one, and no index."""
    match node:
        case ast.Name(name):
            yield name
        case ast.Attribute(value, name):
            yield name
            if isinstance(value, ast.Call):
                yield from _names(value)
        case ast.Subscript(value):
            yield from _names(value)
        case _:
            for each in ast.iter_child_nodes(node):
                yield from _names(each)


def _comparisons(function: ast.AST, *, any_: bool = False) -> list[tuple[ast.Compare, int]]:
    """Return the comparisons of order with a moment, each with the number of its operator."""
    return [
        (node, at)
        for node in ast.walk(function)
        if isinstance(node, ast.Compare) and (any_ or any(map(OF_TIME.search, _names(node))))
        for at, operator in enumerate(node.ops)
        if type(operator) in SWAPPED
    ]


def _texts(function: ast.AST) -> list[tuple[ast.Constant, re.Match[str]]]:
    """Return the same in SQL."""
    return [
        (node, found)
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for found in TIME_SQL.finditer(node.value + " ")
    ]


@cache
def _tree(module: str) -> ast.Module:
    path = ROOT / module.replace(".", "/")
    source = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    return ast.parse(source.read_text())


def _functions(tree: ast.AST, name: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Return all functions of a module and its classes; one within another belongs to it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield name + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{name}{node.name}.")


def _constants(tree: ast.Module) -> ast.Module:
    """Return the assignments of a module."""
    return ast.Module([each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)], [])


def places() -> set[str]:
    """Return all functions, and modules with constants, that compare a moment."""
    found = set()
    for path in (each for part in PARTS for each in (ROOT / part).rglob("*.py")):
        lines = {number for number, line in enumerate(path.read_text().splitlines(), 1) if _LINE.search(line)}
        if not lines:
            continue
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = _tree(module)
        for name, node in _functions(tree):
            is_likely = not lines.isdisjoint(range(node.lineno, (node.end_lineno or 0) + 1))
            if is_likely and (_comparisons(node) or _texts(node)):
                found.add(f"{module}:{name}")
        if _texts(_constants(tree)):
            found.add(f"{module}:")
    return found


def _function(module: str, name: str) -> FunctionType:
    """Return the function that runs under this name."""
    there: Any = importlib.import_module(module)
    for part in name.split("."):
        there = vars(there)[part] if isinstance(there, type) else getattr(there, part)
    there = getattr(there, "fget", None) or getattr(there, "__wrapped__", None) or there
    assert isinstance(there, FunctionType)
    return there


@contextmanager
def _running(module: str, name: str, node: Any) -> Iterator[None]:
    """Run a function by another source meanwhile."""
    node.decorator_list, node.returns = [], None
    for each in ast.walk(node.args):
        if isinstance(each, ast.arg):
            each.annotation = None
    node.args.defaults, node.args.kw_defaults = [], [None for _ in node.args.kwonlyargs]
    real, made = _function(module, name), dict[str, Any]()
    exec(  # noqa: S102
        compile(ast.fix_missing_locations(ast.Module([node], [])), module, "exec"),
        vars(importlib.import_module(module)),
        made,
    )
    was, real.__code__ = real.__code__, made[node.name].__code__
    try:
        yield
    finally:
        real.__code__ = was


@contextmanager
def _saying(module: str, sql: str, flipped: str) -> Iterator[None]:
    """Replace a condition in a module's constants meanwhile."""
    there = importlib.import_module(module)
    rows = [
        each for each in getattr(there, "EXPIRING", ()) if isinstance(each, ExpiringRows) and sql in each.over
    ]
    names = [name for name, value in vars(there).items() if isinstance(value, str) and sql in value]
    was = {name: vars(there)[name] for name in names}
    assert rows or names
    overs = [each.over for each in rows]
    for name in names:
        setattr(there, name, was[name].replace(sql, flipped))
    for each in rows:
        object.__setattr__(each, "over", each.over.replace(sql, flipped))
    try:
        yield
    finally:
        for name in names:
            setattr(there, name, was[name])
        for each, over in zip(rows, overs, strict=True):
            object.__setattr__(each, "over", over)


def flips(place: str) -> Iterator[tuple[str, Any]]:
    """Return each comparison of a place, with a context in which it is or is no longer true at the moment."""
    module, _colon, name = place.partition(":")
    tree = _tree(module)
    node = dict(_functions(tree))[name] if name else _constants(tree)
    count = len(_comparisons(node)) if name else 0
    any_ = bool(name) and not count and not _texts(node)
    for number in range(len(_comparisons(node, any_=any_)) if name else 0):
        changed = deepcopy(node)
        compare, at = _comparisons(changed, any_=any_)[number]
        words = ast.unparse(compare)
        compare.ops[at] = SWAPPED[type(compare.ops[at])]()
        yield words, _running(module, name, changed)
    for number in range(len(_texts(node))):
        changed = deepcopy(node)
        constant, found = _texts(changed)[number]
        written = str(constant.value)
        flipped = written[: found.start(1)] + SWAPPED_SQL[found[1]] + written[found.end(1) :]
        if name:
            constant.value = flipped
            yield found[0], _running(module, name, changed)
        else:
            yield found[0], _saying(module, written, flipped)
