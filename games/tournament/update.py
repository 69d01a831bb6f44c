"""A change of a running tournament in progress, and its steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from games.engine.core.errors import BelowZero, MoneyMadeOrLost, SeatsDiffer, Stale, ensure, must_find
from games.tournament import model, orders
from games.tournament.placing import awards, is_deal_possible, payments, standings
from games.tournament.seating import RandomSource, SeatingPlan
from games.tournament.story import StoryHand

DEAL_SECONDS = 180
"""The time for agreeing on a deal, in seconds."""


class TournamentUpdate:
    """A change in progress: the tournament so far, its orders and its payments."""

    def __init__(self, tournament: model.Tournament, now: int, chance: RandomSource) -> None:
        self.terms = tournament.terms
        self.seating = SeatingPlan(tournament, chance)
        self.chance = chance
        self.now = now
        self.base = tournament
        """The tournament, but with its old entrants and tables: the new ones are in `seating`."""
        self._payments: list[model.TournamentPayment] = []

    @property
    def tournament(self) -> model.Tournament:
        """The tournament in its current state."""
        seating = self.seating
        return replace(
            self.base,
            entrants=tuple(seating.entrants.values()),
            tables=tuple(seating.tables.values()),
            tables_ever=seating.tables_ever,
        )

    @property
    def is_decided(self) -> bool:
        """True if no further hand has to begin."""
        in_play, goal = self.seating.in_play, self.terms.goal
        is_reached = goal is not None and any((each.score or 0) >= goal for each in in_play)
        return len(in_play) < model.RIVALS_MIN or self.base.is_time_up or is_reached

    def change(self) -> model.TournamentChange:
        """Return the finished change."""
        return model.TournamentChange(self.tournament, tuple(self.seating.orders), tuple(self._payments))

    def order(self, *more: orders.Order) -> None:
        """Add orders to be carried out."""
        self.seating.orders.extend(more)

    def book(self, *booked: model.TournamentPayment) -> None:
        """Add payments to be booked."""
        self._payments.extend(booked)

    def begin_stage(self) -> None:
        """Draw seats at new tables, as few as possible, for all players in play; start the clock."""
        seating = self.seating
        before = tuple(seating.tables)
        opened = [seating.open_table() for _ in range(-(-len(seating.in_play) // self.terms.seats))]
        seating.draw_anew(opened)
        for number in before:
            seating.break_table(number)
        terms, now = self.terms, self.now
        self.base = replace(
            self.base,
            level=1,
            level_hands=0,
            level_ends_at=now + 60 * terms.level_length if terms.level_unit == "minutes" else None,
            ends_at=None if terms.minutes_max is None else now + 60 * terms.minutes_max,
            began_at=self.base.began_at or now,
            is_time_up=False,
        )
        self.order(orders.StageBegan(self.base.stage, len(opened)))

    def end_hand(self, report: model.Report) -> None:
        """Record a finished hand. Raises `Stale` unless it is the hand under way at its table."""
        table = self.seating.tables.get(report.table)
        if table is None or not table.is_playing or table.hands != report.hand:
            raise Stale
        before = self._record_stacks(report)
        for player, scored in report.scores.items():
            score = self.seating.entrants[player].score
            if score is not None or scored.counts:
                self.seating.change(player, score=(score or 0) + scored.points)
        self._extend_story(report, before)
        self.seating.tables[report.table] = replace(table, is_playing=False, big_blind=report.big_blind)
        self.base = replace(self.base, level_hands=self.base.level_hands + 1)
        # Players who went out or were removed keep their seats until their hand is over.
        for player in self.seating.players(report.table):
            if self.seating.entrants[player].standing != "in":
                self.seating.stand_up(player)

    def strike(self) -> None:
        """Raise the level if its time or its hands are over, or note that the tournament's time is up.

        A level lasts a number of minutes, or a number of hands per table on average. After the last level
        with entries, the places of players who are out become certain.
        """
        before, length = self.base, self.terms.level_length
        if before.ends_at is not None and self.now >= before.ends_at:
            self.base = replace(self.base, ends_at=None, is_time_up=True)
        if before.level_ends_at is not None:
            passed = max(0, 1 + (self.now - before.level_ends_at) // (60 * length))
            ends_at = before.level_ends_at + 60 * length * passed
            self.base = replace(self.base, level=before.level + passed, level_ends_at=ends_at)
        elif before.level_hands >= length * model.counted(self.seating.tables.values()):
            self.base = replace(self.base, level=before.level + 1, level_hands=0)
        if self.base.level > before.level:
            self.order(orders.LevelRose(self.base.level))
            self._begin_break(model.break_after(self.terms, before.level, self.base.level - 1))
        if before.is_entry_open and not self.base.is_entry_open:
            ranked = [each for each in self.seating.entrants.values() if each.standing == "out" and each.fell]
            self.tell_places(each.player for each in ranked)

    def take_up_deal(self) -> None:
        """Offer a deal once no hand is under way (TN-46), or let play go on if none is possible."""
        deal = self.base.deal
        if deal is None or not self.seating.is_still:
            return
        if len(self.seating.in_play) < model.RIVALS_MIN:
            self.base = model.resumed(self.base, self.now)
        elif not is_deal_possible(self.tournament):
            # A restored player has opened another table meanwhile.
            self.base = model.resumed(self.base, self.now)
            self.order(orders.DealEnded(None, is_possible=False))
        elif deal.until is None:
            self.base = replace(self.base, deal=replace(deal, until=self.now + DEAL_SECONDS))
            asked_by = must_find(
                each for each in self.seating.entrants.values() if each.number == deal.asked_by
            )
            self.order(orders.DealOffered(asked_by.player))
        elif self.now >= deal.until:
            self.end_deal(None)

    def take_up_break(self) -> None:
        """Resume play when the break is over (TN-51), or when the tournament is decided."""
        until = self.base.break_until
        if until is None:
            return
        is_over = self.now >= until
        if is_over or (self.is_decided and self.seating.is_still):
            self.base = model.resumed(self.base, self.now)
            self.order(orders.BreakEnded())

    def _begin_break(self, planned: model.PlannedBreak | None) -> None:
        if planned is not None and not self.is_decided:
            until = self.now + 60 * planned.minutes
            self.base = replace(self.base, paused_at=self.now, break_until=until)
            self.order(orders.BreakBegan())

    def end_deal(self, player: int | None) -> None:
        """Resume play without a deal, at a player's request, or (None) because time is up."""
        no_deal = (self.base.level, len(self.seating.in_play))
        self.base = replace(model.resumed(self.base, self.now), no_deal=no_deal)
        self.order(orders.DealEnded(player))

    def rank(self, busted: Iterable[model.BustedPlayer]) -> None:
        """Rank players who went out in the same hand, by their stacks at its beginning (TN-8)."""
        by_stack = sorted(busted, key=lambda each: each.began)
        self.base = replace(self.base, fallen=())
        for _, equals in groupby(by_stack, key=lambda each: each.began):
            self.base = replace(self.base, falls=self.base.falls + 1)
            for each in equals:
                self.seating.change(each.player, fell=self.base.falls)
        self.tell_places(each.player for each in by_stack)

    def tell_places(self, players: Iterable[int], *, is_certain: bool = False) -> None:
        """Order that players who are out be notified once, with their place unless it may change."""
        out = {each.player: (place, each) for place, each in standings(self.tournament) if _is_out(each)}
        tables = self.seating.tables
        for place, each in (out[player] for player in players if player in out):
            # The place may depend on later entries, and on other heats.
            is_heat_ranked = self.terms.through is None or len(tables) == 1 or each.table not in tables
            is_settled = is_certain or (is_heat_ranked and not self.base.is_entry_open)
            self._tell_place(each, place if is_settled else None)

    def tell_moves(self) -> None:
        """Order that players be notified whose place differs from the one they know (TN-19)."""
        for place, each in standings(self.tournament):
            if _is_out(each) and each.told not in (None, place):
                self._tell_place(each, place, each.told)

    def deal(self, number: int) -> None:
        """Order a table to begin its next hand."""
        table = self.seating.tables[number]
        table = replace(table, is_playing=True, hands=table.hands + 1, waits_for=None)
        self.seating.tables[number] = table
        self.order(orders.BeginHand(number, table.hands, self.base.level))

    def hold_idle(self, wait: model.Wait) -> None:
        """Hold all idle tables."""
        for number in self.seating.idle:
            self.seating.hold(number, wait)

    def finish(self) -> None:
        """End the tournament, with awards and payments."""
        self.seating.clear()
        self.base = replace(self.base, phase="over", paused_at=None, break_until=None)
        self.base = replace(self.base, awards=awards(self.tournament, self.chance))
        self.book(*payments(self.base))
        self.order(orders.Finished())

    def _tell_place(self, entrant: model.Entrant, place: int | None, told: int | None = None) -> None:
        pending, player = self.seating.orders, entrant.player
        # Within one change the latest order about a player replaces an earlier one.
        pending[:] = [
            each for each in pending if not isinstance(each, orders.Ranked) or each.player != player
        ]
        self.order(orders.Ranked(player, place, told))
        self.seating.change(player, told=place)

    def _record_stacks(self, report: model.Report) -> Mapping[int, model.Entrant]:
        """Record the reported stacks; return the entrants as they were before."""
        before = {player: self.seating.entrants[player] for player in report.stacks}
        are_seated = all(each.table == report.table and each.seat is not None for each in before.values())
        ensure(are_seated, SeatsDiffer, report.table)
        chips_before, chips_after = sum(each.chips for each in before.values()), sum(report.stacks.values())
        ensure(chips_before == chips_after, MoneyMadeOrLost, chips_before, chips_after)
        ensure(min(report.stacks.values()) >= 0, BelowZero)
        for player, stack in report.stacks.items():
            self.seating.change(player, chips=stack)
            if stack == 0 and before[player].standing == "in" and self.terms.goal is None:
                self.seating.change(player, standing="out", out_at=self.now)
                busted = model.BustedPlayer(player, before[player].chips)
                self.base = replace(self.base, fallen=(*self.base.fallen, busted))
        return before

    def _extend_story(self, report: model.Report, before: Mapping[int, model.Entrant]) -> None:
        """Add a hand to the story, unless it was called off."""
        if not (report.won or report.shown):
            return
        after = self.seating.entrants
        out = (player for player, each in before.items() if each.standing == "in" and _is_out(after[player]))
        hand = StoryHand(
            report.table,
            report.hand,
            {each.number: report.stacks[player] - each.chips for player, each in before.items()},
            {before[player].number: cards for player, cards in report.shown.items()},
            tuple(before[player].number for player in report.won),
            tuple(before[player].number for player in out),
            self._leader(),
        )
        self.base = replace(self.base, story=self.base.story.after(hand))

    def _leader(self) -> int | None:
        """Return the number of the sole chip leader, if there is one; in a race, of the sole score leader."""
        is_race = self.terms.goal is not None
        held = [((each.score or 0) if is_race else each.chips, each.number) for each in self.seating.in_play]
        most = max((amount for amount, _ in held), default=0)
        leaders = [number for amount, number in held if amount == most]
        return leaders[0] if len(leaders) == 1 else None


def _is_out(entrant: model.Entrant) -> bool:
    return entrant.standing == "out"
