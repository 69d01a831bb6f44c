"""A hand of each game from its beginning to its result, played alike each time."""

from __future__ import annotations

from collections.abc import Iterator

from games.catalog import GAMES
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.play import answer, begin, open_offers
from games.engine.table.seating import open_table, seat_house_player, sit_down
from games.engine.table.table import AnyTable, Terms
from tests.laws.walk import seeds

PEOPLE = ("Brenna", "Uncle Vask", "Fenna", "Ishbel")
FOLDS = Seat(2)
"""The seat that folds as soon as there is something to fold to."""
LIKED = (
    "usual",
    "throw",
    "keep",
    "look_",
    "hold_",
    "no_look",
    "pass",
    "trade_one",
    "discard",
    "call",
    "lay",
    "match",
    "check",
)
RAISES = ("bet", "raise")
STEPS_MAX = 60


def hand_of(game: AnyGame, others: int = 3) -> Iterator[AnyTable]:
    """Yield each state of a game's first hand, from the deal to its end, or to the round after it."""
    seed = seeds(f"scripted {game.key} {others}")
    rules = game.house_rules()
    terms = Terms(host=1, buy_in=game.usual_stake(rules))
    table = open_table(7, game, rules, terms, seed)
    table = sit_down(table, game, 1, PEOPLE[0], None).table
    for at in range(others):
        name = PEOPLE[1 + at] if at + 1 < len(PEOPLE) else f"Guest {at}"
        change = (
            sit_down(table, game, 2 + at, name, None)
            if at % 2
            else seat_house_player(table, game, name, funded=True)
        )
        table = change.table
    yield table
    table = begin(table, game, seed).table
    raised: set[object] = set()
    for _step in range(STEPS_MAX):
        yield table
        asked = open_offers(table, game)
        if not asked or table.hand is None:
            return
        seat = min(asked)
        table = answer(table, game, seed, seat, _chosen(seat, asked[seat], raised)).table


def _chosen(seat: Seat, offers: tuple[Offer[object], ...], raised: set[object]) -> Answer:
    known = {each.key: each for each in offers}
    if seat == FOLDS and {"fold", "match"} <= known.keys():
        return Answer("fold")
    for key in RAISES:
        offer = known.get(key)
        if isinstance(offer, NumberOffer | SplitOffer) and seat not in raised:
            raised.add(seat)
            return Answer(key, (offer.least,))
    liked = (each for key in LIKED for each in offers if each.key.startswith(key))
    offer = next(liked, offers[0])
    match offer:
        case PickOffer(count=count):
            return Answer(offer.key, tuple(range(count)))
        case NumberOffer(least=least) | SplitOffer(least=least):
            return Answer(offer.key, (least,))
        case _:
            return Answer(offer.key)


ALL = tuple(GAMES.values())
