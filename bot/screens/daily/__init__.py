"""The deal of the day: what each game asks, how it was answered, and what others see of that."""
