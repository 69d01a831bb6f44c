"""The commands of `/tournament`."""
