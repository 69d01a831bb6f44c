"""A table for programs that learn, by PettingZoo's conventions (docs/programs.md); nothing else needs it."""
