"""Values as JSON has them, and back, read strictly.

`read` makes nothing of what does not fit exactly: a missing field, one too many, a text where
there should be a number. So whoever works with what was read need not look again.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final, Optional

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from games.engine.core.errors import RuleError

COMPLAINT: Final = 160
"""So much is said of what is wrong."""


class Misshapen(Exception):
    """JSON that is not of the form that was asked for; its message says where, in one line."""


def plain(value: Any) -> Any:
    """A value as JSON has it: classes and mappings as objects, tuples as lists. What is plain, stays."""
    return to_jsonable_python(value)


def read(kind: Any, value: Any, where: str) -> Any:
    """The value of that type which `plain` wrote so, or `Misshapen`."""
    text = json.dumps(value, sort_keys=True)
    try:
        found = _reader(kind).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (where, *first["loc"])))
        raise Misshapen(_in_one_line(f"{place}: {first['msg']}")) from error
    except RuleError as refused:
        # What goes together in a value, the value's own class knows.
        raise Misshapen(_in_one_line(f"{where}: {refused}")) from refused
    # A field that was left out would be what it usually is, and a key of 01 would be 1.
    if found is None or json.dumps(plain(found), sort_keys=True) != text:
        raise Misshapen(f"{where}: not written as this program writes it")
    return found


def _in_one_line(text: str) -> str:
    """A complaint that names what stands in a file, which may be anything."""
    return text[:COMPLAINT].encode("unicode_escape").decode()


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    # A configuration reaches dataclasses only from a type around them: hence the Optional.
    return TypeAdapter(Optional[kind], config=ConfigDict(extra="forbid", strict=True, allow_inf_nan=False))  # noqa: UP045
