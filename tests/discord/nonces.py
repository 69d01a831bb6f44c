"""Helpers that several tests about nonces share."""

from __future__ import annotations

from tests.discord.tavern import Room


def nonces(room: Room, words: str) -> list[str]:
    """Under which nonces a message with these words was sent, each time."""
    sent = [each.json for each in room.env.http_requests if isinstance(each.json, dict)]
    return [each["nonce"] for each in sent if words in str(each.get("content")) and each["enforce_nonce"]]
