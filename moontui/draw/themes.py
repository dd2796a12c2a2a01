"""The colors: night, day, strong contrast, and those of the terminal itself."""

from __future__ import annotations

from typing import Any

THEMES: dict[str, dict[str, Any]] = {
    "moon": {
        "primary": "#8fb8ff",
        "secondary": "#7684ad",
        "accent": "#f4c651",
        "warning": "#f4c651",
        "error": "#ff6f66",
        "success": "#7fd98f",
        "foreground": "#e2e8f6",
        "background": "#10172a",
        "surface": "#141c31",
        "panel": "#18213a",
        "text_alpha": 1.0,
        "variables": {"text-muted": "#a3afcc", "text-disabled": "#8490b8"},
    },
    "daylight": {
        "primary": "#1d4ed8",
        "secondary": "#616a7d",
        "accent": "#6b4400",
        "warning": "#6b4400",
        "error": "#b42318",
        "success": "#176b34",
        "foreground": "#1b1f2a",
        "background": "#f4efe3",
        "surface": "#f1ecdf",
        "panel": "#e7e0cf",
        "dark": False,
        "text_alpha": 1.0,
        "variables": {"text-muted": "#4d5872", "text-disabled": "#5d667a"},
    },
    "contrast": {
        "primary": "#ffffff",
        "secondary": "#ffffff",
        "accent": "#ffff00",
        "warning": "#ffff00",
        "error": "#ff8080",
        "success": "#80ff80",
        "foreground": "#ffffff",
        "background": "#000000",
        "surface": "#000000",
        "panel": "#000000",
        "text_alpha": 1.0,
        "variables": {"text-muted": "#ffffff", "text-disabled": "#ffffff"},
    },
}
"""By name: the colors of a theme, as Textual calls them."""

TERMINAL = "ansi-dark"
"""The theme that sends only the terminal's own colors."""


def theme_for(wish: str, colour: bool) -> str:
    """The theme to use; without color, one that sends no colors at all."""
    return wish if colour and wish in THEMES else TERMINAL
