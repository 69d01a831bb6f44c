"""Stone Hand for the engine, with its verifier, its notation and its deal of the day.

Everything in a round is public, so the verifier takes its beginning from the history. Dice are written as
`2-5-6`, lowest first, and read in any order.

The deal of the day: keep junk or rethrow it, against a standing hand (SH-2 to SH-7), in a round of two with
the default house rules, without home throws. The expected value of each answer is exact, computed over
all 512 throws.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from games.engine.core import game
from games.engine.core.errors import N_, RuleError
from games.engine.core.game import (
    CHANCE_SEAT,
    Game,
    Grading,
    HandSetup,
    Level,
    Ranker,
    Ranking,
    Seat,
    SeatedPlayer,
)
from games.engine.history import HistoryVerifier, MalformedInput
from games.stone_hand import bot_player, hands, model, rules
from games.stone_hand import view as views
from games.stone_hand.expected_value import RoundFacts, Stood, Thrower, gains, stand, thrown
from games.stone_hand.model import Event, Move, StoneHandCarry, StoneHandRules, StoneHandState
from games.stone_hand.rules import find_home
from games.stone_hand.view import StoneHandView


class BrokenUnits(RuleError):  # SH-2
    template = N_("A stake of {stake} doesn’t divide into units of {unit}: choose a multiple.")
    stake: int
    unit: int


class StoneHand(
    Game[StoneHandState, Move, Event, StoneHandView, StoneHandCarry, StoneHandRules, model.HomeThrow]
):
    """Three eight-sided dice, 2 to 12 players; a hand of the engine is a round."""

    key = "stone_hand"
    title = N_("Stone Hand")
    seats = range(2, 13)
    buy_in = 20
    is_dealt = False
    ends_by_agreement = True
    looks_back = True
    tournament_seats = range(2, 13)
    levels = tuple(Level(ante=pay) for pay in (1, 2, 3, 4, 6, 8, 12, 16))
    titles = rules.TITLES
    actions = rules.ACTIONS

    start = staticmethod(rules.start)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    timeout = staticmethod(rules.timeout)
    chance_move = staticmethod(rules.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(rules.result)
    stacks = staticmethod(rules.stacks)
    hand_stats = staticmethod(rules.deeds)
    claims = staticmethod(rules.claims)
    house_keepsake = staticmethod(bot_player.home_of)
    view = staticmethod(views.redact)
    estimate = staticmethod(bot_player.estimate)
    decide = staticmethod(bot_player.decide)
    looked_back = staticmethod(bot_player.looked_back)
    ways = staticmethod(bot_player.ways)
    reason = staticmethod(bot_player.reason)
    advice = staticmethod(bot_player.advice)

    def price(self, rules: StoneHandRules, buy_in: int) -> int:
        """Return the buy-in; in the arcade there are no wagers (SH-12)."""
        return 0 if rules.arcade else buy_in

    def usual_stake(self, rules: StoneHandRules) -> int:
        """Return twenty units (SH-2)."""
        return self.buy_in * rules.unit

    def check_stake(self, rules: StoneHandRules, stake: int) -> None:
        """Raise unless the wager is a whole number of units (SH-2); the arcade has none."""
        if self.price(rules, stake) % rules.unit:
            raise BrokenUnits(stake, rules.unit)

    def at_level(self, rules: StoneHandRules, level: Level) -> StoneHandRules:
        """Return the rules without a pool, with the pay multiplied by the level's ante (SH-11)."""
        return replace(rules, pay_unit=max(1, level.ante), unit=1, prize_pool=False)

    def at_tournament(
        self, rules: StoneHandRules, kept: model.HomeThrow | None, below: Callable[[int], int]
    ) -> StoneHandRules:
        """Return the rules with one home throw for all tables, fixed by the server or drawn by lot (SH-3)."""
        if rules.home_throws != "house":
            return rules
        home = kept or find_home(below)
        return replace(rules, house_throw=home.numbers, house_why=home.why)

    def lets_sit_out(self, rules: StoneHandRules) -> bool:
        """Return False with a prize pool: then all play until one player has wager left (SH-11)."""
        return not rules.prize_pool

    def admits(self, _rules: StoneHandRules, carry: StoneHandCarry | None) -> bool:
        """Return False once a coin lies in the prize pool (SH-11)."""
        return carry is None or not carry.pool

    def dealt_in(
        self, facts: HandSetup[StoneHandRules, model.HomeThrow], _carry: StoneHandCarry | None
    ) -> tuple[Seat, ...]:
        """Return all seats with wager left (SH-8), or all seats if nothing is wagered."""
        return super().dealt_in(facts, None) or tuple(player.seat for player in facts.players)

    def vacated(self, carry: StoneHandCarry, seat: Seat) -> StoneHandCarry:
        """Return the carry without the introduction of a seat's previous player."""
        return replace(carry, introduced=tuple(each for each in carry.introduced if each != seat))

    def repaid(self, carry: StoneHandCarry, seat: Seat) -> StoneHandCarry:
        """Return the prize pool without the seat's payments (SH-11)."""
        return replace(carry, pool=tuple(each for each in carry.pool if each.seat != seat))

    def forgotten(self, state: StoneHandState, seat: Seat) -> StoneHandState:
        """Return the state without the text that a player typed as the reason for a home throw (SH-3)."""
        homes = tuple(
            replace(each, throw=replace(each.throw, why="")) if each.seat == seat else each
            for each in state.homes
        )
        return replace(state, homes=homes)


STONE_HAND = StoneHand()


class StoneHandReferee(HistoryVerifier[StoneHandState, StoneHandView]):
    """The verifier of Stone Hand."""

    game = STONE_HAND

    def initial_state(self) -> StoneHandState:
        """Return the round at its beginning. Raises `MalformedInput` if no round can begin with this view."""
        beginning = self.beginning
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        seats = {line.seat for line in lines}
        is_right = 0 < len(seats) == len(lines) < STONE_HAND.seats.stop and CHANCE_SEAT not in seats
        if not is_right or any(line.wager < 0 for line in lines):
            raise MalformedInput("beginning.lines: not the seats of a round")
        first = beginning.lines[0].seat
        players = tuple(SeatedPlayer(line.seat, line.wager, line.home) for line in lines)
        introduced = tuple(line.seat for line in lines if not line.is_new)
        carry = StoneHandCarry(
            beginning.number - 1, first, beginning.house_throw, beginning.pool_paid, introduced
        )
        facts = HandSetup(beginning.rules, players, first)
        return STONE_HAND.start(facts, carry if beginning.number > 1 else None)


HAND_NAMES: dict[hands.HandKind, str] = {
    # Translators: without an article, as in “Ann’s home throw”; so are those that follow.
    "home": N_("home throw"),
    # Translators: without an article, as in “Ann’s triple”.
    "triple": N_("triple"),
    # Translators: without an article, as in “Ann’s run”: three numbers in a row.
    "run": N_("run"),
    # Translators: without an article, as in “Ann’s pair”.
    "pair": N_("pair"),
    "junk": N_("junk"),
    "empty": N_("empty"),
    "show_up": N_("show-up"),
    "double_show_up": N_("double show-up"),
}
HOME = "home="
_DICE = re.compile(r"([1-8])-([1-8])-([1-8])")


def write(dice: hands.Dice) -> str:
    """Return the dice in their notation."""
    return "-".join(str(each) for each in dice)


def read(text: str) -> hands.Dice:
    """Parse three numbers from 1 to 8 joined by hyphens. Raises `UnreadableHand`."""
    match = _DICE.fullmatch(text)
    if match is None:
        raise game.UnreadableHand(f"{text[:40]!r} is not three dice such as 2-5-6")
    return hands.in_order(*(int(each) for each in match.groups()))


def rank(line: str, rules: StoneHandRules) -> Ranking:
    """Parse and rank dice and, if given as `home=1-3-5`, the home throw that counts."""
    dice_text, *rest = line.split() or [""]
    dice = read(dice_text)
    match [] if rules.home_throws == "none" else rest:
        case []:
            homes: tuple[hands.Dice, ...] = ()
        case [word] if word.lower().startswith(HOME):
            homes = (read(word[len(HOME) :]),)
        case _:
            raise game.UnreadableHand(f"{' '.join(rest)[:40]!r} is not one home throw such as home=1-3-5")
    hand = hands.read_dice(dice, homes)
    return Ranking(
        hand=HAND_NAMES[hand.kind],
        number=hand.score,
        key=hands.key(hand, inverted_junk=rules.inverted_junk),
        cards=(write(dice),),
    )


RANKER = Ranker(StoneHandRules, rank)


PARTS = 10
"""The denominator of values, in coins."""
CLOSE = (0.2, 2.0)
"""The range of the difference between the answers, in coins: smaller is insignificant, larger is obvious."""


@dataclass(frozen=True, slots=True)
class StoneHandDeal:
    """The deal: junk, the standing hand, the pay, and the number of throws left."""

    lying: hands.DiceHand
    rival: hands.DiceHand
    pay: int
    throws: int


class StoneHandDaily:
    """The deal of the day: keep the dice, or rethrow them."""

    def deal(self, below: Callable[[int], int]) -> StoneHandDeal:
        """Throw until the choice is close, but not insignificant."""
        while True:
            lying, rival = hands.read_dice(hands.throw(below)), hands.read_dice(hands.throw(below))
            throws = 1 + below(model.JUNK_RETHROWS)
            if lying.kind != "junk" or rival.kind in hands.RAISES:
                continue
            deal = StoneHandDeal(lying, rival, hands.lowered(model.PAY_START, rival), throws)
            kept, thrown = brings(deal)
            if CLOSE[0] <= abs(kept - thrown) <= CLOSE[1]:
                return deal

    def told(self, deal: StoneHandDeal) -> str:
        """Return both hands, the pay and the number of throws left as text."""
        lying, rival = write(deal.lying.dice), write(deal.rival.dice)
        return f"{lying} against {rival}, pay {deal.pay}, throws left {deal.throws}"

    def answers(self, _deal: StoneHandDeal) -> tuple[str, ...]:
        """Return the two answers, which are always the same."""
        return "keep", "rethrow"

    def grading(self, deal: StoneHandDeal) -> Grading:
        """Compute the expected value of each answer, in tenths of a coin."""
        kept, thrown = brings(deal)
        yield round(PARTS * kept), round(PARTS * thrown)


def brings(deal: StoneHandDeal) -> tuple[float, float]:
    """Return the value of keeping, and the expected value of rethrowing, in coins."""
    stood = stand(_TWO, Stood(model.PAY_START), deal.rival, 0)._replace(pay=deal.pay)
    _, kept = gains(_TWO, stand(_TWO, stood, deal.lying, 0))
    _, again = thrown(_TWO, stood, deal.throws - 1, 0)
    return kept, again


_TWO = RoundFacts((Thrower((), StoneHand.buy_in),) * 2, 1, inverted_junk=False, arcade=False, river=False)
"""Two players with the usual wager, for whom no home throw counts."""


DAILY = StoneHandDaily()
