"""Encoding of values as JSON, strict decoding (unknown fields and wrong types raise), and rows' checksums.

The types are the games' dataclasses (`GameTypes`). If all members of a union have a `kind`, the decoder
selects the member by it, because trying all members takes eight times as long.

Checksums detect bytes damaged on disk (F-10, F-58). They do not protect against people who can write to the
file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, Final, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import SchemaSerializer, SchemaValidator

from games.engine.core.game import AnyGame, GameTypes
from games.engine.history import strict
from games.engine.table.events import TableEvent
from games.engine.table.table import AnyTable, Table
from storage.db.transaction import Value
from storage.errors import Unreadable

FORMAT: Final = 1
"""The format of stored tables; a table in another format is not read."""
EVENTS_KEPT = 2048
"""The number of cached encoded events of a game."""
SIZE = 16
"""The size of a checksum in bytes."""

T = TypeVar("T")


class Codec(Generic[T]):
    """The encoder and decoder of one type, built at the first use, since building takes milliseconds."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    @cached_property
    def _schema(self) -> Any:
        return _tag_unions(strict(self._kind).core_schema)

    @cached_property
    def _validator(self) -> SchemaValidator:
        return SchemaValidator(self._schema)

    @cached_property
    def _serializer(self) -> SchemaSerializer:
        return SchemaSerializer(self._schema)

    def encode(self, value: T) -> str:
        """Return a value as JSON."""
        return self._serializer.to_json(value, warnings="error").decode()

    def decode(self, text: str | bytes) -> T:
        """Return a value from its JSON. Raises `Unreadable`."""
        try:
            value: T | None = self._validator.validate_json(text)
        except ValidationError as error:
            raise Unreadable(f"{self._kind}: {error.error_count()} faults") from error
        if value is None:
            raise Unreadable(f"{self._kind}: nothing")
        return value


class TableCodec(Codec[AnyTable]):
    """The encoder and decoder of one game's tables.

    Most of a snapshot is the table's story, which rarely changes: each event is encoded once.
    """

    def __init__(self, kinds: GameTypes) -> None:
        super().__init__(Table[kinds.state, kinds.rules, kinds.carry, kinds.keepsake, kinds.event])  # type: ignore[name-defined]
        self._event = lru_cache(maxsize=EVENTS_KEPT)(Codec[Any](TableEvent | kinds.event).encode)

    def encode(self, value: AnyTable) -> str:
        """Return a table as JSON, with its story at the end."""
        facts = self._serializer.to_json(value, exclude={"story"}, warnings="error").decode()
        story = ",".join(map(self._event, value.story))
        return f'{facts[:-1]},"story":[{story}]}}'


class GameCodec:
    """The codecs of one game."""

    def __init__(self, kinds: GameTypes) -> None:
        self.table = TableCodec(kinds)
        self.state: Codec[Any] = Codec(kinds.state)
        self.move: Codec[Any] = Codec(kinds.move)
        self.rules: Codec[Any] = Codec(kinds.rules)
        self.keepsake: Codec[Any] = Codec(kinds.keepsake)


_codec_of = lru_cache(maxsize=64)(GameCodec)


def codec_of(game: AnyGame) -> GameCodec:
    """Return the cached codec of a game."""
    return _codec_of(game.types)


def checksum(*fields: Value) -> bytes:
    """Return the checksum of a row's fields; a text and its UTF-8 bytes have the same checksum."""
    encoded = (each if isinstance(each, bytes) else str(each).encode() for each in fields)
    return blake2b(b"\0".join(encoded), digest_size=SIZE).digest()


def require(stored: bytes | None, what: str, *fields: Value) -> None:
    """Raise `Unreadable` if the fields do not match the stored checksum; old rows have none."""
    if stored is not None and stored != checksum(*fields):
        raise Unreadable(f"{what}, which is damaged")


def _tag_unions(schema: Any) -> Any:
    """Return the schema with every union of classes with a `kind` turned into a tagged union."""
    is_split = schema["type"] == "definitions"
    definitions = {each["ref"]: each for each in schema["definitions"]} if is_split else {}

    def walk(node: Any) -> Any:
        match node:
            case list() | tuple():
                return type(node)(map(walk, node))
            case dict():
                walked = {key: value if key == "metadata" else walk(value) for key, value in node.items()}
                return _tagged(walked, definitions) if walked.get("type") == "union" else walked
            case _:
                return node

    return walk(schema)


def _tagged(union: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    choices = {
        _kind(definitions[choice["schema_ref"]] if choice["type"] == "definition-ref" else choice): choice
        for choice in union["choices"]
    }
    if None in choices or len(choices) < len(union["choices"]):
        return union
    return {"type": "tagged-union", "discriminator": "kind", "choices": choices}


def _kind(choice: Any) -> str | None:
    """Return the `kind` of a variant, or None."""
    field = getattr(choice.get("cls"), "__dataclass_fields__", {}).get("kind")
    return field.default if field is not None and isinstance(field.default, str) else None
