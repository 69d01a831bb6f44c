"""The presenter of Stone Hand: the round, the seats, and the labels of its buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.screens.core.naming import duration
from bot.screens.core.presenter import (
    ButtonLook,
    GamePresenter,
    HandLength,
    Lasting,
    hand_of,
    render_event,
    worded,
)
from bot.screens.core.screen import capitalised, marked
from bot.screens.core.table_blocks import AtSeat, Centre, HandLaid, OwnBlock, Ranks, Result
from bot.screens.core.tiles import Track
from bot.screens.stone_hand import dice, story
from bot.text.translate import _, change, ngettext, number, pgettext, quoted, shown
from games.engine.core.errors import N_, Missing, ngettext_noop
from games.engine.core.game import Level, Seat
from games.engine.core.offers import Offer
from games.engine.table.views import Question, TableView
from games.stone_hand import model
from games.stone_hand.hands import Dice, HandKind, odds
from games.stone_hand.rules import RIVALS_MIN, judge, rounds_expected, short_wager
from games.stone_hand.view import StoneHandSeat, StoneHandView

PAYS_SHOWN = 10
"""The minimum upper end of the track that shows the pay."""
THROW_SECONDS = 10
"""A rough estimate of the seconds for a player's throws in a round."""
WHYS_LENGTH = 480
"""The maximum length of all reasons for home throws together in a table's message."""
ALL_OF_A_KIND: Mapping[HandKind, str] = {
    "home": ngettext_noop(
        "{count} of the 512 possible throws is this home throw.",
        "{count} of the 512 possible throws are this home throw.",
        "count",
    ),
    "triple": N_("{count} of the 512 possible throws are triples."),
    "run": N_("{count} of the 512 possible throws are runs."),
    "pair": N_("{count} of the 512 possible throws are pairs."),
    "junk": N_("{count} of the 512 possible throws are junk."),
    "empty": N_("{count} of the 512 possible throws are empty: the worst hand there is."),
    "show_up": N_("{count} of the 512 possible throws are show-ups. They are thrown again."),
    "double_show_up": N_("{count} of the 512 possible throws are double show-ups. They are thrown again."),
}


class StoneHandScreen(GamePresenter):
    """The presenter of Stone Hand."""

    command = "stonehand"
    rules_page = "stone-hand"
    emoji = "🎲"
    sign = "die_8"
    accent = 0x8A6D3B
    pace = HandLength(player_seconds=10.0, swing=18.0)
    # Translators: Who made the game, and when: translate the month.
    credit = N_("*cinnabar gate*, October 2024")
    intro = N_(
        "Three eight-sided dice, up to four throws, and low scores are good. "
        "Each round the worst hand pays the best."
    )
    own_button = N_("My dice")
    own_title = N_("Your dice")
    is_private = False
    has_throws = True
    thinks = N_("{name} rattles the cup …")
    untold = (model.Kept, model.PayLowered)
    told_by_result = ends = (model.RoundEnded,)
    weighty = (model.WagerGone,)
    own_words = dice.ROUNDS
    most = N_("Biggest win: {who}")
    newcomer = N_("You’ll be dealt in from the next round.")
    best = staticmethod(dice.best)
    laid_out = staticmethod(dice.laid_out)
    in_a_line = staticmethod(dice.in_a_line)
    deeds = staticmethod(dice.thrown_so_often)
    kinds = staticmethod(dice.kinds)
    lasting = Lasting(N_("Scoreboard"), N_("Nobody is on it yet."), has_prizes=True)
    by_chance = N_("By chance: what the same number of throws come to on average, without home throws.")

    def event(self, event: model.Event, view: TableView[StoneHandView]) -> str:
        """Return one line on an event; empty if the table shows it."""
        match event:
            case model.RoundEnded():
                return story.round_line(event, view)
            case model.HouseThrew(dice=thrown):
                return render_event(event, view, dice=dice.dice(thrown))
            case model.Kept(hand=kept):
                return render_event(event, view, dice=dice.dice_of(kept))
            case model.Threw() | model.ShowUp():
                return story.turn_line(event, view)
            case _:
                return render_event(event, view)

    def hands(self, count: int) -> str:
        """Return a number of rounds."""
        return ngettext("{count} round", "{count} rounds", count).format(count=number(count))

    def hands_won(self, count: int) -> str:
        """Return a number of rounds won."""
        return ngettext("{count} round won", "{count} rounds won", count).format(count=number(count))

    def centre(self, view: TableView[StoneHandView]) -> Centre:
        """Return the newest throw, the pay, the prize pool, and the table's home throw."""
        hand_view, newest = hand_of(view), ""
        if thrown := story.throws(view):
            last = thrown[-1]
            whose = "" if last.seat == hand_view.thrower else f"{shown(view.name(last.seat))}: "
            newest = f"{whose}{dice.dice_of(last.hand)} {dice.named_hand(last.hand)}"
        notes = [*(f"-# {each}" for each in story.explained(view)), *filter(None, [story.pay_line(view)])]
        if hand_view.pool:
            notes.append(_("The pool holds {pool}, so nobody can join any more.").format(pool=hand_view.pool))
        elif hand_view.rules.prize_pool:
            notes.append(_("The pool is empty."))
        if hand_view.house_throw is not None:
            notes.append(_home_and_why(_("The table’s home throw is {dice}."), hand_view.house_throw))
        return Centre(newest=newest, notes=tuple(notes))

    def track(self, view: TableView[StoneHandView]) -> Track | None:
        """Return the pay, with its earlier values in this round."""
        hand_view = hand_of(view)
        if not view.terms.buy_in and not hand_view.rules.arcade:
            return None
        past = story.pays(view)
        return Track(1, max(PAYS_SHOWN, *past, hand_view.pay), hand_view.pay, past)

    def at_seat(self, view: TableView[StoneHandView], seat: Seat) -> AtSeat:
        """Return a seat's throw in this round; before the first throw, its throw and gain of the last one."""
        line, hand_view = _line(view, seat), hand_of(view)
        winners, losers = _best_and_worst(view)
        current_hand, gain = line.hand or (hand_view.thrown if seat == hand_view.thrower else None), 0
        if story.is_fresh(view) and (ended := story.last_round(view)) is not None:
            last_hand = next((each.hand for each in ended.standings if each.seat == seat), None)
            if last_hand is not None:
                current_hand, gain = last_hand, _gain(ended, seat)
        if current_hand is None:
            # Translators: of a player who cannot lose this round any more, beside the name.
            return AtSeat(deed=(_("safe"),) if line.is_safe else ())
        return AtSeat(
            dice.tiles(current_hand),
            dice.scored(current_hand),
            () if gain else tuple(filter(None, [_best_or_worst_note(view, seat)])),
            gain=gain,
            is_best=seat in winners,
            is_paying=seat in losers,
        )

    def read_out(self, view: TableView[StoneHandView]) -> tuple[str, ...]:
        """Return the home throws of players in their first round (SH-3).

        A person's is shown until they throw. A house player's is shown only once a person has thrown, so that
        a newcomer sees their own dice first.
        """
        hand_view = hand_of(view)
        has_begun = any(view.place(each.seat).player is not None for each in story.throws(view))
        lines = []
        for line in hand_view.lines:
            is_person = view.place(line.seat).player is not None
            has_thrown = line.hand or (hand_view.thrown and line.seat == hand_view.thrower)
            is_due = not has_thrown if is_person else has_begun
            if line.home is None or not line.is_new or not is_due:
                continue
            # House players' reasons are our own texts, so they are translated.
            reason = line.home.why if is_person else _(line.home.why)
            home = _home_throw_text(line.home.numbers, reason, len(hand_view.lines))
            lines.append(f"{shown(view.name(line.seat))} · {home}")
        return (_(story.HOME), *lines) if lines else ()

    def at_stake(self, view: TableView[StoneHandView], stake: Callable[[int], str]) -> str:
        """Return the possible loss: the pay times the unit, at most the stake (SH-14)."""
        if not view.terms.buy_in:
            return ""
        words = _("The loser pays the pay, at most the stake of **{stake}**.")
        if view.rules.unit > 1:
            words = _(
                "The loser pays the pay times the unit of **{unit}**, at most the stake of **{stake}**."
            )
        sentence = words.format(unit=stake(view.rules.unit), stake=stake(view.terms.buy_in))
        pay_note = _("The pay begins at {pay}; low hands pull it down.").format(pay=model.PAY_START)
        return f"{sentence} {pay_note}"

    def lasts(self, view: TableView[StoneHandView]) -> str:
        """Return the expected number of rounds and the time limit, or the wager for a short game."""
        if view.rules.arcade or view.rules.prize_pool:
            return ""
        seats, units = max(len(view.present), RIVALS_MIN), view.terms.buy_in // view.rules.unit
        rounds = rounds_expected(units, seats)
        rounds_text = ngettext("About {count} round", "About {count} rounds", rounds).format(count=rounds)
        limit = 60 * view.terms.minutes_max
        if limit and rounds * seats * THROW_SECONDS > limit:
            return _("{time}, then one last round").format(time=capitalised(duration(limit)))
        if limit:
            # Translators: “About 40 rounds, at most 1 hour”.
            return _("{rounds}, at most {time}").format(rounds=rounds_text, time=duration(limit))
        if (short := short_wager(seats)) < units / 2:
            words = _("a wager of {wager} makes it short")
            rounds_text = f"{rounds_text} · {words.format(wager=short * view.rules.unit)}"
        return rounds_text

    def posted(self, level: Level) -> str:
        """Return as text the factor by which a level multiplies the pay (SH-2)."""
        if level.ante == 1:
            return _("the usual pay")
        return _("the pay × {times}").format(times=number(level.ante)) if level.ante else ""

    def levels(self) -> str:
        """Return an example of how levels multiply the pay."""
        return _("At level 3 the pay counts three times: 2 becomes 6.")

    def shared_by_tables(self, rules: model.StoneHandRules) -> str:
        """Return the home throw that all tables share, if the house rules say so (SH-3)."""
        if rules.home_throws != "house":
            return ""
        if rules.house_throw is None:
            return _("Every table plays with one home throw: the server’s, or one thrown at the start.")
        home = model.HomeThrow(rules.house_throw, rules.house_why)
        return _home_and_why(_("The home throw of all tables is {dice}."), home)

    def state_line(self, view: TableView[StoneHandView]) -> str:
        """Return the number of the round; until its first throw, the last round's result."""
        ended = story.last_round(view)
        if ended is not None and story.is_fresh(view):
            return story.headline(ended, view)
        return _("round {number}").format(number=hand_of(view).number)

    def recap(self, view: TableView[StoneHandView]) -> tuple[str, ...]:
        """Return lines on the last round's result, until a person throws in this round."""
        ended = story.last_round(view)
        if ended is None or not story.is_recent(view):
            return ()
        if story.is_fresh(view):
            return tuple(filter(None, [story.why(ended, view)]))
        words = _("The round before: **{headline}.** {why}")
        text = words.format(headline=story.headline(ended, view), why=story.why(ended, view)).rstrip()
        return text, f"-# {story.dice_left(ended, view)}"

    def asks(self, view: TableView[StoneHandView], _question: Question) -> str:
        """Return the question: to throw, or to keep the throw or throw again."""
        hand_view, thrown = hand_of(view), story.throws(view)
        if hand_view.thrown is not None:
            return _("Keep it, or throw again for free ({count} left)").format(count=hand_view.rethrows_left)
        if thrown and isinstance(thrown[-1], model.ShowUp):
            return _("Throw again")
        if story.is_fresh(view):
            return _("Round {number}: your throw").format(number=hand_view.number)
        return _("Your throw")

    def result(self, view: TableView[StoneHandView]) -> Result:
        """Return the last round's result: winners and payers, all hands, and why."""
        ended = story.last_round(view)
        if ended is None:
            return super().result(view)
        headline, reason = story.headline(ended, view), story.why(ended, view)
        laid = tuple(
            HandLaid(
                each.seat,
                dice.tiles(each.hand),
                dice.scored(each.hand),
                gain=_gain(ended, each.seat),
                is_best=each.seat in ended.winners,
                is_paying=each.seat in ended.losers,
            )
            for each in story.ranked(ended, view)
        )
        own = story.own_why(ended, view)
        return Result(headline, laid, tuple(filter(None, [reason])), tuple(filter(None, [own])))

    def alone(self, view: TableView[StoneHandView]) -> tuple[str, ...]:
        """Return the lines of a quick throw: its dice, the hand, and its rarity."""
        thrown = [each.hand for each in view.story if isinstance(each, model.Threw | model.ShowUp)]
        if not thrown:
            return ()
        hand = thrown[-1]
        count = odds(hand)
        rare = worded(ALL_OF_A_KIND[hand.kind], {"count": count}).format(count=count)
        return (
            f"# {dice.dice_of(hand)}",
            f"**{capitalised(dice.named_hand(hand).replace('**', ''))}** · {rare}",
        )

    def stacks(self, view: TableView[StoneHandView]) -> Mapping[Seat, int]:
        """Return what is left of each seat's wager."""
        return {} if view.hand is None else {each.seat: each.wager for each in view.hand.lines}

    def face(self, offer: Offer[Any], _view: TableView[StoneHandView]) -> ButtonLook:
        """Return the buttons to throw, to throw again, and to keep."""
        match offer.key:
            case "throw":
                return ButtonLook(_("Throw"), "main", "🎲")
            case "rethrow":
                return ButtonLook(_("Throw again"), "main", "🎲")
            case _:
                return ButtonLook(_("Keep it"), "good")

    def shows_result(self, view: TableView[StoneHandView]) -> bool:
        """Return True from a round's end to the first throw of the next, as no pause lies between them."""
        return view.phase == "closed" or story.just_ended(view) is not None

    def own(self, view: TableView[StoneHandView], _order: str = "") -> OwnBlock:
        """Return the player's wager, throw and home throw, and the ranking."""
        line, hand_view = _line(view, view.viewer), hand_of(view)
        hand = line.hand or (hand_view.thrown if line.seat == hand_view.thrower else None)
        last_throw = _last_hand(view, line.seat)
        lines = [_("Your last throw: {hand}").format(hand=last_throw)] if last_throw and hand is None else []
        if line.wager:
            lines.append(_("You have **{wager}** left.").format(wager=number(line.wager)))
        if line.home is not None:
            lines.append(_home_and_why(_("Your home throw is {dice}."), line.home))
        # The offer of a home throw is shown in the first round only.
        is_first = hand_view.number == 1 and hand is None and hand_view.rules.home_throws in ("own", "shared")
        offer = ""
        if line.home is None and is_first:
            offer = _("You have no home throw yet: `/me home-throw` sets your three numbers.")
            lines.append(f"-# {offer}")
        ranking = () if story.explained(view) else story.ranking(hand_view.rules)
        return OwnBlock(
            () if hand is None else dice.tiles(hand),
            "" if hand is None else capitalised(dice.scored(hand)),
            tuple(lines),
            around=tuple(filter(None, [story.pay_line(view)])),
            hints=(*ranking, _(story.SCORES)),
            explains=offer,
        )

    def ranks(self, view: TableView[StoneHandView]) -> Ranks:
        """Return the ranking of hands, including the home throw if the house rules have one."""
        hand_view, rules = hand_of(view), hand_of(view).rules
        line = next((each for each in hand_view.lines if each.seat == view.viewer), None)
        hand, home = None, rules.house_throw
        if line is not None:
            hand = line.hand or (hand_view.thrown if line.seat == hand_view.thrower else None)
            home = home or (None if line.home is None else line.home.numbers)
        homes = () if rules.home_throws == "none" else (dice.home_rank(home, hand),)
        notes = (*story.between_equals(rules), _(story.SCORES))
        return Ranks((*homes, *dice.ranks(hand)), notes, story.ranking(rules))


def _line(view: TableView[StoneHandView], seat: Seat | None) -> StoneHandSeat:
    for each in hand_of(view).lines:
        if each.seat == seat:
            return each
    raise Missing


def _last_hand(view: TableView[StoneHandView], seat: Seat) -> str:
    """Return as text a seat's throw in the last round, and its gain; empty if it had none."""
    ended = story.last_round(view)
    hand = next((each.hand for each in ended.standings if each.seat == seat), None) if ended else None
    if ended is None or hand is None:
        return ""
    gain = _gain(ended, seat)
    text = f"{dice.dice_of(hand)} {dice.scored(hand)}"
    return f"{text} · **{change(gain)}**" if gain else text


def _gain(ended: model.RoundEnded, seat: Seat) -> int:
    """Return a seat's gain by a round, negative for a loss; in the arcade, its points."""
    gained = sum(each.amount for each in (*ended.gained, *ended.points) if each.seat == seat)
    return gained - sum(each.amount for each in ended.lost if each.seat == seat)


def _best_or_worst_note(view: TableView[StoneHandView], seat: Seat) -> str:
    """Return as text that a seat's hand is the best or worst so far; empty if an emoji says it."""
    winners, losers = _best_and_worst(view)
    if seat in winners:
        return "" if marked("crown", "") else pgettext("hand of dice", "best")
    if seat not in losers or marked("pays", ""):
        return ""
    # Translators: of the player whose hand is the worst so far, beside the name.
    return _("pays now") if view.terms.buy_in and not view.rules.arcade else pgettext("hand of dice", "worst")


def _best_and_worst(view: TableView[StoneHandView]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats with the best and with the worst hands so far; before any throw, the last round's."""
    ended, hand_view = story.last_round(view), hand_of(view)
    if ended is not None and story.is_fresh(view):
        return ended.winners, ended.losers
    hands_so_far = [model.Standing(each.seat, each.hand) for each in hand_view.lines if each.hand is not None]
    if hand_view.thrown is not None and hand_view.thrower is not None:
        hands_so_far.append(model.Standing(hand_view.thrower, hand_view.thrown))
    losers, winners = (
        judge(tuple(hands_so_far), inverted_junk=hand_view.rules.inverted_junk) if hands_so_far else ((), ())
    )
    return winners, losers


def _home_throw_text(numbers: Dice, reason: str, players: int) -> str:
    """Return a home throw with its reason, cut to a fair share of `WHYS_LENGTH` (SH-3)."""
    thrown = dice.dice(numbers, is_home=True)
    room = WHYS_LENGTH // players
    shortened = shown(reason)
    while len(shortened) > room:
        reason = reason[:-1]
        shortened = shown(reason) + "…"
    return f"{thrown} {quoted(shortened)}" if shortened else thrown


def _home_and_why(words: str, home: model.HomeThrow) -> str:
    sentence = words.format(dice=dice.dice(home.numbers, is_home=True))
    return f"{sentence} {quoted(shown(home.why))}" if home.why else sentence
