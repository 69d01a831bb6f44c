"""Values to JSON and back, read strictly: unknown fields and wrong types are refused.

The types are the games' own dataclasses (`Kinds`). A union whose members all carry a `kind` is read
and written by it, instead of by trying one after the other, which takes eight times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import SchemaSerializer, SchemaValidator

from games.engine.core.game import AnyGame, Kinds
from games.engine.history.plain import strict
from games.engine.table.events import TableEvent
from games.engine.table.table import AnyTable, Table
from storage.errors import Unreadable

FORMAT: Final = 1
"""The format of stored tables; a table in another one is not read."""

EVENTS_KEPT = 2048
"""How many encoded events of a game are cached."""

T = TypeVar("T")


class Codec(Generic[T]):
    """Writes and reads values of one type; ready at its first use, since that takes milliseconds."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    @cached_property
    def _schema(self) -> Any:
        schema = strict(self._kind).core_schema
        return _tag_unions(schema, _definitions(schema))

    @cached_property
    def _validator(self) -> SchemaValidator:
        return SchemaValidator(self._schema)

    @cached_property
    def _serializer(self) -> SchemaSerializer:
        return SchemaSerializer(self._schema)

    def encode(self, value: T) -> str:
        """A value as JSON."""
        return self._serializer.to_json(value, warnings="error").decode()

    def decode(self, text: str | bytes) -> T:
        """A value from its JSON, or `Unreadable`."""
        try:
            value: T | None = self._validator.validate_json(text)
        except ValidationError as error:
            raise Unreadable(f"{self._kind}: {error.error_count()} faults") from error
        if value is None:
            raise Unreadable(f"{self._kind}: nothing")
        return value


class TableCodec(Codec[AnyTable]):
    """Writes and reads the tables of one game.

    Most of a snapshot is the table's story, which rarely changes: each event is encoded once.
    """

    def __init__(self, kinds: Kinds) -> None:
        super().__init__(Table[kinds.state, kinds.rules, kinds.carry, kinds.keepsake, kinds.event])  # type: ignore[name-defined]
        self._event = lru_cache(maxsize=EVENTS_KEPT)(Codec[Any](TableEvent | kinds.event).encode)

    def encode(self, value: AnyTable) -> str:
        """A table as JSON, its story at the end."""
        facts = self._serializer.to_json(value, exclude={"story"}, warnings="error").decode()
        story = ",".join(map(self._event, value.story))
        return f'{facts[:-1]},"story":[{story}]}}'


class GameCodec:
    """The codecs of one game."""

    def __init__(self, kinds: Kinds) -> None:
        self.table = TableCodec(kinds)
        self.state: Codec[Any] = Codec(kinds.state)
        self.move: Codec[Any] = Codec(kinds.move)
        self.rules: Codec[Any] = Codec(kinds.rules)
        self.keepsake: Codec[Any] = Codec(kinds.keepsake)


def codec_of(game: AnyGame) -> GameCodec:
    """The codec of a game, built once, since that takes milliseconds."""
    return _codec_of(game.kinds)


@lru_cache(maxsize=64)
def _codec_of(kinds: Kinds) -> GameCodec:
    return GameCodec(kinds)


def game_of(games: Mapping[str, AnyGame], key: str) -> AnyGame:
    """The game of that key, or `Unreadable` where this version has none."""
    if key not in games:
        raise Unreadable(f"game {key!r}")
    return games[key]


def _definitions(schema: Any) -> dict[str, Any]:
    if schema["type"] != "definitions":
        return {}
    return {each["ref"]: each for each in schema["definitions"]}


def _tag_unions(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema with every union of classes with a `kind` turned into a tagged union."""

    def walk(node: Any) -> Any:
        match node:
            case list() | tuple():
                return type(node)(map(walk, node))
            case dict():
                walked = {key: value if key == "metadata" else walk(value) for key, value in node.items()}
                return _tagged(walked, lambda choice: _kind(choice, definitions))
            case _:
                return node

    return walk(schema)


def _tagged(node: dict[str, Any], kind_of: Callable[[Any], str | None]) -> dict[str, Any]:
    if node.get("type") != "union":
        return node
    choices = {kind_of(choice): choice for choice in node["choices"]}
    if None in choices or len(choices) < len(node["choices"]):
        return node
    return {"type": "tagged-union", "discriminator": "kind", "choices": choices}


def _kind(choice: Any, definitions: Mapping[str, Any]) -> str | None:
    """The `kind` of a variant, or None."""
    if choice.get("type") == "definition-ref":
        choice = definitions.get(choice["schema_ref"], {})
    field = getattr(choice.get("cls"), "__dataclass_fields__", {}).get("kind")
    return field.default if field is not None and isinstance(field.default, str) else None
