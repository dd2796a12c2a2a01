"""What a fifth game puts into `engine/games/`."""
