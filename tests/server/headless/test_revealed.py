"""Floors as nobody sees them in a game."""

import numpy as np
import pytest

from support.worlds.staging import Stage
from undertide_server.headless import begin_run
from undertide_server.headless.revealed import reveal_floor


def test_a_revealed_floor_has_what_heroes_do_not_know() -> None:
    stage = Stage(["#######", "#@.#..>", "#######"])
    stage.hero()
    monster = stage.monster((4, 1), mood="asleep", life=9)
    stage.item((5, 1), "health_potion", 2, price=3)
    stage.trap((2, 1), "poison_vent")
    floor = reveal_floor(stage.run, stage.floor)
    (seen,) = floor.monsters
    assert (seen.entity, seen.cell, seen.life, seen.mood) == (monster.entity, (4, 1), 9, "asleep")
    (item,) = floor.items
    assert (item.item, item.cell, item.count, item.price) == ("health_potion", (5, 1), 2, 3)
    (trap,) = floor.traps
    assert (trap.kind, trap.cell, trap.hidden) == ("poison_vent", (2, 1), True)
    assert (floor.number, floor.arrival, floor.stairs_down) == (1, (1, 1), ((6, 1),))
    assert floor.walkable[1].tolist() == [False, True, True, False, True, True, True]
    assert floor.tiles.shape == floor.transparent.shape == (3, 7)


def test_a_revealed_floor_is_a_copy() -> None:
    with begin_run(seed=1) as run:
        floor = run.reveal_floor(1)
        before = run.hash_state()
        for array in (floor.tiles, floor.walkable, floor.transparent):
            array[:] = 0
        assert run.hash_state() == before
        assert np.count_nonzero(run.reveal_floor(1).walkable)
        with pytest.raises(KeyError):
            run.reveal_floor(2)
