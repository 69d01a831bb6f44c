"""What a person will read, marked where it is written: screens translate it and fill in its facts."""

from __future__ import annotations


def phrase(text: str) -> str:
    """Mark a text as one that a person will read, so that it reaches the catalogue of messages."""
    return text
