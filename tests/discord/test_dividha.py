"""Dividha at tables, as its players see it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.screens.dividha_cards import EXAMPLES, cards
from games.dividha.cards import DECK
from games.dividha.game import DIVIDHA
from games.dividha.hands import best
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, gather, is_over, play_out, set_rule

# Dealt to ben, cora and ann, one card at a time: two private, two public, and two private ones.
KINGS = "KH KD KB 7H 5D 2B"
ACE = "AH QD JB 7D 5B 3H"
QUEEN = "QH JD 7B 6H 4D 2H"
STACKED = " ".join(
    card for place in range(6) for card in (each.split()[place] for each in (KINGS, ACE, QUEEN))
)


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben begins; he has three Kings, Cora an Ace, Ann a Queen."""
    return [ann, ben, room.person("cora")]


async def begin(people: list[Player], dice: Dice, *rules: tuple[str, str]) -> None:
    """A table of these people begins with cards that are known; the first of them deals."""
    await gather(people[0].room, DIVIDHA, people)
    for rule in rules:
        await set_rule(people[0], *rule)
    dice.stack(STACKED)
    dice.load("1")
    await people[0].press("Start")


async def play_on(people: list[Player]) -> None:
    """Nobody bets or trades any more, until all are to choose what they show."""
    while "These are to act" not in people[0].table.words:
        caller = next(each for each in people if each.is_called)
        await caller.press("Check" if "Check" in caller.table.buttons else "Trade nothing")


async def pick(player: Player, label: str) -> None:
    """Choose a line of the own panel by its beginning."""
    await player.press("My hand")
    for select in player.whispered.picks:
        for line in select["options"]:
            if line["label"].startswith(label) and select["max_values"] == 1:
                await player.member.select(
                    player.whispered.sent, [line["value"]], custom_id=select["custom_id"]
                )
                return
    raise AssertionError(f"nothing to pick called {label}")


def amounts(player: Player) -> list[list[str]]:
    """What numbers stand in the ids of the table's buttons."""
    return [action.split(":")[5:] for action in player.table.offers]


def everything_seen(player: Player) -> Iterator[str]:
    """All words and custom_ids that somebody can see."""
    for message in player.sees():
        yield message.words
        yield from message.buttons.values()


async def test_public_cards_and_antes(three: list[Player], dice: Dice) -> None:
    """DV-14, DV-17: the table shows the ante, the pot, and public cards with letter and shape."""
    ann, ben, cora = three
    await begin(three, dice)

    assert "The lot falls on ann to deal first. The ante is 2." in ann.table.words
    assert "**First betting, on two private cards.** The pot holds **6**" in ann.table.words

    for each in (ben, cora, ann):
        await each.press("Check")

    assert "`KB△ 7H○`" in ann.table.words
    assert "`KH○ KD◐`" not in ann.table.words

    await ben.press("My hand")

    assert "Private: `KH○ KD◐`, public: `KB△ 7H○`" in ben.told


async def test_a_bet_and_its_split(three: list[Player], dice: Dice) -> None:
    """DV-13: the table's button says an amount; a split is chosen on the own panel, and seen there alone."""
    ann, ben, cora = three
    await begin(three, dice)

    assert any("as usual" in label for label in ben.table.buttons)
    assert not any("on Lose" in label for label in ben.table.buttons)

    await ben.press("My hand")
    await ben.press("All 2 on Lose")

    assert "ben bets 2." in ann.table.words
    assert "Your coins: **1** on Win, **3** on Lose." in ben.told
    for other in (ann, cora):
        assert not any("**3** on Lose" in words for words in everything_seen(other))

    await cora.press("My hand")
    await cora.press("All 2 on Win")

    assert "Your coins: **3** on Win, **1** on Lose." in cora.told


async def test_public_buttons_tell_no_split(three: list[Player], dice: Dice) -> None:
    """DV-13, TB-11: whatever the usual split is, the table's buttons are the same."""
    ann, ben, _cora = three
    await begin(three, dice)
    before = amounts(ben)
    await ben.press("My hand")
    await ben.press("Usually: all on Lose")

    assert "Your usual split: all on Lose." in ben.told
    assert amounts(ben) == before
    assert all("," not in number for numbers in before for number in numbers)
    assert "all on Lose" not in " ".join(everything_seen(ann))

    label = next(label for label in ben.table.buttons if "as usual" in label)
    await ben.press(label)

    assert "**3** on Lose" in ben.told


async def test_bets_by_command(three: list[Player], dice: Dice) -> None:
    """DV-13: any amount and any split in one command; without a split as usual."""
    ann, ben, cora = three
    await begin(three, dice)
    await ben.member.slash(ben.room.channel, "hand bet", amount=5, win=1)

    assert "ben bets 5." in ann.table.words
    assert "Your coins: **2** on Win, **5** on Lose." in ben.told

    await cora.member.slash(cora.room.channel, "hand bet", amount=5)

    assert "cora matches with 5." in ann.table.words
    assert "Your coins: **4** on Win, **3** on Lose." in cora.told

    await ann.member.slash(ann.room.channel, "hand bet", amount=5, win=9)

    assert "Please choose from 0 to 5." in ann.told


async def test_bets_by_form(three: list[Player], dice: Dice) -> None:
    """DV-13: the same typed into a form: an amount, perhaps with how much of it on Win."""
    ann, ben, cora = three
    await begin(three, dice)
    shown = await ben.press("Another bet …")
    await ben.member.submit_modal(shown, {"text": "4 1"})

    assert "ben bets 4." in ann.table.words

    await cora.press("My hand")
    shown = await cora.press("Match 4, another split …")
    await cora.member.submit_modal(shown, {"text": "3"})

    assert "cora matches with 4." in ann.table.words
    assert "Your coins: **4** on Win, **2** on Lose." in cora.told

    shown = await ann.press("Another raise …")
    await ann.member.submit_modal(shown, {"text": "8 1 2"})

    assert "ann raises" not in ann.table.words


async def test_other_splits_say_of_what(room: Room, ann: Player, ben: Player) -> None:
    """DV-13: where one raise alone is legal, its split and the match's have names of their own."""
    await gather(room, DIVIDHA, [ann, ben], ante=10)
    await set_rule(ann, "limit", "fixed limit")
    await ann.press("Start")
    better, other = (ann, ben) if ann.is_called else (ben, ann)
    await better.press("My hand")
    (bet,) = (label for label in better.whispered.buttons if label.endswith("another split …"))
    await better.press("Check")
    await other.press("Check")
    await better.press(next(label for label in better.table.buttons if label.startswith("Bet")))
    await other.press("My hand")
    match, more = (label for label in other.whispered.buttons if label.endswith("another split …"))

    assert bet == "Bet 10 (half the pot), another split …"
    assert match == "Match 10, another split …"
    assert more == "Raise to 20, another split …"


async def test_no_other_split_of_two_coins(three: list[Player], dice: Dice) -> None:
    """DV-13: where each split has a button, there is none that asks for another."""
    _ann, ben, cora = three
    await begin(three, dice)
    await ben.press("My hand")
    await ben.press("All 2 on Lose")
    await cora.press("My hand")

    assert {"All 2 on Win", "1 on Win, 1 on Lose", "All 2 on Lose"} <= set(cora.whispered.buttons)
    assert not any("another split" in label.lower() for label in cora.whispered.buttons)


async def test_a_usual_split_by_form(three: list[Player], dice: Dice) -> None:
    """DV-13: any standing split."""
    _ann, ben, _cora = three
    await begin(three, dice)
    await ben.press("My hand")
    shown = await ben.press("Usually: … of 100 on Win")
    await ben.member.submit_modal(shown, {"text": "70"})

    assert "Your usual split: 70 : 30." in ben.told


async def test_a_showdown(three: list[Player], dice: Dice) -> None:
    """DV-6, DV-8, DV-12, DV-20: hands, the step that decides, columns, who takes what, the Invictory."""
    ann, ben, cora = three
    await begin(three, dice)
    await ben.member.slash(ben.room.channel, "hand bet", amount=4, win=0)
    await cora.member.slash(cora.room.channel, "hand bet", amount=4, win=4)
    await ann.member.slash(ann.room.channel, "hand bet", amount=4, win=1)
    await play_on(three)
    await ben.press("My hand")

    assert "Without `2B△` you have `KH○ KD◐ KB△`: Three-of-a-Kind (strongest)" in ben.told
    assert "Without `KD◐` you have `KH○ KB△`: One Pair (weakest)" in ben.told

    await pick(ben, "without 2B△: Three-of-a-Kind")
    await pick(cora, "without AH○")

    assert "`QD◐" not in ann.table.words.replace("`JB△ 7D◐`", "")
    assert "+" not in ann.table.words

    await pick(ann, "without 2H○")
    words = ann.table.words

    assert "ben: `KH○ KD◐ KB△ | 5D◐ 7H○` — **Three-of-a-Kind**" in words
    assert "ben beats ann: Three-of-a-Kind is the higher hand." in words
    assert "ann beats cora by High Card." in words
    assert "ann 2 + 4" in words
    assert "ben 1 + 5" in words
    assert "cora 5 + 1" in words
    assert "**ben takes 8 of Win.** **cora takes 10 of Lose.**" in words
    assert "**Invictory!** ben" in words


async def test_order_and_call(three: list[Player], dice: Dice) -> None:
    """DV-10, DV-11: on the panel the cards are laid one by one, and the hand is called by name."""
    ann, ben, cora = three
    await begin(three, dice, ("rule_of_order", "on"), ("aural_rule", "on"))
    await play_on(three)
    await pick(ben, "without 2B△")
    for card in ("KD◐", "KB△", "KH○"):
        await pick(ben, card)

    assert "Laid so far, from the top down: `KD◐ KB△ KH○`." in ben.told

    await ben.press("The others below")
    await pick(ben, "Three-of-a-Kind")
    for each, out, top in ((cora, "without 3H○", "AH○"), (ann, "without 2H○", "QH○")):
        await pick(each, out)
        await pick(each, top)
        await each.press("The others below")
        await pick(each, "High Card")
    words = ann.table.words

    # The Demi-Human King lies above the Human one.
    assert "**broken hand**, called Three-of-a-Kind" in words
    assert "cora takes 3 of Win" in words


async def test_a_trade_on_the_panel(three: list[Player], dice: Dice) -> None:
    """DV-19: one or two of the own four cards; all see what is public about it."""
    ann, ben, cora = three
    await begin(three, dice)
    for _ in range(2):
        for each in (ben, cora, ann):
            await each.press("Check")

    assert "Trade nothing" in ben.table.buttons

    await pick(ben, "7H○")

    assert "ben trades `7H○` for `" in ann.table.words
    await cora.press("Trade nothing")

    assert "cora trades nothing." in ann.table.words


async def test_all_in_asks_with_its_splits(three: list[Player], dice: Dice) -> None:
    """DV-21: all in is asked once more, and how it is split with it."""
    ann, ben, _cora = three
    await begin(three, dice, ("limit", "no limit"))
    await ben.press("All in …")

    assert "All in with your **98**?" in ben.told

    await ben.press("All 98 on Lose")

    assert "**all in**" in ann.table.words


async def test_a_lower_ante_is_wished_for(room: Room, ann: Player, ben: Player) -> None:
    """DV-14: on the own panel, told to all; when the hand is over all are asked."""
    await gather(room, DIVIDHA, [ann, ben], ante=10)
    await ann.press("Start")
    await ann.press("My hand")
    await ann.press("I would lower the ante")

    assert "ann would have the ante lowered." in ben.table.words

    folder = ann if ann.is_called else ben
    await folder.press("Fold")

    assert "Shall the next ante be **4** instead of **10**?" in ben.table.words

    await ben.press("Lower it")

    assert "All agree: the next ante is **4**." in ben.table.words


@pytest.mark.parametrize("ante", [3, 101])
async def test_antes_that_cannot_be(room: Room, ann: Player, ante: int) -> None:
    """DV-14: an ante is even, and no larger than the buy-in."""
    await ann.open(DIVIDHA, ante=ante + ante % 2 if ante > 100 else ante)

    assert "Please" in ann.told


async def test_the_ranking(ann: Player, room: Room) -> None:
    """DV-1: every hand with an example, in the game's own cards."""
    await ann.member.slash(room.channel, "dividha hands")

    assert "1. **Pure Five-of-a-Kind** — `6L1▼ 6L2▼ 6L3▼ 6H○ 6D◐`" in ann.told
    assert "12. **High Card**" in ann.told


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example[0]))
def test_examples_are_what_they_are_said_to_be(example: tuple[int, tuple[str, ...], tuple[str, ...]]) -> None:
    """DV-1: each example makes its hand, of exactly those cards."""
    number, made, others = example
    hand = best((*made, *others), divine_intervention=number == 0)

    assert hand.number == number
    assert {*hand.cards} == {*made}


def test_cards_are_told_by_letter_and_shape() -> None:
    """Every card is written in its own way, with its suit's letter but for the wild cards, and a shape."""
    assert len({cards([card]) for card in DECK}) == len(DECK) == 56
    assert cards(["KH", "6L2"], ["GOD"]) == "`KH○ 6L2▼ | GOD☆`"


RULES = [
    ("divine_intervention", "on"),
    ("rule_of_order", "on"),
    ("aural_rule", "on"),
    ("demons_wager", "on"),
    ("pay_to_trade", "on"),
    ("split_all_in", "off"),
    ("opponents_purse", "on"),
    ("limit", "fixed limit"),
    ("ante_rise", "every 3 hands"),
]


@pytest.mark.parametrize("rule", [None, *RULES], ids=str)
async def test_full_game(room: Room, rule: tuple[str, str] | None) -> None:
    """DV-23: a game of two with each house rule, at random, by what the messages offer."""
    people = [room.person(f"p{number}") for number in range(2)]
    await gather(room, DIVIDHA, people, buy_in=40, ante=10)
    if rule is not None:
        await set_rule(people[0], *rule)
    await people[0].press("Start")
    await play_out(people, Random(str(rule)))

    assert is_over(people[0].table)
    await room.check_books()


@pytest.mark.parametrize(("players", "buy_in"), [(4, 30), (7, 20)])
async def test_full_game_of_many(room: Room, players: int, buy_in: int) -> None:
    """DV-23: games of four and seven are played out; then one can read how the last hand came out."""
    people = [room.person(f"p{number}") for number in range(players)]
    await gather(room, DIVIDHA, people, buy_in=buy_in, ante=10)
    await people[0].press("Start")
    await play_out(people, Random(players))

    assert is_over(people[0].table)
    assert "On Win and on Lose" in people[0].table.words
    await room.check_books()
