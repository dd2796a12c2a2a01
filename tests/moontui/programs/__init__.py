"""Programs from outside that play."""
