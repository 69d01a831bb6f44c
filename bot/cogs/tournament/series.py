"""`/series`: tournaments that count together."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

from bot.cogs.tournament.series_panel import SeriesPanel
from bot.custom_ids import TablePress
from bot.front.marks import Whole, command, group, pressed
from bot.front.protocols import File, Reply
from bot.front.typed import words
from bot.screens.core.screen import Screen, say
from bot.screens.tournament.plan import TITLE_LENGTH
from bot.screens.tournament.series import PAST_SHOWN, past_series_screen, series_screen
from bot.tavern.tournament import series, series_export
from bot.tavern.tournament.level_notation import read_shares
from bot.tavern.tournament.series import COUNT_MAX, SeriesView
from bot.tavern.tournament.tournaments import TournamentOver
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase
from games.tournament.series import SeriesTerms
from storage.db.transaction import Transaction
from storage.tournaments.series import Series, closed_in

T = TypeVar("T")
Count: TypeAlias = Annotated[int, Whole(0, COUNT_MAX)]
Number: TypeAlias = Annotated[int, Whole()]
WHICH = "Which series, if there are several"


@group("series", phrase("Tournaments that count together"))
class SeriesCommands(SeriesPanel):
    """Series of tournaments."""

    @command(
        name="Its name",
        points="Points by place, such as 10 6 4 3 2 1; else the usual ones",
        best="How many of a player’s results count; all if left out",
        tournaments="How many tournaments there will be, if you know",
    )
    async def create(
        self, reply: Reply, name: str, points: str | None = None, best: Count = 0, tournaments: Count = 0
    ) -> None:
        """Organisers: begin a series of tournaments."""
        await self._organiser(reply)
        press = reply.visit.request()
        usual = SeriesTerms(best_count=best, tournament_count=tournaments)
        terms = usual if points is None else SeriesTerms(read_shares(points), best, tournaments)
        laid = Series(0, reply.server, press.player, words(name, TITLE_LENGTH), terms, press.at)
        made = await self._once(reply, lambda tx: series.create(tx, laid))
        await reply.whisper(await self._managed(reply, made.id))

    @command(number=WHICH)
    async def show(self, reply: Reply, number: Number | None = None) -> None:
        """A series’ standings, and who can still win it."""
        await reply.whisper(series_screen(await self._view(reply, number)))

    @command()
    async def past(self, reply: Reply) -> None:
        """Past series, and who won them."""
        await reply.whisper(await self._closed(reply, None))

    @command(number=WHICH)
    async def manage(self, reply: Reply, number: Number | None = None) -> None:
        """Organisers: plan, change or close a series."""
        await self._organiser(reply)
        await reply.whisper(await self._managed(reply, number))

    @command(tournament="The number of a tournament that isn’t over", number=WHICH)
    async def add(self, reply: Reply, tournament: Number, number: Number | None = None) -> None:
        """Organisers: let a tournament count for a series."""
        await self._organiser(reply)
        state = await self._tournament(reply, tournament)
        if state.is_over:
            raise TournamentOver

        def take_in(tx: Transaction) -> Series:
            found = series.find_open(tx, reply.server, number)
            series.take_in(tx, found, tournament)
            return found

        found = await self._once(reply, take_in)
        said = _("**{tournament}** counts for **{series}** now.")
        names = {"tournament": shown(state.stored.plan.title), "series": shown(found.title)}
        await reply.whisper(say(said.format(**names)))

    @command(named={"kind": "format"}, kind="JSON for programs, or CSV for a spreadsheet", number=WHICH)
    async def export(
        self, reply: Reply, kind: Literal["JSON", "CSV"] = "JSON", number: Number | None = None
    ) -> None:
        """The standings of a series as a file."""
        view = await self._view(reply, number)
        written = series_export.as_csv(view) if kind == "CSV" else series_export.as_json(view)
        file = File(f"series-{view.series.id}.{kind.lower()}", written)
        said = _("Here are the standings of {title}.").format(title=shown(view.series.title))
        await reply.hand_over(said, file)

    @pressed("series")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        if not meaning.argument.isdecimal():
            raise NotOffered
        await reply.update(series_screen(await self._view(reply, meaning.table), int(meaning.argument)))

    @pressed("series_past")
    async def _turn_past(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._closed(reply, meaning.table))

    async def _closed(self, reply: Reply, before: int | None) -> Screen:
        """The series that were closed before another one."""

        def read(tx: Transaction) -> tuple[SeriesView, ...]:
            found = closed_in(tx, reply.server, PAST_SHOWN + 1, before)
            return tuple(series.view(tx, each) for each in found)

        found = await self.house.database.read_long(read)
        return past_series_screen(found[:PAST_SHOWN], has_more=len(found) > PAST_SHOWN)
