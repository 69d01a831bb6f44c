"""Dividha at tables, as its players see it."""

from __future__ import annotations

from random import Random

import pytest

from bot.screens.dividha.cards import EXAMPLES, cards
from games.dividha.cards import DECK
from games.dividha.game import DIVIDHA
from games.dividha.hands import as_laid, best
from games.dividha.model import DividhaRules
from tests.discord.commands import bet, type_in
from tests.discord.dice import Dice
from tests.discord.dividha import begin, pick, play_on
from tests.discord.forms import fill_in
from tests.discord.random_play import play_out
from tests.discord.tavern import Player, Room, gather, set_rule, start
from tests.soak import some_now


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben begins; he has three Kings, Cora an Ace, Ann a Queen."""
    return [ann, ben, room.person("cora")]


async def test_public_cards_and_antes(three: list[Player], dice: Dice) -> None:
    """DV-14, DV-17: the table shows the ante, the pot, and public cards with letter and shape."""
    ann, ben, cora = three
    await begin(three, dice)

    assert "ann was drawn to deal first. The ante is 2." in ann.table.words
    assert "Pot **6** · **Betting 1 of 4** · two cards each" in ann.table.words

    for each in (ben, cora, ann):
        await each.press("check")

    assert "`KB△ 7H○`" in ann.table.words
    assert "`KH○ KD◐`" not in ann.table.words

    await ben.open_panel()

    # The cards that make the hand come first.
    assert "`KH○ KD◐ KB△ 7H○`\n▲ **Three-of-a-Kind** · ▼ **One Pair**" in ben.told
    await ann.open_panel()
    # If cards make no hand, the highest says how they stand on either column (DV-6).
    assert "▲ **`QH○` high** · ▼ **`JD◐` high**" in ann.told
    assert "ann · `7B△ 6H○`\ncora" not in ben.told.replace("cora · `JB△ 7D◐`\n", "")


async def test_a_showdown(three: list[Player], dice: Dice) -> None:
    """DV-6, DV-8, DV-12, DV-20: hands, the step that decides, columns, who takes what, the Invictory."""
    ann, ben, cora = three
    await begin(three, dice)
    await bet(ben, 4, 0)
    await bet(cora, 4, 4)
    await bet(ann, 4, 1)
    await play_on(three)
    await ben.open_panel()

    assert "▲ without `2B△` **Three-of-a-Kind**" in ben.told
    assert "▼ without `KH○` **One Pair**" in ben.told

    await pick(ben, "Full House")
    assert "You call **Full House**." in ben.told
    await pick(ben, "2B△", "best: Three-of-a-Kind")
    await pick(cora, "AH○")

    assert "`QD◐" not in ann.table.words.replace("`JB△ 7D◐`", "")
    assert "+" not in ann.table.words

    await pick(ann, "High Card")
    await pick(ann, "2H○")
    words = ann.table.words

    assert "· ben takes Win, cora takes Lose\n" in words
    assert "checks." not in words
    assert (
        "**ben** · Three-of-a-Kind, called Full House · ▲ Win **8** · **+2**\n`KH○ KD◐ KB△` | `5D◐ 7H○`"
        in words
    )
    assert "-# Three-of-a-Kind beats High Card\n**ann** · High Card, as called · **−6**\n" in words
    assert "-# higher single cards\n**cora** · High Card · ▼ Lose **10** · **+4**\n" in words
    assert "-# Bet on Win + Lose: ben 1+5 · cora 5+1 · ann 2+4" in words
    assert "**Invictory!** ben" in words
    # ben put in 6 and takes 8, cora 6 and 10, ann 6 and nothing.
    # The result keeps to what is done next; the ranking stands on panels.
    assert "beats" not in ann.table


async def test_the_first_ante_is_even(ann: Player, room: Room) -> None:
    """DV-14: an odd ante opens no table, and what would be right is said."""
    said = await type_in(ann, "dividha open", ante=3)

    assert "Please choose an even number from 2" in said
    assert await room.bot.app.tavern.in_channel(room.guild.id, room.channel.id) == []


async def test_the_last_to_choose_is_told_where(three: list[Player], dice: Dice) -> None:
    """DV-8: the choices of own cards stand on the panel only, and the table says so."""
    await begin(three, dice)
    await play_on(three)
    ann, ben, cora = three
    await pick(ben, "2B")
    await pick(cora, "QD")

    assert f"**Leave one card out, {ann.mention}**" in ann.table.words
    assert ann.table.words.count("has chosen") == 2


async def test_order_and_call(three: list[Player], dice: Dice) -> None:
    """DV-10, DV-11: on the panel the cards are laid one by one, and the hand is called by name."""
    ann, ben, cora = three
    await begin(three, dice, ("rule_of_order", True), ("aural_rule", True))
    await play_on(three)
    await pick(ben, "2B△")
    for card in ("KD◐", "KB△", "KH○"):
        await pick(ben, card)

    assert "Laid so far, from the top down: `KD◐ KB△ KH○`." in ben.told

    await ben.press("lay_rest")
    await pick(ben, "Three-of-a-Kind")
    for each, out, top in ((cora, "3H○", "AH○"), (ann, "2H○", "QH○")):
        await pick(each, out)
        await pick(each, top)
        await each.press("lay_rest")
        await pick(each, "High Card")
    words = ann.table.words

    # The Demi-Human King lies above the Human one.
    assert "**ben** · broken hand, called Three-of-a-Kind · " in words
    assert "**cora** · High Card · ▲ Win **3** · " in words


async def test_a_trade_on_the_panel(three: list[Player], dice: Dice) -> None:
    """DV-19: one or two of the own four cards; all see what is public about it."""
    ann, ben, cora = three
    await begin(three, dice)
    for _ in range(2):
        for each in (ben, cora, ann):
            await each.press("check")

    await pick(ben, "7H○", "public")

    assert "ben trades `7H○` for `" in ann.table.words
    await cora.press("no_trade")

    assert "cora trades nothing." in ann.table.words


async def test_what_a_trade_costs_is_said_before(three: list[Player], dice: Dice) -> None:
    """DV-19: if cards are paid for, the price of one and of two is shown before."""
    ann, ben, cora = three
    await begin(three, dice, ("pay_to_trade", True))
    for _ in range(2):
        for each in (ben, cora, ann):
            await each.press("check")

    assert "each card costs **2**" in ann.table.words

    await ben.open_panel()
    asked = [select["placeholder"] for select in ben.whispered.picks]

    assert asked == ["Trade one card for 2 …", "Trade two cards for 4 …"]

    await pick(ben, "7H○")
    await ben.open_panel()

    assert "sure pay" in ben.whispered  # where the coins go is asked first (DV-13)

    await ben.press("usual 50")

    assert ben.whispered.numbers("pay") == [2]


async def test_a_lower_ante_is_wished_for(room: Room, ann: Player, ben: Player) -> None:
    """DV-14: in the table's menu, told to all; when the hand is over all are asked."""
    await gather(room, DIVIDHA, [ann, ben], ante=10)
    await ann.press("begin")
    shown = await ann.press("number wish_lower")
    await ann.member.submit_modal(shown, {"text": "4"})

    assert "ann asks to lower the next ante to 4." in ben.table.words

    folder = ann if ann.is_called else ben
    await folder.press_and_confirm("sure fold")

    assert "Lower the next ante from 10 to **4**? Everyone must agree." in ben.table.words

    await ben.press("lower")

    assert "Everyone agrees: the next ante is **4**." in ben.table.words


async def test_any_even_ante_that_is_lower(room: Room, ann: Player, ben: Player) -> None:
    """DV-14: an odd one is refused in words, and so is one that is not lower."""
    await gather(room, DIVIDHA, [ann, ben], ante=10)
    await ann.press("begin")
    told = [await fill_in(ann, "number wish_lower", text=ante) for ante in (7, 10)]

    assert "even number" in told[0]
    assert "from 2 to 8" in told[1]

    await fill_in(ann, "number wish_lower", text=6)

    assert "ann asks to lower the next ante to 6." in ben.table.words


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
    assert "Aces: the highest single card, high or low in a straight." in ann.told
    assert "a pair of Aces is the lowest, unless a wild or immortal card decides." in ann.told


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example[0]))
def test_examples_are_what_they_are_said_to_be(example: tuple[int, tuple[str, ...], tuple[str, ...]]) -> None:
    """DV-1: each example makes its hand, of exactly those cards."""
    number, made, others = example
    hand = best((*made, *others), divine_intervention=number == 0)

    assert hand.number == number
    assert {*hand.cards} == {*made}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example[0]))
def test_examples_lie_in_a_right_order(example: tuple[int, tuple[str, ...], tuple[str, ...]]) -> None:
    """DV-10: each of them could be laid as it stands there, from the top down."""
    number, made, others = example
    rules = DividhaRules(rule_of_order=True, divine_intervention=number == 0)

    assert as_laid((*made, *others), rules).number == number


def test_cards_are_told_by_letter_and_shape() -> None:
    """Every card is written in its own way, with its suit's letter but for the wild cards, and a shape."""
    assert len({cards([card]) for card in DECK}) == len(DECK) == 56
    assert cards(["KH", "6L2"], ["GOD"]) == "`KH○ 6L2▼ | GOD☆`"


RULES = [
    ("divine_intervention", True),
    ("rule_of_order", True),
    ("aural_rule", True),
    ("demons_wager", True),
    ("pay_to_trade", True),
    ("split_all_in", False),
    ("opponents_purse", True),
    ("limit", "fixed_limit"),
    ("ante_rise", 3),
]


@pytest.mark.parametrize("rules", some_now([RULES[2::3], RULES[1::3], RULES[::3]], [RULES[2::3]]))
async def test_full_game(room: Room, rules: list[tuple[str, object]]) -> None:
    """DV-23: games of two with every house rule, at random, by what the messages offer."""
    people = [room.person(f"p{number}") for number in range(2)]
    await gather(room, DIVIDHA, people, buy_in=40, ante=10)
    for each in rules:
        await set_rule(people[0], *each)
    await start(people[0])
    await play_out(people, Random(str(rules)))

    assert people[0].table.is_over
    await room.check_books()


@pytest.mark.soak
@pytest.mark.parametrize(("players", "buy_in"), [(4, 30), (7, 20)])
async def test_full_game_of_many(room: Room, players: int, buy_in: int) -> None:
    """DV-23: games of four and seven are played out; then one can read how the last hand came out."""
    people = [room.person(f"p{number}") for number in range(players)]
    await gather(room, DIVIDHA, people, buy_in=buy_in, ante=10)
    await people[0].press("begin")
    await play_out(people, Random(players))

    assert people[0].table.is_over
    assert "-# Bet on Win + Lose: " in people[0].table.words
    await room.check_books()
