"""What a fifth game puts into `moontui/games/`."""
