"""Games of other packages are found; one that cannot be used is named in a line, and all else starts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games import own, plugins
from games.__main__ import main
from games.engine.record import GameRecord
from games.plugins import GAMES_GROUP, PluginFault, check_game, load_plugins
from tests.laws.walk import BONES_RECORD, FISTS_RECORD
from tests.plugs.packages import install

FISTS = "from tests.laws.walk import FISTS_RECORD as RECORD"
OWN = [each.game.key for each in own.RECORDS]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for packages; whatever is installed beside it is none of these tests’ games."""
    monkeypatch.setenv(plugins.SWITCH, "on")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(plugins, "FAULTS", [])
    return tmp_path


def found() -> dict[str, str]:
    """Return the usable games of the test’s packages, with their packages."""
    usable = load_plugins(GAMES_GROUP, GameRecord, check_game, OWN)
    return {key: str(each) for key, each in usable.items()}


def left_out() -> list[str]:
    """Return one line for each plug-in that was left out."""
    return [str(each) for each in plugins.FAULTS]


def test_a_game_is_found_by_its_entry_point(folder: Path) -> None:
    """The entry's name is the game's key, its value the record; the package and its version are known."""
    install(folder, "taproom-fists", FISTS, {GAMES_GROUP: {"fists": "taproom_fists:RECORD"}})

    assert found()["fists"] == "taproom-fists 1.0"
    assert load_plugins(GAMES_GROUP, GameRecord, check_game)["fists"].value is FISTS_RECORD
    assert left_out() == []


def test_nothing_is_loaded_where_plug_ins_are_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taproom's own tests see only its own games, whatever is installed."""
    install(folder, "taproom-fists", "1 / 0", {GAMES_GROUP: {"fists": "taproom_fists:RECORD"}})
    monkeypatch.setenv(plugins.SWITCH, "off")

    assert found() == {}
    assert left_out() == []


def test_our_own_game_comes_first(folder: Path) -> None:
    """A game with the key of one of ours is left out, and not even imported."""
    install(folder, "taproom-mine", "1 / 0", {GAMES_GROUP: {"destiny": "taproom_mine:RECORD"}})

    assert found() == {}
    assert left_out() == [
        "taproom.games: destiny of taproom-mine 1.0 is left out: Taproom has one of this key"
    ]


def test_of_two_games_of_one_key_neither_is_used(folder: Path) -> None:
    """Both are named, since it would be chance which of them came first; the third game is used."""
    for package in ("taproom-one", "taproom-two"):
        entry = f"{package.replace('-', '_')}:RECORD"
        install(folder, package, FISTS, {GAMES_GROUP: {"fists": entry}})
    bones = "from tests.laws.walk import BONES_RECORD as RECORD"
    install(folder, "taproom-bones", bones, {GAMES_GROUP: {"bones": "taproom_bones:RECORD"}})

    assert found() == {"bones": "taproom-bones 1.0"}
    assert left_out() == [
        "taproom.games: fists of taproom-one 1.0 is left out: of the same key as taproom-two 1.0",
        "taproom.games: fists of taproom-two 1.0 is left out: of the same key as taproom-one 1.0",
    ]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('no\\nluck')", "RuntimeError: no luck"),
        ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("RECORD = 5", "taproom_odd:RECORD is no GameRecord"),
        ("from tests.laws.walk import BONES_RECORD as RECORD", "its game has the key bones"),
    ],
)
def test_what_cannot_be_used_is_named_in_a_line(folder: Path, source: str, reason: str) -> None:
    """A game that cannot be imported, or is none, is left out with its reason; the others are used."""
    install(folder, "taproom-odd", source, {GAMES_GROUP: {"fists": "taproom_odd:RECORD"}})
    sys.modules.pop("taproom_odd", None)

    assert found() == {}
    assert left_out() == [f"taproom.games: fists of taproom-odd 1.0 is left out: {reason}"]


@pytest.mark.parametrize("key", ["Bones", "9lives", "a__b", "a-b", "ab_", "a" * 25, ""])
def test_a_key_is_a_word_for_commands_and_databases(key: str) -> None:
    """Discord's commands are small letters; a key is kept in custom_ids, which are short."""
    with pytest.raises(plugins.UnfitPlugin, match="small letters"):
        check_game(key, BONES_RECORD)


def test_the_terminal_lists_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`taproom games` names each game's package and version, and exits with 1 if one was left out."""
    monkeypatch.setattr(plugins, "FAULTS", [])
    assert main(["games"]) == 0
    own = capsys.readouterr().out

    plugins.FAULTS.append(PluginFault(GAMES_GROUP, "odd", "taproom-odd 1.0", "no luck"))
    assert main(["games"]) == 1

    assert own.splitlines()[0].split() == ["stone_hand", "Stone", "Hand", "Taproom"]
    assert len(own.splitlines()) == len(OWN)
    said = capsys.readouterr().out.removeprefix(own)
    assert said == "taproom.games: odd of taproom-odd 1.0 is left out: no luck\n"
