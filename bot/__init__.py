"""The bot: Discord on one side, the Tavern on the other. `application.py` wires both."""

__version__ = "0.3.0"
