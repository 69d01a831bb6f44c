"""A tournament as anybody may see it: the one place where its secret seed is cut away (TB-11, TN-22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine.core.game import AnyGame
from games.engine.core.names import told_apart
from games.engine.table.views import Proof
from games.tournament.model import Tournament
from storage.db.codec import codec_of
from storage.tournaments.acts import TournamentAct
from storage.tournaments.tournaments import Plan, StoredTournament, TablePlace


@dataclass(frozen=True, slots=True)
class TournamentView:
    """Everything that screens know of a tournament.

    Once it is over, `proof` opens the seal of its lots. `tables` are our tables by the director's
    numbers, `places` where the open ones are shown, `scores` the points by player.
    """

    id: int
    server: int
    channel: int
    message: int | None
    acted_at: float
    tournament: Tournament
    plan: Plan
    game: AnyGame
    commitment: str
    proof: Proof | None
    tables: Mapping[int, int]
    places: Mapping[int, TablePlace] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    currency: str = ""
    series: str = ""
    """The title of the series that it counts for, if any."""
    acts: tuple[TournamentAct, ...] = ()
    """What organisers did, the latest first."""

    @property
    def rules(self) -> Any:
        """The house rules in force."""
        return codec_of(self.game).rules.decode(self.plan.rules)


def view_tournament(
    stored: StoredTournament,
    game: AnyGame,
    places: Mapping[int, TablePlace] | None = None,
    scores: Mapping[int, int] | None = None,
    currency: str = "",
) -> TournamentView:
    """A tournament as everybody may see it; places and scores only as given."""
    seal = stored.seal
    return TournamentView(
        stored.id,
        stored.server,
        stored.channel,
        stored.message,
        stored.acted_at,
        _told_apart(stored.tournament),
        stored.plan,
        game,
        seal.commitment,
        Proof(seal.seed, seal.told) if stored.phase == "over" else None,
        stored.tables,
        places or {},
        scores or {},
        currency,
    )


def _told_apart(tournament: Tournament) -> Tournament:
    """The tournament with its entrants as lists name them (F-46)."""
    entrants = tournament.entrants
    names = told_apart(entrants)
    if all(each.name == name for each, name in zip(entrants, names, strict=True)):
        return tournament
    named = tuple(replace(each, name=name) for each, name in zip(entrants, names, strict=True))
    return replace(tournament, entrants=named)
