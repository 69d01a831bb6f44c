"""A table of Dividha with cards that are written out."""

from __future__ import annotations

from games.dividha.game import DIVIDHA
from tests.discord.dice import Dice
from tests.discord.tavern import Player, gather, set_rule, start

# Dealt to ben, cora and ann, one card at a time: two private, two public, and two private ones.
KINGS = "KH KD KB 7H 5D 2B"
ACE = "AH QD JB 7D 5B 3H"
QUEEN = "QH JD 7B 6H 4D 2H"
STACKED = " ".join(
    card for place in range(6) for card in (each.split()[place] for each in (KINGS, ACE, QUEEN))
)


async def begin(people: list[Player], dice: Dice, *rules: tuple[str, object]) -> None:
    """A table of these people begins with cards that are known; the first of them deals."""
    await gather(people[0].room, DIVIDHA, people)
    for rule in rules:
        await set_rule(people[0], *rule)
    dice.stack(STACKED)
    dice.load("1")
    await start(people[0])


async def play_on(people: list[Player]) -> None:
    """Check and decline all trades until all players are to choose what they show."""
    while "**Showdown**" not in people[0].table.words:
        caller = next(each for each in people if each.is_called)
        await caller.press("no_trade" if "**Trade**" in caller.table.words else "check")


async def pick(player: Player, label: str, says: str = "") -> None:
    """Choose a line of the own panel by its beginning, and by what it says beside that."""
    await player.open_panel()
    for select in player.whispered.picks:
        for line in select["options"]:
            if (
                line["label"].startswith(label)
                and says in line.get("description", "")
                and select["max_values"] == 1
            ):
                await player.member.select(
                    player.whispered.sent, [line["value"]], custom_id=select["custom_id"]
                )
                return
    raise AssertionError(f"nothing to pick called {label}")
