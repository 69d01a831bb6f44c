"""The table: coming and going, the hand under way, settlement, and what each viewer may see."""
