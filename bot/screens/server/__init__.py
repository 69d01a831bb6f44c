"""What a server's managers and each person see of the tavern itself."""
