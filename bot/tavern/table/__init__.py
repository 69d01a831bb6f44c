"""Actions at tables: presses, challenges, guests, limits, finished hands."""
