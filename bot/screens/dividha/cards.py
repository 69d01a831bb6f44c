"""Dividha's cards and hands as text, emojis and tiles.

A suit is shown by a letter and a shape, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bot.screens.core.naming import court_card
from bot.screens.core.picture import Lane, Picture, described
from bot.screens.core.presenter import Kind, kinds_of
from bot.screens.core.screen import emojis_of, item, marked
from bot.screens.core.table_blocks import Rank, Ranks, Rarity, portion
from bot.screens.core.tiles import Portion, Tile, TileLook
from bot.text.translate import _, ngettext
from games.dividha import hands
from games.dividha.cards import THE_THREE, is_wild, suit
from games.dividha.hands import BROKEN, DIVINE_INTERVENTION, FIVES_TOTAL, NAMES, ODDS, PURE_FIVE_OF_A_KIND
from games.dividha.model import DividhaRules, ShownHand
from games.dividha.view import DividhaView
from games.engine.core.errors import N_
from games.engine.core.hand_stats import BestHand

WIN, HALF, LOSE = "▲", "◆", "▼"
"""The characters for both columns, and for an even split, if there are no emojis."""
SHAPES = {"H": "○", "D": "◐", "B": "△", "V": "☆", "L": "▼"}
SUITS = {
    # Translators: one of the five suits.
    "H": N_("Humans"),
    "D": N_("Demi-Humans"),
    "B": N_("Beasts"),
    "V": N_("Heaven"),
    "L": N_("Hell"),
}
OF_SUITS = {
    # Translators: the name of a card by its suit: King of Humans, 7 of Humans.
    "H": N_("{face} of Humans"),
    "D": N_("{face} of Demi-Humans"),
    "B": N_("{face} of Beasts"),
    "V": N_("{face} of Heaven"),
    "L": N_("{face} of Hell"),
}
"""One text for each suit, since languages join rank and suit differently: “Rei do Céu”, “Rei de Feras”."""
HANDS_TO_LEARN = 5
"""The number of first hands in which the table explains the suits."""
EXAMPLES = (
    (0, ("GOD", "SATAN"), ("KH", "7D", "3B")),
    (1, ("6L1", "6L2", "6L3", "6H", "6D"), ()),
    (2, ("AV", "KV", "QV", "JV", "7V"), ()),
    (3, ("GOD", "KV", "KH", "KD", "KB"), ()),
    (4, ("6H", "5H", "4H", "3H", "2H"), ()),
    (5, ("7L", "7H", "7D", "7B"), ("AH",)),
    (6, ("QH", "QD", "QB", "5H", "5B"), ()),
    (7, ("AD", "QD", "7D", "4D", "2D"), ()),
    (8, ("KB", "QH", "JH", "7D", "6B"), ()),
    (9, ("2V", "AL", "AH"), ("7B", "4D")),
    (10, ("JH", "JB", "3H", "3D"), ("KB",)),
    (11, ("SATAN", "QD"), ("JB", "7H", "4B")),
    (12, ("AB",), ("QH", "6V1", "6V2", "3L")),
)
"""An example of each hand, highest first: its number, the cards that make it, and the other cards."""
ACES = N_(
    "Aces: the highest single card, high or low in a straight. Between two pairs an Ace counts only 1, so a "
    "pair of Aces is the lowest, unless a wild or immortal card decides."
)
ACE_IN_SHORT = N_(
    "On its own an Ace is high, in a straight it’s at either end, and two make the lowest pair."
)
OWN_NAMES = {
    "GOD": N_("God"),
    "SATAN": N_("Satan"),
    "6L1": N_("Min (6 of Hell)"),
    "6L2": N_("Ral (6 of Hell)"),
    "6L3": N_("San (6 of Hell)"),
}


def card(written: str) -> str:
    """Return a card's notation with its suit's shape."""
    return written + SHAPES[suit(written)]


def full_name(written: str) -> str:
    """Return a card's name: King of Hell."""
    if written in OWN_NAMES:
        return _(OWN_NAMES[written])
    face = court_card(written[0]) or written[0]
    return _(OF_SUITS[suit(written)]).format(face=face)


def cards(written: Collection[str], others: Collection[str] = ()) -> str:
    """Return cards as emojis, or as text in code format, so that Discord keeps the shapes.

    `others` stand apart from the first cards.
    """
    parts = [part for part in (written, others) if part]
    emojis = [emojis_of(map(sprite, part)) for part in parts]
    if all(emojis):
        return " · ".join(emojis)
    return "`" + " | ".join(" ".join(map(card, part)) for part in parts) + "`"


def card_shown(written: str) -> str:
    """Return one card as an emoji or as text."""
    return cards([written])


def emoji_or_none(written: str) -> str | None:
    """Return a card's emoji; None if there is none."""
    return marked(sprite(written), "") or None


def sprite(written: str) -> str:
    """Return the sprite of a card."""
    return f"dividha_{written.lower()}"


def tile(card: str, look: TileLook = "plain", *, is_public: bool = False) -> Tile:
    """Return the tile of a card that lies face up; an eye marks a public card among private ones."""
    name = full_name(card)
    if is_public:
        name = _("{card}, which everyone sees").format(card=name)
    return Tile(sprite(card), look, card=card, name=name, corner="eye" if is_public else "")


def face_up(hand: ShownHand, rules: DividhaRules) -> tuple[Tile, ...]:
    """Return the tiles of a shown hand: first the cards that make it, then the others.

    With the Rule of Order, the making cards keep the order in which they were laid.
    """
    in_laid_order = tuple(each for each in hand.face_up if each in hand.cards)
    making = in_laid_order if rules.rule_of_order else hand.cards
    others = (each for each in hand.face_up if each not in hand.cards)
    return (*(tile(each, "lit") for each in making), *(tile(each, "dim") for each in others))


def moment(held: Collection[str], number: int, name: str = "") -> Rarity | None:
    """Return the rare event that somebody has Min, Ral and San: the player of that name, or the viewer."""
    if not {*THE_THREE} <= {*held}:
        return None
    title = _("Min, Ral and San")
    words = _("All three are yours: mortal cards may count as Hell.")
    if name:
        words = _("{name} shows all three.")
    if number == PURE_FIVE_OF_A_KIND:
        title = hand_name(number)
        words = _("{name} shows Min, Ral and San with two mortal sixes.")
        if not name:
            words = _("You hold Min, Ral and San with two mortal sixes.")
    return Rarity(title, words.format(name=name), sprite(THE_THREE[0]))


def win(amount: int) -> Portion:
    """Return an amount on Win."""
    # Translators: the side that a coin is bet on for the highest hand, not a victory.
    return Portion(_("Win"), amount, "gold", "win", WIN)


def lose(amount: int) -> Portion:
    """Return an amount on Lose."""
    # Translators: the side that a coin is bet on for the lowest hand, not a defeat.
    return Portion(_("Lose"), amount, "blue", "lose", LOSE)


def column_counts(on_win: int, on_lose: int) -> str:
    """Return the amounts on Win and on Lose as text."""
    return f"{portion(win(on_win))} · {portion(lose(on_lose))}"


def hand_name(number: int, made: Collection[str] = ()) -> str:
    """Return a hand's name by its number, and what the wild card in `made` stands for (DV-4).

    Without a wild card, or with both wild cards, the name stands alone (DV-9).
    """
    name, wild_cards = _(NAMES[number]), [each for each in made if is_wild(each)]
    if len(wild_cards) != 1:
        return name
    ranks_made, card = {each[0] for each in made if not is_wild(each)}, full_name(wild_cards[0])
    if len(ranks_made) > 1:
        return f"{name} " + _("({name} is wild)").format(name=card)
    (face,) = ranks_made
    return f"{name} " + _("({name} as {face})").format(name=card, face=court_card(face) or face)


def looks_like_more(held: tuple[str, ...], *, divine_intervention: bool = False) -> str:
    """Return why these cards make a lower hand than they seem to; empty if they do not (DV-1, DV-2)."""
    mistake = hands.apparent_hand(held, divine_intervention=divine_intervention)
    if mistake is None:
        return ""
    words = _("Heaven and Hell never join in one hand: this only looks like **{hand}**.")
    if mistake.why == "one_suit":
        words = _("Sixes of one suit don’t match each other: this only looks like **{hand}**.")
    elif any(map(is_wild, held)):
        words = _(
            "Heaven and Hell, with God and Satan, never join in one hand: this only looks like **{hand}**."
        )
    return words.format(hand=hand_name(mistake.number))


def best(hand: BestHand) -> str:
    """Return the best hand of a record as text: its name and the five shown cards."""
    return f"**{hand_name(int(hand.kind))}** {cards(hand.cards)}"


def kinds(counts: Mapping[str, int]) -> tuple[Kind, ...]:
    """Return the shown hands by number; hands that only house rules allow have no probability."""
    chances = [
        (_(name), (f"hand_{number}",), ODDS[number] / FIVES_TOTAL if number in ODDS else None)
        for number, name in enumerate(NAMES)
    ]
    return tuple(each for each in kinds_of(chances, counts) if each.count or each.usual is not None)


def taken_counts(counts: Mapping[str, int]) -> str:
    """Return as text how often the player took each column, and the number of Invictories."""
    texts = []
    if win := counts.get("win"):
        texts.append(ngettext("Win taken once", "Win taken {count} times", win).format(count=win))
    if lose := counts.get("lose"):
        texts.append(ngettext("Lose taken once", "Lose taken {count} times", lose).format(count=lose))
    if count := counts.get("invictories"):
        texts.append(ngettext("{count} Invictory", "{count} Invictories", count).format(count=count))
    return " · ".join(texts)


def suits(hand_view: DividhaView) -> tuple[Tile, ...]:
    """Return a King with each suit's name as caption, in a table's first hands; else nothing."""
    if hand_view.hands >= HANDS_TO_LEARN:
        return ()
    return tuple(Tile(sprite("K" + each), caption=_(words)) for each, words in SUITS.items())


def legend() -> str:
    """Return a small line with each suit's name beside its King, or its letter and shape."""
    return "-# " + " · ".join(
        f"{marked(sprite('K' + letter), f'`{letter}{shape}`')} {_(SUITS[letter])}"
        for letter, shape in SHAPES.items()
    )


def ranks(own: int | None, rules: DividhaRules) -> Ranks:
    """Return all hands, highest first; `own` is the number of the viewer's hand, which is marked."""
    lines = (
        Rank(
            hand_name(number),
            example=(*(tile(each, "lit") for each in made), *map(tile, beside)),
            is_own=number == own,
        )
        for number, made, beside in EXAMPLES
        if number != DIVINE_INTERVENTION or rules.divine_intervention
    )
    return Ranks(tuple(lines), (_(ACES), legend()))


def ranking() -> str:
    """Return all hands as text, highest first, each with an example."""
    lines = [item(f"{number}. **{hand_name(number)}**", cards(*shown)) for number, *shown in EXAMPLES[1:]]
    number, *shown = EXAMPLES[0]
    divine = _("With the house rule of that name: **{name}** — {cards}, above all others.")
    return "\n".join(
        [
            _("Only the cards before the “|” make the hand. Highest first:"),
            *lines,
            _(ACES),
            divine.format(name=hand_name(number), cards=cards(*shown)),
            _("A **{name}**, laid or called wrongly, is below them all.").format(name=hand_name(BROKEN)),
            legend(),
        ]
    )


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """Return the best hand of a record as a lane, and its cards as words."""
    return Lane(tuple(map(tile, hand.cards)), name=hand_name(int(hand.kind))), _written(hand.cards)


def side_by_side(written: Collection[str]) -> Picture:
    """Return cards alone."""
    return Picture(described([_written(written)]), lanes=(Lane(tuple(map(tile, written))),))


def _written(held: Iterable[str]) -> str:
    return ", ".join(map(full_name, held))
