"""What all screens are made of: a message as a value, betting, stories, people and amounts in words."""
