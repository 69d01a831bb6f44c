"""Somebody's record: what they played in a server, won and did (TB-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.game_screen import Kind
from bot.screens.core.money import kind_of_money, stake, unit
from bot.screens.core.people import person
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Choice, Line, Part, Row, Screen, Select, Text
from bot.screens.server.luck import luck_line
from bot.screens.server.periods import ALL_GAMES, FOR, PERIODS, periods
from bot.screens.server.record_picture import Days, counted, record_picture
from bot.screens.server.titles import titles_button, titles_line
from bot.screens.table.parts import watch_button
from bot.text.numbers import change, number
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from storage.books.limits import DAY_SECONDS
from storage.standing.records import HandPlace, PlayedFor, PlayRecord, together
from storage.standing.titles import Earned

SELDOM = 0.5
"""Kinds of hands that did not come are named if chance would give so many."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose record somebody asks for, of which game or all, and of which days."""

    player: int
    game: str
    period: str


@dataclass(frozen=True, slots=True)
class Found:
    """What there is of it: `days` are of what is told first, and `watch` is its best hand, if it is kept.

    `titles` are all that the person has (TB-21).
    """

    played: Mapping[PlayedFor, Mapping[str, PlayRecord]]
    days: Days = ()
    watch: HandPlace | None = None
    titles: tuple[Earned, ...] = ()


def first_of(played: Mapping[PlayedFor, Mapping[str, PlayRecord]]) -> PlayedFor | None:
    """What is told at length: coins among people before all else."""
    return next((money for money, records in played.items() if records), None)


def record_screen(asked: Asked, found: Found, currency: str, *, is_pictured: bool = True) -> Screen:
    """What somebody did in a period, in all games or in one; at length only what comes first."""
    words = _("### Record of {player}\n-# {period} (UTC)")
    title = words.format(player=person(asked.player), period=_(PERIODS[asked.period][0]))
    parts: list[Part] = [Text("\n".join(filter(None, [title, titles_line(found.titles)])))]
    first = first_of(found.played)
    if first is None:
        parts.append(Text(_("No hands were finished in this period. “All time” shows them all.")))
        return Screen((*parts, Row((titles_button(asked.player),)), *_selects(asked)))
    kinds = () if asked.game == ALL_GAMES else _kinds(asked.game, found)
    if is_pictured and (picture := _picture(asked, found, first, kinds, currency)) is not None:
        parts.append(picture)
    for money, records in found.played.items():
        if records:
            parts += Line(), Text(f"**{_(FOR[money]).format(currency=kind_of_money(currency))}**")
            parts += _told_of(records, money, currency, kinds, is_whole=money == first)
        if money == first:
            parts += (Text(each) for each in _walk(found.days))
    if kinds:
        parts += Line(), Text("\n".join(_beside_chance(asked.game, found, kinds)))
    watch = () if found.watch is None else (watch_button(*found.watch),)
    return Screen((*parts, Row((*watch, titles_button(asked.player))), *_selects(asked)))


def _told_of(
    records: Mapping[str, PlayRecord],
    money: PlayedFor,
    currency: str,
    kinds: Sequence[Kind],
    *,
    is_whole: bool,
) -> list[Text]:
    """What was played for one thing, game by game."""
    told = [(key, records[key]) for key in GAMES if key in records]
    if is_whole:
        return [Text(_told(key, record, money, currency, kinds)) for key, record in told]
    return [Text("\n".join(_in_short(key, record) for key, record in told))]


def _in_short(key: str, record: PlayRecord) -> str:
    """A game’s name, net and hands."""
    face = FACES[key]
    said = _("{hands}, {won} won").format(hands=face.hands(record.hands), won=number(record.won))
    return f"{face.emoji} **{_(GAMES[key].title)} {change(record.net)}** · {said}"


def _told(key: str, record: PlayRecord, money: PlayedFor, currency: str, kinds: Sequence[Kind]) -> str:
    """All that is kept of a game, but for the hands whose kinds are told beside chance."""
    face, lines = FACES[key], [_in_short(key, record)]
    if record.best is not None:
        lines.append(_("Best hand: {hand}").format(hand=face.best(record.best)))
    staked = _("Staked {amount}").format(
        amount=stake(record.staked, currency, "coins" if money == "house" else money)
    )
    showdowns = ngettext("{count} showdown", "{count} showdowns", record.showdowns)
    said = [staked, showdowns.format(count=number(record.showdowns))]
    if record.folds:
        said.append(_("folded {count}").format(count=number(record.folds)))
    lines.append(f"-# {' · '.join(said)}")
    apart = {deed for each in kinds for deed in each.deeds}
    if deeds := face.deeds({deed: count for deed, count in record.deeds.items() if deed not in apart}):
        lines.append(f"-# {deeds}")
    return "\n".join(lines)


def _kinds(game: str, found: Found) -> tuple[Kind, ...]:
    kinds = FACES[game].kinds(together(_of_game(game, found)).deeds)
    return kinds if any(each.count for each in kinds) else ()


def _of_game(game: str, found: Found) -> list[PlayRecord]:
    return [records[game] for records in found.played.values() if game in records]


def _picture(
    asked: Asked, found: Found, first: PlayedFor, kinds: Sequence[Kind], currency: str
) -> Picture | None:
    """What is told first, as a picture."""
    records = found.played[first]
    net = sum(each.net for each in records.values())
    title = change(net)
    if first in ("coins", "house"):
        title += f" {unit(net, currency)}"
    of_game = None if asked.game == ALL_GAMES else records.get(asked.game)
    best = None if of_game is None or of_game.best is None else (asked.game, of_game.best)
    subject = _("all games") if asked.game == ALL_GAMES else _(GAMES[asked.game].title)
    said = " · ".join(
        (subject, _(PERIODS[asked.period][0]), _(FOR[first]).format(currency=unit(2, currency)))
    )
    return record_picture(title, said, found.days, kinds, best)


def _walk(days: Days) -> list[str]:
    """The best and the worst day, where there were several."""
    if len(days) < 2:  # noqa: PLR2004 -- one is neither better nor worse
        return []
    best, worst = (choose(days, key=lambda each: each[1]) for choose in (max, min))
    words = _("Best day: **{best}** ({day}) · worst day: **{worst}** ({other})")
    return [
        "-# "
        + words.format(best=change(best[1]), day=_day(best[0]), worst=change(worst[1]), other=_day(worst[0]))
    ]


def _day(day: int) -> str:
    """A day as the reader's Discord writes it, by its noon in UTC."""
    return f"<t:{day * DAY_SECONDS + DAY_SECONDS // 2}:d>"


def _beside_chance(game: str, found: Found, kinds: Sequence[Kind]) -> list[str]:
    """The kinds of hands beside what chance would give, whatever they were played for, and luck."""
    told = [each for each in kinds if each.count or (each.usual or 0.0) >= SELDOM]
    lines = [_("**Hands (and by chance)**"), " · ".join(f"{each.name} **{counted(each)}**" for each in told)]
    throws = sum(each.count for each in kinds)
    if said := luck_line(together(_of_game(game, found)), throws):
        lines.append(said)
    return [*lines, f"-# {_(FACES[game].by_chance)}"]


def _selects(asked: Asked) -> tuple[Select, Select]:
    games = {ALL_GAMES: _("All games"), **{key: _(game.title) for key, game in GAMES.items()}}
    choices = tuple(
        Choice(name, str(index), is_chosen=key == asked.game)
        for index, (key, name) in enumerate(games.items())
    )
    return (
        Select(table_id(0, "record_of", f"{asked.player}_{asked.period}"), _("Which game"), choices),
        periods(table_id(0, "record", f"{asked.player}_{asked.game}"), asked.period),
    )
