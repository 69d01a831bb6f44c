"""How house players learn to bet, and how it is measured; the bot does without (docs/lab/how-strong.md)."""
