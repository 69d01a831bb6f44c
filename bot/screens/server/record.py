"""Somebody's record: what they played in a server, won and did (TB-19)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import table_id
from bot.screens.core.money import change, kind_of_money, stake
from bot.screens.core.people import person
from bot.screens.core.screen import Line, Part, Screen, Text
from bot.screens.games.catalog import FACES
from bot.screens.server.periods import FOR, PERIODS, periods
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from storage.records import PlayedFor, PlayRecord


def record_screen(
    player: int, game: str, period: str, played: Mapping[PlayedFor, Mapping[str, PlayRecord]], currency: str
) -> Screen:
    """What somebody did in a period, in all games or in one; at length only what comes first."""
    title = _("### Record of {player}\n-# {period}, by days in UTC")
    parts: list[Part] = [Text(title.format(player=person(player), period=_(PERIODS[period][0])))]
    is_whole = True
    for money, records in played.items():
        if not records:
            continue
        parts += Line(), Text(f"**{_(FOR[money]).format(currency=kind_of_money(currency))}**")
        told = [(key, records[key]) for key in GAMES if key in records]
        if is_whole:
            parts += (Text(_told(key, record, money, currency)) for key, record in told)
        else:
            parts.append(Text("\n".join(_in_short(key, record) for key, record in told)))
        is_whole = False
    if len(parts) == 1:
        parts.append(Text(_("No hand was finished in this time. “Since the beginning” shows every one.")))
    return Screen((*parts, periods(table_id(0, "record", f"{player}_{game}"), period)))


def _in_short(key: str, record: PlayRecord) -> str:
    """A game’s name, net and hands."""
    face = FACES[key]
    said = _("{hands}, {won} won").format(hands=face.hands(record.hands), won=f"{record.won:,}")
    return f"{face.emoji} **{_(GAMES[key].title)} {change(record.net)}** · {said}"


def _told(key: str, record: PlayRecord, money: PlayedFor, currency: str) -> str:
    """All that is kept of a game."""
    face, lines = FACES[key], [_in_short(key, record)]
    if record.best is not None:
        lines.append(_("Best hand: {hand}").format(hand=face.best(record.best)))
    staked = _("Staked {amount}").format(
        amount=stake(record.staked, currency, "coins" if money == "house" else money)
    )
    showdowns = ngettext("{count} showdown", "{count} showdowns", record.showdowns)
    said = [staked, showdowns.format(count=f"{record.showdowns:,}")]
    if record.folds:
        said.append(_("folded {count}").format(count=f"{record.folds:,}"))
    lines.append(f"-# {' · '.join(said)}")
    if deeds := face.deeds(record.deeds):
        lines.append(f"-# {deeds}")
    return "\n".join(lines)
