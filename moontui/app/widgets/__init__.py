"""Widgets that every screen and board is made of."""
