"""Dice, and the hands they make, as text, emojis and tiles.

In Stone Hand a hand is the result of three dice, and other games' hands are called rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bot.screens.core.picture import Lane
from bot.screens.core.presenter import Kind, kinds_of
from bot.screens.core.screen import capitalised, emojis_of
from bot.screens.core.table_blocks import Rank, plain
from bot.screens.core.tiles import Tile
from bot.text.translate import _, ngettext
from games.engine.core.errors import N_
from games.engine.core.hand_stats import BestHand
from games.stone_hand.game import HAND_NAMES
from games.stone_hand.hands import Dice, DiceHand, HandKind, all_throws, in_order, read_dice

HANDS: Mapping[HandKind, str] = {
    # Translators: with an article, in a sentence: “The home throw beats a triple”; so are those that follow.
    "home": N_("the home throw"),
    "triple": N_("a triple"),
    "run": N_("a run"),
    # Translators: with an article, in a sentence: “A pair beats junk”.
    "pair": N_("a pair"),
    # Translators: without an article, as in “Ann’s junk”: none of the others.
    "junk": N_("junk"),
    "empty": N_("an empty hand"),
    "show_up": N_("a show-up"),
    "double_show_up": N_("a double show-up"),
}
BY_ITSELF: Mapping[HandKind, str] = {
    "home": N_("Home throw"),
    "triple": N_("Triple"),
    "run": N_("Run"),
    "pair": N_("Pair"),
    "junk": N_("Junk"),
    "empty": N_("Empty hand"),
    "show_up": N_("Show-up"),
    "double_show_up": N_("Double show-up"),
}
"""The kinds of hands as labels, best first."""
LISTED: tuple[Dice, ...] = ((3, 3, 3), (4, 5, 6), (2, 2, 7), (2, 6, 8), (1, 4, 7))
"""An example of each kind below a home throw, best first."""
COUNTED: Mapping[HandKind, Callable[[int], str]] = {
    "home": lambda count: ngettext("{count} home throw", "{count} home throws", count),
    "triple": lambda count: ngettext("{count} triple", "{count} triples", count),
    "run": lambda count: ngettext("{count} run", "{count} runs", count),
    "pair": lambda count: ngettext("{count} pair", "{count} pairs", count),
    "junk": lambda count: ngettext("{count} junk", "{count} junk", count),
    "empty": lambda count: ngettext("{count} empty hand", "{count} empty hands", count),
    "show_up": lambda count: ngettext("{count} show-up", "{count} show-ups", count),
    "double_show_up": lambda count: ngettext("{count} double show-up", "{count} double show-ups", count),
}


def dice(thrown: Dice, *, is_home: bool = False) -> str:
    """Return three dice as emojis or in notation; a home throw has emojis of its own."""
    sprites = [f"{'home' if is_home else 'die'}_{number}" for number in thrown]
    return emojis_of(sprites) or "`" + "-".join(map(str, thrown)) + "`"


def dice_of(hand: DiceHand) -> str:
    """Return the dice of a hand as emojis or in notation."""
    return dice(hand.dice, is_home=hand.kind == "home")


def named_hand(hand: DiceHand) -> str:
    """Return the name and score of a hand: a pair, **5**."""
    return _scored(_(HANDS[hand.kind]), hand)


def whole_hand(hand: DiceHand) -> str:
    """Return the dice, name and score of a hand: `2-5-6` junk, **5**."""
    return f"{dice_of(hand)} {named_hand(hand)}"


def scored(hand: DiceHand) -> str:
    """Return the name of a hand without an article, and its score: pair, **5**."""
    return _scored(_(HAND_NAMES[hand.kind]), hand)


def tiles(hand: DiceHand) -> tuple[Tile, ...]:
    """Return the tiles of a hand; a home throw has sprites of its own."""
    kind = "home" if hand.kind == "home" else "die"
    return tuple(Tile(f"{kind}_{each}", card=str(each), name=str(each)) for each in hand.dice)


def ranks(own: DiceHand | None) -> tuple[Rank, ...]:
    """Return the kinds below a home throw, best first; the kind of `own`, the player's hand, is marked."""
    return tuple(_rank(read_dice(each), own) for each in LISTED)


def home_rank(home: Dice | None, own: DiceHand | None) -> Rank:
    """Return the home throw for the ranking, with its dice if they are known."""
    if home is None:
        return Rank(_(BY_ITSELF["home"]), is_own=own is not None and own.kind == "home")
    return _rank(read_dice(home, [home]), own)


def _rank(hand: DiceHand, own: DiceHand | None) -> Rank:
    is_own = own is not None and own.kind == hand.kind
    return Rank(capitalised(scored(hand)), example=tiles(hand), is_own=is_own)


def in_a_line(written: Sequence[str]) -> str:
    """Return dice in notation."""
    return "`" + "-".join(written) + "`"


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """Return the best hand of a record as a lane, and in notation.

    The dice of a home throw that ended a round are not stored.
    """
    if not hand.cards:
        return Lane(name=_(BY_ITSELF["home"])), ""
    hand_read = recorded(hand)
    return Lane(tiles(hand_read), name=capitalised(plain(scored(hand_read)))), "-".join(hand.cards)


def best(hand: BestHand) -> str:
    """Return the best hand of a record as text."""
    return whole_hand(recorded(hand)) if hand.cards else _("a home throw")


def recorded(hand: BestHand) -> DiceHand:
    """Return the best hand of a record, whose dice must be stored."""
    thrown = in_order(*map(int, hand.cards))
    return read_dice(thrown, [thrown] if hand.kind == "home" else ())


def kinds(counts: Mapping[str, int]) -> tuple[Kind, ...]:
    """Return the kinds of throws; home throws have no probability, which differs between players."""
    throws_by_kind = Counter(read_dice(each).kind for each in all_throws())
    throws = len(all_throws())
    chances = [(_(name), (kind,), throws_by_kind[kind] / throws or None) for kind, name in BY_ITSELF.items()]
    return tuple(each for each in kinds_of(chances, counts) if each.count or each.usual is not None)


def thrown_so_often(counts: Mapping[str, int]) -> str:
    """Return as text the number of throws of each kind, best first."""
    texts = (
        words(counts[kind]).format(count=counts[kind]) for kind, words in COUNTED.items() if kind in counts
    )
    return _("Thrown: {throws}").format(throws=", ".join(texts)) if counts else ""


def _scored(name: str, hand: DiceHand) -> str:
    # The no-break space keeps a hand and its score in one line, also on a phone.
    return name if hand.score is None else f"{name},\N{NO-BREAK SPACE}**{hand.score}**"


ROUNDS: Mapping[str, str] = {
    "This hand": N_("This round"),
    "Hand {hand} at table {table}": N_("Round {hand} at table {table}"),
    "hand {number}": N_("round {number}"),
    "Hand {hand} of table {table}, as you saw it": N_("Round {hand} of table {table}, as you saw it"),
    "Hand {hand} of table {table}, as {name} saw it": N_("Round {hand} of table {table}, as {name} saw it"),
    "Hand {hand} of table {table}, as everybody saw it": N_(
        "Round {hand} of table {table}, as everybody saw it"
    ),
    "Hand {hand} of table {table}, as you saw it.": N_("Round {hand} of table {table}, as you saw it."),
    "Hand {hand} of table {table}, as everybody saw it.": N_(
        "Round {hand} of table {table}, as everybody saw it."
    ),
    "Show this hand": N_("Show this round"),
    "You’ll sit out after this hand. “I’m back” undoes that.": N_(
        "You’ll sit out after this round. “I’m back” undoes that."
    ),
    "Biggest pot: {who} in hand {hand} of table {table}.": N_(
        "Biggest win: {who} in round {hand} of table {table}."
    ),
    "**{name}** won the last hand ({hand}).": N_("**{name}** won the last round ({hand})."),
    "**{name}** won the last hand.": N_("**{name}** won the last round."),
    "Choose again in hand {hand}": N_("Choose again in round {hand}"),
    "Hand {hand}": N_("Round {hand}"),
    "Watch another hand": N_("Watch another round"),
    "Keep this hand": N_("Keep this round"),
    "Hand {hand} of table {table} is kept for you. `/hand history` leads back to it.": N_(
        "Round {hand} of table {table} is kept for you. `/hand history` leads back to it."
    ),
    "{game}, table {table}, hand {hand}": N_("{game}, table {table}, round {hand}"),
    "**Mixed into hand {number}:** {cuts}": N_("**Mixed into round {number}:** {cuts}"),
    "**The hand before:** seed `{seed}`": N_("**The round before:** seed `{seed}`"),
    "for the next hand `{seal}`": N_("for the next round `{seal}`"),
    (
        "`/hand history table:{number}` gives you the last hand as a file, with proofs of everything you saw."
    ): N_(
        "`/hand history table:{number}` gives you the last round as a file, with proofs of everything "
        "you saw."
    ),
    "hand {number}, seal:": N_("round {number}, seal:"),
    "After the hand, compare it with what `taproom verify FILE` says of its file.": N_(
        "After the round, compare it with what `taproom verify FILE` says of its file."
    ),
    "Table {table}: your words “{words}” are mixed into hand {hand}, sealed with `{seal}`.": N_(
        "Table {table}: your words “{words}” are mixed into round {hand}, sealed with `{seal}`."
    ),
    "**Closes after this hand**": N_("**Closes after this round**"),
    "**Closes after this hand** · {name}": N_("**Closes after this round** · {name}"),
    "The hand was called off{why}. Everyone has their stake back.": N_(
        "The round was called off{why}. Everyone has their stake back."
    ),
    "The hand at table {number} has been called off. Everyone has what they began it with.": N_(
        "The round at table {number} has been called off. Everyone has what they began it with."
    ),
    "The next hand hasn’t been called for yet.": N_("The next round hasn’t been called for yet."),
    "I’ll play this hand to its end for you, and then you’ll leave.": N_(
        "I’ll throw for you until this round is over and settled, and then you’ll leave."
    ),
    "hand {number} is over": N_("round {number} is over"),
    "the first hand is next": N_("the first round is next"),
    "with every hand a table plays": N_("with every round a table plays"),
    "Who do you want to ask about the last hand?": N_("Who do you want to ask about the last round?"),
    "Best hand: {hand}, by {name} in hand {number}": N_("Best hand: {hand}, by {name} in round {number}"),
    "Best hand: {hand}, in hand {number}": N_("Best hand: {hand}, in round {number}"),
    "{name} {gain} in hand {number}": N_("{name} {gain} in round {number}"),
    "{gain} in hand {number}": N_("{gain} in round {number}"),
    "{what}, hand {number}": N_("{what}, round {number}"),
}
