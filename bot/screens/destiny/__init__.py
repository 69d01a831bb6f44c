"""What people see of Destiny."""
