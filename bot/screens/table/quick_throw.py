"""One quick hand: alone, or as a challenge between two people."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.core import presenter, screen
from bot.screens.core.naming import told_to
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
"""House rules that a challenge may have: the others are for more than one round."""
UNTOLD = (GameOver, HostChanged, PlayerLeft)
"""Events that go without saying at a quick throw."""


def invitation(scene: scenes.Scene) -> tuple[Part, ...]:
    """Return a challenge waiting for an answer."""
    view = scene.view
    at_stake = scene.face.at_stake(view, scene.stake) or _("Just for fun.")
    lines = [_challenged(scene), at_stake, *scenes.lonely(scene)]
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
    """Return who challenges whom; the message for everybody calls the challenged ones."""
    terms = scene.view.terms
    others = ", ".join(f"<@{each}>" for each in terms.invited if each != terms.host)
    words = _("{others}, {host} challenges you to one round.")
    if scene.reader:
        words = told_to(
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
    lies, said = scenes.lying(scene.face.alone(view), None), scenes.told(scene, but=UNTOLD)
    if view.terms.invited:
        centre, picture = scene.face.centre(view), scenes.hand_picture(scene)
        lies = scenes.on_table(scene, centre, None, picture, scenes.closing(scene))
        said = scenes.announced(scene, but=UNTOLD)
    return (
        Text("\n".join([_title(scene), turn(scene)])),
        *lies,
        *scenes.offer_parts(scene, scenes.asked_here(scene, mine=False)),
        *rows([_fair(scene)]),
        _last(scene, said, time_left(scene)),
    )


def over(scene: scenes.Scene) -> tuple[Part, ...]:
    """Return the result, and the next actions."""
    view, face = scene.view, scene.face
    if not view.hands:
        off = _("The challenge has been called off.")
        if view.closing is not None and view.closing.reason:
            off = _("The challenge is off: {why}.").format(why=presenter.because(view.closing.reason))
        elif view.closing is not None and view.closing.by is None:
            off = _("Nobody accepted in time, so the challenge is off.")
        return (Text("\n".join([_title(scene), off])),)
    if view.terms.invited:
        lines = [scenes.heading(scene, face.headline(view))]
        lies = hand_result.how_it_came(scene, *hand_result.title_lines(scene))
        buttons = [Button(_("Rematch"), table_id(view.id, "rematch"), "good")]
    else:
        lines, lies = [_title(scene), *face.alone(view)], ()
        # It is not blue, as the same words are while they answer something.
        buttons = [Button(_("Throw again"), table_id(0, "throw")), against_house()]
    # A direct message with the bot has no other user to challenge.
    challenge = [] if scene.is_direct else [Button(_("Challenge …"), table_id(0, "challenge"))]
    return (
        Text("\n".join(lines)),
        *lies,
        *rows([*buttons, *challenge, scenes.watch_button(view.id), _fair(scene)]),
        _last(scene, scenes.told(scene, but=(*UNTOLD, *face.told_by_result))),
    )


def against_house() -> Button:
    """Return the button by which a house player throws against the user."""
    return Button(_("Against the house"), table_id(0, "against_house"))


def whom_screen() -> Screen:
    """Return the question whom to challenge."""
    choice = screen.UserSelect(table_id(0, "challenged"), _("Someone in this server"))
    return Screen((Text(_("Who do you challenge to one round, just for fun?")), choice))


def throw_form(against: int, name: str, rules: Sequence[Option], currency: str) -> Form:
    """Return the form of a challenge to a person: the house rule, and a stake if there are coins."""
    twists = [each for each in rules if each.name in TWISTS]
    usual = SelectOption(_("Usual house rules"), USUAL_RULES, is_chosen=True)
    choices = (usual, *(SelectOption(_(each.title), each.name) for each in twists))
    fields: list[FormField] = [ChoiceField("rule", _("House rules"), choices)]
    if currency:
        stake = _("Stake, in {currency}").format(currency=currency)
        hint = _("Nothing, just for fun")
        fields.append(screen.TextField("stake", stake, hint=hint, is_needed=False, kind="number"))
    title = _("Throw with {name}").format(name=name)
    return Form(title, table_id(0, "throw_with", str(against)), tuple(fields))


def no_rival_screen(sentence: str) -> Screen:
    """Return why a user cannot be challenged, and a button to throw against somebody all the same."""
    return Screen((Text(sentence), screen.ActionRow((against_house(),))), presenter.REFUSED)


def _title(scene: scenes.Scene) -> str:
    view = scene.view
    if view.terms.invited:
        return scenes.heading(scene, _("a challenge"))
    words = told_to(scene.reader, view.places[0].player, addressed(N_("{name} throws"), N_("you throw")))
    return scenes.heading(scene, words.format(name=shown(view.places[0].name)))


def _last(scene: scenes.Scene, said: list[str], until: str = "") -> Text:
    """Return the events that led there, in small lines, and the footer."""
    return Text("\n".join([*said, scenes.footer(scene, until=until).markdown]))


def _fair(scene: scenes.Scene) -> Button:
    return Button(_("Fair play"), table_id(scene.view.id, "fair"))
