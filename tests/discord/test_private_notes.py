"""Notes for the books alone, beside the reasons that all may read (TB-23)."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from games.stone_hand.game import STONE_HAND
from storage.people import preferences, server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.commands import give, list_of, type_in
from tests.discord.evening import enter_all, plan
from tests.discord.forms import correct, fill
from tests.discord.tavern import Player, Room

NOTE = "a hunch about two accounts"


def _seen_by(room: Room, *people: Player) -> str:
    """All that was ever sent to where others are, and all that these people were answered."""
    everywhere = [
        (each.content, each.components, each.embeds)
        for channel in room.env.backend.messages.values()
        for each in channel.values()
    ]
    return repr(everywhere) + "\n".join(each.words for person in people for each in person.sees())


async def test_only_the_books_have_a_note(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-23, TN-19, TN-47: with coins and every act, the note is in no message but the managers' audit.

    That is: not on the notice, in the state behind it, in the audit's channel, in a wallet, or told.
    """
    back_room = room.guild.create_text_channel("back-room")
    listening = ServerSettings(audit_channel=back_room.id)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, listening))
    await give(ann, 50)
    await type_in(boss, "manage grant", member=ann, amount=7, why="grant", note=f"{NOTE} 1")
    await type_in(boss, "manage take", member=ann, amount=2, why="take", note=f"{NOTE} 2")
    await plan(boss, STONE_HAND, seats=3, chips=40)
    await enter_all(room, [ann, ben])
    await type_in(boss, "organise add", member=boss, why="add", note=f"{NOTE} 3")
    await boss.press("start_cup")
    await type_in(boss, "organise pause", why="pause", note=f"{NOTE} 4")
    await room.wait(5)
    await correct(boss, "chips", ann, way="take", amount="5", why="chips", note=f"{NOTE} 5")
    await type_in(boss, "organise remove", member=ben, why="remove", note=f"{NOTE} 6")
    await type_in(boss, "organise restore", member=ben, why="restore", note=f"{NOTE} 7")
    await type_in(boss, "organise resume", why="resume", note=f"{NOTE} 8")
    form = await boss.member.slash(room.channel, "organise cancel")
    await fill(boss, form, text="cancel", note=f"{NOTE} 9")
    await room.wait(10)
    await type_in(ann, "wallet history")

    said = _seen_by(room, ann, ben)
    for reason in ("chips", "remove", "restore", "resume", "cancel"):
        assert f"“{reason}”" in said
    assert NOTE not in said
    assert NOTE not in repr(await room.bot.app.tournaments.look(1))
    audit = await type_in(boss, "manage audit")
    await boss.press("audit")
    audit += boss.told
    for number in range(1, 10):
        assert f"-# For the books: “{NOTE} {number}”" in audit


async def test_the_list_says_when_and_why_somebody_went_out(boss: Player, ben: Player, room: Room) -> None:
    """TN-39: id, hour in the zone in which the organiser types hours, reasons and notes, each in a column."""
    people = [boss, ben, room.person("cora")]
    await plan(boss, STONE_HAND, seats=3, chips=40)
    await enter_all(room, people)
    await type_in(boss, "organise remove", member=ben, why="late, again", note=NOTE)
    await type_in(boss, "organise add", member=ben)
    await boss.press("start_cup")
    await room.wait(60)
    await type_in(boss, "organise remove", member=ben, why="=1+1")
    at = room.bot.app.tavern.now()
    rows = {row["name"]: row for row in csv.DictReader(await list_of(boss))}

    told = rows["ben"]
    assert (told["id"], told["standing"]) == (str(ben.id), "removed")
    assert told["out_at"] == datetime.fromtimestamp(int(at), UTC).isoformat()
    assert told["reasons"] == "removed: late, again; removed: =1+1"
    assert told["notes"] == f"removed: {NOTE}"
    assert (rows["cora"]["out_at"], rows["cora"]["reasons"], rows["cora"]["notes"]) == ("", "", "")

    await room.bot.app.database.write(lambda tx: preferences.keep_time_zone(tx, boss.id, "Asia/Tokyo"))
    (row,) = [row for row in csv.DictReader(await list_of(boss)) if row["name"] == "ben"]
    assert row["out_at"] == datetime.fromtimestamp(int(at), ZoneInfo("Asia/Tokyo")).isoformat()
    assert row["out_at"].endswith("+09:00")
