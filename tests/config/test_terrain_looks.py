"""The looks of terrain: each kind apart from the others, lit or remembered, and always legible."""

from itertools import combinations

import numpy as np
import pytest

from support.client.colour_difference import Values, as_seen, difference
from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_client.displays.base import Vision
from undertide_client.displays.contrast import GLYPH, contrast, luminance
from undertide_client.displays.vision import adapted_pair
from undertide_client.screens.map import figures
from undertide_client.screens.map.shading import Surfaces
from undertide_server.content.load import list_presets
from undertide_server.sessions.model.legend import tile_looks
from undertide_server.worldgen.game.game import make_game

APART = 10.0
"""CIEDE2000 between the papers or the inks of two kinds in full light, whatever lies beside what:
ground turns into other ground, and no pair is certain never to meet."""
LOOKS = {
    look.code: look for look in tile_looks(make_game(shipped("default"), b"7" * 16, REPERTOIRE))
}
NAMES = {code: look.name for code, look in LOOKS.items() if code}
CODES = list(NAMES)
FULL = figures.LEVELS - 1


def surfaces(tide: int = -1) -> Surfaces:
    return Surfaces(LOOKS, tide)


def packed(colours: Values) -> list[int]:
    red, green, blue = np.moveaxis(colours.astype(np.uint32), -1, 0)
    return [int(one) for one in (red << 16 | green << 8 | blue).ravel()]


def flat(surface: Values) -> Values:
    """Return the mean of all kinds of cells in full light, by code."""
    found: Values = np.rint(surface[FULL].mean(axis=0))
    return found


def test_no_two_kinds_of_terrain_look_alike_in_full_light() -> None:
    lit = surfaces().lit
    inks = as_seen(packed(flat(lit.ink)), "true", "normal")
    papers = as_seen(packed(flat(lit.paper)), "true", "normal")
    near = {}
    for one, other in combinations(CODES, 2):
        apart = max(
            float(difference(inks[one], inks[other])), float(difference(papers[one], papers[other]))
        )
        if apart < APART:
            near[NAMES[one], NAMES[other]] = round(apart, 1)
    assert near == {}


def test_the_cells_of_one_surface_differ_less_than_two_kinds_do() -> None:
    paper = surfaces().lit.paper[FULL]
    rough = {}
    for code, name in NAMES.items():
        seen = as_seen(packed(paper[:, code]), "true", "normal")
        spread = difference(seen[:, np.newaxis], seen[np.newaxis]).max()
        if LOOKS[code].grain and not 0 < spread < APART:
            rough[name] = round(float(spread), 1)
    assert rough == {}


def test_memory_is_cold_and_has_less_than_half_the_brightness() -> None:
    known = surfaces()
    for cold, lit in ((known.cold.ink, known.lit.ink), (known.cold.paper, known.lit.paper)):
        seen = luminance(lit[FULL]).mean(axis=0)
        warm = {
            name: (round(float(luminance(cold[code])), 3), round(float(seen[code]), 3))
            for code, name in NAMES.items()
            if luminance(cold[code]) >= seen[code] / 2 or cold[code][2] <= cold[code][0]
        }
        assert warm == {}


@pytest.mark.parametrize("vision", ["normal", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("tide", [-1, 50, 100])
def test_each_glyph_of_the_ground_can_be_read_in_any_light(vision: Vision, tide: int) -> None:
    known = surfaces(tide)
    for colours in (known.lit, known.cold):
        drawn = colours.ink.astype(np.uint8), colours.paper.astype(np.uint8)
        ink, paper = adapted_pair(*drawn, vision)
        assert contrast(ink, paper)[..., CODES].min() >= GLYPH


@pytest.mark.parametrize("preset", list_presets())
def test_every_preset_has_these_looks(preset: str) -> None:
    assert shipped(preset).terrain == shipped("default").terrain
