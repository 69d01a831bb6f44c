"""The presenter of Destiny."""
