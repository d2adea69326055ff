import pytest

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.palette import blend, legible, life_colour, rgb


def test_wire_colours_are_split_into_red_green_blue() -> None:
    assert rgb(0x10A0FF) == (0x10, 0xA0, 0xFF)
    assert rgb(-1) == palette.INK
    assert rgb(2**64 - 1) == (255, 255, 255)


def test_blending_goes_from_one_to_the_other() -> None:
    assert blend((0, 0, 0), (100, 200, 50), 0.0) == (0, 0, 0)
    assert blend((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
    assert blend((0, 0, 0), (100, 200, 50), 1.0) == (100, 200, 50)


def test_black_on_black_is_made_legible() -> None:
    assert sum(legible((0, 0, 0))) > 200
    assert legible((200, 200, 200)) == (200, 200, 200)


@pytest.mark.parametrize(("percent", "colour"), [(100, "HIGH"), (50, "HALF"), (10, "LOW")])
def test_life_has_three_colours(percent: int, colour: str) -> None:
    assert life_colour(percent) == getattr(palette, f"LIFE_{colour}")
