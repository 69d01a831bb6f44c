"""The list of a tournament's entrants as a file, for organisers (TN-39)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from bot.text.translate import spreadsheet_cell
from games.tournament.model import Entrant, Tournament
from games.tournament.placing import standings
from storage.tournaments.tournaments import TournamentAct

COLUMNS = (
    *("place", "name", "player", "standing", "chips", "score", "paid", "money", "prizes", "table", "seat"),
    *("id", "out_at", "reasons", "notes"),
)


@dataclass(frozen=True, slots=True)
class Books:
    """The acts at a tournament, oldest first, with the notes for the books alone by the acts' ids."""

    acts: Sequence[TournamentAct]
    notes: Mapping[int, str]

    def reasons(self, player: int) -> str:
        """Return the reasons given for acts on a player."""
        return "; ".join(f"{each.kind}: {each.author.why}" for each in self._of(player) if each.author.why)

    def private(self, player: int) -> str:
        """Return the notes about acts on a player."""
        on_player = self._of(player)
        return "; ".join(f"{each.kind}: {self.notes[each.id]}" for each in on_player if each.id in self.notes)

    def _of(self, player: int) -> list[TournamentAct]:
        return [each for each in self.acts if each.player == player]


def as_csv(tournament: Tournament, scores: Mapping[int, int], books: Books, zone: tzinfo) -> bytes:
    """Return the entrants as CSV, in which no user's text is taken for a formula; times in that zone."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for place, each in standings(tournament):
        won = [award for award in tournament.awards if award.player == each.player]
        prizes = "; ".join(prize for award in won for prize in award.words)
        writer.writerow(
            [
                place,
                spreadsheet_cell(each.name),
                # Also as a mention, since spreadsheets round long numbers.
                "house" if each.is_house else _of_person(each, f"<@{each.player}>"),
                each.standing,
                each.chips,
                scores.get(each.player, ""),
                each.paid,
                sum(award.money for award in won),
                spreadsheet_cell(prizes),
                "" if each.seat is None else each.table,
                each.seat or "",
                _of_person(each, str(each.player)),
                "" if each.out_at is None else datetime.fromtimestamp(each.out_at, zone).isoformat(),
                spreadsheet_cell(books.reasons(each.player)),
                spreadsheet_cell(books.private(each.player)),
            ]
        )
    # The byte order mark makes spreadsheets read UTF-8.
    return text.getvalue().encode("utf-8-sig")


def _of_person(entrant: Entrant, cell: str) -> str:
    """Return a cell with a person's id; "" for house players and erased users."""
    return cell if entrant.player > 0 else ""
