"""The presenter of Dividha."""
