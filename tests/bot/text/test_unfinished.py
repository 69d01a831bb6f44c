"""A language that is being translated: eleven texts of Spanish beside the finished ones."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from bot.tavern.tournament.parse_times import read_moment, written_moment
from bot.text import translate
from bot.text.translate import _, all_languages, day, languages, number, speaking, spoken
from tests.catalogues import faults
from tests.conftest import forget_languages

CODE = "es-ES"


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The catalogues of the bot, and a little Spanish."""
    for each in translate.LOCALES.glob("*.po"):
        shutil.copy(each, tmp_path)
    there = tmp_path / "es_ES.po"
    shutil.copy(Path(__file__).parents[2] / "spanish.po", there)
    monkeypatch.setattr(translate, "LOCALES", tmp_path)
    forget_languages()
    yield there
    forget_languages()


@pytest.mark.usefixtures("spanish")
def test_an_unfinished_language_is_for_servers_only() -> None:
    """A server may be set to it; users whose Discord is Spanish read English, not a mixture."""
    assert languages() == ("en", "de", "pt-BR")
    assert all_languages() == ("en", "de", "es-ES", "pt-BR")
    assert [spoken(each) for each in (CODE, "es-419")] == ["en", "en"]
    with speaking(CODE):
        assert [_("Join"), _("Deal")] == ["Unirse", "Deal"]
        assert (number(1234567), day(0)) == ("1.234.567", "1 ene 1970")
    with speaking("es-419"):
        assert _("Join") == "Join"


def test_from_nine_tenths_on_a_language_is_offered(spanish: Path) -> None:
    """Its size is compared with the fullest catalogue’s."""
    with (spanish.parent / "de.po").open("rb") as file:
        count = sum(bool(each.id) for each in read_po(file, "de"))
    head = spanish.read_text(encoding="utf-8").partition("\n\n")[0]
    for share, is_offered in ((0.89, False), (0.91, True)):
        texts = [f'msgid "{each}"\nmsgstr "x"' for each in range(int(count * share))]
        spanish.write_text("\n\n".join([head, *texts]), encoding="utf-8")
        forget_languages()
        assert (CODE in languages(), spoken(CODE) == CODE) == (is_offered, is_offered)


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    "text", ["miércoles 20:00", "mie. 8pm", "20:00, 4 marzo 2026", "4 mar 20h30", "hoy 20:00"]
)
def test_days_can_be_typed_in_a_new_language(text: str, spanish: Path) -> None:
    """TN-41: weekdays and months are known before any text is; *today* is a text of the catalogue."""
    with spanish.open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "typed time"\nmsgid "today|tonight"\nmsgstr "hoy|esta noche"\n')
    noon = 1772582400 + 12 * 3600

    assert written_moment(read_moment(text, noon, "UTC").at, "UTC").startswith("2026-03-04 20:")


def test_every_missing_text_is_named(spanish: Path, english: Catalog) -> None:
    """One line for each, with its beginning."""
    with spanish.open("rb") as file:
        translated = read_po(file, "es_ES")
    found = faults(translated, english)
    asked = [(each.id, each.context) for each in english if each.id]
    given = [(each.id, each.context) for each in translated if each.id]

    assert len(found) == len(asked) - len(set(given) & set(asked)) > len(given) > 0
    assert {each.rpartition(": ")[2] for each in found} == {"has no translation"}
