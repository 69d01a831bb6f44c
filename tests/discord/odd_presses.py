"""Helpers that several tests about odd presses share."""

from __future__ import annotations

import logging

import pytest

from tests.discord.message import Message
from tests.discord.tavern import Delivery


def answers_of(delivery: Delivery) -> list[str]:
    """All that a press was answered with."""
    result = delivery.result
    return [Message(each).words for each in (result.response, *result.followups) if each is not None]


def unanswered(deliveries: list[Delivery]) -> list[str]:
    """Return the deliveries that were not answered at all, or by an error number."""
    return [
        f"{each.payload['data']['custom_id']} ({each.payload['type']})"
        for each in deliveries
        if not each.result.acknowledged or any("our side" in words for words in answers_of(each))
    ]


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return our own faults from the log, with their exceptions."""
    errors = [each for each in caplog.records if each.levelno >= logging.ERROR]
    return [
        f"{each.getMessage()}: {each.exc_info[1]!r}" if each.exc_info else each.getMessage()
        for each in errors
    ]
