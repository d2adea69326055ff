"""The fall-back that can't fail."""

import pytest

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.hall import hall
from undertide_server.worldgen.layouts.layout import Stairs, is_whole
from undertide_server.worldgen.layouts.terrain import build_terrain

TERRAIN = build_terrain(shipped("default").terrain)


@pytest.mark.parametrize("size", [(5, 5), (20, 15), (80, 43), (200, 200)])
@pytest.mark.parametrize("stairs", [Stairs(up=True, down=3), Stairs(up=False, down=0)])
def test_a_hall_of_any_size_is_whole(size: tuple[int, int], stairs: Stairs) -> None:
    for number in range(20):
        layout = hall(*size, stairs, TERRAIN, derive(number.to_bytes(16, "little"), "test"))
        assert layout.tiles.shape == (size[1], size[0])
        assert is_whole(layout, TERRAIN)
        named = [layout.arrival, layout.stairs_up, *layout.stairs_down]
        assert len(set(named)) == len(named)
