"""Texts on a table's events at Stone Hand: turns, the pay, a round's result and its reasons, home throws.

Rounds follow each other without a pause, so the last round's result is read from the table's story.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from operator import itemgetter
from typing import Any, TypeAlias

from bot.custom_ids import table_id
from bot.screens.core.betting import compared
from bot.screens.core.naming import listed, person, with_you
from bot.screens.core.presenter import hand_of, render_event
from bot.screens.core.screen import Button, Part, Screen, Text, capitalised, item, marked, rows, say
from bot.screens.stone_hand.dice import HANDS, dice, dice_of, named_hand
from bot.text.translate import _, ngettext, number, quoted, shown
from games.engine.core.errors import N_, must_find
from games.engine.core.game import Seat
from games.engine.table.events import CalledOff
from games.engine.table.table import points_count
from games.engine.table.views import TableView
from games.stone_hand import model
from games.stone_hand.game import HAND_NAMES
from games.stone_hand.hands import DiceHand, HandKind, key
from games.stone_hand.model import PAY_START, HomeThrow, PayLowered, RoundEnded, ShowUp, StoneHandRules
from games.stone_hand.view import StoneHandView

View: TypeAlias = TableView[StoneHandView]
Thrown: TypeAlias = model.Threw | ShowUp

LOWER_WINS: Mapping[HandKind, str] = {
    "triple": N_("The lower triple wins: {best} against {worst}."),
    "run": N_("The lower run wins: {best} against {worst}."),
    "pair": N_("The lower pair wins: {best} against {worst}."),
    "junk": N_("The lower junk wins: {best} against {worst}."),
}


def last_round(view: View) -> RoundEnded | None:
    """Return the end of the last round; None if there is none, or if a round was called off after it."""
    ending = next((each for each in reversed(view.story) if isinstance(each, RoundEnded | CalledOff)), None)
    return ending if isinstance(ending, RoundEnded) and not _is_alone(ending) else None


def events_of_round(view: View) -> tuple[Any, ...]:
    """Return the events of the current round, oldest first, as far as the story still has them."""
    newest_first = takewhile(lambda each: not isinstance(each, RoundEnded | CalledOff), reversed(view.story))
    return (*newest_first,)[::-1]


def throws(view: View) -> tuple[Thrown, ...]:
    """Return the throws of the current round, including rethrows and show-ups."""
    return tuple(each for each in events_of_round(view) if isinstance(each, Thrown))


def just_ended(view: View) -> RoundEnded | None:
    """Return the end of the previous round, as long as nobody has thrown in the current one."""
    hand_view = view.hand
    if (
        hand_view is not None
        and hand_view.stage != "over"
        and (hand_view.thrown or any(line.hand for line in hand_view.lines))
    ):
        return None
    later = takewhile(lambda each: not isinstance(each, Thrown), reversed(view.story))
    return next((each for each in later if isinstance(each, RoundEnded)), None)


def is_fresh(view: View) -> bool:
    """Return True if a round has ended and nobody has thrown since: the table still shows its hands."""
    return view.phase == "playing" and last_round(view) is not None and not throws(view)


def is_recent(view: View) -> bool:
    """Return True if no person has thrown since the last round; house players throw within seconds.

    At a slow table only the viewer's throws count, since other turns may take days (TB-28).
    """
    if view.terms.pace.is_slow:
        return last_round(view) is not None and all(each.seat != view.viewer for each in throws(view))
    people = (view.place(each.seat).player for each in throws(view))
    return last_round(view) is not None and all(each is None for each in people)


def pays(view: View) -> tuple[int, ...]:
    """Return the successive pays of the current round."""
    values = [PAY_START]
    for each in events_of_round(view):
        if isinstance(each, model.RoundRestarted):
            values = [PAY_START]
        elif isinstance(each, ShowUp | PayLowered):
            values.append(each.pay)
    return tuple(values)


def turn_line(event: Thrown, view: View) -> str:
    """Return a turn in one line, given its last throw.

    It is empty for any other event, for a turn with a single throw, which the seats show, and for a turn of a
    round whose hands the table no longer shows.
    """
    position = must_find(index for index, each in enumerate(view.story) if each is event)
    before: list[Thrown] = []
    for each in reversed(view.story[:position]):
        if isinstance(each, RoundEnded) or (isinstance(each, Thrown) and each.seat != event.seat):
            break
        if isinstance(each, Thrown):
            before.insert(0, each)
    later = next((each for each in view.story[position + 1 :] if isinstance(each, Thrown | RoundEnded)), None)
    is_last = not isinstance(later, Thrown) or later.seat != event.seat
    if not before or not is_last or not _is_shown(position, view):
        return ""
    words = _("{name}: {before}, then {dice} {hand}")
    if event.seat == view.viewer:
        words = _("You: {before}, then {dice} {hand}")
    name, thrown = shown(view.name(event.seat)), event.hand
    earlier = ", ".join(_earlier_throws(before))
    return words.format(name=name, before=earlier, dice=dice_of(thrown), hand=named_hand(thrown))


def ranked(event: RoundEnded, view: View) -> list[model.Standing]:
    """Return the hands of a round, best first."""
    is_inverted = view.rules.inverted_junk
    return sorted(event.standings, key=lambda each: key(each.hand, inverted_junk=is_inverted), reverse=True)


def dice_left(event: RoundEnded, view: View) -> str:
    """Return the dice of a round's winners and losers, and of every person, best first."""
    deciding_seats = {*event.winners, *event.losers}
    shown_hands = [
        each
        for each in ranked(event, view)
        if each.seat in deciding_seats or view.place(each.seat).player is not None
    ]
    names = {
        each.seat: _("You") if each.seat == view.viewer else shown(view.name(each.seat))
        for each in shown_hands
    }
    return " · ".join(f"{names[each.seat]} {dice_of(each.hand)}" for each in shown_hands)


def round_line(event: RoundEnded, view: View) -> str:
    """Return a round's result in a line; empty for the round that the table still shows."""
    is_shown = event is last_round(view) and is_recent(view)
    return "" if is_shown or _is_alone(event) else render_event(event, view, facts=headline(event, view))


def headline(event: RoundEnded, view: View) -> str:
    """Return a round's winners, payers and amount, as a title."""
    if own := _own_headline(event, view):
        return own
    winners, losers = _names(event.winners, view), _names(event.losers, view)
    count = len(event.winners)
    if event.points and _counts(event, view):
        words = ngettext("{winners} scores {points}", "{winners} score {points} each", count)
    elif event.gained:
        words = ngettext("{winners} takes {lost} from {losers}", "{winners} take {lost} from {losers}", count)
    elif event.lost:
        words = ngettext(
            "{losers} pays {lost} into the pool", "{losers} pay {lost} into the pool", len(event.losers)
        )
    elif winners and losers:
        words = ngettext("{winners} beats {losers}", "{winners} beat {losers}", count)
    else:
        words = _("nobody pays")
    lost = sum(each.amount for each in event.lost)
    scored = event.points[0].amount if event.points else 0
    points = ngettext("{count} point", "{count} points", scored).format(count=scored)
    return words.format(winners=winners, losers=losers, lost=number(lost), points=points)


def _own_headline(event: RoundEnded, view: View) -> str:
    """Return a round's title for a viewer who won or paid in it; empty for others."""
    me = view.viewer
    has_won = me in event.winners
    if me is None or not (has_won or me in event.losers):
        return ""
    winners = _names(tuple(each for each in event.winners if each != me), view)
    losers = _names(tuple(each for each in event.losers if each != me), view)
    scored = event.points[0].amount if event.points and _counts(event, view) else 0
    if scored:
        if not has_won:
            return ""
        words = _("You score {points}") if not winners else _("You and {winners} score {points} each")
    elif event.gained and has_won:
        words = (
            _("You take {lost} from {losers}")
            if not winners
            else _("You and {winners} take {lost} from {losers}")
        )
    elif event.gained:
        words = (
            _("You pay {lost} to {winners}") if not losers else _("You and {losers} pay {lost} to {winners}")
        )
    elif event.lost and not has_won:
        words = (
            _("You pay {lost} into the pool")
            if not losers
            else _("You and {losers} pay {lost} into the pool")
        )
    elif event.lost or not (event.winners and event.losers):
        return ""
    elif has_won:
        words = _("You beat {losers}") if not winners else _("You and {winners} beat {losers}")
    else:
        words = _("You lose to {winners}") if not losers else _("You and {losers} lose to {winners}")
    points = ngettext("{count} point", "{count} points", scored).format(count=scored)
    lost = number(sum(each.amount for each in event.lost))
    words = with_you(words, len(event.winners if has_won else event.losers) - 1)
    return words.format(winners=winners, losers=losers, lost=lost, points=points)


def why(event: RoundEnded, view: View) -> str:
    """Return why a round's winner won, and why the payment differs from the initial pay."""
    hands = {each.seat: each.hand for each in event.standings}
    sentences = []
    if event.losers:
        sentences.append(_comparison(hands, event, is_inverted=view.rules.inverted_junk))
    elif len(event.standings) > 1:
        is_empty = all(each.kind == "empty" for each in hands.values())
        sentences.append(_("Nobody has a hand.") if is_empty else _("All hands tie."))
    if (event.lost or event.points) and (pay_change := _pay_change(event, view)):
        sentences.append(pay_change)
    if event.factor > 1 and event.lost:
        words = _("The pay was {pay} × {factor} = {total}.")
        sentences.append(
            words.format(pay=event.pay, factor=number(event.factor), total=number(event.pay * event.factor))
        )
    for each in event.lost:
        if each.amount < event.pay * event.factor:
            words = _("{name} had only {amount} of {pay}.")
            if each.seat == view.viewer:
                words = _("You had only {amount} of {pay}.")
            name, pay = shown(view.name(each.seat)), event.pay * event.factor
            sentences.append(words.format(name=name, amount=number(each.amount), pay=number(pay)))
    if event.points and not _counts(event, view):
        sentences.append(
            _("Practice scores no points.")
            if view.money == "practice"
            else _("No points: a house player is in the round.")
        )
    for seat in event.winners[:1]:
        sentences += _reason(seat, hands[seat], view)
    return " ".join(sentences)


def own_why(event: RoundEnded, view: View) -> str:
    """Return why the viewer won, paid, or did neither; empty for a viewer who was not in the round."""
    hands = {each.seat: each.hand for each in event.standings}
    mine = None if view.viewer is None else hands.get(view.viewer)
    if mine is None or not event.losers:
        return ""
    has_won, has_lost = view.viewer in event.winners, view.viewer in event.losers
    if not has_won and not has_lost:
        return _("Your hand was neither the best nor the worst.")
    if mine.kind == "empty":
        return _("Your hand was empty, and an empty hand always pays.")
    rival = event.losers[0] if has_won else event.winners[0]
    other, name = hands[rival], shown(view.name(rival))
    if mine.kind != other.kind:
        own, others = (_(HAND_NAMES[each.kind]) for each in (mine, other))
        return compared(own, others, name, has_won=has_won, has_lost=has_lost)
    words = _("Your {hand} scores **{mine}**, {name}’s **{other}**: lower is better.")
    if view.rules.inverted_junk and mine.kind == "junk":
        words = _("Your {hand} scores **{mine}**, {name}’s **{other}**: the higher junk wins here.")
    return words.format(hand=_(HAND_NAMES[mine.kind]), mine=mine.score, name=name, other=other.score)


def _comparison(hands: Mapping[Seat, DiceHand], event: RoundEnded, *, is_inverted: bool) -> str:
    worst = hands[event.losers[0]]
    if worst.kind == "empty":
        return _("An empty hand always pays.")
    best = hands[event.winners[0]]
    if best.kind != worst.kind:
        return capitalised(
            _("{best} beats {worst}.").format(best=_(HANDS[best.kind]), worst=_(HANDS[worst.kind]))
        )
    if is_inverted and best.kind == "junk":
        words = _("The higher junk wins here: {best} against {worst}.")
    else:
        words = _(LOWER_WINS[best.kind])
    return words.format(best=best.score, worst=worst.score)


def _pay_change(event: RoundEnded, view: View) -> str:
    """Return why the pay changed: a low score pulled it down, or show-ups raised it.

    The final hands are enough to tell: a pay above their lowest score was raised by later show-ups.
    """
    scored = [(each.hand.score, each) for each in event.standings if each.hand.score is not None]
    lowest, lowered_by = min(scored, key=itemgetter(0), default=(PAY_START, None))
    if lowered_by is None or lowest >= PAY_START:
        words = _("Show-ups raised the pay from {start} to {pay}.") if event.pay > PAY_START else ""
        return words.format(start=PAY_START, pay=event.pay)
    is_own = lowered_by.seat == view.viewer
    words = _("The pay fell from {start} to {lowest}: {name}’s {hand} scores {lowest}.")
    if is_own:
        words = _("The pay fell from {start} to {lowest}: your {hand} scores {lowest}.")
    if event.pay > lowest:
        words = _("{name}’s {hand} pulled the pay down to {lowest}, and show-ups raised it to {pay}.")
        if is_own:
            words = _("Your {hand} pulled the pay down to {lowest}, and show-ups raised it to {pay}.")
    return words.format(
        start=PAY_START,
        lowest=lowest,
        pay=event.pay,
        name=shown(view.name(lowered_by.seat)),
        hand=_(HAND_NAMES[lowered_by.hand.kind]),
    )


def _earlier_throws(thrown: Iterable[Thrown]) -> Iterable[str]:
    """Yield the replaced throws of a turn as text: junk, junk again, a show-up (pay 9)."""
    before = None
    for each in thrown:
        name = _(HANDS[each.hand.kind])
        if isinstance(each, ShowUp):
            yield _("{hand} (pay {pay})").format(hand=name, pay=each.pay)
        else:
            yield _("{hand} again").format(hand=name) if each.hand.kind == before else name
        before = each.hand.kind


def _is_shown(position: int, view: View) -> bool:
    """Return True if the event at this position of the story belongs to the round that the table shows."""
    ends = [index for index, each in enumerate(view.story) if isinstance(each, RoundEnded)]
    if ends and not throws(view):
        ends.pop()
    return not ends or position > ends[-1]


def _is_alone(event: RoundEnded) -> bool:
    """Return True for a quick throw by a single player, in which nobody wins or pays."""
    return len(event.standings) == 1 and not event.losers


def _names(seats: tuple[Seat, ...], view: View) -> str:
    names = [shown(view.name(seat)) for seat in seats]
    return listed(names) if names else ""


def _counts(event: RoundEnded, view: View) -> bool:
    """Return True if a round's points count on the scoreboard or in a race's standings (SH-12)."""
    has_house = any(view.place(each.seat).player is None for each in event.standings)
    return view.terms.tournament is not None or points_count(
        view.terms, view.money, is_free=True, has_house=has_house
    )


def pay_line(view: View) -> str:
    """Return a line on the current pay: The worst hand pays the best **3** (was 8).

    It is empty if nothing is at stake.
    """
    hand_view = hand_of(view)
    if hand_view.rules.arcade:
        words = _("The best hand scores {pay}.")
    elif hand_view.rules.prize_pool:
        words = _("The worst hand pays {pay} into the pool.")
    elif view.terms.buy_in:
        words = _("The worst hand pays the best {pay}.")
    else:
        return ""
    return words.format(pay=_pay(view))


def _pay(view: View) -> str:
    hand_view = hand_of(view)
    *before, last = pays(view)
    if last != hand_view.pay:  # the table does not remember all of a long round
        before.append(last)
    factor = hand_view.rules.pay_factor
    pay = f"**{number(hand_view.pay * factor)}**"
    if factor > 1:
        pay = f"{hand_view.pay} × {factor} = {pay}"
    return _("{pay} (was {before})").format(pay=pay, before=number(before[-1] * factor)) if before else pay


RANKING = N_(
    "Best first: {crown} triple, run, pair, junk (none of these), empty (1-4-7 or 2-5-8) {pays}. "
    "If two match, the lower score wins."
)
HOME = N_("A home throw, a player’s own three numbers, beats everything.")
SCORES = N_("A pair scores its odd die, a triple its number, a run or junk its middle die.")
INVERTED = N_("Between two junk hands, the higher one wins here.")
FIRST_ROUNDS = 3
"""The number of first rounds in which the ranking is explained: by then nine in ten have thrown junk."""
RARE: Mapping[HandKind, str] = {
    "empty": N_("An empty hand, 1-4-7 or 2-5-8, is the worst there is."),
    "show_up": N_("A show-up is no hand: the pay rises by 1, and the dice go again."),
    "double_show_up": N_("A double show-up is no hand: the pay rises by 2, and the dice go again."),
}
"""Explanations of hands that are too rare to be met in a first round."""


def ranking(rules: StoneHandRules) -> tuple[str, ...]:
    """Return the ranking under these house rules, with the emojis that mark winning and paying seats."""
    best_first = _(RANKING).format(crown=marked("crown", ""), pays=marked("pays", ""))
    best_first = best_first.replace("  ", " ").replace(" .", ".")
    if rules.inverted_junk:
        best_first = " ".join((best_first, _(INVERTED)))
    return best_first, *([_home(rules)] if rules.home_throws != "none" else [])


def between_equals(rules: StoneHandRules) -> tuple[str, ...]:
    """Return which of two hands of the same kind wins under these house rules."""
    lower = _("Between two of the same kind, the lower score wins.")
    return (lower, _(INVERTED)) if rules.inverted_junk else (lower,)


def explained(view: View) -> tuple[str, ...]:
    """Return an explanation of the newest throw if it is rare; in first rounds also the ranking.

    Nothing is explained before the round's first throw. The ranking is shown while a newcomer is in the
    round, and in the first rounds while a player decides on a throw.
    """
    thrown, hand_view = throws(view), hand_of(view)
    if not thrown:
        return ()
    kind = thrown[-1].hand.kind
    explanation = _(RARE.get(kind, ""))
    if kind == "home":
        explanation = " ".join([_home(hand_view.rules), *_reason(thrown[-1].seat, thrown[-1].hand, view)])
    newcomers = (each for each in hand_view.lines if each.is_new and view.place(each.seat).player is not None)
    is_deciding = hand_view.thrown is not None and hand_view.number <= FIRST_ROUNDS
    return (
        *([explanation] if explanation else []),
        *(ranking(hand_view.rules)[:1] if is_deciding or any(newcomers) else ()),
    )


def _home(rules: StoneHandRules) -> str:
    return _("The table’s home throw beats everything.") if rules.home_throws == "house" else _(HOME)


def _reason(seat: Seat, hand: DiceHand, view: View) -> list[str]:
    """Return the owner's reason for the home throw that was thrown, if they gave one (SH-3)."""
    lines = () if view.hand is None or hand.kind != "home" else view.hand.lines
    homes = [(each.seat, each.home) for each in lines if each.home is not None]
    # If several players have these numbers, the thrower's own reason comes first.
    for owner, home in sorted(homes, key=lambda each: each[0] != seat):
        if home.numbers == hand.dice and home.why:
            # House players' reasons are our own texts, so they are translated.
            reason = _(home.why) if view.place(owner).player is None else home.why
            words = _("{name}’s home throw: {why}")
            return [words.format(name=shown(view.name(owner)), why=quoted(shown(reason)))]
    return []


PAGE_LINES = 10


def home_screen(home: HomeThrow | None) -> Screen:
    """Return the reader's home throw, with buttons to remove it and to see everybody's."""
    words = _("You have no home throw yet: `/me home-throw` sets your three numbers.")
    buttons = [Button(_("Everybody’s home throws"), table_id(0, "homes"))]
    if home is not None:
        words = _("Your home throw is {dice}.").format(dice=dice(home.numbers)) + _why(home)
        buttons.insert(0, Button(_("Remove it"), table_id(0, "home_clear"), "danger"))
    return Screen((Text(words), *rows(buttons)))


def house_screen(home: HomeThrow | None) -> Screen:
    """Return the note on the server's home throw, for tables that use one home throw for everybody."""
    if home is None:
        return say(_("Tables with one home throw for all now let the dice find it."))
    words = _("New tables with one home throw for all play with {dice}.").format(dice=dice(home.numbers))
    return say(words + _why(home))


def list_screen(homes: tuple[tuple[int, HomeThrow], ...]) -> Screen:
    """Return a page of everybody's home throws; more than `PAGE_LINES` of them have a next page."""
    page = homes[:PAGE_LINES]
    lines = [item(f"- {person(player)}", dice(home.numbers) + _why(home)) for player, home in page]
    parts: list[Part] = [
        Text("### " + _("Home throws")),
        Text("\n".join(lines or [_("Nobody has one yet.")])),
    ]
    if len(homes) > PAGE_LINES:
        # Translators: a button: the next page of a list.
        parts.extend(rows([Button(_("More"), table_id(0, "homes", str(page[-1][0])))]))
    return Screen(tuple(parts))


def _why(home: HomeThrow) -> str:
    return f" {quoted(shown(home.why))}" if home.why else ""
