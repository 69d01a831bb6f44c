"""The interface between a game and the engine: seats, offers and answers, house rules, and user errors."""
