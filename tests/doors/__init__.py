"""Tests of the doors: real clients, real processes, real sockets."""
