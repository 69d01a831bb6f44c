"""Languages: which one is in force, and what happens where there is no catalogue."""

from __future__ import annotations

import asyncio

import pytest

from bot.text.translate import _, language, languages, ngettext, pgettext, speaking, spoken
from tests.pseudo import pseudo_language


def test_english_needs_no_catalogue() -> None:
    """The texts themselves are English."""
    assert _("Join") == "Join"
    assert [ngettext("{n} seat", "{n} seats", n).format(n=n) for n in (0, 1, 2)] == [
        "0 seats",
        "1 seat",
        "2 seats",
    ]


def test_an_unknown_language_falls_back_to_english() -> None:
    """Discord knows more languages than there are catalogues."""
    with speaking("xx-YY"):
        assert _("Join") == "Join"


def test_a_language_is_spoken_for_as_long_as_the_block_lasts() -> None:
    """Afterwards the language from before is in force again."""
    with pseudo_language(), speaking("qps"):
        assert _("Join {table}") == "⟦Join {table}⟧"
        with speaking("en"):
            assert _("Join") == "Join"
        assert ngettext("{n} seat", "{n} seats", 2) == "⟦{n} seats⟧"

    assert _("Join") == "Join"


def test_a_region_speaks_its_language() -> None:
    """`qps-XA` reads the catalogue of `qps` where it has none of its own."""
    with pseudo_language(), speaking("qps-XA"):
        assert _("Join") == "⟦Join⟧"


@pytest.mark.usefixtures("german")
def test_a_translation_is_one_readable_file() -> None:
    """It is read as it was written; what is fuzzy or not there is English."""
    assert languages() == ("en", "de")
    assert [spoken(code) for code in ("de", "de-AT", "en-US", "pt-BR")] == ["de", "de", "en", "en"]
    with speaking("de"):
        assert [_("Join"), _("Leave"), _("Deal")] == ["Mitspielen", "Leave", "Deal"]
        assert [ngettext("{n} seat", "{n} seats", n) for n in (0, 1)] == ["{n} Plätze", "{n} Platz"]
        assert [pgettext("command", "play"), pgettext("verb", "play")] == ["spielen", "play"]


def test_the_empty_text_stays_empty() -> None:
    """Catalogues keep their header under the empty text; nobody is to read that."""
    with pseudo_language(), speaking("qps"):
        assert _("") == ""


@pytest.mark.usefixtures("german")
async def test_two_readers_at_once_have_each_their_own_language() -> None:
    """The language belongs to the task, so an await in between changes nothing."""

    async def read(code: str) -> str:
        with speaking(code):
            await asyncio.sleep(0)
            return language.get()

    german, french = await asyncio.gather(read("de"), read("fr"))

    assert (german, french) == ("de", "fr")
