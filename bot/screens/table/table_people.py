"""A host's screens: guests, price and house rules of a table (TB-15, TB-16).

Also screens about house players: who they are, their reasons, and a master's answer as a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core import screen
from bot.screens.core.naming import SKILLS, TEMPERS, for_reader, house_choice, listed, person
from bot.screens.core.presenter import confirm_screen, fill_in
from bot.screens.core.screen import (
    Button,
    Form,
    Part,
    Screen,
    Select,
    SelectOption,
    Text,
    TextField,
    UserSelect,
    say,
)
from bot.screens.table.scenes import Scene, common, hosts
from bot.text.translate import _, number, quoted, shown
from games.bot_characters import Reasons, house_player
from games.engine.core.errors import N_, Reason, Templated, addressed, template_values
from games.engine.core.game import Seat
from games.engine.core.house_rules import Option, options
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.seating import STAKE_MAX
from games.engine.table.time_bank import common_options
from games.engine.table.views import SeatView

INVITED_AT_ONCE = 10
"""The maximum number of users in one invitation."""


def company_screen(scene: Scene) -> Screen:
    """Return the house players of a table."""
    house = [each.name for each in scene.view.present if each.is_house]
    return say("### " + _("They play for the house"), *map(_house_line, house))


def ask_button(scene: Scene) -> list[Button]:
    """Return the button to a house player's reasons in the last finished hand, if they may be told (TB-11).

    If the game rests between hands, they may be told until the next hand begins.
    """
    view = scene.view
    seats = [each for each in view.places if each.is_house and each.seat in view.hand_seats]
    is_over = view.is_resting or view.phase == "closed"
    if scene.game.rests(view.rules):
        hand = view.hand if is_over else None
        seats = [each for each in seats if hand is not None and scene.game.may_explain(hand, each.seat)]
    if view.hands < (1 if is_over else 2) or not seats:
        return []
    # Translators: a button: ask a house player why they played so.
    label = _("Ask {name}").format(name=seats[0].name) if len(seats) == 1 else _("Ask the house")
    return [Button(label, table_id(view.id, "why"))]


def house_player_choice(scene: Scene, seats: Sequence[Seat]) -> Screen:
    """Return the select of a house player to ask about the last hand."""
    asks = scene.face.reword(N_("Who do you want to ask about the last hand?"))
    return Screen((Text(asks), _askable(scene, seats)))


def reasons_screen(scene: Scene, seat: Seat, reasons: Reasons, seats: Sequence[Seat]) -> Screen:
    """Return a house player's reasons in the last hand, and a select to ask another house player."""
    sentences = [reasoned(scene, each) for each in reasons.told]
    if reasons.keeps_some and sentences:
        sentences.append(_("I keep the rest to myself: it’s about cards you haven’t seen."))
    elif reasons.keeps_some:
        sentences.append(_("I keep my reasons to myself: they’re about cards you haven’t seen."))
    lines = [f"- {quoted(each)}" for each in sentences or [_("There was nothing for me to decide.")]]
    head = Text("\n".join([f"### {shown(scene.view.name(seat))}", *lines]))
    return Screen((head, *((_askable(scene, seats),) if len(seats) > 1 else ())))


def reasoned(scene: Scene, reason: Templated) -> str:
    """Return a reason or advice as text."""
    return _filled_reason(scene, reason, reason.template)


def _askable(scene: Scene, seats: Sequence[Seat]) -> Select:
    view = scene.view
    lines = tuple(house_choice(view.name(seat), str(seat)) for seat in seats)
    return Select(table_id(view.id, "why"), _("Ask the house"), lines)


def _house_line(name: str) -> str:
    character = house_player(name)
    line = f"**{shown(name)}**"
    if character is None:
        return line
    words = [SKILLS[character.skill], *([TEMPERS[character.temper]] if character.temper in TEMPERS else [])]
    return f"{' · '.join((line, *map(_, words)))}\n{_(character.story)}"


def hint_screen(scene: Scene, offer: Offer[Any], answer: Answer, why: Reason | None) -> Screen:
    """Return a master's answer and its reason."""
    advice = _("A master would press **{answer}**.").format(answer=_answer_label(scene, offer, answer))
    return say(advice) if why is None else say(f"{advice} {_filled_reason(scene, why, why.advice_template)}")


def _answer_label(scene: Scene, offer: Offer[Any], answer: Answer) -> str:
    match offer:
        case SplitOffer() if len(answer.numbers) > 1:
            amount, first = answer.numbers[:2]
            words = _("{answer}, {first} of it on {side}")
            label = scene.face.mark(offer, amount, scene.view).label
            return words.format(answer=label, first=first, side=scene.face.side())
        case NumberOffer() | SplitOffer() if answer.numbers:
            return scene.face.mark(offer, answer.numbers[0], scene.view).label
        case PickOffer():
            lines = [scene.face.line(offer, number, scene.view).label for number in answer.numbers]
            return ", ".join(lines) or scene.face.face(offer, scene.view).label
        case _:
            return scene.face.face(offer, scene.view).label


def _filled_reason(scene: Scene, reason: Templated, sentence: str) -> str:
    """Return a sentence of a reason, with cards as the game's screen writes them."""
    written: dict[str, str | int] = {}
    values = template_values(reason)
    if cards := values.get("cards"):
        written["cards"] = ", ".join(map(scene.face.card, cards))
    if hand := values.get("hand"):
        written["hand"] = _(hand)
    return fill_in(sentence, reason, scene.view, **written)


def is_host(scene: Scene) -> bool:
    """Return True if the viewer hosts the table, and may decide who sits there."""
    view = scene.view
    is_free = view.terms.hands_max is None and view.terms.tournament is None and not scene.is_direct
    return is_free and hosts(scene)


def invite_list(scene: Scene) -> tuple[UserSelect, ...]:
    """Return the select for invitations, at a private table."""
    if not scene.view.terms.is_private or scene.view.closing is not None:
        return ()
    return (_invite(scene, _("The host invites people here")),)


def invited_line(scene: Scene) -> tuple[str, ...]:
    """Return a line on who may sit down at a private table, or which invited users have not come yet."""
    if not scene.view.terms.is_private:
        return ()
    awaited = _awaited(scene)
    if not awaited:
        host = scene.view.terms.host
        only = addressed(
            N_("Only people <@{host}> invites can sit down."),
            N_("Only people you invite can sit down."),
        )
        return (for_reader(scene.reader, host, only).format(host=host),)
    words = _("By invitation only. Still to come: {names}.")
    names = [_("you") if each == scene.reader else person(each) for each in awaited]
    return (words.format(names=listed(names)),)


def call_buttons(scene: Scene) -> list[Button]:
    """Return the buttons of an open table to call players, once, and to be called in future."""
    view = scene.view
    if view.terms.invited or view.terms.tournament is not None or not view.is_admitting or scene.is_direct:
        return []
    me = Button(_("Call me"), table_id(view.id, "call_me", view.game))
    return [*_call_players(scene), me]


def guests_screen(scene: Scene) -> Screen:
    """Return the host's screen of guests, with selects to invite, to send away and to hand over the table."""
    view = scene.view
    others = [each for each in view.present if each.player not in (None, view.terms.host)]
    staying = [each for each in others if each.standing != "leaving" and each.seat not in view.sent]
    parts: list[Part] = [Text("\n".join(_guest_lines(scene, others)))]
    if view.closing is None:
        parts.append(_invite(scene, _("Invite people")))
    if staying:
        choices = tuple(SelectOption(each.name, str(each.seat)) for each in staying)
        parts.append(Select(table_id(view.id, "send_away"), _("Send a player away"), choices))
        parts.append(Select(table_id(view.id, "hand_over"), _("Hand the table over"), choices))
    return Screen((*parts, *screen.rows(_guests_buttons(scene))))


def ask_send_away(scene: Scene, seat: Seat) -> Screen:
    """Return the confirmation before a player is sent away."""
    view, name = scene.view, shown(scene.view.name(seat))
    words = _("Send **{name}** away? They can sit here again only if you invite them.")
    if view.phase == "playing":
        words = _(
            "Send **{name}** away? They’ll take their whole stack home, after the hand if one is under "
            "way. They can sit here again only if you invite them."
        )
    yes = Button(_("Send away"), table_id(view.id, "send_away_now", str(seat)), "danger")
    return confirm_screen(words.format(name=name), yes)


def ask_hand_over(scene: Scene, seat: Seat) -> Screen:
    """Return the confirmation before the table gets a new host."""
    words = _("Hand the table over to **{name}**? They’ll host it, and you’ll be a guest.")
    yes = Button(_("Hand over"), table_id(scene.view.id, "hand_over_now", str(seat)), "danger")
    return confirm_screen(words.format(name=shown(scene.view.name(seat))), yes)


def _guest_lines(scene: Scene, others: list[SeatView]) -> list[str]:
    view = scene.view
    lines = ["### " + _("Guests · table {number}").format(number=view.id)]
    if view.terms.is_private:
        lines.append(_("Only people you invite can sit down; anyone in this channel can watch."))
    else:
        lines.append(_("Anyone in this channel can sit down."))
    seated = [each.player for each in others]
    groups = (
        (_("At the table: {names}"), [each.player for each in others if each.seat not in view.sent]),
        (_("Invited, not here yet: {names}"), _awaited(scene)),
        (_("Going home when this is over: {names}"), [view.place(seat).player for seat in view.sent]),
        (_("Sent away: {names}"), [each for each in view.terms.sent_away if each not in seated]),
    )
    return lines + [
        f"- {words.format(names=listed([person(each) for each in people]))}"
        for words, people in groups
        if people
    ]


def _awaited(scene: Scene) -> list[int]:
    """Return the invited users who have no seat."""
    seated = {each.player for each in scene.view.present}
    return [each for each in scene.view.terms.invited if each not in seated]


def _guests_buttons(scene: Scene) -> list[Button]:
    view = scene.view
    buttons = _call_players(scene) if view.is_admitting and not view.terms.invited else []
    if view.phase == "lobby" and view.terms.is_private:
        buttons.append(Button(_("Open to all"), table_id(view.id, "private", "off")))
    elif view.phase == "lobby":
        buttons.append(Button(_("Invited only"), table_id(view.id, "private", "on")))
    return buttons


def _call_players(scene: Scene) -> list[Button]:
    if scene.view.has_called:
        return []
    return [Button(_("Call players"), table_id(scene.view.id, "call_players"))]


def _invite(scene: Scene, placeholder: str) -> UserSelect:
    return UserSelect(table_id(scene.view.id, "invite"), placeholder, INVITED_AT_ONCE)


def stake_form(scene: Scene) -> Form:
    """Return a form for the price of a seat (TB-15)."""
    least = scene.game.stake_min(scene.view.rules)
    bounds = _("From {least} to {most}").format(least=number(least), most=number(STAKE_MAX))
    field = TextField(
        "text", _("Each player puts up"), number(scene.price), description=bounds, kind="number"
    )
    return Form(_("Wager"), table_id(scene.view.id, "stake_typed"), (field,))


def rules_screen(scene: Scene, *, may_change: bool) -> Screen:
    """Return the house rules; each has a select if the reader may change them."""
    view = scene.view
    parts: list[Part] = [Text("### " + _("House rules of table {number}").format(number=view.id))]
    lines = [
        *rules_told(view.rules, options(type(view.rules))),
        *rules_told(common(scene), common_options(view.terms)),
    ]
    parts.append(Text("\n".join(lines)))
    if not may_change:
        return Screen(tuple(parts))
    parts.append(Text(_("You can change these until the game starts. They count at once.")))
    selects = rule_selects(
        view.rules, options(type(view.rules)), lambda name: table_id(view.id, "rule", name)
    )
    shared = rule_selects(
        common(scene), common_options(view.terms), lambda name: table_id(view.id, "rule", name)
    )
    return Screen((*parts, *selects, *shared))


def rules_told(rules: Any, house_options: Iterable[Option]) -> Iterator[str]:
    """Yield a line for each house rule: its title, its value, and the effect."""
    for each in house_options:
        value = getattr(rules, each.name)
        words = f"**{_(each.title)}: {_(each.label(value))}**"
        yield " · ".join(filter(None, [words, _(each.line(value)) if each.line(value) else ""]))


def rule_selects(
    rules: Any, house_options: Iterable[Option], action: Callable[[str], str]
) -> Iterator[Select]:
    """Yield a select for each house rule; `action` returns its custom_id, given the rule's name."""
    for each in house_options:
        title = _(each.title)
        labels = {index: f"{title}: {_(label)}" for index, (_choice, label) in enumerate(each.choices)}
        indices = {choice: index for index, (choice, _label) in enumerate(each.choices)}
        yield screen.one_of(action(each.name), title, labels, indices.get(getattr(rules, each.name)))
