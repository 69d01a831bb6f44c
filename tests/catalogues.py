"""The faults of a translation: each fault is a line that names the string.

A translation has every text of the source, none of them fuzzy, with the placeholders,
commands, marks of Markdown and line breaks of the English, and not longer than its comment allows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from babel.messages import Catalog, Message

from bot.discord_io.commands import COMMAND, is_name
from bot.discord_io.interactions.dispatch import OPTION

PLACEHOLDER = re.compile(r"\{[^{}]*\}")
TYPED = re.compile(r"(?<![\w/.])/[a-z][a-z-]*(?: [a-z][a-z-]*)?")
MARKS = re.compile(r"\*\*\*|\*\*|\*|~~|\|\||`|__|\]\(|^#+ |^-# |^> |^- |^\d+\. ", re.MULTILINE)
AT_MOST = re.compile(r"at most (\d+) letters")
SHOWN = 60


def faults(translation: Catalog, english: Catalog) -> list[str]:
    """A line for everything that is wrong."""
    found: list[str] = []
    for asked in english:
        if not asked.id:
            continue
        given = translation.get(asked.id if isinstance(asked.id, str) else asked.id[0], asked.context)
        found += (f"{_named(asked)}: {fault}" for fault in _faults_of(given, asked, translation.num_plurals))
    return found


def _named(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    cut = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return f"“{cut}”" + (f" ({message.context})" if message.context else "")


def _faults_of(given: Message | None, asked: Message, plurals: int) -> Iterator[str]:
    if given is None or not given.string or not any(given.string):
        yield "has no translation"
        return
    if given.fuzzy:
        yield "is fuzzy: its English has changed"
    if isinstance(asked.id, str):
        yield from _differences(str(given.string), asked.id, asked)
        return
    forms = [given.string] if isinstance(given.string, str) else list(map(str, given.string))
    if len(forms) != plurals or not all(forms):
        yield f"needs {plurals} forms for its numbers"
        return
    one, many = map(str, asked.id)
    for number, form in enumerate(forms):
        # The singular need not say the number.
        least = _placeholders(one) & _placeholders(many) if number == 0 else _placeholders(many)
        most = _placeholders(one) | _placeholders(many)
        if not least <= _placeholders(form) <= most:
            yield f"form {number + 1} has other placeholders: {', '.join(sorted(_placeholders(form)))}"
        yield from _marks_that_differ(form, many)


def _differences(text: str, asked: str, message: Message) -> Iterator[str]:
    if _placeholders(text) != _placeholders(asked):
        yield f"has other placeholders: {', '.join(sorted(_placeholders(text))) or 'none'}"
    yield from _marks_that_differ(text, asked)
    limit = next((int(number) for number in AT_MOST.findall(" ".join(message.auto_comments))), None)
    if limit is not None and len(text) > limit:
        yield f"has {len(text)} letters, at most {limit} fit"
    if message.context in {COMMAND, OPTION} and not is_name(text):
        yield "is a name: small letters, digits, - and _ only"


def _marks_that_differ(text: str, asked: str) -> Iterator[str]:
    if (is_there := Counter(MARKS.findall(text))) != (due := Counter(MARKS.findall(asked))):
        odd = ", ".join(sorted(repr(mark) for mark in is_there | due if is_there[mark] != due[mark]))
        yield f"has more or fewer marks than the English: {odd}"
    if text.count("\n") != asked.count("\n"):
        yield "has other line breaks"
    if text[:1].isspace() != asked[:1].isspace() or text[-1:].isspace() != asked[-1:].isspace():
        yield "has a space more or less at an end"
    if Counter(TYPED.findall(text)) != Counter(TYPED.findall(asked)):
        yield "names other commands"


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))
