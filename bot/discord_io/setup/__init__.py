"""What Discord has to be told at a start: commands, emojis, shards."""
