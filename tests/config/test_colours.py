"""The colours of seats and of people: far enough apart to be told from each other at a glance."""

from itertools import product

import numpy as np
import pytest

from support.client.colour_difference import as_seen, difference
from support.content.shipped import shipped
from undertide_client.displays.base import Vision
from undertide_client.displays.colours import Depth, to_16
from undertide_client.displays.vision import adapted
from undertide_server.content.load import list_presets

FROM_SEATS = 12.0
"""CIEDE2000 between two seats: about five times what eyes can just tell side by side (2.3), since
a glyph is thin, and its neighbour may be elsewhere on the map."""
FROM_PEOPLE = 6.0
"""Between a seat and a person, who have different glyphs besides."""
VISIONS: tuple[Vision, ...] = ("normal", "protan", "deutan", "tritan")
PALETTES: list[tuple[Depth, Vision]] = list(product(("true", "256"), VISIONS))
RULES = shipped("default")
SEATS = list(RULES.heroes.colours)
PEOPLE = {key: person.colour for key, person in RULES.people.items()}


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_as_published(
    one: tuple[float, ...], other: tuple[float, ...], wanted: float
) -> None:
    assert difference(np.array(one), np.array(other)) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize(("depth", "vision"), PALETTES)
def test_no_two_seats_look_alike(depth: Depth, vision: Vision) -> None:
    seen = as_seen(SEATS, depth, vision)
    apart = difference(seen[:, np.newaxis], seen[np.newaxis])
    np.fill_diagonal(apart, np.inf)
    assert apart.min() >= FROM_SEATS, np.argwhere(apart < FROM_SEATS)


@pytest.mark.parametrize(("depth", "vision"), PALETTES)
def test_nobody_looks_like_a_hero(depth: Depth, vision: Vision) -> None:
    seats, people = (as_seen(each, depth, vision) for each in (SEATS, list(PEOPLE.values())))
    apart = difference(people[:, np.newaxis], seats[np.newaxis]).min(axis=1)
    near = {key: round(float(one), 1) for key, one in zip(PEOPLE, apart, strict=True)}
    assert {key: one for key, one in near.items() if one < FROM_PEOPLE} == {}


def test_eight_seats_have_eight_of_sixteen_colours() -> None:
    assert len(np.unique(as_seen(SEATS, "16", "normal"), axis=0)) == len(SEATS) == 8


@pytest.mark.parametrize("vision", ["protan", "deutan", "tritan"])
def test_adapted_seats_share_few_of_sixteen_colours(vision: Vision) -> None:
    channels = [[seat >> shift & 0xFF for shift in (16, 8, 0)] for seat in SEATS]
    red, green, blue = np.moveaxis(adapted(np.array(channels, np.uint8), vision), -1, 0)
    codes = (red.astype(np.uint32) << 16) | (green.astype(np.uint32) << 8) | blue
    assert len(set(to_16(codes).tolist())) >= 6


@pytest.mark.parametrize("preset", list_presets())
def test_every_preset_has_these_colours(preset: str) -> None:
    assert shipped(preset).heroes.colours == RULES.heroes.colours
