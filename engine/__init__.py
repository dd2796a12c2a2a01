"""The rules of the games: pure, without I/O, clock or global chance."""
