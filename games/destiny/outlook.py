"""What each answer in a betting round of Destiny is worth to a seat, one step ahead.

A raise is answered at once by every rival who thinks, from what the seat has shown, that matching pays;
then the cards are turned over. So a raise wins what those who fold leave, and more from those who stay
with less. All worths are in chips, and folding is worth nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from games.destiny.model import Move
from games.destiny.reading import FieldReading, Spread
from games.destiny.view import DestinySeat
from games.engine.betting.house import raise_offer, raised_to
from games.engine.betting.rounds import winnable
from games.engine.core.character import Character
from games.engine.core.offers import Offer

SHARES = (0.5, 1.0)
"""What a raise adds, as shares of the pot."""
BOLD = 1.5
"""A card is good when its chance to win is this many times an equal share among those still in."""
BEST = 0.9
"""From this chance to win on a card counts as the best."""
SEEN_THROUGH = 0.75
"""Without a card that it knows, a seat often has to give up to the next bet."""
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
    raises: tuple[tuple[float, int], ...]
    """Worth and amount of each raise that makes sense."""
    rivals: int
    """How many are still in beside this seat."""

    @property
    def is_good(self) -> bool:
        """Whether the card is worth a raise by itself."""
        return self.odds * (1 + self.rivals) > BOLD


def outlook(reading: FieldReading, offered: Mapping[str, Offer[Move]], character: Character) -> Outlook:
    """What that seat expects, as well or badly as its character judges."""
    place, spreads = _play(reading)
    mine = [reading.known[place]] if place is not None else reading.unseen
    slip = character.confidence + character.noise * _mood(reading)
    odds = _within(_mean([prod(spread[height] for spread in spreads) for height in mine]) + slip)
    view, betting = reading.view, reading.view.betting
    missing = min(reading.line.stack, view.to_match - reading.line.bet)
    look = _look_worth(reading, missing) if view.stage == "first_round" else 0.0
    stay = _worth(reading, reading.line.bet + missing, mine, place, slip) + look
    offer = raise_offer(offered)
    shares = SHARES if character.bet is None else (character.bet,)
    amounts = {raised_to(betting, offer, share, is_best=odds >= BEST) for share in shares} if offer else set()
    raises = ((_worth(reading, to, mine, place, slip) + look, to) for to in amounts if to is not None)
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
    worth, realised = 0.0, _realised(reading, to, place)
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


def _realised(reading: FieldReading, to: int, place: str | None) -> float:
    """The share of its chance that a seat without a good card sees through, if others can bet again."""
    is_open = reading.view.stage == "first_round" and to < reading.line.bet + reading.line.stack
    return SEEN_THROUGH if is_open and place is None and reading.view.betting.raisers else 1.0


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


def _mood(reading: FieldReading) -> float:
    """How this seat misjudges this situation, from -1 to 1: always the same, and by what it sees alone."""
    view = reading.view
    return Random(repr((view.seen_before, view.discard, view.betting))).uniform(-1, 1)  # noqa: S311 -- a mood


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _within(odds: float) -> float:
    return min(1.0, max(0.0, odds))
