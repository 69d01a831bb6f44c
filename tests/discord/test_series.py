"""A series of tournaments, as organisers and players see it."""

from __future__ import annotations

from random import Random

import pytest

from bot.tavern.tournament import series
from storage.db.transaction import Transaction
from storage.errors import NameTaken
from tests.discord.commands import all_series, call_off, series_page, type_in
from tests.discord.evening import enter_all, play_tournament
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room

ORGANISERS_ONLY = "Only managers and organisers can run tournaments."


@pytest.fixture
def host(room: Room) -> Player:
    """A player who may run tournaments."""
    return room.person("host", is_manager=True)


async def plan_next(host: Player, **fields: object) -> None:
    """Plan the next tournament from the series' panel, and announce it."""
    await type_in(host, "organise series manage")
    await host.press("series_plan")
    await fill_in(host, "plan_ask levels", chips=2, level_length=1, levels="2 4 8")
    if fields:
        await fill_in(host, "plan_ask players", **fields)
    await host.press("announce")


async def test_open_series_differ_by_more_than_case(room: Room, host: Player) -> None:
    """TN-29: nor is one renamed so; the title of a closed one may be had again."""
    for name in ("Winter", "Spring"):
        await type_in(host, "organise series create", name=name)
    for name in ("Winter", "WINTER", " winter ", "Ｗinter"):  # full-width
        assert await type_in(host, "organise series create", name=name) == "That name is taken."

    def rename(tx: Transaction) -> None:
        winter, spring = series.find(tx, room.guild.id, 1), series.find(tx, room.guild.id, 2)
        with pytest.raises(NameTaken):
            series.change(tx, winter, "spring", winter.terms, has_events=False)
        series.change(tx, winter, "WINTER", winter.terms, has_events=False)
        series.close(tx, spring, 1.0)
        series.change(tx, winter, "spring", winter.terms, has_events=False)

    await room.bot.app.database.write(rename)


async def test_a_whole_series(room: Room, host: Player) -> None:
    """TN-29 to TN-34: begun, two tournaments planned and played, looked at, closed, its champion kept."""
    ann, ben = room.person("ann"), room.person("ben")
    said = await type_in(host, "organise series create", name="Winter", points="10 6", tournaments=2)

    assert "Winter\n0 of 2 tournaments played" in said
    assert "Points by place: 10 6" in said

    for number in (1, 2):
        await plan_next(host)

        assert "counts for **Winter**" in host.notice.words
        assert f"Winter {number}" in host.notice.words
        assert "**Next:** [Winter " in await series_page(ben)

        await enter_all(room, [ann, ben])
        await host.press("start_cup")
        await play_tournament(room, [ann, ben], Random(number), number)

        assert "counts for **Winter**" in host.notice.words
        assert any("It counts for **Winter**: " in each.words for each in ben.sees())

    told = await series_page(ann)

    assert "2 of 2 tournaments played" in told
    lines = [each for each in told.splitlines() if "\\." in each]
    assert len(lines) == 2
    assert all("10" in each or "6" in each for each in lines)
    assert "All planned tournaments have been played" in told

    await type_in(host, "organise series manage")
    await host.press("series_close")
    question = host.told
    await host.press("series_end")

    assert "No other tournament will count for it" in question
    assert "**<@" in host.told
    assert "won by <@" in await all_series(ben)
    assert "That series is closed." in await type_in(host, "organise series manage")
    assert "**<@" in await series_page(ben, 1)


async def test_only_organisers_run_a_series(room: Room, host: Player) -> None:
    """No other player begins a series, opens its panel, or lets a tournament count."""
    ben = room.person("ben")
    await type_in(host, "organise series create", name="Winter")

    assert await type_in(ben, "organise series create", name="Mine") == ORGANISERS_ONLY
    assert await type_in(ben, "organise series manage") == ORGANISERS_ONLY
    assert await type_in(ben, "organise series add", tournament=1) == ORGANISERS_ONLY


async def test_points_are_set_by_a_form(host: Player) -> None:
    """The form holds the current values and reports unreadable ones; a stale form changes nothing."""
    await type_in(host, "organise series create", name="Winter", best=3)
    words = await fill_in(host, "series_ask terms", title="Summer", points="5 3 1", tournament_count=4)

    assert "Summer\n0 of 4 tournaments played" in words
    assert "Points by place: 5 3 1 · each player’s best 3 results count" in words
    assert "Please give whole numbers" in await fill_in(host, "series_ask terms", points="1 5")
    assert "from 0 to 100" in await fill_in(host, "series_ask terms", best_count="101")

    form = await host.press("series_ask terms")
    await fill_in(host, "series_ask terms", title="Autumn")
    given = {"title": "Spring", "points": "1", "best_count": "0", "tournament_count": "0"}
    await host.member.submit_modal(form, given)

    assert "The series has changed since you were shown that." in host.told


async def test_tournaments_that_cannot_come_in(room: Room, host: Player) -> None:
    """TN-29: one that is in a series, one that is over, one too many; called off it leaves its room."""
    await type_in(host, "organise series create", name="Winter", tournaments=1)
    await plan_next(host)

    assert "counts for a series already" in await type_in(host, "organise series add", tournament=1)

    await type_in(host, "organise create", title="Other")
    await host.press("announce")

    assert "more tournaments than the 1 planned" in await type_in(host, "organise series add", tournament=2)

    await type_in(host, "organise series manage")
    await host.press("series_close")
    await host.press("series_end")

    assert "aren’t over yet: 1." in host.told

    await call_off(host, number=1)

    assert "This tournament is over." in await type_in(host, "organise series add", tournament=1)
    assert "**Other** counts for **Winter** now." in await type_in(host, "organise series add", tournament=2)


async def test_which_series_is_meant(host: Player) -> None:
    """Without a number the only open one; of several, one has to be named; none is said so."""
    assert "There’s no such series here." in await type_in(host, "organise series manage")
    assert "There are no series here yet." in await all_series(host)

    await type_in(host, "organise series create", name="Winter")
    await type_in(host, "organise series create", name="Summer")

    assert "please name one of 2, 1." in await type_in(host, "organise series manage")
    assert "Winter" in await series_page(host, 1)
    assert "There’s no such series here." in await series_page(host, 3)
    assert "- **Winter** (1) · 0 tournaments" in await all_series(host)

    for number in range(3, 11):
        await type_in(host, "organise series create", name=f"S{number}")

    assert "can’t have more open series" in await type_in(host, "organise series create", name="More")


async def test_a_series_without_a_point_has_no_champion(host: Player) -> None:
    """TN-34: closed before anything was played, nobody has won it."""
    await type_in(host, "organise series create", name="Winter")
    await host.press("series_close")

    assert "nobody wins it" in host.told

    await host.press("series_end")

    assert "Closed without a winner." in host.told
    assert "nobody won" in await all_series(host)


async def test_anybody_has_the_standings_as_a_file(room: Room, host: Player) -> None:
    """They come as JSON, or as CSV for a spreadsheet, named after the series' number."""
    await type_in(host, "organise series create", name="Winter")
    ben = room.person("ben")

    await series_page(ben)
    for kind, name, begins in (("json", "series-1.json", b"{"), ("csv", "series-1.csv", b"\xef")):
        result = await ben.press(f"series_save {kind}")
        assert result.response is not None
        (file,) = result.response.attachments
        assert file.filename == name
        assert (await file.read()).startswith(begins)


async def test_tn29_no_series_takes_the_title_of_another(host: Player) -> None:
    """TN-29: a series is renamed to no other's title, in whatever case; its own stays its own."""
    await type_in(host, "organise series create", name="Winter")
    await type_in(host, "organise series create", name="Summer")
    await type_in(host, "organise series manage", number=2)
    assert (await fill_in(host, "series_ask terms", title="SUMMER")).startswith("## 🏆 SUMMER\n")
    assert await fill_in(host, "series_ask terms", title="WINTER") == "That name is taken."
