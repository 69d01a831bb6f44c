"""Rows of games that are not installed are among all others: nothing fails on our side by them."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow
from storage.db.transaction import Fields, Transaction
from tests.discord.cast import Cast, changes, opened, rows_of
from tests.discord.commands import forgive, score, type_in
from tests.discord.random_play import play_out
from tests.discord.series_rounds import keep_plan, set_schedule
from tests.discord.tavern import Room
from tests.discord.who_may import LAST, ROWS, A, delivery, in_order, listed
from tests.gone_games import GONE, gone, remove_games
from tests.soak import some_now

FAULTS = frozenset({"fault", "silence"})


async def press_all(cast: Cast, kinds: tuple[str, ...], *, is_gone: bool) -> list[tuple[str, str, str]]:
    """Send each row of the table by people of these kinds; return what failed on our side."""
    failed = []
    for _who, row, ask in in_order():
        if not is_gone and row in LAST:
            continue
        for kind in kinds:
            for each in variants(ask) if is_gone else (ask,):
                refused = await cast.send(delivery(cast, kind, row, each))
                if refused in FAULTS:
                    failed.append((kind, row, each.id or str(each.fields)))
    return failed


def variants(ask: A) -> list[A]:
    """Return what is asked, and the same about games that are not installed."""
    values = tuple(map(gone, ask.values))
    others = [replace(ask, id=gone(ask.id), values=values)]
    if not ask.id:
        others = [replace(ask, fields={**ask.fields, "game": each}) for each in [*GONE.values()][:1]]
    return [ask, *(each for each in others if each != ask)]


STORED = listed(
    "board_posts call_wishes daily_deals daily_goes deeds house_results keepsakes notes prizes record_totals"
    " records scores season_places series server_changes settings tables titles tournaments"
)
"""The database’s tables that name a game."""


POSTED = (
    "SELECT message FROM tables WHERE message IS NOT NULL AND settled = 0"
    " UNION SELECT message FROM tournaments WHERE message IS NOT NULL AND settled = 0"
)
PLACE: Fields = {"season": 1, "measure": "net", "game": STONE_HAND.key, "place": 1, "value": 5}


async def play_a_season(cast: Cast) -> None:
    """Begin a season, play for coins against the house, and end it."""
    host, manager = cast.people["host"], cast.people["manager"]
    await type_in(manager, "manage season begin", name="Spring")
    await cast.room.fund_house(1000)
    await host.open(STONE_HAND, wager=4)
    for button in ("house", "begin"):
        await host.press(button)
    await play_out([host], Random(1))
    await type_in(manager, "manage season end")
    await manager.press("season_end")


async def leave_traces(cast: Cast) -> None:
    """Store something wherever a game is named."""
    room, host, manager = cast.room, cast.people["host"], cast.people["manager"]
    await type_in(manager, "manage prize add", name="A mug", threshold=3, gift="text", value="code 1234")
    await type_in(host, "daily", game=STONE_HAND.key)
    await host.press("daily_go 0")
    await keep_plan(manager, number=1)
    await set_schedule(room, manager, announced_in=timedelta(minutes=3), number=1)
    await type_in(manager, "manage board", by="net", game=STONE_HAND.key)
    for kind in ("host", "manager"):
        await cast.send(delivery(cast, kind, "!call_game", ROWS["members"]["!call_game"]))
    await room.remember(host, STONE_HAND, HomeThrow((2, 5, 6), "the road home"))
    await score(host, 7)
    rows: dict[str, Fields] = {
        "titles": {"server": room.guild.id, "player": host.id, "title": STONE_HAND.key, "at": 0.0},
        "season_places": {**PLACE, "player": host.id},
    }
    for name, row in rows.items():
        await room.bot.app.database.write(partial(Transaction.add, rows=name, row=row))


@pytest.mark.parametrize("kind", some_now(("seated", "host", "organiser", "manager"), ("manager",)))
async def test_nothing_fails_by_rows_of_games_that_are_gone(
    room: Room, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Every command, press and form is answered, whatever is stored of games that are not installed."""
    cast = await opened(room)
    await play_a_season(cast)
    await press_all(cast, ("host", "manager"), is_gone=False)
    await leave_traces(cast)
    forgive(room)
    assert await room.bot.app.database.write(remove_games) == STORED
    caplog.clear()
    await room.restart()
    room.bot.answers.observer = cast.refusals
    # The series wants to announce a tournament meanwhile.
    await room.wait(timedelta(minutes=5).total_seconds())
    failed = await press_all(cast, (kind,), is_gone=True)
    forgive(room)
    posts = await room.read(lambda tx: tx.scalars(POSTED))
    room.env.backend.bulk_delete_messages(room.channel.id, posts)
    await room.wait(1)

    assert failed == []
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("kind", ["member", "host", "steward", "moderator"])
async def test_tn21_no_tournament_at_rest_is_called_off_by_others(room: Room, kind: str) -> None:
    """F-26, TN-21: a tournament of a game that is gone is called off by its organisers and managers only."""
    cast, found = await opened(room), {}
    await room.bot.app.database.write(remove_games)
    await room.restart()
    room.bot.answers.observer = cast.refusals
    before = await room.read(rows_of)
    for row in ("/organise cancel", "!cup_cancel", "?call_off_now"):
        found[row] = await cast.send(delivery(cast, kind, row, ROWS["organisers"][row]))
    forgive(room)

    assert found == dict.fromkeys(found, "NotOrganiser")
    assert changes(before, await room.read(rows_of)) == []
