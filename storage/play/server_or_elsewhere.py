"""Where a posting stands: in a server that the bot is in, or in a place that has none.

The books, settings, records and home throws are a server's. A posting of another place is in none of them:
it is played for nothing, and nobody has a wallet there.
"""

from __future__ import annotations

from typing import Final

DIRECT: Final = 0
"""Instead of a server: a direct message with the bot, where it can post and edit as it can in a server."""
ELSEWHERE: Final = 2**22 - 1
"""Instead of a server: wherever the bot can only answer, such as a group or a server that it is not in.

Less than any number of Discord's, so that it falls to the first shard, as direct messages do.
"""


def is_server(place: int) -> bool:
    """Whether a place is a server with the bot in it."""
    return place not in (DIRECT, ELSEWHERE)
