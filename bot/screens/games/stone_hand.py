"""Stone Hand in words: dice, throws, the round, and what its buttons say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.screens.core.emojis import emojis_of
from bot.screens.core.game_screen import Face, GameScreen, hand_of
from bot.screens.core.picture import Picture
from bot.screens.core.story import tell
from bot.screens.games import stone_hand_picture
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.engine.core.game import Coins, Level, Seat
from games.engine.core.offers import Offer
from games.engine.core.sentences import phrase
from games.engine.table.table import points_count
from games.engine.table.views import Question, TableView
from games.stone_hand.hands import Dice, DiceHand, HandKind
from games.stone_hand.model import (
    PAY_START,
    Event,
    HomeThrow,
    HouseThrew,
    Kept,
    PayLowered,
    RoundEnded,
    ShowUp,
    StoneHandRules,
    Threw,
)
from games.stone_hand.view import StoneHandSeat, StoneHandView


def dice(thrown: Dice, *, is_home: bool = False) -> str:
    """Three dice as emojis or in notation; those of a home throw have sprites of their own."""
    sprites = [f"{'home' if is_home else 'die'}_{number}" for number in thrown]
    return emojis_of(sprites) or "`" + "-".join(map(str, thrown)) + "`"


HANDS: Mapping[HandKind, str] = {
    "home": phrase("the home throw"),
    "triple": phrase("a triple, score {score}"),
    "run": phrase("a run, score {score}"),
    "pair": phrase("a pair, score {score}"),
    "junk": phrase("junk, score {score}"),
    "empty": phrase("an empty hand"),
    "show_up": phrase("a show-up"),
    "double_show_up": phrase("a double show-up"),
}


def hand(thrown: DiceHand) -> str:
    """A throw and what it is: `2-5-6`, junk, score 5."""
    said = _(HANDS[thrown.kind]).format(score=thrown.score)
    return f"{dice(thrown.dice, is_home=thrown.kind == 'home')}, {said}"


PRACTICE_SCORES_NOTHING = phrase("won by {winners} at a pay of {pay}. Practice scores no points.")
HOUSE_SCORES_NOTHING = phrase(
    "won by {winners} at a pay of {pay}. It scores no points: a house player is in the round."
)
WHYS_LENGTH = 480
"""Characters for all reasons of home throws together in a table's message."""


class StoneHandScreen(GameScreen):
    """Stone Hand."""

    command = "stonehand"
    rules_page = "stone-hand"
    emoji = "🎲"
    accent = 0x8A6D3B
    credit = "*cinnabar gate*, October 2024"
    intro = phrase(
        "Three eight-sided dice, thrown up to four times; low scores are good. "
        "The worst hand of a round pays the best one, and good hands make the pay fall."
    )
    own = phrase("My dice")
    own_title = phrase("Your dice")
    is_private = False
    thinks = phrase("{name} rattles the cup …")
    untold = (Kept, PayLowered)
    newcomer = phrase("You are dealt in from the next round.")

    def event(self, event: Event, view: TableView[StoneHandView]) -> str:
        """One line on what happened."""
        match event:
            case RoundEnded():
                return _ended(event, view)
            case HouseThrew(dice=thrown):
                return tell(event, view, dice=dice(thrown))
            case Threw(hand=thrown) | ShowUp(hand=thrown) | Kept(hand=thrown):
                return tell(event, view, hand=hand(thrown), dice=dice(thrown.dice))
            case _:
                return tell(event, view)

    def body(self, view: TableView[StoneHandView]) -> tuple[str, ...]:
        """The round: its pay, the throws, and the prize pool."""
        now = hand_of(view)
        lines = [_round(now)]
        if now.pool:
            lines.append(_("The pool holds {pool}, so nobody can join any more.").format(pool=now.pool))
        elif now.rules.prize_pool:
            lines.append(_("The pool is empty."))
        if now.house_throw is not None:
            lines.append(_home_and_why(_("The table’s home throw is {dice}."), now.house_throw))
        if now.thrown is not None and now.thrower is not None:
            words = _("On the table before {name}: {hand}. Throws left: {left}.")
            name = shown(view.name(now.thrower))
            lines.append(words.format(name=name, hand=hand(now.thrown), left=now.rethrows_left))
        return tuple(lines)

    def at_seat(self, view: TableView[StoneHandView], seat: Seat) -> str:
        """A player's throw, or what they have yet to do."""
        line, players = _line(view, seat), len(hand_of(view).lines)
        if line.home is None or not line.is_new:
            return _standing(line)
        # House players' reasons are our own texts, so they are translated.
        why = _(line.home.why) if view.place(seat).player is None else line.home.why
        return f"{_standing(line)} · {_told_home(line.home.numbers, why, players)}"

    def at_stake(self, view: TableView[StoneHandView], stake: Callable[[int], str]) -> str:
        """The pay times the unit, at most the stake (SH-14)."""
        if not view.terms.buy_in:
            return ""
        words = _(
            "The loser pays the pay times the unit of **{unit}**, at most the stake of **{stake}**. "
            "The pay begins at {pay}; low hands pull it down, show-ups lift it."
        )
        return words.format(unit=stake(view.rules.unit), stake=stake(view.terms.buy_in), pay=PAY_START)

    def posted(self, level: Level) -> str:
        """A level multiplies the pay (SH-2)."""
        return _("the pay × {times}").format(times=level.ante) if level.ante else ""

    def levels(self) -> str:
        """How levels multiply the pay, with an example."""
        return _("Each level multiplies the pay: at a level of 3 “the pay is 2 × 3 = 6”.")

    def found(self, rules: StoneHandRules) -> str:
        """The one home throw of all tables (SH-3)."""
        if rules.home_throws != "house":
            return ""
        if rules.house_throw is None:
            return _("One home throw holds for all tables: the server’s, or what the dice find at the start.")
        home = HomeThrow(rules.house_throw, rules.house_why)
        return _home_and_why(_("The home throw of all tables is {dice}."), home)

    def now(self, view: TableView[StoneHandView]) -> str:
        """The round."""
        return _("round {number}").format(number=hand_of(view).number)

    def asks(self, view: TableView[StoneHandView], _question: Question) -> str:
        """To throw, or to keep what was thrown."""
        now = hand_of(view)
        if now.thrown is None:
            return _("Your throw")
        return _("Keep it, or throw again ({count} left)").format(count=now.rethrows_left)

    def stacks(self, view: TableView[StoneHandView]) -> Mapping[Seat, int]:
        """What is left of each wager."""
        return {} if view.hand is None else {each.seat: each.wager for each in view.hand.lines}

    def face(self, offer: Offer[Any], _view: TableView[StoneHandView]) -> Face:
        """Throw, throw again, keep."""
        match offer.key:
            case "throw":
                return Face(_("Throw"), "main", "🎲")
            case "rethrow":
                return Face(_("Throw again"), "main", "🎲")
            case _:
                return Face(_("Keep it"), "good")

    def is_told(self, view: TableView[StoneHandView]) -> bool:
        """There is no rest between rounds: what came out is there until somebody throws."""
        return view.phase == "closed" or stone_hand_picture.last_round(view) is not None

    def picture(self, view: TableView[StoneHandView]) -> Picture | None:
        """All that lies open of the hand, or the viewer's own cards."""
        return stone_hand_picture.picture(view)

    def panel(self, view: TableView[StoneHandView], _order: str = "") -> tuple[str, ...]:
        """The player's wager, throw and home throw; Stone Hand has no secrets."""
        own = _line(view, view.viewer)
        lines = [_round(hand_of(view)), _("Your hand: {hand}.").format(hand=_standing(own))]
        if own.wager:
            lines.append(_("You have **{wager}** left.").format(wager=own.wager))
        if own.home is not None:
            name = shown(view.name(own.seat))
            lines.append(_home_and_why(_("{name}’s home throw is {dice}."), own.home, name))
        return tuple(lines)


def _line(view: TableView[StoneHandView], seat: Seat | None) -> StoneHandSeat:
    return next(each for each in hand_of(view).lines if each.seat == seat)


def _round(round_: StoneHandView) -> str:
    """The round's number, and its pay."""
    words = _("**Round {number}** · the pay is {pay}")
    return words.format(number=round_.number, pay=_pay(round_.pay, round_.rules.pay_factor, "**"))


def _pay(pay: int, factor: int, bold: str = "") -> str:
    """The pay, and its total if the unit is more than one."""
    if factor == 1:
        return f"{bold}{pay}{bold}"
    return f"{pay} × {factor} = {bold}{pay * factor}{bold}"


def _standing(line: StoneHandSeat) -> str:
    """A player's current throw."""
    if line.hand is not None:
        return hand(line.hand)
    if line.is_safe:
        return _("safe")
    return _("yet to throw")


def _told_home(numbers: Dice, said: str, players: int) -> str:
    """A home throw as read out in a player's first round (SH-3); long reasons share the room."""
    words = _("home throw {dice}").format(dice=dice(numbers, is_home=True))
    room = WHYS_LENGTH // players
    why = shown(said)
    while len(why) > room:
        said = said[:-1]
        why = shown(said) + "…"
    return f"{words} “{why}”" if why else words


def _home_and_why(words: str, home: HomeThrow, name: str = "") -> str:
    said = words.format(name=name, dice=dice(home.numbers, is_home=True))
    return f"{said} “{shown(home.why)}”" if home.why else said


def _names(seats: tuple[Seat, ...], view: TableView[StoneHandView]) -> str:
    return ", ".join(shown(view.name(seat)) for seat in seats)


def _sums(coins: tuple[Coins, ...], view: TableView[StoneHandView]) -> str:
    return ", ".join(f"{shown(view.name(each.seat))} {each.amount}" for each in coins)


def _counts(event: RoundEnded, view: TableView[StoneHandView]) -> bool:
    """Where a round's points count: scoreboard, or a race's standings (SH-12)."""
    has_house = any(view.place(each.seat).player is None for each in event.standings)
    return view.terms.tournament is not None or points_count(
        view.terms, view.money, is_free=True, has_house=has_house
    )


def _ended(event: RoundEnded, view: TableView[StoneHandView]) -> str:
    """How a round ended: who paid, and who got what; nothing for a single player."""
    if len(event.standings) == 1 and not event.losers:
        return ""
    winners, losers = _names(event.winners, view), _names(event.losers, view)
    if event.points and not _counts(event, view):
        words = _(PRACTICE_SCORES_NOTHING if view.money == "practice" else HOUSE_SCORES_NOTHING)
    elif event.points:
        words = ngettext(
            "{winners} wins at a pay of {pay}. Points: {points}.",
            "{winners} win at a pay of {pay}. Points: {points}.",
            len(event.winners),
        )
    elif event.lost and event.gained:
        words = _("the pay is {pay}. Paid: {lost}. Won: {gained}.")
    elif event.lost:
        words = _("{lost} into the pool, which holds {pool}.")
    elif event.winners and event.losers:
        words = _("at a pay of {pay}, won by {winners} over {losers}.")
    else:
        words = _("nobody pays.")
    facts = words.format(
        winners=winners,
        losers=losers,
        pay=_pay(event.pay, event.factor),
        pool=event.pool,
        points=_sums(event.points, view),
        lost=_sums(event.lost, view),
        gained=_sums(event.gained, view),
    )
    return tell(event, view, facts=facts)
