"""Our own source as the tests read it that look at how it is written."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file's syntax: several tests look at all files, and reading them takes long."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
