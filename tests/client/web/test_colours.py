import numpy as np
import pytest
from playwright.sync_api import Page

from support.content.shipped import shipped
from undertide_client.displays.base import Vision
from undertide_client.displays.vision import adapted

ADAPTED = """async ([vision, colours]) => {
    const { adapter, rgb } = await load("page/colours");
    return colours.map((colour) => adapter(vision)(rgb(colour)).map(Math.round));
}"""
SEATS = list(shipped("default").heroes.colours)


@pytest.mark.parametrize("vision", ["normal", "protan", "deutan", "tritan"])
def test_the_page_shows_seats_in_the_colours_of_the_terminal(modules: Page, vision: Vision) -> None:
    shown = modules.evaluate(ADAPTED, [vision, SEATS])
    channels = [[seat >> shift & 0xFF for shift in (16, 8, 0)] for seat in SEATS]
    wanted = adapted(np.array(channels, np.uint8), vision).astype(int)
    assert np.abs(np.array(shown) - wanted).max() <= 1
