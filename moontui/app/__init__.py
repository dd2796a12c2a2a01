"""The Textual app: its screens, its widgets, and the ways into it."""
