"""Stone Hand: three eight-sided dice, and the worst throw pays the best."""
