"""Sentences with their facts in English, as a screen would say them."""

from __future__ import annotations

from games.engine.core.errors import CountingSentence, Telling, facts


def in_english(sentence: str, telling: Telling) -> str:
    """A sentence of a reason or advice, filled in; cards as they are noted."""
    told = facts(telling)
    if isinstance(sentence, CountingSentence) and told[sentence.fact] != 1:
        sentence = sentence.many
    written = {name: ", ".join(fact) if isinstance(fact, tuple) else fact for name, fact in told.items()}
    return sentence.format_map(written)
