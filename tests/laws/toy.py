"""A toy game: secret cards, and secrets that are no cards; bets, and numbers that are no coins.

Each seat is dealt cards that it alone sees. All bet at the same time, from nothing to
their stack, and the bets are shown together. By a house rule all guess what a die will show: who is
right scores a point. Then all pick a card at the same time, and the highest takes the bets.
It shows that the engine rests on no particular game; `bones.py` is its counterpart without cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from games.engine.core.characters import MASTER, Character
from games.engine.core.game import CHANCE_SEAT, Game, HandResult, HandSetup, Level, Seat, Transition
from games.engine.core.hand_stats import HandStats
from games.engine.core.house_rules import option
from games.engine.core.offers import (
    Answer,
    NumberAction,
    NumberOffer,
    Offer,
    PickAction,
    PickOffer,
    PlainAction,
    PlainOffer,
    variant,
)
from games.engine.history import HistoryVerifier
from games.engine.provable_chance import Chance

DECK = tuple("abcdefghijklmnopqrstuvwxyz")
SIDES = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules: the cards of a seat, if the lowest wins, and if a die is guessed."""

    cards: int = option("Cards", {2: "two", 3: "three"}, default=2)
    low_wins: bool = option("Low wins")
    guesses: bool = option("Guesses")


@dataclass(frozen=True, slots=True)
class Fist:
    """A seat's cards and decisions."""

    seat: Seat
    stack: int
    cards: tuple[str, ...] = ()
    bet: int | None = None
    guess: int | None = None
    card: str | None = None
    has_folded: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A hand."""

    rules: Rules
    fists: tuple[Fist, ...]
    die: int | None = None

    def of(self, seat: Seat) -> Fist:
        """One seat's."""
        return next(fist for fist in self.fists if fist.seat == seat)

    @property
    def playing(self) -> tuple[Fist, ...]:
        """The fists that have not folded."""
        return tuple(fist for fist in self.fists if not fist.has_folded)

    @property
    def is_bet(self) -> bool:
        """True if all seats have bet."""
        return all(fist.bet is not None for fist in self.playing)

    @property
    def turn(self) -> int:
        """Betting is one turn, guessing another, and showing a third."""
        return self.is_bet + (self.die is not None)

    @property
    def is_guessing(self) -> bool:
        """True if the die is still to be guessed and thrown."""
        return self.rules.guesses and self.die is None

    @property
    def is_over(self) -> bool:
        """True if the cards are shown."""
        return len(self.playing) < 2 or all(fist.card is not None for fist in self.playing)


@variant
class Deal:
    """The House deals."""

    cards: tuple[tuple[str, ...], ...]


@variant
class Bet:
    """A bet of chips."""

    amount: int


@variant
class Guess:
    """A guess at the die."""

    number: int


@variant
class Throw:
    """The House's die, and what it shows."""

    number: int


@variant
class Show:
    """The card to show."""

    card: str


@variant
class Fold:
    """Out of it."""


@variant
class Leave:
    """Out of it, and away from the table."""


@variant
class Again:
    """Another card to show."""

    card: str


Move = Deal | Bet | Guess | Throw | Show | Fold | Leave | Again


@variant
class Decided:
    """A seat has decided, secretly."""

    seat: Seat


@variant
class Left:
    """A player has given up the seat."""

    seat: Seat


@variant
class Fell:
    """The number on the die."""

    number: int


@variant
class Shown:
    """All bets, all guesses or all cards are open."""

    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The public view of a seat: its first stack, and its number of cards."""

    seat: Seat
    stack: int
    count: int


@dataclass(frozen=True, slots=True)
class View:
    """The view of one seat: its own cards, bets once all have bet, and guesses once the die lies there."""

    rules: Rules
    seat: Seat | None
    cards: tuple[str, ...]
    lines: tuple[Line, ...]
    bets: tuple[int, ...]
    die: int | None
    guesses: tuple[int, ...]
    waiting_for: tuple[Seat, ...]


class Fists(Game[State, Move, Decided | Left | Fell | Shown, View, int, Rules, Any]):
    """The game."""

    key = "fists"
    title = "Fists"
    seats = range(2, 5)
    buy_in = 6
    is_dealt = True
    tournament_seats = range(2, 5)
    departure = Leave()
    levels: tuple[Level, ...] = (Level(),)
    actions = (NumberAction("bet"), PlainAction("fold"), NumberAction("guess"), PickAction("show", 1, 3))

    def at_level(self, rules: Rules, _level: Level) -> Rules:
        """Return the rules unchanged: the game has no antes or blinds."""
        return rules

    def vacated(self, carry: int, _seat: Seat) -> int:
        """Return the number of hands only: it belongs to no seat."""
        return carry

    def dealt_in(self, facts: HandSetup[Rules, Any], _carry: int | None) -> tuple[Seat, ...]:
        """Return the seats with chips."""
        return tuple(player.seat for player in facts.players if player.stack)

    def start(self, facts: HandSetup[Rules, Any], _carry: int | None) -> State:
        """Empty hands."""
        return State(facts.rules, tuple(Fist(player.seat, player.stack) for player in facts.players))

    def deck(self, _rules: Rules, _carry: int | None) -> tuple[str, ...]:
        """The alphabet, every time."""
        return DECK

    def cards(self, _state: State) -> tuple[str, ...]:
        """The alphabet."""
        return DECK

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that have not decided."""
        if state.is_over:
            return frozenset()
        if not state.fists[0].cards:
            return frozenset({CHANCE_SEAT})
        if not state.is_bet:
            return frozenset(fist.seat for fist in state.playing if fist.bet is None)
        if state.is_guessing:
            return frozenset(fist.seat for fist in state.playing if fist.guess is None) or frozenset(
                {CHANCE_SEAT}
            )
        return frozenset(fist.seat for fist in state.playing if fist.card is None)

    def offers(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """A bet and a fold, a guess, or a card."""
        if seat not in self.to_act(state) or seat == CHANCE_SEAT:
            return ()
        fist = state.of(seat)
        if fist.bet is None:
            return NumberOffer("bet", 0, fist.stack, Bet, marks=(0, fist.stack)), PlainOffer("fold", Fold())
        if state.is_guessing:
            return (NumberOffer("guess", 1, SIDES, Guess, marks=(1, SIDES)),)
        return (PickOffer("show", fist.cards, 1, lambda cards: Show(cards[0])),)

    def asides(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """A player who has chosen a card may choose again while others think, and nobody learns of it."""
        fist = next((fist for fist in state.playing if fist.seat == seat), None)
        if fist is None or fist.card is None or state.is_over:
            return ()
        return (PickOffer("again", fist.cards, 1, lambda cards: Again(cards[0])),)

    def timeout(self, state: State, seat: Seat) -> Answer:
        """Bet nothing; guess one; show the first card."""
        if state.of(seat).bet is None:
            return Answer("bet", (0,))
        return Answer("guess", (1,)) if state.is_guessing else Answer("show", (0,))

    def chance_move(self, state: State, chance: Chance) -> Move:
        """Cards off a shuffled deck, then the die."""
        if state.is_bet:
            return Throw(1 + chance.below(SIDES))
        drawn = chance.shuffled(DECK)[: state.rules.cards * len(state.fists)]
        hands = [tuple(sorted(drawn[place :: len(state.fists)])) for place in range(len(state.fists))]
        return Deal(tuple(hands))

    def apply(self, state: State, seat: Seat, move: Move) -> Transition[State]:
        """The one door."""
        match move:
            case Deal(cards=cards):
                dealt = zip(state.fists, cards, strict=True)
                return Transition(
                    replace(state, fists=tuple(replace(fist, cards=hand) for fist, hand in dealt))
                )
            case Bet(amount=amount):
                changed = replace(state.of(seat), bet=amount)
            case Guess(number=number):
                changed = replace(state.of(seat), guess=number)
            case Throw(number=number):
                thrown = replace(state, die=number)
                return Transition(thrown, (Fell(number), Shown(tuple(map(str, _guesses(thrown))))))
            case Show(card=card):
                changed = replace(state.of(seat), card=card)
            case Again(card=card):
                return Transition(_with(state, replace(state.of(seat), card=card)))
            case Fold() | Leave():
                changed = replace(state.of(seat), has_folded=True)
            case _:
                assert_never(move)
        after = _with(state, changed)
        told = Left(seat) if isinstance(move, Leave) else Decided(seat)
        return Transition(after, (told, *_shown(state, after)))

    def result(self, state: State) -> HandResult[int]:
        """The best card takes all bets; folded ones too."""
        stacks = {fist.seat: fist.stack - (fist.bet or 0) for fist in state.fists}
        pot = sum(fist.bet or 0 for fist in state.fists)
        left = sorted(state.playing, key=lambda fist: fist.card or "", reverse=not state.rules.low_wins)
        if left:
            stacks[left[0].seat] += pot
        else:
            stacks = {fist.seat: fist.stack for fist in state.fists}
        right = (fist.seat for fist in state.fists if state.die and fist.guess == state.die)
        return HandResult(stacks, 0, dict.fromkeys(right, 1))

    def stacks(self, state: State) -> Mapping[Seat, int]:
        """Bets stay before their seats until the cards are shown."""
        return {fist.seat: fist.stack for fist in state.fists}

    def hand_stats(self, state: State) -> Mapping[Seat, HandStats]:
        """Return each seat's bet."""
        stacks = self.result(state).stacks
        return {
            fist.seat: HandStats(fist.bet or 0, stacks[fist.seat] > fist.stack, fist.has_folded)
            for fist in state.fists
        }

    def view(self, state: State, viewer: Seat | None) -> View:
        """The own cards alone."""
        return View(
            rules=state.rules,
            seat=viewer,
            cards=next((fist.cards for fist in state.fists if fist.seat == viewer), ()),
            lines=tuple(Line(fist.seat, fist.stack, len(fist.cards)) for fist in state.fists),
            bets=tuple(fist.bet or 0 for fist in state.fists) if state.is_bet else (),
            die=state.die,
            guesses=_guesses(state),
            waiting_for=tuple(sorted(self.to_act(state))),
        )

    def seen(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """The own cards, and those that are shown at the end."""
        own = next((fist.cards for fist in state.fists if fist.seat == viewer), ())
        shown = [fist.card for fist in state.fists if fist.card] if state.is_over else []
        return tuple(sorted({*own, *shown}))

    def sample_possible_state(self, state: State, viewer: Seat | None, chance: Chance) -> State:
        """Other cards; other bets, guesses and choices until they are shown."""
        other = super().sample_possible_state(state, viewer, chance)
        if state.is_over:
            return other
        return replace(other, fists=tuple(self._drawn(state, fist, viewer, chance) for fist in other.fists))

    def _drawn(self, state: State, fist: Fist, viewer: Seat | None, chance: Chance) -> Fist:
        if fist.seat == viewer:
            return fist
        bet = fist.bet if fist.bet is None or state.is_bet else chance.below(fist.stack + 1)
        guess = fist.guess if fist.guess is None or state.die else 1 + chance.below(SIDES)
        card = None if fist.card is None else fist.cards[chance.below(len(fist.cards))]
        return replace(fist, bet=bet, guess=guess, card=card)

    def disclosed(self, move: Move, seat: Seat, _after: State, end: State) -> Move | None:
        """Return for a card the finally chosen one, and for a guess that was never shown a one."""
        match move:
            case Show():
                return Show(end.of(seat).card or move.card)
            case Guess() if end.die is None:
                return Guess(1)
            case Again():
                return None
            case _:
                return move

    def decide(
        self, view: View, offers: tuple[Offer[Move], ...], chance: Chance, _character: Character = MASTER
    ) -> Answer:
        """Bet little, guess anything, show the last card."""
        if offers[0].key == "bet":
            return Answer("bet", (chance.below(2),))
        if offers[0].key == "guess":
            return Answer("guess", (1 + chance.below(SIDES),))
        return Answer("show", (len(view.cards) - 1,))


FISTS = Fists()


class FistsReferee(HistoryVerifier[State, View]):
    """The referee."""

    game = FISTS

    def initial_state(self) -> State:
        """Return the state before the deal."""
        self.require_seats()
        return State(
            self.beginning.rules, tuple(Fist(each.seat, each.stack) for each in self.beginning.lines)
        )


def _with(state: State, changed: Fist) -> State:
    return replace(state, fists=tuple(changed if each.seat == changed.seat else each for each in state.fists))


def _guesses(state: State) -> tuple[int, ...]:
    """Return the guesses, none before the die has fallen."""
    return () if state.die is None else tuple(fist.guess or 0 for fist in state.fists)


def _shown(before: State, after: State) -> tuple[Shown, ...]:
    if after.is_over:
        return (Shown(tuple(fist.card or "-" for fist in after.fists)),)
    if after.is_bet and not before.is_bet:
        return (Shown(tuple(str(fist.bet) for fist in after.fists)),)
    return ()
