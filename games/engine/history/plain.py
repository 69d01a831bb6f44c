"""Values as JSON has them, and back, read strictly.

`read` refuses whatever does not fit exactly: a missing field, an unknown field, a text where
there should be a number. What it returns needs no further checks.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final, Optional

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from games.engine.core.errors import RuleError

COMPLAINT: Final = 160
"""The longest complaint, in characters."""


class Misshapen(Exception):
    """JSON that is not of the form that was asked for; its message says where, in one line."""


def plain(value: Any) -> Any:
    """A value as JSON has it: classes and mappings as objects, tuples as lists; plain values as they are."""
    return to_jsonable_python(value)


def read(kind: Any, value: Any, where: str) -> Any:
    """The value of this type that `plain` wrote in this way; raises `Misshapen` if there is none."""
    text = json.dumps(value, sort_keys=True)
    try:
        found = strict(kind).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (where, *first["loc"])))
        raise Misshapen(_in_one_line(f"{place}: {first['msg']}")) from error
    except RuleError as refused:
        # A value's own class checks that its fields go together.
        raise Misshapen(_in_one_line(f"{where}: {refused}")) from refused
    # Otherwise a missing field would pass with its default, and a key of 01 as 1.
    if found is None or json.dumps(plain(found), sort_keys=True) != text:
        raise Misshapen(f"{where}: not written as this program writes it")
    return found


def _in_one_line(text: str) -> str:
    """A complaint that names what stands in a file, which may be anything."""
    return text[:COMPLAINT].encode("unicode_escape").decode()


@cache
def strict(kind: Any) -> TypeAdapter[Any]:
    """Reads and writes values of this type, or None; unknown fields and wrong types are refused."""
    # pydantic's configuration reaches dataclasses only from a type around them: hence the Optional.
    return TypeAdapter(Optional[kind], config=ConfigDict(extra="forbid", strict=True, allow_inf_nan=False))  # noqa: UP045
