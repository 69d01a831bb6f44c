"""Bet sizing of house players, neither tiny nor endless (TB-12), and trained betting strategies.

A trained strategy gives the probability of each action by situation (docs/lab/how-strong.md). It is stored
as a file in the package of its game: a SHA-256 checksum, then deflated content: the number of situations,
the number of actions, the situations as differences from the previous one, and for each action its
probabilities in all situations. Numbers are varints as in protocol buffers, low bits first.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import ceil, inf
from statistics import fmean
from typing import Any, Literal, TypeAlias

from games.engine.betting.bets import Betting, habit
from games.engine.betting.rounds import amount_to_call, bet_ceiling, pot_after_call
from games.engine.core.characters import Character
from games.engine.core.errors import InternalError, ensure
from games.engine.core.offers import NumberOffer, Offer, SplitOffer
from games.engine.provable_chance import Chance

SHARE_MIN = 0.3
"""The smallest raise as a share of the pot, unless no opponent could call that much."""
RAISES_MAX = 3
"""After this many bets and raises in a round, including a blind, only the best hands raise again."""
AROUND = (0.6, 1.0, 1.3)
"""Random factors of the best bet size, so that the size reveals little of the cards."""
PAYS = 2.5
"""A house player without good cards calls up to this multiple of the chips that it would bet itself."""
SPARED = 0.5
"""The largest share of a rival's stack that a sparing house player bets, without very good cards."""
SHARES = 16
"""The denominator of a strategy's probabilities."""
HABIT_HANDS = 4
"""The weight of the average raise frequency beside a seat's own, in hands."""
CLOSE = 0.15
"""A call is close if its expected value is between minus and plus this share of its price."""
IN = 10
"""The denominator of displayed odds."""
Verdict: TypeAlias = Literal["pays", "close", "costs"]
"""The verdict of an estimate on a call."""

Strategies: TypeAlias = Mapping[int, tuple[int, ...]]
"""Strategies by situation: for each action its probability, in parts of `SHARES`."""

_DIGEST_SIZE = 32
_LOW_BITS, _MORE = 0x7F, 0x80


def is_matchable(betting: Betting) -> bool:
    """Return True if a rival could call a raise; otherwise it would be returned as an uncalled bet (TB-6)."""
    return bet_ceiling(betting) > betting.to_match


def raise_offer(offered: Mapping[str, Offer[Any]]) -> NumberOffer[Any] | SplitOffer[Any] | None:
    """Return the offer to bet or raise, if there is one."""
    offer = offered.get("raise") or offered.get("bet")
    return offer if isinstance(offer, NumberOffer | SplitOffer) else None


def bet_after_raise(
    betting: Betting, offer: NumberOffer[Any] | SplitOffer[Any], share: float, *, is_best: bool = False
) -> int | None:
    """Return the bet of the seat to act after a raise by this share of the pot; None if it should not raise.

    The raise is at least `SHARE_MIN` of the pot, unless the limit or the rivals' stacks allow less.
    """
    if not is_matchable(betting) or (betting.raises >= RAISES_MAX and not is_best):
        return None
    most = min(offer.most, max(offer.least, bet_ceiling(betting)))
    added = ceil(max(share, SHARE_MIN) * pot_after_call(betting, betting.acting))
    return min(most, max(offer.least, betting.to_match + added))


def random_bet_size(share: float, character: Character, chance: Chance) -> float:
    """Return a random bet size around the best one, as a share of the pot, independent of the cards."""
    shares = character.bets or tuple(share * part for part in AROUND)
    return max(SHARE_MIN, shares[chance.below(len(shares))])


def risk_limit(betting: Betting, character: Character, ante: int = 0) -> int:
    """Return the highest bet this round that the seat to act makes without very good cards, or 0 (TB-12).

    A rising ante is not counted as risk, since betting would soon stop otherwise.
    """
    stake = betting.acting
    most = min(stake.max_bet, int(character.risk * (stake.total + stake.stack)) - stake.paid + ante)
    least = betting.to_match + SHARE_MIN * pot_after_call(betting, stake)
    return most if most >= min(least, stake.max_bet) else 0


def sparing_limit(betting: Betting, character: Character) -> float:
    """Return the highest bet this round without very good cards that spares the rivals' stacks (`SPARED`)."""
    if character.risk == 1:
        return inf
    asked = (stake for stake in betting.stakes if stake.can_bet)
    return min(int(SPARED * (each.total + each.stack)) - each.paid for each in asked)


def raise_weight(betting: Betting, usual: float) -> float:
    """Return the weight of the rivals' raises in this hand as a sign of strength, from 0 to 1.

    Seats that raise often weigh less. `usual` is the share of hands in which an average seat raises.
    """
    habits = [habit(betting.habits, seat) for seat in betting.raisers if seat != betting.to_act]
    shares = [(each.raised + HABIT_HANDS * usual) / (each.hands + HABIT_HANDS) for each in habits]
    return fmean(min(1.0, (1 - share) / (1 - usual)) for share in shares) if shares else 1.0


def pressure(betting: Betting, to: int) -> float:
    """Return the chips that could still be bet after a bet to `to`, as a share of the pot; at most 1."""
    left = max(0, min(betting.acting.max_bet, bet_ceiling(betting)) - to)
    return min(1.0, left / (betting.pot + to - betting.acting.bet))


def verdict(value: float, price: int) -> Verdict:
    """Return the verdict on paying a price, from its expected value in coins."""
    if abs(value) <= CLOSE * price:
        return "close"
    return "pays" if value > 0 else "costs"


def in_ten(share: float) -> int:
    """Return a share in tenths, from 0 to 10, for display."""
    return max(0, min(IN, round(IN * share)))


def is_seldom(share: float) -> bool:
    """Return True if a share is displayed as less than five in ten."""
    return 2 * in_ten(share) < IN


def exceeds_risk(betting: Betting, character: Character) -> bool:
    """Return True if calling costs more than the character risks without a strong hand."""
    stake = betting.acting
    cost = stake.total + min(stake.stack, amount_to_call(betting, stake))
    return amount_to_call(betting, stake) > 0 and cost > PAYS * character.risk * (stake.total + stake.stack)


class DamagedTable(InternalError):
    """The strategy table is corrupt."""


def compress_with_checksum(content: bytes) -> bytes:
    """Return content with its checksum, deflated, as it is stored in a file."""
    deflated = zlib.compress(content, 9)
    return hashlib.sha256(deflated).digest() + deflated


def decompress_checked(file: bytes) -> bytes:
    """Return the content of a file made by `compress_with_checksum`. Raises `DamagedTable`."""
    digest, deflated = file[:_DIGEST_SIZE], file[_DIGEST_SIZE:]
    ensure(hashlib.sha256(deflated).digest() == digest, DamagedTable)
    return zlib.decompress(deflated)


def contents(package: str, name: str) -> bytes:
    """Return the content of a sealed file in a package. Raises `DamagedTable`."""
    return decompress_checked(files(package).joinpath(name).read_bytes())


def encode_strategies(strategies: Strategies) -> bytes:
    """Encode a strategy table for its file; every situation has the same number of actions."""
    situations = sorted(strategies)
    width = len(strategies[situations[0]])
    buffer = bytearray()
    _write_varint(len(situations), buffer)
    _write_varint(width, buffer)
    for before, situation in pairwise((0, *situations)):
        _write_varint(situation - before, buffer)
    for action in range(width):
        buffer += bytes(strategies[situation][action] for situation in situations)
    return compress_with_checksum(bytes(buffer))


def decode_strategies(file: bytes) -> dict[int, tuple[int, ...]]:
    """Decode a strategy table. Raises `DamagedTable`."""
    stream = iter(decompress_checked(file))
    count, width = _read_varint(stream), _read_varint(stream)
    situations: list[int] = []
    situation = 0
    for _ in range(count):
        situation += _read_varint(stream)
        situations.append(situation)
    shares = bytes(stream)
    columns = [shares[count * action : count * (action + 1)] for action in range(width)]
    return dict(zip(situations, zip(*columns, strict=True), strict=True))


@cache
def read(package: str, name: str) -> Strategies:
    """Return the strategy table in a package's file, cached after the first use. Raises `DamagedTable`."""
    return decode_strategies(files(package).joinpath(name).read_bytes())


def _write_varint(number: int, buffer: bytearray) -> None:
    while number > _LOW_BITS:
        buffer.append(number & _LOW_BITS | _MORE)
        number >>= 7
    buffer.append(number)


def _read_varint(stream: Iterator[int]) -> int:
    number = shift = 0
    byte = _MORE
    while byte & _MORE:
        byte = next(stream)
        number |= (byte & _LOW_BITS) << shift
        shift += 7
    return number
