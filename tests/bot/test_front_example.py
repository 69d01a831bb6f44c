"""The documentation of `Front` shows code that runs."""

import ast
from functools import partial
from inspect import getdoc
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

from bot.front.protocols import CompositeFront, Front
from bot.front.request import Request, User

PARTS = (
    *("board_posts", "tournament_messages", "tournament_news", "table_calls"),
    *("departed_members", "command_sync", "application_emojis"),
)


def recording_front(name: str, calls: list[tuple[Any, ...]]) -> SimpleNamespace:
    """Return a front of which only the parts in the example do anything: they record their calls."""

    async def record(part: str, state: object, *, by: int | None = None) -> None:
        calls.append((name, part, state, by))

    return SimpleNamespace(
        **dict.fromkeys(PARTS),
        has_messages=True,
        periodic_tasks={},
        table_messages=SimpleNamespace(refresh=lambda state: calls.append((name, "messages", state, None))),
        panels=SimpleNamespace(refresh=partial(record, "panels")),
        turn_pings=SimpleNamespace(note=partial(record, "pings")),
    )


async def test_the_example_shows_a_state_on_every_front() -> None:
    """The example in the docstring refreshes both fronts, and passes on who must not be pinged."""
    example = dedent((getdoc(Front) or "").partition("Example:")[2].partition("\n\n")[2])
    calls: list[tuple[Any, ...]] = []
    names: dict[str, Any] = {
        "CompositeFront": CompositeFront,
        "Front": Front,
        "discord": recording_front("discord", calls),
        "page": recording_front("page", calls),
        "request": Request(id=1, at=1_800_000_000.0, person=User(101, "Ann")),
        "state": "the state",
    }

    code = compile(example, "Front", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    await eval(code, names)  # noqa: S307  (our own docstring)

    assert calls == [
        (front, part, "the state", by)
        for part, by in (("messages", None), ("panels", None), ("pings", 101))
        for front in ("discord", "page")
    ]
