"""The bot's texts to Discord, with the language of each of their parts.

Every text of a catalogue is put between marks that name its language: letters that nobody writes, taken away
before Discord sees them. Text that was never looked up stands outside of them, and text looked up for another
user between other marks, so that this module needs to know no word.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any
from unittest.mock import patch

from simcord import interactions
from simcord.http import router

from bot.screens.core.picture import Picture
from bot.text import translate
from bot.text.translate import ENGLISH, Catalogue, languages, spoken
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.tavern import Room

FIRST_MARK, END = 0xE000, "\uf8ff"
MARKS = re.compile("[\ue000-\uf8ff]")
PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
UNSEEN = frozenset({"custom_id", "url", "id", "token", "nonce", "image", "filename"}) | {
    *("sprite", "look", "mark", "tone", "emblem", "card", "corner", "front", "sign", "letter", "written")
}
"""Fields that Discord does not display, and the unwritten ones of a picture."""
TEXT_INPUT = 4


class Marked(gettext.NullTranslations):
    """A language's catalogue, its texts between marks; what is put into them later is not.

    What it lacks is English.
    """

    def __init__(self, words: gettext.NullTranslations, code: str) -> None:
        super().__init__()
        self._words, self._code = words, spoken(code)
        # English has none.
        self._known = words.texts if isinstance(words, Catalogue) else {}

    def gettext(self, message: str) -> str:
        """The text, marked."""
        return self._marked(self._words.gettext(message), (None, message))

    def pgettext(self, context: str, message: str) -> str:
        """The text for a context, marked."""
        return self._marked(self._words.pgettext(context, message), (context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for a count, marked."""
        return self._marked(self._words.ngettext(msgid1, msgid2, n), (None, msgid1))

    def _marked(self, text: str, key: tuple[str | None, str]) -> str:
        code = self._code if key in self._known else ENGLISH
        mark, parts = chr(FIRST_MARK + languages().index(code)), enumerate(PLACEHOLDER.split(text))
        return "".join(each if at % 2 else f"{mark}{each}{END}" for at, each in parts if each)


@dataclass(frozen=True, slots=True)
class Said:
    """A text as the bot gave it to Discord, with its marks."""

    marked: str
    request: str
    """The call that it went with: method and path."""

    @property
    def words(self) -> str:
        """The words as people see them."""
        return MARKS.sub("", self.marked)

    def parts(self) -> Iterator[tuple[str, str]]:
        """Its parts, each with its language; an empty one for what no catalogue has said."""
        within, begun = [""], 0
        for mark in MARKS.finditer(self.marked):
            yield within[-1], self.marked[begun : mark.start()]
            if mark[0] != END:
                within.append(languages()[ord(mark[0]) - FIRST_MARK])
            elif len(within) > 1:
                within.pop()
            begun = mark.end()
        yield within[-1], self.marked[begun:]


@dataclass(slots=True)
class Ears:
    """All that the bot has said."""

    said: list[Said] = field(default_factory=list)

    def hear(self, node: Any, request: str, key: str = "") -> Any:
        """Note the texts of a payload; the payload without marks."""
        if isinstance(node, dict):
            is_filled = node.get("type") == TEXT_INPUT
            return {
                name: self.hear(each, request, name if name != "value" or is_filled else "id")
                for name, each in node.items()
            }
        if isinstance(node, list | tuple):
            return [self.hear(each, request, key) for each in node]
        if not isinstance(node, str):
            return node
        if key not in UNSEEN:
            self.said.append(Said(node, request))
        return MARKS.sub("", node)

    def paint(self, picture: Picture) -> bytes:
        """Note what is written in a picture, and paint nothing."""
        self.hear(asdict(picture), "a picture")
        return b"PNG"


@contextmanager
def listening(locale: Callable[[int], str]) -> Iterator[Ears]:
    """Hear all that is said in this block to people with these languages."""
    ears, find, dispatch = Ears(), translate.catalogue, router.dispatch

    def marked(code: str) -> gettext.NullTranslations:
        return Marked(find(code), code)

    def heard(backend: Any, method: str, path: str, *, json: Any = None, **more: Any) -> Any:
        return dispatch(backend, method, path, json=ears.hear(json, f"{method} {path}"), **more)

    with (
        patch.object(translate, "catalogue", marked),
        patch.object(router, "dispatch", heard),
        using(locale),
    ):
        yield ears


@contextmanager
def using(locale: Callable[[int], str]) -> Iterator[None]:
    """Set the locale of users' Discord clients, by their id."""
    base_payload = interactions.base_payload

    def asked(*args: Any, **options: Any) -> Any:
        record, payload = base_payload(*args, **options)
        return record, payload | {"locale": locale(options["user_id"])}

    with patch.object(interactions, "base_payload", asked):
        yield


async def speak(room: Room, code: str) -> None:
    """Set the language of a room's server."""
    chosen = ServerSettings(language=code)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))
