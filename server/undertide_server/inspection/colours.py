"""Colours as people write them."""


def hex_of(colour: int) -> str:
    """Return 0xRRGGBB as "#rrggbb"."""
    return f"#{colour:06x}"


def rgb_of(colour: int) -> tuple[int, int, int]:
    """Return 0xRRGGBB as red, green and blue, each from 0 to 255."""
    return (colour >> 16, colour >> 8 & 0xFF, colour & 0xFF)
