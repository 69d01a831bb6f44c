"""All tests, and what they share."""

from __future__ import annotations

import os

from games.plugins import SWITCH

# A process that a test starts sees the games that the test sees.
if os.environ.get(SWITCH) == "off":
    from tests.begun import hide_begun

    hide_begun()
