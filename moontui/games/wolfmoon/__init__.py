"""Wolfmoon as people see it."""
