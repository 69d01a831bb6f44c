"""Two people's records side by side (TB-19)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.screens.catalog import FACES
from bot.screens.core.money import kind_of_money, unit
from bot.screens.core.people import person
from bot.screens.core.picture import Picture, described
from bot.screens.core.screen import Line, Part, Screen, Text
from bot.screens.server.luck import luck_line
from bot.screens.server.periods import ALL_GAMES, FOR, PERIODS
from bot.screens.server.record_picture import Days, plot, walked
from bot.text.numbers import change, number
from bot.text.translate import _
from games.catalog import GAMES
from storage.standing.records import PlayedFor, PlayRecord, together


@dataclass(frozen=True, slots=True)
class Compared:
    """One of two people: who it is, what they played, and the net of each day of what is pictured."""

    player: int
    name: str
    played: Mapping[PlayedFor, Mapping[str, PlayRecord]]
    days: Days = ()


def first_of_both(one: Compared, other: Compared) -> PlayedFor | None:
    """What is pictured: the first that either has played for, coins among people before all else."""
    return next((money for money in FOR if one.played[money] or other.played[money]), None)


def comparison_screen(
    both: Sequence[Compared], game: str, period: str, currency: str, *, is_pictured: bool = True
) -> Screen:
    """What two people did in a period, game by game."""
    one, other = both
    names = _("### {one} and {other}").format(one=person(one.player), other=person(other.player))
    days = _("-# {period} (UTC)").format(period=_(PERIODS[period][0]))
    parts: list[Part] = [Text(f"{names}\n{days}")]
    first = first_of_both(one, other)
    if first is None:
        return Screen((*parts, Text(_("Neither has finished a hand in this period."))))
    if is_pictured and (picture := _picture(both, first, game, period, currency)) is not None:
        parts.append(picture)
    for money in FOR:
        games = [key for key in GAMES if any(key in each.played[money] for each in both)]
        if games:
            lines = [f"**{_(FOR[money]).format(currency=kind_of_money(currency))}**"]
            for key in games:
                lines.append(f"{FACES[key].emoji} **{_(GAMES[key].title)}**")
                lines += (_line(each, money, key, is_alone=game == key) for each in both)
            parts += Line(), Text("\n".join(lines))
    if game != ALL_GAMES and (beside := _beside(both, game)):
        parts += Line(), Text("\n".join([*beside, f"-# {_(FACES[game].by_chance)}"]))
    return Screen(tuple(parts))


def _line(who: Compared, money: PlayedFor, key: str, *, is_alone: bool) -> str:
    """What one of them did in a game; with the best hand where there is room."""
    record = who.played[money].get(key, PlayRecord())
    said = _("{hands}, {won} won").format(hands=FACES[key].hands(record.hands), won=number(record.won))
    line = f"{person(who.player)} **{change(record.net)}** · {said}"
    if is_alone and record.best is not None:
        line += "\n-# " + _("Best hand: {hand}").format(hand=FACES[key].best(record.best))
    return line


def _picture(
    both: Sequence[Compared], first: PlayedFor, game: str, period: str, currency: str
) -> Picture | None:
    aliases = (_("The first"), _("The second"))
    line = plot([(each.name, alias, each.days) for each, alias in zip(both, aliases, strict=True)])
    if line is None:
        return None
    subject = _("all games") if game == ALL_GAMES else _(GAMES[game].title)
    title = _(FOR[first]).format(currency=unit(2, currency))
    said = f"{subject} · {_(PERIODS[period][0])}"
    return Picture(described([title, said, walked(line)]), title, said, plot=line)


def _beside(both: Sequence[Compared], game: str) -> list[str]:
    """The share of each kind of hand that came to either of them, beside that of chance; and their luck."""
    sums = [together(of[game] for of in each.played.values() if game in of) for each in both]
    came = {deed for each in sums for deed, count in each.deeds.items() if count}
    lines, by_chance = [], ""
    for who, record in zip(both, sums, strict=True):
        kinds = [each for each in FACES[game].kinds(record.deeds) if came & {*each.deeds}]
        whole = sum(each.count for each in kinds)
        if whole:
            lines.append(
                f"{person(who.player)}: {_shares((each.name, each.count / whole) for each in kinds)}"
            )
            usual = [(each.name, each.usual / whole) for each in kinds if each.usual is not None]
            by_chance = _("Chance alone: {shares}").format(shares=_shares(usual))
        if said := luck_line(record, whole):
            lines.append(said)
    return [*lines, by_chance] if by_chance else lines


def _shares(shares: Iterable[tuple[str, float]]) -> str:
    return " · ".join(f"{name} **{share:.0%}**" for name, share in shares)
