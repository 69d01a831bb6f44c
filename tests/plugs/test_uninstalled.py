"""A package with a game is really uninstalled between two processes, and installed again: no coin is lost."""

from __future__ import annotations

from pathlib import Path

from games.__main__ import main
from tests.plugs.packages import KEY, pip_install, run


def test_its_tables_rest_while_it_is_gone(tmp_path: Path, empty_books: Path) -> None:
    """With it a hand is begun; without it the table rests and can be closed; with it the hand goes on."""
    installed, without, books = tmp_path / "installed", tmp_path / "without", tmp_path / "books.db"
    without.mkdir()
    books.write_bytes(empty_books.read_bytes())
    assert main(["new", KEY, str(tmp_path / "game")]) == 0
    pip_install(tmp_path / "game", installed)
    for day, (stage, folder) in enumerate((("begun", installed), ("gone", without), ("back", installed))):
        words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/plugs/uninstalled.py::test_{stage}")
        played = run(folder, *words, PLUG_BOOKS=str(books), PLUG_DAY=str(day))
        assert played.returncode == 0, played.stdout[-4000:]
