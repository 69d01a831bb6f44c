"""A server's settings, and its own texts for a game's cards (KH-13).

Texts for cards are only added, so that a hand and its replay use the texts from the time when it began. The
rules don't depend on them.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import asdict, field, replace
from typing import Any, Literal, TypeAlias

from games.engine.core.game import AnyGame
from games.engine.core.values import dataclass
from storage.books import audit_lines, ledger
from storage.books.audit_lines import ServerChange
from storage.db.codec import Codec, codec_of
from storage.db.transaction import Transaction
from storage.errors import BadCurrency, OverLimit, TooMany, Unreadable

log = logging.getLogger(__name__)

BOUNDS: Mapping[str, tuple[int, int]] = {
    "purse": (0, 1_000_000),
    "wages_floor": (0, 1_000_000),
    "pay_day_max": (0, ledger.AMOUNT_MAX),
    "pay_keep_min": (0, 1_000_000),
    "purses_day_max": (0, 1_000_000),
    "house_day_max": (1, 1_000_000_000),
    "turn_seconds": (15, 600),
    "hands_days": (1, 365),
    "channel_tables_max": (0, 100),
}
"""The bounds of each number (turns: TB-8)."""
_OWN_EMOJI = re.compile(r"<a?:\w+:[0-9]+>")
CURRENCY_LENGTH = 20
"""The maximum length of the names of one coin and of several."""
Pictures: TypeAlias = Literal["never", "moments", "always"]
Faces: TypeAlias = Literal["emojis", "words"]
CHANNELS_MAX = 25
CARD_NAME_LENGTH, CARD_LINE_LENGTH = 24, 90
"""The maximum lengths of a card's own name and line."""
WORDS_MAX = 2000
"""The number of texts kept about a game's cards; then the oldest outdated texts are deleted."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """One server's settings. Without channels, play is allowed in all of them."""

    currency: str = "coins"
    purse: int = 200
    """Coins in a newcomer's wallet."""
    wages_floor: int = 100
    """Daily wages fill a wallet up to this."""
    pay_day_max: int = 500
    """The daily limit of one user's payments to others."""
    pay_keep_min: int = 0
    """Minimum balance after paying another player."""
    turn_seconds: int = 60
    hands_days: int = 30
    """The days for which the hands of a closed table can be replayed; kept hands stay."""
    channels: tuple[int, ...] = ()
    closed_channels: tuple[int, ...] = ()
    """Channels in which no tables are opened."""
    channel_tables_max: int = 0
    """The number of tables that may be open in a channel at a time; 0: no limit."""
    threads: bool = False
    """True if each table opened in a channel gets a thread of its own."""
    games_off: tuple[str, ...] = ()
    """The keys of the games that can't be opened here; see `offered_games`."""
    player_role: int = 0
    """The role that users need to play; 0: none."""
    audit_channel: int = 0
    """The channel that gets the audit log; 0: none."""
    language: str = "en"
    organiser_role: int = 0
    """The role whose members may run tournaments beside the managers; 0: none."""
    moderator_role: int = 0
    """The role whose members may close tables, call hands off, bar people and read the audit; 0: none."""
    call_role: int = 0
    """The role that is mentioned when a table needs players, instead of users; 0: none."""
    purses_day_max: int = 0
    """The daily limit of all organisers together for coins from the bank for tournaments."""
    house_day_max: int = 1000
    """The daily limit of one user's winnings from the house (TB-12)."""
    remarks: bool = True
    """True if users can say one of a few phrases at a table."""
    house_points: bool = False
    """True if rounds with a house player count for the arcade's points (SH-12)."""
    pictures: Pictures = "always"
    """The setting of pictures: never, when a hand ends or is dealt, or always."""
    faces: Faces = "emojis"
    """The look of dice and cards; a user may choose another look for ephemeral messages."""
    house_rules: Mapping[str, str] = field(default_factory=dict)
    """Default house rules as JSON by game key; parsed by `rules_of`."""
    slow_tables: bool = True
    """True if tables may have turns of days (TB-28)."""
    slow_channels: tuple[int, ...] = ()
    """The channels for slow tables; if empty, all channels in which tables are opened."""


_CODEC = Codec[ServerSettings](ServerSettings)


def check(settings: ServerSettings) -> None:
    """Raise if a setting is out of bounds (F-48)."""
    for name, (least, most) in BOUNDS.items():
        value = getattr(settings, name)
        if type(value) is not int or not least <= value <= most:
            raise OverLimit(name, least, most)
    check_currency(settings.currency)
    if max(map(len, (settings.channels, settings.closed_channels, settings.slow_channels))) > CHANNELS_MAX:
        raise TooMany(CHANNELS_MAX)


def check_currency(currency: str) -> None:
    """Raise if the name of a coin is empty, too long, or a server's emoji (F-48)."""
    for each in names_of(currency):
        if not 1 <= len(each) <= CURRENCY_LENGTH or _OWN_EMOJI.search(each):
            raise BadCurrency(CURRENCY_LENGTH)


def names_of(currency: str) -> tuple[str, str]:
    """Return the names of one coin and of several, given as `crown/crowns`, or as one word for both."""
    one, _slash, many = (each.strip() for each in currency.partition("/"))
    return one or many, many or one


def version(settings: ServerSettings) -> str:
    """Return six hex digits that change with the settings, by which a form detects that it is outdated."""
    return hashlib.sha256(_CODEC.encode(settings).encode()).hexdigest()[:6]


def load(tx: Transaction, server: int) -> ServerSettings:
    """Return a server's settings, or the defaults if there are none or they are damaged."""
    return loading(tx, server)()


def loading(tx: Transaction, server: int) -> Callable[[], ServerSettings]:
    """Return a function that returns the settings.

    The query is sent at once, and the function waits for its result; other queries can be sent meanwhile.
    """
    answer = tx.execute("SELECT CAST(body AS BLOB) FROM settings WHERE server = ?", (server,))

    def read() -> ServerSettings:
        row = answer.fetchone()
        if row is None:
            return ServerSettings()
        try:
            kept = _CODEC.decode(row[0])
        except Unreadable as damaged:
            log.error("settings of server %d cannot be read, so it has the usual ones: %s", server, damaged)  # noqa: TRY400  (told, not traced)
            return ServerSettings()
        # Earlier versions stored 0 if no manager had chosen an amount, and turns of up to a day.
        return replace(
            kept,
            house_day_max=kept.house_day_max or ServerSettings().house_day_max,
            turn_seconds=min(kept.turn_seconds, BOUNDS["turn_seconds"][1]),
        )

    return read


def save(tx: Transaction, server: int, settings: ServerSettings) -> None:
    """Store a server's settings. Raises `Refused` if they are out of bounds."""
    check(settings)
    tx.upsert("settings", {"server": server}, {"body": _CODEC.encode(settings)})
    audit_lines.set_channel(tx, server, settings.audit_channel)


def change(tx: Transaction, server: int, after: ServerSettings, by: int, at: float) -> None:
    """Store the settings changed by a user, and record each old and new value (TB-23)."""
    old, new = (json.loads(_CODEC.encode(each)) for each in (load(tx, server), after))
    save(tx, server, after)
    audit_lines.write_changes(
        tx,
        server,
        *(
            ServerChange(
                kind="setting", what=name, by=by, at=at, before=json.dumps(old[name]), after=json.dumps(value)
            )
            for name, value in new.items()
            if value != old[name]
        ),
    )


def as_changed(changed: ServerChange, settings: ServerSettings) -> tuple[ServerSettings, ServerSettings]:
    """Return a server's settings with the old and with the new value of a change.

    Raises `Unreadable` for a setting that this version does not have.
    """
    kept = json.loads(_CODEC.encode(settings))
    values = (changed.before, changed.after)
    before, after = (
        _CODEC.decode(json.dumps({**kept, changed.what: json.loads(each)}).encode()) for each in values
    )
    return before, after


def offered_games(games_off: Container[str], games: Iterable[str]) -> tuple[str, ...]:
    """Return those of the installed games that can be opened in a server; all if none would be left."""
    installed = tuple(games)
    return tuple(each for each in installed if each not in games_off) or installed


def rules_of(settings: ServerSettings, game: AnyGame) -> Any:
    """Return a server's default house rules for a game."""
    text = settings.house_rules.get(game.key)
    if text is None:
        return game.house_rules()
    try:
        return codec_of(game).rules.decode(text)
    except Unreadable:
        # Unreadable rules of an older version must not keep a table from opening.
        return game.house_rules()


def with_rules(settings: ServerSettings, game: AnyGame, rules: Any) -> ServerSettings:
    """Return the settings with other default house rules for a game."""
    text = codec_of(game).rules.encode(rules)
    return replace(settings, house_rules={**settings.house_rules, game.key: text})


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A server's own texts for a card; an empty text means the game's."""

    name: str = ""
    line: str = ""


OFFICIAL = OwnCard()


def own_cards_now(tx: Transaction, server: int, game: str) -> dict[str, OwnCard]:
    """Return the server's current texts, by card."""
    return _latest_cards(tx, server, game, None)


def own_cards_of_hand(
    tx: Transaction, server: int, game: str, table_id: int, hand: int
) -> dict[str, OwnCard]:
    """Return the server's texts at the beginning of a hand, by card, or the current texts before it."""
    began = tx.scalar("SELECT min(at) FROM moves WHERE table_id = ? AND hand = ?", (table_id, hand))
    return _latest_cards(tx, server, game, began)


def say_own_cards(tx: Transaction, server: int, game: str, words: Mapping[str, OwnCard], at: float) -> None:
    """Store these texts instead of all previous texts, from the next hand of each table on."""
    before = own_cards_now(tx, server, game)
    after = {card: texts for card, texts in words.items() if texts != OFFICIAL}
    changed = [each for each in sorted({*before, *after}) if before.get(each) != after.get(each)]
    for card in changed:
        texts = asdict(after.get(card, OFFICIAL))
        tx.add("own_cards", {"server": server, "game": game, "card": card, **texts, "at": at})
    tx.execute(
        "DELETE FROM own_cards WHERE server = ?1 AND game = ?2 AND id <= (SELECT id FROM own_cards"
        " WHERE server = ?1 AND game = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)"
        " AND id NOT IN (SELECT max(id) FROM own_cards WHERE server = ?1 AND game = ?2 GROUP BY card)",
        (server, game, WORDS_MAX),
    )


def clear_own_cards(tx: Transaction, server: int, game: str) -> None:
    """Delete all texts of a server, also for replays of hands."""
    tx.execute("DELETE FROM own_cards WHERE server = ? AND game = ?", (server, game))


def _latest_cards(tx: Transaction, server: int, game: str, at: float | None) -> dict[str, OwnCard]:
    rows = tx.all(
        "SELECT card, name, line FROM own_cards WHERE server = ? AND game = ? AND (? IS NULL OR at <= ?)"
        " ORDER BY id",
        (server, game, at, at),
    )
    latest = {card: OwnCard(name, line) for card, name, line in rows}
    return {card: texts for card, texts in latest.items() if texts != OFFICIAL}
