"""`/play`, and a game with the same company once more."""

from __future__ import annotations

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.tavern.deadlines import COMPANY_SECONDS
from games.bot_characters import HOUSE_PLAYERS, suits_beginners
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.betting.bets import Limit
from games.engine.core.errors import NotOffered
from games.engine.table.refusals import HandUnderWay, NotHost
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.commands import answer_of, close_table, type_in
from tests.discord.dice import Dice
from tests.discord.knights import begin
from tests.discord.message import Message
from tests.discord.tavern import PURSE, Player, Press, Room, gather

BUY_IN = 20
"""The price of a seat at Stone Hand by default."""


async def test_one_command_and_the_game_is_on(room: Room, ann: Player) -> None:
    """`/play`: Ann and two of the house's people sit at a table of Stone Hand, and Ann is to throw.

    TB-12: she has never played, so they suit beginners.
    """
    await room.fund_house(100)
    await type_in(ann, "play")

    table = (await room.table()).table
    assert (table.game, table.phase, table.money) == ("stone_hand", "playing", "coins")
    assert [each.player for each in table.present] == [ann.id, None, None]
    assert "throw" in ann.table
    assert all(suits_beginners(HOUSE_PLAYERS[each.name]) for each in table.present[1:])
    assert await ann.wallet() == PURSE - BUY_IN
    assert await room.balance(ledger.house_account(room.guild.id)) == 100 - 2 * BUY_IN


async def test_a_newcomer_reads_nothing_of_strangers_first(room: Room, ann: Player) -> None:
    """SH-3: neither the house players' home throws nor what a manager could do, before they have thrown."""
    await type_in(ann, "play")
    first = ann.table.words
    await ann.press("throw")

    assert "home throw" not in first
    assert "manager" not in first
    assert "A home throw, a player’s own three numbers, beats everything." in ann.table.words


async def test_without_the_houses_coins_it_is_practice(room: Room, ann: Player) -> None:
    """TB-12: if the house cannot pay for its players, wallets are not touched."""
    await type_in(ann, "play")

    assert (await room.table()).table.money == "practice"
    assert await ann.wallet() == PURSE


async def test_a_game_with_cards_opens_the_panel(room: Room, ann: Player) -> None:
    """In a game with cards they are shown at once; the table stays public."""
    result = await ann.member.slash(room.channel, "play", game="dividha")

    assert "Your cards" in answer_of(result)
    assert "hand" in ann.table


@pytest.mark.parametrize(
    ("house_players", "own", "limit"),
    [
        (True, None, "fixed_limit"),
        # People choose for themselves, and so does a server.
        (False, None, "pot_limit"),
        (True, DividhaRules(ante_rise=20), "pot_limit"),
    ],
)
async def test_tb5_house_players_fill_a_table_of_dividha_by_fixed_limit(
    room: Room, ann: Player, own: DividhaRules | None, limit: Limit, *, house_players: bool
) -> None:
    """TB-5: unless the server has default rules of its own for Dividha, `/play` begins with fixed limit."""
    if own is not None:
        chosen = server_settings.with_rules(ServerSettings(), DIVIDHA, own)
        await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))
    await type_in(ann, "play", game="dividha", house_players=house_players)

    rules = (await room.table()).table.rules
    assert isinstance(rules, DividhaRules)
    assert rules.limit == limit


async def test_it_may_wait_for_people_instead(room: Room, ann: Player) -> None:
    """Without house players the table is open, and Ann waits at it."""
    await type_in(ann, "play", game="destiny", house_players=False)

    table = (await room.table()).table
    assert (table.game, table.phase, table.terms.buy_in) == ("destiny", "lobby", DESTINY.buy_in)
    assert [each.player for each in table.present] == [ann.id]


async def test_a_game_that_nobody_knows_is_refused(room: Room, ann: Player) -> None:
    """A button that we never made opens nothing."""
    await type_in(ann, "play", house_players=False)
    await room.deliver(Press(ann, ann.table.id, "t:0:play:chess"))

    assert ann.told == sentence(NotOffered(), "coins")
    assert await room.read(lambda tx: tx.scalar("SELECT count(*) FROM tables")) == 1


async def test_alone_with_the_house_it_goes_on_at_once(room: Room, ann: Player) -> None:
    """Play again: Ann and the same house players, in the same seats, and the next game has begun."""
    await room.fund_house(100)
    await type_in(ann, "play")
    before = (await room.table()).table
    await close_table(ann)
    await ann.press("again")

    after = (await room.table(2)).table
    assert after.phase == "playing"
    assert [each.name for each in after.present] == [each.name for each in before.present]


async def test_the_same_company_is_asked_back(room: Room, ann: Player, ben: Player) -> None:
    """Ben asks for another game: Ann is called, and the game begins, in the old order, once she is back."""
    await gather(room, STONE_HAND, [ann, ben], wager=3)
    await ann.press("house")
    await ann.press("begin")
    await close_table(ann)
    old = ann.pressing("again")
    await ben.press("again")

    waiting = (await room.table(2)).table
    assert waiting.phase == "lobby"
    assert f"Waiting for {ann.mention}, or for {ben.mention} to start." in ben.table.words
    posted = room.env.backend.get_message(room.channel.id, ben.table.id)
    assert posted.allowed_mentions.users == frozenset({ann.id})
    await room.deliver(old)

    again = (await room.table(2)).table
    assert again.phase == "playing"
    assert again.terms.buy_in == 3
    assert [each.player for each in again.present] == [ann.id, ben.id, None]
    assert [each.seat for each in again.present] == [1, 2, 3]
    assert again.present[2].name in HOUSE_PLAYERS
    assert "goes on in a newer message" in ann.told
    assert await room.read(lambda tx: tx.scalar("SELECT count(*) FROM tables")) == 2


async def test_the_host_need_not_wait(room: Room, ann: Player, ben: Player) -> None:
    """The player who asked for another game may begin it with the players who are there."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("house")
    await ann.press("begin")
    await close_table(ann)
    await ben.press("again")
    await ben.press("begin")

    again = (await room.table(2)).table
    assert again.phase == "playing"
    assert [each.player for each in again.present] == [ben.id, None]


def choices(message: Message) -> list[str]:
    """Return the games that a message offers to the same people."""
    parts = (each for each in message.parts if ":next_game" in each.get("custom_id", ""))
    return [line["value"] for each in parts for line in each["options"]]


async def end_game(room: Room, ann: Player, ben: Player) -> None:
    """Ann and Ben have played Stone Hand with a house player, and Ann has closed the table."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("house")
    await ann.press("begin")
    await close_table(ann)


async def test_another_game_with_the_same_people(room: Room, ann: Player, ben: Player) -> None:
    """One choice below the end of a table opens another game for all of it, and a press each begins it."""
    await end_game(room, ann, ben)
    assert choices(ann.table) == ["destiny", "knights_heads", "dividha"]
    old = ben.pressing("again")
    await ann.choose("next_game", "destiny")

    waiting = (await room.table(2)).table
    assert (waiting.game, waiting.phase, waiting.terms.buy_in) == ("destiny", "lobby", DESTINY.buy_in)
    assert f"Same company again? Waiting for {ben.mention}." in ben.table.words
    await room.deliver(Press(ben, old.message, "t:1:next_game", ("destiny",)))

    again = (await room.table(2)).table
    assert again.phase == "playing"
    assert [each.player for each in again.present] == [ann.id, ben.id, None]
    assert await tables_opened(room) == 2
    await room.check_books()


async def test_two_presses_from_a_result_to_the_next_game(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """TB-10: between two hands the host's choice closes the table, pays all out and opens the next one."""
    await begin([ann, ben], dice)
    await ben.press("bet 2")
    await ann.press("fold")
    await ben.press("more")
    assert choices(ben.whispered) == []
    await ann.press("more")
    await ann.choose("next_game", "knights_heads")

    assert (await room.table()).table.phase == "closed"
    waiting = (await room.table(2)).table
    assert (waiting.phase, [each.player for each in waiting.present]) == ("lobby", [ann.id])
    assert await ann.wallet() + await ben.wallet() == 2 * PURSE
    await ben.press("join")
    assert (await room.table(2)).table.phase == "playing"
    await room.check_books()


async def test_no_game_is_broken_off_for_another(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-10, TB-15: in the middle of a hand it is refused, and to guests at any time; the table goes on."""
    await begin([ann, ben], dice)
    table = ann.table.id
    await room.deliver(Press(ann, table, "t:1:next_game", ("destiny",)))
    assert ann.told == sentence(HandUnderWay(), "coins")
    await ben.press("bet 2")
    await ann.press("fold")
    await room.deliver(Press(ben, table, "t:1:next_game", ("destiny",)))

    assert ben.told == sentence(NotHost(ann.id), "coins")
    assert await tables_opened(room) == 1
    assert (await room.table()).table.phase == "playing"


async def test_a_company_begins_without_who_has_gone_to_bed(room: Room, ann: Player, ben: Player) -> None:
    """Once two are back, the third is waited for a minute; they can sit down later."""
    cora = room.person("cora")
    await gather(room, STONE_HAND, [ann, ben, cora])
    await ann.press("begin")
    await close_table(ann)
    await ben.press("again")
    assert "I start" not in ben.table.words
    await ann.press("join")
    assert "I start <t:" in ben.table.words
    assert "with everyone here; the others can join then." in ben.table.words
    await room.wait(COMPANY_SECONDS + 1)

    again = (await room.table(2)).table
    assert (again.phase, [each.player for each in again.present]) == ("playing", [ann.id, ben.id])
    await cora.press("join")
    assert (await room.table(2)).table.present[-1].player == cora.id
    await room.check_books()


async def lose_all(room: Room, player: Player) -> None:
    """Take a player's whole purse."""
    own, bank = ledger.wallet(room.guild.id, player.id), ledger.bank_account(room.guild.id)
    why = ledger.TransferInfo("take", room.env.now().timestamp())
    await room.bot.app.database.write(lambda tx: ledger.transfer(tx, own, bank, PURSE, why))


async def test_who_lost_the_coins_meanwhile_is_not_waited_for(room: Room, ann: Player, ben: Player) -> None:
    """A company of which too few can pay by then closes, and nobody pays."""
    cora = room.person("cora")
    await gather(room, STONE_HAND, [ann, ben, cora])
    await ann.press("begin")
    await close_table(ann)
    await ben.press("again")
    await ann.press("join")
    for each in (ann, ben):
        await lose_all(room, each)
    await room.wait(COMPANY_SECONDS + 1)

    assert (await room.table(2)).table.phase == "closed"
    await room.check_books()


async def tables_opened(room: Room) -> int:
    """Return the number of tables ever opened."""
    return int(await room.read(lambda tx: tx.scalar("SELECT count(*) FROM tables")))


async def test_play_brings_friends_together(room: Room, ann: Player, ben: Player) -> None:
    """`/play` by three people in one channel makes one table: each is told of the free seats, and sits down.

    Stone Hand has twelve seats, and Ann plays with two of the house's people.
    """
    cat = room.person("cat")
    await room.fund_house(100)
    await type_in(ann, "play")
    told = await type_in(ben, "play")
    await ben.press("join")
    third = await type_in(cat, "play")
    await cat.press("join")

    assert told.startswith(f"{ann.mention} is playing here, 9 seats are free. A seat costs 20 coins.")
    assert third.startswith(f"{ann.mention} is playing here, 8 seats are free.")
    assert {each.player for each in (await room.table()).table.present} == {ann.id, ben.id, cat.id, None}
    assert await tables_opened(room) == 1


async def test_whoever_waits_is_not_left_alone(room: Room, ann: Player, ben: Player) -> None:
    """A table that waits for people is told of in those words, also by *Play now*."""
    await type_in(ann, "play", game="destiny", house_players=False)
    told = await type_in(ben, "play", game="destiny")

    assert told.startswith(f"{ann.mention} is waiting for players here, ")
    assert await tables_opened(room) == 1


async def test_a_table_of_ones_own_is_one_press_away(room: Room, ann: Player, ben: Player) -> None:
    """*My own table* opens one as the command asked for it: here without house players."""
    await type_in(ann, "play", house_players=False)
    await type_in(ben, "play", house_players=False)
    await ben.press("play_own")

    assert [each.player for each in (await room.table(2)).table.present] == [ben.id]
    assert (await room.table()).table.phase == "lobby"


async def test_another_game_and_guests_of_ones_own_are_no_question(
    room: Room, ann: Player, ben: Player
) -> None:
    """Only a table of the same game that lets them in is offered, and to nobody who invites their own."""
    cat = room.person("cat")
    await type_in(ann, "play", game="destiny", house_players=False)
    await type_in(ben, "play", game="dividha", house_players=False, invited=True)
    await type_in(cat, "play", game="dividha", house_players=False)

    assert [(await room.table(each)).table.terms.host for each in (1, 2, 3)] == [ann.id, ben.id, cat.id]


async def test_one_table_each(room: Room, ann: Player) -> None:
    """A player with an open table is asked first; a new one closes it, and its stacks are paid back."""
    await room.fund_house(100)
    await type_in(ann, "play")
    told = await type_in(ann, "play", game="destiny", house_players=False)
    asked = ann.pressing("play_own")

    assert told.startswith("Your table 1 is still open.")
    assert await tables_opened(room) == 1
    await room.deliver(asked, asked)

    old, new = await room.table(), await room.table(2)
    assert old.table.closing is not None
    assert (new.table.game, new.table.phase, new.table.terms.host) == ("destiny", "lobby", ann.id)
    assert await tables_opened(room) == 2
    # The house players end the game; nobody else is there to press anything.
    await room.wait(300)
    assert (await room.table()).is_over
    await room.check_books()


async def test_nobody_closes_the_table_of_another(room: Room, ann: Player, ben: Player) -> None:
    """TB-10, TB-15: a made-up press for a new table leaves a table of others alone, a manager's too."""
    boss = room.person("boss", is_manager=True)
    await type_in(ann, "play", house_players=False)
    for each in (ben, boss):
        await room.deliver(Press(each, ann.table.id, "t:1:play_own:stone_hand__people"))

    assert (await room.table()).table.phase == "lobby"
    assert await tables_opened(room) == 1


async def test_a_way_that_no_button_has_is_refused(room: Room, ann: Player) -> None:
    """A button that we never made opens nothing."""
    await type_in(ann, "play", house_players=False)
    await room.deliver(Press(ann, ann.table.id, "t:0:play_own:stone_hand__alone"))

    assert ann.told == sentence(NotOffered(), "coins")
