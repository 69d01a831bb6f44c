"""The list of the hands that a player keeps (TB-13)."""

from __future__ import annotations

from bot.screens.core.screen import Screen, Select, faults
from bot.screens.table.hand_result import kept_screen
from tests.bot.kept_hands import ELSEWHERE, HERE, MOST
from tests.bot.rendering import labels, texts


def hands(screen: Screen) -> list[str]:
    """Return the choices."""
    watched, let_go = (part for part in screen.parts if isinstance(part, Select))
    assert watched.choices == let_go.choices
    return [choice.value for choice in watched.choices]


def test_fifty_hands_are_two_pages() -> None:
    """Law 7: a page has 25, each with its line and its way to be watched; and no page is beyond the last."""
    first, second, beyond = (kept_screen(MOST, HERE, page) for page in (0, 1, 99))

    assert [faults(each) for each in (first, second)] == [[], []]
    assert [*hands(first), *hands(second)] == [f"{each.table}_{each.hand}" for each in MOST]
    assert [sum("· kept" in line for line in texts(each)[0].splitlines()) for each in (first, second)] == [
        25,
        25,
    ]
    assert beyond == second
    assert [{"Older", "Newer"} & set(labels(each)) for each in (first, second)] == [{"Older"}, {"Newer"}]


def test_what_is_kept_elsewhere_is_counted() -> None:
    """TB-11: another server's tables are not listed here; that they count says how many there are."""
    (told,) = texts(kept_screen(MOST[:3], ELSEWHERE))

    assert told.splitlines() == [
        "### Your kept hands",
        "-# 3 of 50",
        "-# And 3 in other servers: `/hand history` leads to them there.",
    ]
