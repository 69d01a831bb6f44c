"""“Keep this hand”, *Kept hands*, and what is left when a table is deleted (TB-11, TB-13)."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult

from storage.play import hands
from storage.play.hands import KEPT_MAX
from tests.discord.commands import answer_of, ask_forget, close_table, kept_by
from tests.discord.dice import Dice
from tests.discord.replays import knights_hand, place
from tests.discord.tavern import Player, Press, Room
from tests.storage.both import prune

MONTH_SECONDS = 30 * 24 * 3600.0


async def keep_hand(player: Player) -> InteractionResult:
    """Watch the last hand to its end, and keep it there."""
    await player.press("watch")
    await player.press("watch last")
    return await player.press("keep_hand")


async def choose_kept(player: Player, value: str) -> str:
    """Choose a hand of the own list; what is shown then."""
    await player.room.deliver(player.choosing(player.whispered, "t:0:watch_hand", value))
    return player.told


async def test_a_hand_is_kept_where_it_is_watched(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13: one call, on the page where one is; it stands in the list, and can be let go of."""
    await knights_hand(ann, ben, dice)
    await ann.press("watch")
    assert "keep_hand" not in ann.whispered
    await ann.press("watch last")
    with room.calls() as calls:
        await ann.press("keep_hand")
    page = ann.whispered
    listed = await kept_by(ann)
    await choose_kept(ann, "1_1")
    again = ann.told
    await ann.press("watch last")
    await ann.press("let_go")
    await ann.press("keep_hand")
    await ann.press("let_go")

    assert calls == ["callback"]
    step, _, count = place(page).partition("/")
    assert step == count.split()[0]
    assert ("let_go" in page, "keep_hand" in page) == (True, False)
    assert listed.splitlines()[1:] == [
        "-# 1 of 50",
        f"🛡️ Knights’ Heads, table 1, hand 1 · kept <t:{int(room.env.now().timestamp())}:d>",
    ]
    assert "as you saw it · 1/" in again
    assert "1 of 50" not in await kept_by(ann)
    assert "None yet" in ann.told


async def test_a_hand_is_kept_from_the_panel(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13: the panel of a table that is closed keeps its last hand."""
    await knights_hand(ann, ben, dice)
    await ben.open_panel()
    await close_table(ann)
    said = answer_of(await ben.press("keep_hand"))

    assert said.startswith("Hand 1 of table 1 is kept for you. </hand history:")
    assert "hand 1 · kept" in await kept_by(ben)
    assert "None yet" in await kept_by(ann)


async def test_a_kept_hand_outlives_its_table(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13, TB-11: a month later it is watched as before, with the own cards."""
    await knights_hand(ann, ben, dice)
    await keep_hand(ben)
    await ben.press("watch first")
    before = ben.told
    await close_table(ann)
    at = room.bot.app.tavern.now() + MONTH_SECONDS + 60
    deleted = await room.bot.app.database.write(lambda tx: prune(tx, at))
    await kept_by(ben)
    after = await choose_kept(ben, "1_1")
    stranger = room.person("cora")
    (refused,) = await room.deliver(Press(stranger, ben.table.id, "t:1:keep_hand:1"))

    assert deleted == 0
    assert "Your cards" in after
    assert after == before
    assert answer_of(refused) == "You can only keep hands that you played yourself."


async def test_a_kept_hand_outlives_the_other_player(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """F-53: Ann is forgotten; Ben's kept hand has no name of hers, and hers is kept no more."""
    await knights_hand(ann, ben, dice)
    for player in (ann, ben):
        await keep_hand(player)
    await close_table(ann)
    await ask_forget(ann)
    await ann.press("forget_me")
    await kept_by(ben)
    kept = await choose_kept(ben, "1_1")

    assert "ann" not in kept
    assert "Your cards" in kept
    assert await room.read(lambda tx: hands.kept_by(tx, ann.id)) == []


async def test_the_fifty_first_hand_is_refused(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-13: in words, with the way out."""
    await knights_hand(ann, ben, dice)
    monkeypatch.setattr(hands, "KEPT_MAX", 0)
    said = answer_of(await keep_hand(ann))

    assert KEPT_MAX == 50
    assert said.startswith("You already keep 0 hands. Let one of them go first: </hand history:")


async def test_shown_once_also_after_a_restart(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13: the showing of a hand to the channel is stored."""
    await knights_hand(ann, ben, dice)
    await ben.press("watch")
    await ben.press("show")
    await room.restart()
    await ben.press("watch")
    said = answer_of(await ben.press("show"))

    assert said == "You’ve already shown this hand here."


async def test_what_cannot_be_watched_any_more_is_let_go_of(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """TB-13, F-9: a kept hand that is damaged takes no place for ever."""
    await knights_hand(ann, ben, dice)
    await keep_hand(ann)
    await room.bot.app.database.write(lambda tx: tx.execute("UPDATE moves SET at = 1").rowcount)
    await kept_by(ann)
    (refused,) = await room.deliver(ann.choosing(ann.whispered, "t:0:watch_hand", "1_1"))
    assert answer_of(refused).startswith("Hand 1 of table 1 isn’t over")
    await kept_by(ann)
    await room.deliver(ann.choosing(ann.whispered, "t:0:let_go", "1_1"))

    assert "None yet" in ann.told


MADE_UP = [
    (("t:0:watch_hand", ("first",)), "That’s not possible right now."),
    (("t:0:watch_hand", ()), "That’s not possible right now."),
    (("t:0:watch_hand", ("7_1",)), "No hand has been finished here"),
    (("t:1:keep_hand:first", None), "That’s not possible right now."),
    (("t:1:let_go:1", None), "That’s not possible right now."),
    (("t:0:let_go", ("first",)), "That’s not possible right now."),
    (("t:1:keep_hand:2", None), "Hand 2 of table 1 isn’t over"),
]


async def test_made_up_presses_are_refused(room: Room, ann: Player, dice: Dice) -> None:
    """F-27: a hand that there is not, or a button that was made up, is refused in words."""
    await knights_hand(ann, room.person("ben"), dice)
    await ann.press("watch")
    watched = ann.whispered.id
    for (custom_id, values), said in MADE_UP:
        (refused,) = await room.deliver(Press(ann, watched, custom_id, values))

        assert answer_of(refused).startswith(said), custom_id
