"""Phrases that native readers refused do not return to a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from bot.screens.server.settings import settings_screen
from bot.text.translate import LOCALES, ngettext, speaking
from storage.people.server_settings import ServerSettings
from tests.bot.rendering import texts as texts_of

MONEY = r"(?:\*\*)?\{(?:amount|cost|stack|stake|unit|wager|fund|sum|balance|value)\}"
FILLED = r"(?:\*\*)?\{(?:card|hand|played|held|stack|sum|amount|cost)\}"
REFUSED = MappingProxyType(
    {
        "de": (
            # To take a side or a pot is “gewinnen”.
            r"\b(?:nimm(?:t|st)|nehmen|nahm|genommen)\b[^.?!\n]*\b(?:Oben|Unten|Pot)\b",
            r"\b(?:Oben|Unten|Pot)\b[^.?!\n]*\b(?:nimm(?:t|st)|nehmen|nahm|genommen)\b",
            # One thing has one name.
            r"\baufbewahr",
            r"\bKanal ansehen\b",
            r"\b(?:Drücke|Wähle|drücke|wähle)\b",
            r"\bauf dem Aushang\b",
            r"; sonst \d",
            r"\bpassen\b(?! (?:nicht zusammen|sie))",
            r"\bim Server\b",
            r"\bspielt tief\b",
            # A colon takes no preposition’s place before a title.
            r"[a-zäöüß]: (?:\*\*)?\{title\}",
            # “Wen du einlädst, darf …” lacks its subject; “bis in 5 Minuten” is none.
            r"\b[Ww]en (?:du|<@\{\w+\}>|\{\w+\}) \w+, (?:darf|kann|erfährt)\b",
            r"\b[Ww]en es betrifft, (?!der\b)",
            r"\b(?:bis|seit|um) <t:\{\w+\}:R>",
            # A heat is a “Vorrunde”, to keep a hand is “merken”.
            r"\b(?:im nächsten Lauf|alle Läufe)\b",
            r"\b[Bb]ehaltene Hände\b|\bHand behalten\b",
            # A currency that a server names has no dative: “mit 100 Taler”.
            rf"\b(?:[Mm]it|[Vv]on|zu|aus|bei|nach|dein\w*) {MONEY}",
        ),
        "pt_BR": (
            # Articles and possessives agree with a gender that a placeholder does not tell.
            rf"\b(?:[oa]s?|uma?s?|[dn][oa]s?|[Ss]u[ao]s?|[Ss]eus?|tod[oa]s) {FILLED}",
            r"\{(?:face|rank)\} de \{suit\}",
            r"\bjoga baixo\b",
            # “1 em 10 vezes”: with “cerca de” and “de cada”, any number fits.
            r"\bumas \{",
            r"\{\w+\} em (?:cada )?100? vezes\b",
            r"\bem só\b",
            # People say “Me dê”, “em um”, “a você”.
            r"\b(?:[Dd]ê|[Aa]bra|[Cc]hame|[Cc]onte|[Mm]ostre|[Ss]olte|[Ee]ncerre|[Ee]screva)-(?:me|[oa]s?)\b",
            r"\b[Nn]uma?\b",
            r"\blhes?\b",
            r"\bde ninguém é\b",
            r"\b(?:até|desde) <t:\{\w+\}:R>",
            r"\bbaterias?\b",
            # One thing has one name, and cities and dates are Brazil’s.
            r"\b(?:[Pp]õe|[Pp]ôr) (?:um|o) (?:\*\*)?(?:small |big )?blind\b",
            r"\b[Aa]perte Participar\b",
            r"\bLisboa\b",
            r"\b\d{4}-\d\d-\d\d\b",
        ),
    }
)
"""Patterns by language."""
REFUSED_ENGLISH = (
    # “7 out of 10 times” fits any number; “7 in 10 times” is no English.
    r"\} in (?:\d+|\{of\}) (?:times|hands)\b",
    # A clause needs a noun or “whoever” before it.
    r"\bWho (?:is all in|throws first) (?:can|may)\b",
    r"\b[Cc]hances? to take\b",
    # One word, one spelling: anyone, learned; seldom is bookish, and so is whom.
    r"\b(?:[Aa]nybody|learnt|seldom|whom)\b",
    # Accents: “mir fehlt”, “von zweien”, “alle, die”, “zu dieser Stunde”, “es wird gesagt”.
    r"\b(?:I|you|we|they) lack\b",
    r"\bOf two\b",
    r"\b[Aa]ll (?:that|who) \w",
    r"\b(?:any|this) hour\b",
    r"\b(?:is|are) told (?:the reason|what)\b",
    r"; else (?:I|the)\b",
    r"^Let (?:a|an|the) ",
    # A clause is no subject: a noun is.
    r"\bWhat (?:each|people pay|lies|is under way|is left)\b",
    r"\bis played$",
    # “in 5 minutes” takes no preposition.
    r"\b(?:until|since|by) <t:\{\w+\}:R>",
    # A button’s name is quoted; files and emojis are uploaded, boards are posted.
    r"\b[Pp]ress(?:es)? (?:Join|Withdraw|Start|Agree|Play on)\b",
    r"\bput(?:s|ting)? up (?:my |more )*(?:emojis|the board)\b",
)
"""Patterns of the source’s own texts."""
IN_ANOTHER_SENSE = (
    "nimmt sich von deinem Stapel",
    "{amount} von {stack}",
    "All-in mit **{stack}**?",
    "durch eine Einheit von {unit} teilen",
    "{rank} de {suit}",
    "a {amount}: {win}+{lose}",
)
"""Parts of texts that a pattern finds, but that are right: the chips of a stack are a bare number."""


def texts(code: str) -> Iterator[str]:
    """All translations of a language, each plural form alone."""
    with (LOCALES / f"{code}.po").open("rb") as file:
        for each in read_po(file, code):
            if each.id:
                yield from [each.string] if isinstance(each.string, str) else each.string or ()


@pytest.mark.parametrize("code", REFUSED)
def test_refused_phrases_do_not_return(code: str) -> None:
    """Wording that a native speaker would not sign, by its pattern."""
    said = list(texts(code))
    found = [each for each in said for pattern in REFUSED[code] if re.search(pattern, each)]

    assert [each for each in found if not any(known in each for known in IN_ANOTHER_SENSE)] == []


@pytest.mark.parametrize(
    ("code", "phrase"),
    [
        ("de", "**{hand}** nimmt den Teil von Oben"),
        ("de", "Du bist dabei: **{title}**."),
        ("de", "All-in mit deinen **{stack}**?"),
        ("de", "Was fehlt, in diesem Kanal und im Server"),
        ("de", "Nur wen du einlädst, darf sich hinsetzen"),
        ("de", "Danach gibst du einen Grund an. Wen es betrifft, erfährt ihn."),
        ("pt_BR", "E o {card} continua lá!"),
        ("pt_BR", "Sua {hand} vale **{mine}**"),
        ("pt_BR", "Suas cartas ganham este pote umas {odds} em cada 10 vezes."),
        ("pt_BR", "Abra-me em <#{channel}>"),
        ("pt_BR", "então ela é de treino: a carteira de ninguém é tocada."),
        ("pt_BR", "{name} põe o big blind de {amount}."),
    ],
)
def test_a_refused_phrase_is_found(code: str, phrase: str) -> None:
    """A pattern finds each phrase that was in the catalogues once."""
    assert any(re.search(pattern, phrase) for pattern in REFUSED[code])


def test_a_number_of_none_is_plural_in_portuguese() -> None:
    """“0 mãos”, “1 mão”, “2 mãos”: as Brazilians write, not as CLDR counts."""
    with speaking("pt-BR"):
        said = [ngettext("{count} hand", "{count} hands", each) for each in (0, 1, 2)]
    assert said[0] == said[2] != said[1]


@pytest.mark.parametrize("pattern", REFUSED_ENGLISH)
def test_refused_english_does_not_return(pattern: str, english: Catalog) -> None:
    """Wording with another language’s accent, by its pattern."""
    said = [form for each in english for form in ([each.id] if isinstance(each.id, str) else each.id)]

    assert [each for each in said if re.search(pattern, each)] == []


def test_settings_are_told_in_the_language_of_things() -> None:
    """A number of tables is not of poker, several channels are plural, and German writes another dash."""
    with speaking("de"):
        told = "\n".join(texts_of(settings_screen(ServerSettings(), 0)))

    assert "Offene Tische in einem Kanal: **unbegrenzt**" in told
    assert "Kanäle ohne Spiele: **keine** · Kanal für das Protokoll: **keiner**" in told
    assert "**Geld** – " in told


@pytest.mark.parametrize("code", REFUSED)
def test_a_button_is_named_as_it_is_labelled(code: str, english: Catalog) -> None:
    """A button that a text quotes, such as “Withdraw”, is quoted as it is labelled in that language."""
    with (LOCALES / f"{code}.po").open("rb") as file:
        catalog = read_po(file, code)
    odd, count = [], 0
    for each in english:
        one = each.id if isinstance(each.id, str) else each.id[-1]
        for name in re.findall(r"“([A-Z][^”{}]*)”", one):
            labels = [
                found.string
                for key in (name, f"{name} …")
                if (found := catalog.get(key)) and isinstance(found.string, str)
            ]
            told = catalog.get(each.id if isinstance(each.id, str) else each.id[0])
            if labels and told is not None:
                count += 1
                said = told.string if isinstance(told.string, str) else list(told.string or ("",))[-1]
                odd += [said for label in labels[:1] if label.removesuffix(" …") not in said]

    assert count > 30
    assert odd == []
