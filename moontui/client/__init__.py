"""The player's end: where a host is, whether it can be trusted, and what it has said."""
