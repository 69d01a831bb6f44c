"""The page of what waits for the reader: turns, invitations, tournaments to check in to, and news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.page import glance
from bot.page.auth import Directory
from bot.page.home import kept_table, own_table, tournament_row
from bot.page.html import Html, el
from bot.page.lists import heading, rows, words_of
from bot.page.screen_html import screen_html
from bot.page.shell import Reader
from bot.page.tournament_answers import answers
from bot.page.windows import PageRoom
from bot.screens.catalog import title_of
from bot.screens.core.screen import Screen
from bot.tavern.table.table_state import TableState
from bot.tavern.table.waiting import WaitingTable
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _


@dataclass(frozen=True, slots=True)
class Waiting:
    """The things that wait for one reader in their server."""

    turns: Sequence[glance.TableGlance] = ()
    invitations: Sequence[TableState] = ()
    """Tables to which the reader is invited."""
    check_ins: Sequence[TournamentState] = ()
    news: Mapping[int, Screen] = field(default_factory=dict)
    """Posts that are meant for the reader, by number."""
    unread: int = 0
    """The number of these posts that the reader has not seen."""

    @property
    def count(self) -> int:
        """The number of things that wait."""
        return len(self.turns) + len(self.invitations) + len(self.check_ins) + self.unread


def waiting_for(
    player: int,
    tables: Sequence[TableState],
    tournaments: Iterable[TournamentState],
    room: PageRoom,
    emojis: Mapping[str, str],
) -> Waiting:
    """Return what waits for a player."""
    own = (glance.mine(each, player, emojis) for each in glance.players_of(tables, player))
    news = {number: seen for number, seen in room.seen_by(player) if seen != room.posts[number].seen_by(0)}
    return Waiting(
        [each for each in own if each.is_turn],
        [each for each in tables if glance.is_invited(each, player)],
        [each for each in tournaments if _asks_to_check_in(each, player)],
        news,
        sum(number > room.read.get(player, 0) for number in news),
    )


def _asks_to_check_in(state: TournamentState, player: int) -> bool:
    return any("check_in" in each.action for each in answers(state, player, is_organiser=False))


def waiting_html(
    reader: Reader, waiting: Waiting, elsewhere: Sequence[WaitingTable], company: Directory
) -> Html:
    """Return the page of what waits for the reader."""
    parts = [*_parts(reader, waiting, elsewhere, company)]
    none = el("p", _("Nothing waits for you."), class_="none")
    return el("div", *(parts or [none]), class_="room")


def _parts(
    reader: Reader, waiting: Waiting, elsewhere: Sequence[WaitingTable], company: Directory
) -> Iterator[Html]:
    tables = [
        *(own_table(reader, each) for each in waiting.turns),
        *(kept_table(reader, each) for each in waiting.invitations),
    ]
    if tables:
        yield el("div", *tables, class_="mine-of")
    if waiting.check_ins:
        yield heading(_("Please check in"))
        yield rows(*(tournament_row(reader, each) for each in waiting.check_ins))
    if elsewhere:
        yield heading(_("In other servers"))
        yield rows(*map(_elsewhere, elsewhere))
    if waiting.news:
        yield heading(_("News"))
    for number, each in reversed([*waiting.news.items()]):
        yield el("section", screen_html(each, company), class_="card-of", data_on="post", data_number=number)


def _elsewhere(table: WaitingTable) -> Html:
    """Return the link to a table in another server, on Discord."""
    url = f"https://discord.com/channels/{table.server}/{table.channel}"
    url += "" if table.message is None else f"/{table.message}"
    words = words_of(title_of(table.game), _("Your turn"))
    go = el("span", _("Open"), class_="go")
    return el("a", words, go, href=url, target="_blank", rel="noopener noreferrer", class_="li")
