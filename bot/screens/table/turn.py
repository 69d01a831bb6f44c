"""The question to the players to act, and their deadline; pauses, sitting out, owed blinds (TB-17)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.core.naming import listed, listed_few, person
from bot.screens.core.screen import Button
from bot.screens.table.scenes import Scene, is_staying
from bot.text.translate import _, number, shown
from games.engine.core.errors import N_
from games.engine.core.game import Seat
from games.engine.table.table_talk import VOTERS_MIN
from games.engine.table.views import SeatView


def turn(scene: Scene, *, has_cost: bool = True) -> str:
    """Return the line with the question, the players to act, and the price of staying in (`has_cost`).

    It is empty if nobody is to act, as at a showdown.
    """
    view = scene.view
    if view.is_paused:
        return paused_until(scene)
    to_act = [(each, view.place(each.seat)) for each in view.questions]
    people = [(each, place) for each, place in to_act if not place.is_house]
    own = next((each for each in view.questions if each.seat == view.viewer), None)
    if not to_act:
        return ""
    if not people:
        name = listed([shown(place.name) for _question, place in to_act])
        return _(scene.face.thinks).format(name=name)
    if own is not None:
        words = f"**{scene.face.asks(view, own)}**"
    elif len(people) == 1 and view.viewer is None:
        question, place = people[0]
        words = f"**{scene.face.asks(view, question)}, {_mention(scene, place)}**"
    else:
        names = listed([_mention(scene, place) for _question, place in people])
        return "**" + _("Waiting for {names}").format(names=names) + "**"
    cost = scene.face.cost(view) if has_cost else ""
    return f"{words} · {cost}" if cost else words


def time_left(scene: Scene) -> str:
    """Return the deadline of the players to act (on a panel: of the viewer) as text; may be empty.

    That is the end of the turn's time, followed by the end of the time bank (TB-18).
    """
    view, clocks = scene.view, turn_clocks(scene)
    own = view.viewer if view.viewer in clocks else None
    seats = [seat for seat in clocks if own in (None, seat)]
    if not seats:
        return ""
    turn_end = max(clocks[seat].until for seat in seats)
    until, bank_seconds = f"<t:{turn_end}:R>", max(clocks[seat].bank for seat in seats)
    if not bank_seconds:
        return until
    # Translators: both are moments such as "in 40 seconds".
    return _("{until} (time bank: {spent})").format(until=until, spent=f"<t:{turn_end + bank_seconds}:R>")


def _mention(scene: Scene, place: SeatView) -> str:
    """Return the mention of a player to act; for a program, its name."""
    if place.player is None:
        return shown(place.name)
    # The data of a player of a replayed hand may have been erased.
    return f"<@{place.player}>" if scene.news is None else person(place.player)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time for a turn: its end (unix seconds), its length, and the time bank after it, in seconds."""

    until: int
    whole: int
    bank: int = 0


def turn_clocks(scene: Scene) -> dict[Seat, Clock]:
    """Return the clock of each player to act (TB-18); empty at a table without a clock."""
    view = scene.view
    to_act = [view.place(each.seat) for each in view.questions]
    # If a house player is to act as well, the table's deadline is the moment of its answer.
    has_house = any(place.is_house for place in to_act)
    if not to_act or has_house or view.is_paused or not scene.deadline_at or not view.has_clock:
        return {}
    seconds = {place.seat: place.short_turn or view.terms.turn_seconds for place in to_act}
    # The table's deadline is the end of the shortest time, so the turn began that much earlier.
    least = min(seconds[place.seat] + place.reserve for place in to_act)
    asked_at = int(scene.deadline_at) - least
    return {
        seat: Clock(asked_at + length, length, view.place(seat).reserve) for seat, length in seconds.items()
    }


def paused_until(scene: Scene) -> str:
    """Return the note that the game is paused, and when it goes on by itself."""
    until = f"<t:{int(scene.deadline_at)}:R>" if scene.deadline_at else ""
    words = _("**The game is paused.** Anyone who plays can press “Play on”; it goes on by itself {until}.")
    return words.format(until=until)


def ask_pause(scene: Scene) -> list[Button]:
    """Return the button that asks for a pause."""
    view = scene.view
    is_theirs = view.viewer is not None and view.place(view.viewer).standing == "in"
    return [Button(_("Ask for a pause"), table_id(view.id, "pause"))] if view.may_pause and is_theirs else []


def pause_asked(scene: Scene) -> str:
    """Return who has not agreed to a pause yet; empty without a vote."""
    view = scene.view
    if view.pause is None or view.is_paused:
        return ""
    voters = [each for each in view.present if each.player is not None and each.standing == "in"]
    waiting = [shown(each.name) for each in voters if each.seat not in view.pause.agreed]
    if not waiting:
        return ""
    return _("**A pause?** Waiting for {names} to agree.").format(names=listed_few(waiting))


def absence_asked(scene: Scene) -> str:
    """Return the vote to go on without an absent player: who is absent, who has not agreed yet (TB-8)."""
    view, vote = scene.view, scene.view.absence
    if vote is None or vote.is_here or not vote.agreed:
        return ""
    waiting = [shown(view.name(seat)) for seat in _voters(scene, vote.seat) if seat not in vote.agreed]
    who = _mention(scene, view.place(vote.seat))
    if not waiting:
        return ""
    words = _("**{player}, are you there?** The others go on without you once {names} agree.")
    return words.format(player=who, names=listed_few(waiting))


def absence_buttons(scene: Scene) -> list[Button]:
    """Return the buttons of the vote on an absent player: that player's answer, and the others' agreement."""
    view, vote = scene.view, scene.view.absence
    if not absence_asked(scene) or vote is None:
        return []
    buttons = []
    if view.viewer in (None, vote.seat):
        buttons.append(Button(_("I’m here"), table_id(view.id, "here"), "good"))
    if view.viewer is None or view.viewer in {*_voters(scene, vote.seat)} - {*vote.agreed}:
        buttons.append(_without_button(scene, vote.seat))
    return buttons


def ask_without(scene: Scene) -> list[Button]:
    """Return the buttons that start a vote to go on without a player to act."""
    view = scene.view
    if view.viewer is None or view.absence is not None or not turn_clocks(scene):
        return []
    candidates = [each.seat for each in view.questions if view.place(each.seat).standing == "in"]
    return [
        _without_button(scene, seat)
        for seat in candidates
        if view.viewer in (voters := _voters(scene, seat)) and len(voters) >= VOTERS_MIN
    ]


def _without_button(scene: Scene, seat: Seat) -> Button:
    # Translators: a button: stop waiting for that player, who doesn't answer.
    label = _("Go on without {name}").format(name=scene.view.name(seat))
    return Button(label, table_id(scene.view.id, "without", str(seat)))


def _voters(scene: Scene, seat: Seat) -> list[Seat]:
    """Return the seats of the people who vote on going on without the player of `seat`."""
    view = scene.view
    if view.terms.tournament is not None or view.terms.hands_max == 1:
        return []
    people = (each for each in view.present if each.player is not None and each.standing == "in")
    return [each.seat for each in people if each.seat != seat]


def own_wish(scene: Scene) -> str:
    """Return the note that the viewer sits out, or will after this hand (TB-17); else empty."""
    view = scene.view
    if view.viewer is None:
        return ""
    place = view.place(view.viewer)
    if place.sits_out_next:
        note = scene.face.reword(N_("You’ll sit out after this hand. “I’m back” undoes that."))
    elif place.standing != "out":
        return ""
    elif scene.game.charges_absent:
        note = _("You’re sitting out.")
    else:
        return _("You’re sitting out: you keep your seat and your stack until you press “I’m back”.")
    if not scene.game.charges_absent:
        return note
    ante_note = _(
        "The first hand you miss is free. From the second on the ante is due, until you’re back or leave."
    )
    return f"{note} {ante_note}"


def agreeing_buttons(scene: Scene) -> list[Button]:
    """Return the buttons of open votes: on a pause, a last round (SH-8), or going on without a player.

    A panel has only those votes in which the viewer has not agreed yet.
    """
    view = scene.view
    buttons = [] if view.absence is None else absence_buttons(scene)
    if view.is_paused:
        buttons.append(Button(_("Play on"), table_id(view.id, "play_on"), "good"))
    elif view.pause is not None and view.viewer not in view.pause.agreed:
        buttons.append(Button(_("Agree to pause"), table_id(view.id, "pause"), "good"))
        buttons.append(Button(_("No pause"), table_id(view.id, "pause_not")))
    if view.wants_last and not view.is_last and view.viewer not in view.wants_last:
        buttons.append(Button(_("One last round"), table_id(view.id, "last"), "good"))
    return buttons


def sitting_buttons(scene: Scene) -> list[Button]:
    """Return the viewer's buttons about their seat: sit out or come back, and top up."""
    view = scene.view
    if view.viewer is None or view.phase != "playing" or view.terms.tournament is not None:
        return []
    if not is_staying(scene):
        return []
    if view.terms.hands_max == 1 or not scene.game.lets_sit_out(view.rules):
        return []
    place, is_in_hand = view.place(view.viewer), not view.is_resting and view.viewer in view.hand_seats
    buttons = back_button(scene)
    if not buttons:
        label = _("Sit out after this") if is_in_hand else _("Sit out")
        buttons.append(Button(label, table_id(view.id, "sit_out")))
    return [*post_button(scene), *buttons, *_top_up(scene, place, is_in_hand=is_in_hand)]


def back_button(scene: Scene) -> list[Button]:
    """Return the button to come back, for a viewer who is away, sits out, or will sit out."""
    view = scene.view
    place = None if view.viewer is None else view.place(view.viewer)
    if place is None or not (place.standing in ("out", "away") or place.sits_out_next):
        return []
    return [Button(_("I’m back"), table_id(view.id, "back"), "good")]


def post_button(scene: Scene) -> list[Button]:
    """Return the button to post a blind, for a viewer who would otherwise wait for the big blind."""
    view = scene.view
    if view.viewer is None or not view.place(view.viewer).waits_for_blind:
        return []
    # Translators: a button: put a blind of that amount in, to be dealt in sooner.
    label = _("Post {amount}").format(amount=number(scene.game.blind(view.rules)))
    return [Button(label, table_id(view.id, "post_blind"), "main")]


def owed_blind(scene: Scene) -> str:
    """Return how a viewer who owes a blind gets into the game again; empty for others."""
    view = scene.view
    place = None if view.viewer is None else view.place(view.viewer)
    if place is None or not place.owes_blind:
        return ""
    if place.posts_blind:
        return _("You’ll be dealt in as soon as your blind changes nobody else’s, and post it for that hand.")
    words = _(
        "You missed a blind or joined late: you’re dealt in with the big blind, or post {amount} "
        "to play sooner."
    )
    return words.format(amount=number(scene.game.blind(view.rules)))


def _top_up(scene: Scene, place: SeatView, *, is_in_hand: bool) -> list[Button]:
    missing = scene.price - place.stack
    if place.tops_up_next:
        return [Button(_("Cancel top-up"), table_id(scene.view.id, "top_up_not"))]
    if is_in_hand and scene.price:
        return [Button(_("Top up after this"), table_id(scene.view.id, "top_up"))]
    if is_in_hand or missing <= 0:
        return []
    label = _("Top up for {amount}").format(amount=number(missing))
    return [Button(label, table_id(scene.view.id, "top_up"))]


def waits_for(scene: Scene) -> str:
    """Return whom the table waits for, if too few players are ready; else empty."""
    view = scene.view
    places = [view.place(seat) for seat in view.awaited]
    if not places:
        return ""
    names = listed([shown(each.name) if each.player is None else person(each.player) for each in places])
    return _("**Waiting for {names}** to press “I’m back”.").format(names=names)
