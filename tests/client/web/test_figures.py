"""The page draws the map by the figures and the rules of the terminal."""

from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import asdict
from playwright.sync_api import Page

from support.content.repertoire import REPERTOIRE
from support.content.scripts import load_script
from support.content.shipped import shipped
from undertide_client.screens.map import figures
from undertide_client.screens.map.shading import Surfaces, levels, shaded, shine, shone, variants
from undertide_client.screens.map.walls import wall_glyphs
from undertide_client.web import read_modules
from undertide_server.sessions.model.legend import tile_looks
from undertide_server.worldgen.game.game import make_game
from undertide_shared.messages import TileLook

TIDE = 60
WIDTH, HEIGHT = 24, 10
TORCH = (5, 4)
DRAWN = """async ([looks, tiles, width, height, percent, torch]) => {
    const { Tiles, cellAt, lightAt } = await load("map/tiles");
    const { Shine } = await load("map/shine");
    const { Scene } = await load("model/scene");
    const { wallAt } = await load("map/walls");
    const scene = new Scene();
    scene.floor = { width, height };
    scene.looks = new Map(looks.map((look) => [look.code, look]));
    scene.tiles = Uint16Array.from(tiles);
    scene.sight = new Uint8Array(width * height).fill(1);
    const same = (colour) => colour;
    const made = new Tiles(scene.looks, percent, same);
    const shine = new Shine(scene, made);
    return tiles.map((code, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        const { kind, share } = cellAt(x, y);
        const step = lightAt([torch], x, y, share);
        const near = shine.steps[at];
        const surface = made.surface(code, step, kind);
        const [ink, paper] = made.shone(surface.ink, surface.paper, near, shine.codes[at]);
        const old = made.surface(code, -1, kind);
        return [kind, step, near, ink, paper, old.ink, old.paper, wallAt(scene, x, y) ?? ""];
    });
}"""


def test_the_pages_figures_are_those_of_the_terminal() -> None:
    renew = load_script(Path(__file__).parent / "renew_figures.py")
    assert read_modules()["generated/figures.js"] == renew.script(), (
        "run tests/client/web/renew_figures.py"
    )


def test_the_page_paints_each_cell_as_the_terminal_does(modules: Page) -> None:
    looks = tile_looks(make_game(shipped("default"), b"7" * 16, REPERTOIRE))
    by_code = {look.code: look for look in looks}
    tiles = np.random.default_rng(3).integers(0, len(looks), (HEIGHT, WIDTH)).astype(np.uint16)
    tiles[:, :12] = np.where(tiles[:, :12] % 2, _code(looks, "wall"), _code(looks, "stone floor"))
    sent = [{**asdict(look), "effects": []} for look in looks]
    asked = [sent, tiles.ravel().tolist(), WIDTH, HEIGHT, TIDE, {"x": TORCH[0], "y": TORCH[1]}]
    drawn = modules.evaluate(DRAWN, asked)

    part = (0, 0, WIDTH, HEIGHT)
    surfaces = Surfaces(by_code, TIDE)
    places = surfaces.indices(tiles)
    known = tiles != 0
    colours = shaded(surfaces, places, part, [TORCH])
    steps, shines = shine(surfaces, places, known)
    shone(colours, steps, shines)
    lined, glyphs = wall_glyphs(np.pad(tiles, 1), by_code)

    def wanted(values: Any) -> Any:
        return np.asarray(values).reshape(HEIGHT * WIDTH, -1)[known.ravel()]

    def told(index: int) -> Any:
        return np.array([cell[index] for cell in drawn]).reshape(HEIGHT * WIDTH, -1)[known.ravel()]

    kinds, share = variants(part)
    assert (told(0) == wanted(kinds)).all()
    assert (told(1) == wanted(np.minimum(levels([TORCH], part, share), figures.LEVELS - 1))).all()
    assert (told(2) == wanted(steps)).all()
    cold = surfaces.cold
    both = (colours.ink, colours.paper, cold.ink[places], cold.paper[places])
    for index, values in enumerate(both, 3):
        # Halves may be rounded to either side, which then moves an ink a step further.
        off = np.abs(told(index) - wanted(values)).max(axis=1)
        assert off.max() <= 16, index
        assert (off <= 1).mean() > 0.98, index
    walls = np.where(lined, np.vectorize(chr)(glyphs), "")
    assert told(7).ravel().tolist() == walls[known].tolist()


def _code(looks: list[TileLook], name: str) -> int:
    return next(look.code for look in looks if look.name == name)
