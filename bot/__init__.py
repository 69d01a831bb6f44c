"""The bot: Discord on one side, the Tavern on the other. `app.py` wires everything together."""

__version__ = "0.2.0"
