"""Colours as people write them."""


def hex_of(colour: int) -> str:
    """Return 0xRRGGBB as "#rrggbb"."""
    return f"#{colour:06x}"
