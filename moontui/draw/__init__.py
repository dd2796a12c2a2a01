"""What the screen is drawn with: ink, signs, colours, and the scene they show."""
