"""The tournament director: who sits where, when the next hand may begin, who is placed and paid. Pure."""
