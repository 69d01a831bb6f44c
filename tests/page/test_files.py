"""The page's own files: small, and nothing in them that is not needed."""

from __future__ import annotations

import re
from pathlib import Path

from bot.page.assets import STATIC, assets

OURS = ("page.css", "layout.css", "motion.css", "page.js", "look.js", "activity.js")
BYTES_MAX = 60_000
PAGE = Path(__file__).parents[2] / "bot" / "page"


def test_what_is_ours_is_small() -> None:
    """All scripts and styles together, as they are sent, before cards and dice."""
    assert sum(len(assets()[each].content) for each in OURS) < BYTES_MAX


def test_every_style_is_of_something() -> None:
    """Each class that the styles know is one that the page writes."""
    written = "".join(each.read_text() for each in (*PAGE.glob("*.py"), STATIC / "page.js"))
    written += "plain lit dim gold blue"  # looks and tones, as blocks have them
    known = set(
        re.findall(r"[\w-]+", re.sub(r"of-\{.*?\}", " ".join(f"of-{at}" for at in range(12)), written))
    )
    rules = "".join((STATIC / each).read_text() for each in OURS if each.endswith(".css"))
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", rules, flags=re.DOTALL)

    assert set() == set(re.findall(r"\.([a-z][\w-]*)", selectors)) - known
