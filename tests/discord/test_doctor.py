"""The permissions and intents that the bot lacks, in a channel and by its invitation (F-35, F-36)."""

from __future__ import annotations

import discord
import pytest

from bot.discord_bot import wall_clock
from bot.discord_io.interactions import requests
from games.tournament.series import SeriesTerms
from storage.standing import scores
from storage.standing.scores import Prize
from storage.tournaments import series
from storage.tournaments.series import Series
from tests.discord.commands import page, type_in
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room, make_bot

MANAGER = discord.Permissions(
    manage_guild=True, view_channel=True, send_messages=True, use_application_commands=True
).value


@pytest.mark.parametrize("name", ["send_messages", "attach_files", "read_message_history"])
async def test_the_doctor_names_a_missing_permission(room: Room, boss: Player, name: str) -> None:
    """F-36: a missing permission in this channel is named as Discord names it."""
    overwrite = discord.PermissionOverwrite(**{name: False})
    me = room.guild.me
    assert me is not None
    room.channel = room.guild.create_text_channel("locked", overwrites={me: overwrite})

    assert f"**{requests.NEEDED_PERMISSIONS[name]}**" in await type_in(boss, "manage doctor")


@pytest.mark.parametrize("name", ["view_channel", "send_messages"])
@pytest.mark.parametrize("words", ["play", "dividha open", "throw", "manage board"])
async def test_f36_nothing_is_opened_where_the_bot_may_not_write(
    room: Room, boss: Player, name: str, words: str
) -> None:
    """F-36: an answer could be given once and never changed: what is lacking is said instead, in private."""
    me = room.guild.me
    assert me is not None
    overwrite = discord.PermissionOverwrite(**{name: False})
    room.channel = room.guild.create_text_channel("locked", overwrites={me: overwrite})

    said = await type_in(boss, words)

    assert f"I’m missing permissions in this channel: {requests.NEEDED_PERMISSIONS[name]}." in said
    assert await room.read(lambda tx: tx.scalar("SELECT count(*) FROM tables")) == 0
    assert [each for each in boss.sees() if not each.sent.ephemeral] == []


async def test_the_doctor_knows_threads(room: Room, boss: Player) -> None:
    """F-35: a thread that is archived or locked takes no table."""
    backend = room.env.backend
    thread = backend.create_thread(room.channel.id, "corner", boss.id)
    room.channel = room.channel.threads[0]
    assert "Nothing is missing here" in await type_in(boss, "manage doctor")

    backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})

    said = await type_in(boss, "manage doctor")
    assert "archived" in said
    assert "locked" in said


async def test_the_doctor_looks_at_the_whole_server(room: Room, boss: Player, ann: Player) -> None:
    """F-36: channels, threads, events, prizes, organisers, privacy and clock, each with what mends it."""
    me, backend = room.guild.me, room.env.backend
    assert me is not None
    await type_in(boss, "manage doctor")
    sound = boss.told
    assert "So far only managers can run tournaments. Choose a role for organisers in the settings." in sound
    assert "PRIVACY_URL" in sound
    assert not any(words in sound for words in ("I lack", "I can’t", "clock"))

    hidden = room.guild.create_text_channel("hidden")
    gone = room.guild.create_role("stewards")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", channels=[room.channel.id, hidden.id])
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask limits", organiser_role=[gone.id])
    prize = room.guild.create_role("champion")
    low = Prize("Crown", 5, "role", str(prize.id))
    plain = SeriesTerms()
    laid = Series(0, room.guild.id, boss.id, "Cup", plain, 1.0, has_events=True)
    await room.bot.app.database.write(lambda tx: scores.add_prize(tx, room.guild.id, "stone_hand", low))
    await room.bot.app.database.write(lambda tx: series.add(tx, laid))
    room.bot.app.policies = ("https://inn.example/privacy", "")
    backend.delete_role(room.guild.id, gone.id)
    # Neither in the cache nor, as far as Discord says, deleted.
    room.env.inject_error("GET", f"/channels/{hidden.id}", status=403, code=50001, times=None)
    backend.delete_channel(hidden.id)
    await room.env.settle()
    for role in backend.guilds[room.guild.id].roles.values():
        backend.edit_role(room.guild.id, role.id, {"permissions": int(role.permissions) & MANAGER})

    said = await type_in(boss, "manage doctor")

    assert f"I can’t see <#{hidden.id}>, one of the channels for tables." in said
    assert f"I can’t give <@&{prize.id}>, the prize “Crown”." in said
    assert "I don’t have **Create Events**" in said
    assert "I don’t have **Create Public Threads**" in said
    assert "So far only managers can run tournaments." in said
    assert "PRIVACY_URL" not in said
    assert "settings" in boss.whispered
    assert "clock" not in said
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, lambda: wall_clock() + 60))
    assert "My machine’s clock is 60 s off." in await type_in(boss, "manage doctor")


async def test_what_the_doctor_asks_for_is_what_the_invitation_grants() -> None:
    """The README's link carries the number of just these permissions."""
    needed = discord.Permissions(**dict.fromkeys(requests.NEEDED_PERMISSIONS, True))

    assert needed.value == 274878008320


def test_a_thread_has_a_permission_of_its_own() -> None:
    """In a thread the right to send messages in threads counts, elsewhere the right to send messages."""
    nothing = discord.Permissions.none()

    assert "Send Messages in Threads" in requests.missing_permissions(nothing, in_thread=True)
    assert "Send Messages" not in requests.missing_permissions(nothing, in_thread=True)
    assert "Send Messages" in requests.missing_permissions(nothing, in_thread=False)
    assert requests.missing_permissions(discord.Permissions.all(), in_thread=True) == []


def _organise(room: Room) -> int:
    """Show `/organise` as Discord does in a new server; return the id of the command."""
    ids = room.bot.command_sync.ids
    number = next(each for name, each in ids.items() if name.split()[0] == "organise")
    room.guild.set_command_permissions(number, {})
    return number


async def test_the_organisers_role_is_told_how_to_organise(room: Room, boss: Player) -> None:
    """TN-1: Discord hides `/organise` from the role until a manager opens it; all say how.

    What Discord says of the command decides, and where it says nothing of that one, of all commands.
    """
    organise, stewards = _organise(room), room.guild.create_role("stewards")
    await type_in(boss, "manage settings")
    assert "Integrations" not in boss.told
    await fill_in(boss, "settings_ask limits", organiser_role=[stewards.id])
    hint = f"To show it to <@&{stewards.id}>, open Server Settings → Integrations"
    link = f"discord://-/guilds/{room.guild.id}/settings/integrations"
    assert hint in await type_in(boss, "manage settings")
    assert link in str(boss.whispered.sent.components)
    assert hint in await type_in(boss, "manage doctor")
    assert "To show them to a role: Server Settings → Integrations" in await page(
        boss, "help", "commands", "commands managers"
    )

    room.guild.set_command_permissions(organise, {stewards: True})
    assert hint not in await type_in(boss, "manage doctor")
    room.guild.set_command_permissions(organise, {stewards: False})
    assert hint in await type_in(boss, "manage doctor")


async def test_all_commands_opened_to_a_role(room: Room, boss: Player) -> None:
    """A role that sees all commands of the bot, or may manage the server, needs no hint."""
    stewards, keepers = (
        room.guild.create_role("stewards"),
        room.guild.create_role("keepers", permissions=discord.Permissions(32)),
    )
    _organise(room)
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask limits", organiser_role=[keepers.id])
    assert "To show it to" not in await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask limits", organiser_role=[stewards.id])
    assert "To show it to" in await type_in(boss, "manage settings")
    assert room.bot.application_id is not None
    room.guild.set_command_permissions(room.bot.application_id, {stewards: True})

    assert "To show it to" not in await type_in(boss, "manage doctor")

    """Permissions that cannot be read make the doctor say how to open the command."""
    """Where the permissions can't be read, the way to open the command is told."""
    stewards = room.guild.create_role("stewards")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask limits", organiser_role=[stewards.id])
    ours = f"/applications/{room.bot.application_id}/guilds/{room.guild.id}/commands"
    room.env.inject_error("GET", f"{ours}/{_organise(room)}/permissions", status=403, code=50001, times=None)

    assert "To show it to" in await type_in(boss, "manage doctor")
