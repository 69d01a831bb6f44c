"""Storage, on real files."""
