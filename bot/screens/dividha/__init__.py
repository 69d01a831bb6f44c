"""What people see of Dividha."""
