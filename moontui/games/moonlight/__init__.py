"""Moonlight as people see it."""
