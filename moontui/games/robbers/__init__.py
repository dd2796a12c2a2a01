"""Robbers as people see it."""
