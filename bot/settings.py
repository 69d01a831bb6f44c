"""Settings from the environment, and from `.env` in the current folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from storage.leases import ALL_SHARDS, ShardRange

MALFORMED = 2
"""The exit status for missing or malformed settings."""
SQLITE = "sqlite:///"
POSTGRES = "postgresql://"
AUTO = "auto"
STANDBY = "standby"
SECRET_LENGTH_MIN = 16
"""The minimum length of a secret that a person chooses."""

ENV_FILE = ".env"
PREFIX = "TAPROOM_"
"""A prefix that users may put before a setting's name by mistake."""
ELSEWHERE = ("COMPOSE_", "POSTGRES_PASSWORD", "TAPROOM_IMAGE", "TAPROOM_PLUGINS")
"""Names in `.env` that `compose.yaml` or `games/plugins.py` reads itself, and their prefixes."""
ALIKE, VERY_ALIKE = 0.6, 0.8
"""The minimum similarity (`difflib`) of a misspelt name: in `.env`, and in the whole environment."""
_NAME = re.compile(r"[A-Z][A-Z_]{0,40}|[a-z][a-z_]{0,40}")
"""A name that messages may contain: anything else before a `=` may be part of a secret."""

SMALL = BeforeValidator(lambda value: str(value).strip().lower())


class FileSettings(BaseSettings):
    """Settings of the environment, or of `.env`, where they are not empty."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    def half_set(self) -> Iterator[str]:
        """Yield a sentence for each group of settings of which only some are set."""
        yield from ()


Kind = TypeVar("Kind", bound=FileSettings)


def database_file(path: Path) -> Path:
    """Return the path of a file that exists or can be created. Raises `ValueError` otherwise."""
    try:
        fits = path.is_file() if path.exists() else path.parent.is_dir()
    except OSError:  # no access to the folder, or a name that is too long
        fits = False
    if not fits:
        raise ValueError
    return path


def books_at(text: str) -> Path | str:
    """Return the file or PostgreSQL address of a database. Raises `ValueError` for other addresses."""
    if text.startswith(POSTGRES):
        return text
    path = text.removeprefix(SQLITE)
    # The second is an address without a slash. As a file's name, its password would be shown in messages.
    if "://" in path or path.startswith(POSTGRES.partition("/")[0]) or not path:
        raise ValueError
    return Path(path)


def _token(value: SecretStr) -> SecretStr:
    token = value.get_secret_value().strip()
    if not re.fullmatch(r"[!-~]+", token):
        raise ValueError
    return SecretStr(token)


def _secret(value: SecretStr) -> SecretStr:
    return _token(value) if value.get_secret_value() else value


def _long_secret(value: SecretStr) -> SecretStr:
    secret = _secret(value)
    if 0 < len(secret.get_secret_value()) < SECRET_LENGTH_MIN:
        raise ValueError
    return secret


def _address(*schemes: str) -> AfterValidator:
    def check(value: str) -> str:
        address = value.strip().rstrip("/")
        parts = urlsplit(address)
        _ = parts.port  # raises `ValueError` if it is invalid
        if parts.scheme not in schemes or not parts.hostname or not re.fullmatch(r"[!-~]+", address):
            raise ValueError
        return address

    return AfterValidator(lambda value: check(value) if value else value)


def _page_address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme == "http" and not _is_loopback(parts.hostname or ""):
        raise ValueError
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        # The page's own addresses and cookies begin at the top of its host.
        raise ValueError
    return value


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _database_address(value: SecretStr) -> SecretStr:
    address = value.get_secret_value().strip()
    if address.startswith(SQLITE):
        database_file(Path(address.removeprefix(SQLITE)))
    elif not address.startswith(POSTGRES) or not re.fullmatch(r"[!-~]+", address):
        raise ValueError
    return SecretStr(address)


def _number(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,19}", value.strip()):
        raise ValueError
    return value


def _host(value: str) -> str:
    host = value.strip()
    if not re.fullmatch(r"[0-9A-Za-z.:-]+", host):
        raise ValueError
    return host


def _shards(value: str) -> str:
    text = value.strip().lower()
    if text not in (AUTO, STANDBY):
        range_of(text)
    return text


def range_of(text: str) -> ShardRange:
    """Parse a range of shards, such as 0-15/64 or 3/64. Raises `ValueError`."""
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?/([0-9]{1,6})", text)
    if match is None:
        raise ValueError
    first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
    if not first <= last < count:
        raise ValueError
    return ShardRange(first, last, count)


OnOff: TypeAlias = Literal["off", "on"]
Level: TypeAlias = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
Faces: TypeAlias = Literal["words", "emojis"]
LogFormat: TypeAlias = Literal["text", "json"]
MostPictures: TypeAlias = Literal["never", "moments", "always"]


class StorageSettings(FileSettings):
    """The settings of the database; a backup needs only these."""

    database_path: Annotated[Path, AfterValidator(database_file)] = Field(
        Path("taproom.db"), description="a file, in a folder that exists"
    )
    database_url: Annotated[SecretStr, AfterValidator(_database_address)] | None = Field(
        None,
        description="sqlite:/// and a file in a folder that exists, or an address that begins with postgresql://",
    )

    @property
    def books(self) -> Path | str:
        """The database: a file, or a PostgreSQL address, which may contain a password."""
        if self.database_url is None:
            return self.database_path
        return books_at(self.database_url.get_secret_value())


class WatchSettings(StorageSettings):
    """The settings of the metrics pages; a health check needs only these."""

    metrics_port: Annotated[int, BeforeValidator(_number), Field(ge=1, le=65_535)] | None = Field(
        None, description="a port, from 1 to 65535"
    )
    metrics_host: Annotated[str, AfterValidator(_host)] = Field(
        "127.0.0.1", description="an address of this machine, such as 127.0.0.1 or 0.0.0.0"
    )


class Settings(WatchSettings):
    """All settings. Each description gives the valid values, and is part of the error message."""

    discord_token: Annotated[SecretStr, AfterValidator(_token)] = Field(
        description="the bot's token from Discord's portal, one word without spaces"
    )
    discord_api_base: Annotated[str, _address("http", "https")] = Field(
        "", description="an address that begins with https:// or http://"
    )
    discord_gateway_url: Annotated[str, _address("ws", "wss")] = Field(
        "", description="an address that begins with wss:// or ws://"
    )
    log_level: Annotated[Level, BeforeValidator(lambda value: str(value).strip().upper())] = Field(
        "INFO", description="one of DEBUG, INFO, WARNING, ERROR, CRITICAL"
    )
    log_format: Annotated[LogFormat, SMALL] = Field("text", description="one of text, json")
    faces: Annotated[Faces, SMALL] = Field("emojis", description="one of words, emojis")
    pictures: Annotated[MostPictures, SMALL] = Field("always", description="one of never, moments, always")
    shards: Annotated[str, AfterValidator(_shards)] = Field(
        AUTO, description="auto, standby, or a range of shards such as 0-15/64"
    )
    page_url: Annotated[str, _address("https", "http"), AfterValidator(_page_address)] = Field(
        "",
        description="an address that begins with https:// (or http:// for this machine alone), with no path",
    )
    page_port: Annotated[int, BeforeValidator(_number), Field(ge=1, le=65_535)] | None = Field(
        None, description="a port, from 1 to 65535"
    )
    page_host: Annotated[str, AfterValidator(_host)] = Field(
        "127.0.0.1", description="an address of this machine, such as 127.0.0.1 or 0.0.0.0"
    )
    discord_client_id: Annotated[int, BeforeValidator(_number), Field(gt=0, lt=2**63)] | None = Field(
        None, description="the application's id, digits only"
    )
    discord_client_secret: Annotated[SecretStr, AfterValidator(_secret)] = Field(
        SecretStr(""), description="the application's client secret, one word without spaces"
    )
    discord_authorize_url: Annotated[str, _address("https", "http")] = Field(
        "https://discord.com/oauth2/authorize", description="an address that begins with https://"
    )
    activity: Annotated[OnOff, SMALL] = Field("off", description="one of off, on")
    program_port: Annotated[int, BeforeValidator(_number), Field(ge=1, le=65_535)] | None = Field(
        None, description="a port, from 1 to 65535"
    )
    program_token: Annotated[SecretStr, AfterValidator(_long_secret)] = Field(
        SecretStr(""), description="one word of 16 letters or more, without spaces"
    )
    privacy_url: Annotated[str, _address("https")] = Field(
        "", description="an address that begins with https://"
    )
    terms_url: Annotated[str, _address("https")] = Field(
        "", description="an address that begins with https://"
    )
    dev_server_id: Annotated[int, BeforeValidator(_number), Field(gt=0, lt=2**63)] | None = Field(
        None, description="a server's id, digits only"
    )

    @property
    def shard_range(self) -> ShardRange | None:
        """The shards that this process serves; None for a standby."""
        if self.shards == STANDBY:
            return None
        return ALL_SHARDS if self.shards == AUTO else range_of(self.shards)

    @property
    def has_page(self) -> bool:
        """True if the page is served, since all of its settings are set."""
        return all(self._page.values())

    @property
    def has_programs(self) -> bool:
        """True if programs may sit at tables, since all of their settings are set (TB-27)."""
        return all(self._programs.values())

    @property
    def _page(self) -> Mapping[str, bool]:
        """The settings that the page needs, and whether each is set."""
        return {
            "PAGE_URL": bool(self.page_url),
            "PAGE_PORT": bool(self.page_port),
            "DISCORD_CLIENT_ID": bool(self.discord_client_id),
            "DISCORD_CLIENT_SECRET": bool(self.discord_client_secret.get_secret_value()),
        }

    @property
    def _programs(self) -> Mapping[str, bool]:
        return {
            "PROGRAM_PORT": bool(self.program_port),
            "PROGRAM_TOKEN": bool(self.program_token.get_secret_value()),
        }

    def half_set(self) -> Iterator[str]:
        """Yield a sentence for each group of settings of which only some are set."""
        # The client's id and secret alone don't request the page: another program may need them.
        requesting = [name for name in ("PAGE_URL", "PAGE_PORT") if self._page[name]]
        requesting += ["ACTIVITY"] if self.activity == "on" else []
        yield from _half_set("the page", requesting, self._page, "docs/host/page.md")
        requesting = [name for name, is_set in self._programs.items() if is_set]
        yield from _half_set("a seat for programs", requesting, self._programs, "docs/develop/programs.md")

    @property
    def is_one_of_many(self) -> bool:
        """True if other processes serve other shards, which needs PostgreSQL instead of a file."""
        return self.shard_range is None or not self.shard_range.is_all


def load(kind: type[Kind]) -> Kind:
    """Return the settings; if some are missing or malformed, write their names to stderr and exit."""
    try:
        settings = kind()
    except ValidationError as error:
        # Messages never contain a setting's value, which may be the token.
        faults = {
            str(each["loc"][0]): each["type"] == "missing" for each in error.errors(include_input=False)
        }
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(_complain(f".env cannot be read: {type(error).__name__}"))
    else:
        complaints = tuple(settings.half_set())
        for line in complaints:
            _complain(line)
        if complaints:
            sys.exit(MALFORMED)
        return settings
    for name, is_missing in faults.items():
        valid = kind.model_fields[name].description
        _complain(f"{name.upper()} is {'missing' if is_missing else 'malformed'}: it has to be {valid}")
    for name, nearest in unknown():
        _complain(f"{name} is no setting" + (f": did you mean {nearest}?" if nearest else ""))
    sys.exit(MALFORMED)


def _half_set(feature: str, requesting: list[str], parts: Mapping[str, bool], page: str) -> Iterator[str]:
    missing = [name for name, is_set in parts.items() if not is_set]
    if requesting and missing:
        yield (
            f"{' and '.join(requesting)}: {feature} needs {' and '.join(missing)}, too ({page} says how);"
            f" leave {'it' if len(requesting) == 1 else 'them'} empty or off for none"
        )


def unknown() -> tuple[tuple[str, str], ...]:
    """Return unknown names in `.env` and in the environment, each with the most similar setting or "".

    The environment has many other variables, so a name there counts only if it is very similar to a setting's
    or begins with `PREFIX`.
    """
    try:
        file_values = DotEnvSettingsSource(Settings, case_sensitive=True).env_vars
    except (OSError, UnicodeDecodeError):
        file_values = {}
    # A line without `=` has no value.
    in_file = {name for name, value in file_values.items() if value is not None}
    return (*_unknown(in_file, ALIKE), *_unknown(os.environ.keys() - in_file, VERY_ALIKE))


def _unknown(names: Iterable[str], similarity: float) -> Iterator[tuple[str, str]]:
    settings = [name.upper() for name in Settings.model_fields]
    for name in sorted(names):
        upper = name.upper()
        if upper in settings or upper.startswith(ELSEWHERE) or not _NAME.fullmatch(name):
            continue
        nearest = get_close_matches(upper.removeprefix(PREFIX), settings, 1, similarity)
        if nearest or similarity == ALIKE or upper.startswith(PREFIX):
            yield name, nearest[0] if nearest else ""


def _complain(line: str) -> int:
    sys.stderr.write(f"taproom: {line}\n")
    return MALFORMED
