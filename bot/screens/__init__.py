"""What people see: pure functions from a View to a Screen, with no Discord and no secret beyond the View."""
