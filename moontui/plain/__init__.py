"""The line game: for screen readers, scripts and terminals that can do no more."""
