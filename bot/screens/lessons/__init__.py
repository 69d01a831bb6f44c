"""First hands that teach: a script for each game, played by the game's own rules and screens."""
