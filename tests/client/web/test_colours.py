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
DRAWN = """async ([vision, colour]) => {
    const { drawnCard } = await load("screens/run/card");
    const { adapter, css, legible, rgb } = await load("page/colours");
    const inks = new Map();
    const pens = CanvasRenderingContext2D.prototype;
    const draw = pens.fillText;
    pens.fillText = function (text, ...place) {
        inks.set(text, this.fillStyle);
        draw.call(this, text, ...place);
    };
    const sight = { width: 1, height: 1, looks: [["g", colour]], cells: [1, 1], killer: [-1, -1] };
    const life = { name: "Ann", calling: "warden", level: 1, cause: "", floors: [], floor: 1,
        kills: 0, subtitle: "", elapsed: 0, lines: [], sight };
    drawnCard(life, null, "", adapter(vision));
    const pen = document.createElement("canvas").getContext("2d");
    pen.fillStyle = css(adapter(vision)(legible(rgb(colour))));
    return [inks.get("g"), pen.fillStyle];
}"""
SEATS = list(shipped("default").heroes.colours)


@pytest.mark.parametrize("vision", ["normal", "protan", "deutan", "tritan"])
def test_the_page_shows_seats_in_the_colours_of_the_terminal(modules: Page, vision: Vision) -> None:
    shown = modules.evaluate(ADAPTED, [vision, SEATS])
    channels = [[seat >> shift & 0xFF for shift in (16, 8, 0)] for seat in SEATS]
    wanted = adapted(np.array(channels, np.uint8), vision).astype(int)
    assert np.abs(np.array(shown) - wanted).max() <= 1


@pytest.mark.parametrize("vision", ["normal", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("colour", [0xE5383B, 0x202020])
def test_the_card_of_an_end_has_colours_that_all_eyes_read(
    modules: Page, vision: Vision, colour: int
) -> None:
    drawn, wanted = modules.evaluate(DRAWN, [vision, colour])
    assert drawn == wanted
