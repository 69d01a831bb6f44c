"""A table, a tournament and their lists show each reader the buttons that would do something for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from bot.custom_ids import TablePress, parse
from bot.page import screen_html
from bot.page.table_layout import table_html
from bot.page.table_shown import TableShown
from bot.page.tournament_answers import answers, organising
from bot.screens.catalog import FACES
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.core.errors import RuleError
from games.engine.table import play, seating
from games.engine.table.table import AnyTable, Closing, Terms
from games.engine.table.views import view_table
from games.tournament import director, entries, prize_deals
from games.tournament.model import Tournament
from tests.laws.walk import seeds
from tests.page.cups import CUPS, IN, LOTS, OUT, OUTSIDE, WAITING, state_of
from tests.page.scripted import hand_of
from tests.page.table import PLACE, Read

HOST, GUEST, ASKED, SENT, STRANGER = PEOPLE = (1, 2, 3, 4, 5)
"""Who opened the table, who sits there, who is asked but has not come, who was sent away, and anybody."""
GAME = GAMES["destiny"]
NAMES = {1: "Brenna", 2: "Tomas", 3: "Ishbel", 4: "Odo", 5: "Hanne"}


def lobby(terms: Terms, guests: int, *, closing: Closing | None = None) -> AnyTable:
    """A lobby of the host, so many guests of theirs, and house players for the rest."""
    table = open_table(terms)
    for player in (HOST, GUEST)[: 1 + guests]:
        table = seating.sit_down(table, GAME, player, NAMES[player], None).table
    for each in range(guests - 1):
        table = seating.seat_house_player(table, GAME, f"House {each}", funded=True).table
    return replace(table, closing=closing)


def open_table(terms: Terms) -> AnyTable:
    """An open table of the game."""
    return seating.open_table(7, GAME, GAME.house_rules(), terms, seeds("applies"))


USUAL = Terms(host=HOST, buy_in=20)
CASES = {
    "alone": lobby(USUAL, 0),
    "two": lobby(USUAL, 1),
    "four": lobby(replace(USUAL, sent_away=(SENT,)), 3),
    "full": lobby(USUAL, max(GAME.seats) - 1),
    "private": lobby(replace(USUAL, invited=(HOST, GUEST, ASKED), sent_away=(SENT,)), 3),
    "closing": lobby(USUAL, 3, closing=Closing(HOST)),
}


def require_host(table: AnyTable, player: int) -> None:
    """Refuse who may not host."""
    seating.require_host(table, player)


def begin(table: AnyTable, player: int) -> None:
    """Begin as a host does."""
    seating.require_host(table, player)
    play.begin(table, GAME, seeds("applies"))


def add(table: AnyTable, player: int) -> None:
    """Add a house player as a host does."""
    seating.require_host(table, player)
    seating.seat_house_player(table, GAME, "Fenna", funded=True)


DONE: Mapping[str, Callable[[AnyTable, int], object]] = {
    "join": lambda table, player: seating.sit_down(table, GAME, player, NAMES[player], None),
    "begin": begin,
    "house": add,
    "turn_down": seating.turn_down,
    "invite": lambda table, player: seating.invite(table, player, (SENT,)),
    "call_players": lambda table, player: seating.call_players(table, GAME, player),
}
"""What each press does at a table."""


def verbs(table: AnyTable, player: int, *, is_quiet: bool = False) -> set[str]:
    """The verbs that somebody is offered at a table's page."""
    seat = next((each.seat for each in table.present if each.player == player), None)
    view = view_table(table, GAME, seat)
    scene = Scene(view, GAME, FACES[GAME.key], "coins", is_quiet=is_quiet, reader=player)
    screen_html.reader.set(player)
    main, _ranks = table_html(TableShown(scene, "", None, PLACE), {})
    found = (parse(each) for each in Read(main).actions)
    return {each.verb for each in found if isinstance(each, TablePress)}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("player", PEOPLE)
def test_a_lobby_offers_each_what_they_may_do(name: str, player: int) -> None:
    """No button is there that would refuse its reader, and whoever may sit down or begin sees how."""
    table = CASES[name]
    shown = verbs(table, player)
    may = set()
    for verb, do in DONE.items():
        try:
            do(table, player)
        except RuleError:
            continue
        may.add(verb)

    assert shown & DONE.keys() <= may
    assert {"join", "begin", "turn_down"} & may <= shown
    assert shown & DONE.keys() or player != HOST or name == "closing"


def test_a_lobby_whose_host_is_away_may_be_taken_over() -> None:
    """TB-15: after a long rest whoever sits there may begin; whoever watches may not."""
    table = CASES["four"]

    assert ["begin" in verbs(table, each) for each in (HOST, GUEST, STRANGER)] == [True, False, False]
    quiet = ["begin" in verbs(table, each, is_quiet=True) for each in (HOST, GUEST, STRANGER)]
    assert quiet == [True, True, False]


@pytest.mark.parametrize("game", ["stone_hand", "knights_heads"])
def test_whoever_is_broke_comes_back_first(game: str) -> None:
    """TB-24: the gold button is the seat with its price; then come other games, and the break from them."""
    known = GAMES[game]
    scene = Scene(view_table([*hand_of(known)][3], known, None), known, FACES[game], "coins")
    for is_broke in (True, False):
        shown = TableShown(replace(scene, is_broke=is_broke), "", None, PLACE)
        main, _ranks = table_html(shown, {})
        gold = re.findall(r'class="btn p"[^>]*>(.*?)</button>', main)
        words = [re.sub(r"<[^>]+>", "", each).strip() for each in gold]
        again = f"Sit down again for {scene.stake(scene.price)}"
        assert (again in words) == is_broke
        order = [main.find(each) for each in (again, "Another game", "Keep me out")]
        assert order == (sorted(order) if is_broke else [-1, -1, -1])


def test_who_sits_is_not_called_to_sit() -> None:
    """To be called to such tables is offered to those who don’t sit at this one."""
    assert ["call_me" in verbs(CASES["alone"], each) for each in (HOST, STRANGER)] == [False, True]


CHANGES: Mapping[str, Callable[[Tournament, int], object]] = {
    "enter": lambda told, player: entries.enter(told, player, "Odo", 0, LOTS),
    "withdraw": entries.withdraw,
    "check_in": lambda told, player: told.terms.needs_check_in and entries.check_in(told, player),
    "deal_agree": lambda told, player: prize_deals.agree(told, player, 2, LOTS),
    "deal_end": lambda told, player: prize_deals.play_on(told, player, 2, LOTS),
    "start_cup": lambda told, _player: director.start(told, 0, LOTS),
    "fill_up": lambda told, _player: entries.fill_up(told, ((-1, "Fenna"),)),
}
"""What each press does to a tournament; nothing is done by what returns False."""


@pytest.mark.parametrize("name", CUPS)
@pytest.mark.parametrize("player", [IN, OUT, WAITING, OUTSIDE])
@pytest.mark.parametrize("is_organiser", [False, True], ids=["player", "organiser"])
def test_a_tournament_offers_each_what_they_may_do(name: str, player: int, *, is_organiser: bool) -> None:
    """All that would not refuse its reader is there, and nothing else; gold is nothing that only waits."""
    told, may = CUPS[name], set()
    for verb, change in CHANGES.items():
        try:
            is_done = change(told, player) is not False
        except RuleError:
            continue
        if is_done and (is_organiser or verb not in ("start_cup", "fill_up")):
            may.add(verb)
    found = answers(state_of(told), player, is_organiser=is_organiser)
    shown = {
        press.verb for press in map(parse, (each.action for each in found)) if isinstance(press, TablePress)
    }

    assert shown == may
    if name == "full":
        assert all(each.style != "main" for each in found if "enter" in each.action)


@pytest.mark.parametrize("name", CUPS)
def test_organisers_see_what_can_be_done_now(name: str) -> None:
    """No pause is offered of what does not run, nor anybody’s return who was not taken out."""
    told = CUPS[name]
    shown = {each.command.removeprefix("organise ") for each in organising(state_of(told))}

    assert ("pause" in shown) == (told.phase == "running" and told.deal is None)
    assert ("resume" in shown) == (told.phase == "running" and told.paused_at is not None)
    assert "restore" not in shown
    assert ("cancel" in shown) == (told.phase in ("open", "running"))
    assert "export" in shown
