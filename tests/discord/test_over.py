"""F-1: all that is over is over for every press: a closed table, a challenge, a cancelled tournament."""

from __future__ import annotations

from collections.abc import Mapping

from tests.discord.cast import Cast, changes, opened, rows_of
from tests.discord.commands import forgive
from tests.discord.tavern import Room
from tests.discord.who_may import INSIDE, RIGHTS, ROWS, A, delivery, listed

PLAYING = ("seated", "host", "closer", "challenged", "either", "invited")
TELLING = listed("!stake !guests !send_away !hand_over !close")
"""What asks or tells something first, and changes nothing."""
BY_PLAN = listed(
    "!deal_end !deal_agree !deal_ask !enter !withdraw !check_in ?cup_cut !cup_accept !cup_edit !plan_save"
    " !cup_pause !cup_resume !cup_cancel !start_cup !fill_up ?call_off_now ?corrected"
)
"""The presses about a tournament."""
OPENING = listed("!next_game !play_own#close")
"""What opens another table, also from one that is over."""
SAID: Mapping[str, str] = {
    "!accept": "ChallengeOver",
    "!decline": "ChallengeOver",
    "!hint": "NotOffered",
    "!number": "NotYourTurn",
    "!sure": "NotYourTurn",
}
"""The refusals that say more, or less, than that it is over."""


async def _ended(room: Room) -> Cast:
    """Return the tavern after everything in it has ended."""
    cast = await opened(room)
    for kind, row, ask in (
        ("seated", "!decline", A("t:4:decline")),
        ("manager", "?call_off_now", A("t:1:call_off_now:open", fields={"text": "rain"})),
        ("manager", "/manage call-off", A(fields={"table": "1"})),
        *(("manager", "/manage close", A(fields={"table": table})) for table in ("1", "2", "7")),
    ):
        assert await cast.send(delivery(cast, kind, row, ask)) == "", row
    return cast


async def test_what_is_over_is_over(room: Room) -> None:
    """F-1, F-26: all who might before are told that it is over, and no row changes by any press or form."""
    cast, wrong, tried = await _ended(room), {}, 0
    rows = [(right, row, ask) for right, asked in ROWS.items() for row, ask in asked.items()]
    for right, row, ask in rows:
        is_of_table = right in PLAYING or row in ("!join", "!last")
        if row.startswith("/") or row in OPENING or not (is_of_table or row in BY_PLAN):
            continue
        before = await room.read(rows_of)
        refused = await cast.send(delivery(cast, (RIGHTS[right].who or INSIDE)[0], row, ask))
        expected = SAID.get(row, "TournamentOver" if row in BY_PLAN else "TableClosed")
        tried += 1
        if refused != ("" if row in TELLING else expected) or changes(before, await room.read(rows_of)):
            wrong[row] = refused, expected
    forgive(room)

    assert wrong == {}
    assert tried > 50
