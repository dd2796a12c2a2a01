"""Sentences about the games, checked."""
