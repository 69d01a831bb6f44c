"""Tournaments in every phase, and people of every kind who look at them."""

from __future__ import annotations

from dataclasses import replace

from bot.tavern.tournament.tournament_service import TournamentState
from games.engine.provable_chance import Seal
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries
from games.tournament.model import PrizeDeal, Tournament, TournamentTerms
from games.tournament.seating import Lots
from storage.people.server_settings import ServerSettings
from tests.bot.tournament_screens import stored

IN, OUT, WAITING, OUTSIDE = 11, 12, 13, 14
"""Who plays, who went out or was dropped, who waits for a place, and anybody else."""
LOTS = Lots(Seal("00"))


def cup(terms: TournamentTerms, *, is_full: bool = False) -> Tournament:
    """An open tournament that two have entered, or as many as can with one who waits."""
    made = entries.announce(replace(terms, players_max=2 if is_full else 4), STONE_HAND.tournament_seats)
    for player in (IN, OUT, *([WAITING] if is_full else [])):
        made = entries.enter(made, player, f"Player {player}", 0, LOTS).tournament
    return made


def running(terms: TournamentTerms, level: int = 1) -> Tournament:
    """The same while it runs: one of the three who began is out."""
    made = entries.enter(cup(terms), 15, "Player 15", 0, LOTS).tournament
    for player in (IN, OUT, 15):
        made = entries.check_in(made, player).tournament
    began = director.start(made, 0, LOTS).tournament
    people = [
        replace(e, standing="out", chips=0, seat=None) if e.player == OUT else e for e in began.entrants
    ]
    return replace(began, entrants=tuple(people), level=level)


FREE = TournamentTerms(4, 20)
CUPS = {
    "open": cup(FREE),
    "full": cup(FREE, is_full=True),
    "for coins": cup(replace(FREE, entry=10)),
    "to check in": cup(replace(FREE, needs_check_in=True)),
    "nobody": entries.announce(FREE, STONE_HAND.tournament_seats),
    "running": running(FREE),
    "late": running(replace(FREE, late_until=2)),
    "again": running(replace(FREE, reentry_until=2)),
    "too late": running(replace(FREE, late_until=2, reentry_until=2), level=3),
    "deal": replace(running(FREE), deal=PrizeDeal(1, 99), purse=90, paused_at=1),
    "deal asked": replace(running(FREE), deal=PrizeDeal(1), purse=90, paused_at=1),
    "over": replace(running(FREE), phase="over", tables=()),
    "called off": replace(cup(FREE), phase="called_off"),
}


def state_of(told: Tournament) -> TournamentState:
    """A tournament as the page has it."""
    return TournamentState(stored(told), STONE_HAND, ServerSettings(), {}, {})
