"""Somebody's record: what they played in a server, won and did (TB-19)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import table_id
from bot.screens.core.money import change, stake
from bot.screens.core.people import person
from bot.screens.core.screen import Choice, Line, Part, Screen, Select, Text
from bot.screens.games.catalog import FACES
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.sentences import phrase
from games.engine.table.table import Money
from storage.records import PlayRecord

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
        lines = [f"**{_(FOR[money]).format(currency=shown(currency))}**"]
        for key in GAMES:
            if key in records:
                lines += _lines(key, records[key], money, currency, is_whole=is_whole or game != ALL_GAMES)
        parts += Line(), Text("\n".join(lines))
        is_whole = False
    if len(parts) == 1:
        parts.append(Text(_("No hand was finished in this time. “Since the beginning” shows every one.")))
    choices = tuple(
        Choice(_(words), str(index), is_chosen=each == period)
        for index, (each, (words, _days)) in enumerate(PERIODS.items())
    )
    return Screen((*parts, Select(table_id(0, "record", f"{player}_{game}"), _("Which days"), choices)))


def _lines(key: str, record: PlayRecord, money: Money, currency: str, *, is_whole: bool) -> list[str]:
    face = FACES[key]
    hands = ngettext("{count} hand, {won} won", "{count} hands, {won} won", record.hands)
    said = (
        f"{face.emoji} **{_(GAMES[key].title)}** · {hands.format(count=f'{record.hands:,}', won=record.won)}"
    )
    lines = [f"{said} · **{change(record.net)}**"]
    if not is_whole:
        return lines
    if record.best is not None:
        lines.append(_("Best hand: {hand}").format(hand=face.best(record.best)))
    details = [_("staked {amount}").format(amount=stake(record.staked, currency, money))]
    if record.folds:
        details.append(_("{count} folded").format(count=record.folds))
    details.append(_("{count} shown").format(count=record.showdowns))
    lines.append(f"-# {' · '.join(details)}")
    if deeds := face.deeds(record.deeds):
        lines.append(f"-# {deeds}")
    return lines
