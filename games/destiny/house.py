"""How a house player plays Destiny, why it did so, and what the coach says (TB-12).

It plays by what it knows, and by what others have shown of what they know: all of it is worked out from the
view alone, and chance only mixes, so that nobody can be sure. A reason has the odds as that player misjudged
them, the coach as a master sees them. Neither names a card of the field: what was not turned over stays its
looker's secret, also for the hands to come.

What an answer is worth is reckoned one step ahead. A raise is answered at once by every rival who thinks,
from what the seat has shown, that matching pays; then the cards are turned over. So a raise wins what those
who fold leave, and more from those who stay with less. All worths are in chips, and folding is worth nothing.

What the rivals' cards are is told by *spreads*: for every height of card, how likely a rival's card is to be
lower, `spread[h]`, from 0 up to the number of cards.

- A rival who has looked at some places knows the best of those cards. A place that somebody knew and passed
  over holds a card below the one that was played instead.
- Whoever raises probably knows a good one. How much a raise says depends on how often that seat raises:
  who always does tells nothing.
- A card that viewer and rival both know may be held by the one who plays first.
- Whoever knows nothing better than the deck's average plays the Benediction Hand, or pretends.

Cards of different rivals are taken to be independent, which hardly matters with so many unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import TypeAlias

from games.destiny.model import Move, all_cards, heights
from games.destiny.view import DestinySeat, DestinyView
from games.engine.betting.house import raise_offer, raised_to, sized
from games.engine.betting.rounds import purse, winnable
from games.engine.betting.stakes import Betting, habit
from games.engine.chance.seals import Chance
from games.engine.core.errors import Reason, Telling, phrase
from games.engine.core.game import Seat
from games.engine.core.names import MASTER, Character, Skill
from games.engine.core.offers import Answer, Offer

HIDE_ONE_IN = 6
"""A good card does not raise every time, so that a match may hide one too."""
BLUFFS = 0.1
"""The share of raises that would pay without a good card and are made."""
PRETEND_ONE_IN = 4
MIX = 1000


def estimate(
    view: DestinyView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> Outlook | None:
    """What a bet is worth to that seat; None where there is none to answer."""
    offered = {offer.key: offer for offer in offers}
    return outlook(FieldReading(view, character), offered, character) if "fold" in offered else None


def decide(
    view: DestinyView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Bet by what each answer is worth, look where it helps most, hold what promises most."""
    offered = {offer.key: offer for offer in offers}
    if "new_field" in offered:
        return Answer("new_field")
    reading = FieldReading(view, character)
    if "no_look" in offered:
        return _look(reading, offered, chance)
    if "benediction" in offered:
        return _hold(reading, offered, chance)
    return _bet(view.betting, outlook(reading, offered, character), offered, chance, character)


def _look(reading: FieldReading, offered: Iterable[str], chance: Chance) -> Answer:
    """Look at a new card, best at one that a rival who plays later knows and cannot hold then.

    Where all is known, take up the highest card that such a rival knows and this seat does not need.
    """
    best = _best_looks(reading, _places(offered, "look_"))
    return Answer(f"look_{best[chance.below(len(best))].lower()}" if best else "no_look")


def _best_looks(reading: FieldReading, places: Sequence[str]) -> Sequence[str]:
    """The places at which a look helps most, one as much as another; none where it helps nowhere."""
    new = [place for place in places if place not in reading.known]
    if new:
        most = max(map(reading.wanted, new))
        return [place for place in new if reading.wanted(place) == most]
    own = best_play(reading)
    taken = [place for place in places if reading.wanted(place) and place != own]
    return sorted(taken, key=reading.known.__getitem__)[-1:]


def _hold(reading: FieldReading, offered: Iterable[str], chance: Chance) -> Answer:
    """Hold what promises most; instead of the deck now and then any card, to pretend."""
    best = best_play(reading)
    if best is not None:
        return Answer(f"hold_{best.lower()}")
    places = _places(offered, "hold_")
    if not places or chance.below(PRETEND_ONE_IN):
        return Answer("benediction")
    pretended = [place for place in places if place not in reading.known] or places
    return Answer(f"hold_{pretended[chance.below(len(pretended))].lower()}")


def _places(offered: Iterable[str], prefix: str) -> list[str]:
    return [key.removeprefix(prefix).upper() for key in offered if key.startswith(prefix)]


def _bet(
    betting: Betting,
    found: Outlook,
    offered: Mapping[str, Offer[Move]],
    chance: Chance,
    character: Character,
) -> Answer:
    """Raise with a good card, now and then with another where that seems to pay; stay while that pays."""
    offer = raise_offer(offered)
    worth, share = max(found.raises, default=(0.0, 0.0))
    if offer is not None and worth > 0:
        bluffs = BLUFFS * character.bluffing if worth > found.stay else 0.0
        # A good card that is not worth a match is never hidden.
        hides = found.stay >= 0 and chance.below(HIDE_ONE_IN) == 0
        if not hides if found.is_good else chance.below(MIX) < MIX * bluffs:
            drawn, is_best = sized(share, character, chance), found.odds >= BEST
            to = raised_to(betting, offer, drawn, is_best=is_best)
            # Where one share of the pot may be raised by, any other may.
            assert to is not None
            return Answer(offer.key, (to,))
    if "check" in offered:
        return Answer("check")
    if found.stay < 0:
        return Answer("fold")
    return Answer("match" if "match" in offered else "all_in")


IN = 10
"""Odds are told as so many times in ten."""


REASONS: Mapping[str, Reason] = {
    "bet": Reason(
        phrase("I thought I had the highest card {odds} in 10 times, so I bet on it."),
        phrase("Your chance of the highest card is {odds} in 10. That’s worth a bet."),
    ),
    "scare": Reason(
        phrase("I thought I’d win only {odds} in 10 times. I bet so that you’d fold."),
        phrase("Your chance of the highest card is only {odds} in 10, but a bet may make others fold."),
    ),
    "stay": Reason(
        phrase("I thought I’d win {odds} in 10 times: enough to pay {cost}."),
        phrase("Your chance of the highest card is {odds} in 10. That’s worth {cost}."),
    ),
    "check": Reason(
        phrase("I thought I’d win {odds} in 10 times, and going on was free."),
        phrase("Your chance of the highest card is {odds} in 10, and going on is free."),
    ),
    "fold": Reason(
        phrase("I thought I’d win {odds} in 10 times: too seldom to pay {cost}."),
        phrase("Your chance of the highest card is {odds} in 10. That isn’t worth {cost}."),
    ),
    "take": Reason(
        phrase("Somebody after me knew that card. While I had it, they couldn’t play it."),
        phrase("Somebody after you knows that card. While you have it, they can’t play it."),
    ),
    "look": Reason(
        phrase("I hadn’t seen that card. Now I’ll know it in the next hand."),
        phrase("You haven’t seen that card. You’ll know it in the next hand."),
    ),
    "no_look": Reason(
        phrase("I knew every card that I could look at."),
        phrase("You know every card that you can look at."),
    ),
    "hold": Reason(
        phrase("I knew that card. I thought it better than one from the deck."),
        phrase("You know that card. It’s likely better than one from the deck."),
    ),
    "pretend": Reason(
        phrase("I had no card worth playing. I wanted you to think I had."),
        phrase("You know no card worth playing, but the others may think you do."),
    ),
    "benediction": Reason(
        phrase("I knew no card better than one from the deck."),
        phrase("You know no card better than one from the deck."),
    ),
}
"""Why it answered so; `odds` are how often, in ten, its card is the highest of those still in."""
ADVICE: Mapping[str, Reason] = {
    "free": Reason(phrase("Your card wins about {odds} in 10 times, and going on costs you nothing.")),
    "pays": Reason(phrase("Your card wins about {odds} in 10 times. Staying in for {cost} is worth that.")),
    "pricey": Reason(phrase("Your card wins only about {odds} in 10 times. That’s not worth {cost}.")),
    "take": Reason(phrase("Take a card that a player after you has looked at. They can’t play it then.")),
    "no_look": Reason(REASONS["no_look"].advises),
    "look": Reason(phrase("You can’t play the card you look at now. Remember it for the next hand.")),
    "hold": Reason(
        phrase("Do you know a card here of rank {rank} or higher? Play it. If not, trust the deck.")
    ),
}
"""What staying in is worth, and what a look or a hold is good for."""


def reason(
    view: DestinyView, offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Why that house player answers so, by its own numbers."""
    reading, place = FieldReading(view, character), answer.key.partition("_")[2].upper()
    match answer.key.partition("_")[0]:
        case "look":
            return REASONS["take" if reading.wanted(place) else "look"]
        case "hold":
            return REASONS["hold" if place == best_play(reading) else "pretend"]
        case "no" | "benediction":
            return REASONS[answer.key]
        case "bet" | "raise" | "match" | "all" | "check" | "fold":
            found = outlook(reading, {offer.key: offer for offer in offers}, character)
            bets = "bet" if found.is_good or 2 * found.odds >= 1 else "scare"
            key = {"bet": bets, "raise": bets, "check": "check", "fold": "fold"}.get(answer.key, "stay")
            return REASONS[key].of(odds=round(IN * found.odds), cost=found.missing)
        case _:
            return None


def advice(view: DestinyView, offers: tuple[Offer[Move], ...]) -> Telling | None:
    """What matters now, for somebody who learns the game."""
    offered = {offer.key: offer for offer in offers}
    if not offered or "new_field" in offered:
        return None
    reading = FieldReading(view, MASTER)
    if "no_look" in offered:
        best = _best_looks(reading, _places(offered, "look_"))
        return ADVICE["no_look" if not best else "take" if reading.wanted(best[0]) else "look"]
    if "benediction" in offered:
        rank = _rank_to_hold(reading)
        return ADVICE["hold"].of(rank="10" if rank == "T" else rank)
    found = outlook(reading, offered, MASTER)
    key = "free" if "check" in offered else "pays" if found.is_worth_it else "pricey"
    return ADVICE[key].of(odds=round(IN * found.odds), cost=found.missing)


def _rank_to_hold(reading: FieldReading) -> str:
    """The rank from which on a card is better than one from the deck, of those that the seat knows too."""
    cards, place = all_cards(reading.view.rules.jokers), best_play(reading)
    if place is not None:
        return cards[min(reading.deck_height, reading.known[place])][0]
    # What it knows and does not hold is no good: its rank is not named.
    known = [reading.known[each] for each in reading.free if each in reading.known]
    ranks = {cards[each][0] for each in known}
    better = cards[max([reading.deck_height, *known]) :]
    return next((card[0] for card in better if card[0] not in ranks), better[-1][0])


SHARES = (0.5, 1.0)
"""What a raise adds, as shares of the pot."""
BOLD = 1.5
"""A card is good when its chance to win is this many times an equal share among those still in."""
BEST = 0.9
"""From this chance to win on a card counts as the best."""
SEEN_THROUGH = 0.75
"""Without a card that it knows, a seat often has to give up to the next bet, if that can be the pot."""
LOOK_WORTH = 0.5
"""Value of seeing one more card of the field, in big blinds."""
LOOK_WORTH_KEPT = 1.0
"""The same to one who remembers."""
LOOK_SHARE = 0.3
"""The same, as a share of what somebody asks for who asks every hand: the next time one may know better."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat can expect: with which card, how likely it is to win, and what answers are worth."""

    place: str | None
    """What it plays or is going to play: a place whose card it knows, or None for anything else."""
    odds: float
    """How likely it is to win against all who are still in."""
    missing: int
    """What it takes to stay, as far as the stack goes."""
    stay: float
    raises: tuple[tuple[float, float], ...]
    """Worth of each raise that makes sense, and which share of the pot it adds."""
    rivals: int
    """How many are still in beside this seat."""

    @property
    def chances(self) -> Mapping[str, float]:
        """How often the card is the highest of those still in."""
        return {"pot": self.odds}

    @property
    def worths(self) -> Mapping[str, float]:
        """What it is worth to stay, and the raise that is worth most."""
        return {"match": self.stay, **({"raise": max(self.raises)[0]} if self.raises else {})}

    @property
    def is_good(self) -> bool:
        """Whether the card is worth a raise by itself."""
        return self.odds * (1 + self.rivals) > BOLD

    @property
    def is_worth_it(self) -> bool:
        """Whether staying in pays, be it by a raise."""
        return self.stay >= 0 or (self.is_good and max(self.raises, default=(0.0, 0.0))[0] > 0)


def outlook(reading: FieldReading, offered: Mapping[str, Offer[Move]], character: Character) -> Outlook:
    """What that seat expects, as well or badly as its character judges."""
    place, spreads = _play(reading)
    mine = [reading.known[place]] if place is not None else reading.unseen
    # How it misjudges this situation: always the same, and by what it sees alone.
    seen = repr((reading.view.seen_before, reading.view.discard, reading.view.betting))
    mood = Random(seen).uniform(-1, 1)  # noqa: S311 -- a mood
    slip = character.confidence + character.noise * mood
    odds = _within(_mean([prod(spread[height] for spread in spreads) for height in mine]) + slip)
    view, betting = reading.view, reading.view.betting
    missing = min(reading.line.stack, view.to_match - reading.line.bet)
    look = _look_worth(reading, missing) if view.stage == "first_round" else 0.0
    stay = _worth(reading, reading.line.bet + missing, mine, place, slip) + look
    offer = raise_offer(offered)
    amounts = dict[int, float]()
    for share in character.bets or SHARES:
        to = raised_to(betting, offer, share, is_best=odds >= BEST) if offer else None
        if to is not None:
            amounts.setdefault(to, share)
    raises = ((_worth(reading, to, mine, place, slip) + look, share) for to, share in amounts.items())
    return Outlook(place, odds, missing, stay, tuple(raises), len(reading.rivals))


def best_play(reading: FieldReading) -> str | None:
    """The place that promises most to a seat that is to hold something, or None for the deck."""
    return _play(reading)[0]


def _play(reading: FieldReading) -> tuple[str | None, list[Spread]]:
    """What the seat plays or is going to play, and what the rivals play then."""
    hold = reading.line.hold
    if hold is not None:
        place = hold.place if hold.place in reading.known else None
        return place, [reading.final(line) for line in reading.rivals]
    known = [place for place in reading.free if place in reading.known]
    unseen = [reading.final(line) for line in reading.rivals]
    if not known:
        return None, unseen
    best = max(known, key=reading.known.__getitem__)
    spreads = [reading.final(line, best) for line in reading.rivals]
    drawn = _mean([prod(spread[height] for spread in unseen) for height in reading.unseen])
    if prod(spread[reading.known[best]] for spread in spreads) >= drawn:
        return best, spreads
    return None, unseen


def _worth(reading: FieldReading, to: int, mine: Sequence[int], place: str | None, slip: float) -> float:
    """What it is worth to stay or raise to that amount, with each of these heights as likely."""
    view, cost = reading.view, to - reading.line.bet
    pot = winnable(view.betting, cost, is_whole=view.rules.short_all_in == "whole_pot")
    answers = _answers(reading, to, place)
    is_sure = view.stage != "first_round" or place is not None or not view.betting.raisers
    realised = 1.0 if is_sure else _seen_through(reading, to)
    worth = 0.0
    for height in mine:
        shares = [folds + stays[height] for folds, stays, _ in answers]
        won = _within(prod(shares) + slip)
        coming = sum(
            added * stays[height] / share
            for (_, stays, added), share in zip(answers, shares, strict=True)
            if share
        )
        worth += won * realised * (pot + coming) - cost
    return worth / len(mine)


def _seen_through(reading: FieldReading, to: int) -> float:
    """The share of its chance that a seat without a good card sees through, by what can still be bet."""
    betting = reading.view.betting
    left = max(0, min(betting.acting.reach, purse(betting)) - to)
    pot = reading.view.pot + to - reading.line.bet
    return 1 - (1 - SEEN_THROUGH) * min(1.0, left / pot)


def _answers(reading: FieldReading, to: int, place: str | None) -> list[tuple[float, Spread, int]]:
    """How likely each rival is to fold, the spread of what it stays with, and what it adds."""
    is_whole = reading.view.rules.short_all_in == "whole_pot"
    image = reading.final(reading.line, raises=int(to > reading.view.to_match))
    finals = [reading.final(line, place) for line in reading.rivals]
    asked = max(to, reading.view.to_match)
    lacking = [0 if line.is_all_in else min(line.stack, max(0, asked - line.bet)) for line in reading.rivals]
    for final, missing in zip(finals, lacking, strict=True):
        if not missing:
            image = [mine * theirs for mine, theirs in zip(image, final, strict=True)]
    pot, answers = reading.view.pot + to - reading.line.bet, []
    for line, final, missing in zip(reading.rivals, finals, lacking, strict=True):
        winning = missing if is_whole else min(missing, max(0, to - line.bet))
        answers.append((*_answer(reading, line, final, image, missing / (pot + missing), place), winning))
    return answers


def _answer(
    reading: FieldReading, line: DestinySeat, final: Spread, image: Spread, price: float, place: str | None
) -> tuple[float, Spread]:
    """How likely a rival is to fold at that price, and the spread of what it stays with."""
    if not price:
        return 0.0, final
    drawn_stays = reading.mean(image) >= price
    least = next((height for height, share in enumerate(image) if share >= price), len(image) - 1)
    if line.hold is not None:
        if line.hold.place is None or line.hold.place not in reading.places(line.seat):
            return (0.0, final) if drawn_stays else (1.0, [0.0] * len(final))
        return final[least], [max(0.0, share - final[least]) for share in final]
    best = reading.best(line, place)
    drawn = best[reading.deck_height]
    least = max(least, reading.deck_height)
    stays = [max(0.0, share - best[least]) for share in best]
    if drawn_stays:
        stays = [known + drawn * share for known, share in zip(stays, reading.below, strict=True)]
    return 1.0 - stays[-1], stays


def _look_worth(reading: FieldReading, missing: int) -> float:
    """What it is worth to see one more card, with what will be asked for in hands to come."""
    betting = reading.view.betting
    raiser = betting.raisers[-1] if betting.raisers else None
    again = 0.0 if raiser in (None, reading.line.seat) else reading.blind_raises(raiser)
    worth = LOOK_WORTH_KEPT if reading.remembers else LOOK_WORTH
    return max(worth * reading.view.rules.big_blind, LOOK_SHARE * again * missing)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _within(odds: float) -> float:
    return min(1.0, max(0.0, odds))


Spread: TypeAlias = list[float]

DOUBT = 0.1
"""How far what a rival did is mistrusted: it may have forgotten, or pretend."""
USUAL_RAISES = 0.25
"""The share of hands in which a seat raises with good cards alone."""
HABITS = ((USUAL_RAISES, 0.8), (0.5, 0.1), (0.9, 0.1))
"""In which share of its hands a seat raises, and how likely one is that nobody knows to have that habit."""
WARY_HABITS = ((USUAL_RAISES, 0.5), (0.5, 0.2), (0.9, 0.3))
"""The same, as those think who remember best who raised."""
BLIND_RAISES = 0.1
"""How often a seat raises with anything at least."""
PAYING = 0.4
"""How likely a seat without a good card is to put in more than a blind, beside one with a good card."""
KEPT_IN_MIND: Mapping[Skill, int] = {"apprentice": 2, "regular": 4, "master": 52}
"""How many of the cards that it has looked at a house player remembers: the last ones."""
ATTENTION: Mapping[Skill, float] = {"apprentice": 0.0, "regular": 0.5, "master": 1.0}
"""How much notice a house player takes of what rivals do in a hand."""


class FieldReading:
    """What a seat knows of the cards, and what it thinks of the others'."""

    def __init__(self, view: DestinyView, character: Character) -> None:
        assert view.viewer is not None
        self.view = view
        self.height = heights(view.rules.jokers)
        remembered = view.seen_before[-KEPT_IN_MIND[character.skill] :]
        self.known = {sight.place: self.height[sight.card] for sight in remembered}
        self.line = view.line(view.viewer)
        self.rivals = [line for line in view.lines if line != self.line and not line.has_folded]
        self.free = [
            spot.place for spot in view.field if not (spot.is_gone or spot.looked_at_by or spot.held_by)
        ]
        self._places = {memory.seat: memory.places for memory in view.memories}
        self._lying = {spot.place for spot in view.field if not spot.is_gone}
        self._passed_over = {each.place: each.instead for each in view.passed_over}
        self.remembers = character.temper == "rememberer"
        self._habits = WARY_HABITS if self.remembers else HABITS
        self._attention = ATTENTION[character.skill]
        self._bests: dict[tuple[Seat, str | None, int], Spread] = {}

    @cached_property
    def below(self) -> Spread:
        """The spread of a card that nobody knows: of the deck, or of a place not looked at."""
        told = {*(self.height[card] for card in self.view.discard), *self.known.values()}
        unseen = [height not in told for height in range(len(self.height))]
        spread, count = [0.0], 0
        for is_unseen in unseen:
            count += is_unseen
            spread.append(float(count))
        return [each / count for each in spread]

    @cached_property
    def unseen(self) -> list[int]:
        """The heights of the cards that this seat has not seen."""
        return [height for height in range(len(self.height)) if self.below[height + 1] > self.below[height]]

    @cached_property
    def deck_height(self) -> int:
        """The height from which on a card is better than one from the deck, against those still in."""
        rivals = max(1, len(self.rivals))
        worth = (1 / (rivals + 1)) ** (1 / rivals)
        return next(height for height, share in enumerate(self.below) if share >= worth)

    @cached_property
    def taken(self) -> str | None:
        """The place at which this seat will look if it stays, so that nobody after it plays that card."""
        if self.view.stage != "first_round":
            return None
        return max((each for each in self.free if each not in self.known), key=self.wanted, default=None)

    def wanted(self, place: str) -> int:
        """How many rivals who play later know the card of that place."""
        return sum(place in self.places(line.seat) and not self._plays_before(line) for line in self.rivals)

    def places(self, seat: Seat) -> tuple[str, ...]:
        """The places that a seat has looked at and that still have their card."""
        return tuple(place for place in self._places.get(seat, ()) if place in self._lying)

    def mean(self, spread: Sequence[float]) -> float:
        """The average of a spread over the cards that are not seen: what one from the deck is worth."""
        return sum(spread[height] for height in self.unseen) / len(self.unseen)

    def final(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """The spread of what a seat plays in the end, if it stays; `own` is the place that the viewer plays.

        `raises` are imagined ones, beside those that it really made.
        """
        hold = line.hold
        if hold is None:
            # The best card that is known, or where that is too low a card from the deck.
            best = self.best(line, own, raises)
            drawn = best[self.deck_height]
            pairs = zip(self.below, best, strict=True)
            return [drawn * share + max(0.0, known - drawn) for share, known in pairs]
        if hold.place is None or hold.place not in self._places.get(line.seat, ()):
            return self.below
        if hold.place in self.known and line != self.line:
            at = self.known[hold.place]
            return [float(height > at) for height in range(len(self.below))]
        spread = self._product(self._hidden(line, self.places(line.seat)))
        # It is known to be at least as high as a card from the deck.
        low = min(spread[self.deck_height], 1 - 1e-9)
        chosen = [max(0.0, share - low) / (1 - low) for share in spread]
        return self._doubted(self._tilted(line, chosen, raises))

    def best(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """The spread of the best card that a seat knows and can still hold; all of it at 1: it knows none."""
        key = line.seat, own, raises
        if key not in self._bests:
            self._bests[key] = self._tilted(line, self._best(line, own), raises)
        return self._bests[key]

    def _best(self, line: DestinySeat, own: str | None) -> Spread:
        places = [place for place in self.places(line.seat) if place in self.free]
        if line == self.line:
            return self._product(places)
        # Who plays before the viewer takes the card that both know; who plays after finds it gone.
        if not self._plays_before(line):
            places = [place for place in places if place not in {own, self.taken}]
        spread = self._product(self._hidden(line, places))
        shared = max((self.known[place] for place in places if place in self.known), default=-1)
        return [0.0 if height <= shared else share for height, share in enumerate(spread)]

    def _plays_before(self, line: DestinySeat) -> bool:
        return self.view.lines.index(line) < self.view.lines.index(self.line)

    def _hidden(self, line: DestinySeat, places: Iterable[str]) -> list[str]:
        """A rival's places that the viewer does not know; of its own all, as rivals see them."""
        return [place for place in places if line == self.line or place not in self.known]

    def _product(self, places: Iterable[str]) -> Spread:
        """The spread of the highest of the cards that lie there."""
        spread = [1.0] * len(self.below)
        for place in places:
            spread = [before * share for before, share in zip(spread, self._lying_at(place), strict=True)]
        return spread

    def _lying_at(self, place: str) -> Spread:
        """The spread of the card at a place that the viewer does not know."""
        if place not in self._passed_over:
            return self.below
        instead = self._passed_over[place]
        bound = self.below[self.deck_height if instead is None else self.height[instead]] or 1.0
        return self._doubted([min(1.0, share / bound) for share in self.below])

    def _tilted(self, line: DestinySeat, spread: Spread, raises: int) -> Spread:
        """The spread, once what the seat did in this hand counts for what it says."""
        raises += self.view.betting.raisers.count(line.seat)
        blind = self.blind_raises(line.seat)
        has_paid = line.total > self.view.rules.big_blind or line.is_all_in
        paying = PAYING if has_paid and not raises else 1.0
        if (not raises and paying == 1.0) or spread[0] == 1.0:
            return spread
        low = self.below[self.deck_height]
        tilted, total, before = [], 0.0, 0.0
        for share, worth in zip(spread, (0.0, *self.below), strict=False):
            good = max(0.0, (worth - low) / (1 - low))
            likely = (blind + (1 - blind) * good) ** raises * (paying + (1 - paying) * min(1.0, 2 * good))
            total += (share - before) * likely**self._attention
            before = share
            tilted.append(total)
        return [each / total for each in tilted]

    def blind_raises(self, seat: Seat) -> float:
        """How often a seat raises whatever it knows, from how often it raised in earlier hands."""
        seen = habit(self.view.betting.habits, seat)
        total = blind = 0.0
        for share, prior in self._habits:
            likely = prior * share**seen.raised * (1 - share) ** (seen.hands - seen.raised)
            total += likely
            blind += likely * (share - USUAL_RAISES) / (1 - USUAL_RAISES)
        return max(BLIND_RAISES, blind / total)

    def _doubted(self, spread: Spread) -> Spread:
        pairs = zip(spread, self.below, strict=True)
        return [(1 - DOUBT) * share + DOUBT * anything for share, anything in pairs]
