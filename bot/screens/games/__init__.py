"""What each game adds to the screens of its tables."""
