"""The ranks beside every table, from the rules' own tables, at the viewer's own hand."""

from __future__ import annotations

import re

from bot.screens.destiny import cards as destiny
from bot.screens.dividha import cards as dividha
from games.catalog import GAMES
from games.dividha.model import DividhaRules
from tests.page.conftest import Practice

FIRST_AND_LAST = {
    "stone_hand": ["Home throw", "Triple, 3", "Run, 5", "Pair, 7", "Junk, 6", "Empty"],
    "destiny": ["Ace", "King to Jack", "10 to 7", "6 to 2"],
    "knights_heads": ["1. Dynasty", "2. Council of Kings", "26. Triplet", "Rabble"],
    "dividha": ["Pure Five-of-a-Kind", "Pureblood Straight", "One Pair", "High Card"],
}
"""The ends of each game's list in the rulebook; of long ones two from either end (SH-1, DE-1, KH-1, DV-1)."""
ALL = {"stone_hand": 6, "destiny": 4, "knights_heads": 27, "dividha": 12}


def listed(page: str) -> list[str]:
    """The names in the list."""
    found = re.findall(r"<li[^>]*><span>(.*?)(?:<small|</span>)", page)
    return [" ".join(re.sub(r"<[^>]+>", "", each).split()) for each in found]


def sprites(page: str) -> list[str]:
    """Return the painted sprites."""
    return re.findall(r"(\w+)\.png", page)


async def test_what_beats_what_stands_at_every_table(practice: Practice) -> None:
    """Highest first, all of it, with one's own hand marked for oneself and for nobody else (TB-11)."""
    ann, ben = await practice.browser("ishbel"), await practice.browser("tomas")
    for number, game in enumerate(GAMES, start=2):
        await ann.play_now(game)
        assert number == ann.table
        await ben.send("table", number=number)
        await ben.read_until(f"table {number}")
        names, some = listed(ann.parts["ranks"]), FIRST_AND_LAST[game]

        assert ALL[game] == len(names) == len(set(names))
        assert some == (names if len(names) == len(some) else [*names[:2], *names[-2:]])
        assert names == listed(ben.parts["ranks"])
        assert sprites(ann.parts["ranks"]) == sprites(ben.parts["ranks"])
        assert 'class="on"' not in ben.parts["ranks"]
        # There is no short form of it beside it.
        assert not any("Best first" in each for each in ann.parts.values())
        # Ten cards are known from the first nine on; the other games have yet to throw, look or be dealt.
        assert (game == "knights_heads") is ('class="on"' in ann.parts["ranks"]) or game == "dividha"


def test_house_rules_are_listed_where_they_hold() -> None:
    """Jokers above the ace or below the two (DE-1), and God with Satan above all else (DV-9)."""
    names = {jokers: [each.name for each in destiny.ranks(jokers)] for jokers in ("above", "below")}

    assert ("Joker", "Ace") == tuple(names["above"][:2])
    assert ("6 to 2", "Joker") == tuple(names["below"][-2:])
    assert ["*2", "*1"] == [each.card for each in destiny.ranks("above")[0].example]
    assert ["As", "Ah", "Ad", "Ac"] == [each.card for each in destiny.ranks("none")[0].example]
    divine = dividha.ranks(0, DividhaRules(divine_intervention=True)).lines
    assert ("Divine Intervention", True) == (divine[0].name, divine[0].is_own)
    assert 13 == len(divine)
