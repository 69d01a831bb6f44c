"""Stone Hand as a picture: whose dice beat whose, and what that costs."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

from bot.screens.core.game_screen import lane_told, seat_lane
from bot.screens.core.picture import Lane, Picture, Tile, described
from bot.screens.stone_hand.dice import recorded
from bot.screens.stone_hand.story import ranked
from bot.text.numbers import change, number
from bot.text.translate import _, isolated, ngettext
from games.engine.core.errors import phrase
from games.engine.core.game import Coins, Seat
from games.engine.core.titles import BestHand
from games.engine.table.views import TableView
from games.stone_hand.hands import DiceHand, HandKind
from games.stone_hand.model import RoundEnded, ShowUp, Threw
from games.stone_hand.view import StoneHandSeat, StoneHandView

KINDS: dict[HandKind, str] = {
    "home": phrase("Home throw"),
    "triple": phrase("Triple, {score}"),
    "run": phrase("Run, {score}"),
    "pair": phrase("Pair, {score}"),
    "junk": phrase("Junk, {score}"),
    "empty": phrase("Empty hand"),
    "show_up": phrase("Show-up"),
    "double_show_up": phrase("Double show-up"),
}

CROWNED_MAX = 4
"""Rows up to which there is room for a crown."""
TWO = 2


def picture(view: TableView[StoneHandView]) -> Picture | None:
    """The round before, until somebody throws; then all dice that lie open. A panel has none."""
    if view.viewer is not None:
        return None
    ended = just_ended(view)
    if ended is not None:
        return _result(ended, view)
    if view.hand is None:
        return None
    lanes = tuple(_open(view, line, view.hand) for line in view.hand.lines)
    return Picture(_described(lanes), lanes=lanes) if any(lane.tiles for lane in lanes) else None


def just_ended(view: TableView[StoneHandView]) -> RoundEnded | None:
    """How the round before ended, as long as nobody has thrown since."""
    now = view.hand
    if now is not None and now.stage != "over" and (now.thrown or any(line.hand for line in now.lines)):
        return None
    since = takewhile(lambda event: not isinstance(event, Threw | ShowUp), reversed(view.story))
    return next((event for event in since if isinstance(event, RoundEnded)), None)


def laid_out(hand: BestHand) -> tuple[Lane, str]:
    """A throw in somebody's record; of a home throw that stopped a round there are no dice."""
    if not hand.cards:
        home = KINDS["home"]
        return Lane(name=_(home)), ""
    read = recorded(hand)
    return Lane(_tiles(read), name=_named(read)), "-".join(hand.cards)


def _result(ended: RoundEnded, view: TableView[StoneHandView]) -> Picture:
    """Who takes what from whom, and why."""
    gained = _gained(ended)
    lanes = tuple(
        _lane(view, each.seat, each.hand, gained[each.seat], is_won=each.seat in ended.winners)
        for each in ranked(ended, view)
    )
    if len(lanes) == 1:
        return Picture(_described(lanes), lanes=lanes)
    title, said = _title(ended, view), _reason(ended, view)
    crown = "crown" if ended.winners and len(lanes) <= CROWNED_MAX else ""
    coins = sum(each.amount for each in ended.gained) if len(lanes) == TWO else 0
    return Picture(_described(lanes, title, said), title, said, crown, lanes, coins)


def _described(lanes: tuple[Lane, ...], *before: str) -> str:
    dice = ("-".join(tile.sprite[-1] for tile in lane.tiles) for lane in lanes)
    return described([*before, *(lane_told(lane, thrown) for lane, thrown in zip(lanes, dice, strict=True))])


def _open(view: TableView[StoneHandView], line: StoneHandSeat, now: StoneHandView) -> Lane:
    """A seat's dice: those that stand, or those that lie before it just now."""
    hand = now.thrown if line.hand is None and line.seat == now.thrower else line.hand
    if hand is None:
        return seat_lane(view, line.seat, (), _("safe") if line.is_safe else "")
    return _lane(view, line.seat, hand)


def _lane(
    view: TableView[StoneHandView], seat: Seat, hand: DiceHand, gained: int = 0, *, is_won: bool = False
) -> Lane:
    gain = change(gained) if gained else ""
    return seat_lane(view, seat, _tiles(hand), _named(hand), gain, "gold" if is_won else "plain")


def _tiles(hand: DiceHand) -> tuple[Tile, ...]:
    kind = "home" if hand.kind == "home" else "die"
    return tuple(Tile(f"{kind}_{each}") for each in hand.dice)


def _named(hand: DiceHand) -> str:
    return _(KINDS[hand.kind]).format(score=hand.score)


def _gained(ended: RoundEnded) -> Counter[Seat]:
    """What each seat has more or less than before; in the arcade, its points."""
    gained: Counter[Seat] = Counter()
    for each in (*ended.gained, *ended.points):
        gained[each.seat] += each.amount
    for each in ended.lost:
        gained[each.seat] -= each.amount
    return gained


def _title(ended: RoundEnded, view: TableView[StoneHandView]) -> str:
    """Who takes how much, from whom if that is one."""
    gained: tuple[Coins, ...] = ended.gained or ended.points
    winners = ", ".join(isolated(view.name(each)) for each in ended.winners)
    losers = ", ".join(isolated(view.name(each)) for each in ended.losers)
    if not ended.losers:
        return _("Nobody pays")
    if ended.pool and ended.lost:
        amount = sum(each.amount for each in ended.lost)
        return _("{losers}: {amount} into the pool").format(losers=losers, amount=number(amount))
    if len(gained) == 1 and ended.lost:
        words = _("{winners} takes {amount} from {losers}")
        return words.format(winners=winners, amount=number(gained[0].amount), losers=losers)
    words = ngettext("{winners} beats {losers}", "{winners} beat {losers}", len(ended.winners))
    return words.format(winners=winners, losers=losers)


def _reason(ended: RoundEnded, view: TableView[StoneHandView]) -> str:
    """Why one hand beats another, where there are two."""
    hands = {each.seat: each.hand for each in ended.standings}
    if len(hands) != TWO or len(ended.winners) != 1 or len(ended.losers) != 1:
        return ""
    if ended.winners[0] not in hands or ended.losers[0] not in hands:
        return ""
    better, worse = hands[ended.winners[0]], hands[ended.losers[0]]
    words = _("{better} beats {worse}")
    if better.kind == worse.kind and not (better.kind == "junk" and view.rules.inverted_junk):
        words = _("{better} beats {worse}: low is good")
    return words.format(better=_named(better), worse=_named(worse))
