"""Several processes: which serves which of Discord's shards, and when the bot was last alive."""
