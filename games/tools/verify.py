"""Verification of a hand's history file, or an evening's, without the bot or a network (TB-13).

All proofs are checked by calculation: leaves and seeds must lead to their commitment, and the commitment and
the cuts to each card's place. If all of this holds, the game's `HistoryVerifier` checks the draws and the
play. A file that is not the history of a hand raises `LineRefused`; a file with false statements has faults.
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
"""The maximum numbers of a deck's cards and of cuts; checking more would take too long."""
NUMBER_MAX = 2**53 - 1
WITHOUT_WRITING, KEEPING_UNMATCHED, WITHOUT_VERSION = 3, 4, 5
"""Earlier formats that can still be read.

In the first two, unmatched bets stay in the pot when all others fold. None of them states the version of its
game.
"""
OLDER = (WITHOUT_WRITING, KEEPING_UNMATCHED, WITHOUT_VERSION)
GZIP = b"\x1f\x8b"
"""The first bytes of a compressed file."""
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
    """A summary of the checks, the faults found, and notes on what the file cannot prove."""

    checked: str
    faults: tuple[str, ...]
    to_know: tuple[str, ...]


def verify(content: bytes, catalog: Mapping[str, GameRecord] = CATALOG) -> Finding:
    """Verify the content of a file. Raises `LineRefused` if it is no history."""
    content = _decompressed(content)
    parsed = _parsed(content)
    if isinstance(parsed, dict) and "evening" in parsed:
        return _evening(content, parsed, catalog)
    history, faults = _hand(parsed, catalog)
    if not faults and content != written(parsed):
        faults = (UNWRITTEN,)
    viewer = "a spectator" if history.viewer is None else f"seat {history.viewer}"
    cards = sum(len(seal.cards) for seal in history.seals if isinstance(seal, RevealedDeck))
    title = catalog[history.game].game.title
    checked = (
        f"{title}, table {history.table}, hand {history.hand}, as {viewer} saw it: "
        f"{cards} cards, {len(history.events)} events, the result"
    )
    return Finding(checked, faults, (*_to_know(history), PROMISE, UNPROVED))


def _decompressed(content: bytes) -> bytes:
    if not content.startswith(GZIP):
        return content
    decompressor = zlib.decompressobj(wbits=31)
    try:
        decompressed = decompressor.decompress(content, WHOLE_MAX)
    except zlib.error as error:
        raise LineRefused("not the history of a hand: packed, and damaged") from error
    if not decompressor.eof or decompressor.unused_data:
        raise LineRefused("not the history of a hand: too large, or cut off")
    return decompressed


def _hand(parsed: Any, catalog: Mapping[str, GameRecord]) -> tuple[History, tuple[str, ...]]:
    """Return a hand's history and its faults."""
    try:
        history = _history(parsed, catalog)
        game = catalog[history.game].game
        cards = game.deck(choose_rules(game.house_rules, history.rules), None)
        unproved = (*_seals(history), *_cards(history, cards))
        # A hand with unproved cards can't be replayed: some may be in no deck, or in two places.
        faults = [*(unproved or _judged(history, catalog[game.key].referee))]
        if parsed.get(CHECKSUM) != sealed(parsed)[CHECKSUM]:
            faults.append(f"{CHECKSUM}: not that of what the file says")
    except (MalformedInput, LineRefused, RecursionError) as error:
        raise LineRefused(f"not the history of a hand: {error}") from error
    except ImpossibleValue as error:
        values = ", ".join(map(repr, error.args))
        raise LineRefused(f"not the history of a hand: no rules allow {values}") from error
    return history, tuple(faults)


def _judged(history: History, referee: Callable[[History], Iterator[str]]) -> Iterator[str]:
    """Yield the faults that the game's verifier finds, and one if the hand cannot be replayed to its end."""
    try:
        yield from referee(history)
    except InternalError as fault:
        yield f"history: by the rules no hand goes like this ({type(fault).__name__})"


def _evening(content: bytes, parsed: dict[str, Any], catalog: Mapping[str, GameRecord]) -> Finding:
    """Verify each hand of an evening; each fault names its hand."""
    hands, table = parsed.get("hands"), parsed.get("table")
    # The types are compared because True equals 1 in Python, and JSON has both.
    is_evening = parsed.keys() == {"evening", "table", "hands"} and {
        type(parsed["evening"]),
        type(table),
    } == {int}
    if not is_evening or parsed["evening"] != EVENING_FORMAT or not isinstance(hands, list) or not hands:
        raise LineRefused(f"not the hands of an evening, of format {EVENING_FORMAT}")
    histories: list[History] = []
    faults: list[str] = []
    for index, each in enumerate(hands):
        try:
            history, hand_faults = _hand(each, catalog)
        except LineRefused as refused:
            faults.append(f"hands[{index}]: {refused}")
            continue
        histories.append(history)
        faults += [f"hand {history.hand}: {fault}" for fault in hand_faults]
        if history.table != table:
            faults.append(f"hand {history.hand}: of table {history.table}, not of table {table}")
    numbers = [each.hand for each in histories]
    if any(later <= earlier for earlier, later in pairwise(numbers)):
        faults.append("hands: not in their order, or one of them twice")
    if not faults and content != written(parsed):
        faults.append(UNWRITTEN)
    to_know = [f"hand {each.hand}: {line}" for each in histories for line in _to_know(each)]
    checked = f"table {table}, {len(histories)} hands: {_ranges(numbers)}"
    return Finding(checked, tuple(faults), (*to_know, PROMISE, UNPROVED))


def _ranges(numbers: Sequence[int]) -> str:
    """Return sorted numbers as people write them: 1-5, 7."""
    ranges: list[str] = []
    for number in numbers:
        first = ranges[-1].partition("-")[0] if ranges else ""
        if ranges and int(ranges[-1].rpartition("-")[2]) + 1 == number:
            ranges[-1] = f"{first}-{number}"
        else:
            ranges.append(str(number))
    return ", ".join(ranges)


def _parsed(content: bytes) -> Any:
    try:
        parsed = json.loads(content.decode(), parse_int=_whole)
        # JSON can contain a lone surrogate, which cannot be encoded.
        json.dumps(parsed, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise LineRefused("not the history of a hand: not JSON") from error
    return parsed


def _whole(text: str) -> int:
    """Return a whole number that every JSON parser can represent exactly. Raises `ValueError` otherwise."""
    number = int(text)
    if abs(number) > NUMBER_MAX:
        raise ValueError
    return number


def _history(parsed: Any, catalog: Mapping[str, GameRecord]) -> History:
    """Return the history after checking its form only."""
    rest = _upgraded(parsed)
    rest.pop(CHECKSUM, None)
    history: History = read(History, rest, "history")
    if history.format == FORMAT and not _VERSION.fullmatch(history.version):
        raise MalformedInput("history.version: not that of a game")
    if history.game not in catalog:
        raise MalformedInput(f"history.game: {history.game[:40]!r} is none of this tavern's")
    if not history.seals:
        raise MalformedInput("history.seals: there is none")
    for index, seal in enumerate(history.seals):
        fault = next(_form_faults(seal), None)
        if fault is not None:
            raise MalformedInput(f"history.seals[{index}]: {fault}")
    if history.rules.keys() != {each.name for each in options(catalog[history.game].game.house_rules)}:
        raise MalformedInput("history.rules: not those of the game")
    return history


def _upgraded(parsed: Any) -> dict[str, Any]:
    """Return a history in the present format; values that an older format lacks are filled in."""
    if not isinstance(parsed, dict) or parsed.get("format") not in (*OLDER, FORMAT):
        raise MalformedInput(
            f"not of format {WITHOUT_WRITING} to {FORMAT}; a file of an older one is checked by the Taproom "
            "that wrote it"
        )
    upgraded = {**parsed}
    if parsed["format"] in OLDER:
        upgraded = _with(upgraded, "history", "version", value="")
    if parsed["format"] in (WITHOUT_WRITING, KEEPING_UNMATCHED):
        for part in {"beginning", "end"} & parsed.keys():
            upgraded[part] = _keeping_unmatched(parsed[part], f"history.{part}")
    seals = parsed.get("seals")
    if parsed["format"] == WITHOUT_WRITING and isinstance(seals, list):
        upgraded["seals"] = [_with(each, "history.seals", "writing", value="ascii") for each in seals]
    return upgraded


def _keeping_unmatched(part: Any, where: str) -> Any:
    """Return a view of a format in which uncalled bets stayed in the pot; without bets it is unchanged."""
    if not isinstance(part, dict) or "betting" not in part:
        return part
    return {**part, "betting": _with(part["betting"], f"{where}.betting", "keeps_unmatched", value=True)}


def _with(part: Any, where: str, name: str, *, value: str | bool) -> dict[str, Any]:
    """Return an object with a value added that its older format lacks."""
    if not isinstance(part, dict) or name in part:
        raise MalformedInput(f"{where}: not written as this program writes it")
    return {**part, name: value}


def _form_faults(seal: RevealedSeed | RevealedDeck) -> Iterator[str]:
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
    """Yield what users have to compare themselves, and what the file leaves out."""
    for seal in history.seals:
        yield f"seal {seal.commitment}: {COMPARE}"
        cuts = ", ".join(f"{cut.name} {cut.words!r}" for cut in seal.cuts)
        yield f"its cuts, in no order: {cuts or 'none'}"
    installed = version_of(history.game)
    if history.version and history.version != installed:
        yield f"told by {history.version}, checked by {installed}"
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
        slot = slot_of[card.place] if 0 <= card.place < seal.slots else None
        if slot != leaf.slot:
            yield f"card {leaf.card}: the cuts put slot {slot} at place {card.place}, not slot {leaf.slot}"
    yield from _repeated("slot", (card.leaf.slot for card in seal.cards))
    yield from _repeated("card", (card.leaf.card for card in seal.cards))


def _leaf(seal: RevealedDeck, leaf: LeafProof) -> Iterator[str]:
    if not 0 <= leaf.slot <= seal.slots:
        yield f"card {leaf.card}: there is no slot {leaf.slot} in a deck of {seal.slots}"
    elif root_of(leaf, seal.slots + 1) != seal.commitment:
        yield f"card {leaf.card}: slot {leaf.slot}, card, salt and path do not lead to the commitment"


def _cards(history: History, known: tuple[str, ...]) -> Iterator[str]:
    """Yield a fault for each card that is named but not proved, or proved but not one of the game's."""
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


def _repeated(what: str, values: Iterable[object]) -> Iterator[str]:
    yield from (
        f"{what} {value}: proved {count} times" for value, count in Counter(values).items() if count > 1
    )
