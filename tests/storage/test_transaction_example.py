"""The documentation of `Transaction` shows code that runs."""

import ast
from inspect import getdoc
from textwrap import dedent
from typing import Any

from storage.db.database import Database
from storage.db.transaction import Transaction


async def test_the_example_reads_what_was_written(database: Database) -> None:
    """The example in the docstring returns the stored names with its prefix, sorted."""
    example = dedent((getdoc(Transaction) or "").partition("some notes.\n")[2])
    names: dict[str, Any] = {"Transaction": Transaction, "database": database}

    def write(tx: Transaction) -> None:
        for name in ("moved to", "moved from", "copy"):
            tx.set_note(name, "somewhere")

    await database.write(write)
    code = compile(example, "Transaction", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    await eval(code, names)  # noqa: S307  (our own docstring)

    assert names["names"] == ["moved from", "moved to"]
