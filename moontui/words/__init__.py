"""Words: catalogues in each language, and how a game is told with them."""
