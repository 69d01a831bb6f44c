"""A table for programs that learn, by PettingZoo's conventions (docs/develop/programs.md): an extra."""
