"""The screens that users see: pure functions from a View, with no Discord and no secret beyond the View."""
