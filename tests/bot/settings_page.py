"""The page of a server's settings, as its forms ask for them: `python -m tests.bot.settings_page`."""

from __future__ import annotations

from pathlib import Path

from bot.screens.core.screen import CheckboxField, ChoiceField, ChoicesField, FormField, TextField
from bot.screens.server.settings import FORMS, settings_form
from bot.text.translate import number
from storage.people.server_settings import ServerSettings

PAGE = Path(__file__).parents[2] / "docs" / "run" / "settings.md"
ABOVE = """\
# Settings of a server

`/manage settings` shows all of them as they stand; each subject below is a form of its own. Nothing here has
to be set: a new server plays as the last column says. Open tables keep the turn time and the house rules that
they began with.

A game's house rules are set there too, game by game; whoever opens a table may change them for that table.
"""


def page() -> str:
    """Each form as a table: what is asked, what it means, and what holds until a manager answers."""
    return "\n".join([ABOVE, *(_subject(key) for key in FORMS)])


def _subject(key: str) -> str:
    form = settings_form(ServerSettings(), key, ())
    rows = [f"| {each.label} | {each.description} | {_unless_set(each)} |" for each in form.fields]
    return "\n".join(
        [f"## {form.title}\n", "| setting | what it means | unless set |", "| --- | --- | --- |", *rows, ""]
    )


def _unless_set(field: FormField) -> str:
    match field:
        case TextField():
            return number(int(field.value)) if field.value.isdecimal() else field.value
        case CheckboxField():
            return "on" if field.is_checked else "off"
        case ChoiceField():
            return next(each.label for each in field.choices if each.is_chosen)
        case ChoicesField():
            return "all"
    return "none"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
