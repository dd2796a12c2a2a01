"""The narrator of One Night, for a room where people talk aloud."""
