import numpy as np
import pytest

from support.client.fake_display import FakeDisplay
from undertide_client.displays.base import KeyPress, Vision
from undertide_client.displays.cells import Console
from undertide_client.displays.contrast import linear
from undertide_client.displays.vision import SEEN, AdaptedDisplay, adapted
from undertide_client.screens.widgets import palette

EYES: tuple[Vision, ...] = ("protan", "deutan", "tritan")


def as_seen(colour: tuple[int, int, int], vision: Vision) -> np.ndarray:
    """Return what eyes see of a colour, as sRGB in 256 steps."""
    light = np.clip(SEEN[vision] @ linear(np.array(colour) / 255), 0, 1)
    return 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def apart(one: tuple[int, int, int], other: tuple[int, int, int], vision: Vision) -> float:
    return float(np.linalg.norm(as_seen(one, vision) - as_seen(other, vision)))


def shown(colour: tuple[int, int, int], vision: Vision) -> tuple[int, int, int]:
    red, green, blue = adapted(np.array(colour, np.uint8), vision)
    return int(red), int(green), int(blue)


@pytest.mark.parametrize("vision", ["normal", *EYES])
def test_greys_stay_as_they_are(vision: Vision) -> None:
    greys = np.arange(256, dtype=np.uint8).repeat(3).reshape(256, 3)
    moved = adapted(greys, vision).astype(int)
    assert np.abs(moved - greys).max() <= 1


def test_normal_eyes_get_the_colours_themselves() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (5, 7, 3)).astype(np.uint8)
    assert adapted(colours, "normal") is colours


@pytest.mark.parametrize("vision", ["protan", "deutan"])
def test_good_and_bad_are_told_apart_better(vision: Vision) -> None:
    before = apart(palette.GOOD, palette.BAD, vision)
    after = apart(shown(palette.GOOD, vision), shown(palette.BAD, vision), vision)
    assert after > 1.5 * before


def test_blue_and_green_are_told_apart_better_by_tritans() -> None:
    blue, green = (60, 120, 230), (60, 190, 120)
    before = apart(blue, green, "tritan")
    after = apart(shown(blue, "tritan"), shown(green, "tritan"), "tritan")
    assert after > before


class Shown(FakeDisplay):
    def present(self, console: Console) -> None:
        self.console = console


async def test_a_display_shows_adapted_colours_and_leaves_the_console_alone() -> None:
    display = Shown()
    console = Console(2, 1)
    console.rgb["fg"], console.rgb["bg"], console.rgb["ch"] = palette.BAD, palette.GOOD, ord("x")
    before = console.rgb.copy()
    with AdaptedDisplay(display, "deutan") as shows:
        assert shows.size() == display.size()
        assert display.entered
        shows.present(console)
        display.press("a")
        assert await shows.next_event() == KeyPress("a")
    assert (console.rgb == before).all()
    assert tuple(display.console.rgb["fg"][0, 0]) == shown(palette.BAD, "deutan")
    assert tuple(display.console.rgb["bg"][0, 0]) == shown(palette.GOOD, "deutan")
    assert (display.console.rgb["ch"] == ord("x")).all()
