"""Whole tournaments by chance: any format, any size of table, each table at its own pace."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.catalog import GAMES
from games.engine.core.errors import RuleError
from games.engine.core.game import Level
from games.tournament import director, entries, prize_deals
from games.tournament.model import (
    RIVALS_MIN,
    Entrant,
    PlannedBreak,
    Report,
    Scored,
    TournamentTerms,
    level_at,
    next_at,
)
from games.tournament.orders import Invited
from games.tournament.placing import is_deal_possible
from tests.games.tournament.evening import Evening

PLAYED_AT_TOURNAMENTS = {key: game for key, game in GAMES.items() if game.tournament_seats}
RACED = {key for key, game in PLAYED_AT_TOURNAMENTS.items() if max(game.tournament_seats) >= 3}
FORMATS = ("freeze-out", "re-entry", "late entry", "by the clock", "race", "heats", "heats by the clock")
BREAKS = ((), (), (PlannedBreak(1, 5), PlannedBreak(3, 1)), (PlannedBreak(2, 60),))
HANDS_A_PLAYER_MAX = 60
"""The limit of a tournament with stakes that double every few hands."""


class Dice:
    """Chance that can be had again."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def below(self, bound: int) -> int:
        """Any number below the bound."""
        return self._random.randrange(bound)


class Chaos:
    """One tournament from the notice to the prizes."""

    def __init__(self, players: int, seed: int) -> None:
        self._random = Random(seed)
        self._chance = Dice(self._random)
        self._newcomers = 10_000
        self.format = self._random.choice(FORMATS)
        played = RACED if self.format == "race" else PLAYED_AT_TOURNAMENTS
        game = PLAYED_AT_TOURNAMENTS[self._random.choice(sorted(played))]
        self._has_blinds = any(level.big_blind for level in game.levels)
        self._tables = game.tournament_seats
        laid = replace(self._terms(self._tables), players_max=self._random.choice([500, max(2, players - 2)]))
        self.evening = Evening(entries.announce(laid, self._tables))
        self._fill(players)

    def play(self, hands_max: int | None = None) -> Evening:
        """Play until it is over, or for so many hands."""
        evening = self.evening
        evening.takes(director.start(evening.tournament, 0, self._chance))
        hands = 0
        while evening.tournament.phase == "running" and hands != hands_max:
            self._disturb()
            if evening.playing:
                self._end_hand(self._random.choice(evening.playing))
                hands += 1
            elif evening.tournament.break_until is not None:
                self._wake()
            # A knot that nobody unties would otherwise be played at for ever.
            assert hands <= HANDS_A_PLAYER_MAX * len(evening.tournament.entrants), "no end"
        return evening

    def _terms(self, tables: range) -> TournamentTerms:
        random, format_ = self._random, self.format
        is_race = format_ == "race"
        seats = max(3 if is_race else 2, random.choice(tables))
        is_long = random.random() < 0.5
        return TournamentTerms(
            seats,
            0 if is_race else random.choice([20, 50, 200]),
            levels=(Level(2, 1, 2), Level(4, 2, 4), Level(6, 4, 8)),
            level_length=random.choice([1, 3, 5]),
            level_unit="minutes" if is_long else "hands",
            entry=random.choice([0, 1, 7, 100]),
            late_until=random.choice([1, 3]) if format_ == "late entry" else 0,
            reentry_until=random.choice([1, 3]) if format_ == "re-entry" else 0,
            minutes_max=random.choice([5, 20]) if "clock" in format_ else None,
            goal=random.choice([10, 40]) if is_race else None,
            through=random.randint(1, seats - 1) if "heats" in format_ else None,
            shares=random.choice([(), (1,), (50, 30, 20), (9, 7, 7, 5, 3, 3, 3, 2, 1)]),
            words=random.choice([(), ("a free room", "an ale")]),
            score_words=random.choice(["", "a helmet"]),
            breaks=() if is_race else random.choice(BREAKS),
        )

    def _fill(self, players: int) -> None:
        evening = self.evening
        for player in range(1, players + 1):
            evening.enters(player)
        self._come_and_go()
        if self._random.random() < 0.5:
            purse = self._random.randint(1, 99)
            evening.takes(entries.add_purse(evening.tournament, purse))
            evening.takes(entries.add_purse(evening.tournament, 1 + purse // 9, for_score=True))

    def _come_and_go(self) -> None:
        """Some withdraw, for whom others move up, and now and then there are more places (TN-42, TN-43)."""
        evening = self.evening
        for player in range(20_000, 20_000 + self._random.choice([0, 0, 1, 4])):
            # A player whom an organiser asks enters alone, if at all (TN-50).
            evening.does(entries.add, player, "added")
            if evening.ordered(Invited) and self._random.random() < 0.5:
                evening.enters(player)
        while len(evening.tournament.entered) > RIVALS_MIN and self._random.random() < 0.4:
            gone = self._random.choice(evening.tournament.entered).player
            evening.takes(entries.withdraw(evening.tournament, gone))
        if self._random.random() < 0.3:
            terms = evening.tournament.terms
            more = replace(terms, players_max=min(500, terms.players_max + 1))
            evening.takes(entries.edit(evening.tournament, more, self._tables, ("players_max",)))

    def _end_hand(self, number: int) -> None:
        evening = self.evening
        evening.now += self._random.randint(1, 90)
        sitting = [
            each for each in evening.tournament.entrants if each.table == number and each.seat is not None
        ]
        stacks = self._stacks(sitting)
        big_blind = self._random.choice(sitting).seat if self._has_blinds else None
        scored = {
            each.player: Scored(self._random.randint(0, 8), counts=self._random.random() < 0.3)
            for each in sitting
            if self._random.random() < 0.2
        }
        if evening.tournament.terms.goal is not None:
            scored = {self._random.choice(sitting).player: Scored(self._random.randint(0, 8))}
        report = Report(number, evening.table(number).hands, stacks, big_blind, scored)
        evening.takes(director.report_hand(evening.tournament, report, evening.now, self._chance))

    def _stacks(self, sitting: list[Entrant]) -> dict[int, int]:
        """Return the stacks after all have posted, at times all in; the winner takes what each could call."""
        level = level_at(self.evening.tournament.terms, self.evening.tournament.level)
        stake = level.ante + level.big_blind + self._random.choice([0, 0, 5])
        if self._random.random() < 0.15:
            stake += max(each.chips for each in sitting)
        winner = self._random.choice(sitting)
        stacks = {each.player: each.chips for each in sitting}
        for each in sitting:
            paid = min(stake, each.chips, winner.chips)
            stacks[each.player] -= paid
            stacks[winner.player] += paid
        return stacks

    def _disturb(self) -> None:
        """Now and then a player comes, is removed or restored, or the organiser pauses."""
        if self._random.random() > 0.15:
            return
        ways = [self._enter, self._remove, self._restore, self._pause, self._wake, self._correct]
        if is_deal_possible(self.evening.tournament):
            ways += [self._deal] * 5
        what = self._random.choice(ways)
        before = self.evening.tournament
        try:
            what()
        except RuleError:
            assert self.evening.tournament == before

    def _enter(self) -> None:
        out = [each.player for each in self.evening.tournament.entrants if each.standing == "out"]
        self._newcomers += 1
        player = self._random.choice([*out, self._newcomers])
        evening = self.evening
        evening.takes(entries.enter(evening.tournament, player, "late", evening.now, self._chance))

    def _remove(self) -> None:
        player = self._random.choice(self.evening.tournament.entrants).player
        if self._random.random() < 0.3:
            self.evening.takes(
                director.remove(self.evening.tournament, player, self.evening.now, self._chance)
            )

    def _restore(self) -> None:
        removed = [each.player for each in self.evening.tournament.entrants if each.standing == "removed"]
        player = self._random.choice([*removed, 1])
        self.evening.takes(director.restore(self.evening.tournament, player, self.evening.now, self._chance))

    def _pause(self) -> None:
        evening = self.evening
        evening.takes(director.pause(evening.tournament, evening.now, self._chance))
        for number in evening.playing[: self._random.randint(0, 3)]:
            self._end_hand(number)
        evening.now += self._random.randint(0, 500)
        evening.takes(director.resume(evening.tournament, evening.now, self._chance))

    def _correct(self) -> None:
        """Give a player chips, take some, or move the player, between hands at some tables (TN-47)."""
        evening = self.evening
        player = self._random.choice(evening.tournament.entrants).player
        called = [number for number in evening.playing if self._random.random() < 0.7]
        waiting = director.recalled(evening.tournament, called)
        if self._random.random() < 0.5:
            amount = self._random.choice([-5, 1, 30])
            change = director.correct_chips(waiting, player, amount, evening.now, self._chance)
        else:
            table = self._random.choice(evening.tournament.tables).number
            change = director.put_at_table(waiting, player, table, evening.now, self._chance)
        evening.takes(change)

    def _deal(self) -> None:
        """Ask for a deal; all agree, or a player plays on, or time goes by (TN-46)."""
        evening = self.evening
        left = [each.player for each in evening.tournament.entrants if each.standing == "in"]
        evening.does(prize_deals.ask, self._random.choice(left))
        for number in evening.playing:
            self._end_hand(number)
        left = [each.player for each in evening.tournament.entrants if each.standing == "in"]
        for player in left[: self._random.choice([0, 1, len(left), len(left)])]:
            if evening.tournament.deal is not None:
                evening.does(prize_deals.agree, player)
        if evening.tournament.deal is not None and evening.tournament.phase == "running":
            if self._random.random() < 0.5:
                evening.does(prize_deals.play_on, left[-1])
            else:
                self._wake()

    def _wake(self) -> None:
        evening = self.evening
        evening.now = max(evening.now, next_at(evening.tournament) or 0)
        evening.takes(director.wake(evening.tournament, evening.now, self._chance))
