"""What is asked of whom at a table, and until when."""

from __future__ import annotations

from bot.screens.core.people import listed, person
from bot.screens.table.parts import Scene
from bot.text.escape import shown
from bot.text.translate import _


def turn(scene: Scene) -> str:
    """What is asked of whom, what it costs, and until when: for everybody, or for the viewer on a panel."""
    view = scene.view
    if view.is_paused:
        return paused_until(scene)
    asked = [(each, view.place(each.seat)) for each in view.questions]
    people = [(each, place) for each, place in asked if place.player is not None]
    own = next((each for each in view.questions if each.seat == view.viewer), None)
    # Whoever was asked in a hand that is watched again may have been forgotten since.
    called = "<@{}>".format if scene.news is None else person
    if not people:
        name = listed([shown(place.name) for _question, place in asked])
        return _(scene.face.thinks).format(name=name)
    if own is not None:
        words = _asked(scene, f"**{scene.face.asks(view, own)}**")
    elif len(people) == 1 and view.viewer is None:
        question, place = people[0]
        words = _asked(scene, f"**{scene.face.asks(view, question)}, {called(place.player)}**")
    else:
        names = listed([called(place.player) for _question, place in people])
        words = "**" + _("Waiting for {names}").format(names=names) + "**"
    # While a house player is asked too, the table's deadline is when it has thought.
    if len(people) < len(asked) or not scene.deadline_at or not view.has_clock:
        return words
    seconds = {place.seat: place.short_turn or view.terms.turn_seconds for _question, place in people}
    # The deadline is that of whoever's time runs out first.
    first = min(seconds[place.seat] + place.reserve for _question, place in people)
    asked_at = int(scene.deadline_at) - first
    told = [place for question, place in people if own in (None, question)]
    until = asked_at + max(seconds[place.seat] for place in told)
    return f"{words} · {_until(until, max(place.reserve for place in told))}"


def paused_until(scene: Scene) -> str:
    """That the clock stands still, and until when at most."""
    until = f"<t:{int(scene.deadline_at)}:R>" if scene.deadline_at else ""
    words = _("**The game is paused.** Anyone who plays can press “Play on”; it goes on by itself {until}.")
    return words.format(until=until)


def _until(turn_over_at: int, reserve: int) -> str:
    """When a turn's time is over, and when the time bank is spent beside it (TB-18)."""
    until = f"<t:{turn_over_at}:R>"
    if not reserve:
        return until
    # Translators: both are moments such as "in 40 seconds".
    words = _("{until} (time bank: {spent})")
    return words.format(until=until, spent=f"<t:{turn_over_at + reserve}:R>")


def _asked(scene: Scene, words: str) -> str:
    cost = scene.face.cost(scene.view)
    return f"{words} · {cost}" if cost else words
