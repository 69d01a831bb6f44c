"""How a house player plays: by what it knows, and by what others have shown of what they know (TB-12).

What it thinks of the rivals' cards is in `reading.py`, what its answers are worth in `outlook.py`. Both are
worked out from the view alone; chance only mixes, so that nobody can be sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.destiny.model import Move
from games.destiny.outlook import Outlook, best_play, outlook
from games.destiny.reading import FieldReading
from games.destiny.view import DestinyView
from games.engine.betting.house import raise_offer
from games.engine.chance.seals import Chance
from games.engine.core.character import MASTER, Character
from games.engine.core.offers import Answer, Offer

HIDE_ONE_IN = 6
"""A good card does not raise every time, so that a match may hide one too."""
BLUFFS = 0.1
"""The share of raises that would pay without a good card and are made."""
PRETEND_ONE_IN = 4
MIX = 1000


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
    return _bet(outlook(reading, offered, character), offered, chance, character)


def _look(reading: FieldReading, offered: Iterable[str], chance: Chance) -> Answer:
    """Look at a new card, best at one that a rival who plays later knows and cannot hold then.

    Where all is known, take up the highest card that such a rival knows and this seat does not need.
    """
    places = _places(offered, "look_")
    new = [place for place in places if place not in reading.known]
    if new:
        most = max(map(reading.wanted, new))
        best = [place for place in new if reading.wanted(place) == most]
        return Answer(f"look_{best[chance.below(len(best))].lower()}")
    own = best_play(reading)
    taken = [place for place in places if reading.wanted(place) and place != own]
    if not taken:
        return Answer("no_look")
    return Answer(f"look_{max(taken, key=reading.known.__getitem__).lower()}")


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


def _bet(found: Outlook, offered: Mapping[str, Offer[Move]], chance: Chance, character: Character) -> Answer:
    """Raise with a good card, now and then with another where that seems to pay; stay while that pays."""
    offer = raise_offer(offered)
    worth, to = max(found.raises, default=(0.0, 0))
    if offer is not None and worth > 0:
        bluffs = BLUFFS * character.bluffing if worth > found.stay else 0.0
        if chance.below(HIDE_ONE_IN) > 0 if found.is_good else chance.below(MIX) < MIX * bluffs:
            return Answer(offer.key, (to,))
    if "check" in offered:
        return Answer("check")
    if found.stay < 0:
        return Answer("fold")
    return Answer("match" if "match" in offered else "all_in")
