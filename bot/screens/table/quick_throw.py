"""A quick throw: a table for a single hand, alone or as a challenge between two people."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.core import presenter, screen
from bot.screens.core.naming import for_reader
from bot.screens.core.screen import (
    Button,
    ChoiceField,
    Form,
    FormField,
    Part,
    Screen,
    SelectOption,
    Text,
    rows,
)
from bot.screens.table import hand_result, scenes
from bot.screens.table.turn import time_left, turn
from bot.text.translate import _, shown
from games.engine.core.errors import N_, addressed
from games.engine.core.house_rules import Option
from games.engine.table.events import GameOver, HostChanged, PlayerLeft

USUAL_RULES = "usual"
TWISTS = ("inverted_junk", "opal_river")
"""House rules that a challenge may have; all others matter only from the second round on."""
UNTOLD = (GameOver, HostChanged, PlayerLeft)
"""Event types that are not told at a quick throw."""


def invitation(scene: scenes.Scene) -> tuple[Part, ...]:
    """Return a challenge that waits for its answer."""
    view = scene.view
    at_stake = scene.face.at_stake(view, scene.stake) or _("Just for fun.")
    lines = [_challenged(scene), at_stake, *scenes.closing_lines(scene)]
    buttons = [
        Button(_("Accept"), table_id(view.id, "accept"), "good"),
        Button(_("Decline"), table_id(view.id, "decline"), "danger"),
        _fair(scene),
    ]
    return (
        # Translators: in place of a table’s title.
        Text("\n".join([scenes.heading(scene, _("a challenge")), *lines])),
        *rows(buttons),
        scenes.footer(scene, scenes.house_rules(scene)),
    )


def _challenged(scene: scenes.Scene) -> str:
    """Return who challenges whom; the public message addresses the challenged users."""
    terms = scene.view.terms
    others = ", ".join(f"<@{each}>" for each in terms.invited if each != terms.host)
    words = _("{others}, {host} challenges you to one round.")
    if scene.reader:
        words = for_reader(
            scene.reader,
            terms.host,
            addressed(
                N_("{host} challenges {others} to one round."), N_("You challenge {others} to one round.")
            ),
        )
        if scene.reader in terms.invited and scene.reader != terms.host:
            words = _("{host} challenges you to one round.")
    return words.format(host=f"<@{terms.host}>", others=others)


def under_way(scene: scenes.Scene) -> tuple[Part, ...]:
    """Return the hand in play."""
    view = scene.view
    table, story = (
        scenes.picture_or_text(scene.face.alone(view), None),
        scenes.recent_lines(scene, but=UNTOLD),
    )
    if view.terms.invited:
        centre, picture = scene.face.centre(view), scenes.hand_picture(scene)
        table = scenes.on_table(scene, centre, None, picture, scenes.closing(scene))
        story = scenes.announced(scene, but=UNTOLD)
    return (
        Text("\n".join([_title(scene), turn(scene)])),
        *table,
        *scenes.offer_parts(scene, scenes.asked_here(scene, mine=False)),
        *rows([_fair(scene)]),
        _last(scene, story, time_left(scene)),
    )


def result_parts(scene: scenes.Scene) -> tuple[Part, ...]:
    """Return the result, with buttons for another throw or a challenge."""
    view, face, is_offered = scene.view, scene.face, scene.view.game in scene.games
    if not view.hands:
        note = _("The challenge has been called off.")
        if view.closing is not None and view.closing.reason:
            note = _("The challenge is off: {why}.").format(why=presenter.because(view.closing.reason))
        elif view.closing is not None and view.closing.by is None:
            note = _("Nobody accepted in time, so the challenge is off.")
        return (Text("\n".join([_title(scene), note])),)
    if view.terms.invited:
        lines = [scenes.heading(scene, face.headline(view))]
        showdown = hand_result.showdown_parts(scene, *hand_result.title_lines(scene))
        rematch = Button(_("Rematch"), table_id(view.id, "rematch"), "good")
        buttons = [rematch] if is_offered else []
    else:
        lines, showdown = [_title(scene), *face.alone(view)], ()
        # The button is not blue: during a hand a blue “Throw again” is an answer.
        again = Button(_("Throw again"), table_id(0, "throw"))
        buttons = [again, against_house()] if is_offered else []
    # A direct message with the bot has no other user to challenge.
    challenge = (
        [] if scene.is_direct or not is_offered else [Button(_("Challenge …"), table_id(0, "challenge"))]
    )
    return (
        Text("\n".join(lines)),
        *showdown,
        *rows([*buttons, *challenge, scenes.watch_button(view.id), _fair(scene)]),
        _last(scene, scenes.recent_lines(scene, but=(*UNTOLD, *face.told_by_result))),
    )


def against_house() -> Button:
    """Return the button to throw against a house player."""
    return Button(_("Against the house"), table_id(0, "against_house"))


def opponent_screen() -> Screen:
    """Return the select of a user to challenge."""
    choice = screen.UserSelect(table_id(0, "challenged"), _("Someone in this server"))
    return Screen((Text(_("Who do you challenge to one round, just for fun?")), choice))


def throw_form(against: int, name: str, rules: Sequence[Option], currency: str) -> Form:
    """Return the form of a challenge to a user: the house rule, and in a server with coins the stake."""
    single_round_rules = [each for each in rules if each.name in TWISTS]
    usual = SelectOption(_("Usual house rules"), USUAL_RULES, is_chosen=True)
    choices = (usual, *(SelectOption(_(each.title), each.name) for each in single_round_rules))
    fields: list[FormField] = [ChoiceField("rule", _("House rules"), choices)]
    if currency:
        stake = _("Stake, in {currency}").format(currency=currency)
        hint = _("Nothing, just for fun")
        fields.append(screen.TextField("stake", stake, hint=hint, is_needed=False, kind="number"))
    title = _("Throw with {name}").format(name=name)
    return Form(title, table_id(0, "throw_with", str(against)), tuple(fields))


def no_rival_screen(sentence: str) -> Screen:
    """Return why a user cannot be challenged, and a button to throw against the house instead."""
    return Screen((Text(sentence), screen.ActionRow((against_house(),))), presenter.REFUSED)


def _title(scene: scenes.Scene) -> str:
    view = scene.view
    if view.terms.invited:
        return scenes.heading(scene, _("a challenge"))
    words = for_reader(scene.reader, view.places[0].player, addressed(N_("{name} throws"), N_("you throw")))
    return scenes.heading(scene, words.format(name=shown(view.places[0].name)))


def _last(scene: scenes.Scene, story: list[str], until: str = "") -> Text:
    """Return recent events and the footer, in small lines."""
    return Text("\n".join([*story, scenes.footer(scene, until=until).markdown]))


def _fair(scene: scenes.Scene) -> Button:
    return Button(_("Fair play"), table_id(scene.view.id, "fair"))
