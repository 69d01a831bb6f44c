"""The bot: Discord on one side, the Tavern on the other. `application.py` wires both."""

from games import __version__ as __version__
