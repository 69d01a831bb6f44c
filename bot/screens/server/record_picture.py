"""Somebody's record as a picture: the net from day to day, and hands beside chance (TB-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from bot.screens.catalog import FACES
from bot.screens.core.game_screen import Kind
from bot.screens.core.picture import GAUGES_MAX, Curve, Gauge, Lane, Picture, Plot, Tone, described
from bot.text.escape import isolated
from bot.text.numbers import change, day, number
from bot.text.translate import _
from games.engine.core.deeds import BestHand

Days = Sequence[tuple[int, int]]
"""Days on which something was played, counted from 1970, with the net of each."""
POINTS_MAX = 120
"""More of a curve cannot be told apart."""
LEAST, DECIMALS_BELOW = 0.1, 10
"""What chance would give is said with a decimal if it is less."""


def plot(lines: Sequence[tuple[str, str, Days]]) -> Plot | None:
    """The net of one or two people, by name and alias, from before their first day on; None for one day."""
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
    """Net, hands and the best of them, by its game; None if there is neither a curve nor a kind to see."""
    line, gauges = plot([("", "", days)]), tuple(_gauges(kinds))
    if line is None and not gauges:
        return None
    lanes: tuple[Lane, ...] = ()
    lying = ""
    if best is not None:
        game, hand = best
        lane, cards = FACES[game].laid_out(hand)
        lanes = (_best(lane),)
        lying = _("Best hand: {hand}").format(hand=f"{lane.name} {cards}".strip())
    told = (f"{each.name}: {each.said}" for each in gauges)
    course = "" if line is None else walked(line)
    words = described([title, said, course, *told, lying])
    legend = _("Hands (and by chance)") if gauges else ""
    return Picture(words, title, said, lanes=lanes, plot=line, gauges=gauges, legend=legend)


def counted(kind: Kind) -> str:
    """How many there were, and how many by chance: 27 (24)."""
    return number(kind.count) if kind.usual is None else f"{number(kind.count)} ({expected(kind.usual)})"


def expected(usual: float) -> str:
    """A number of hands that chance would give."""
    if usual < LEAST:
        return f"<{number(LEAST, 1)}"
    return number(usual, 1 if usual < DECIMALS_BELOW else 0)


def walked(line: Plot) -> str:
    """Curves in words: where they end, and between what they went."""
    words = _("{days}: {ends}, between {least} and {most}.")
    ends = ", ".join(f"{isolated(each.name)} {each.said}".strip() for each in line.curves)
    return words.format(days=line.days, ends=ends, least=line.least, most=line.most)


def _points(first: int, last: int, days: Days) -> tuple[tuple[int, int], ...]:
    """The sum so far on each day, from nothing on; of many days those that a picture can tell apart."""
    sums = accumulate(net for _day, net in days)
    reached = {day: amount for (day, _net), amount in zip(days, sums, strict=True)}
    step = max(1, -(-(last - first) // POINTS_MAX))
    sparse = {first + -(-(day - first) // step) * step: amount for day, amount in reached.items()}
    found = {first: 0, **{min(day, last): amount for day, amount in sparse.items()}}
    ends = {last: next(reversed(found.values()))}
    return tuple((found | ends).items())


def _gauges(kinds: Sequence[Kind]) -> Iterable[Gauge]:
    """The kinds that came most, or should have, best first."""
    often = sorted(kinds, key=lambda each: -max(each.count, each.usual or 0.0))[:GAUGES_MAX]
    most = max((max(each.count, each.usual or 0.0) for each in often), default=0.0)
    for each in (each for each in kinds if each in often and most):
        usual = None if each.usual is None else round(1000 * each.usual / most)
        yield Gauge(each.name, counted(each), round(1000 * each.count / most), usual)


def _best(lane: Lane) -> Lane:
    return replace(lane, mark="crown", tone="gold")
