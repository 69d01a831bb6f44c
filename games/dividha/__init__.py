"""Dividha: six cards, the best of five, and every coin is bet on the highest hand or on the lowest."""
