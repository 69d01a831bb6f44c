"""Values as JSON has them, and back, read strictly.

`read` makes nothing of what does not fit exactly: a missing field, one too many, a text where
there should be a number. So whoever works with what was read need not look again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from games.engine.core.errors import Impossible, RuleError

WHOLE_MAX = 2**53 - 1
"""The largest number that all readers of JSON agree about."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
SHOWN = 40
"""So much of a wrong value is repeated."""


class Misshapen(Exception):
    """JSON that is not of the form that was asked for; its message says where."""


def plain(value: Any) -> Any:
    """A value as JSON has it: classes and mappings as objects, tuples as lists. What is plain, stays."""
    match value:
        case None | bool() | int() | str():
            return value
        case tuple() | list():
            return [plain(each) for each in value]
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case _:
            return {each.name: plain(getattr(value, each.name)) for each in fields(value)}


def read(kind: Any, value: Any, where: str) -> Any:
    """The value of that type which `plain` wrote so, or `Misshapen`."""
    if isinstance(kind, NewType):
        return read(kind.__supertype__, value, where)
    if is_dataclass(kind):
        return _read_class(kind, value, where)
    reader = _READERS.get(get_origin(kind))
    if reader is not None:
        return reader(get_args(kind), value, where)
    # True is an int to Python, and to nobody else.
    if kind is not Any and type(value) is not kind:
        raise _misfit(value, where)
    if kind is int and abs(value) > WHOLE_MAX:
        raise _misfit(value, where)
    return value


def _read_class(kind: Any, value: Any, where: str) -> Any:
    hints = _hints(kind)
    if type(value) is not dict or value.keys() != hints.keys():
        raise _misfit(value, where)
    told = {name: read(hint, value[name], f"{where}.{name}") for name, hint in hints.items()}
    try:
        return kind(**told)
    except (RuleError, Impossible) as refused:
        # What goes together in a value, the value's own class knows.
        raise _misfit(value, where) from refused


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_union(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    """The first that fits; where there is only one besides nothing, its own complaint is told."""
    solid = [kind for kind in kinds if kind is not type(None)]
    if value is None and len(solid) < len(kinds):
        return None
    if len(solid) == 1:
        return read(solid[0], value, where)
    for kind in solid:
        try:
            return read(kind, value, where)
        except Misshapen:
            continue
    raise _misfit(value, where)


def _read_tuple(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if type(value) is not list:
        raise _misfit(value, where)
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(value)
    if len(kinds) != len(value):
        raise _misfit(value, where)
    told = zip(kinds, value, strict=True)
    return tuple(read(kind, each, f"{where}[{index}]") for index, (kind, each) in enumerate(told))


def _read_mapping(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if type(value) is not dict:
        raise _misfit(value, where)
    key_kind, kind = kinds
    return {
        _read_key(key_kind, key, where): read(kind, each, f"{where}[{key[:SHOWN]!r}]")
        for key, each in value.items()
    }


def _read_key(kind: Any, key: str, where: str) -> str | int:
    if kind is str:
        return key
    if not _NUMBER.fullmatch(key):
        raise _misfit(key, where)
    return int(key)


def _read_literal(choices: tuple[Any, ...], value: Any, where: str) -> Any:
    if not any(type(value) is type(each) and value == each for each in choices):
        raise _misfit(value, where)
    return value


_READERS: Mapping[Any, Callable[[tuple[Any, ...], Any, str], Any]] = {
    Union: _read_union,
    UnionType: _read_union,
    tuple: _read_tuple,
    Mapping: _read_mapping,
    Literal: _read_literal,
}


def _misfit(value: object, where: str) -> Misshapen:
    return Misshapen(f"{where}: {repr(value)[:SHOWN]} does not belong there")
