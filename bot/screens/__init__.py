"""The screens that users see: pure functions of a view, without Discord and without what the view hides."""
