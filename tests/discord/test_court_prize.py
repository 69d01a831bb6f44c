"""The court prize of a tournament of Knights' Heads (KH-12), from the notice to the record."""

from __future__ import annotations

from random import Random

import pytest

from games.knights_heads.game import KNIGHTS_HEADS
from storage.standing import scores
from storage.standing.boards import Placed
from storage.tournaments import results
from tests.discord.commands import page, past_tournaments, tournaments_of
from tests.discord.dice import Dice
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.knights import dealt, pick
from tests.discord.tavern import PURSE, Player, Room, gather

KINGS = "K03 K04 K05 K06 Q03 Q04 Q05 Q06 S03"
KNIGHTS = "N03 N04 N05 N06 A03 A04 B03 B04 M08"
KINGS_GIVE, KNIGHTS_GIVE = ("Q05", "Q06", "S03"), ("A03", "B03", "M08")
LUCK = "D03 J03"


async def sit_down(room: Room, host: Player, people: list[Player]) -> tuple[Player, Player]:
    """Two people begin at one table in the channel itself: who deals first, and who does not."""
    await enter_all(room, people)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/threads", status=403, code=50013)
    await host.press("start_cup")
    state = await room.bot.app.tournaments.look(1)
    seats = sorted((each.seat or 0, each.player) for each in state.tournament.entrants)
    dealer, other = (next(each for each in people if each.id == player) for _seat, player in seats)
    return dealer, other


async def seal(player: Player, cards: tuple[str, ...]) -> None:
    """Pick three cards to pass, on the own panel."""
    await player.open_panel()
    await pick(player, player.whispered, cards)


async def test_it_goes_to_somebody_who_did_not_win(room: Room, dice: Dice) -> None:
    """KH-12, TN-17: a court of Knights is beaten by one of Kings, and takes what was put up for the score."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, KNIGHTS_HEADS, chips=10, purse=30, score_purse=20, score_words="a helmet")

    assert "**For the highest score:** 20 coins, a helmet" in host.notice.words

    knight, king = await sit_down(room, host, [host, ben])
    dice.stack(f"{dealt(KINGS, KNIGHTS)} {LUCK}")
    dice.load("1")
    await king.press("deal")
    await king.press("sure all_in")
    await king.confirm()
    await knight.press("sure match")
    await knight.confirm()
    await seal(king, KINGS_GIVE)
    await seal(knight, KNIGHTS_GIVE)
    await room.wait(10)

    names = {host.id: "host", ben.id: "ben"}
    words = host.notice.words
    assert f"1\\. 👑 **{names[king.id]}** · 30 coins" in words
    assert f"2\\. **{names[knight.id]}** · 1 point · 20 coins, a helmet" in words
    assert [await king.wallet(), await knight.wallet()] == [PURSE + 30, PURSE + 20]
    assert f"- **{names[knight.id]}** · 1 point" in await page(king, "tournament show", "scores")
    assert f"highest score: {knight.mention}, 1 point" in await past_tournaments(king)
    assert "place 2 of 2 · 20 coins · a helmet · 1 point" in await tournaments_of(knight)
    assert any(
        f"{knight.mention}: 20 coins, a helmet, for the highest score" in each.words for each in ben.sees()
    )
    assert await room.read(lambda tx: results.best(tx, 1)) == ((knight.id, 1),)
    assert await room.read(lambda tx: scores.top(tx, room.guild.id, KNIGHTS_HEADS.key)) == []
    await room.check_books()


@pytest.mark.soak
async def test_the_score_goes_along_to_the_final_table(room: Room) -> None:
    """KH-12, TN-6: over three tables and the final one points add up; the highest take the prize."""
    host = room.person("host", is_manager=True)
    people = [host, *(room.person(f"p{number}") for number in range(5))]
    await plan(
        host,
        KNIGHTS_HEADS,
        {"scoring": "places", "court_first": False},
        seats=2,
        chips=20,
        level_length=1,
        score_purse=50,
    )
    await enter_all(room, people)
    await host.press("start_cup")

    assert len(room.threads) == 3

    await play_tournament(room, people, Random(3))
    best = await room.read(lambda tx: results.best(tx, 1))
    state = await room.bot.app.tournaments.look(1)

    assert best
    assert {each.player: each.score for each in state.tournament.entrants if each.score} == state.scores
    paid = {award.player: award.money for award in state.tournament.awards if award.reason == "score"}
    assert set(paid) == {player for player, _points in best}
    assert sum(paid.values()) == 50
    # TN-40: its story.
    story = ("led longest", "Biggest pot: ", "Best hand: ", " knocked out ")
    assert [each for each in story if each not in host.notice.words] == []
    assert await room.read(lambda tx: scores.top(tx, room.guild.id, KNIGHTS_HEADS.key)) == []
    await room.check_books()


async def test_outside_of_tournaments_a_tally_is_kept(room: Room, dice: Dice) -> None:
    """KH-12: at any other table courts of Knights are counted for the server, and no tournament's grow."""
    ann, ben = room.person("ann"), room.person("ben")
    await gather(room, KNIGHTS_HEADS, [ann, ben], buy_in=10)
    dice.stack(f"{dealt(KINGS, KNIGHTS)} {LUCK}")
    dice.load("1")
    await ann.press("begin")
    await ben.press("sure all_in")
    await ben.confirm()
    await ann.press("sure match")
    await ann.confirm()
    await seal(ben, KINGS_GIVE)
    await seal(ann, KNIGHTS_GIVE)

    assert await room.read(lambda tx: scores.top(tx, room.guild.id, KNIGHTS_HEADS.key)) == [
        Placed(1, ann.id, 1, 1)
    ]
    assert await room.read(lambda tx: results.points(tx, 1)) == {}
