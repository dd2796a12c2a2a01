"""The widgets that every screen and board is made of."""
