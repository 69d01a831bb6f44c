"""The settings: from the environment and from `.env`, and what is said when one is wrong."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path

import pytest

from bot.settings import Settings, StorageSettings, load, unknown
from storage.leases import ALL_SHARDS, ShardRange

TOKEN = "not-a-real-token.for-tests"  # noqa: S105 -- it opens nothing


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and none of the settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_only_the_token_has_to_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """All else has a default."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)

    settings = load(Settings)

    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_path == Path("taproom.db")
    assert (settings.discord_api_base, settings.discord_gateway_url) == ("", "")
    assert settings.log_level == "INFO"
    assert settings.faces == "emojis"
    assert settings.dev_server_id is None
    assert (settings.metrics_port, settings.metrics_host) == (None, "127.0.0.1")
    assert settings.log_format == "text"
    assert settings.shard_range == ALL_SHARDS
    assert not settings.has_programs


def test_programs_need_a_port_and_a_long_secret(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TB-27: one of them alone is refused, and so is a secret that can be guessed."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("PROGRAM_PORT", "8090")
    monkeypatch.setenv("PROGRAM_TOKEN", "0123456789abcdef")
    assert load(Settings).has_programs
    assert capsys.readouterr().err == ""

    monkeypatch.setenv("PROGRAM_TOKEN", "0123456789abcde")
    with pytest.raises(SystemExit):
        load(Settings)
    said = capsys.readouterr().err
    assert "PROGRAM_TOKEN" in said
    assert "0123456789abcde" not in said


@pytest.mark.parametrize(
    ("said", "served"),
    [
        ("Auto ", ALL_SHARDS),
        ("0-15/64", ShardRange(0, 15, 64)),
        ("3/64", ShardRange(3, 3, 64)),
        ("standby", None),
    ],
)
def test_shards_are_a_range_of_all(
    said: str, served: ShardRange | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, some of so many, one, or none yet."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SHARDS", said)

    settings = load(Settings)

    assert settings.shard_range == served
    assert settings.is_one_of_many == (served != ALL_SHARDS)


def test_settings_are_read_from_a_file(bare: Path) -> None:
    """`.env` in the folder where the bot is started; an empty value is none, a strange one is ignored."""
    (bare / ".env").write_text(
        f"DISCORD_TOKEN= {TOKEN} \nDEV_SERVER_ID=\nLOG_LEVEL=debug\nFACES=Words\nOTHER=1\n"
    )

    settings = load(Settings)

    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.dev_server_id is None
    assert settings.log_level == "DEBUG"
    assert settings.faces == "words"


def test_the_environment_goes_before_the_file(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that is set for this one start counts."""
    (bare / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDEV_SERVER_ID=1\n")
    monkeypatch.setenv("DEV_SERVER_ID", "42")

    assert load(Settings).dev_server_id == 42


def test_addresses_lose_spaces_and_the_last_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are put behind the address as they are."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_API_BASE", " http://127.0.0.1:3000/api/v10/ ")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "ws://127.0.0.1:3001")

    settings = load(Settings)

    assert settings.discord_api_base == "http://127.0.0.1:3000/api/v10"
    assert settings.discord_gateway_url == "ws://127.0.0.1:3001"


def test_a_missing_token_is_named_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2, and a line that says what is missing."""
    with pytest.raises(SystemExit) as left:
        load(Settings)

    assert left.value.code == 2
    assert capsys.readouterr().err == (
        "taproom: DISCORD_TOKEN is missing: it has to be the bot's token from Discord's portal, one word "
        "without spaces\n"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_TOKEN", "two\nlines"),
        ("DISCORD_TOKEN", "  "),
        ("DISCORD_TOKEN", "tökén"),
        ("DATABASE_PATH", "nowhere/taproom.db"),
        ("DATABASE_PATH", "."),
        ("DATABASE_PATH", os.devnull),
        ("DATABASE_PATH", "a" * 1000),
        ("DATABASE_URL", "mysql://host/taproom"),
        ("DATABASE_URL", "sqlite:///nowhere/taproom.db"),
        ("DATABASE_URL", "postgresql://host/two words"),
        ("DISCORD_API_BASE", "discord.example"),
        ("DISCORD_API_BASE", "ws://discord.example"),
        ("DISCORD_API_BASE", "https:///api"),
        ("DISCORD_API_BASE", "http://127.0.0.1:99999/api"),
        ("DISCORD_GATEWAY_URL", "https://discord.example"),
        ("DISCORD_GATEWAY_URL", "ws://127.0.0.1:port"),
        ("DISCORD_GATEWAY_URL", "wss://[broken"),
        ("LOG_LEVEL", "loud"),
        ("FACES", "smileys"),
        ("LOG_FORMAT", "xml"),
        ("PRIVACY_URL", "http://inn.example/privacy"),
        ("TERMS_URL", "inn.example"),
        ("METRICS_PORT", "0"),
        ("METRICS_PORT", "65536"),
        ("METRICS_PORT", "http"),
        ("METRICS_HOST", "every where"),
        ("SHARDS", "0-63"),
        ("SHARDS", "15-0/64"),
        ("SHARDS", "0-64/64"),
        ("SHARDS", "some"),
        ("DEV_SERVER_ID", "0"),
        ("DEV_SERVER_ID", "-1"),
        ("DEV_SERVER_ID", "1.0"),
        ("DEV_SERVER_ID", "١٢٣"),
        ("DEV_SERVER_ID", "9223372036854775808"),
    ],
)
def test_a_malformed_setting_is_named_without_its_value(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on stderr, exit status 2; the value could be a secret put in the wrong place."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)

    with pytest.raises(SystemExit) as left:
        load(Settings)

    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"taproom: {name} is malformed: ")
    assert said.count("\n") == 1
    if len(value.strip()) > 2:
        assert value not in said


def test_a_file_that_is_no_text_is_named(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A `.env` in another encoding is a malformed setting, not a traceback."""
    (bare / ".env").write_bytes("DISCORD_TOKEN=\xff\xfe".encode("latin-1"))

    with pytest.raises(SystemExit) as left:
        load(Settings)

    assert left.value.code == 2
    assert capsys.readouterr().err == "taproom: .env cannot be read: UnicodeDecodeError\n"


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings may be logged."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)

    settings = load(Settings)

    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_a_backup_needs_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """It needs only the place of the database."""
    monkeypatch.setenv("DATABASE_PATH", "other.db")

    assert load(StorageSettings).database_path == Path("other.db")


@pytest.mark.parametrize(
    ("address", "books"),
    [
        ("", Path("other.db")),
        ("sqlite:///third.db", Path("third.db")),
        ("sqlite:////dev/shm/third.db", Path("/dev/shm/third.db")),  # noqa: S108  (it is not opened)
        ("postgresql://ann:secret@books/taproom", "postgresql://ann:secret@books/taproom"),
    ],
)
def test_an_address_goes_before_a_path(
    address: str, books: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`DATABASE_PATH` goes on working; `DATABASE_URL` says more, and its password is not shown."""
    monkeypatch.setenv("DATABASE_PATH", "other.db")
    monkeypatch.setenv("DATABASE_URL", address)
    settings = load(StorageSettings)

    assert settings.books == books
    assert "secret" not in repr(settings)


PAGE = {
    "PAGE_URL": "https://inn.example",
    "PAGE_PORT": "8080",
    "DISCORD_CLIENT_ID": "77",
    "DISCORD_CLIENT_SECRET": "the-secret-of-the-page",
}
PROGRAMS = {"PROGRAM_PORT": "8090", "PROGRAM_TOKEN": "0123456789abcdef"}
ACTIVITY = {"ACTIVITY": "on"}
ASKING = {"PAGE_URL", "PAGE_PORT", "ACTIVITY", "PROGRAM_PORT", "PROGRAM_TOKEN"}
"""Settings that ask for something; an application's id and secret may be there for another program."""


@pytest.mark.parametrize("parts", [PAGE, PAGE | ACTIVITY, PROGRAMS], ids=["page", "Activity", "programs"])
def test_settings_of_one_thing_are_set_together(
    parts: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A choice of them that asks for the feature loads only as a whole; else the missing ones are named."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    needed = parts.keys() - ACTIVITY.keys()
    for size in range(len(parts) + 1):
        for chosen in itertools.combinations(parts, size):
            with monkeypatch.context() as there:
                for name in chosen:
                    there.setenv(name, parts[name])
                missing = needed - set(chosen)
                if not missing or not ASKING & set(chosen):
                    load(Settings)
                    assert capsys.readouterr().err == ""
                    continue
                with pytest.raises(SystemExit) as left:
                    load(Settings)
            said = capsys.readouterr().err
            assert left.value.code == 2
            assert set(re.findall(r"[A-Z]+_[A-Z_]+", said.partition(" needs ")[2])) == missing
            assert "secret-of-the-page" not in said


def test_a_page_has_https_but_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A session goes over no network unencrypted; to try it, http will do."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for name, value in PAGE.items():
        monkeypatch.setenv(name, value)
    for address in ("http://127.0.0.1:8080", "http://localhost", "http://[::1]:80"):
        monkeypatch.setenv("PAGE_URL", address)
        assert load(Settings).has_page
    for address in ("http://inn.example", "http://192.168.1.5:8080", "http://127.0.0.1.example"):
        monkeypatch.setenv("PAGE_URL", address)
        with pytest.raises(SystemExit):
            load(Settings)
        assert capsys.readouterr().err.startswith("taproom: PAGE_URL is malformed: ")


@pytest.mark.parametrize("more", ["/inn", "?room=1", "#bar"])
def test_a_page_has_a_host_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: str
) -> None:
    """Links and cookies of the page begin at the top of its host, so below a path nobody could sign in."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for name, value in PAGE.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PAGE_URL", "https://inn.example/")
    assert "https://inn.example" == load(Settings).page_url
    for address in (f"https://inn.example{more}", "https://host:word@inn.example"):
        monkeypatch.setenv("PAGE_URL", address)
        with pytest.raises(SystemExit):
            load(Settings)
        said = capsys.readouterr().err
        assert said.startswith("taproom: PAGE_URL is malformed: ")
        assert "word" not in said


def test_names_that_are_no_settings(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All in `.env`, of the environment what looks like a setting; with the nearest name, and no value."""
    (bare / ".env").write_text(
        "DISCORD_TOKEN=x\nPAGE_PROT=8080\nWEBHOOKS=allowed\nmetrics_prt=1\nMTk4NjIyNDgz.Xy-Z\nMTk4NjIyNDgz=Xy\n"
        "COMPOSE_PROFILES=postgres\nPOSTGRES_PASSWORD=y\nTAPROOM_IMAGE=inn\n"
    )
    names = ("DISCORD_BOT_TOKEN", "TAPROOM_FACES", "TAPROOM_OF_MINE", "PORT", "HOME", "LANGUAGE", "FACES")
    monkeypatch.setattr(os, "environ", dict.fromkeys(names, "1"))

    assert unknown() == (
        ("PAGE_PROT", "PAGE_PORT"),
        ("WEBHOOKS", ""),
        ("metrics_prt", "METRICS_PORT"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("TAPROOM_FACES", "FACES"),
        ("TAPROOM_OF_MINE", ""),
    )


def test_a_token_under_another_name_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message about a missing setting names the unknown one that may have been meant."""
    monkeypatch.setenv("DISCORD_TOKN", TOKEN)
    with pytest.raises(SystemExit):
        load(Settings)
    missing, meant = capsys.readouterr().err.splitlines()

    assert missing.startswith("taproom: DISCORD_TOKEN is missing")
    assert meant == "taproom: DISCORD_TOKN is no setting: did you mean DISCORD_TOKEN?"
