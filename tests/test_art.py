"""The sprites: what is packed with the bot is what is drawn, and each card has its own."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image, ImageChops

from art import album, portal
from art.build import DRAWN, LARGE, PACKED, ROOT, SIDE, drawings, png
from games.destiny.model import all_cards
from games.dividha.cards import DECK as DIVIDHA
from games.knights_heads.cards import DECK as KNIGHTS

BYTES_MAX = 8_000
"""A few KB each, so that putting them all up is quick."""


@cache
def drawn() -> dict[str, str]:
    """Every sprite's drawing."""
    return drawings()


def names(folder: str) -> set[str]:
    """The sprites that lie in a folder."""
    return {path.stem for path in (PACKED / folder).iterdir()}


def test_what_is_packed_is_what_is_drawn() -> None:
    """No drawing is missing, and none is left over from an older one."""
    assert names(str(SIDE)) == names(str(LARGE)) == {path.stem for path in DRAWN.iterdir()} == set(drawn())
    assert (PACKED / "names.txt").read_text().split() == list(drawn())


@pytest.mark.parametrize(
    "name",
    [
        "die_5",
        "home_3",
        "destiny_th",
        "destiny_joker1",
        "dividha_6l3",
        "dividha_god",
        "seat_12",
        "eye",
        "knights_m01",
    ],
)
def test_a_sprite_built_again_is_the_same(name: str) -> None:
    """`make art` gives what is packed: one of each kind is tried.

    Pixels are compared, and not bytes: another processor may compress the same picture otherwise.
    """
    assert (DRAWN / f"{name}.svg").read_text() == drawn()[name]
    for side in (SIDE, LARGE):
        packed = Image.open(PACKED / str(side) / f"{name}.png").convert("RGBA")
        again = Image.open(BytesIO(png(drawn()[name], side))).convert("RGBA")
        assert packed.size == (side, side)
        assert ImageChops.difference(packed, again).getbbox(alpha_only=False) is None


def test_every_card_has_a_sprite_of_its_own() -> None:
    """No two cards look alike."""
    cards = {
        *(
            f"destiny_{card.lower()}" if card[0] != "*" else f"destiny_joker{card[1]}"
            for card in all_cards("above")
        ),
        *(f"dividha_{card.lower()}" for card in DIVIDHA),
        *(f"knights_{card.lower()}" for card in KNIGHTS),
    }

    assert cards - set(drawn()) == set()
    assert len({drawn()[card] for card in cards}) == len(cards) == 54 + 56 + 104


def test_discord_takes_them() -> None:
    """An emoji’s name is 2 to 32 letters, digits and underscores, with room for a version in it."""
    assert [name for name in drawn() if not re.fullmatch(r"[a-z0-9_]{2,23}", name)] == []
    assert [path.name for path in (PACKED / str(SIDE)).iterdir() if path.stat().st_size > BYTES_MAX] == []


def test_they_are_packed_with_the_bot(tmp_path: Path) -> None:
    """The installed wheel has them."""
    command = ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, capture_output=True)  # noqa: S603 -- our own words only

    (wheel,) = tmp_path.glob("*.whl")
    inside = set(ZipFile(wheel).namelist())
    assert "bot/sprites/names.txt" in inside
    assert {f"bot/sprites/{side}/{name}.png" for side in (SIDE, LARGE) for name in drawn()} - inside == set()


def test_every_step_in_the_portal_is_shown() -> None:
    """A user who sets a bot up sees each step as it was last drawn, with words for who can’t see it."""
    page = (portal.DRAWN / "portal.md").read_text()
    shown = re.findall(r"!\[([^]]{20,})\]\((portal-\d-\w+)\.svg\)", page)

    assert [name for _words, name in shown] == list(portal.drawings())
    for name, drawing in portal.drawings().items():
        assert (portal.DRAWN / f"{name}.svg").read_text() == drawing


def test_the_readme_shows_each_game_and_a_round() -> None:
    """The pictures take at most 2 MB at a phone's width, and stand still for users who want no motion."""
    shown = re.findall(r"src(?:set)?=\"docs/pictures/([a-z-]+\.[a-z]+)\"", (ROOT / "README.md").read_text())
    kept = {path.name: path for path in album.KEPT.iterdir()}

    assert shown[:2] == ["round.png", "round.gif"]
    assert set(shown) == set(kept) == {f"{name}.png" for name in album.STILLS} | {*shown[:2]}
    assert sum(path.stat().st_size for path in kept.values()) < 2_000_000
    with Image.open(kept["round.gif"]) as moving:
        assert moving.size == (album.PHONE["width"], album.PHONE["height"])
        assert getattr(moving, "n_frames", 1) > 12
