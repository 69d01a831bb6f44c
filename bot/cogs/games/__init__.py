"""The commands of the four games."""
