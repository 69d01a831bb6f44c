"""A user's record in a server, compared with chance and with another user's; and titles (TB-19, TB-21).

Luck is a standard score: the sum of the throws' values, divided by the root of the sum's variance. With
fair dice it is 0 on average, above 1 on one evening in six, above 3 on one in 740, and as often below
-1 and -3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import erfc, sqrt

from bot.custom_ids import About, table_id
from bot.screens.catalog import FACES, RECORD_FACES
from bot.screens.core.naming import for_reader, kind_of_money, person, stake, unit
from bot.screens.core.picture import GAUGES_MAX, Curve, Gauge, Lane, Picture, Plot, described
from bot.screens.core.presenter import Kind
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Select, Separator, Text, one_of
from bot.screens.core.tiles import Tone
from bot.screens.server.board import ALL_GAMES, FOR, PERIODS
from bot.screens.table.scenes import watch_button
from bot.text.translate import _, change, day, isolated, ngettext, number
from games.catalog import BY_KEY, GAMES, TAVERN_WIDE, TITLES, TOURNAMENTS
from games.engine.core.errors import N_, addressed, must_find
from games.engine.core.hand_stats import BestHand
from storage.db.retention import DAY_SECONDS
from storage.standing.records import HandPlace, PlayedFor, PlayRecord, together
from storage.standing.titles import Earned

THROWS_MIN = 30
"""The number of throws below which it is too early to tell luck."""
MILLION = 1_000_000
USUAL = 0.6
"""The share of fair evenings with less luck (or bad luck) up to which luck is called ordinary."""
RARE = (1000, 100)
"""The denominators for rare luck, tried in this order; other luck is told as a share of ten evenings."""


def standard_score(luck: int, spread: int) -> float:
    """Return the standard score of a sum (`luck`) with its variance (`spread`), both in millionths."""
    return luck / MILLION / sqrt(spread / MILLION) if spread else 0.0


def luck_line(record: PlayRecord, throws: int) -> str:
    """Return a line on the luck of a player's throws; empty without throws."""
    if not throws or not record.spread:
        return ""
    if throws < THROWS_MIN:
        words = ngettext(
            "Luck: too early to tell, after {count} throw.",
            "Luck: too early to tell, after {count} throws.",
            throws,
        )
        return words.format(count=throws)
    luck = luck_told(standard_score(record.luck, record.spread))
    words = ngettext(
        "Luck with dice: **{said}** with {count} throw.",
        "Luck with dice: **{said}** with {count} throws.",
        throws,
    )
    return words.format(said=luck, count=number(throws))


def luck_told(score: float) -> str:
    """Return a standard score in words, as a share of fair evenings with less luck."""
    share = erfc(-abs(score) / sqrt(2)) / 2
    if share < USUAL:
        return _("much as on any evening")
    evenings = next((each for each in RARE if share >= 1 - 1 / each), 10)
    beaten = min(int(share * evenings), evenings - 1)
    words = _("luckier than {often} evenings out of {whole}")
    if score < 0:
        words = _("unluckier than {often} evenings out of {whole}")
    return words.format(often=beaten, whole=number(evenings))


Days = Sequence[tuple[int, int]]
"""Days, counted from 1970, each with the net of its play."""
POINTS_MAX = 120
"""The maximum number of points of a curve; more could not be told apart."""
LEAST, DECIMALS_BELOW = 0.1, 10
"""The smallest expected number that is shown exactly, and the number below which it has a decimal."""


def net_plot(lines: Sequence[tuple[str, str, Days]]) -> Plot | None:
    """Return the curves of one or two players' cumulative net; None for a single day.

    `lines` are the players' names, aliases and days. The curves begin at 0 on the day before the first.
    """
    days = [day for _name, _alias, each in lines for day, _net in each]
    if len(set(days)) < 2:  # noqa: PLR2004 -- a line has two ends
        return None
    first, last = min(days) - 1, max(days)
    tones: tuple[Tone, ...] = ("gold", "blue")
    curves = tuple(
        Curve(_points(first, last, each), tone, name, alias, change(sum(net for _day, net in each)))
        for (name, alias, each), tone in zip(lines, tones, strict=False)
    )
    amounts = [amount for each in curves for _day, amount in each.points]
    return Plot(curves, change(max(amounts)), change(min(amounts)), f"{day(first + 1)} – {day(last)}")


def record_picture(
    title: str, said: str, days: Days, kinds: Sequence[Kind], best: tuple[str, BestHand] | None
) -> Picture | None:
    """Return a record as a picture: net, kinds of hands, and the best hand with its game.

    None if there is neither a curve nor a kind of hand to show.
    """
    line, gauges = net_plot([("", "", days)]), tuple(_gauges(kinds))
    if line is None and not gauges:
        return None
    lanes: tuple[Lane, ...] = ()
    best_line = ""
    if best is not None:
        game, hand = best
        lane, cards = RECORD_FACES[game].laid_out(hand)
        lanes = (replace(lane, mark="crown", tone="gold"),)
        best_line = _("Best hand: {hand}").format(hand=f"{lane.name} {cards}".strip())
    gauge_lines = (f"{each.name}: {each.said}" for each in gauges)
    curve_line = "" if line is None else walked(line)
    description = described([title, said, curve_line, *gauge_lines, best_line])
    legend = _("Hands (and by chance)") if gauges else ""
    return Picture(description, title, said, lanes=lanes, plot=line, gauges=gauges, legend=legend)


def beside_chance(kind: Kind) -> str:
    """Return the number of such hands, and in brackets the number expected by chance: 27 (24)."""
    return number(kind.count) if kind.usual is None else f"{number(kind.count)} ({expected(kind.usual)})"


def expected(usual: float) -> str:
    """Return an expected number of hands as text."""
    if usual < LEAST:
        return f"<{number(LEAST, 1)}"
    return number(usual, 1 if usual < DECIMALS_BELOW else 0)


def walked(line: Plot) -> str:
    """Return curves as text: their last values, and their range."""
    words = _("{days}: {ends}, between {least} and {most}.")
    ends = ", ".join(f"{isolated(each.name)} {each.said}".strip() for each in line.curves)
    return words.format(days=line.days, ends=ends, least=line.least, most=line.most)


def _points(first: int, last: int, days: Days) -> tuple[tuple[int, int], ...]:
    """Return the cumulative sum of each day, beginning with 0; at most about `POINTS_MAX` points."""
    sums = accumulate(net for _day, net in days)
    sum_by_day = {day: amount for (day, _net), amount in zip(days, sums, strict=True)}
    step = max(1, -(-(last - first) // POINTS_MAX))
    sparse = {first + -(-(day - first) // step) * step: amount for day, amount in sum_by_day.items()}
    points = {first: 0, **{min(day, last): amount for day, amount in sparse.items()}}
    ends = {last: must_find(reversed(points.values()))}
    return tuple((points | ends).items())


def _gauges(kinds: Sequence[Kind]) -> Iterable[Gauge]:
    """Yield gauges for the kinds with the largest actual or expected numbers, best kind first."""
    often = sorted(kinds, key=lambda each: -max(each.count, each.usual or 0.0))[:GAUGES_MAX]
    most = max((max(each.count, each.usual or 0.0) for each in often), default=0.0)
    for each in (each for each in kinds if each in often and most):
        usual = None if each.usual is None else round(1000 * each.usual / most)
        yield Gauge(each.name, beside_chance(each), round(1000 * each.count / most), usual)


EARNED = "earned"
PAGES: Mapping[str, str] = {
    EARNED: N_("Every title earned so far"),
    **{key: game.title for key, game in GAMES.items()},
    TAVERN_WIDE: N_("All games"),
    TOURNAMENTS: N_("Tournaments"),
}
"""The pages of titles, with their labels: the earned ones, and those of each subject."""


def titles_screen(player: int, page: str, earned: Sequence[Earned], reader: int = 0) -> Screen:
    """Return all titles of a user, or all titles of one subject with their conditions."""
    words = addressed(N_("### Titles of {player}"), N_("### Your titles"))
    title = for_reader(reader, player, words).format(player=person(player))
    held = {each.title: each for each in earned if each.title in BY_KEY}
    lines = _titles_held(held) if page == EARNED else _titles_at(page, held)
    count = _("{count} of {all} earned").format(count=len(held), all=len(BY_KEY))
    pages = {key: _(words) for key, words in PAGES.items()}
    choose = one_of(table_id(0, "titles_page", str(player)), _("Which titles"), pages, page)
    return Screen((Text(f"{title}\n-# {count}"), Text("\n".join(lines)), choose))


def titles_line(earned: Sequence[Earned]) -> str:
    """Return a line with the number of a user's titles, and the latest of them; empty for none."""
    known = [BY_KEY[each.title] for each in earned if each.title in BY_KEY]
    if not known:
        return ""
    words = ngettext(
        "🏅 {count} title: **{latest}**", "🏅 {count} titles, the latest **{latest}**", len(known)
    )
    return words.format(count=len(known), latest=_(known[-1].name))


def _titles_held(held: Mapping[str, Earned]) -> list[str]:
    """Return the names of the earned titles, a line for each subject."""
    lines = [
        f"{_heading(page)}: {names}"
        for page, titles in TITLES.items()
        if (names := ", ".join(f"**{_(each.name)}**" for each in titles if each.key in held))
    ]
    return lines or [_("No title yet. The list below says what earns one.")]


def _titles_at(page: str, held: Mapping[str, Earned]) -> list[str]:
    """Return the titles of one subject with their conditions, the earned ones first."""
    earned = [
        f"🏅 **{_(each.name)}**: {_(each.deed)} · <t:{int(held[each.key].at)}:R>"
        for each in TITLES[page]
        if each.key in held
    ]
    missing = [f"-# {_(each.name)}: {_(each.deed)}" for each in TITLES[page] if each.key not in held]
    return [f"**{_heading(page)}**", *earned, *missing]


def _heading(page: str) -> str:
    name = _(PAGES[page])
    return f"{FACES[page].emoji} {name}" if page in FACES else name


SELDOM = 0.5
"""The expected number from which on a kind of hand is shown even if the player had none."""


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """A query for a record: the player, the game (or `ALL_GAMES`), and the period."""

    player: int
    game: str
    period: str


@dataclass(frozen=True, slots=True)
class RecordResult:
    """A record by stakes and game. `days` are those of the stakes that `first_of` returns.

    `watch` is the place of the best hand, if that hand is still stored; `titles` are all that the player has
    earned (TB-21).
    """

    played: Mapping[PlayedFor, Mapping[str, PlayRecord]]
    days: Days = ()
    watch: HandPlace | None = None
    titles: tuple[Earned, ...] = ()
    is_own: bool = False
    """True if the reader is the player."""


def first_of(played: Mapping[PlayedFor, Mapping[str, PlayRecord]]) -> PlayedFor | None:
    """Return the first stakes with a record, which are shown in full; coins among users come first."""
    return next((money for money, records in played.items() if records), None)


def record_screen(
    query: RecordQuery, record: RecordResult, currency: str, *, is_pictured: bool = True
) -> Screen:
    """Return a player's record in a period, of all games or of one; only the first stakes in full."""
    words = _("### Record of {player}\n-# {period} (UTC)")
    if record.is_own:
        words = _("### Your record\n-# {period} (UTC)")
    title = words.format(player=person(query.player), period=_(PERIODS[query.period][0]))
    parts: list[Part] = [Text("\n".join(filter(None, [title, titles_line(record.titles)])))]
    first = first_of(record.played)
    if first is None:
        parts.append(Text(_("No hands were finished in this period. “All time” shows them all.")))
        return Screen((*parts, ActionRow(_ways(query.player)), *_selects(query)))
    kinds = () if query.game == ALL_GAMES else _kinds(query.game, record)
    if is_pictured and (picture := _picture(query, record, first, kinds, currency)) is not None:
        parts.append(picture)
    for money, records in record.played.items():
        if records:
            parts += Separator(), Text(f"**{_(FOR[money]).format(currency=kind_of_money(currency))}**")
            parts += _money_told(records, money, currency, kinds, is_whole=money == first)
        if money == first:
            parts += (Text(each) for each in _best_days(record.days))
    if kinds:
        parts += Separator(), Text("\n".join(_beside_chance(query.game, record, kinds)))
    watch = () if record.watch is None else (watch_button(*record.watch),)
    # Translators: a button: which of your answers cost you most in the last month.
    review = Button(_("What cost me most"), table_id(0, "review", query.game))
    own = (review,) if record.is_own and query.game != ALL_GAMES else ()
    return Screen((*parts, ActionRow((*watch, *_ways(query.player), *own)), *_selects(query)))


def _ways(player: int) -> tuple[Button, Button]:
    """Return the buttons to a player's titles and tournaments."""
    # Translators: a button: lists a person’s titles, for the reader alone.
    titles = Button(_("Show titles"), table_id(0, "titles", str(player)))
    return titles, Button(_("Tournaments"), table_id(0, "played", str(player)))


def _money_told(
    records: Mapping[str, PlayRecord],
    money: PlayedFor,
    currency: str,
    kinds: Sequence[Kind],
    *,
    is_whole: bool,
) -> list[Text]:
    listed = [(key, records[key]) for key in GAMES if key in records]
    if is_whole:
        return [Text(_game_told(key, record, money, currency, kinds)) for key, record in listed]
    return [Text("\n".join(_in_short(key, record) for key, record in listed))]


def _in_short(key: str, record: PlayRecord) -> str:
    hands = _("{hands}, {won} won").format(hands=FACES[key].hands(record.hands), won=number(record.won))
    return f"{FACES[key].emoji} **{_(GAMES[key].title)} {change(record.net)}** · {hands}"


def _game_told(key: str, record: PlayRecord, money: PlayedFor, currency: str, kinds: Sequence[Kind]) -> str:
    """Return everything recorded of a game, except the `kinds` of hands, which are shown beside chance."""
    face, lines = RECORD_FACES[key], [_in_short(key, record)]
    if record.best is not None:
        lines.append(_("Best hand: {hand}").format(hand=face.best(record.best)))
    staked = _("Staked {amount}").format(
        amount=stake(record.staked, currency, "coins" if money == "house" else money)
    )
    showdowns = ngettext("{count} showdown", "{count} showdowns", record.showdowns)
    parts = [staked, showdowns.format(count=number(record.showdowns))]
    if record.folds:
        parts.append(_("folded {count}").format(count=number(record.folds)))
    lines.append(f"-# {' · '.join(parts)}")
    shown_tags = {deed for each in kinds for deed in each.deeds}
    if deeds := face.deeds({deed: count for deed, count in record.deeds.items() if deed not in shown_tags}):
        lines.append(f"-# {deeds}")
    return "\n".join(lines)


def _kinds(game: str, result: RecordResult) -> tuple[Kind, ...]:
    kinds = RECORD_FACES[game].kinds(together(_of_game(game, result)).deeds)
    return kinds if any(each.count for each in kinds) else ()


def _of_game(game: str, result: RecordResult) -> list[PlayRecord]:
    return [records[game] for records in result.played.values() if game in records]


def _picture(
    query: RecordQuery, result: RecordResult, first: PlayedFor, kinds: Sequence[Kind], currency: str
) -> Picture | None:
    records = result.played[first]
    net = sum(each.net for each in records.values())
    title = change(net)
    if first in ("coins", "house"):
        title += f" {unit(net, currency)}"
    of_game = None if query.game == ALL_GAMES else records.get(query.game)
    best = None if of_game is None or of_game.best is None else (query.game, of_game.best)
    subject = _("all games") if query.game == ALL_GAMES else _(GAMES[query.game].title)
    subtitle = " · ".join(
        (subject, _(PERIODS[query.period][0]), _(FOR[first]).format(currency=unit(2, currency)))
    )
    return record_picture(title, subtitle, result.days, kinds, best)


def _best_days(days: Days) -> list[str]:
    """Return a line with the best and the worst day, if there were several days."""
    if len(days) < 2:  # noqa: PLR2004 -- one is neither better nor worse
        return []
    best, worst = (choose(days, key=lambda each: each[1]) for choose in (max, min))
    words = _("Best day: **{best}** ({day}) · worst day: **{worst}** ({other})")
    return [
        "-# "
        + words.format(best=change(best[1]), day=_day(best[0]), worst=change(worst[1]), other=_day(worst[0]))
    ]


def _day(day: int) -> str:
    """Return a day as Discord's timestamp of its noon in UTC, so that few time zones show another day."""
    return f"<t:{day * DAY_SECONDS + DAY_SECONDS // 2}:d>"


def _beside_chance(game: str, result: RecordResult, kinds: Sequence[Kind]) -> list[str]:
    """Return the kinds of hands over all stakes, each beside its expected number; and the player's luck."""
    listed = [each for each in kinds if each.count or (each.usual or 0.0) >= SELDOM]
    lines = [
        _("**Hands (and by chance)**"),
        " · ".join(f"{each.name} **{beside_chance(each)}**" for each in listed),
    ]
    throws = sum(each.count for each in kinds)
    if luck := luck_line(together(_of_game(game, result)), throws):
        lines.append(luck)
    return [*lines, f"-# {_(RECORD_FACES[game].by_chance)}"]


def _selects(query: RecordQuery) -> tuple[Select, Select]:
    games = {ALL_GAMES: _("All games"), **{key: _(game.title) for key, game in GAMES.items()}}
    return (
        one_of(
            table_id(0, "record_of", About(query.player, query.period)), _("Which game"), games, query.game
        ),
        one_of(
            table_id(0, "record", About(query.player, query.game)),
            _("Which days"),
            {key: _(words) for key, (words, _days) in PERIODS.items()},
            query.period,
        ),
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """One of two compared players, with their records, and the net of each day in the picture."""

    player: int
    name: str
    played: Mapping[PlayedFor, Mapping[str, PlayRecord]]
    days: Days = ()


def first_of_both(one: Compared, other: Compared) -> PlayedFor | None:
    """Return the first stakes that either player has played for; coins among users come first."""
    return next((money for money in FOR if one.played[money] or other.played[money]), None)


def comparison_screen(
    both: Sequence[Compared],
    game: str,
    period: str,
    currency: str,
    *,
    is_pictured: bool = True,
    reader: int = 0,
) -> Screen:
    """Return two players' records of a period, game by game; the reader's come first."""
    one, other = sorted(both, key=lambda each: each.player != reader)
    both = one, other
    words = addressed(N_("### {one} and {other}"), N_("### You and {other}"))
    names = for_reader(reader, one.player, words).format(one=person(one.player), other=person(other.player))
    days = _("-# {period} (UTC)").format(period=_(PERIODS[period][0]))
    parts: list[Part] = [Text(f"{names}\n{days}")]
    first = first_of_both(one, other)
    if first is None:
        return Screen((*parts, Text(_("Neither has finished a hand in this period."))))
    if is_pictured and (picture := _comparison_picture(both, first, game, period, currency)) is not None:
        parts.append(picture)
    for money in FOR:
        games = [key for key in GAMES if any(key in each.played[money] for each in both)]
        if games:
            lines = [f"**{_(FOR[money]).format(currency=kind_of_money(currency))}**"]
            for key in games:
                lines.append(f"{FACES[key].emoji} **{_(GAMES[key].title)}**")
                lines += (
                    _compared_line(each, money, key, person(each.player, reader), is_alone=game == key)
                    for each in both
                )
            parts += Separator(), Text("\n".join(lines))
    if game != ALL_GAMES and (shares := _shares_of_both(both, game, reader)):
        parts += Separator(), Text("\n".join([*shares, f"-# {_(RECORD_FACES[game].by_chance)}"]))
    return Screen(tuple(parts))


def _compared_line(who: Compared, money: PlayedFor, key: str, name: str, *, is_alone: bool) -> str:
    """Return one player's record of a game in a line; with the best hand if no other game is shown."""
    record = who.played[money].get(key, PlayRecord())
    hands = _("{hands}, {won} won").format(hands=FACES[key].hands(record.hands), won=number(record.won))
    line = f"{name} **{change(record.net)}** · {hands}"
    if is_alone and record.best is not None:
        line += "\n-# " + _("Best hand: {hand}").format(hand=RECORD_FACES[key].best(record.best))
    return line


def _comparison_picture(
    both: Sequence[Compared], first: PlayedFor, game: str, period: str, currency: str
) -> Picture | None:
    aliases = (_("The first"), _("The second"))
    line = net_plot([(each.name, alias, each.days) for each, alias in zip(both, aliases, strict=True)])
    if line is None:
        return None
    subject = _("all games") if game == ALL_GAMES else _(GAMES[game].title)
    title = _(FOR[first]).format(currency=unit(2, currency))
    subtitle = f"{subject} · {_(PERIODS[period][0])}"
    return Picture(described([title, subtitle, walked(line)]), title, subtitle, plot=line)


def _shares_of_both(both: Sequence[Compared], game: str, reader: int) -> list[str]:
    """Return each kind's share of each player's hands, its probability by chance, and the players' luck."""
    sums = [together(of[game] for of in each.played.values() if game in of) for each in both]
    counted_tags = {deed for each in sums for deed, count in each.deeds.items() if count}
    lines, by_chance = [], ""
    for who, record in zip(both, sums, strict=True):
        kinds = [each for each in RECORD_FACES[game].kinds(record.deeds) if counted_tags & {*each.deeds}]
        total = sum(each.count for each in kinds)
        if total:
            lines.append(
                f"{person(who.player, reader)}: {_shares((each.name, each.count / total) for each in kinds)}"
            )
            usual = [(each.name, each.usual / total) for each in kinds if each.usual is not None]
            by_chance = _("By chance alone: {shares}").format(shares=_shares(usual))
        if luck := luck_line(record, total):
            lines.append(luck)
    return [*lines, by_chance] if by_chance else lines


def _shares(shares: Iterable[tuple[str, float]]) -> str:
    return " · ".join(f"{name} **{share:.0%}**" for name, share in shares)
