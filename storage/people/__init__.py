"""What people and servers choose, who is barred, and what is kept about a person."""
