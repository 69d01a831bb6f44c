"""What nobody pressed for: calls, announcements, events, direct messages."""
