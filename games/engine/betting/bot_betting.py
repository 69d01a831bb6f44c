"""How a house player bets: never by next to nothing and never for long (TB-12), and by what it has learned.

What it learned beforehand is how often to do what, by situation (docs/lab/how-strong.md). Such a table lies
with its game, as a file: the SHA-256 of what follows, and that, deflated: how many situations there are and
how many actions, each situation as the difference from the one before it, and then, action by action, the
shares of all situations. Numbers are written as in protocol buffers, low bits first.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import ceil, inf
from typing import Any, TypeAlias

from games.engine.betting.bets import Betting
from games.engine.betting.rounds import amount_to_call, bet_ceiling, pot_after_call
from games.engine.core.characters import Character
from games.engine.core.errors import InternalError, ensure
from games.engine.core.offers import NumberOffer, Offer, SplitOffer
from games.engine.provable_chance import Chance

SHARE_MIN = 0.3
"""A raise adds at least this share of the pot, unless nobody could match more."""
RAISES_MAX = 3
"""After so many bets and raises in a round, a blind among them, only the best raises again."""
AROUND = (0.6, 1.0, 1.3)
"""A bet is by one of these parts of what is worth most, whatever the cards: its size tells little."""
PAYS = 2.5
"""So many times as much as it puts at stake itself, somebody pays who is asked to, also against the odds."""
SPARED = 0.5
"""Which share of a stack a bet asks for at most, where a game spares others."""
SHARES = 16
"""Into how many parts a strategy is divided."""

Strategies: TypeAlias = Mapping[int, tuple[int, ...]]
"""By situation, how many of `SHARES` parts each action has."""

_DIGEST_SIZE = 32
_LOW_BITS, _MORE = 0x7F, 0x80


def is_matchable(betting: Betting) -> bool:
    """Whether anybody could match more than is due now: else all of a raise would only come back (TB-6)."""
    return bet_ceiling(betting) > betting.to_match


def raise_offer(offered: Mapping[str, Offer[Any]]) -> NumberOffer[Any] | SplitOffer[Any] | None:
    """The offer to bet or to raise, if there is one."""
    offer = offered.get("raise") or offered.get("bet")
    return offer if isinstance(offer, NumberOffer | SplitOffer) else None


def raised_to(
    betting: Betting, offer: NumberOffer[Any] | SplitOffer[Any], share: float, *, is_best: bool = False
) -> int | None:
    """What the bet of the seat to act becomes by adding that share of the pot; None if it had better not.

    It adds at least `SHARE_MIN` of the pot, unless the limit, or what somebody could match, is less.
    """
    if not is_matchable(betting) or (betting.raises >= RAISES_MAX and not is_best):
        return None
    most = min(offer.most, max(offer.least, bet_ceiling(betting)))
    added = ceil(max(share, SHARE_MIN) * pot_after_call(betting, betting.acting))
    return min(most, max(offer.least, betting.to_match + added))


def sized(share: float, character: Character, chance: Chance) -> float:
    """Which share of the pot somebody bets to whom that one is worth most: drawn, and not by the cards."""
    shares = character.bets or tuple(share * part for part in AROUND)
    return max(SHARE_MIN, shares[chance.below(len(shares))])


def dared(betting: Betting, character: Character, ante: int = 0) -> int:
    """Up to which bet of this round the seat to act raises without very good cards, or 0 (TB-12).

    An ante that rises from hand to hand is no risk: else nobody would bet after some hands.
    """
    stake = betting.acting
    most = min(stake.max_bet, int(character.risk * (stake.total + stake.stack)) - stake.paid + ante)
    least = betting.to_match + SHARE_MIN * pot_after_call(betting, stake)
    return most if most >= min(least, stake.max_bet) else 0


def spared(betting: Betting, character: Character) -> float:
    """Up to which bet of this round it asks nobody for much of a stack without very good cards (`SPARED`)."""
    if character.risk == 1:
        return inf
    asked = (stake for stake in betting.stakes if stake.can_bet)
    return min(int(SPARED * (each.total + each.stack)) - each.paid for each in asked)


def pressure(betting: Betting, to: int) -> float:
    """What could still be bet once the bet of the seat to act comes to that, beside the pot; at most 1."""
    left = max(0, min(betting.acting.max_bet, bet_ceiling(betting)) - to)
    return min(1.0, left / (betting.pot + to - betting.acting.bet))


def flinches(betting: Betting, character: Character) -> bool:
    """Whether staying in puts more at stake than the seat to act likes to pay without very good cards."""
    stake = betting.acting
    cost = stake.total + min(stake.stack, amount_to_call(betting, stake))
    return amount_to_call(betting, stake) > 0 and cost > PAYS * character.risk * (stake.total + stake.stack)


class DamagedTable(InternalError):
    """The strategy table is corrupt."""


def sealed(content: bytes) -> bytes:
    """Content as it lies in a file."""
    deflated = zlib.compress(content, 9)
    return hashlib.sha256(deflated).digest() + deflated


def opened(file: bytes) -> bytes:
    """What was sealed; raises `DamagedTable`."""
    digest, deflated = file[:_DIGEST_SIZE], file[_DIGEST_SIZE:]
    ensure(hashlib.sha256(deflated).digest() == digest, DamagedTable)
    return zlib.decompress(deflated)


def contents(package: str, name: str) -> bytes:
    """What was sealed in that file of a package; raises `DamagedTable`."""
    return opened(files(package).joinpath(name).read_bytes())


def packed(strategies: Strategies) -> bytes:
    """A table as it lies in its file; all situations have as many actions."""
    situations = sorted(strategies)
    width = len(strategies[situations[0]])
    written = bytearray()
    _write(len(situations), written)
    _write(width, written)
    for before, situation in pairwise((0, *situations)):
        _write(situation - before, written)
    for action in range(width):
        written += bytes(strategies[situation][action] for situation in situations)
    return sealed(bytes(written))


def unpacked(file: bytes) -> dict[int, tuple[int, ...]]:
    """The strategies of a table; raises `DamagedTable`."""
    rest = iter(opened(file))
    count, width = _read(rest), _read(rest)
    situations, last = [], 0
    for _ in range(count):
        last += _read(rest)
        situations.append(last)
    shares = bytes(rest)
    columns = [shares[count * action : count * (action + 1)] for action in range(width)]
    return dict(zip(situations, zip(*columns, strict=True), strict=True))


@cache
def read(package: str, name: str) -> Strategies:
    """The table in that file of a package, read once, when it is first needed; raises `DamagedTable`."""
    return unpacked(files(package).joinpath(name).read_bytes())


def _write(number: int, written: bytearray) -> None:
    while number > _LOW_BITS:
        written.append(number & _LOW_BITS | _MORE)
        number >>= 7
    written.append(number)


def _read(rest: Iterator[int]) -> int:
    number = shift = 0
    byte = _MORE
    while byte & _MORE:
        byte = next(rest)
        number |= (byte & _LOW_BITS) << shift
        shift += 7
    return number
