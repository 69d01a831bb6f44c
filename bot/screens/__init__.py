"""The screens that users see: pure functions of a View, without Discord or secrets beyond the View."""
