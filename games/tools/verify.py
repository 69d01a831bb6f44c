"""Verification of a hand's history file, or an evening's, without the bot or a network (TB-13).

Every proof is worked out anew: leaves and seeds lead to their commitment, root and cuts give each card's
place. If all of that holds, the game's `HistoryVerifier` checks the draws and the play. A file that this
program would never have written raises `LineRefused`; a file with untrue statements has faults.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.catalog import CATALOG, version_of
from games.engine.core.errors import ImpossibleValue, InternalError
from games.engine.core.house_rules import options
from games.engine.history import History, MalformedInput, RevealedDeck, RevealedSeed, mixed_into, read
from games.engine.provable_chance import LOTS, LeafProof, permutation, root_of
from games.engine.record import GameRecord
from games.tools.replay import CHECKSUM, EVENING_FORMAT, FORMAT, WHOLE_MAX, sealed, written
from games.tools.simulation import LineRefused, choose_rules

BYTES_MAX = 2**24
SLOTS_MAX = 1000
CUTS_MAX = 200
"""The maximum number of cards of a deck and of cuts; checking more would only take long."""
NUMBER_MAX = 2**53 - 1
WITHOUT_WRITING, KEEPING, WITHOUT_VERSION = 3, 4, 5
"""Earlier formats that can still be read: in the first two, uncalled bets stay in the pot when all
others fold; none of them names the version of its game.
"""
OLDER = (WITHOUT_WRITING, KEEPING, WITHOUT_VERSION)
GZIP = b"\x1f\x8b"
"""The first bytes of a packed file."""
_HASH = re.compile("[0-9a-f]{64}")
_CARD = re.compile("[!-~]{1,16}")
_VERSION = re.compile("[ -~]{1,100}")

UNWRITTEN = "the file is not written as this program writes it"
COMPARE = "compare this seal with the one you kept: that it was shown before the hand, no file proves"
PROMISE = (
    "What that promises: the bot cannot have chosen the chance after it showed the seal, unless it was in "
    "league with the last player who cut; where nobody cut, one has to trust it. It kept no player's cut "
    "out: whoever cut before that hand finds the words above."
)
UNPROVED = (
    "Not proved by anything in here: the names, the version, the numbers of table and hand, the house rules, "
    "what everybody had and brought along before the hand, what the players did, and when. Who sat there "
    "knows."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A summary of the check, the faults found, and what no file can prove."""

    checked: str
    faults: tuple[str, ...]
    to_know: tuple[str, ...]


def verify(content: bytes, catalog: Mapping[str, GameRecord] = CATALOG) -> Finding:
    """Verify the content of a file. Raises `LineRefused` if it is no history."""
    content = _unpacked(content)
    told = _parsed(content)
    if isinstance(told, dict) and "evening" in told:
        return _evening(content, told, catalog)
    history, faults = _hand(told, catalog)
    if not faults and content != written(told):
        faults = (UNWRITTEN,)
    viewer = "a spectator" if history.viewer is None else f"seat {history.viewer}"
    cards = sum(len(seal.cards) for seal in history.seals if isinstance(seal, RevealedDeck))
    title = catalog[history.game].game.title
    checked = (
        f"{title}, table {history.table}, hand {history.hand}, as {viewer} saw it: "
        f"{cards} cards, {len(history.events)} events, the result"
    )
    return Finding(checked, faults, (*_to_know(history), PROMISE, UNPROVED))


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(GZIP):
        return content
    unpacking = zlib.decompressobj(wbits=31)
    try:
        unpacked = unpacking.decompress(content, WHOLE_MAX)
    except zlib.error as error:
        raise LineRefused("not the history of a hand: packed, and damaged") from error
    if not unpacking.eof or unpacking.unused_data:
        raise LineRefused("not the history of a hand: too large, or cut off")
    return unpacked


def _hand(told: Any, catalog: Mapping[str, GameRecord]) -> tuple[History, tuple[str, ...]]:
    """Return a hand and its faults."""
    try:
        history = _history(told, catalog)
        game = catalog[history.game].game
        cards = game.deck(choose_rules(game.house_rules, history.rules), None)
        unproved = (*_seals(history), *_cards(history, cards))
        # With cards of no deck, or in two places, no hand can be played again.
        faults = [*(unproved or _judged(history, catalog[game.key].referee))]
        if told.get(CHECKSUM) != sealed(told)[CHECKSUM]:
            faults.append(f"{CHECKSUM}: not that of what the file says")
    except (MalformedInput, LineRefused, RecursionError) as error:
        raise LineRefused(f"not the history of a hand: {error}") from error
    except ImpossibleValue as error:
        told_so = ", ".join(map(repr, error.args))
        raise LineRefused(f"not the history of a hand: no rules allow {told_so}") from error
    return history, tuple(faults)


def _judged(history: History, referee: Callable[[History], Iterator[str]]) -> Iterator[str]:
    """Yield the referee's findings, and a fault of the file where the rules break off."""
    try:
        yield from referee(history)
    except InternalError as fault:
        yield f"history: by the rules no hand goes like this ({type(fault).__name__})"


def _evening(content: bytes, told: dict[str, Any], catalog: Mapping[str, GameRecord]) -> Finding:
    """Verify each hand of an evening; the faulty ones are named."""
    hands, table = told.get("hands"), told.get("table")
    # In Python True equals 1, and JSON can write both.
    is_shaped = told.keys() == {"evening", "table", "hands"} and {type(told["evening"]), type(table)} == {int}
    if not is_shaped or told["evening"] != EVENING_FORMAT or not isinstance(hands, list) or not hands:
        raise LineRefused(f"not the hands of an evening, of format {EVENING_FORMAT}")
    found: list[History] = []
    faults: list[str] = []
    for index, each in enumerate(hands):
        try:
            history, wrong = _hand(each, catalog)
        except LineRefused as refused:
            faults.append(f"hands[{index}]: {refused}")
            continue
        found.append(history)
        faults += [f"hand {history.hand}: {fault}" for fault in wrong]
        if history.table != table:
            faults.append(f"hand {history.hand}: of table {history.table}, not of table {table}")
    numbers = [each.hand for each in found]
    if any(later <= earlier for earlier, later in pairwise(numbers)):
        faults.append("hands: not in their order, or one of them twice")
    if not faults and content != written(told):
        faults.append(UNWRITTEN)
    to_know = [f"hand {each.hand}: {line}" for each in found for line in _to_know(each)]
    checked = f"table {table}, {len(found)} hands: {_ranges(numbers)}"
    return Finding(checked, tuple(faults), (*to_know, PROMISE, UNPROVED))


def _ranges(numbers: Sequence[int]) -> str:
    """Return sorted numbers as people write them: 1-5, 7."""
    said: list[str] = []
    for number in numbers:
        first = said[-1].partition("-")[0] if said else ""
        if said and int(said[-1].rpartition("-")[2]) + 1 == number:
            said[-1] = f"{first}-{number}"
        else:
            said.append(str(number))
    return ", ".join(said)


def _parsed(content: bytes) -> Any:
    try:
        told = json.loads(content.decode(), parse_int=_whole)
        # JSON can write a lone surrogate, which no text can hold.
        json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise LineRefused("not the history of a hand: not JSON") from error
    return told


def _whole(text: str) -> int:
    """Return a number that all JSON readers agree on. Raises `ValueError` otherwise."""
    number = int(text)
    if abs(number) > NUMBER_MAX:
        raise ValueError
    return number


def _history(told: Any, catalog: Mapping[str, GameRecord]) -> History:
    """Return the history, checked for its form only."""
    rest = _of_today(told)
    rest.pop(CHECKSUM, None)
    history: History = read(History, rest, "history")
    if history.format == FORMAT and not _VERSION.fullmatch(history.version):
        raise MalformedInput("history.version: not that of a game")
    if history.game not in catalog:
        raise MalformedInput(f"history.game: {history.game[:40]!r} is none of this tavern's")
    if not history.seals:
        raise MalformedInput("history.seals: there is none")
    for index, seal in enumerate(history.seals):
        wrong = next(_misfits(seal), None)
        if wrong is not None:
            raise MalformedInput(f"history.seals[{index}]: {wrong}")
    if history.rules.keys() != {each.name for each in options(catalog[history.game].game.house_rules)}:
        raise MalformedInput("history.rules: not those of the game")
    return history


def _of_today(told: Any) -> dict[str, Any]:
    """Return a file in today's format; values that an older format lacks are filled in."""
    if not isinstance(told, dict) or told.get("format") not in (*OLDER, FORMAT):
        raise MalformedInput(
            f"not of format {WITHOUT_WRITING} to {FORMAT}; a file of an older one is checked by the Taproom "
            "that wrote it"
        )
    today = {**told}
    if told["format"] in OLDER:
        today = _with(today, "history", "version", said="")
    if told["format"] in (WITHOUT_WRITING, KEEPING):
        for part in {"beginning", "end"} & told.keys():
            today[part] = _keeping(told[part], f"history.{part}")
    seals = told.get("seals")
    if told["format"] == WITHOUT_WRITING and isinstance(seals, list):
        today["seals"] = [_with(each, "history.seals", "writing", said="ascii") for each in seals]
    return today


def _keeping(part: Any, where: str) -> Any:
    """Return a view of a format in which uncalled bets stayed in the pot; without bets it is unchanged."""
    if not isinstance(part, dict) or "betting" not in part:
        return part
    return {**part, "betting": _with(part["betting"], f"{where}.betting", "keeps_unmatched", said=True)}


def _with(part: Any, where: str, name: str, *, said: str | bool) -> dict[str, Any]:
    """Return an object with the value that an older format lacks."""
    if not isinstance(part, dict) or name in part:
        raise MalformedInput(f"{where}: not written as this program writes it")
    return {**part, name: said}


def _misfits(seal: RevealedSeed | RevealedDeck) -> Iterator[str]:
    """Yield faults in the form of a seal, one line each."""
    hashes = [seal.commitment]
    if len(seal.cuts) > CUTS_MAX:
        yield f"more than {CUTS_MAX} cuts"
    if isinstance(seal, RevealedSeed):
        hashes.append(seal.seed)
    else:
        leaves = (seal.lots, *(card.leaf for card in seal.cards))
        hashes += [each for leaf in leaves for each in (leaf.salt, *leaf.path)]
        if not 0 < seal.slots <= SLOTS_MAX:
            yield f"a deck of {seal.slots}"
        yield from (f"{leaf.card[:40]!r} is no card" for leaf in leaves if not _CARD.fullmatch(leaf.card))
    yield from (f"{each[:40]!r} is not 32 bytes in hex" for each in hashes if not _HASH.fullmatch(each))


def _to_know(history: History) -> Iterator[str]:
    """Yield the facts that users have to compare themselves, and those that no file can prove."""
    for seal in history.seals:
        yield f"seal {seal.commitment}: {COMPARE}"
        cuts = ", ".join(f"{cut.name} {cut.words!r}" for cut in seal.cuts)
        yield f"its cuts, in no order: {cuts or 'none'}"
    mine = version_of(history.game)
    if history.version and history.version != mine:
        yield f"told by {history.version}, checked by {mine}"
    yield from (f"withheld: what lies at {each.where}, {each.until}" for each in history.withheld)


def _seals(history: History) -> Iterator[str]:
    for index, seal in enumerate(history.seals):
        if isinstance(seal, RevealedDeck):
            yield from (f"seals[{index}]: {fault}" for fault in _deck(seal))
        elif hashlib.sha256(bytes.fromhex(seal.seed)).hexdigest() != seal.commitment:
            yield f"seals[{index}]: the seed's SHA-256 is not the commitment"


def _deck(seal: RevealedDeck) -> Iterator[str]:
    slot_of = permutation(seal.commitment, mixed_into(seal), seal.slots)
    if (seal.lots.slot, seal.lots.card) != (seal.slots, LOTS):
        yield f"lots: not the leaf after the last of {seal.slots} slots"
    yield from _leaf(seal, seal.lots)
    for card in seal.cards:
        leaf = card.leaf
        yield from _leaf(seal, leaf)
        due = slot_of[card.place] if 0 <= card.place < seal.slots else None
        if due != leaf.slot:
            yield f"card {leaf.card}: the cuts put slot {due} at place {card.place}, not slot {leaf.slot}"
    yield from _twice("slot", (card.leaf.slot for card in seal.cards))
    yield from _twice("card", (card.leaf.card for card in seal.cards))


def _leaf(seal: RevealedDeck, leaf: LeafProof) -> Iterator[str]:
    if not 0 <= leaf.slot <= seal.slots:
        yield f"card {leaf.card}: there is no slot {leaf.slot} in a deck of {seal.slots}"
    elif root_of(leaf, seal.slots + 1) != seal.commitment:
        yield f"card {leaf.card}: slot {leaf.slot}, card, salt and path do not lead to the commitment"


def _cards(history: History, known: tuple[str, ...]) -> Iterator[str]:
    """Yield faults of cards: a named card without proof, or a proved card that is none of the game."""
    decks = [seal for seal in history.seals if isinstance(seal, RevealedDeck)]
    proved = {card.leaf.card for seal in decks for card in seal.cards}
    yield from (f"card {card}: not one of the game's" for card in sorted(proved - {*known}))
    parts = {"beginning": history.beginning, "end": history.end}
    parts |= {f"answers[{index}]": list(each.picked) for index, each in enumerate(history.answers)}
    parts |= {f"events[{index}]": event for index, event in enumerate(history.events)}
    for where, part in parts.items():
        for card in sorted(_texts(part) & {*known} - proved):
            yield f"{where}: card {card} is not proved"


def _texts(part: Any) -> set[str]:
    """Return every string in the value, at any depth."""
    match part:
        case str():
            return {part}
        case list():
            return set().union(*map(_texts, part))
        case dict():
            return set().union(*map(_texts, part.values()))
        case _:
            return set()


def _twice(what: str, values: Iterable[object]) -> Iterator[str]:
    yield from (
        f"{what} {value}: proved {count} times" for value, count in Counter(values).items() if count > 1
    )
