"""One Night as people see it."""
