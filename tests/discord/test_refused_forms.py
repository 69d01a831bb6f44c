"""F-43: a form that is refused names the field, and comes back with all that was typed."""

from __future__ import annotations

import pytest
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from games.knights_heads.game import KNIGHTS_HEADS
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.dividha import begin
from tests.discord.forms import fill_in, send_form, shown_in
from tests.discord.tavern import Player, Press, Room, gather


@pytest.fixture
def three(room: Room, ann: Player, ben: Player) -> list[Player]:
    """Three people."""
    return [ann, ben, room.person("cora")]


async def refilled(player: Player) -> dict[str, object]:
    """Return the values in the fields of the form behind *Try again*."""
    form = await player.press("retype")
    assert form.modal is not None
    return {each["component"]["custom_id"]: shown_in(each["component"]) for each in form.modal["components"]}


async def test_a_form_comes_back(boss: Player, room: Room) -> None:
    """F-43: the field and its range are named, and one press brings back all that was typed."""
    await type_in(boss, "manage settings")
    said = await fill_in(boss, "settings_ask money", currency="groats", purse="2,50", pay_keep_min="7")

    assert said == "**Starting purse** — Please give a whole number from 0 to 1,000,000."
    assert await refilled(boss) == {
        "currency": "groats",
        "purse": "2,50",
        "wages_floor": "100",
        "pay_day_max": "500",
        "pay_keep_min": "7",
    }

    await fill_in(boss, "retype", purse="2,500")
    now = await room.bot.app.tavern.settings(room.guild.id)

    assert (now.currency, now.purse, now.pay_keep_min) == ("groats", 2500, 7)
    assert "Starting purse: **2,500 groats**" in boss.told


async def test_a_form_of_several_kinds_comes_back(boss: Player, room: Room) -> None:
    """F-43: channels, choices and ticks as well as what was typed."""
    here = room.channel.id
    await type_in(boss, "manage settings")
    await fill_in(
        boss, "settings_ask tables", channels=[here], turn_seconds="5", pictures="never", house_points=True
    )

    assert await refilled(boss) == {
        "channels": [here],
        "turn_seconds": "5",
        "faces": "emojis",
        "pictures": "never",
        "house_points": True,
    }


async def test_a_form_with_a_channel_that_has_gone_comes_back(boss: Player, room: Room) -> None:
    """F-43: Discord opens no form that names it, so it comes back without."""
    gone = room.guild.create_text_channel("attic")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", channels=[gone.id], turn_seconds="5")
    again = await boss.press("retype")
    assert again.modal is not None
    room.env.backend.delete_channel(gone.id)
    await fill_in(boss, "retype", channels=[], turn_seconds="6")

    assert (await refilled(boss))["channels"] == []


async def test_what_a_coin_cannot_be_called(boss: Player) -> None:
    """F-48: an emoji of the server's is refused by a sentence about names and emojis."""
    await type_in(boss, "manage settings")
    said = await fill_in(boss, "settings_ask money", currency="<:coin:123456789012345678>")

    assert said.startswith(
        "**Name of the currency** — Each name of the currency can have up to 20 characters"
    )
    assert "server’s own emoji doesn’t" in said


async def test_an_amount_in_the_readers_language(boss: Player, room: Room) -> None:
    """TB-1: a German reads 2.500 and types it; 2,500 is two and a half there."""
    await type_in(boss, "manage settings")
    form = await boss.press("settings_ask money")
    assert "von 0 bis 1.000.000 an." in await in_german(boss, form, purse="2,500")
    await in_german(boss, form, purse="2.500")

    assert (await room.bot.app.tavern.settings(room.guild.id)).purse == 2500


async def in_german(player: Player, form: InteractionResult, **given: str) -> str:
    """Send a form back from a client that speaks German; the words of the answer."""
    assert form.modal is not None
    fields = [each["component"] for each in form.modal["components"]]
    sent = [{**each, "value": given.get(each["custom_id"], shown_in(each))} for each in fields]
    pressed = player.room.prepare(Press(player, next(player.looks_back()).id, form.modal["custom_id"]))
    pressed.payload["type"], pressed.payload["locale"] = InteractionType.MODAL_SUBMIT, "de"
    parts = [{"type": ComponentType.LABEL, "component": each} for each in sent]
    pressed.payload["data"] = {"custom_id": form.modal["custom_id"], "components": parts}
    await player.room.deliver(pressed)
    return player.told


async def test_two_numbers_in_one_line_are_no_bet(room: Room, three: list[Player], dice: Dice) -> None:
    """TB-1: 12 000 is twelve thousand, which this table does not take, and never 12 with nothing on Win."""
    await begin(three, dice)
    actor = next(each for each in three if each.is_called)
    await actor.press("usual 50")
    for typed in ("12 000", "2 000", "5 1", "8 1 2"):
        before = (await room.table()).revision
        form = await actor.press("number bet")
        await actor.member.submit_modal(form, {"text": typed, "part": ""})

        assert "Please choose from 2 to" in actor.told
        assert "**Amount**" in actor.told
        assert (await room.table()).revision == before


async def test_a_bet_comes_back(room: Room, three: list[Player], dice: Dice) -> None:
    """DV-13: the part on Win has a line of its own; out of range it is named, and typed again."""
    ann, ben, _cora = three
    await begin(three, dice)
    await ben.press("usual 50")
    form = await ben.press("number bet")
    await ben.member.submit_modal(form, {"text": "4", "part": "5"})

    assert "**How much of it on Win** — Please choose from 0 to 4." in ben.told
    assert await refilled(ben) == {"text": "4", "part": "5"}

    await fill_in(ben, "retype", part="1")

    assert "ben bets 4." in ann.table.words
    assert "▲ Win **2** · ▼ Lose **4**" in ben.told


@pytest.mark.parametrize("typed", ["1,000", "1k", "9 coins", "１０００", " ", "-5"])  # full-width
async def test_the_range_is_that_of_the_offer(room: Room, ann: Player, ben: Player, typed: str) -> None:
    """F-43: whatever is typed as a bet, the range that is told is the one over the field."""
    await gather(room, KNIGHTS_HEADS, [ann, ben])
    await ann.press("begin")
    actor = ann if ann.is_called else ben
    form = await actor.press("number bet")
    assert form.modal is not None
    [field] = form.modal["components"]
    bounds = str(field["label"]).removeprefix("From ")
    await actor.member.submit_modal(form, {"text": typed})

    assert f"Please choose from {bounds}." in actor.told
    assert await refilled(actor) == {"text": typed}


async def test_a_form_that_is_kept_no_more(boss: Player, room: Room) -> None:
    """F-43: after a restart the button says how to go on; what was typed is nowhere else."""
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask money", purse="x")
    await room.restart()
    await boss.press("retype")

    assert "I don’t have that form any more." in boss.told


async def test_a_form_asked_before_a_restart(boss: Player, room: Room) -> None:
    """F-43: it is refused in words all the same."""
    await type_in(boss, "manage settings")
    form = await boss.press("settings_ask money")
    await room.restart()

    assert await send_form(boss, form, purse="x") == "Please give a whole number from 0 to 1,000,000."


async def test_nobody_opens_a_form_of_somebody_elses(boss: Player, ann: Player, room: Room) -> None:
    """TB-11: typed text is returned to its author only."""
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask money", purse="x")
    action = boss.whispered.button("retype")
    await type_in(ann, "me preferences")
    delivery = room.prepare(Press(ann, ann.whispered.id, action))
    await room.deliver(delivery)

    assert delivery.result.modal is None


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("0", "Gifts are switched off in this server."),
        ("500", "You can give away 500 coins a day, and 0 coins of that is left. The next day begins <t:"),
    ],
)
async def test_why_nothing_can_be_given(
    boss: Player, ann: Player, ben: Player, limit: str, words: str
) -> None:
    """F-45: the message names the spent or missing gifts, and never an empty range."""
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask money", pay_day_max=limit, purse="1000")
    await type_in(ann, "wallet pay", member=ben, amount=500)
    said = await type_in(ann, "wallet pay", member=ben, amount=1)

    assert said.startswith(words)
