"""TB-11: showing one's cards when a hand is over, as players do."""

from __future__ import annotations

from tests.discord.dice import Dice
from tests.discord.knights import begin, swap
from tests.discord.tavern import Player, Room


async def test_folded_cards_are_shown_by_their_owner(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """TB-11: Ann folds, Ben takes the pot unseen; then Ann shows hers to all, until the next hand begins."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("check")
    await ann.press("check")
    await ben.press("bet 2")
    await ann.press("fold")
    assert "** shows " not in ben.table.words

    await ann.open_panel()
    await ann.press("show_cards")
    assert "**ann** shows King 3 Hadrian Threewives · " in ben.table.words
    assert "**ben** shows " not in ben.table.words
    assert "show_cards" not in ann.whispered

    await ben.press("deal")
    assert "**ann** shows " not in ben.table.words
