"""Decisions of house players at Destiny, their reasons, and the coach's advice (TB-12).

Decisions depend on the cards that the player knows, and on the rivals' actions. All of it is computed from
the view alone; chance only randomises a mixed strategy. A reason quotes the odds as the player misjudged
them, the coach quotes a master's. Neither names a card of the field: a card that was not turned over stays
the secret of the seats that looked at it, also in later hands.

Answers are evaluated one step ahead. Every rival responds to a raise at once, and calls if that seems to pay
against the range that the seat represents; then the cards are turned over. So a raise wins the pot from the
rivals who fold, and more chips from those who call. All expected values are in chips; folding is 0.

`opponent_model.py` explains the knowledge and beliefs about cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from games.destiny.model import Move, all_cards
from games.destiny.opponent_model import BOLD, OpponentModel, Spread
from games.destiny.view import DestinySeat, DestinyView
from games.engine.betting.bets import Betting
from games.engine.betting.bot_betting import (
    bet_after_raise,
    in_ten,
    is_seldom,
    pressure,
    raise_offer,
    random_bet_size,
    risk_limit,
    verdict,
)
from games.engine.betting.rounds import winnable
from games.engine.core.characters import MASTER, Character, Skill
from games.engine.core.errors import N_, Reason, Templated
from games.engine.core.offers import Answer, Offer
from games.engine.provable_chance import Chance

HIDDEN: Mapping[Skill, float] = {"apprentice": 0.7, "regular": 0.4, "master": 0.17}
"""The share of good cards that do not raise: a master's calls can be good cards too, others are timid."""
BLUFFS = 0.1
"""The share of profitable raises without a good card that are made."""
PRETEND_ONE_IN = 4
"""One seat in this many without a good card holds any card, as a bluff, instead of trusting the deck."""
MIX = 1000
"""The resolution of random choices."""
HEADS_UP = 2


def estimate(
    view: DestinyView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> Assessment | None:
    """Return the expected value of each answer to a bet; None if there is no bet to answer."""
    offered = {offer.key: offer for offer in offers}
    return outlook(OpponentModel(view, character), offered, character) if "fold" in offered else None


def decide(
    view: DestinyView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Return a house player's answer: to a bet, a look, a hold, or the vote on a new field."""
    offered = {offer.key: offer for offer in offers}
    if "new_field" in offered:
        return Answer("new_field")
    reading = OpponentModel(view, character)
    if "no_look" in offered:
        return _look(reading, offered, chance)
    if "benediction" in offered:
        return _hold(reading, offered, chance)
    return _bet(view.betting, outlook(reading, offered, character), offered, chance, character)


def hint(view: DestinyView, offers: tuple[Offer[Move], ...]) -> Answer:
    """Return a master's answer by its estimate alone, without a bluff; of equal looks the first."""
    offered = {offer.key: offer for offer in offers}
    if "new_field" in offered:
        return Answer("new_field")
    reading = OpponentModel(view, MASTER)
    if "no_look" in offered:
        best = _best_looks(reading, _places_in(offered, "look_"))
        return Answer(f"look_{best[0].lower()}" if best else "no_look")
    if "benediction" in offered:
        place = best_play(reading)
        return Answer("benediction" if place is None else f"hold_{place.lower()}")
    assessed = outlook(reading, offered, MASTER)
    offer, (value, share) = raise_offer(offered), max(assessed.raises, default=(0.0, 0.0))
    if offer is not None and value > 0 and assessed.is_good:
        to = bet_after_raise(view.betting, offer, share, is_best=assessed.odds >= BEST)
        assert to is not None
        return Answer(offer.key, (to,))
    return _passive_answer(assessed, offered)


def _look(reading: OpponentModel, offered: Iterable[str], chance: Chance) -> Answer:
    """Return the best look: at an unknown card, preferably one that a later rival knows and then can't hold.

    If all cards are known, it is the highest card that a later rival knows and this seat does not need.
    """
    best = _best_looks(reading, _places_in(offered, "look_"))
    return Answer(f"look_{best[chance.below(len(best))].lower()}" if best else "no_look")


def _best_looks(reading: OpponentModel, places: Sequence[str]) -> Sequence[str]:
    """Return the equally best places for a look; empty if no look helps."""
    new = [place for place in places if place not in reading.known]
    if new:
        most = max(map(reading.wanted, new))
        return [place for place in new if reading.wanted(place) == most]
    own = best_play(reading)
    blockable = [place for place in places if reading.wanted(place) and place != own]
    return sorted(blockable, key=reading.known.__getitem__)[-1:]


def _hold(reading: OpponentModel, offered: Iterable[str], chance: Chance) -> Answer:
    """Return the best hold: the most promising card, or the deck, or occasionally any card as a bluff."""
    best = best_play(reading)
    if best is not None:
        return Answer(f"hold_{best.lower()}")
    places = _places_in(offered, "hold_")
    if not places or chance.below(PRETEND_ONE_IN):
        return Answer("benediction")
    bluffs = [place for place in places if place not in reading.known] or places
    return Answer(f"hold_{bluffs[chance.below(len(bluffs))].lower()}")


def _places_in(offered: Iterable[str], prefix: str) -> list[str]:
    return [key.removeprefix(prefix).upper() for key in offered if key.startswith(prefix)]


def _bet(
    betting: Betting,
    assessed: Assessment,
    offered: Mapping[str, Offer[Move]],
    chance: Chance,
    character: Character,
) -> Answer:
    """Return the answer to a bet: raise with a good card, occasionally bluff, call if that pays."""
    offer = raise_offer(offered)
    value, share = max(assessed.raises, default=(0.0, 0.0))
    if offer is not None and value > 0:
        bluffs = BLUFFS * character.bluffing if value > assessed.stay else 0.0
        # A good card that is not value a call is never hidden.
        hides = assessed.stay >= 0 and chance.below(MIX) < MIX * HIDDEN[character.skill]
        if "check" in offered:
            bluffs = max(bluffs, character.eagerness)
        if not hides if assessed.is_good else chance.below(MIX) < MIX * bluffs:
            drawn, is_best = random_bet_size(share, character, chance), assessed.odds >= BEST
            to = bet_after_raise(betting, offer, drawn, is_best=is_best)
            # A raise by one share of the pot is possible, so a raise by any other share is, too.
            assert to is not None
            most = to if is_best else risk_limit(betting, character)
            if most >= offer.least:
                return Answer(offer.key, (min(to, most),))
    return _passive_answer(assessed, offered)


def _passive_answer(assessed: Assessment, offered: Collection[str]) -> Answer:
    """Return a check, a call if that pays, or a fold."""
    if "check" in offered:
        return Answer("check")
    if assessed.stay < 0:
        return Answer("fold")
    return Answer("match" if "match" in offered else "all_in")


REASONS: Mapping[str, Reason] = {
    "bet": Reason(
        N_("I thought I had the highest card {odds} out of 10 times, so I bet on it."),
        N_("Your chance of the highest card is {odds} in 10. That’s worth a bet."),
    ),
    "scare": Reason(
        N_("I thought I’d win only {odds} out of 10 times. I bet so that you’d fold."),
        N_("Your chance of the highest card is only {odds} in 10, but a bet may make others fold."),
    ),
    "stay": Reason(
        N_("I thought I’d win {odds} out of 10 times: enough to pay {cost}."),
        N_("Your chance of the highest card is {odds} in 10. That’s worth {cost}."),
    ),
    "for_look": Reason(
        N_("I thought I’d win only {odds} out of 10 times. I paid {cost} to look at a card."),
        N_("Your chance of the highest card is only {odds} in 10, but {cost} lets you look at a card."),
    ),
    "check": Reason(
        N_("I thought I’d win {odds} out of 10 times, and going on was free."),
        N_("Your chance of the highest card is {odds} in 10, and going on is free."),
    ),
    "fold": Reason(
        N_("I thought I’d win {odds} out of 10 times: too rarely to pay {cost}."),
        N_("Your chance of the highest card is {odds} in 10. That isn’t worth {cost}."),
    ),
    "look_too": Reason(
        N_("I thought I’d win {odds} out of 10 times. I paid {cost} to look at a card, too."),
        N_("Your chance of the highest card is {odds} in 10, and {cost} lets you look at a card, too."),
    ),
    "dear": Reason(
        N_("I thought I’d win {odds} out of 10 times, but for this pot {cost} was too much."),
        N_("Your chance of the highest card is {odds} in 10, but for this pot {cost} is too much."),
    ),
    "close": Reason(
        N_("I thought I’d win {odds} out of 10 times. Paying {cost} was a close call."),
        N_("Your chance of the highest card is {odds} in 10. Paying {cost} is a close call."),
    ),
    "wary": Reason(
        N_("I thought I’d win {odds} out of 10 times. It was worth {cost}, but I like to be careful."),
        N_("Your chance of the highest card is {odds} in 10. That’s worth {cost}, but you may be careful."),
    ),
    "curious": Reason(
        N_("I thought I’d win {odds} out of 10 times. It wasn’t worth {cost}, but I wanted to see."),
        N_("Your chance of the highest card is {odds} in 10. It isn’t worth {cost}, but you’d see the end."),
    ),
    "take": Reason(
        N_("Somebody after me knew that card. While I had it, they couldn’t play it."),
        N_("Somebody after you knows that card. While you have it, they can’t play it."),
    ),
    "look": Reason(
        N_("I hadn’t seen that card. Now I’ll know it in the next hand."),
        N_("You haven’t seen that card. You’ll know it in the next hand."),
    ),
    "no_look": Reason(
        N_("I knew every card that I could look at."),
        N_("You know every card that you can look at."),
    ),
    "hold": Reason(
        N_("I knew that card. I thought it better than one from the deck."),
        N_("You know that card. It’s likely better than one from the deck."),
    ),
    "pretend": Reason(
        N_("I had no card worth playing. I wanted you to think I had."),
        N_("You know no card worth playing, but the others may think you do."),
    ),
    "benediction": Reason(
        N_("I knew no card better than one from the deck."),
        N_("You know no card better than one from the deck."),
    ),
}
"""The reasons for answers; `odds` out of 10 is the probability of having the highest card."""
ADVICE: Mapping[str, Reason] = {
    "free": Reason(
        N_("Your chance of winning is about {odds} in 10, and going on is free."), suggests="check"
    ),
    "pays": Reason(
        N_("Your chance of winning is about {odds} in 10. That’s worth {cost}."), suggests="match"
    ),
    "for_look": Reason(
        N_("Your chance of winning is only about {odds} in 10, but for {cost} you may look at a card."),
        suggests="match",
    ),
    "look_too": Reason(
        N_("Your chance of winning is about {odds} in 10, and for {cost} you may look at a card, too."),
        suggests="match",
    ),
    "close": Reason(N_("Your chance of winning is about {odds} in 10. Paying {cost} is a close call.")),
    "raise": Reason(
        N_("Your chance of winning is about {odds} in 10. It’s better to raise than to pay {cost}."),
        suggests="raise bet",
    ),
    "fold": Reason(
        N_("Your chance of winning is only about {odds} in 10. That isn’t worth {cost}."), suggests="fold"
    ),
    "dear": Reason(
        N_("Your chance of winning is about {odds} in 10, but for this pot {cost} is too much."),
        suggests="fold",
    ),
    "take": Reason(
        N_("Look at a card that a player after you has looked at. While you have it, they can’t play it.")
    ),
    "no_look": Reason(REASONS["no_look"].advice_template, suggests="no_look"),
    "look": Reason(N_("You can’t play the card you look at now. Remember it for the next hand.")),
    "hold": Reason(N_("If you know a card here, {rank} or higher, play it. If not, trust the deck.")),
}
"""The coach's advice on staying in, looking and holding."""


def reason(
    view: DestinyView, offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason for a house player's answer, with its own numbers."""
    reading, place = OpponentModel(view, character), answer.key.partition("_")[2].upper()
    match answer.key.partition("_")[0]:
        case "look":
            return REASONS["take" if reading.wanted(place) else "look"]
        case "hold":
            return REASONS["hold" if place == best_play(reading) else "pretend"]
        case "no" | "benediction":
            return REASONS[answer.key]
        case "bet" | "raise" | "match" | "all" | "check" | "fold":
            assessed = outlook(reading, {offer.key: offer for offer in offers}, character)
            reason_key = _bet_reason_key(assessed, answer.key)
            return REASONS[reason_key].of(odds=in_ten(assessed.odds), cost=assessed.missing)
        case _:
            return None


def _bet_reason_key(assessed: Assessment, key: str) -> str:
    """Return the key of the reason for an answer to a bet."""
    match key:
        case "check":
            return "check"
        case "bet" | "raise":
            return "bet" if assessed.is_good or not is_seldom(assessed.odds) else "scare"
        case "fold":
            return _call_reason_key(assessed, pays="wary", costs=_fold_reason_key(assessed))
        case _:
            return _call_reason_key(assessed, pays="stay", costs="curious")


def _call_reason_key(assessed: Assessment, pays: str, costs: str) -> str:
    """Return the key of the reason for calling or not; `pays` and `costs` are the keys for either verdict."""
    if assessed.is_for_look and pays != "wary":
        return "for_look" if is_seldom(assessed.odds) else "look_too"
    keys = {"pays": pays, "costs": costs, "close": "close"}
    return keys[verdict(assessed.stay, assessed.missing)]


def _fold_reason_key(assessed: Assessment) -> str:
    """Return the key of the reason why a call does not pay: the odds or the price."""
    return "fold" if is_seldom(assessed.odds) else "dear"


def advice(view: DestinyView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """Return one line of advice for a beginner."""
    offered = {offer.key: offer for offer in offers}
    if not offered or "new_field" in offered:
        return None
    reading = OpponentModel(view, MASTER)
    if "no_look" in offered:
        best = _best_looks(reading, _places_in(offered, "look_"))
        return ADVICE["no_look" if not best else "take" if reading.wanted(best[0]) else "look"]
    if "benediction" in offered:
        rank = _rank_to_hold(reading)
        return ADVICE["hold"].of(rank="10" if rank == "T" else rank)
    assessed = outlook(reading, offered, MASTER)
    costs = "raise" if assessed.is_worth_it else _fold_reason_key(assessed)
    key = "free" if "check" in offered else _call_reason_key(assessed, pays="pays", costs=costs)
    return ADVICE[key].of(odds=in_ten(assessed.odds), cost=assessed.missing)


def _rank_to_hold(reading: OpponentModel) -> str:
    """Return the lowest rank worth holding instead of a card from the deck."""
    cards, place = all_cards(reading.view.rules.jokers), best_play(reading)
    if place is not None:
        return cards[min(reading.deck_height, reading.known[place])][0]
    # A known card that the seat does not hold is too low, so its rank is not named.
    known = [reading.known[each] for each in reading.free if each in reading.known]
    ranks = {cards[each][0] for each in known}
    better = cards[max([reading.deck_height, *known]) :]
    return next((card[0] for card in better if card[0] not in ranks), better[-1][0])


SHARES = (0.5, 1.0)
"""The sizes of raises as shares of the pot."""
BEST = 0.9
"""A card with at least this probability of winning counts as the best."""
SEEN_THROUGH = 0.75
"""The share of its equity that a seat without a known card realises: a pot-sized bet may make it fold."""
LOOK_WORTH = 0.5
"""The value of seeing one more card of the field, in big blinds."""
LOOK_SHARE = 0.3
"""The value of a look as a share of the price, against a rival who bets every hand: it helps later."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A seat's assessment of its card, and of its answers to a bet."""

    place: str | None
    """The place of the card that the seat plays or will play; None for an unknown card."""
    odds: float
    """The probability of winning against all seats still in."""
    missing: int
    """The chips needed to call, at most the stack."""
    stay: float
    """The expected value of a check or a call."""
    raises: tuple[tuple[float, float], ...]
    """The expected value of each sensible raise, and its size as a share of the pot."""
    rivals: int
    """The number of other seats still in."""
    look: float
    """The value of looking at a card, which is included in all expected values."""

    @property
    def win_probability(self) -> Mapping[str, float]:
        """The probability that the card is the highest of those still in."""
        return {"pot": self.odds}

    @property
    def ev(self) -> Mapping[str, float]:
        """The expected values of calling and of the best raise."""
        return {"match": self.stay, **({"raise": max(self.raises)[0]} if self.raises else {})}

    @property
    def is_exact(self) -> bool:
        """Always False: the rivals' cards and answers are estimated."""
        return False

    @property
    def is_good(self) -> bool:
        """True if the card is worth a raise by itself."""
        return self.odds * (1 + self.rivals) > BOLD

    @property
    def is_for_look(self) -> bool:
        """True if a call pays only because it lets the seat look at a card."""
        return self.stay - self.look < 0 <= self.stay

    @property
    def is_worth_it(self) -> bool:
        """True if calling or raising pays."""
        return self.stay >= 0 or (self.is_good and max(self.raises, default=(0.0, 0.0))[0] > 0)


def outlook(reading: OpponentModel, offered: Mapping[str, Offer[Move]], character: Character) -> Assessment:
    """Return the assessment of a seat, as accurate as its character."""
    place, spreads = _play(reading)
    own_heights = _own_heights(reading, place)
    bias = character.confidence
    odds = _clamped(
        sum(share * prod(spread[height] for spread in spreads) for height, share in own_heights) + bias
    )
    view, betting = reading.view, reading.view.betting
    missing = min(reading.line.stack, view.to_match - reading.line.bet)
    look = _look_value(reading, missing) if view.stage == "first_round" else 0.0
    stay = _value(reading, reading.line.bet + missing, own_heights, place, bias) + look
    offer = raise_offer(offered)
    amounts = dict[int, float]()
    for share in character.bets or SHARES:
        to = bet_after_raise(betting, offer, share, is_best=odds >= BEST) if offer else None
        if to is not None:
            amounts.setdefault(to, share)
    raises = ((_value(reading, to, own_heights, place, bias) + look, share) for to, share in amounts.items())
    return Assessment(place, odds, missing, stay, tuple(raises), len(reading.rivals), look)


def _own_heights(reading: OpponentModel, place: str | None) -> Sequence[tuple[int, float]]:
    """Return the possible heights of the card that the seat will play, with their probabilities."""
    if place is None:
        return [(height, 1 / len(reading.unseen)) for height in reading.unseen]
    best, lost_share = reading.known[place], reading.lost(place)
    lower = [reading.known[each] for each in reading.free if each in reading.known and each != place]
    return (
        [(best, 1 - lost_share), (max(reading.deck_height, *lower, 0), lost_share)]
        if lost_share
        else [(best, 1.0)]
    )


def best_play(reading: OpponentModel) -> str | None:
    """Return the most promising place for a seat about to hold a card, or None for the deck."""
    return _play(reading)[0]


def _play(reading: OpponentModel) -> tuple[str | None, list[Spread]]:
    """Return the place that the seat plays or will play, and the spreads of its rivals in that case."""
    hold = reading.line.hold
    if hold is not None:
        place = hold.place if hold.place in reading.known else None
        return place, [reading.final(line) for line in reading.rivals]
    known = [place for place in reading.free if place in reading.known]
    spreads_if_drawn = [reading.final(line) for line in reading.rivals]
    if not known:
        return None, spreads_if_drawn
    best = max(known, key=reading.known.__getitem__)
    spreads = [reading.final(line, best) for line in reading.rivals]
    drawn = _mean([prod(spread[height] for spread in spreads_if_drawn) for height in reading.unseen])
    if prod(spread[reading.known[best]] for spread in spreads) >= drawn:
        return best, spreads
    return None, spreads_if_drawn


def _value(
    reading: OpponentModel, to: int, own_heights: Sequence[tuple[int, float]], place: str | None, bias: float
) -> float:
    """Return the expected value of a call or raise to `to`, with these heights of the own card."""
    view, cost = reading.view, to - reading.line.bet
    pot = winnable(view.betting, cost, is_whole=view.rules.short_all_in == "whole_pot")
    answers = _rival_answers(reading, to, place)
    is_sure = view.stage != "first_round" or place is not None or not view.betting.raisers
    # Without a known card a seat realises only a part of its equity, depending on possible later bets.
    realised = 1.0 if is_sure else 1 - (1 - SEEN_THROUGH) * pressure(view.betting, to)
    value = 0.0
    for height, likely in own_heights:
        shares = [folds + stays[height] for folds, stays, _ in answers]
        won = _clamped(prod(shares) + bias)
        later = sum(
            added * stays[height] / share
            for (_, stays, added), share in zip(answers, shares, strict=True)
            if share
        )
        value += likely * (won * realised * (pot + later) - cost)
    return value


def _rival_answers(reading: OpponentModel, to: int, place: str | None) -> list[tuple[float, Spread, int]]:
    """Return each rival's probability of folding, its spread if it stays, and the chips that it adds."""
    is_whole = reading.view.rules.short_all_in == "whole_pot"
    image = reading.final(reading.line, raises=int(to > reading.view.to_match))
    finals = [reading.final(line, place) for line in reading.rivals]
    to_match = max(to, reading.view.to_match)
    to_call = [
        0 if line.is_all_in else min(line.stack, max(0, to_match - line.bet)) for line in reading.rivals
    ]
    for final, missing in zip(finals, to_call, strict=True):
        if not missing:
            image = [own * rival for own, rival in zip(image, final, strict=True)]
    pot, answers = reading.view.pot + to - reading.line.bet, []
    for line, final, missing in zip(reading.rivals, finals, to_call, strict=True):
        winning = missing if is_whole else min(missing, max(0, to - line.bet))
        answers.append(
            (*_rival_answer(reading, line, final, image, missing / (pot + missing), place), winning)
        )
    return answers


def _rival_answer(
    reading: OpponentModel, line: DestinySeat, final: Spread, image: Spread, price: float, place: str | None
) -> tuple[float, Spread]:
    """Return a rival's probability of folding at this price, and its spread if it stays.

    `image` is the spread of the highest card that the rival has to beat, as the rival sees it.
    """
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


def _look_value(reading: OpponentModel, missing: int) -> float:
    """Return the value of looking at one more card, which depends on the bets expected in later hands."""
    betting = reading.view.betting
    raiser = betting.raisers[-1] if betting.raisers else None
    blind_raises = 0.0 if raiser in (None, reading.line.seat) else reading.blind_raises(raiser)
    value = LOOK_WORTH
    if len(reading.view.lines) == HEADS_UP:
        # The only rival looks at a card, too.
        value *= 1 - reading.attention
    return max(value * reading.view.rules.big_blind, LOOK_SHARE * blind_raises * missing)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _clamped(odds: float) -> float:
    return min(1.0, max(0.0, odds))
