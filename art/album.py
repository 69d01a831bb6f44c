"""The pictures of the README, put together from what a phone showed of the running bot: `make pictures`.

`python -m art.album FOLDER` takes them from `FOLDER/<game>/<state>-phone.png`, as `tests/browser` leaves them
in `.screens/`. Whatever shows the same evenings elsewhere can leave its own in another folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "pictures"
WIDTH, HEIGHT = 390, 720
"""A phone's, in pixels; what is longer goes on below it."""
STILL_HEIGHT = 560
GROUND = "#313338"
COLOURS = 256
SHOWN_MS, LAST_MS = 2200, 4400
ROUND = ("1-lobby", "2-throw", "3-keep", "4-show-up", "5-others", "6-result")
"""The states of a round of Stone Hand, one after the other."""
STILLS = {
    "stone-hand": "stone_hand/6-result",
    "destiny": "destiny/6-playing-panel",
    "knights-heads": "knights_heads/6-picked-panel",
    "dividha": "dividha/7-result",
}
"""The pictures of the four games, and the state that each shows."""


def build(folder: Path) -> None:
    """Write all pictures anew."""
    KEPT.mkdir(exist_ok=True)
    frames = [_seen(folder / "stone_hand", state, HEIGHT) for state in ROUND]
    _packed(frames[-1]).save(KEPT / "round.png", optimize=True)
    first, *others = map(_packed, frames)
    times = [SHOWN_MS] * len(others) + [LAST_MS]
    first.save(KEPT / "round.gif", save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    for name, state in STILLS.items():
        _packed(_seen(folder, state, STILL_HEIGHT)).save(KEPT / f"{name}.png", optimize=True)


def _seen(folder: Path, state: str, height: int) -> Image.Image:
    """The upper part of what the phone showed, at its own size."""
    shown = Image.open(folder / f"{state}-phone.png").convert("RGB")
    shown = shown.resize((WIDTH, round(shown.height * WIDTH / shown.width)), Image.Resampling.LANCZOS)
    page = Image.new("RGB", (WIDTH, height), GROUND)
    page.paste(shown)
    return page


def _packed(picture: Image.Image) -> Image.Image:
    """With a palette of its own, which screens have colours enough for."""
    return picture.quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)


if __name__ == "__main__":
    build(Path(*sys.argv[1:2]) if sys.argv[1:] else ROOT / ".screens")
