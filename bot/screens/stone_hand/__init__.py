"""What people see of Stone Hand."""
