"""The body of a press: whatever our page sends is read, and nothing beyond any limit."""

from __future__ import annotations

from typing import Any

import pytest

from bot.page.presses import LIST_MAX, NUMBER_MAX, TEXT_MAX, MalformedPress, PagePress

GIVEN: dict[str, Any] = {"id": "ab" * 8, "deed": "form", "action": "x", "on": "sheet", "number": 1}
FITS: dict[str, tuple[Any, ...]] = {
    "id": ("a" * 16, "0" * 64),
    "deed": ("press", "form", "command", "table", "page", "go", "close"),
    "action": ("", "x" * TEXT_MAX),
    "on": ("nothing", "table", "panel", "sheet", "post", "notice"),
    "number": (0, NUMBER_MAX),
    "values": ([], ["x" * TEXT_MAX] * LIST_MAX),
    "fields": ({}, {str(each): "x" for each in range(LIST_MAX)}, {"k" * TEXT_MAX: "v" * TEXT_MAX}),
}
"""The least and the most that each part may be."""
TOO_MUCH: dict[str, tuple[Any, ...]] = {
    "id": ("a" * 15, "a" * 65, "A" * 16, "g" * 16, "a" * 16 + "\n", 7, None),
    "deed": ("", "look", None, ["press"]),
    "action": ("x" * (TEXT_MAX + 1), 5, None, ["x"]),
    "on": ("", "felt", None),
    "number": (-1, NUMBER_MAX + 1, True, 1.0, "1", None),
    "values": (["x"] * (LIST_MAX + 1), ["x" * (TEXT_MAX + 1)], [1], "x", None),
    "fields": (
        {str(each): "x" for each in range(LIST_MAX + 1)},
        {"k" * (TEXT_MAX + 1): "v"},
        {"k": "v" * (TEXT_MAX + 1)},
        {"k": 1},
        ["k"],
        None,
    ),
}
"""One more, one less, another kind."""


@pytest.mark.parametrize(("part", "value"), [(part, each) for part, some in FITS.items() for each in some])
def test_a_body_at_its_limits_is_read(part: str, value: object) -> None:
    """Each part is read as it was sent, up to its limit."""
    read = getattr(PagePress.read(GIVEN | {part: value}), part)

    assert read == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("part", "value"), [(part, each) for part, some in TOO_MUCH.items() for each in some]
)
def test_a_body_beyond_its_limits_is_refused(part: str, value: object) -> None:
    """Beyond it, or of another kind, the whole press is malformed."""
    with pytest.raises(MalformedPress):
        PagePress.read(GIVEN | {part: value})


@pytest.mark.parametrize("given", [None, [], "x", 1, {}])
def test_a_body_that_is_no_press_is_refused(given: object) -> None:
    """So is anything that is no press at all."""
    with pytest.raises(MalformedPress):
        PagePress.read(given)
