"""What the screen is drawn with: ink, signs, colors, and the scene they show."""
