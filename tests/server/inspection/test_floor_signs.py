"""A character for each terrain."""

from support.content.shipped import shipped
from undertide_server.inspection.floor_signs import FAMILIAR, SPARE, signs_of
from undertide_server.worldgen.layouts.terrain import build_terrain

TERRAIN = shipped("default").terrain
MOST = 255
"""Records of terrain that content may have."""


def test_every_terrain_has_a_character_of_its_own() -> None:
    table = build_terrain(TERRAIN)
    signs = signs_of(table)
    assert len(set(signs)) == len(signs) == len(table.names)
    assert all(len(sign) == 1 and sign.isprintable() for sign in signs)


def test_familiar_terrain_keeps_its_glyph() -> None:
    table = build_terrain(TERRAIN)
    signs = signs_of(table)
    assert [signs[table.codes[name]] for name in FAMILIAR] == [
        TERRAIN[name].glyph for name in FAMILIAR
    ]


def test_there_are_characters_enough_for_as_much_terrain_as_may_be() -> None:
    more = {f"ground {index}": TERRAIN["floor"] for index in range(MOST - len(TERRAIN))}
    crowded = build_terrain({**TERRAIN, **more})
    assert len(set(signs_of(crowded))) == MOST == len(crowded.names)
    letters = {
        f"letter {index}": TERRAIN["floor"].model_copy(update={"glyph": sign})
        for index, sign in enumerate(SPARE[: MOST - len(TERRAIN)])
    }
    assert len(set(signs_of(build_terrain({**TERRAIN, **letters})))) == MOST
