"""Bots that know no game: they see a seat's view and a list of choices."""
