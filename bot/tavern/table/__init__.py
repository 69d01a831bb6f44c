"""What people do at tables: presses, challenges, guests, limits, turn times, hands that are over."""
