"""The rules: pure functions over frozen values, without Discord, clock, network or database."""
