"""A hand of each game from its beginning to its result, played alike each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.page.assets import sprites
from bot.page.front import PageSprites
from bot.screens.catalog import FACES
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.play import answer, begin, open_offers
from games.engine.table.seating import open_table, seat_house_player, sit_down
from games.engine.table.table import AnyTable, Terms
from games.engine.table.views import view_table
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
ROUNDS = 14
"""The number of states of a game whose rounds follow each other."""
MARKUP = PageSprites(sprites()).markup


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


def scenes(game: AnyGame, *, is_coached: bool = False) -> Iterator[Scene]:
    """Yield the states of a hand as seat 1 sees them, for a beginner with the coach's advice."""
    tables = [each for each in hand_of(game) if each.phase != "lobby"]
    for table in tables[:ROUNDS] if len(tables) > 2 * ROUNDS else tables:
        scene = Scene(view_table(table, game, Seat(1)), game, FACES[game.key], "coins", emojis=MARKUP)
        if any(each.seat == 1 for each in scene.view.questions):
            scene = replace(scene, has_hints=True)
            if is_coached and table.hand is not None:
                now, seat = table.hand.state, Seat(1)
                advice = game.advice(game.recollection(now, seat), game.offers(now, seat))
                scene = replace(scene, advice=advice)
        yield scene
