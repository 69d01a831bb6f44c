"""The services: load a table or tournament, apply one action, commit. Nothing here knows Discord."""
