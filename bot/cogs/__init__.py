"""The slash commands and buttons: a few lines each, the work is done elsewhere."""
