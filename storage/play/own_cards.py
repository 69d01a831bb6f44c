"""What a server calls the cards of a game: names and lines of its own (KH-13).

Words are only added, so that a hand is told in those that were there when it began, also when it is watched
again. The rules never see them: a card's identity stays the game's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from storage.db.transaction import Transaction

NAME_LENGTH, LINE_LENGTH = 24, 90
"""Letters of a card's own name and line."""
WORDS_MAX = 2000
"""Words of a server that are kept about a game's cards; of more, the oldest that no longer count go."""


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card in a server's words; where one of them is empty, the game's own stands."""

    name: str = ""
    line: str = ""


OFFICIAL = OwnCard()


def now(tx: Transaction, server: int, game: str) -> dict[str, OwnCard]:
    """The cards that have words of the server's own now."""
    return _latest(tx, server, game, None)


def of_hand(tx: Transaction, server: int, game: str, table_id: int, hand: int) -> dict[str, OwnCard]:
    """The same as they were when a hand of a table began; now, if it has not begun."""
    began = tx.value("SELECT min(at) FROM moves WHERE table_id = ? AND hand = ?", (table_id, hand))
    return _latest(tx, server, game, began)


def say(tx: Transaction, server: int, game: str, words: Mapping[str, OwnCard], at: float) -> None:
    """Have the cards go by these words alone, from the next hand of each table on."""
    before = now(tx, server, game)
    after = {card: said for card, said in words.items() if said != OFFICIAL}
    changed = [each for each in sorted({*before, *after}) if before.get(each) != after.get(each)]
    for card in changed:
        said = asdict(after.get(card, OFFICIAL))
        tx.add("own_cards", {"server": server, "game": game, "card": card, **said, "at": at})
    tx.execute(
        "DELETE FROM own_cards WHERE server = ?1 AND game = ?2 AND id <= (SELECT id FROM own_cards"
        " WHERE server = ?1 AND game = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)"
        " AND id NOT IN (SELECT max(id) FROM own_cards WHERE server = ?1 AND game = ?2 GROUP BY card)",
        (server, game, WORDS_MAX),
    )


def clear(tx: Transaction, server: int, game: str) -> None:
    """Drop all words of a server's own, at once, also from hands that are watched again."""
    tx.execute("DELETE FROM own_cards WHERE server = ? AND game = ?", (server, game))


def _latest(tx: Transaction, server: int, game: str, at: float | None) -> dict[str, OwnCard]:
    rows = tx.all(
        "SELECT card, name, line FROM own_cards WHERE server = ? AND game = ? AND (? IS NULL OR at <= ?)"
        " ORDER BY id",
        (server, game, at, at),
    )
    found = {card: OwnCard(name, line) for card, name, line in rows}
    return {card: said for card, said in found.items() if said != OFFICIAL}
