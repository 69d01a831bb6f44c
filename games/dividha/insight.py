"""What a house player thinks of its hand: from its seat’s view alone, and in its own way (TB-12).

Whoever asks twice finds the same, since all that is imagined follows from the view.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.dividha import prospects
from games.dividha.cards import DECK
from games.dividha.prospects import Extremes, Laid, Prospect, Showing, Ways, imagining
from games.dividha.view import DividhaView
from games.engine.betting.habits import HANDS_MAX, habit
from games.engine.core.character import Character

DISTRUST = 0.6
"""How much a rememberer makes of a rival who raises in every hand."""
USUAL_RAISES = 0.35
"""In which share of hands a seat bets or raises."""
STICKLING = 0.2
"""By how much a stickler for Lose thinks it likelier than it is."""


@dataclass(frozen=True)
class Insight:
    """What a seat that takes part knows, and what it makes of it."""

    view: DividhaView
    character: Character

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All that the seat holds."""
        assert self.view.viewer is not None
        assert self.view.own is not None
        return (*self.view.own.private, *self.view.line(self.view.viewer).public)

    @property
    def first_cards(self) -> tuple[str, ...]:
        """The two cards dealt first, or what came for them."""
        return self.cards[:2]

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The cards that may be anywhere; so may those that it traded, or it could never say why (TB-11)."""
        known = {*self.cards}
        for line in self.view.lines:
            known.update(line.public, line.turned_down)
        return tuple(card for card in DECK if card not in known)

    @cached_property
    def rivals(self) -> tuple[Showing, ...]:
        """What each rival who is still in is likely to show."""
        staying = (line for line in self.view.lines if line.seat != self.view.viewer and not line.has_folded)
        publics = (tuple(sorted(line.public)) for line in staying)
        is_all_on_win = self.view.is_all_on_win
        return tuple(
            prospects.showing(public, divine=self.divine, is_all_on_win=is_all_on_win) for public in publics
        )

    @property
    def divine(self) -> bool:
        """Whether God and Satan are a hand together (DV-9)."""
        return self.view.rules.divine_intervention

    @cached_property
    def futures(self) -> tuple[Extremes, ...]:
        """How the hand may be filled up; the hand itself when it is complete."""
        return prospects.futures(self.cards, self.unknown, divine=self.divine)

    @cached_property
    def prospect(self) -> Prospect:
        """What the cards promise, as this player sees it: misjudged, and with its confidence."""
        seen = prospects.prospect(self.futures, self.rivals)
        random = imagining(*self.cards, *self.unknown)
        noise = self.character.noise
        win, lose = (_share(each + random.uniform(-noise, noise)) for each in (seen.win, seen.lose))
        if self.character.temper == "stickler":
            lose = _share(lose + STICKLING)
        misjudged = random.uniform(-noise, noise) + self.character.confidence
        if self.character.temper == "rememberer":
            misjudged += self._distrust
        best = _share(seen.best + misjudged)
        gain = seen.gain * best / seen.best if seen.best else 0.0
        return Prospect(win, lose, gain, best)

    @property
    def _distrust(self) -> float:
        """How much less this hand’s raises say than others, by how often those rivals raise."""
        betting, found = self.view.betting, 0.0
        for seat in {*betting.raisers} - {self.view.viewer}:
            known = habit(betting.habits, seat)
            found += DISTRUST * (known.raised - USUAL_RAISES * known.hands) / HANDS_MAX
        return found

    @cached_property
    def ways(self) -> Ways:
        """What six cards take on either way, as this player sees it."""
        seen = prospects.ways(self.futures[0], self.rivals)
        random, noise = imagining(*self.cards), self.character.noise
        win, lose = (_share(each + random.uniform(-noise, noise)) for each in (seen.win, seen.lose))
        brings_win = seen.brings_win * win / seen.win if seen.win else win
        brings_lose = seen.brings_lose * lose / seen.lose if seen.lose else lose
        return Ways(win, brings_win, lose, brings_lose)

    @property
    def is_on_win(self) -> bool:
        """Whether this player thinks Win the likelier column."""
        return self.prospect.win >= self.prospect.lose

    @property
    def shows_strong(self) -> bool:
        """Whether six cards take more at their strongest, as the coins lie."""
        assert self.view.own is not None
        if self.view.is_all_on_win:
            return True
        tablet, lines = self.view.own.tablet, self.view.lines
        mine = tablet.win + tablet.lose
        laid = sum(each.total for each in lines if each.seat != self.view.viewer and not each.has_folded)
        rest = max(0, self.view.betting.pot - laid - mine)
        each = laid / max(1, len(self.rivals))
        return prospects.is_better_strong(self.ways, Laid(tablet.win, tablet.lose, each, rest))

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """What is best kept in the trade."""
        view = self.view
        return prospects.kept(
            self.cards,
            self.unknown,
            self.rivals,
            divine=self.divine,
            price=view.ante / max(1, view.betting.pot) if view.rules.pay_to_trade else 0.0,
            is_all_on_win=view.is_all_on_win,
        )


def _share(number: float) -> float:
    return min(1.0, max(0.0, number))
