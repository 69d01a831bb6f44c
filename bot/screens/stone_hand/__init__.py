"""The presenter of Stone Hand."""
