"""A user's record in a server, beside chance and beside another's, and their titles (TB-19, TB-21).

Luck: over many throws their values add up to a standard score: their sum, by the root of its variance. With
fair dice it is 0 on average, beyond 1 on one evening in six to either side, and beyond 3 on one in 740.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import erfc, sqrt

from bot.custom_ids import About, table_id
from bot.screens.catalog import FACES, RECORD_FACES
from bot.screens.core.naming import kind_of_money, person, stake, told_to, unit
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
"""The number of throws below which luck is not told."""
MILLION = 1_000_000
USUAL = 0.6
"""The share of evenings, to either side, up to which luck is ordinary."""
RARE = (1000, 100)
"""The denominators of rare shares, tried first; all other shares are told out of ten."""


def standard_score(luck: int, spread: int) -> float:
    """Return by how many standard errors luck differs from none; both are in millionths."""
    return luck / MILLION / sqrt(spread / MILLION) if spread else 0.0


def luck_line(record: PlayRecord, throws: int) -> str:
    """Return the luck of a player's throws; empty without throws."""
    if not throws or not record.spread:
        return ""
    if throws < THROWS_MIN:
        words = ngettext(
            "Luck: too early to tell, after {count} throw.",
            "Luck: too early to tell, after {count} throws.",
            throws,
        )
        return words.format(count=throws)
    said = luck_told(standard_score(record.luck, record.spread))
    words = ngettext(
        "Luck with dice: **{said}** with {count} throw.",
        "Luck with dice: **{said}** with {count} throws.",
        throws,
    )
    return words.format(said=said, count=number(throws))


def luck_told(score: float) -> str:
    """Return a standard score as a share of fair evenings."""
    share = erfc(-abs(score) / sqrt(2)) / 2
    if share < USUAL:
        return _("much as on any evening")
    whole = next((each for each in RARE if share >= 1 - 1 / each), 10)
    often = min(int(share * whole), whole - 1)
    words = _("luckier than {often} evenings out of {whole}")
    if score < 0:
        words = _("unluckier than {often} evenings out of {whole}")
    return words.format(often=often, whole=number(whole))


Days = Sequence[tuple[int, int]]
"""Days of play, counted from 1970, with the net of each."""
POINTS_MAX = 120
"""The number of points of a curve beyond which more cannot be distinguished."""
LEAST, DECIMALS_BELOW = 0.1, 10
"""The least expected number that is told exactly, and the one below which it has a decimal."""


def net_plot(lines: Sequence[tuple[str, str, Days]]) -> Plot | None:
    """Return one or two players' net, by name and alias, from before their first day; None for one day."""
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
    """Return net, hands and the best of them, by game; None with neither a curve nor a kind to see."""
    line, gauges = net_plot([("", "", days)]), tuple(_gauges(kinds))
    if line is None and not gauges:
        return None
    lanes: tuple[Lane, ...] = ()
    lying = ""
    if best is not None:
        game, hand = best
        lane, cards = RECORD_FACES[game].laid_out(hand)
        lanes = (replace(lane, mark="crown", tone="gold"),)
        lying = _("Best hand: {hand}").format(hand=f"{lane.name} {cards}".strip())
    told = (f"{each.name}: {each.said}" for each in gauges)
    course = "" if line is None else walked(line)
    words = described([title, said, course, *told, lying])
    legend = _("Hands (and by chance)") if gauges else ""
    return Picture(words, title, said, lanes=lanes, plot=line, gauges=gauges, legend=legend)


def beside_chance(kind: Kind) -> str:
    """Return the number of hands, and the expected one: 27 (24)."""
    return number(kind.count) if kind.usual is None else f"{number(kind.count)} ({expected(kind.usual)})"


def expected(usual: float) -> str:
    """Return an expected number of hands, as text."""
    if usual < LEAST:
        return f"<{number(LEAST, 1)}"
    return number(usual, 1 if usual < DECIMALS_BELOW else 0)


def walked(line: Plot) -> str:
    """Return curves as text: their ends, and their ranges."""
    words = _("{days}: {ends}, between {least} and {most}.")
    ends = ", ".join(f"{isolated(each.name)} {each.said}".strip() for each in line.curves)
    return words.format(days=line.days, ends=ends, least=line.least, most=line.most)


def _points(first: int, last: int, days: Days) -> tuple[tuple[int, int], ...]:
    """Return the cumulative sum of each day, from 0 on; of many days only distinguishable ones."""
    sums = accumulate(net for _day, net in days)
    reached = {day: amount for (day, _net), amount in zip(days, sums, strict=True)}
    step = max(1, -(-(last - first) // POINTS_MAX))
    sparse = {first + -(-(day - first) // step) * step: amount for day, amount in reached.items()}
    found = {first: 0, **{min(day, last): amount for day, amount in sparse.items()}}
    ends = {last: must_find(reversed(found.values()))}
    return tuple((found | ends).items())


def _gauges(kinds: Sequence[Kind]) -> Iterable[Gauge]:
    """Return the most frequent or most expected kinds, best first."""
    often = sorted(kinds, key=lambda each: -max(each.count, each.usual or 0.0))[:GAUGES_MAX]
    most = max((max(each.count, each.usual or 0.0) for each in often), default=0.0)
    for each in (each for each in kinds if each in often and most):
        usual = None if each.usual is None else round(1000 * each.usual / most)
        yield Gauge(each.name, beside_chance(each), round(1000 * each.count / most), usual)


EARNED = "earned"
PAGES: Mapping[str, str] = {
    EARNED: N_("All that have been earned"),
    **{key: game.title for key, game in GAMES.items()},
    TAVERN_WIDE: N_("All games"),
    TOURNAMENTS: N_("Tournaments"),
}
"""The subjects of a page of titles."""


def titles_screen(player: int, page: str, earned: Sequence[Earned], reader: int = 0) -> Screen:
    """Return all titles of a user, or all that can be earned at one subject."""
    words = addressed(N_("### Titles of {player}"), N_("### Your titles"))
    title = told_to(reader, player, words).format(player=person(player))
    held = {each.title: each for each in earned if each.title in BY_KEY}
    lines = _titles_held(held) if page == EARNED else _titles_at(page, held)
    count = _("{count} of {all} earned").format(count=len(held), all=len(BY_KEY))
    pages = {key: _(words) for key, words in PAGES.items()}
    choose = one_of(table_id(0, "titles_page", str(player)), _("Which titles"), pages, page)
    return Screen((Text(f"{title}\n-# {count}"), Text("\n".join(lines)), choose))


def titles_line(earned: Sequence[Earned]) -> str:
    """Return the number of a user's titles, and the latest of them; empty for none."""
    known = [BY_KEY[each.title] for each in earned if each.title in BY_KEY]
    if not known:
        return ""
    words = ngettext(
        "🏅 {count} title: **{latest}**", "🏅 {count} titles, the latest **{latest}**", len(known)
    )
    return words.format(count=len(known), latest=_(known[-1].name))


def _titles_held(held: Mapping[str, Earned]) -> list[str]:
    """Return the names of all titles of a user, a line for each subject."""
    lines = [
        f"{_heading(page)}: {names}"
        for page, titles in TITLES.items()
        if (names := ", ".join(f"**{_(each.name)}**" for each in titles if each.key in held))
    ]
    return lines or [_("No title yet. The list below says what earns one.")]


def _titles_at(page: str, held: Mapping[str, Earned]) -> list[str]:
    """Return the titles of one subject, with their conditions: first the earned ones."""
    had = [
        f"🏅 **{_(each.name)}**: {_(each.deed)} · <t:{int(held[each.key].at)}:R>"
        for each in TITLES[page]
        if each.key in held
    ]
    missing = [f"-# {_(each.name)}: {_(each.deed)}" for each in TITLES[page] if each.key not in held]
    return [f"**{_heading(page)}**", *had, *missing]


def _heading(page: str) -> str:
    name = _(PAGES[page])
    return f"{FACES[page].emoji} {name}" if page in FACES else name


SELDOM = 0.5
"""The expected number from which on an absent kind of hand is named."""


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """A record query: the player, a game or all, and the period."""

    player: int
    game: str
    period: str


@dataclass(frozen=True, slots=True)
class RecordResult:
    """A record: `days` are of the stakes told first, and `watch` is its best hand, if it is stored.

    `titles` are all that the player has (TB-21).
    """

    played: Mapping[PlayedFor, Mapping[str, PlayRecord]]
    days: Days = ()
    watch: HandPlace | None = None
    titles: tuple[Earned, ...] = ()
    is_own: bool = False
    """True if the reader is the player."""


def first_of(played: Mapping[PlayedFor, Mapping[str, PlayRecord]]) -> PlayedFor | None:
    """Return the stakes told in full: coins among users first."""
    return next((money for money, records in played.items() if records), None)


def record_screen(
    asked: RecordQuery, found: RecordResult, currency: str, *, is_pictured: bool = True
) -> Screen:
    """Return a player's record in a period, of all games or of one; at length only the first stakes."""
    words = _("### Record of {player}\n-# {period} (UTC)")
    if found.is_own:
        words = _("### Your record\n-# {period} (UTC)")
    title = words.format(player=person(asked.player), period=_(PERIODS[asked.period][0]))
    parts: list[Part] = [Text("\n".join(filter(None, [title, titles_line(found.titles)])))]
    first = first_of(found.played)
    if first is None:
        parts.append(Text(_("No hands were finished in this period. “All time” shows them all.")))
        return Screen((*parts, ActionRow(_ways(asked.player)), *_selects(asked)))
    kinds = () if asked.game == ALL_GAMES else _kinds(asked.game, found)
    if is_pictured and (picture := _picture(asked, found, first, kinds, currency)) is not None:
        parts.append(picture)
    for money, records in found.played.items():
        if records:
            parts += Separator(), Text(f"**{_(FOR[money]).format(currency=kind_of_money(currency))}**")
            parts += _money_told(records, money, currency, kinds, is_whole=money == first)
        if money == first:
            parts += (Text(each) for each in _best_days(found.days))
    if kinds:
        parts += Separator(), Text("\n".join(_beside_chance(asked.game, found, kinds)))
    watch = () if found.watch is None else (watch_button(*found.watch),)
    # Translators: a button: which of your answers cost you most in the last month.
    review = Button(_("What cost me most"), table_id(0, "review", asked.game))
    own = (review,) if found.is_own and asked.game != ALL_GAMES else ()
    return Screen((*parts, ActionRow((*watch, *_ways(asked.player), *own)), *_selects(asked)))


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
    told = [(key, records[key]) for key in GAMES if key in records]
    if is_whole:
        return [Text(_game_told(key, record, money, currency, kinds)) for key, record in told]
    return [Text("\n".join(_in_short(key, record) for key, record in told))]


def _in_short(key: str, record: PlayRecord) -> str:
    said = _("{hands}, {won} won").format(hands=FACES[key].hands(record.hands), won=number(record.won))
    return f"{FACES[key].emoji} **{_(GAMES[key].title)} {change(record.net)}** · {said}"


def _game_told(key: str, record: PlayRecord, money: PlayedFor, currency: str, kinds: Sequence[Kind]) -> str:
    """Return everything recorded of a game, except hands whose kinds are told beside chance."""
    face, lines = RECORD_FACES[key], [_in_short(key, record)]
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


def _kinds(game: str, found: RecordResult) -> tuple[Kind, ...]:
    kinds = RECORD_FACES[game].kinds(together(_of_game(game, found)).deeds)
    return kinds if any(each.count for each in kinds) else ()


def _of_game(game: str, found: RecordResult) -> list[PlayRecord]:
    return [records[game] for records in found.played.values() if game in records]


def _picture(
    asked: RecordQuery, found: RecordResult, first: PlayedFor, kinds: Sequence[Kind], currency: str
) -> Picture | None:
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


def _best_days(days: Days) -> list[str]:
    """Return the best and the worst day, if there were several."""
    if len(days) < 2:  # noqa: PLR2004 -- one is neither better nor worse
        return []
    best, worst = (choose(days, key=lambda each: each[1]) for choose in (max, min))
    words = _("Best day: **{best}** ({day}) · worst day: **{worst}** ({other})")
    return [
        "-# "
        + words.format(best=change(best[1]), day=_day(best[0]), worst=change(worst[1]), other=_day(worst[0]))
    ]


def _day(day: int) -> str:
    """Return a day as the reader's Discord writes it, by its noon in UTC."""
    return f"<t:{day * DAY_SECONDS + DAY_SECONDS // 2}:d>"


def _beside_chance(game: str, found: RecordResult, kinds: Sequence[Kind]) -> list[str]:
    """Return the kinds of hands beside their probability, over all stakes, and luck."""
    told = [each for each in kinds if each.count or (each.usual or 0.0) >= SELDOM]
    lines = [
        _("**Hands (and by chance)**"),
        " · ".join(f"{each.name} **{beside_chance(each)}**" for each in told),
    ]
    throws = sum(each.count for each in kinds)
    if said := luck_line(together(_of_game(game, found)), throws):
        lines.append(said)
    return [*lines, f"-# {_(RECORD_FACES[game].by_chance)}"]


def _selects(asked: RecordQuery) -> tuple[Select, Select]:
    games = {ALL_GAMES: _("All games"), **{key: _(game.title) for key, game in GAMES.items()}}
    return (
        one_of(
            table_id(0, "record_of", About(asked.player, asked.period)), _("Which game"), games, asked.game
        ),
        one_of(
            table_id(0, "record", About(asked.player, asked.game)),
            _("Which days"),
            {key: _(words) for key, (words, _days) in PERIODS.items()},
            asked.period,
        ),
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """One of two compared players: their records, and the net of each pictured day."""

    player: int
    name: str
    played: Mapping[PlayedFor, Mapping[str, PlayRecord]]
    days: Days = ()


def first_of_both(one: Compared, other: Compared) -> PlayedFor | None:
    """Return the pictured stakes: the first that either has played for, coins among users before all else."""
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
    """Return two players' records of a period, game by game; the reader's own first."""
    one, other = sorted(both, key=lambda each: each.player != reader)
    both = one, other
    words = addressed(N_("### {one} and {other}"), N_("### You and {other}"))
    names = told_to(reader, one.player, words).format(one=person(one.player), other=person(other.player))
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
    if game != ALL_GAMES and (beside := _shares_of_both(both, game, reader)):
        parts += Separator(), Text("\n".join([*beside, f"-# {_(RECORD_FACES[game].by_chance)}"]))
    return Screen(tuple(parts))


def _compared_line(who: Compared, money: PlayedFor, key: str, name: str, *, is_alone: bool) -> str:
    """Return one player's record of a game in a line; with the best hand if there is room."""
    record = who.played[money].get(key, PlayRecord())
    said = _("{hands}, {won} won").format(hands=FACES[key].hands(record.hands), won=number(record.won))
    line = f"{name} **{change(record.net)}** · {said}"
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
    said = f"{subject} · {_(PERIODS[period][0])}"
    return Picture(described([title, said, walked(line)]), title, said, plot=line)


def _shares_of_both(both: Sequence[Compared], game: str, reader: int) -> list[str]:
    """Return each kind's share of both players' hands, beside its probability; and their luck."""
    sums = [together(of[game] for of in each.played.values() if game in of) for each in both]
    came = {deed for each in sums for deed, count in each.deeds.items() if count}
    lines, by_chance = [], ""
    for who, record in zip(both, sums, strict=True):
        kinds = [each for each in RECORD_FACES[game].kinds(record.deeds) if came & {*each.deeds}]
        whole = sum(each.count for each in kinds)
        if whole:
            lines.append(
                f"{person(who.player, reader)}: {_shares((each.name, each.count / whole) for each in kinds)}"
            )
            usual = [(each.name, each.usual / whole) for each in kinds if each.usual is not None]
            by_chance = _("By chance alone: {shares}").format(shares=_shares(usual))
        if said := luck_line(record, whole):
            lines.append(said)
    return [*lines, by_chance] if by_chance else lines


def _shares(shares: Iterable[tuple[str, float]]) -> str:
    return " · ".join(f"{name} **{share:.0%}**" for name, share in shares)
