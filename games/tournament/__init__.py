"""The tournament director: seats, the start of hands, places and prizes, as pure functions."""
