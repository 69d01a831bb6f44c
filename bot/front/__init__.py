"""What the house asks of a front, and what a front brings along: visits, replies, and marks on handlers."""
