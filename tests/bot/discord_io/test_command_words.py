"""Commands in the language of a player who types them; what Discord would not take stays English."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import locale_str

from bot.discord_io.commands import CommandWords, without_refused

COMMANDS: list[dict[str, Any]] = [
    {"name": "play", "name_localizations": {"de": "spielen", "pt-BR": "jogar"}},
    {"name": "wallet", "options": [{"name": "pay", "name_localizations": {"de": "spielen"}}]},
]


@app_commands.command(name="play")
async def play(_interaction: discord.Interaction) -> None:
    """Do no work: only the command's words count."""


async def told(text: str, location: Location, locale: Locale = Locale.german) -> str | None:
    """Return the text that Discord is given for a text of ours."""
    make: Any = app_commands.TranslationContext
    return await CommandWords().translate(locale_str(text), locale, make(location=location, data=play))


@pytest.mark.usefixtures("german")
async def test_names_and_descriptions_have_other_words() -> None:
    """Names by their context; a language that is not spoken has none."""
    described = await told("Play now: house players fill the seats", Location.command_description)

    assert await told("play", Location.command_name) == "spielen"
    assert await told("game", Location.parameter_name) == "spiel"
    assert described == "Gleich spielen: Das Haus besetzt die Plätze"
    assert await told("play", Location.command_name, Locale.french) is None
    assert await told("play", Location.command_name, Locale.british_english) is None
    assert await told("hand", Location.group_name) is None


@pytest.mark.usefixtures("german")
async def test_what_discord_would_refuse_stays_english(caplog: pytest.LogCaptureFixture) -> None:
    """A name with a space, a description of more than 100 letters; the log says so."""
    with caplog.at_level(logging.WARNING):
        assert await told("wallet", Location.group_name) is None
        assert await told("Your coins in this server", Location.group_description) is None

    assert len(caplog.records) == 2


class Answer:
    """The part of aiohttp's response to a refusal that discord.py reads."""

    status = 400
    reason = "Bad Request"


def refusal(*paths: str) -> discord.HTTPException:
    """Discord's answer to commands with such faults."""
    errors: dict[str, Any] = {}
    for path in paths:
        place = errors
        for step in path.split("."):
            place = place.setdefault(step, {})
        place["_errors"] = [{"code": "X", "message": "no"}]
    said = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    answer: Any = Answer()
    return discord.HTTPException(answer, said)


def test_words_that_discord_refuses_are_left_out() -> None:
    """Only refused words are left out; a refusal of anything else stands."""
    words = refusal("0.name_localizations.de", "1.options.0.name_localizations.de")

    assert without_refused(COMMANDS, words) == [
        {"name": "play", "name_localizations": {"pt-BR": "jogar"}},
        {"name": "wallet", "options": [{"name": "pay", "name_localizations": {}}]},
    ]
    assert without_refused(COMMANDS, refusal("0.name_localizations.de", "1.name")) is None
    assert without_refused(COMMANDS, refusal("1.name")) is None
