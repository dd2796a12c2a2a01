"""Programs from outside that play: what is said to them, and where they sit."""
