"""The bot: Discord on one side, the Tavern on the other. `house.py` wires it, `app.py` is Discord’s front."""

__version__ = "0.3.0"
