"""Rank hands read from text, one a line, each as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from games.engine.core.errors import RulesClash
from games.engine.core.house_rules import options
from games.engine.core.notation import Rank, Ranking, UnreadableHand


class LineRefused(Exception):
    """A command that cannot be carried out; its message is one line."""


def read_rules(house_rules: type[Any], text: str) -> object:
    """House rules from a JSON object of field names and values; raises `LineRefused`."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LineRefused(f"--rules: not JSON: {text[:80]!r}") from error
    if not isinstance(given, dict):
        raise LineRefused("--rules: not a JSON object")
    try:
        return choose_rules(house_rules, given)
    except LineRefused as error:
        raise LineRefused(f"--rules: {error}") from error


def choose_rules(house_rules: type[Any], given: Mapping[str, object]) -> object:
    """House rules from field names and values, defaults for the rest; raises `LineRefused`."""
    known = {each.name: each for each in options(house_rules)}
    for name, value in given.items():
        if name not in known:
            raise LineRefused(f"no such rule: {name!r}")
        choices = [choice for choice, _ in known[name].choices]
        # True and 1 are equal but not the same choice.
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise LineRefused(f"{name!r} is one of {json.dumps(choices)}")
    try:
        return house_rules(**given)
    except RulesClash as error:
        raise LineRefused(f"{error.first!r} and {error.second!r} exclude each other") from error


def rank_lines(rank: Rank, rules: object, lines: Iterable[str]) -> Iterator[str]:
    """One line of JSON per non-empty line; raises `LineRefused` with the number of a line that is no hand."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            ranking = rank(line, rules)
        except UnreadableHand as error:
            raise LineRefused(f"line {number}: {error}") from error
        yield _written(ranking)


def _written(ranking: Ranking) -> str:
    return json.dumps({name: value for name, value in asdict(ranking).items() if name != "discard" or value})
