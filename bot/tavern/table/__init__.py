"""What people do at tables: presses, challenges, guests, limits, hands that are over."""
