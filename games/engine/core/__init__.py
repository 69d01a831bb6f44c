"""What a game is to the engine: seats, offers and answers, house rules, and people's slips."""
