"""The presenter of Knights' Heads."""
