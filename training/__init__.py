"""Training and measurement of house players' betting; the bot does without (docs/lab/how-strong.md)."""
