"""F-16: the wall clock of the bot's machine is set while people play."""

from __future__ import annotations

import pytest

from bot.discord_bot import wall_clock
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.people.server_settings import ServerSettings
from tests.discord.commands import type_in
from tests.discord.countdown import countdown
from tests.discord.tavern import Player, Room, gather, make_bot

HOUR, DAY = 3600.0, 86_400.0
TURN_SECONDS = ServerSettings().turn_seconds


@pytest.mark.parametrize("jump", [HOUR, DAY, -HOUR, -DAY])
async def test_f16_a_turn_lasts_as_long_as_ever(
    room: Room, ann: Player, ben: Player, playing: int, jump: float
) -> None:
    """F-16: half a turn is left; the clock jumps; no turn ends sooner or later."""
    wrong = [0.0]
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, lambda: wall_clock() + wrong[0]))
    await room.wait(TURN_SECONDS / 2)
    wrong[0] = jump
    begun = (await room.table()).table
    await room.wait(TURN_SECONDS / 2 - 5)
    before = (await room.table()).table
    await room.wait(10)

    assert before == begun
    assert "ran out of time" in ann.table.words
    await room.check_books()


async def test_f16_a_day_ahead_closes_no_lobby_and_pays_no_wages(
    room: Room, ann: Player, ben: Player
) -> None:
    """F-16: a lobby is not closed by a jump, and no wage is paid a second time."""
    wrong = [0.0]
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, lambda: wall_clock() + wrong[0]))
    await gather(room, STONE_HAND, [ann, ben], wager=150)
    await spend(ben)
    paid = await type_in(ben, "wallet wages")
    await spend(ben)
    wrong[0] = DAY
    await room.wait(10)

    assert (await room.table()).table.phase == "lobby"
    assert "Here are your wages" in paid
    assert "You’ve had today’s wages" in await type_in(ben, "wallet wages")


async def spend(player: Player) -> None:
    """Take all coins from a player's wallet."""
    wallet, held = ledger.wallet(player.room.guild.id, player.id), await player.wallet()
    bank, why = ledger.bank_account(player.room.guild.id), ledger.TransferInfo("take", wall_clock())
    await player.room.bot.app.database.write(lambda tx: ledger.transfer(tx, wallet, bank, held, why))


async def test_f16_the_times_on_show_are_drawn_again(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-16: when the clock was put right, the message counts down to the right time."""
    wrong = [-HOUR]
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, lambda: wall_clock() + wrong[0]))
    await ann.press("throw")
    before = countdown(ann.table.words)
    wrong[0] = 0.0
    await room.wait(6)

    assert countdown(ann.table.words) - before == pytest.approx(HOUR, abs=2)
