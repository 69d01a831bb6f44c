"""Sentences with their facts in English, as a screen would say them."""

from __future__ import annotations

from games.engine.core.errors import CountingSentence, Reason, Telling, facts


def in_english(sentence: str, telling: Telling) -> str:
    """A sentence of a reason or advice, filled in; cards as they are noted, and a seat by its number."""
    told = facts(telling)
    if isinstance(sentence, CountingSentence) and told[sentence.fact] != 1:
        sentence = sentence.many
    written = {name: ", ".join(fact) if isinstance(fact, tuple) else fact for name, fact in told.items()}
    return sentence.format_map({"name": f"seat {told['seat']}", **written} if "seat" in told else written)


def sentences(told: Telling | None) -> tuple[str, ...]:
    """All that a reason or advice has to say."""
    said = (told.says, told.advises) if isinstance(told, Reason) else ()
    return tuple(in_english(sentence, told) for sentence in said if told is not None and sentence)
