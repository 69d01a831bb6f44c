"""Stone Hand: three eight-sided dice, and whoever throws worst pays whoever throws best."""
