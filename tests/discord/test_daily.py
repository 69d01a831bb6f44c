"""`/daily`: one go at a deal that all people get, graded, shared without the deal, opened the next day."""

from __future__ import annotations

import json

import pytest

from bot.tavern.daily import DayOver, SharedBefore
from bot.text.translate import day as day_words
from games.catalog import DAILY, commitment, date_of, deal_of
from games.engine.core.errors import NotOffered
from games.engine.core.game import graded, stars
from storage.db.retention import DAY_SECONDS
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play import daily
from tests.discord.commands import transfers, type_in
from tests.discord.daily import (
    DIVIDHA,
    KNIGHTS,
    RESULT,
    SEED,
    STONE_HAND,
    answering,
    at_day,
    dealt,
    goes,
    play,
    press,
    said_of,
    seed_of,
    today,
)
from tests.discord.tavern import Player, Press, Room
from tests.pseudo import PSEUDO, pseudo_language

KEEP, THROW = range(2)


async def proof(player: Player) -> list[str]:
    """Return the seal that *Fair play* shows in the newest private message, and the seed once opened."""
    await player.press("daily_fair")
    return SEED.findall(player.told)


async def test_a_deal_is_answered_once(room: Room, ann: Player) -> None:
    """TB-20: the first answer stands, whatever is pressed or typed afterwards; no coins move."""
    books = await transfers(room)
    await type_in(ann, "daily", game=STONE_HAND)
    question = ann.whispered
    await ann.press("daily_go 1")
    result = ann.told
    await room.deliver(Press(ann, question.id, f"t:0:daily_go:{today(room)}_{STONE_HAND}_{KEEP}"))

    assert await goes(room) == [(ann.id, STONE_HAND, "rethrow")]
    assert RESULT.search(result)
    assert ann.told == result
    await type_in(ann, "daily", game=STONE_HAND)
    assert ann.told == result
    assert answering(ann.whispered) == []
    assert await transfers(room) == books


async def test_deals_that_are_answered_do_not_stand_out(ann: Player) -> None:
    """Only the deals of the day that are yet to be played are blue."""
    await type_in(ann, "daily")
    assert ann.whispered.blue == ["daily stone_hand", "daily knights_heads", "daily dividha"]

    await ann.press("daily stone_hand")
    await ann.press("daily_go 1")
    await ann.press("daily")

    assert ann.whispered.blue == ["daily knights_heads", "daily dividha"]


async def test_two_presses_at_once_give_one_answer(room: Room, ann: Player) -> None:
    """Both buttons in one moment: one of them counts."""
    await type_in(ann, "daily", game=STONE_HAND)
    shown = ann.whispered
    await room.deliver(*(Press(ann, shown.id, each) for each in answering(shown)))

    ((_, _, answer),) = await goes(room)
    assert answer in {"keep", "rethrow"}
    assert RESULT.search(ann.told)


async def test_a_press_is_one_call(room: Room, ann: Player) -> None:
    """The private message is changed by the answer to the press."""
    await type_in(ann, "daily", game=STONE_HAND)
    with room.calls() as calls:
        await ann.press("daily_go 1")

    assert calls == ["callback"]


@pytest.mark.parametrize("game", DAILY)
async def test_before_the_answer_nothing_but_the_deal_is_seen(
    room: Room, ann: Player, ben: Player, game: str
) -> None:
    """Law 5: Ben's answer and its grade change nothing for Ann; the seed is nowhere."""
    await type_in(ann, "daily", game=game)
    before = ann.whispered
    await play(room, ben, game)
    await type_in(ann, "daily", game=game)
    after = ann.whispered

    assert RESULT.search(ben.told)
    assert [json.dumps(each) for each in after.parts] == [json.dumps(each) for each in before.parts]
    assert not RESULT.search(after.words)
    seed = await seed_of(room, today(room))
    assert seed not in json.dumps(after.parts)
    assert SEED.findall(after.words) == []
    assert await proof(ann) == [commitment(seed)]


async def test_everybody_everywhere_has_the_same_deal(room: Room, ann: Player) -> None:
    """It is the same in another server, too, and one go there is the one go."""
    guild = room.env.create_guild("The Other Inn")
    there = guild.add_member(ann.member.user)
    other = Room(room.env, room.path, guild, guild.create_text_channel("tavern"))
    stranger = Player(other, guild.add_member(room.env.create_user("zoe")))
    await type_in(ann, "daily", game=STONE_HAND)
    question = ann.told
    await type_in(stranger, "daily", game=STONE_HAND)
    assert stranger.told == question
    await ann.press("daily_go 1")
    await type_in(Player(other, there), "daily", game=STONE_HAND)

    assert Player(other, there).told == ann.told != stranger.told


@pytest.mark.parametrize("game", DAILY)
async def test_the_grade_is_that_of_the_answer(room: Room, ann: Player, game: str) -> None:
    """The result shows as many stars as the answer has; it is kept, and the best answer's worth is told."""
    day = today(room)
    seed = await seed_of(room, day)
    worths = graded(DAILY[game].grading(deal_of(game, date_of(day), seed)))
    await play(room, ann, game)

    full = stars(worths, 0)
    assert "★" * full + "☆" * (5 - full) in ann.told
    assert ("Nothing is better." in ann.told) == (worths[0] == max(worths))
    assert await room.read(lambda tx: daily.worths(tx, day, game)) == worths


async def test_three_of_nine_are_picked_and_then_given(room: Room, ann: Player) -> None:
    """The cards picked from the list are shown once more, and can be picked again, before they count."""
    await type_in(ann, "daily", game=KNIGHTS)
    (pick,) = answering(ann.whispered)
    await press(room, ann, pick, "0", "1", "2")
    before = await goes(room)
    await press(room, ann, pick, "8", "1", "4")
    await ann.press("daily_go")

    deal = await dealt(room, KNIGHTS)
    assert before == []
    assert await goes(room) == [(ann.id, KNIGHTS, f"{deal[1]} {deal[4]} {deal[8]}")]
    await press(room, ann, pick, "0", "1", "2")
    assert RESULT.search(ann.told)


async def test_a_card_is_left_out_for_a_column(room: Room, ann: Player) -> None:
    """Dividha: a card is picked from six, perhaps another, and then a column."""
    await type_in(ann, "daily", game=DIVIDHA)
    (pick,) = answering(ann.whispered)
    await press(room, ann, pick, "5")
    await press(room, ann, pick, "2")
    before = await goes(room)
    labels = ann.whispered.labels.values()
    assert [each for each in labels if each.startswith(("▲", "▼"))] == ["▲ Win", "▼ Lose"]
    await ann.press("daily_go 8")

    assert before == []
    assert await goes(room) == [(ann.id, DIVIDHA, f"{(await dealt(room, DIVIDHA))[2]} lose")]


async def test_the_result_is_shared_without_the_deal(room: Room, ann: Player, ben: Player) -> None:
    """One press, once: stars, day and streak. Ben plays from there, and gets a question of his own."""
    await play(room, ann, DIVIDHA, 3)
    result = RESULT.findall(ann.told)
    with room.calls() as calls:
        await ann.press("daily_share")
    posted = ben.sees()[-1]

    assert calls == ["callback"]
    assert RESULT.findall(posted.words) == result
    assert day_words(today(room)) in posted.words
    assert ann.mention in posted.words
    assert "Streak: **1 day**" in posted.words
    assert [card for card in await dealt(room, DIVIDHA) if card in posted.words] == []
    await ann.press("daily_share")
    assert said_of(SharedBefore()) in ann.told
    await ben.press("daily dividha")
    assert answering(ben.whispered) != []
    assert [RESULT.search(each.words) is not None for each in ben.sees()] == [True, False]


async def test_what_is_shared_is_told_in_the_language_of_the_server(room: Room, ann: Player) -> None:
    """Shared results are public, so they are in the server's language."""
    spoken = ServerSettings(language=PSEUDO)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, spoken))
    await play(room, ann, STONE_HAND)
    with pseudo_language():
        await ann.press("daily_share")

    assert "⟦Streak: **1 day**⟧" in next(each.words for each in ann.looks_back() if not each.sent.ephemeral)


async def test_the_day_changes_at_midnight_in_utc(
    room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the last second it is the same deal; then an answer comes too late, and there is a new one."""
    day = today(room) + 1
    at_day(room, monkeypatch, day)
    await type_in(ann, "daily", game=STONE_HAND)
    question, deal = ann.told, await dealt(room, STONE_HAND)
    at_day(room, monkeypatch, day, DAY_SECONDS - 0.001)
    await type_in(ann, "daily", game=STONE_HAND)
    assert ann.told == question
    at_day(room, monkeypatch, day + 1)
    await ann.press("daily_go 1")

    assert said_of(DayOver()) in ann.told
    assert await goes(room) == []
    await type_in(ann, "daily", game=STONE_HAND)
    assert day_words(day + 1) in ann.told
    assert await dealt(room, STONE_HAND) != deal


async def test_the_seal_opens_the_next_day(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-20: the seed deals the deal again, and its hash is the seal that stood there; today's stays shut."""
    day = today(room) + 1
    at_day(room, monkeypatch, day)
    await type_in(ann, "daily", game=DIVIDHA)
    (seal,) = await proof(ann)
    deal = await dealt(room, DIVIDHA)
    await play(room, ben, DIVIDHA, 11)
    at_day(room, monkeypatch, day + 1)
    await type_in(ann, "daily")
    await ann.press("daily_old")
    assert SEED.findall(ann.told) == []
    assert ann.told.count("Best: **") == 3
    assert "You: **" not in ann.told
    shown, seed = await proof(ann)

    assert shown == seal == commitment(seed)
    assert deal_of(DIVIDHA, date_of(day), seed) == deal
    assert f"`taproom daily stone-hand {date_of(day)} <seed>`" in ann.told
    await type_in(ben, "daily")
    await ben.press("daily_old")
    assert "You: **" in ben.told
    assert await seed_of(room, day + 1) not in ann.told


async def test_days_in_a_row_are_counted(room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three days, whatever the game; a day without any begins anew."""
    day, told = today(room) + 1, []
    for number, game in ((0, STONE_HAND), (1, DIVIDHA), (2, STONE_HAND), (4, STONE_HAND)):
        at_day(room, monkeypatch, day + number)
        await play(room, ann, game)
        told.append(next(line for line in ann.told.splitlines() if "Streak" in line))

    assert told == [f"Streak: **{days}**" for days in ("1 day", "2 days", "3 days", "1 day")]


async def test_no_row_ends_while_the_bot_is_away(room: Room, ann: Player) -> None:
    """TB-20: it is away for a whole day, for none, and for a whole day again; Ann plays whenever she can."""
    await play(room, ann, STONE_HAND)
    day, told = today(room), []
    for days in (2, 1, 2):
        await room.restart(away_seconds=days * DAY_SECONDS)
        await play(room, ann, STONE_HAND)
        told.append(next(line for line in ann.told.splitlines() if "Streak" in line))

    assert today(room) == day + 5
    assert told == [f"Streak: **{days} days**" for days in (2, 3, 4)]


async def test_all_of_today_on_one_message(room: Room, ann: Player) -> None:
    """Without a game: what is done and what is not; each opens on that same message, and leads back."""
    await play(room, ann, STONE_HAND)
    stars_shown = RESULT.findall(ann.told)
    said = await type_in(ann, "daily")
    first = ann.whispered.id
    await ann.press("daily dividha")
    question = ann.told
    await press(room, ann, answering(ann.whispered)[0], "0")
    await ann.press("daily_go 0")
    await ann.press("daily")

    assert RESULT.findall(said) == stars_shown
    assert said.count("yours to play") == 2
    assert "Which card do you leave out?" in question
    assert ann.whispered.id == first
    assert ann.told.count("yours to play") == 1


@pytest.mark.parametrize(
    "action",
    [
        "t:0:daily_go:{day}_stone_hand_2",
        "t:0:daily_go:{day}_stone_hand",
        "t:0:daily_go:{day}_destiny_0",
        "t:0:daily_go:today",
        "t:0:daily:destiny",
        "t:0:daily_share:{day}_stone_hand",
        "t:0:daily_pick:{day}_stone_hand",
        "t:0:daily_pick:{day}_knights_heads",
        "t:0:daily_pick:{day}_dividha",
        "t:0:daily_fair:today",
        "t:0:daily_fair",
    ],
)
async def test_what_was_never_offered_is_refused(room: Room, ann: Player, action: str) -> None:
    """F-26: made-up presses change nothing."""
    await type_in(ann, "daily", game=STONE_HAND)
    await press(room, ann, action.format(day=today(room)))

    assert said_of(NotOffered()) in ann.told
    assert await goes(room) == []


async def test_tomorrows_deal_cannot_be_answered(room: Room, ann: Player) -> None:
    """Nor shown."""
    await type_in(ann, "daily", game=STONE_HAND)
    for verb, rest in (("go", "_0"), ("pick", "")):
        await press(room, ann, f"t:0:daily_{verb}:{today(room) + 1}_{STONE_HAND}{rest}")
        assert said_of(DayOver()) in ann.told

    assert await goes(room) == []
