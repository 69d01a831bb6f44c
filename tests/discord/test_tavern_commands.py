"""`/tavern`: how a server's tavern is run, and a player's own choices."""

from __future__ import annotations

from functools import partial
from itertools import product

import discord
import pytest
from simcord.backend import serializers

from bot.front.request import NotModerator
from games.stone_hand.game import STONE_HAND
from storage.books import flows, ledger
from tests.discord.commands import ABSURD, NOT_ALLOWED, about, forge, give, transfers, type_in
from tests.discord.forms import fill_in, shown_in
from tests.discord.tavern import Player, Room, gather


async def house_bank(room: Room) -> int:
    """Return the house's own balance."""
    return await room.balance(ledger.house_account(room.guild.id))


@pytest.mark.parametrize("command", ["settings", "house-bank", "tables", "audit", "doctor"])
async def test_managers_commands_are_the_managers(ann: Player, command: str) -> None:
    """F-26: a user who may not manage the server is told so, privately."""
    refused = NotModerator.template if command == "audit" else NOT_ALLOWED
    assert await type_in(ann, f"manage {command}") == refused


@pytest.mark.parametrize("command", ["grant", "take"])
async def test_nobody_else_makes_money(ann: Player, ben: Player, command: str) -> None:
    """F-26: nor does anybody else give or take."""
    await give(ben, 10)

    assert await type_in(ann, f"manage {command}", member=ben, amount=5, why="x") == NOT_ALLOWED
    assert await ben.wallet() == 10


async def test_a_grant_stands_in_the_books(boss: Player, ann: Player, room: Room) -> None:
    """TB-2: the bank's payment is in the ledger, with the manager and the reason."""
    await type_in(boss, "manage grant", member=ann, amount=70, why="won the quiz")

    assert await ann.wallet() == 70
    assert (await transfers(room))[-1] == ("grant", 70, "won the quiz", boss.id)
    said = await type_in(boss, "manage audit")
    assert f"You gave {ann.mention} **70 coins** · “won the quiz”" in said
    await room.check_books()


async def test_a_fine_stands_in_the_books(boss: Player, ann: Player, room: Room) -> None:
    """TB-2: so is what the bank takes out."""
    await give(ann, 100)
    await type_in(boss, "manage take", member=ann, amount=30, why="broke a chair")

    assert await ann.wallet() == 70
    assert (await transfers(room))[-1] == ("take", 30, "broke a chair", boss.id)
    assert f"You took **30 coins** from {ann.mention} · “broke a chair”" in await type_in(
        boss, "manage audit"
    )


async def test_no_more_is_taken_than_there_is(boss: Player, ann: Player) -> None:
    """F-44: no wallet goes below nothing."""
    await give(ann, 10)

    said = await type_in(boss, "manage take", member=ann, amount=11, why="x")

    assert said == "That needs 11 coins, and there’s only 10 coins."
    assert await ann.wallet() == 10


async def test_a_fine_leaves_stakes_alone(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """F-49: coins on a table are not touched by a fine during the game."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    await type_in(boss, "manage take", member=ann, amount=180, why="x")

    assert await ann.wallet() == 0
    assert [each.stack for each in (await room.table()).table.seats] == [20, 20]
    await room.check_books()


async def test_no_absurd_amount_is_granted(boss: Player, ann: Player) -> None:
    """F-43: a text that is no amount is refused with the range."""
    await give(ann, 10)

    for command, amount in product(("grant", "take"), ABSURD):
        said = await forge(boss, f"manage {command}", member=ann, amount=amount, why="x")

        assert said == "Please give a whole number from 1 to 1,000,000,000.", amount
        assert await ann.wallet() == 10, amount


async def test_bots_are_granted_nothing(boss: Player, room: Room) -> None:
    """F-45: a bot has no wallet."""
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))

    assert "That’s a bot" in await type_in(boss, "manage grant", member=robot, amount=5, why="x")


async def test_a_grant_wants_a_reason(boss: Player, ann: Player) -> None:
    """Each grant is in the books with its reason; one that cannot be read is none."""
    said = await type_in(boss, "manage grant", member=ann, amount=5, why="\u200b")

    assert said == "I can’t show any of that text. Please use letters or numbers."
    assert await ann.wallet() == 0


async def test_the_house_has_a_bank(boss: Player, room: Room) -> None:
    """TB-12: managers give the house money of its own, and take it back."""
    assert "The house has no coins" in await type_in(boss, "manage house-bank")
    await type_in(boss, "manage house-bank", do="put", amount=500, why="opening day")
    said = await type_in(boss, "manage house-bank", do="take", amount=120)

    assert said == "The house has **380 coins** to play with."
    assert await house_bank(room) == 380
    audit = await type_in(boss, "manage audit")
    assert "You put **500 coins** into the house bank · “opening day”" in audit
    assert "You took **120 coins** out of the house bank" in audit
    await room.check_books()


async def test_what_the_house_won_and_lost_is_shown_by_game(boss: Player, room: Room) -> None:
    """TB-12: managers see what the house has won and lost, by game; another server's is not theirs."""
    server = room.guild.id
    for where, game, lost in (
        (server, "stone_hand", (5, -20)),
        (server, "stone_hand", (-1500,)),
        (server, "dividha", (7,)),
        (server + 1, "destiny", (3,)),
    ):
        await room.bot.app.database.write(partial(flows.count_for_house, server=where, game=game, lost=lost))
    said = await type_in(boss, "manage house-bank")

    assert (
        "- Dividha: won 0, lost 7, **−7** in all\n- Stone Hand: won 1,520, lost 5, **+1,515** in all" in said
    )
    assert "Destiny" not in said


async def test_the_house_gives_no_more_than_it_has(boss: Player, room: Room) -> None:
    """F-44: the house's bank does not go below nothing."""
    said = await type_in(boss, "manage house-bank", do="take", amount=1)

    assert said == "That needs 1 coin, and there’s only 0 coins."
    assert await house_bank(room) == 0


async def test_what_was_left_out_of_the_bank_is_asked(boss: Player, room: Room) -> None:
    """TB-12: an amount alone moves nothing: a form asks which way, filled in with what was said."""
    for given, shown in (
        ({"amount": 50, "why": "a *fair*"}, ["put", "50", "a *fair*"]),
        ({"do": "take"}, ["take", "", ""]),
        ({"do": "put"}, ["put", "10000", ""]),
    ):
        asked = await boss.member.slash(room.channel, "manage house-bank", **given)
        assert asked.modal is not None
        assert [shown_in(each["component"]) for each in asked.modal["components"]] == shown
        assert asked.modal["components"][1]["description"] == "The house has 0 coins now."
    assert await house_bank(room) == 0

    await type_in(boss, "manage house-bank")
    assert await fill_in(boss, "bank_ask", amount="0") == (
        "**How many** — Please give a whole number from 1 to 1,000,000,000."
    )
    await type_in(boss, "manage house-bank")
    assert "The house has **70 coins**" in await fill_in(boss, "bank_ask", amount="70", why="a *fair*")
    refused = await fill_in(boss, "bank_ask", do="take", amount="71")
    assert refused == "**How many** — That needs 71 coins, and there’s only 70 coins."
    await boss.press("retype")
    assert (await transfers(room))[-1] == ("house_bank", 70, "a *fair*", boss.id)


async def test_a_practice_server_says_how_to_change_that(boss: Player, ann: Player, room: Room) -> None:
    """TB-12: the greeting, the doctor and the first table say it, each with a manager's button."""
    backend = room.env.backend
    known = serializers.guild_create_payload(backend, backend.guilds[room.guild.id])
    backend.emit("GUILD_CREATE", {key: each for key, each in known.items() if key != "unavailable"})
    await room.env.settle()
    assert "The house has no coins, so tables with house players are for practice." in ann.table.words
    assert (await ann.press("bank_ask")).modal is None
    assert ann.told == NOT_ALLOWED
    assert "The house has no coins" in await type_in(boss, "manage doctor")
    assert "bank_ask" in boss.whispered

    await ann.open(STONE_HAND)
    await ann.press("house")
    assert "The house has no coins for this table, so it’s for practice" in ann.table.words
    for each, is_offered in ((ann, False), (boss, True)):
        await each.press("more")
        assert ("bank_ask" in each.whispered) == is_offered
    await fill_in(boss, "bank_ask")
    assert await house_bank(room) == 10_000

    await ann.open(STONE_HAND)
    await ann.press("house")
    assert "practice" not in ann.table.words
    await boss.press("more")
    assert "bank_ask" not in boss.whispered
    assert "The house has no coins" not in await type_in(boss, "manage doctor")
    await room.check_books()


async def test_the_audit_has_pages(boss: Player, ann: Player) -> None:
    """Ten entries a page, and a button to the earlier ones."""
    for each in range(1, 12):
        await type_in(boss, "manage grant", member=ann, amount=each, why=f"reason {each} of all")
    first = await type_in(boss, "manage audit")
    await boss.press("audit")

    assert ("reason 2 of all" in first, "reason 1 of all" in first) == (True, False)
    assert ("reason 2 of all" in boss.told, "reason 1 of all" in boss.told) == (False, True)


async def test_open_tables_are_listed_with_links(boss: Player, ann: Player, room: Room) -> None:
    """A manager finds every open table."""
    assert "No table is open." in await type_in(boss, "manage tables")
    await ann.open(STONE_HAND)
    message = (await room.table()).message

    said = await type_in(boss, "manage tables")

    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{message}"
    assert f"[Table 1]({link}) · Stone Hand · waiting for players · 1 seat taken" in said


async def test_a_manager_closes_a_table(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-10: a manager may close it, which stands in the books; the hand is played to its end first."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")

    assert await type_in(boss, "manage close", table=1) == "Table 1 closes when this is over."

    assert not ann.table.is_over
    assert "You closed table 1 ·" in await type_in(boss, "manage audit")
    await ann.press_and_confirm("leave")
    await ben.press_and_confirm("leave")

    assert ann.table.is_over
    assert await ann.wallet() + await ben.wallet() == 400
    await room.check_books()


async def test_a_manager_calls_a_hand_off(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-10: with a reason that stands in the books and on the table; what was staked lies there again."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    await ann.press("throw")
    said = await type_in(boss, "manage call-off", table=1, reason="*spilt* ale")

    assert said == "The round at table 1 has been called off. Everyone has what they began it with."
    assert r"The round was called off: “\*spilt\* ale”." in ann.table.words
    assert [each.stack for each in (await room.table()).table.seats] == [20, 20]
    audit = await type_in(boss, "manage audit")
    assert r"You called hand 1 of table 1 off · “\*spilt\* ale”" in audit

    await ben.press("deal")

    assert (await room.table()).table.hands == 2
    await room.check_books()


async def test_only_managers_call_a_hand_off(ann: Player, ben: Player, room: Room) -> None:
    """TB-10: not even the host, who may have seen the cards."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    said = await type_in(ann, "manage call-off", table=1, reason="a bad throw")

    assert said == "Only a manager of this server can call a hand off."
    assert (await room.table()).table.hand is not None


async def test_the_audit_turns_its_pages(boss: Player, ann: Player, room: Room) -> None:
    """TB-10: managers' grants and closed tables stand there by time, ten a page, none lost between."""
    for number in range(1, 8):
        await type_in(boss, "manage grant", member=ann, amount=number, why="a song")
        await ann.open(STONE_HAND)
        await type_in(ann, "manage close", table=number)
        await room.wait(1)
    first = await type_in(boss, "manage audit")
    await boss.press("audit")
    second = boss.sees()[-1].words

    assert [number for number in range(1, 8) if f"closed table {number} ·" in first] == [3, 4, 5, 6, 7]
    assert [number for number in range(1, 8) if f"closed table {number} ·" in second] == [1, 2]
    assert ["**2 coins**" in each for each in (first, second)] == [False, True]
    assert ["**3 coins**" in each for each in (first, second)] == [True, False]


async def test_whoever_opened_a_table_closes_it(ann: Player) -> None:
    """TB-10: a player who opened a table may close it."""
    await ann.open(STONE_HAND)

    assert await type_in(ann, "manage close", table=1) == "Table 1 is closed."


async def test_nobody_else_closes_a_table(ann: Player, ben: Player, room: Room) -> None:
    """TB-10: nobody else may."""
    await ann.open(STONE_HAND)

    told = await type_in(ben, "manage close", table=1)

    assert told == f"Only {ann.mention}, who hosts this table, or a manager can close it."
    assert (await room.table()).table.phase == "lobby"


async def test_a_table_that_is_not_there(boss: Player) -> None:
    """F-27: no table of that number in this server."""
    assert await type_in(boss, "manage close", table=99) == "There’s no such table here."


async def test_a_player_chooses_how_to_be_called(ann: Player, room: Room) -> None:
    """Cards by panel or direct message; pings never, late, at once or by direct message."""
    await type_in(ann, "me preferences")
    await ann.choose("cards", "dm")
    await ann.choose("pings", "never")

    chosen = await room.bot.app.tavern.preferences(ann.id)
    assert (chosen.cards, chosen.pings) == ("dm", "never")


async def test_the_practice_room_offers_no_direct_messages(ann: Player, room: Room) -> None:
    """In the practice room, direct messages are not offered for cards or for calls: they cannot be read."""
    assert "Where I see my cards" in await type_in(ann, "me preferences")

    room.bot.has_messages = False

    assert "Where I see my cards" not in await type_in(ann, "me preferences")
    selects = [part["options"] for part in ann.whispered.parts if "options" in part]
    assert not any("direct message" in line["label"] for options in selects for line in options)
    assert any(line["label"] == "Ping me at once" for options in selects for line in options)


async def test_the_help_names_every_command(ann: Player) -> None:
    """Every command is listed a press behind the help, and for managers one press more."""
    await type_in(ann, "help")
    await ann.press("commands")
    said = ann.told

    for group in ("hand", "stonehand", "me", "wallet", "tournament"):
        assert f"**/{group}**" in said
    for name in ("throw", "stonehand open", "me privacy", "wallet wages", "dividha hands"):
        assert f"</{name}:" in said
    assert "prize add" not in said
    await ann.press("commands managers")
    for name in ("manage prize add", "manage grant", "manage season begin", "organise create"):
        assert f"</{name}:" in ann.told
    assert "wages" not in ann.told


async def test_the_help_begins_with_the_games(ann: Player, room: Room) -> None:
    """Each of the four games says what it is, and is one press away."""
    said = await type_in(ann, "help")
    help_ = ann.whispered
    await ann.press_id(help_, "t:0:how:destiny")

    for title in ("Stone Hand", "Destiny", "Knights’ Heads", "Dividha"):
        assert title in said
    assert "Destiny" in ann.told

    await ann.press_id(help_, "t:0:play:destiny")

    table = (await room.table()).table
    assert (table.game, table.phase) == ("destiny", "playing")
    assert "hand" in ann.table


async def test_a_new_server_is_greeted_once(room: Room, ann: Player) -> None:
    """It is greeted in the first channel in which the bot may write, and in no other."""
    env, backend = room.env, room.env.backend
    muted = discord.PermissionOverwrite(send_messages=False)
    quiet = room.guild.create_text_channel("rules", overwrites={room.guild.default_role: muted})
    known = serializers.guild_create_payload(backend, backend.guilds[room.guild.id])
    # Discord does not say of a server that is new to the bot if it is available.
    backend.emit("GUILD_CREATE", {key: each for key, each in known.items() if key != "unavailable"})
    await env.settle()

    assert "Good evening!" in ann.table.words
    assert "</play:" in ann.table.words
    assert ann.table.button("teach stone_hand") == "t:0:teach:stone_hand"
    posted = [len(backend.messages.get(number, {})) for number in (quiet.id, room.channel.id)]
    assert posted == [0, 1]


@pytest.mark.usefixtures("german")
async def test_a_new_server_is_spoken_to_in_its_language(room: Room, ann: Player) -> None:
    """The bot takes the language that the server has told Discord, unless the server has set anything yet."""
    env, backend = room.env, room.env.backend
    known = serializers.guild_create_payload(backend, backend.guilds[room.guild.id])
    come = {key: each for key, each in known.items() if key != "unavailable"} | {"preferred_locale": "de"}
    backend.emit("GUILD_CREATE", come)
    await env.settle()
    assert (await room.bot.app.tavern.settings(room.guild.id)).language == "de"

    backend.emit("GUILD_CREATE", come | {"preferred_locale": "en-US"})
    await env.settle()
    assert (await room.bot.app.tavern.settings(room.guild.id)).language == "de"


async def test_about_says_that_the_money_is_none(ann: Player) -> None:
    """The money has no real value; each game is credited as its own text names its author."""
    said = await about(ann)

    assert "**The money here has no real value.**" in said
    assert "**Stone Hand**: *cinnabar gate*" in said
    assert "Terms of use" not in said


async def test_about_leads_to_the_pages_of_whoever_runs_it(room: Room, ann: Player) -> None:
    """If PRIVACY_URL and TERMS_URL are set, *About* links to them for every user."""
    room.bot.app.policies = "https://inn.example/privacy", "https://inn.example/terms"

    said = await about(ann)

    assert said.endswith(
        "[What I keep about you](https://inn.example/privacy) · [Terms of use](https://inn.example/terms)"
    )
