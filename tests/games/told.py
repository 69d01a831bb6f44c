"""Sentences with their facts in English, as a screen would say them."""

from __future__ import annotations

from games.engine.core.errors import PluralTemplate, Reason, Templated, template_values


def in_english(sentence: str, telling: Templated) -> str:
    """A sentence of a reason or advice, filled in; cards as they are noted, and a seat by its number."""
    told = template_values(telling)
    if isinstance(sentence, PluralTemplate) and told[sentence.fact] != 1:
        sentence = sentence.many
    written = {name: ", ".join(fact) if isinstance(fact, tuple) else fact for name, fact in told.items()}
    return sentence.format_map({"name": f"seat {told['seat']}", **written} if "seat" in told else written)


def sentences(told: Templated | None) -> tuple[str, ...]:
    """All that a reason or advice has to say."""
    said = (told.template, told.advice_template) if isinstance(told, Reason) else ()
    return tuple(in_english(sentence, told) for sentence in said if told is not None and sentence)
