"""What Discord has to be told at a start: commands and emojis."""
