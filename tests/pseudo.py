"""A language for tests: every text that went through gettext stands in ⟦ ⟧, its placeholders kept."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from bot.text import translate

PSEUDO = "qps"
"""`speaking(PSEUDO)` within `pseudo_language()`; the code is set aside for such use."""


class PseudoTranslations(gettext.NullTranslations):
    """Puts every text in brackets."""

    def gettext(self, message: str) -> str:
        """The text in brackets."""
        return f"⟦{message}⟧"

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        """The text in brackets, whatever it is."""
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The English form for this count, in brackets."""
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Provide a catalogue for `PSEUDO`, with and without a region."""
    find, written_in = translate.catalogue, translate.written_in
    known = (*translate.languages(), PSEUDO)

    def catalogue(code: str) -> gettext.NullTranslations:
        return PseudoTranslations() if code.partition("-")[0] == PSEUDO else find(code)

    def number_language(code: str) -> str:
        return translate.ENGLISH if code.partition("-")[0] == PSEUDO else written_in(code)

    translate.spoken.cache_clear()
    with (
        patch.object(translate, "catalogue", catalogue),
        patch.object(translate, "languages", lambda: known),
        patch.object(translate, "written_in", number_language),
    ):
        yield
    translate.spoken.cache_clear()
