"""The page's own files: small, and nothing in them that is not needed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request

from bot.page.assets import SHEETS, SHELL, STATIC, STYLES, assets
from bot.page.views import shell
from tests.page.conftest import Browser, Practice

SCRIPTS = ("page.js", "look.js", "activity.js")
BYTES_MAX = 60_000
FIRST_BYTES_MAX = 25_000
"""The limit of bytes of the page, its styles, its scripts and its images of a table; pictures come later."""
PAGE = Path(__file__).parents[2] / "bot" / "page"


def test_what_is_ours_is_small() -> None:
    """All scripts and styles together, as they are sent, before cards and dice."""
    assert sum(len(assets()[each].content) for each in (STYLES, SHELL, *SCRIPTS)) < BYTES_MAX


@pytest.mark.parametrize("script", ["page.js", "activity.js"])
def test_a_browser_knows_at_once_what_it_needs(script: str) -> None:
    """The page names all files that its scripts load, so that none is a way there and back of its own."""
    html = shell(make_mocked_request("GET", "/"), {}, script).text or ""
    named = re.findall(r'/a/\w+/([\w.-]+)"', html)
    loaded = {each for name in (script, "look.js") for each in _imports(name)}

    assert len(named) == len(set(named)) == 5 + (2 if script == "activity.js" else 0)
    assert {script, "look.js", STYLES, SHELL, *loaded} <= set(named)
    assert "@import" not in "".join((STATIC / each).read_text() for each in SHEETS)
    assert ("embedded-app-sdk.js" in named) == (script == "activity.js")


def _imports(name: str) -> set[str]:
    found = set(re.findall(r'(?:from|import\() ?"\./([\w.-]+)"', (STATIC / name).read_text()))
    return found.union(*(_imports(each) for each in found))


async def test_a_table_is_there_with_the_page_itself(practice: Practice) -> None:
    """The first answer shows all of it, for few bytes; the ticket tells the same, which changes nothing."""
    ann = await practice.browser("brenna", 1)
    came = Browser(practice.client, "brenna", ann.key)
    headers = came.headers | {"Accept-Encoding": "gzip"}
    async with practice.client.get("/brenna/?table=1", headers=headers) as answer:
        packed, html = int(answer.headers["Content-Length"]), await answer.text()
    told = {"window": came.window, "table": 1}
    async with practice.client.post("/brenna/ticket", json=told, headers=headers) as answer:
        parts = (await answer.json())["parts"]
    files = [assets()[each].content for each in (STYLES, "page.js", "look.js")]

    assert 'class="felt' in parts["main"]
    place = " data-part></section>"
    assert parts["main"].replace(place, f" data-part>{parts['ranks']}</section>") in html
    assert parts["top"] in html
    assert packed + sum(map(len, files)) < FIRST_BYTES_MAX
    # Below the table: nothing of it waits for the styles of other pages.
    assert html.index(SHELL) > html.index("</main>")
    ranks = re.findall(r'<img class="face"[^>]*>', parts["ranks"])
    assert all('loading="lazy"' in each for each in ranks)


def test_no_comment_is_loaded() -> None:
    """Comments stay with those who read the code; each line keeps its number."""
    for name in ("page.js", "look.js", "activity.js"):
        sent = gzip.decompress(assets()[name].content).decode().splitlines()
        ours = (STATIC / name).read_text().splitlines()

        assert not any(each.lstrip().startswith("//") for each in sent)
        assert [each for each in ours if not each.lstrip().startswith("//")] == [
            each for each, line in zip(sent, ours, strict=True) if not line.lstrip().startswith("//")
        ]
    assert b"/*" not in gzip.decompress(assets()[STYLES].content)


def test_every_style_is_of_something() -> None:
    """Each class that the styles know is one that the page writes."""
    written = "".join(
        each.read_text() for each in (*PAGE.glob("*.py"), STATIC / "page.js", STATIC / "look.js")
    )
    written += "plain lit dim gold blue"  # looks and tones, as blocks have them
    known = set(
        re.findall(r"[\w-]+", re.sub(r"of-\{.*?\}", " ".join(f"of-{at}" for at in range(12)), written))
    )
    rules = "".join((STATIC / each).read_text() for each in (*SHEETS, SHELL))
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", rules, flags=re.DOTALL)

    assert set() == set(re.findall(r"\.([a-z][\w-]*)", selectors)) - known
