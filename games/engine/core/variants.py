"""Members of unions: moves, events and orders, which name themselves where they are stored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def variant(cls: type[T]) -> type[T]:
    """A frozen dataclass with one field more, `kind`: its name in snake case.

    What is stored must still be read, so a class that gets another name says its `kind` itself.
    """
    kind = vars(cls).get("kind", re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower())
    cls.__annotations__ = {**cls.__annotations__, "kind": Literal[kind]}
    cls.kind = kind  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(cls)
