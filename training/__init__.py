"""Training and measurement of house players' betting; the bot runs without it (docs/lab/how-strong.md)."""
