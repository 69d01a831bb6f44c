"""Every translation is whole and sound; what is not is named."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from bot.text.translate import LOCALES
from tests.catalogues import faults

TRANSLATIONS = sorted(LOCALES.glob("*.po"))
ENGLISH = """
msgid "Join"
msgstr ""

#. In Discord’s list of commands, at most 100 letters
msgid "Play **now** with {name}: see /tavern rules"
msgstr ""

msgid "{count} coin"
msgid_plural "{count} coins"
msgstr[0] ""
msgstr[1] ""

#. A name that people type, at most 32 letters
msgctxt "command"
msgid "play"
msgstr ""
"""
HEAD = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
JOIN = """msgid "Join"
msgstr "Mitspielen"

"""
PLAY = """msgid "Play **now** with {name}: see /tavern rules"
msgstr "Mit {name} **jetzt** spielen: /tavern rules"

"""
COINS = """msgid "{count} coin"
msgid_plural "{count} coins"
msgstr[0] "{count} Münze"
msgstr[1] "{count} Münzen"

"""
NAME = """msgctxt "command"
msgid "play"
msgstr "spielen"
"""
WHOLE = JOIN + PLAY + COINS + NAME


def read(text: str) -> Catalog:
    """A catalogue from what a file would hold."""
    return read_po(BytesIO((HEAD + text).encode()), "de")


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: path.stem)
def test_a_translation_is_whole(path: Path, english: Catalog) -> None:
    """No text is missing, fuzzy or broken; `make words` brings a file up to date."""
    with path.open("rb") as translated:
        found = faults(read_po(translated, path.stem), english)
    if found:
        # Whole: an assertion would show the first of them.
        pytest.fail("\n".join(found), pytrace=False)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (WHOLE, None),
        (PLAY + COINS + NAME, "“Join”: has no translation"),
        (WHOLE.replace("Mitspielen", ""), "“Join”: has no translation"),
        ("#, fuzzy\n" + WHOLE, "“Join”: is fuzzy: its English has changed"),
        (
            WHOLE.replace("Mit {name}", "Mit {nam}"),
            "“Play **now** with {name}: see /tavern rules”: has other placeholders: {nam}",
        ),
        (
            WHOLE.replace("**jetzt**", "**jetzt"),
            "“Play **now** with {name}: see /tavern rules”: has more or fewer marks than the English: '**'",
        ),
        (
            WHOLE.replace("jetzt** spielen", f"jetzt** {'s' * 65}"),
            "“Play **now** with {name}: see /tavern rules”: has 101 letters, at most 100 fit",
        ),
        (
            WHOLE.replace("spielen: /tavern rules", "spielen: /taverne regeln"),
            "“Play **now** with {name}: see /tavern rules”: names other commands",
        ),
        (
            WHOLE.replace('msgstr[1] "{count} Münzen"', 'msgstr[1] ""'),
            "“{count} coin”: needs 2 forms for its numbers",
        ),
        (
            WHOLE.replace('msgstr[1] "{count} Münzen"', 'msgstr[1] "viele Münzen"'),
            "“{count} coin”: form 2 has other placeholders: ",
        ),
        (
            WHOLE.replace('"spielen"', '"Spielen jetzt"'),
            "“play” (command): is a name: small letters, digits, - and _ only",
        ),
    ],
)
def test_a_planted_fault_is_named(text: str, line: str | None) -> None:
    """A missing string, a wrong placeholder, a form too few, too many letters, an unclosed bold."""
    assert faults(read(text), read(ENGLISH)) == ([] if line is None else [line])
