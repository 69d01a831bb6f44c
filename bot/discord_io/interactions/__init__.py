"""An interaction and its answer."""
