"""The page of one tournament, as each who reads it sees it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.front.request import User
from bot.page.auth import PageUser
from bot.page.html import Html
from bot.page.offers import offered
from bot.page.shell import Reader
from bot.page.tournament_pages import TournamentPages, tournament_html
from games.tournament.model import Award, Tournament
from games.tournament.story import BestResult, Elimination, Leading, Story
from storage.tournaments.tournaments import TablePlace
from tests.page.conftest import Offers
from tests.page.cups import CUPS, IN, OUT, OUTSIDE, WAITING, state_of
from tests.page.table import PLACE, Read

GOLD = re.compile(r'class="(?:btn|go) p"')


def html_of(told: Tournament, player: int, *, is_organiser: bool = False) -> Html:
    """The page of a tournament for one reader."""
    state = state_of(told)
    state = replace(state, places={each.number: TablePlace(40 + each.number, 8, 9) for each in told.tables})
    guest = PageUser(User(player, f"Player {player}", "x", is_member=True), 7, 8)
    reader = Reader(guest, "door", "tournaments/1", coins=248, currency="coins", is_organiser=is_organiser)
    return tournament_html(TournamentPages(reader, PLACE, [state], {}), state)


@pytest.mark.parametrize("name", CUPS)
@pytest.mark.parametrize("player", [IN, OUT, WAITING, OUTSIDE])
def test_a_tournament_s_page_is_for_its_reader(name: str, player: int) -> None:
    """Their own name is “You”, at most one button is gold, and each element is closed."""
    for is_organiser in (False, True):
        html = html_of(CUPS[name], player, is_organiser=is_organiser)
        assert [] == Read(html).open
        assert len(GOLD.findall(html)) <= 1
        assert f"Player {player}<" not in html
        # A press is taken only where the server knows it to be offered.
        assert set(Offers(html).found) == {tuple(each) for each in offered({"main": html})}


def test_who_is_out_reads_their_place_and_watches_on() -> None:
    """A place is told once it is certain; the gold button leads to a table, and nothing begins."""
    certain, later = html_of(CUPS["running"], OUT), html_of(CUPS["again"], OUT)

    assert "You’re out, 3rd of 3" in certain
    assert "2 are still in." in certain
    assert re.search(r'data-table="41".*?class="go p">Keep watching<', certain)
    assert "begin" not in certain
    assert "You’re out<" in later
    assert "once nobody can enter" in later
    assert "Enter again" in later
    assert "Your table, 1" in html_of(CUPS["running"], IN)
    assert ">Watch<" in html_of(CUPS["running"], OUTSIDE)


def test_who_won_stands_on_the_podium() -> None:
    """The first three have steps, the reader’s is marked and says what they won and have now."""
    story = Story(41, (Leading(2, 9),), BestResult(1, 3, 2, 54), None, (Elimination(2, 1, None),))
    given = (Award(IN, "place", 60), Award(OUT, "place", 30, ("A mug",)))
    told = replace(CUPS["over"], awards=given, story=story)
    html = html_of(told, OUT)

    assert re.search(r'class="step on">.*?<b>You</b>.*?\+30 coins', html)
    assert "You’re 3rd of 3" in html
    assert "You’ve won 30 coins, A mug. You now have 248 coins." in html
    assert "<strong>You</strong> led longest: 9 of 41 rounds." in html
    assert "Player 11 knocked you out" in html
    assert "now have" not in html_of(told, OUTSIDE)


def test_what_it_costs_is_told_before_one_joins() -> None:
    """Outsiders read what they would keep, and entrants that they have paid."""
    assert "You have 248, and would keep 238." in html_of(CUPS["for coins"], OUTSIDE)
    assert "You’ve paid that." in html_of(CUPS["for coins"], IN)
    assert "2 of 4 have joined" in html_of(CUPS["open"], OUTSIDE)
    assert "Waiting for a place" in html_of(CUPS["full"], OUTSIDE)
