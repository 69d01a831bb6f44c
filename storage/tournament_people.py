"""The people named in tournaments, and forgetting them."""

from __future__ import annotations

from dataclasses import replace

from games.tournament.model import Tournament
from storage import outbox
from storage.errors import Unreadable
from storage.postings import TOURNAMENTS
from storage.tournaments import PLANS, SEALS, SNAPSHOTS, TEXTS, rewrite
from storage.transaction import Transaction

NAMELESS = "?"
"""Takes the place of a forgotten person's name."""


def entered_by(tx: Transaction, player: int) -> tuple[int, ...]:
    """The tournaments whose snapshots name a person."""
    return tuple(tx.column("SELECT tournament FROM entrants WHERE player = ? ORDER BY tournament", (player,)))


def entries_of(tx: Transaction, server: int, player: int) -> int:
    """A person's entries to unfinished tournaments, which would be refunded if called off."""
    texts = tx.column(
        "SELECT snapshot FROM tournaments JOIN entrants ON tournament = id"
        " WHERE settled = 0 AND phase IN ('open', 'running') AND server = ? AND player = ?",
        (server, player),
    )
    entered = (each for text in texts for each in SNAPSHOTS.decode(text).entrants)
    return sum(each.paid for each in entered if each.player == player)


def not_over_with(tx: Transaction, player: int) -> tuple[int, ...]:
    """The unfinished tournaments that a person is in, or runs."""
    return tuple(number for number in TOURNAMENTS.under_way(tx) if player in _people(tx, number))


def forget(tx: Transaction, player: int, nobody: int) -> None:
    """Replace a person by an anonymous number in finished tournaments."""
    rows = tx.all(
        f"SELECT id, {TEXTS} FROM tournaments"  # noqa: S608  (our own words)
        " WHERE settled = 1 OR phase IN ('over', 'called_off')"
    )
    for row in rows:
        number, plan, text, sealed = (row[name] for name in ("id", "plan", "snapshot", "seal"))
        if str(player).encode() not in plan + text + sealed:
            continue
        try:
            laid_down, told = PLANS.decode(plan), _without(SNAPSHOTS.decode(text), player, nobody)
            seal = SEALS.decode(sealed).without(player, nobody, NAMELESS)
        except Unreadable:
            # Unreadable values cannot be made anonymous.
            rewrite(tx, number, "", "", "")
            outbox.drop(tx, number)
            continue
        if laid_down.organiser == player:
            laid_down = replace(laid_down, organiser=nobody)
        rewrite(tx, number, PLANS.encode(laid_down), SNAPSHOTS.encode(told), SEALS.encode(seal))
        outbox.drop(tx, number)
    tx.execute("UPDATE entrants SET player = ? WHERE player = ?", (nobody, player))


def _people(tx: Transaction, number: int) -> set[int]:
    """Everybody whom a tournament names: entrants and organiser."""
    entered = tx.column("SELECT player FROM entrants WHERE tournament = ?", (number,))
    plan = PLANS.decode(tx.value("SELECT plan FROM tournaments WHERE id = ?", (number,)))
    return {plan.organiser, *entered}


def _without(tournament: Tournament, player: int, nobody: int) -> Tournament:
    entrants = tuple(
        replace(each, player=nobody, name=NAMELESS) if each.player == player else each
        for each in tournament.entrants
    )
    awards = tuple(
        replace(each, player=nobody) if each.player == player else each for each in tournament.awards
    )
    return replace(tournament, entrants=entrants, awards=awards)
