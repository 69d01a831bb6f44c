"""What people see of Knights' Heads."""
