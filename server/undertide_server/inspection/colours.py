"""Colours as text."""


def hex_of(colour: int) -> str:
    """Return 0xRRGGBB as "#rrggbb"."""
    return f"#{colour:06x}"
