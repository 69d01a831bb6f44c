"""Messages that the bot sends unasked: calls, announcements, events, direct messages."""
