"""The very moment of each deadline: a second before it, at it, and a second after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.bot.clock_comparisons import flips, places
from tests.bot.moments_of_books import OF_BOOKS, Moment, new_books
from tests.bot.moments_of_bot import OF_BOT

MOMENTS: Mapping[str, tuple[Moment, ...]] = {**OF_BOOKS, **OF_BOT}
SECONDS = (-1, 0, 1)
PACE = "how fast something is done, by a clock of this process alone; nobody is promised that moment"
MARGIN = "well before Discord's own limit, so that either is right"
DAYS = "whole days of the books"
NEVER = "no second is ever both, or either comes to the same"
NUMBERS = "compares no moment"
UNTOLD = "a length of time that nobody is told, so either is right"
OF_OTHERS = "a moment of PostgreSQL's own clock, or of this machine's"
LEFT: Mapping[str, str] = {
    "bot.application:InteractionGate.admits": PACE,
    "bot.cogs.tournament.player_list:PlayerListCommands._enter": UNTOLD,
    "bot.discord_io.interactions.dispatch:LastRefusals.replace": MARGIN,
    "bot.discord_io.interactions.guild_info:NamedPeople._look_up": PACE,
    "bot.discord_io.messages.live_messages:LiveMessages._catch_up": PACE,
    "bot.discord_io.messages.live_messages:LiveMessages._send": MARGIN,
    "bot.discord_io.messages.live_messages:LiveMessages.drop_tokens": MARGIN,
    "bot.discord_io.messages.live_messages:PublicMessage.adopt": NEVER,
    "bot.discord_io.messages.live_messages:PublicMessage.is_due": MARGIN,
    "bot.discord_io.messages.live_messages:PublicMessage.was_deleted": PACE,
    "bot.discord_io.messages.panels:DiscordPanels._follow": PACE,
    "bot.discord_io.messages.panels:DiscordPanels._disable": MARGIN,
    "bot.discord_io.messages.panels:DiscordPanels._refresh": MARGIN,
    "bot.discord_io.messages.panels:DiscordPanels._retry": MARGIN,
    "bot.discord_io.messages.panels:DiscordPanels.shown_to": MARGIN,
    "bot.discord_io.messages.panels:_Panel.is_old": MARGIN,
    "bot.discord_io.messages.rendering:PictureUploads._accepts": PACE,
    "bot.discord_io.notifications.direct_messages:AuditNews._tell": PACE,
    "bot.discord_io.notifications.role_prizes:RolePrizes.give": PACE,
    "bot.discord_io.notifications.series_announcements:ScheduledEvents._create": MARGIN,
    "bot.discord_io.notifications.series_announcements:ScheduledEvents._update": MARGIN,
    "bot.discord_io.notifications.tournaments:TournamentNews._replace_latest": MARGIN,
    "bot.discord_io.notifications.turn_pings:TurnPings._delay": NEVER,
    "bot.discord_io.notifications.turn_pings:TurnPings._schedule": NEVER,
    "bot.discord_io.notifications.turn_pings:is_called": NEVER,
    "bot.hosted.auth:DiscordOAuth._require_no_backoff": PACE,
    "bot.hosted.servers:ServerDirectory.request_missing_names": PACE,
    "bot.hosted.servers:ServerDirectory.look_up": PACE,
    "bot.hosted.servers:Servers.look_up": PACE,
    "bot.page.views:Views._table": "draws a button; a press of it is decided by `take_over`",
    "bot.process.logs:LogRateLimit.is_due": PACE,
    "bot.process.shard_lease:ShardLease._stay_awake": PACE,
    "bot.process.shard_lease:ShardLease.call_heir": PACE,
    "bot.process.shard_lease:ShardLease.is_sure": PACE,
    "bot.process.shard_lease:ShardLease.stand_by": PACE,
    "bot.process.shard_lease:ShardLease.take": PACE,
    "bot.screens.tournament.announcements:_elimination_line": NUMBERS,
    "bot.screens.tournament.notice:_running": NUMBERS,
    "bot.simcord_room:_follow": PACE,
    "bot.tavern.house_decisions:_players_at_limit": NUMBERS,
    "bot.tavern.queries:TableQueries.language_for": PACE,
    "bot.tavern.table.actions:can_pay": NUMBERS,
    "bot.tavern.table.invitations:next_time": NEVER,
    "bot.tavern.tournament.reminders:_before_end": NUMBERS,
    "storage.books.ledger:move_counted_days": DAYS,
    "storage.db.sqlite:SqliteWriter.tend": PACE,
    "storage.files.migrate_backend:_counting": PACE,
    "storage.postgres.connection:PostgresConnection.claim": PACE,
    "storage.postgres.driver:PostgresWriter._has_committed": PACE,
    "storage.postgres.driver:PostgresWriter._write": PACE,
    "storage.postgres.driver:migrate": OF_OTHERS,
    "storage.standing.backfill:_count": DAYS,
    "storage.standing.backfill:work_out": DAYS,
    "storage.standing.titles:_earn_by": DAYS,
    "storage.standing.titles:_over_games": DAYS,
    "storage.tournaments.role_prizes:refused": UNTOLD,
    "storage.tournaments.role_prizes:waiting": UNTOLD,
}
"""The other comparisons, each with the reason why its very moment is no promise."""


def _outcomes(moment: Moment) -> tuple[object, ...]:
    return tuple(moment.outcome(new_books(), each) for each in SECONDS)


def test_every_comparison_is_known() -> None:
    """Each comparison of a kept moment with the clock is tried at that very moment, or says why it is not."""
    assert places() - MOMENTS.keys() == LEFT.keys()


@pytest.mark.parametrize("place", MOMENTS)
def test_the_very_moment(place: str) -> None:
    """F-16: a time that lasts until a moment is over then, and a deadline has come, as the rules say."""
    for moment in MOMENTS[place]:
        assert _outcomes(moment) == moment.expected, moment.why


def _is_noticed(place: str) -> bool:
    for moment in MOMENTS[place]:
        try:
            if _outcomes(moment) != moment.expected:
                return True
        except Exception:  # noqa: BLE001  # whatever fails is noticed
            return True
    return False


def _unnoticed() -> Iterator[str]:
    for place in MOMENTS:
        count = 0
        for words, flipped in flips(place):
            count += 1
            with flipped:
                if not _is_noticed(place):
                    yield f"{place} {words}"
        if not count:
            yield f"{place} compares nothing"


def test_no_comparison_can_be_flipped() -> None:
    """If any `<` becomes `<=` or the other way round, the law of the very moment fails."""
    assert [*_unnoticed()] == []
