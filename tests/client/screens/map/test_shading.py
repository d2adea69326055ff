import numpy as np
from msgspec.structs import replace

from support.client.client_examples import CODES, HERO, LOOKS, joined, keyframe
from support.client.screen_text import ui_of
from undertide_client.displays.cells import Console, cells_of
from undertide_client.displays.diff import Painter
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map import figures
from undertide_client.screens.map.map_view import aim, draw_floor
from undertide_client.screens.map.shading import (
    Surfaces,
    levels,
    shaded,
    shine,
    shine_step,
    shone,
    variants,
)
from undertide_client.screens.widgets.drawing import Area
from undertide_shared.messages import FloorInfo, Shift, Sighting, TileLook
from undertide_shared.messages.to_client import Delta

PART = (0, 0, 40, 20)
ROUGH, FIRE = 20, 21
MADE = {look.code: look for look in LOOKS} | {
    ROUGH: TileLook(ROUGH, "grass", '"', 0x70C050, True, True, paper=0x203A18, grain=20),
    FIRE: TileLook(FIRE, "fire", "^", 0xFF8020, True, True, paper=0x803008, glow=3),
}


def torches(*cells: tuple[int, int]) -> np.ndarray:
    return levels(cells, PART, np.zeros((20, 40)))


def test_light_falls_off_from_each_hero() -> None:
    light = torches((5, 10), (35, 10))
    assert light[10, 5] == light[10, 35] == light.max()
    assert (np.diff(light[10, 5:21]) <= 0).all()
    assert light[10, 20] < light[10, 5]


def test_a_cell_varies_by_itself_and_always_alike() -> None:
    kinds, share = variants(PART)
    moved, _ = variants((10, 5, 40, 20))
    assert set(kinds.flat) == set(range(figures.VARIANTS))
    assert (kinds[5:, 10:] == moved).all(), "the camera changes nothing"
    assert 0 <= share.min() <= share.max() < 1
    counts = np.bincount(kinds.ravel())
    assert counts.min() > counts.max() / 2


def test_a_step_changes_few_of_the_cells_in_sight() -> None:
    _, share = variants(PART)
    before, after = (levels([(x, 10)], PART, share) for x in (10, 11))
    assert (before != after).mean() < 0.65


def test_the_light_of_fire_reaches_as_far_as_it_glows() -> None:
    codes = np.full((20, 40), ROUGH)
    codes[10, 20] = FIRE
    surfaces = Surfaces(MADE, -1)
    steps, colours = shine(surfaces, codes, np.ones(codes.shape, np.bool_))
    assert [int(steps[10, 20 + away]) for away in (1, 2, 3, 4)] == [
        shine_step(away, 0, 3) for away in (1, 2, 3, 4)
    ]
    assert steps[10, 21] > steps[10, 23] > steps[10, 24] == 0
    assert colours[10, 21].tolist() == [0xFF, 0x80, 0x20]
    dark, lit = (shaded(surfaces, codes, PART, [(0, 0)]) for _ in range(2))
    shone(lit, steps, colours)
    assert (lit.paper[10, 21] > dark.paper[10, 21]).all()
    assert (lit.paper[2, 2] == dark.paper[2, 2]).all()


def test_fire_out_of_sight_lights_nothing() -> None:
    codes = np.full((20, 40), ROUGH)
    codes[10, 20] = FIRE
    steps, _ = shine(Surfaces(MADE, -1), codes, np.zeros(codes.shape, np.bool_))
    assert not steps.any()


def test_what_glows_is_as_bright_far_from_any_torch() -> None:
    lit = Surfaces(MADE, -1).lit.paper
    assert (lit[0, :, FIRE] == lit[-1, :, FIRE]).all()
    assert lit[0, :, ROUGH].sum() < lit[-1, :, ROUGH].sum()


def test_the_tide_glows_on_the_ground_it_floods_but_not_on_walls() -> None:
    dry, high = Surfaces(MADE, -1).lit.paper, Surfaces(MADE, 100).lit.paper
    ground, wall = CODES["."], CODES["#"]
    assert (high[0, :, ground, 2] > dry[0, :, ground, 2] + 30).all()
    assert len(np.unique(high[0, :, ground], axis=0)) == figures.VARIANTS, "it comes in waves"
    assert (high[:, :, wall] == dry[:, :, wall]).all()


def test_a_code_without_a_look_is_drawn_all_the_same() -> None:
    surfaces = Surfaces(MADE, -1)
    assert surfaces.indices(np.array([900], np.uint16))[0] == len(surfaces.known) - 1


def test_a_step_in_a_hall_costs_a_terminal_little() -> None:
    ui = ui_of(
        joined(tiles=[replace(look, paper=0x382F26, grain=14) for look in LOOKS]),
        keyframe(
            floor=FloorInfo(0, 1, "", 80, 30),
            tiles=[CODES["."], 80 * 30],
            sight=[0, 80 * 30],
            sightings=[Sighting(HERO, 1, 40, 15)],
        ),
    )
    painter, spent = Painter("true", utf8=True), []
    for number in range(2, 8):
        spent.append(len(painter.paint(cells_of(_drawn(ui.mirror)))))
        ui.mirror.apply(Delta(number, shifted=[Shift(HERO, 38 + number, 15)]))
    most = 80 * 30 * 18
    assert max(spent[1:]) < most, spent


def _drawn(mirror: Mirror) -> Console:
    console = Console(80, 30)
    draw_floor(console, mirror, aim(Area(0, 0, 80, 30), (80, 30), (40, 15)))
    return console
