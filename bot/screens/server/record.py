"""Somebody's record: what they played in a server, won and did; and the boards of all (TB-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from bot.custom_ids import table_id
from bot.screens.core.money import amount, change, stake
from bot.screens.core.people import person
from bot.screens.core.screen import Choice, Line, Part, Screen, Select, Text
from bot.screens.games.catalog import FACES
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.sentences import phrase
from games.engine.table.table import Money
from storage.records import Measure, Placed, PlayRecord, hand_of

PERIODS: Mapping[str, tuple[str, int | None]] = {
    "today": (phrase("Today"), 1),
    "week": (phrase("The last 7 days"), 7),
    "month": (phrase("The last 30 days"), 30),
    "all": (phrase("Since the beginning"), None),
}
"""The periods of a record, each with its days, today among them."""
ALL_GAMES = "all"
FOR: Mapping[Money, str] = {
    "coins": phrase("For {currency}"),
    "practice": phrase("For practice"),
    "chips": phrase("At tournaments"),
}


MEASURES: Mapping[Measure, str] = {
    "net": phrase("Net"),
    "won": phrase("Hands won"),
    "best": phrase("Best hand"),
}
BOARD_ROWS = 15


def since(period: str, today: int) -> int:
    """The first day of a period that ends today."""
    days = PERIODS[period][1]
    return 0 if days is None else today - days + 1


def record_screen(
    player: int, game: str, period: str, played: Mapping[Money, Mapping[str, PlayRecord]], currency: str
) -> Screen:
    """What somebody did in a period, in all games or in one; at length only for what comes first."""
    title = _("### Record of {player}\n-# {period}, by days in UTC")
    parts: list[Part] = [Text(title.format(player=person(player), period=_(PERIODS[period][0])))]
    is_whole = True
    for money, records in played.items():
        if not records:
            continue
        parts += Line(), Text(f"**{_(FOR[money]).format(currency=shown(currency))}**")
        told = [(key, records[key]) for key in GAMES if key in records]
        if is_whole or game != ALL_GAMES:
            parts += (Text(_told(key, record, money, currency)) for key, record in told)
        else:
            parts.append(Text("\n".join(_in_short(key, record) for key, record in told)))
        is_whole = False
    if len(parts) == 1:
        parts.append(Text(_("No hand was finished in this time. “Since the beginning” shows every one.")))
    return Screen((*parts, _periods(table_id(0, "record", f"{player}_{game}"), period)))


def board_screen(by: Measure, game: str, period: str, placed: Sequence[Placed], currency: str) -> Screen:
    """Who won most for coins in a period, or had the best hand of a game; equal ones share a place."""
    subject = _("all games") if game == ALL_GAMES else _(GAMES[game].title)
    title = f"### {_(MEASURES[by])} · {subject}\n-# {_(PERIODS[period][0])} · "
    title += _(FOR["coins"]).format(currency=shown(currency))
    lines = [
        f"**{each.place}.** {person(each.player)} — {_value(by, game, each, currency)}" for each in placed
    ]
    words = "\n".join(lines) or _("Nobody is on this board yet.")
    return Screen((Text(title), Text(words), _periods(table_id(0, "board", f"{by}_{game}"), period)))


def _value(by: Measure, game: str, placed: Placed, currency: str) -> str:
    match by:
        case "net":
            return f"**+{amount(placed.value, currency)}**"
        case "won":
            words = ngettext("{count} hand won", "{count} hands won", placed.value)
            return words.format(count=f"{placed.value:,}")
        case "best":
            hand = hand_of(placed.value)
            return "" if hand is None else FACES[game].best(hand)
        case _:
            assert_never(by)


def _periods(action: str, period: str) -> Select:
    choices = tuple(
        Choice(_(words), str(index), is_chosen=each == period)
        for index, (each, (words, _days)) in enumerate(PERIODS.items())
    )
    return Select(action, _("Which days"), choices)


def _in_short(key: str, record: PlayRecord) -> str:
    """A game’s name, net and hands."""
    hands = ngettext("{count} hand, {won} won", "{count} hands, {won} won", record.hands)
    said = hands.format(count=f"{record.hands:,}", won=f"{record.won:,}")
    return f"{FACES[key].emoji} **{_(GAMES[key].title)} {change(record.net)}** · {said}"


def _told(key: str, record: PlayRecord, money: Money, currency: str) -> str:
    """All that is kept of a game."""
    face, lines = FACES[key], [_in_short(key, record)]
    if record.best is not None:
        lines.append(_("Best hand: {hand}").format(hand=face.best(record.best)))
    staked = _("Staked {amount}").format(amount=stake(record.staked, currency, money))
    showdowns = ngettext("{count} showdown", "{count} showdowns", record.showdowns)
    said = [staked, showdowns.format(count=f"{record.showdowns:,}")]
    if record.folds:
        said.append(_("folded {count}").format(count=f"{record.folds:,}"))
    lines.append(f"-# {' · '.join(said)}")
    if deeds := face.deeds(record.deeds):
        lines.append(f"-# {deeds}")
    return "\n".join(lines)
