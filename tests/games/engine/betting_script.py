"""Hands of betting written as a person would tell them.

    Hand("100 100 40", "1 bets 10, 2 raises to 30, 3 all in, 1 folds, 2 matches / 2 checks")

Stacks are those of seats 1, 2, 3, in turn order from the dealer's left; a slash ends a
round. Every action is taken from the offers, and whoever is told to act must be to act.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

import pytest

from games.engine.betting.bets import (
    Betting,
    BettingEvent,
    BettingMove,
    Limit,
    Pot,
    UncalledBetReturned,
    share,
    side_pots,
)
from games.engine.betting.rounds import (
    act,
    ante,
    bet_ceiling,
    betting_options,
    blind,
    close_round,
    contenders,
    leave,
    offers,
    open_betting,
    open_round,
)
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, Offer, PickOffer, PlainOffer, SplitOffer, find, take


@dataclass(frozen=True)
class Hand:
    """The betting of one hand; seats 1 and 2 post the blinds, or of two players 2 and 1."""

    stacks: str
    play: str = ""
    ante: int = 0
    blinds: tuple[int, int] | None = None
    limit: Limit = "no_limit"
    bet_min: int = 2
    dead: int = 0
    is_pledging: bool = False
    may_check: bool = True
    is_last: bool = False
    has_purse: bool = False

    def run(self) -> Betting:
        """The betting as it stands after all that is told; its last round is still open."""
        return self._run()[0]

    def events(self) -> tuple[BettingEvent, ...]:
        """Return the public events."""
        return self._run()[1]

    def finish(self) -> tuple[Betting, tuple[UncalledBetReturned, ...]]:
        """The betting after its last round, and what went back then."""
        betting = self.run()
        assert betting.to_act is None, f"seat {betting.to_act} is still to act"
        return close_round(betting)

    def asked(self) -> str:
        """Return the seat to act and its options, in words."""
        betting = self.run()
        if betting.to_act is None:
            return "nobody"
        offered = offers(betting, ceiling=self._ceiling(betting))
        words = ", ".join(_words(offer, betting, self._ceiling(betting)) for offer in offered)
        return f"{betting.to_act}: {words}"

    def outcome(self) -> str:
        """The pots with who may win them and what each gets if all share, and what went back, in words."""
        betting, returned = self.finish()
        words = [
            *map(_told, pots_of(betting)),
            *(f"{each.seat} gets {each.amount} back" for each in returned),
        ]
        return "; ".join(words) or "nothing"

    def _run(self) -> tuple[Betting, tuple[BettingEvent, ...]]:
        betting = self._posted()
        events: tuple[BettingEvent, ...] = ()
        for number, told in enumerate(self.play.split("/")):
            if number:
                assert betting.to_act is None, f"seat {betting.to_act} is still to act"
                betting, returned = close_round(betting)
                events += returned
            betting = self._open(betting, is_first=number == 0)
            for action in filter(None, map(str.strip, told.split(","))):
                betting, seen = self._do(betting, action)
                events += seen
        return betting, events

    def _posted(self) -> Betting:
        stacks = [(Seat(number), int(stack)) for number, stack in enumerate(self.stacks.split(), 1)]
        betting = open_betting(stacks, self.limit, self.bet_min, is_pledging=self.is_pledging, dead=self.dead)
        for seat, _ in stacks:
            betting = ante(betting, seat, self.ante)
        if self.blinds:
            posting = (Seat(2), Seat(1)) if len(stacks) == 2 else (Seat(1), Seat(2))
            for seat, amount in zip(posting, self.blinds, strict=True):
                betting = blind(betting, seat, amount)
        return betting

    def _open(self, betting: Betting, *, is_first: bool) -> Betting:
        has_blinds = is_first and self.blinds is not None
        seat_after_blinds = Seat(2 if len(betting.stakes) == 2 else 3)
        return open_round(
            betting,
            seat_after_blinds if has_blinds else Seat(1),
            bet_to_match=self.blinds[1] if has_blinds and self.blinds else 0,
            may_check=self.may_check,
            is_last=self.is_last,
        )

    def _do(self, betting: Betting, action: str) -> tuple[Betting, tuple[BettingEvent, ...]]:
        number, words = action.split(" ", 1)
        if words == "leaves":
            return leave(betting, Seat(int(number)))
        assert betting.to_act == int(number), f"{action}, but seat {betting.to_act} is to act"
        verb, *amount = words.replace("all in", "all_in").replace(" to ", " ").split()
        key = {"folds": "fold", "checks": "check", "matches": "match", "bets": "bet", "raises": "raise"}
        offer = find(offers(betting, ceiling=self._ceiling(betting)), key.get(verb, verb))
        return act(betting, take(offer, tuple(map(int, amount))))

    def _ceiling(self, betting: Betting) -> int | None:
        return bet_ceiling(betting) if self.has_purse else None


def read_hand(text: str, **rules: Any) -> Hand:
    """A hand told in one line: `50 50 9, ante 2, blinds 1 2, pot limit: 1 checks, 2 bets 5`."""
    head, _, play = text.partition(":")
    stacks, *settings = head.split(", ")
    for each in settings:
        match each.split():
            case [limit, "limit"]:
                rules["limit"] = f"{limit}_limit"
            case ["blinds", small, big]:
                rules["blinds"] = (int(small), int(big))
            case [forced, amount]:
                rules[forced] = int(amount)
    return Hand(stacks, play, **rules)


def read_table(table: str, **rules: Any) -> list[Any]:
    """The rows of a table, three lines each: what it is about, a hand, and what is expected."""
    lines = [line.strip() for line in table.strip().splitlines()]
    rows = zip(lines[::3], lines[1::3], lines[2::3], strict=True)
    return [pytest.param(read_hand(hand, **rules), expected, id=about) for about, hand, expected in rows]


def pots_of(betting: Betting) -> tuple[Pot, ...]:
    """The layers of what lies in the middle."""
    paid = [(stake.seat, stake.total) for stake in betting.stakes]
    return side_pots(paid, contenders(betting), betting.dead)


def _told(pot: Pot) -> str:
    shares = share(pot.amount, pot.contenders)
    seats = " ".join(map(str, pot.contenders))
    return f"{pot.amount} for {seats} = {' '.join(str(shares[seat]) for seat in pot.contenders)}"


def _words(offer: Offer[BettingMove], betting: Betting, ceiling: int | None) -> str:
    may = betting_options(betting, ceiling=ceiling)
    match offer:
        case PlainOffer(key="match"):
            return f"match {may.match_amount}"
        case PlainOffer(key="all_in"):
            return f"all in {may.all_in}"
        case PlainOffer(key=key):
            return key
        case NumberOffer(key=key, least=least, most=most):
            return f"{key} {least}-{most}"
        case PickOffer() | SplitOffer():
            raise AssertionError(offer)
        case _:
            assert_never(offer)
