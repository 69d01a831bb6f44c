"""One person is “you” wherever they read about themselves; others read their name."""

from __future__ import annotations

import inspect
import sys
from dataclasses import is_dataclass, replace

import pytest

from bot.screens.catalog import FACES
from bot.screens.table import hand_result
from bot.screens.table.scenes import Scene, recent_lines
from games.catalog import GAMES
from games.engine.betting.bets import Folded
from games.engine.core.errors import AddressedTemplate
from games.engine.core.game import AnyGame, Seat
from games.engine.table.views import view_table
from tests.begun import BEGUN
from tests.page.scripted import PEOPLE, hand_of

TEMPLATE = "games.tools.high_die"
"""The template of other packages' games, which is kept as short as it can be."""


def test_every_event_about_somebody_has_a_form_for_them() -> None:
    """Each sentence of an event that names its seat is written for that seat's player, too."""
    missing, found = list[str](), 0
    no_game = (TEMPLATE, *(f"games.{key}" for key in BEGUN))
    for module in [
        each
        for name, each in sys.modules.items()
        if name.startswith("games.") and not name.startswith(no_game)
    ]:
        for event in vars(module).values():
            if not (inspect.isclass(event) and is_dataclass(event) and event.__module__ == module.__name__):
                continue
            template = getattr(event, "template", "")
            if isinstance(template, property):
                if 'return N_("{name}' in inspect.getsource(event):
                    missing.append(event.__name__)
            elif "{name}" in str(template) and "seat" in getattr(event, "__dataclass_fields__", {}):
                found += 1
                if not isinstance(template, AddressedTemplate) or "{name}" in template.you:
                    missing.append(event.__name__)

    assert missing == []
    assert found > 20


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_nobody_reads_their_own_name_in_the_log(game: AnyGame) -> None:
    """Through a whole hand a player's log and headlines say “you”, and others read the name there."""
    own, others = "", ""
    for table in [*hand_of(game)][1:20]:
        for seat in (Seat(1), Seat(3)):
            scene = Scene(view_table(table, game, seat), game, FACES[game.key], "coins")
            said = [*recent_lines(scene, lines=60, is_whole=True)]
            if scene.face.shows_result(scene.view):
                result = scene.face.result(scene.view)
                said += [hand_result.headline(scene, result), *result.own]
            if seat == 1:
                own += "\n".join(said)
            else:
                others += "\n".join(said)

    assert PEOPLE[0] not in own, [line for line in own.splitlines() if PEOPLE[0] in line]
    assert PEOPLE[0] in others


def test_who_only_watches_reads_every_name() -> None:
    """Without a seat nobody is “you”, whatever number the seat of an event has."""
    game = GAMES["destiny"]
    table = [*hand_of(game)][1]
    for viewer, words in ((None, "Brenna folds."), (Seat(1), "You fold."), (Seat(3), "Brenna folds.")):
        view = replace(view_table(table, game, viewer), story=(Folded(Seat(1)),))
        scene = Scene(view, game, FACES[game.key], "coins")

        assert [f"-# {words}"] == recent_lines(scene)
