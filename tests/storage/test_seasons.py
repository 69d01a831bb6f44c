"""Seasons: the counted hands, and the stored results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.hand_stats import HandStats
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.errors import NoSeason, SeasonOver, SeasonRuns
from storage.people import personal_data, preferences
from storage.people.preferences import Preferences
from storage.play.tables import Tables
from storage.standing import boards, records, titles
from storage.standing.boards import Measure, Season
from storage.standing.records import Counted
from tests.storage.records import ANN, BOB, HEADS
from tests.storage.tables import SERVER, playing
from tests.storage.toy import GAMES, TOY

DAY = float(DAY_SECONDS)
CORA = 13


def wins(tx: Transaction, tables: Tables, day: float, *, deeds: HandStats = HEADS, **gains: int) -> None:
    """Add a hand of that day, with these gains."""
    table = playing(tx, tables).table
    people = {"ann": ANN, "bob": BOB, "cora": CORA}
    counted = [Counted(people[name], gain, deeds, 1) for name, gain in gains.items()]
    records.add(tx, SERVER, table, counted, day * DAY)


def places(
    tx: Transaction, season: Season, by: Measure = "net", game: str | None = None
) -> list[tuple[int, int, object]]:
    """Return a board of a season."""
    now = boards.season_numbered(tx, SERVER, season.id)
    return [(each.place, each.player, each.value) for each in boards.season_standings(tx, now, by, game)]


def test_a_season_counts_whole_days_from_its_first_to_its_end(tx: Transaction, tables: Tables) -> None:
    """TB-22: the day before and play after the end do not count; all of the first day does."""
    wins(tx, tables, 9.9, ann=100)
    wins(tx, tables, 10.1, ann=3)
    autumn = boards.begin_season(tx, SERVER, "Autumn", 10.5 * DAY)
    assert autumn == Season(1, SERVER, "Autumn", 10)
    wins(tx, tables, 12.0, ann=2, bob=7)
    assert places(tx, autumn) == places(tx, autumn, game=TOY.key) == [(1, BOB, 7), (2, ANN, 5)]

    ended = boards.end_season(tx, SERVER, autumn.id, GAMES, 12.5 * DAY)
    wins(tx, tables, 12.6, ann=50)
    assert ended.last_day == 12
    assert places(tx, autumn) == [(1, BOB, 7), (2, ANN, 5)]
    assert places(tx, autumn, "won", TOY.key) == [(1, ANN, 2), (2, BOB, 1)]
    assert [each[:2] for each in places(tx, autumn, "best", TOY.key)] == [(1, ANN), (1, BOB)]

    winter = boards.begin_season(tx, SERVER, "Winter", 12.7 * DAY)
    assert winter.first_day == 13
    assert places(tx, winter) == []
    assert boards.end_season(tx, SERVER, winter.id, GAMES, 12.8 * DAY).last_day == 12
    assert boards.begin_season(tx, SERVER, "Spring", 20 * DAY).first_day == 20


def test_there_is_one_season_at_a_time(tx: Transaction) -> None:
    """TB-22: the second manager is told of the first one’s; other servers are separate."""
    autumn = boards.begin_season(tx, SERVER, "Autumn", 0.0)
    with pytest.raises(SeasonRuns) as refused:
        boards.begin_season(tx, SERVER, "Fall", 0.0)
    assert refused.value.name == "Autumn"
    boards.begin_season(tx, SERVER + 1, "Fall", 0.0)

    assert boards.current_season(tx, SERVER) == autumn
    assert [each.name for each in boards.latest_seasons(tx, SERVER, 9)] == ["Autumn"]


def test_a_season_ends_once(tx: Transaction, tables: Tables) -> None:
    """TB-22: the second manager is told so, and nothing changes; no other server can end it."""
    autumn = boards.begin_season(tx, SERVER, "Autumn", 0.0)
    wins(tx, tables, 0.0, ann=2)
    with pytest.raises(NoSeason):
        boards.end_season(tx, SERVER + 1, autumn.id, GAMES, 0.0)
    boards.end_season(tx, SERVER, autumn.id, GAMES, DAY)
    wins(tx, tables, 1.0, ann=2)
    with pytest.raises(SeasonOver):
        boards.end_season(tx, SERVER, autumn.id, GAMES, 3 * DAY)

    assert places(tx, autumn) == [(1, ANN, 2)]
    assert boards.current_season(tx, SERVER) is None


def test_champions_get_titles(tx: Transaction, tables: Tables) -> None:
    """TB-22: all who share the first place get one; nobody who is on a board alone."""
    autumn = boards.begin_season(tx, SERVER, "Autumn", 0.0)
    wins(tx, tables, 0.0, ann=5)
    records.add(tx, SERVER, replace(playing(tx, tables).table, game="other"), [Counted(BOB, 5, HEADS)], 0.0)
    boards.end_season(tx, SERVER, autumn.id, [*GAMES, "other"], DAY)

    for player in (ANN, BOB):
        assert [each.title for each in titles.of_player(tx, SERVER, player)] == ["season_champion"]
    winter = boards.begin_season(tx, SERVER, "Winter", 2 * DAY)
    wins(tx, tables, 2.0, ann=5, bob=1, cora=-3)
    boards.end_season(tx, SERVER, winter.id, GAMES, 3 * DAY)
    assert [each.title for each in titles.of_player(tx, SERVER, ANN)] == ["season_champion", "season_master"]
    assert titles.of_player(tx, SERVER, CORA) == ()


def test_a_forgotten_champion_has_no_name(tx: Transaction, tables: Tables) -> None:
    """TB-22, F-53: the place stays, anonymous; an export has it."""
    autumn = boards.begin_season(tx, SERVER, "Autumn", 0.0)
    wins(tx, tables, 0.0, bob=5, cora=2)
    assert personal_data.export(tx, tables, CORA)["season_places"] == []
    boards.end_season(tx, SERVER, autumn.id, GAMES, DAY)
    handed = personal_data.export(tx, tables, CORA)["season_places"]
    personal_data.forget(tx, tables, CORA, 2 * DAY)

    assert {"season": 1, "server": SERVER, "name": "Autumn", "measure": "net"} | {
        "game": "",
        "place": 2,
        "value": 2,
    } in handed
    first, second = places(tx, autumn)
    assert first == (1, BOB, 5)
    assert second[0] == 2
    assert second[1] < 0
    assert not tx.all("SELECT 1 FROM season_places WHERE player = ?", (CORA,))


def test_who_hides_their_record_is_in_no_season(tx: Transaction, tables: Tables) -> None:
    """TB-22: neither while it runs nor at its end, also if they hide it only then."""
    preferences.save(tx, ANN, Preferences(record="hidden"))
    autumn = boards.begin_season(tx, SERVER, "Autumn", 0.0)
    wins(tx, tables, 0.0, ann=9, bob=5, cora=2)
    assert places(tx, autumn) == [(1, BOB, 5), (2, CORA, 2)]
    boards.end_season(tx, SERVER, autumn.id, GAMES, DAY)
    preferences.save(tx, BOB, Preferences(record="hidden"))

    assert places(tx, autumn) == [(2, CORA, 2)]
    assert titles.of_player(tx, SERVER, ANN) == ()


def test_all_who_share_a_place_are_kept(tx: Transaction, tables: Tables) -> None:
    """TB-22: 17 players share the first place at the end; all are champions, 15 are shown, 2 left out."""
    autumn = boards.begin_season(tx, SERVER, "Autumn", 0.0)
    table = playing(tx, tables).table
    for player in range(101, 118):
        records.add(tx, SERVER, table, [Counted(player, 9, HEADS)], 0.0)
    boards.end_season(tx, SERVER, autumn.id, GAMES, DAY)
    over = boards.season_numbered(tx, SERVER, autumn.id)
    shown = boards.season_standings(tx, over, "net", None)

    assert [each.player for each in shown] == [*range(101, 116)]
    assert boards.left_out(shown) == 2
    assert titles.of_player(tx, SERVER, 117)


def test_a_board_of_courts(tx: Transaction, tables: Tables) -> None:
    """TB-19: the most courts for coins come first; equal ones share a place."""
    one, two = (HandStats(1, has_won=False, counts={"courts": count, "other": 9}) for count in (1, 2))
    wins(tx, tables, 1.0, deeds=two, ann=0)
    wins(tx, tables, 2.0, deeds=one, bob=0, cora=0)
    wins(tx, tables, 3.0, deeds=one, bob=0)
    table = replace(playing(tx, tables).table, money="practice")
    records.add(tx, SERVER, table, [Counted(CORA, 0, two)], 3 * DAY)

    def courts(since: int) -> list[tuple[int, int, int]]:
        found = boards.ranked(tx, SERVER, "courts", None, since, 9)
        return [(each.place, each.player, each.value) for each in found]

    assert courts(0) == [(1, ANN, 2), (1, BOB, 2), (3, CORA, 1)]
    assert courts(2) == [(1, BOB, 2), (2, CORA, 1)]


def test_a_list_of_seasons_can_begin_with_an_older_one(tx: Transaction) -> None:
    """An open list does not move when a season begins."""
    for number in range(4):
        made = boards.begin_season(tx, SERVER, f"Season {number}", number * DAY)
        boards.end_season(tx, SERVER, made.id, GAMES, number * DAY)

    assert [each.id for each in boards.latest_seasons(tx, SERVER, 3)] == [4, 3, 2]
    assert [each.id for each in boards.latest_seasons(tx, SERVER, 3, until=2)] == [2, 1]
