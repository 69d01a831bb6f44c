"""Tables and hands, the messages that show them, and the deal of the day."""
