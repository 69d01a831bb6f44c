"""Doing several things at once, of which one that fails stops none of the others."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable

from games.engine.core.errors import Slip
from storage.errors import StorageError

log = logging.getLogger(__name__)


async def together(*work: Awaitable[object]) -> None:
    """Wait for all of it; a fault is logged under a number.

    What a person or the database refuses is for whoever asked: the first is raised once all is done.
    """
    ends = await asyncio.gather(*work, return_exceptions=True)
    failed = [each for each in ends if isinstance(each, BaseException)]
    refused = [
        each for each in failed if isinstance(each, Slip | StorageError) or not isinstance(each, Exception)
    ]
    for each in failed:
        if each not in refused:
            log.error("one of several could not be shown, error %s", secrets.token_hex(3), exc_info=each)
    if refused:
        raise refused[0]
