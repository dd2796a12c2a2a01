"""Puzzles: questions with one clearly best answer, shipped or from the player's own matches."""
