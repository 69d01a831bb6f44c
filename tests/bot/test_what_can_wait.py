"""A player who is not asked may see others' acts at a table a little later, over the catalog."""

from __future__ import annotations

import itertools

import pytest

from bot.front.render import LazyScreen, can_wait
from bot.screens.catalog import FACES
from bot.screens.core.screen import ActionRow, Select
from bot.screens.core.table_blocks import OwnBlock
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.table.seating import leave, open_table, sit_down
from games.engine.table.table import Terms
from games.engine.table.views import view_table
from tests.laws.walk import some_seats, walk

SEATS = 4


def panel(scene: Scene) -> LazyScreen:
    """Return the panel of one table."""
    return LazyScreen(panel_screen, (scene, [], ""), "en")


def holding(scene: Scene) -> OwnBlock:
    """Return the cards of a panel's owner, if they are in the hand."""
    is_in = scene.view.hand is not None and scene.view.viewer in scene.view.hand_seats
    return scene.face.own(scene.view) if is_in else OwnBlock()


@pytest.mark.parametrize("key", GAMES)
def test_nobody_waits_for_what_concerns_them(key: str) -> None:
    """F-30: a change that can wait alters no button on a panel, no card and no text to its owner.

    And it tells nobody how a hand came out, those without a seat neither.
    """
    game, waited, shown = GAMES[key], 0, 0
    for taken in walk((key, 0, some_seats(key, SEATS))):
        before, after = taken.before, taken.change.table
        for seat in (None, *(each.seat for each in before.present if each.player is not None)):
            was, now = (
                Scene(view_table(table, game, seat), game, FACES[key], "coins") for table in (before, after)
            )
            if not can_wait(panel(was), now.view):
                shown += 1
                continue
            waited += 1
            old, new = panel(was).screen, panel(now).screen
            assert [each for each in old.parts if isinstance(each, ActionRow | Select)] == [
                each for each in new.parts if isinstance(each, ActionRow | Select)
            ]
            held, holds = holding(was), holding(now)
            assert (held.tiles, held.title, held.news) == (holds.tiles, holds.title, holds.news)
            assert was.view.hands == now.view.hands
            assert was.face.shows_result(was.view) == now.face.shows_result(now.view)

    assert waited
    assert shown


def test_a_message_that_nothing_is_known_of_does_not_wait() -> None:
    """F-30: the content of a message must be known to decide what may wait."""
    taken = walk(("destiny", 0, SEATS))[-2]

    assert not can_wait(None, view_table(taken.before, GAMES["destiny"], Seat(1)))


@pytest.mark.parametrize("key", GAMES)
def test_nothing_waits_that_was_drawn_for_another_seat(key: str) -> None:
    """F-30: it is shown at once to a viewer who has sat down since, left, or come back to another seat."""
    game, seeds = GAMES[key], (f"{each:064x}" for each in itertools.count(1))
    tables = [open_table(1, game, game.house_rules(), Terms(host=101, buy_in=game.buy_in), seeds)]
    for player in (101, 102, 103):
        tables.append(sit_down(tables[-1], game, player, f"p{player}", None).table)
    tables.append(leave(tables[-1], game, 102, seeds).table)
    tables.append(sit_down(tables[-1], game, 104, "p104", None).table)
    for older, newer in itertools.combinations(tables, 2):
        seats = [{None, *(each.seat for each in table.present)} for table in (older, newer)]
        for was, now in itertools.product(*seats):
            drawn = panel(Scene(view_table(older, game, was), game, FACES[key], "coins"))
            assert was == now or not can_wait(drawn, view_table(newer, game, now))
