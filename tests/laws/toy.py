"""A toy game: secret cards, chip bets and simultaneous choices, all that Stone Hand has not.

Each seat is dealt cards that it alone sees. All bet at the same time, from nothing to
their stack, and the bets are shown together; then all pick a card at the same time, and
the highest takes the bets. It shows that the engine rests on no particular game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from games.engine.chance.seals import Chance
from games.engine.core.game import HOUSE, Game, HandResult, Level, Seat, Step, TableFacts
from games.engine.core.house_rules import option
from games.engine.core.names import MASTER, Character
from games.engine.core.offers import Answer, Number, Offer, Pick, Press, variant
from games.engine.core.titles import Deeds

DECK = tuple("abcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, slots=True)
class Rules:
    """How many cards a seat is dealt, and whether the lowest wins."""

    cards: int = option("Cards", {2: "two", 3: "three"}, default=2)
    low_wins: bool = option("Low wins")


@dataclass(frozen=True, slots=True)
class Fist:
    """What a seat holds and has decided."""

    seat: Seat
    stack: int
    cards: tuple[str, ...] = ()
    bet: int | None = None
    card: str | None = None
    has_folded: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A hand."""

    rules: Rules
    fists: tuple[Fist, ...]

    def of(self, seat: Seat) -> Fist:
        """One seat's."""
        return next(fist for fist in self.fists if fist.seat == seat)

    @property
    def playing(self) -> tuple[Fist, ...]:
        """Who has not folded."""
        return tuple(fist for fist in self.fists if not fist.has_folded)

    @property
    def is_bet(self) -> bool:
        """Whether everybody has bet."""
        return all(fist.bet is not None for fist in self.playing)

    @property
    def turn(self) -> int:
        """Betting is one turn, showing another."""
        return int(self.is_bet)

    @property
    def is_over(self) -> bool:
        """Whether the cards are shown."""
        return len(self.playing) < 2 or all(fist.card is not None for fist in self.playing)


@variant
class Deal:
    """The House deals."""

    cards: tuple[tuple[str, ...], ...]


@variant
class Bet:
    """So many chips."""

    amount: int


@variant
class Show:
    """The card to show."""

    card: str


@variant
class Fold:
    """Out of it."""


@variant
class Again:
    """Another card to show."""

    card: str


Move = Deal | Bet | Show | Fold | Again


@variant
class Decided:
    """Somebody has decided; nobody learns what."""

    seat: Seat


@variant
class Shown:
    """All bets or all cards are open."""

    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees: its own cards, how many the others hold, and bets once all have bet."""

    seat: Seat | None
    cards: tuple[str, ...]
    counts: tuple[tuple[Seat, int], ...]
    bets: tuple[int, ...]
    waiting_for: tuple[Seat, ...]


class Fists(Game[State, Move, Decided | Shown, View, int, Rules, Any]):
    """The game."""

    key = "fists"
    title = "Fists"
    seats = range(2, 5)
    buy_in = 6
    is_dealt = True
    tournament_seats = range(2, 5)
    departure = Fold()
    levels: tuple[Level, ...] = (Level(),)

    def at_level(self, rules: Rules, _level: Level) -> Rules:
        """Nobody has to put anything in."""
        return rules

    def vacated(self, carry: int, _seat: Seat) -> int:
        """Only how many hands there were: that is nobody's."""
        return carry

    def dealt_in(self, facts: TableFacts[Rules, Any], _carry: int | None) -> tuple[Seat, ...]:
        """Whoever has chips."""
        return tuple(guest.seat for guest in facts.guests if guest.stack)

    def start(self, facts: TableFacts[Rules, Any], _carry: int | None) -> State:
        """Empty hands."""
        return State(facts.rules, tuple(Fist(guest.seat, guest.stack) for guest in facts.guests))

    def deck(self, _rules: Rules, _carry: int | None) -> tuple[str, ...]:
        """The alphabet, every time."""
        return DECK

    def cards(self, _state: State) -> tuple[str, ...]:
        """The alphabet."""
        return DECK

    def to_act(self, state: State) -> frozenset[Seat]:
        """Everybody who has not decided."""
        if state.is_over:
            return frozenset()
        if not state.fists[0].cards:
            return frozenset({HOUSE})
        if not state.is_bet:
            return frozenset(fist.seat for fist in state.playing if fist.bet is None)
        return frozenset(fist.seat for fist in state.playing if fist.card is None)

    def offers(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """A bet and a fold, or a card."""
        if seat not in self.to_act(state) or seat == HOUSE:
            return ()
        fist = state.of(seat)
        if fist.bet is None:
            return Number("bet", 0, fist.stack, Bet, marks=(0, fist.stack)), Press("fold", Fold())
        return (Pick("show", fist.cards, 1, lambda cards: Show(cards[0])),)

    def asides(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """Whoever has chosen a card may choose again while others think, and nobody learns of it."""
        fist = next((fist for fist in state.playing if fist.seat == seat), None)
        if fist is None or fist.card is None or state.is_over:
            return ()
        return (Pick("again", fist.cards, 1, lambda cards: Again(cards[0])),)

    def timeout(self, state: State, seat: Seat) -> Answer:
        """Bet nothing; show the first card."""
        return Answer("show", (0,)) if state.of(seat).bet is not None else Answer("bet", (0,))

    def house_move(self, state: State, chance: Chance) -> Move:
        """Cards off a shuffled deck."""
        drawn = chance.shuffled(DECK)[: state.rules.cards * len(state.fists)]
        hands = [tuple(sorted(drawn[place :: len(state.fists)])) for place in range(len(state.fists))]
        return Deal(tuple(hands))

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The one door."""
        match move:
            case Deal(cards=cards):
                dealt = zip(state.fists, cards, strict=True)
                return Step(replace(state, fists=tuple(replace(fist, cards=hand) for fist, hand in dealt)))
            case Bet(amount=amount):
                changed = replace(state.of(seat), bet=amount)
            case Show(card=card):
                changed = replace(state.of(seat), card=card)
            case Again(card=card):
                chosen = replace(state.of(seat), card=card)
                return Step(
                    replace(state, fists=tuple(chosen if each.seat == seat else each for each in state.fists))
                )
            case Fold():
                changed = replace(state.of(seat), has_folded=True)
            case _:
                assert_never(move)
        after = replace(state, fists=tuple(changed if each.seat == seat else each for each in state.fists))
        return Step(after, (Decided(seat), *_shown(state, after)))

    def result(self, state: State) -> HandResult[int]:
        """The best card takes all bets; folded ones too."""
        stacks = {fist.seat: fist.stack - (fist.bet or 0) for fist in state.fists}
        pot = sum(fist.bet or 0 for fist in state.fists)
        left = sorted(state.playing, key=lambda fist: fist.card or "", reverse=not state.rules.low_wins)
        if left:
            stacks[left[0].seat] += pot
        else:
            stacks = {fist.seat: fist.stack for fist in state.fists}
        return HandResult(stacks, 0, {})

    def stacks(self, state: State) -> Mapping[Seat, int]:
        """Bets stay before their seats until the cards are shown."""
        return {fist.seat: fist.stack for fist in state.fists}

    def deeds(self, state: State) -> Mapping[Seat, Deeds]:
        """Who bet how much."""
        stacks = self.result(state).stacks
        return {
            fist.seat: Deeds(fist.bet or 0, stacks[fist.seat] > fist.stack, fist.has_folded)
            for fist in state.fists
        }

    def view(self, state: State, viewer: Seat | None) -> View:
        """The own cards alone."""
        return View(
            seat=viewer,
            cards=next((fist.cards for fist in state.fists if fist.seat == viewer), ()),
            counts=tuple((fist.seat, len(fist.cards)) for fist in state.fists),
            bets=tuple(fist.bet or 0 for fist in state.fists) if state.is_bet else (),
            waiting_for=tuple(sorted(self.to_act(state))),
        )

    def seen(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """The own cards, and those that are shown at the end."""
        own = next((fist.cards for fist in state.fists if fist.seat == viewer), ())
        shown = [fist.card for fist in state.fists if fist.card] if state.is_over else []
        return tuple(sorted({*own, *shown}))

    def possible_state(self, state: State, viewer: Seat | None, chance: Chance) -> State:
        """Other cards; other bets until all have bet; and until all have chosen, other choices."""
        other = super().possible_state(state, viewer, chance)
        if state.is_over:
            return other
        return replace(other, fists=tuple(self._drawn(state, fist, viewer, chance) for fist in other.fists))

    def _drawn(self, state: State, fist: Fist, viewer: Seat | None, chance: Chance) -> Fist:
        if fist.seat == viewer:
            return fist
        bet = fist.bet if fist.bet is None or state.is_bet else chance.below(fist.stack + 1)
        card = None if fist.card is None else fist.cards[chance.below(len(fist.cards))]
        return replace(fist, bet=bet, card=card)

    def decide(
        self, view: View, offers: tuple[Offer[Move], ...], chance: Chance, _character: Character = MASTER
    ) -> Answer:
        """Bet little, show the last card."""
        if offers[0].key == "bet":
            return Answer("bet", (chance.below(2),))
        return Answer("show", (len(view.cards) - 1,))


def _shown(before: State, after: State) -> tuple[Shown, ...]:
    if after.is_over:
        return (Shown(tuple(fist.card or "-" for fist in after.fists)),)
    if after.is_bet and not before.is_bet:
        return (Shown(tuple(str(fist.bet) for fist in after.fists)),)
    return ()


FISTS = Fists()
