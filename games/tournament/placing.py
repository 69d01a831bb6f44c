"""The places, the prizes, and the titles (TB-21).

Players still in are ranked before players who are out, and these before removed players. Players still in
are ranked by chips, or by points in a race; players who are out by the time they lasted; removed players by
the order of removal. Equal players share a place, and the places after it stay empty.

The number of paid places and the prizes depend on the number of entrants (TN-15): removing a player moves
others up, and changes no prize as long as there are players left to take it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from math import lcm
from typing import assert_never

from games.engine.core.errors import N_
from games.engine.core.hand_stats import earned_by
from games.engine.provable_chance import shuffled
from games.tournament.model import (
    RIVALS_MIN,
    Award,
    AwardReason,
    Entrant,
    Tournament,
    TournamentPayment,
)
from games.tournament.seating import RandomSource

PLAYERS_PER_PRIZE = 5


def standings(tournament: Tournament) -> tuple[tuple[int, Entrant], ...]:
    """Return all entrants with their places, the first place first; equal players in the order of entry."""
    rank = partial(_rank, tournament)
    placed: list[tuple[int, Entrant]] = []
    for _, equals in groupby(sorted(tournament.entrants, key=rank, reverse=True), key=rank):
        place = len(placed) + 1
        placed.extend((place, each) for each in equals)
    return tuple(placed)


def prize_table(tournament: Tournament) -> tuple[int, ...]:
    """Return the money for each paid place, the first place first.

    Shares are rounded down; each left-over coin goes to the next place, from the first on.
    """
    weights = _weights(tournament)
    total, fund = sum(weights), tournament.fund
    table = [fund * weight // total for weight in weights]
    for place in range(fund - sum(table)):
        table[place] += 1
    return tuple(money for money in table if money)


def foreseen(tournament: Tournament, players: int) -> tuple[int, ...]:
    """Return the prize table if this many players each enter once (TN-44)."""
    paid = tournament.terms.entry
    entrants = tuple(Entrant(-number, "", number, paid=paid) for number in range(1, players + 1))
    return prize_table(replace(tournament, entrants=entrants))


def places_paid(tournament: Tournament) -> int:
    """Return the number of places with a prize, in money or in words."""
    return max(len(prize_table(tournament)), len(_words(tournament)))


def awards(tournament: Tournament, chance: RandomSource) -> tuple[Award, ...]:
    """Return the awards at the end: for the places, then for the highest score."""
    table, words = prize_table(tournament), _words(tournament)
    deal = {} if tournament.deal is None else deal_shares(tournament)
    given: list[Award] = []
    for place, group in groupby(standings(tournament), key=lambda placed: placed[0]):
        equals = [entrant for _, entrant in group]
        places = slice(place - 1, place - 1 + len(equals))
        default = _evenly(sum(table[places]), len(equals))
        money = [deal.get(each.number, part) for each, part in zip(equals, default, strict=True)]
        given += _shared(equals, money, words[places], chance, "place")
    return (*given, *_score_awards(tournament, chance))


def is_deal_possible(tournament: Tournament) -> bool:
    """Return True if the remaining players sit at one table with prizes left, and entry is closed (TN-46)."""
    left = [each for each in tournament.entrants if each.standing == "in"]
    is_closed = tournament.phase == "running" and not tournament.is_entry_open
    is_last_table = len(tournament.tables) == 1 and tournament.terms.goal is None
    return is_closed and is_last_table and len(left) >= RIVALS_MIN and tournament.fund > 0


def deal_shares(tournament: Tournament) -> dict[int, int]:
    """Return the remaining players' shares in a deal by entrant number, the largest stack first (TN-46).

    Each player gets the lowest remaining prize, and the rest is split by stacks, rounded down; each left-over
    coin goes to the next player, from the largest stack on.
    """
    left = [each for _, each in standings(tournament) if each.standing == "in"]
    table = prize_table(tournament)[: len(left)]
    least = min(table, default=0) if len(table) == len(left) else 0
    rest, chips = sum(table) - least * len(left), max(1, sum(each.chips for each in left))
    shares = {each.number: least + rest * each.chips // chips for each in left}
    odd = sum(table) - sum(shares.values())
    return {number: share + (index < odd) for index, (number, share) in enumerate(shares.items())}


def payments(tournament: Tournament) -> tuple[TournamentPayment, ...]:
    """Return the payments of all awards; an unclaimed prize for the highest score goes back to the bank."""
    paid = [TournamentPayment(each.player, -each.money, "prize") for each in tournament.awards if each.money]
    if tournament.score_purse and not any(each.reason == "score" for each in tournament.awards):
        paid.append(TournamentPayment(None, -tournament.score_purse, "returned"))
    return tuple(paid)


def entry_back(entrant: Entrant) -> tuple[TournamentPayment, ...]:
    """Return the refund of an entrant's entries; empty if they paid nothing."""
    return (TournamentPayment(entrant.player, -entrant.paid, "returned"),) if entrant.paid else ()


def returned(tournament: Tournament) -> tuple[TournamentPayment, ...]:
    """Return the refunds of all entries and of the bank's purses."""
    purse = tournament.purse + tournament.score_purse
    entries = tuple(paid for each in tournament.entered for paid in entry_back(each))
    return (*entries, TournamentPayment(None, -purse, "returned")) if purse else entries


def _weights(tournament: Tournament) -> tuple[int, ...]:
    """Return the organiser's shares, or else the default: a prize per five players, 1, 1/2, 1/3 ..."""
    left = _left(tournament)
    if tournament.terms.shares:
        return tournament.terms.shares[:left]
    by_players = 1 + max(0, len(tournament.entrants) - 1) // PLAYERS_PER_PRIZE
    paid = range(1, 1 + min(by_players, left))
    # The weights are whole numbers in the ratio 1 : 1/2 : 1/3 ...
    whole = lcm(*paid)
    return tuple(whole // place for place in paid)


def _words(tournament: Tournament) -> tuple[str, ...]:
    return tournament.terms.words[: _left(tournament)]


def _left(tournament: Tournament) -> int:
    """Return the number of players who can take a prize: all but the removed ones, and at least one."""
    return max(1, sum(each.standing != "removed" for each in tournament.entrants))


def _score_awards(tournament: Tournament, chance: RandomSource) -> list[Award]:
    terms = tournament.terms
    scored = [each for each in tournament.entrants if each.standing != "removed" and each.score is not None]
    if not scored or not (tournament.score_purse or terms.score_words):
        return []
    best = max(each.score or 0 for each in scored)
    winners = [each for each in scored if each.score == best]
    words = (terms.score_words,) if terms.score_words else ()
    return _shared(winners, _evenly(tournament.score_purse, len(winners)), words, chance, "score")


def _evenly(money: int, count: int) -> list[int]:
    """Return money in equal parts; each odd coin goes to the next part, from the first on."""
    part, odd = divmod(money, count)
    return [part + (index < odd) for index in range(count)]


def _shared(
    equals: list[Entrant], money: list[int], words: tuple[str, ...], chance: RandomSource, reason: AwardReason
) -> list[Award]:
    """Return the awards of a shared place: money in the order of entry (TB-1), words by lot to users only."""
    by_lot = shuffled(equals, chance.below) if words else equals
    lots = {each.player: words[index : index + 1] for index, each in enumerate(by_lot)}
    given = [
        Award(each.player, reason, part, () if each.is_house else lots[each.player])
        for each, part in zip(equals, money, strict=True)
    ]
    return [award for award in given if award.money or award.words]


def _rank(tournament: Tournament, entrant: Entrant) -> tuple[int, ...]:
    """Return the sort key of a place; a larger key means a better place."""
    # An entrant who is out and not ranked yet was in play longer than the ranked entrants.
    fell = tournament.falls + 1 if entrant.fell is None else entrant.fell
    match entrant.standing:
        case "in":
            return 2, entrant.chips if tournament.terms.goal is None else entrant.score or 0
        case "out":
            return 1, fell
        case "removed":
            return 0, entrant.removed or 0, fell
        case _:
            assert_never(entrant.standing)


ENTERED, PODIUM, FIRST, FULL_HALL = "entered", "podium", "first", "first_of_full_hall"
PODIUM_PLACES, PODIUM_PLAYERS, FULL_HALL_PLAYERS = 3, 6, 12

TITLES = (
    earned_by("tournament_entered", N_("In the Lists"), N_("played a tournament to its end"), ENTERED),
    earned_by(
        "tournament_podium",
        N_("On the Podium"),
        N_("was among the first three at a tournament of six or more players"),
        PODIUM,
    ),
    earned_by("tournament_first", N_("Champion"), N_("won a tournament"), FIRST),
    earned_by("tournament_twice", N_("Twice Champion"), N_("won two tournaments"), FIRST, times=2),
    earned_by(
        "tournament_full_hall",
        N_("Champion of a Full Hall"),
        N_("won a tournament of twelve or more players"),
        FULL_HALL,
    ),
)


def words_of(place: int, players: int) -> frozenset[str]:
    """Return the title words for a place among this many players."""
    derived = {
        PODIUM: place <= PODIUM_PLACES and players >= PODIUM_PLAYERS,
        FIRST: place == 1,
        FULL_HALL: place == 1 and players >= FULL_HALL_PLAYERS,
    }
    return frozenset((ENTERED, *(word for word, earned in derived.items() if earned)))
